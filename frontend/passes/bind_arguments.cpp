#include "frontend/passes/bind_arguments.h"

#include <fmt/format.h>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

void check_bindings(const Program& program, const Function& function, const std::map<int, Literal>& data) {
    for (const auto& [position, literal] : data) {
        if (position < 0 || position >= static_cast<int>(function.arguments().size()))
            fail(pass_error::no_argument, Place{.file = program.source_path},
                 fmt::format("argument {} cannot be bound: @{} has {}", position, function.name,
                             function.arguments().size()),
                 "Arguments count from 0.");
        const Type& type = function.type(function.arguments()[static_cast<std::size_t>(position)]);
        if (!type.is_tensor() || type.as_tensor() != literal.type())
            fail(pass_error::bound_type, Place{.file = program.source_path},
                 fmt::format("argument {} is {}, but the data bound to it is {}", position, to_string(type),
                             to_string(literal.type())),
                 "Bind data of the argument's own type.");
    }
}

}  // namespace

int original_position(const Function& function, int index) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= function.argument_attributes.size()) return index;
    const auto* number =
        find_attribute<IntegerAttribute>(function.argument_attributes[at].entries, position_attribute);
    return number != nullptr ? static_cast<int>(number->value) : index;
}

void bind_arguments(Program& program, const std::map<int, Literal>& data) {
    if (data.empty()) return;
    Function& function = program.main();
    check_bindings(program, function, data);
    function.argument_attributes.resize(function.arguments().size());
    std::vector<Op> constants;
    std::vector<ValueId> kept;
    std::vector<DictionaryAttribute> kept_attributes;
    for (std::size_t i = 0; i < function.arguments().size(); i++) {
        const ValueId argument = function.arguments()[i];
        const auto bound = data.find(static_cast<int>(i));
        if (bound == data.end()) {
            DictionaryAttribute attributes = std::move(function.argument_attributes[i]);
            std::erase_if(attributes.entries,
                          [](const NamedAttribute& named) { return named.first == position_attribute; });
            const auto position = static_cast<std::int64_t>(i);
            attributes.entries.emplace_back(std::string(position_attribute),
                                            IntegerAttribute{position, "i64"});
            kept.push_back(argument);
            kept_attributes.push_back(std::move(attributes));
            continue;
        }
        Op constant{.code = OpCode::Constant, .results = {argument}};
        constant.location = function.values[argument].location;
        constant.set(attr::value, bound->second);
        constants.push_back(std::move(constant));
    }
    function.body.arguments = std::move(kept);
    function.argument_attributes = std::move(kept_attributes);
    function.body.ops.insert(function.body.ops.begin(), std::make_move_iterator(constants.begin()),
                             std::make_move_iterator(constants.end()));
}

}  // namespace hlo2c::frontend
