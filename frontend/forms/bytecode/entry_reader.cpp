#include "frontend/forms/bytecode/entry_reader.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <climits>

#include "frontend/error_numbers.h"
#include "frontend/forms/bytecode/tensor_data.h"
#include "frontend/forms/text/lexer.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend::bytecode {
namespace {

constexpr int deepest_entry = 200;
constexpr int deepest_location = 2000;

Attribute no_attribute(EntryReader&, std::uint64_t code, ByteReader& reader) {
    unknown_code("attribute", code, reader);
}
AnyType no_type(EntryReader&, std::uint64_t code, ByteReader& reader) {
    unknown_code("type", code, reader);
}

constexpr auto decoders = std::to_array<DialectDecoder>({
    {"builtin", decode_builtin_attribute, decode_builtin_type},
    {"vhlo", decode_vhlo_attribute, decode_vhlo_type},
    {"stablehlo", decode_stablehlo_attribute, decode_stablehlo_type},
    {"chlo", decode_chlo_attribute, no_type},
    {"sdy", decode_sdy_attribute, no_type},
    {"quant", no_attribute, decode_quant_type},
});

const DialectDecoder& decoder_of(std::string_view dialect, const ByteReader& reader) {
    for (const DialectDecoder& decoder : decoders)
        if (decoder.dialect == dialect) return decoder;
    reader.refuse(frontend::read_error::format,
                  fmt::format("attributes and types of the dialect '{}' are not supported", dialect),
                  "Lower the program to StableHLO before exporting it.");
}

Attribute parse_attribute(std::string_view text, const Origin& origin) {
    TextParser parser(text, origin.path);
    parser.take();
    return parser.parse_attribute();
}

AnyType parse_type(std::string_view text, const Origin& origin) {
    if (const auto element = element_type_from_spelling(text)) return *element;
    TextParser parser(text, origin.path);
    parser.take();
    return parser.parse_type();
}

int to_line(std::uint64_t value) {
    return value > INT_MAX ? 0 : static_cast<int>(value);
}

}  // namespace

void unknown_code(std::string_view kind, std::uint64_t code, const ByteReader& reader) {
    reader.refuse(frontend::read_error::format, fmt::format("the {} with code {} is not known", kind, code),
                  "It may come from a newer version: export the program as a StableHLO portable artifact.");
}

Attribute type_attribute(const AnyType& type) {
    struct Maker {
        Attribute operator()(const Type& value) const { return value; }
        Attribute operator()(ElementType element) const {
            return EnumAttribute{"", std::string(spelling(element))};
        }
        Attribute operator()(const Quantization&) const { return EnumAttribute{"", "none"}; }
        Attribute operator()(const FunctionType& function) const {
            const auto list = [](const std::vector<Type>& types) {
                return ArrayAttribute{std::vector<Attribute>(types.begin(), types.end())};
            };
            return StructAttribute{
                "function", {{"inputs", list(function.inputs)}, {"results", list(function.results)}}, {}};
        }
        Attribute operator()(const OtherType& other) const { return EnumAttribute{"", other.spelling}; }
    };
    return std::visit(Maker{}, type);
}

EntryReader::EntryReader(std::string_view bytes, const Container& container, const Origin& origin)
    : bytes_(bytes),
      container_(container),
      origin_(origin),
      attributes_(container.attributes.size()),
      types_(container.types.size()),
      location_ids_(container.attributes.size(), unknown_location),
      location_seen_(container.attributes.size(), false) {
    // An exported program has only a few nodes per byte of its file.
    constexpr std::uint64_t free_nodes = 1 << 21, nodes_per_byte = 16;
    limit_ = free_nodes + nodes_per_byte * bytes.size();
}

void EntryReader::spend(std::uint64_t nodes, const ByteReader& at) {
    spent_ += nodes;
    if (spent_ > limit_)
        at.refuse(frontend::read_error::too_large,
                  "the program is far larger than its file: its parts refer to each other excessively",
                  "The file was not written by an exporter, or is damaged.");
}

template <typename T>
const T& EntryReader::decoded(std::vector<Slot<T>>& slots, const std::vector<Entry>& entries,
                              std::uint64_t index, const ByteReader& at, const EntryKind<T>& kind) {
    const std::string_view what = kind.name;
    Slot<T>& slot = slots[at.check_index(index, slots.size(), what)];
    if (slot.state == Slot<T>::State::Reading)
        at.malformed(fmt::format("{} {} contains itself", what, index));
    if (slot.state == Slot<T>::State::Unread) {
        if (depth_ >= deepest_entry)
            at.refuse(frontend::read_error::nesting, fmt::format("{} {} is nested too deeply", what, index),
                      fmt::format("At most {} levels are supported.", deepest_entry));
        const std::uint64_t outer = std::exchange(nodes_, 1);
        depth_++;
        slot.state = Slot<T>::State::Reading;
        const Entry& entry = entries[index];
        ByteReader reader(bytes_, entry.begin, entry.end, origin_);
        if (entry.own_encoding) {
            const std::uint64_t code = reader.varint();
            slot.value = (decoder_of(entry.dialect, reader).*kind.decode)(*this, code, reader);
            reader.expect_end(fmt::format("the {}", what));
        } else {
            slot.value = kind.parse(reader.zero_terminated(), origin_);
        }
        slot.state = Slot<T>::State::Read;
        depth_--;
        slot.nodes = nodes_;
        nodes_ = outer;
    }
    nodes_ += slot.nodes;
    spend(slot.nodes, at);
    return slot.value;
}

const Attribute& EntryReader::attribute(std::uint64_t index, const ByteReader& at) {
    return decoded(attributes_, container_.attributes, index, at,
                   EntryKind<Attribute>{"attribute", &DialectDecoder::attribute, parse_attribute});
}

const AnyType& EntryReader::type(std::uint64_t index, const ByteReader& at) {
    return decoded(types_, container_.types, index, at,
                   EntryKind<AnyType>{"type", &DialectDecoder::type, parse_type});
}

const Type& EntryReader::value_type(std::uint64_t index, const ByteReader& at) {
    const AnyType& any = type(index, at);
    if (const auto* value = std::get_if<Type>(&any)) return *value;
    const auto* other = std::get_if<OtherType>(&any);
    at.refuse(frontend::read_error::type,
              fmt::format("values of the type '{}' are not supported",
                          other != nullptr ? other->spelling : "of an element or function"),
              "Export the program with tensors, tuples, tokens and futures only.");
}

ElementType EntryReader::complex_type(ByteReader& reader) {
    const ElementType part = element_type(reader);
    if (part == ElementType::F32) return ElementType::C64;
    if (part == ElementType::F64) return ElementType::C128;
    reader.malformed("the parts of a complex number are neither f32 nor f64");
}

ElementType EntryReader::element_type(ByteReader& reader) {
    const AnyType& any = type(reader);
    if (const auto* element = std::get_if<ElementType>(&any)) return *element;
    reader.malformed("the type of a number was expected");
}

const TensorType& EntryReader::static_tensor_type(ByteReader& reader) {
    const Type& value = value_type(reader);
    if (!value.is_tensor() || !value.as_tensor().is_static())
        reader.malformed("the type of a constant is not a tensor of static shape");
    return value.as_tensor();
}

std::string EntryReader::string(ByteReader& reader) {
    constexpr std::uint64_t characters_per_node = 32;
    const std::string_view text = container_.strings[reader.index(container_.strings.size(), "string")];
    nodes_ += text.size() / characters_per_node;
    spend(text.size() / characters_per_node, reader);
    return std::string(text);
}

std::string EntryReader::text(ByteReader& reader) {
    const Attribute& value = attribute(reader);
    if (const auto* text = value.get_if<std::string>()) return *text;
    reader.malformed("a string was expected");
}

std::vector<Attribute> EntryReader::attributes(ByteReader& reader) {
    std::vector<Attribute> list(reader.count());
    for (Attribute& element : list) element = attribute(reader);
    return list;
}

Attribute EntryReader::dictionary(ByteReader& reader) {
    DictionaryAttribute dictionary;
    for (std::uint64_t left = reader.count(2); left > 0; left--) {
        std::string name = text(reader);
        dictionary.entries.emplace_back(std::move(name), attribute(reader));
    }
    return dictionary;
}

std::vector<Type> EntryReader::types(ByteReader& reader) {
    std::vector<Type> list(reader.count());
    for (Type& element : list) element = value_type(reader);
    return list;
}

FunctionType EntryReader::function_type(ByteReader& reader) {
    FunctionType function;
    function.inputs = types(reader);
    function.results = types(reader);
    return function;
}

std::uint64_t EntryReader::number_bits(ElementType type, ByteReader& reader) {
    const int width = type == ElementType::TF32 ? 19 : bit_width(type);
    std::uint64_t bits = width <= 8 ? reader.byte() : static_cast<std::uint64_t>(reader.signed_varint());
    if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
    if (type == ElementType::TF32) bits <<= bit_width(type) - width;
    return bits;
}

Attribute EntryReader::number(ByteReader& reader, bool real) {
    const ElementType type = element_type(reader);
    if (is_float(type) != real || is_complex(type)) reader.malformed("a number has the wrong kind of type");
    const std::uint64_t bits = number_bits(type, reader);
    if (real) return FloatAttribute{decode_float(type, bits), std::string(spelling(type))};
    if (is_boolean(type)) return bits != 0;
    return IntegerAttribute{integer_of_bits(type, bits), std::string(spelling(type))};
}

double EntryReader::real(ByteReader& reader) {
    return std::bit_cast<double>(reader.signed_varint());
}

Attribute EntryReader::dense(ByteReader& reader) {
    const TensorType& type = static_tensor_type(reader);
    const std::string_view data = reader.take(reader.varint());
    return literal_of(type, data, reader);
}

Attribute EntryReader::dense_resource(ByteReader& reader) {
    const TensorType& type = static_tensor_type(reader);
    const Resource& resource = container_.resources[reader.index(container_.resources.size(), "resource")];
    if (resource.kind != 0) reader.malformed("the resource of a constant is not a blob");
    ByteReader data(bytes_, resource.data.begin, resource.data.end, origin_);
    const std::uint64_t alignment = data.varint(), size = data.varint();
    if (!std::has_single_bit(alignment)) data.malformed(fmt::format("{} is not an alignment", alignment));
    while (data.position() % alignment != 0) data.take(1);
    const std::string_view elements = data.take(size);
    return literal_of(type, elements, data);
}

Type EntryReader::tensor(std::vector<std::int64_t> shape, const AnyType& element,
                         std::vector<std::int64_t> bounds, const ByteReader& at) const {
    TensorType type;
    type.shape = std::move(shape);
    type.bounds = std::move(bounds);
    if (!type.bounds.empty() && type.bounds.size() != type.shape.size())
        at.malformed("a tensor type does not have one bound per dimension");
    for (const std::int64_t size : type.shape)
        if (size != dynamic_size && size < 0)
            at.malformed(fmt::format("a tensor type has the size {}", size));
    for (const std::int64_t bound : type.bounds)
        if (bound != dynamic_size && bound < 0)
            at.malformed(fmt::format("a tensor type has the bound {}", bound));
    if (!is_possible_shape(type.shape, type.bounds))
        at.refuse(frontend::read_error::type, "a tensor type has too many elements",
                  "A tensor may have at most 2^56 elements.");
    if (const auto* plain = std::get_if<ElementType>(&element)) {
        type.element = *plain;
    } else if (const auto* quantization = std::get_if<Quantization>(&element)) {
        type.element = quantization->storage;
        if (quantization->axis >= type.rank())
            at.malformed("the quantization axis is not below the tensor's rank");
        if (quantization->axis >= 0) {
            const std::int64_t size = type.shape[static_cast<std::size_t>(quantization->axis)];
            if (size != dynamic_size && size != static_cast<std::int64_t>(quantization->scales.size()))
                at.malformed(fmt::format("the quantization has {} scales for an axis of size {}",
                                         quantization->scales.size(), size));
        }
        type.quantization.push_back(*quantization);
    } else {
        at.refuse(frontend::read_error::type, "this element type of a tensor is not supported",
                  "Export the program with tensors of numbers.");
    }
    return type;
}

LocationId EntryReader::location(std::uint64_t index, const ByteReader& at) {
    return location_at_depth(index, at, 0);
}

LocationId EntryReader::location_at_depth(std::uint64_t index, const ByteReader& at, int depth) {
    at.check_index(index, location_ids_.size(), "attribute");
    if (location_seen_[index]) return location_ids_[index];
    if (depth > deepest_location)
        at.refuse(frontend::read_error::nesting, "a location is nested too deeply or contains itself",
                  "Export the program without locations, or with shorter call stacks.");
    const Entry& entry = container_.attributes[index];
    LocationId id = unknown_location;
    if (entry.dialect == "builtin" && entry.own_encoding)
        id = decode_location(ByteReader(bytes_, entry.begin, entry.end, origin_), depth);
    location_seen_[index] = true;
    location_ids_[index] = id;
    return id;
}

LocationId EntryReader::decode_location(ByteReader reader, int depth) {
    const auto child = [&] { return location_at_depth(reader.varint(), reader, depth + 1); };
    Location location;
    switch (reader.varint()) {
        case 10:
            location.kind = Location::Kind::CallSite;
            location.children = {child()};
            location.children.push_back(child());
            break;
        case 11:
            location.kind = Location::Kind::File;
            location.text = text(reader);
            location.line = to_line(reader.varint());
            location.column = to_line(reader.varint());
            break;
        case 12:
        case 13:
            location.kind = Location::Kind::Fused;
            for (std::uint64_t left = reader.count(); left > 0; left--) location.children.push_back(child());
            break;
        case 14:
            location.kind = Location::Kind::Name;
            location.text = text(reader);
            if (const LocationId inner = child(); inner != unknown_location) location.children = {inner};
            break;
        case 22: {
            location.kind = Location::Kind::File;
            location.text = text(reader);
            std::array<int, 4> numbers{};
            const std::uint64_t count = reader.count();
            if (count > numbers.size()) reader.malformed("a range of lines has more than four numbers");
            for (std::uint64_t i = 0; i < count; i++) numbers[i] = to_line(reader.varint());
            location.line = numbers[0];
            location.column = numbers[1];
            if (count == 3) {
                location.end_line = location.line;
                location.end_column = numbers[2];
            } else if (count == 4) {
                location.end_line = numbers[2];
                location.end_column = numbers[3];
            }
            break;
        }
        default: return unknown_location;
    }
    return locations_.intern(std::move(location));
}

}  // namespace hlo2c::frontend::bytecode
