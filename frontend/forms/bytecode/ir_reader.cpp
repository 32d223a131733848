#include "frontend/forms/bytecode/ir_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/lexer.h"
#include "frontend/forms/vhlo/from_vhlo.h"
#include "frontend/ir/declarations.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend::bytecode {
namespace {

constexpr std::size_t deepest_region = 200;

namespace mask {
constexpr std::uint8_t attributes = 0x01, results = 0x02, operands = 0x04, successors = 0x08, regions = 0x10,
                       use_orders = 0x20, properties = 0x40;
}  // namespace mask

/// Bytecode has no lines: the column of a position is 1 + its byte offset in the file.
SourcePosition position_of(const ByteReader& at) {
    const std::size_t column = at.origin().base + at.position() + 1;
    return {0, column <= INT_MAX ? static_cast<int>(column) : 0};
}

bool is_function(std::string_view spelling) {
    return spelling == "vhlo.func_v1" || spelling == "func.func";
}

std::string text_entry(const std::vector<NamedAttribute>& attributes, std::string_view name) {
    const auto* text = find_attribute<std::string>(attributes, name);
    return text != nullptr ? *text : std::string();
}

/// One attribute dictionary per argument or result, all empty if the function has none.
std::vector<DictionaryAttribute> dictionaries(const std::vector<NamedAttribute>& attributes,
                                              std::string_view name, std::size_t count,
                                              const ByteReader& at) {
    std::vector<DictionaryAttribute> result(count);
    const auto* list = find_attribute<ArrayAttribute>(attributes, name);
    if (list == nullptr || list->elements.empty()) return result;
    if (list->elements.size() != count)
        at.malformed(
            fmt::format("a function has {} {} where {} were expected", list->elements.size(), name, count));
    for (std::size_t i = 0; i < count; i++)
        if (const auto* dictionary = list->elements[i].get_if<DictionaryAttribute>()) result[i] = *dictionary;
    return result;
}

std::vector<Type> types_of(const Attribute& list) {
    std::vector<Type> types;
    for (const Attribute& element : list.get_if<ArrayAttribute>()->elements)
        types.push_back(*element.get_if<Type>());
    return types;
}

/// Keeps the name of an op in the diagnostic path while the op is read. A diagnostic copies the path before
/// it unwinds through this destructor.
class PathEntry {
public:
    PathEntry(Origin& origin, std::string_view name) : origin_(origin) { origin_.ops.emplace_back(name); }
    ~PathEntry() { origin_.ops.pop_back(); }
    PathEntry(const PathEntry&) = delete;
    PathEntry& operator=(const PathEntry&) = delete;

private:
    Origin& origin_;
};

}  // namespace

IrReader::IrReader(std::string_view bytes, const Container& container, EntryReader& entries, Origin& origin)
    : bytes_(bytes),
      container_(container),
      entries_(entries),
      origin_(origin),
      kinds_(container.op_names.size()),
      scopes_(1) {}

const IrReader::Kind& IrReader::kind(std::uint64_t index) {
    if (kinds_[index]) return *kinds_[index];
    const OpName& name = container_.op_names[index];
    Kind& kind = kinds_[index].emplace();
    kind.spelling = name.spelling;
    kind.registered = name.registered;
    constexpr std::string_view vhlo_prefix = "vhlo.";
    if (kind.spelling.starts_with(vhlo_prefix)) {
        kind.versioned = vhlo::op_from_name(std::string_view(kind.spelling).substr(vhlo_prefix.size()));
        if (kind.versioned) kind.code = kind.versioned->row->code;
    } else {
        kind.code = opcode_from_spelling(kind.spelling);
    }
    kind.layout = property_layout(kind.spelling);
    return kind;
}

void IrReader::skip_use_orders(ByteReader& reader, std::uint64_t values) {
    const std::uint64_t lists = values > 1 ? reader.count(2) : 1;
    for (std::uint64_t i = 0; i < lists; i++) {
        if (values > 1) reader.varint();
        const ByteReader::Flagged list = reader.flagged_varint();
        if (list.value > reader.remaining()) reader.malformed("a use-list order is longer than the file");
        for (std::uint64_t left = list.value; left > 0; left--) reader.varint();
    }
}

void IrReader::read_registered_properties(Header& header, ByteReader blob) {
    if (!header.kind->layout)
        blob.refuse(frontend::read_error::unknown_op,
                    fmt::format("the op '{}' is not supported", header.kind->spelling),
                    "'hlo2c ops' lists all ops.");
    PropertyLayout layout = *header.kind->layout;
    std::vector<std::uint64_t> numbers;
    if (layout.has_segments) {  // segment sizes follow: assume the newest version
        for (std::size_t i = 0; i < layout.properties.size(); i++) numbers.push_back(blob.varint());
    } else {
        while (!blob.at_end()) numbers.push_back(blob.varint());
    }
    if (!layout.select(numbers.size()))
        blob.malformed(fmt::format("{} has {} properties where {} were expected", header.kind->spelling,
                                   numbers.size(), layout.properties.size()));
    for (std::size_t i = 0; i < numbers.size(); i++) {
        const auto& [name, optional, added] = layout.properties[i];
        if (optional && (numbers[i] & 1) == 0) continue;
        header.attributes.emplace_back(name,
                                       entries_.attribute(optional ? numbers[i] >> 1 : numbers[i], blob));
    }
    if (!layout.has_segments) return;
    if (!container_.has_native_segments())
        blob.refuse(read_error::malformed, "groups of operands in this version of bytecode are not supported",
                    "Write the program with a newer version.");
    // Two segment sizes for operands and two for results. A list with few nonzero sizes has a sparse
    // encoding.
    for (const std::string_view name : {"operandSegmentSizes", "resultSegmentSizes"}) {
        IntegerArray sizes{{0, 0}, "i32"};
        const auto [length, sparse] = blob.flagged_varint();
        if (length > sizes.values.size()) blob.malformed("an op has too many groups of operands");
        const std::uint64_t index_bits = sparse && length > 0 ? blob.varint() : 0;
        for (std::size_t i = 0; i < length; i++) {
            const std::uint64_t item = blob.varint();
            const std::uint64_t index = sparse ? item & ((std::uint64_t{1} << (index_bits & 31)) - 1) : i;
            blob.check_index(index, sizes.values.size(), "group of operands");
            sizes.values[index] = static_cast<std::int64_t>(sparse ? item >> (index_bits & 31) : item);
        }
        header.attributes.emplace_back(name, std::move(sizes));
    }
    blob.expect_end("the properties of an op");
}

void IrReader::read_properties(Header& header, ByteReader& reader) {
    if (header.kind->registered) {
        const Range range = container_.properties[reader.index(container_.properties.size(), "property")];
        return read_registered_properties(header, ByteReader(bytes_, range.begin, range.end, origin_));
    }
    const Attribute& value = entries_.attribute(reader);
    const auto* dictionary = value.get_if<DictionaryAttribute>();
    if (dictionary == nullptr) reader.malformed("the properties of an op are not a dictionary");
    for (const NamedAttribute& named : dictionary->entries) header.attributes.push_back(named);
}

IrReader::Header IrReader::read_header(ByteReader& reader) {
    Header header;
    header.kind = &kind(reader.index(container_.op_names.size(), "name of an op"));
    const PathEntry path(origin_, header.kind->spelling);
    const std::uint8_t parts = reader.byte();
    header.location = entries_.location(reader.varint(), reader);
    if (parts & mask::attributes) {
        const Attribute& value = entries_.attribute(reader);
        const auto* dictionary = value.get_if<DictionaryAttribute>();
        if (dictionary == nullptr) reader.malformed("the attributes of an op are not a dictionary");
        header.attributes = dictionary->entries;
    }
    if (parts & mask::properties) {
        if (!container_.has_properties())
            reader.malformed("an op has properties, which this version does not support");
        read_properties(header, reader);
    }
    if (parts & mask::results) header.result_types = entries_.types(reader);
    if (parts & mask::operands) {
        header.operands.resize(reader.count());
        for (std::uint64_t& operand : header.operands) operand = reader.varint();
    }
    if (parts & mask::successors)
        reader.refuse(frontend::read_error::format, "branches between blocks are not supported",
                      "Use stablehlo.if, stablehlo.case and stablehlo.while for control flow.");
    if (parts & mask::use_orders) {
        if (!container_.has_use_orders())
            reader.malformed("an op has use-list orders, which this version does not support");
        skip_use_orders(reader, header.result_types.size());
    }
    if (parts & mask::regions) {
        const auto [count, isolated] = reader.flagged_varint();
        if (count > reader.remaining()) reader.malformed("an op has more regions than the file can hold");
        header.regions = count;
        header.isolated = isolated;
    }
    if (parts & 0x80) reader.malformed("an op has flags that no version defines");
    return header;
}

void IrReader::open_frame(std::uint64_t size, const ByteReader& at) {
    Scope& scope = scopes_.back();
    if (size > at.remaining())
        at.malformed(fmt::format("a region has {} values, but {} bytes are left", size, at.remaining()));
    std::size_t open = 0;
    for (const Scope& each : scopes_) open += each.frames.size();
    if (open >= deepest_region)
        at.refuse(frontend::read_error::nesting, "the program is nested too deeply here",
                  fmt::format("At most {} levels are supported.", deepest_region));
    scope.frames.push_back({scope.size, size, {}});
    scope.size += size;
}

void IrReader::close_frame(const ByteReader& at) {
    Scope& scope = scopes_.back();
    const Frame& frame = scope.frames.back();
    if (frame.ids.size() != frame.size)
        at.malformed(fmt::format("a region has {} values, but declares {}", frame.ids.size(), frame.size));
    scope.size -= frame.size;
    scope.frames.pop_back();
}

std::size_t IrReader::define(ValueId id, const ByteReader& at) {
    if (scopes_.back().frames.empty()) at.malformed("a value is defined outside of any region");
    Frame& frame = scopes_.back().frames.back();
    if (frame.ids.size() >= frame.size) at.malformed("a region has more values than it declares");
    frame.ids.push_back(id);
    return frame.ids.size() - 1;
}

ValueId IrReader::value(std::uint64_t number, const ByteReader& at) const {
    for (auto frame = scopes_.back().frames.rbegin(); frame != scopes_.back().frames.rend(); ++frame) {
        if (number < frame->base) continue;
        const std::uint64_t index = number - frame->base;
        if (index < frame->ids.size() && frame->ids[index] != no_value) return frame->ids[index];
        break;
    }
    at.malformed(fmt::format("the value {} is used before it is defined", number));
}

template <typename Read>
void IrReader::read_regions(const Header& header, ByteReader& reader, Read&& read) {
    if (!header.isolated) return read(reader);
    scopes_.emplace_back();
    if (container_.has_nested_regions()) {
        ByteReader::Section section = reader.section();
        if (section.id != section_id::ir) reader.malformed("the regions of an op were expected");
        read(section.data);
        section.data.expect_end("the regions of an op");
    } else {
        read(reader);
    }
    scopes_.pop_back();
}

std::vector<Type> IrReader::read_block_arguments(ByteReader& reader, std::vector<LocationId>& locations) {
    std::vector<Type> types;
    for (std::uint64_t left = reader.count(); left > 0; left--) {
        const ByteReader::Flagged type = container_.has_argument_flags()
                                             ? reader.flagged_varint()
                                             : ByteReader::Flagged{reader.varint(), true};
        types.push_back(entries_.value_type(type.value, reader));
        locations.push_back(type.flag ? entries_.location(reader.varint(), reader) : unknown_location);
    }
    if (container_.has_use_orders() && reader.byte() != 0) skip_use_orders(reader, types.size());
    return types;
}

Region IrReader::read_region(ByteReader& reader) {
    Region region;
    const std::uint64_t blocks = reader.varint();
    if (blocks == 0) return region;
    if (blocks > 1)
        reader.refuse(frontend::read_error::format, "regions with more than one block are not supported",
                      "Use stablehlo.if, stablehlo.case and stablehlo.while for control flow.");
    open_frame(reader.varint(), reader);
    const auto [ops, has_arguments] = reader.flagged_varint();
    if (has_arguments) {
        std::vector<LocationId> locations;
        std::vector<Type> types = read_block_arguments(reader, locations);
        for (std::size_t i = 0; i < types.size(); i++) {
            region.arguments.push_back(function_->add_value(std::move(types[i]), {}, locations[i]));
            define(region.arguments.back(), reader);
        }
    }
    for (std::uint64_t left = ops; left > 0; left--) read_op(reader, region);
    close_frame(reader);
    return region;
}

void IrReader::check_counts(const Op& op, const ByteReader& at) const {
    if (const auto wrong = wrong_count(op.code, op.operands.size(), op.regions.size()))
        fail(frontend::read_error::count, at.place(), wrong->message,
             "This is likely a bug in the exporter of the program.");
}

void IrReader::finish_op(Op& op, Header& header, const ByteReader& at) {
    op.code = *header.kind->code;
    op.attributes = std::move(header.attributes);
    if (header.kind->versioned)
        op.attributes = vhlo::stablehlo_attributes(*header.kind->versioned->row, std::move(op.attributes),
                                                   [&] { return at.place(); });
    sort_by_name(op.attributes);
    for (std::size_t i = 1; i < op.attributes.size(); i++)
        if (op.attributes[i].first == op.attributes[i - 1].first)
            at.malformed(fmt::format("the attribute '{}' is given twice", op.attributes[i].first));
    check_counts(op, at);
}

void IrReader::read_op(ByteReader& reader, Region& region) {
    const ByteReader at = reader;
    Header header = read_header(reader);
    const PathEntry path(origin_, header.kind->spelling);
    Op op;
    op.location = header.location;
    op.position = position_of(at);
    for (const std::uint64_t number : header.operands) op.operands.push_back(value(number, at));
    if (header.kind->spelling == "builtin.unrealized_conversion_cast") {
        if (op.operands.size() != header.result_types.size() || header.regions != 0)
            at.refuse(frontend::read_error::format, "this conversion between dialects is not supported",
                      "Export the program as a StableHLO portable artifact.");
        for (const ValueId operand : op.operands) define(operand, at);
        return;
    }
    if (!header.kind->code)
        at.refuse(frontend::read_error::unknown_op,
                  fmt::format("the op '{}' is not supported (written by {})", header.kind->spelling,
                              container_.producer),
                  "It may come from a newer version; 'hlo2c ops' lists all ops.");
    std::size_t first_slot = 0;
    for (std::size_t i = 0; i < header.result_types.size(); i++) {
        const std::size_t slot = define(no_value, at);
        if (i == 0) first_slot = slot;
    }
    if (header.regions > 0)
        read_regions(header, reader, [&](ByteReader& inner) {
            for (std::uint64_t left = header.regions; left > 0; left--)
                op.regions.push_back(read_region(inner));
        });
    finish_op(op, header, at);
    for (std::size_t i = 0; i < header.result_types.size(); i++) {
        op.results.push_back(function_->add_value(std::move(header.result_types[i]), {}, op.location));
        scopes_.back().frames.back().ids[first_slot + i] = op.results.back();
    }
    region.ops.push_back(std::move(op));
}

void IrReader::read_function(ByteReader& reader, Header header, Program& program) {
    const ByteReader at = reader;
    Function function;
    function.name = text_entry(header.attributes, declarations::name);
    const PathEntry path(origin_, function.name);
    function.is_public = text_entry(header.attributes, declarations::visibility) != "private";
    function.location = header.location;
    function.position = position_of(at);
    const Attribute* type = find_attribute(header.attributes, declarations::function_type);
    const auto* signature = type != nullptr ? type->get_if<StructAttribute>() : nullptr;
    if (signature == nullptr || signature->name != "function" || header.regions != 1)
        at.malformed("a function has no type or not one region");
    const std::vector<Type> inputs = types_of(signature->fields[0].second);
    function.result_types = types_of(signature->fields[1].second);
    if (!function_names_.insert(function.name).second)
        fail(frontend::read_error::redefinition, at.place(),
             fmt::format("the function @{} is defined twice", function.name),
             "Give each function a name of its own.");
    function_ = &function;
    read_regions(header, reader, [&](ByteReader& inner) { function.body = read_region(inner); });
    if (function.body.ops.empty() && function.body.arguments.empty())
        for (const Type& input : inputs) function.body.arguments.push_back(function.add_value(input));
    function_ = nullptr;
    if (function.body.arguments.size() != inputs.size())
        at.malformed(fmt::format("the function @{} has {} arguments, but its type has {}", function.name,
                                 function.body.arguments.size(), inputs.size()));
    for (std::size_t i = 0; i < inputs.size(); i++)
        if (function.type(function.body.arguments[i]) != inputs[i])
            at.malformed(fmt::format("argument {} of the function @{} differs from the type of the function",
                                     i, function.name));
    function.argument_attributes =
        dictionaries(header.attributes, declarations::argument_attributes, inputs.size(), at);
    function.result_attributes =
        dictionaries(header.attributes, declarations::result_attributes, function.result_types.size(), at);
    for (NamedAttribute& named : header.attributes)
        if (!declarations::is_member_of_function(named.first))
            function.attributes.push_back(std::move(named));
    if (!function.body.ops.empty() && function.body.ops.back().code == OpCode::Return)
        function.body.ops.back().code = OpCode::FuncReturn;
    program.functions.push_back(std::move(function));
}

void IrReader::read_module_item(ByteReader& reader, Program& program) {
    const ByteReader at = reader;
    Header header = read_header(reader);
    if (header.kind->spelling == "builtin.module") {
        if (seen_module_)
            at.refuse(frontend::read_error::format, "modules inside a module are not supported",
                      "Write each module to a file of its own.");
        seen_module_ = true;
        return read_module(reader, header, program);
    }
    if (is_function(header.kind->spelling)) return read_function(reader, std::move(header), program);
    if (header.kind->code != OpCode::SdyMesh || !header.result_types.empty() || header.regions != 0)
        at.refuse(frontend::read_error::unknown_op,
                  fmt::format("{} must be inside a function", header.kind->spelling),
                  "Export the program as a StableHLO portable artifact.");
    Op op;
    op.location = header.location;
    op.position = position_of(at);
    finish_op(op, header, at);
    program.symbols.push_back(std::move(op));
}

void IrReader::read_module_items(ByteReader& reader, Program& program) {
    const auto [ops, has_arguments] = reader.flagged_varint();
    if (has_arguments) {
        std::vector<LocationId> locations;
        if (!read_block_arguments(reader, locations).empty()) reader.malformed("a module has arguments");
    }
    for (std::uint64_t left = ops; left > 0; left--) read_module_item(reader, program);
}

void IrReader::read_module(ByteReader& reader, const Header& header, Program& program) {
    program.location = header.location;
    program.name = text_entry(header.attributes, declarations::name);
    for (const NamedAttribute& named : header.attributes)
        if (named.first != declarations::name && named.first != declarations::visibility)
            program.attributes.push_back(named);
    if (header.regions != 1) reader.malformed("a module has one region");
    read_regions(header, reader, [&](ByteReader& inner) {
        const std::uint64_t blocks = inner.varint();
        if (blocks == 0) return;
        if (blocks > 1) inner.malformed("a module has more than one block");
        open_frame(inner.varint(), inner);
        read_module_items(inner, program);
        close_frame(inner);
    });
}

void IrReader::read(Program& program) {
    ByteReader reader(bytes_, container_.ir.begin, container_.ir.end, origin_);
    read_module_items(reader, program);
    reader.expect_end("the operations");
    if (program.functions.empty())
        fail(frontend::read_error::unfinished, reader.place(), "the file holds no function",
             "A program has at least one function.");
}

}  // namespace hlo2c::frontend::bytecode
