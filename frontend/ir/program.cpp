#include "frontend/ir/program.h"

#include <algorithm>

#include "frontend/file_bytes.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {

bool Region::operator==(const Region& other) const {
    return arguments == other.arguments && ops == other.ops;
}

bool Program::operator==(const Program& other) const {
    return name == other.name && attributes == other.attributes && functions == other.functions &&
           symbols == other.symbols && location == other.location && locations == other.locations;
}

const Attribute* Op::attribute(std::string_view name) const {
    return find_attribute(attributes, name);
}

void Op::set_attribute(std::string_view name, Attribute value) {
    for (NamedAttribute& named : attributes) {
        if (named.first != name) continue;
        named.second = std::move(value);
        return;
    }
    attributes.emplace_back(std::string(name), std::move(value));
}

void Op::remove_attribute(std::string_view name) {
    std::erase_if(attributes, [name](const NamedAttribute& named) { return named.first == name; });
}

const TensorType& Function::tensor(ValueId id) const {
    HLO2C_CHECK(id < values.size() && values[id].type.is_tensor(), "the value is not a tensor");
    return values[id].type.as_tensor();
}

ValueId Function::add_value(Type type, std::string value_name, LocationId value_location) {
    values.push_back({std::move(type), std::move(value_name), value_location});
    return static_cast<ValueId>(values.size() - 1);
}

const Function* Program::function(std::string_view wanted) const {
    for (const Function& candidate : functions)
        if (candidate.name == wanted) return &candidate;
    return nullptr;
}

Function* Program::function(std::string_view wanted) {
    return const_cast<Function*>(std::as_const(*this).function(wanted));
}

const Function& Program::main() const {
    HLO2C_CHECK(!functions.empty(), "the program has no function");
    if (const Function* entry_point = function("main"); entry_point != nullptr && entry_point->is_public)
        return *entry_point;
    const auto is_public = [](const Function& candidate) { return candidate.is_public; };
    const auto found = std::find_if(functions.begin(), functions.end(), is_public);
    if (found != functions.end()) return *found;
    return functions.front();
}

Function& Program::main() {
    return const_cast<Function&>(std::as_const(*this).main());
}

const Op* definition(const Region& region, ValueId value) {
    for (const Op& op : region.ops)
        if (std::find(op.results.begin(), op.results.end(), value) != op.results.end()) return &op;
    return nullptr;
}

std::string callee_name(const Op& call) {
    return call.code == OpCode::Call ? call[attr::callee].name : call[attr::decomposition].name;
}

Place place_of(const Program& program, const Op& op) {
    Place place{.file = program.source_path, .line = op.position.line, .column = op.position.column};
    place.op = spelling(op.code);
    if (const std::string source = program.locations.describe(op.location); !source.empty())
        place.op += " (" + source + ")";
    if (place.line == 0 && place.column > 0) {  // binary: the column is 1 + the byte offset
        place.byte_offset = place.column - 1;
        place.column = 0;
    }
    return with_line(std::move(place));
}

}  // namespace hlo2c::frontend
