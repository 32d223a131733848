#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/forms/bytecode/container.h"
#include "frontend/ir/attribute.h"
#include "frontend/ir/location.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend::bytecode {

struct FunctionType {
    std::vector<Type> inputs, results;
};
/// A type that no value of a program may have: `none`, a vector, a memory reference.
struct OtherType {
    std::string spelling;
};
/// The possible values of an entry of the type table.
using AnyType = std::variant<Type, ElementType, Quantization, FunctionType, OtherType>;

struct DialectDecoder;

/// Decodes the attributes, types and locations of a file lazily, each once. Entries may refer to each other
/// in any order; a cycle, or nesting deeper than a limit, is an error. The total size of the returned values
/// is limited, so a small file whose entries share each other many times over cannot become a huge program.
class EntryReader {
public:
    EntryReader(std::string_view bytes, const Container& container, const Origin& origin);

    /// The entry with this index; `at` gives the place for diagnostics.
    const Attribute& attribute(std::uint64_t index, const ByteReader& at);
    const AnyType& type(std::uint64_t index, const ByteReader& at);
    LocationId location(std::uint64_t index, const ByteReader& at);

    // The same; the index is the next varint of the reader.
    const Attribute& attribute(ByteReader& reader) { return attribute(reader.varint(), reader); }
    const AnyType& type(ByteReader& reader) { return type(reader.varint(), reader); }
    /// A type that a value may have; any other type is reported as unsupported.
    const Type& value_type(ByteReader& reader) { return value_type(reader.varint(), reader); }
    const Type& value_type(std::uint64_t index, const ByteReader& at);
    /// An element type; any other type is malformed.
    ElementType element_type(ByteReader& reader);
    /// The complex type whose parts have the element type that follows.
    ElementType complex_type(ByteReader& reader);
    const TensorType& static_tensor_type(ByteReader& reader);
    std::string string(ByteReader& reader);
    /// Reads an attribute, which must be a string.
    std::string text(ByteReader& reader);
    std::vector<Attribute> attributes(ByteReader& reader);
    Attribute dictionary(ByteReader& reader);  ///< pairs of name and attribute
    std::vector<Type> types(ByteReader& reader);
    FunctionType function_type(ByteReader& reader);
    /// Reads the bits of a number of `type`: one byte for types of at most 8 bits, else a signed varint.
    std::uint64_t number_bits(ElementType type, ByteReader& reader);
    /// Reads a type, then a number of that type: a float if `real`, else a boolean or an integer.
    Attribute number(ByteReader& reader, bool real);
    /// A 64-bit float as a signed varint of its bits.
    double real(ByteReader& reader);
    Attribute dense(ByteReader& reader);           ///< a type and a blob of elements
    Attribute dense_resource(ByteReader& reader);  ///< a type and the index of a resource
    Type tensor(std::vector<std::int64_t> shape, const AnyType& element, std::vector<std::int64_t> bounds,
                const ByteReader& at) const;

    /// Adds `nodes` to the size of the program; refuses the file once the size exceeds the limit.
    void spend(std::uint64_t nodes, const ByteReader& at);

    const Container& container() const { return container_; }
    LocationTable take_locations() { return std::move(locations_); }

private:
    template <typename T>
    struct Slot {
        T value;
        std::uint64_t nodes = 0;
        enum class State : std::uint8_t { Unread, Reading, Read } state = State::Unread;
    };
    /// Attributes or types: their name in messages, how a dialect encodes them, how their text is parsed.
    template <typename T>
    struct EntryKind {
        std::string_view name;
        T (*DialectDecoder::*decode)(EntryReader& entries, std::uint64_t code, ByteReader& reader);
        T (*parse)(std::string_view text, const Origin& origin);
    };
    template <typename T>
    const T& decoded(std::vector<Slot<T>>& slots, const std::vector<Entry>& entries, std::uint64_t index,
                     const ByteReader& at, const EntryKind<T>& kind);
    LocationId decode_location(ByteReader reader, int depth);
    LocationId location_at_depth(std::uint64_t index, const ByteReader& at, int depth);

    std::string_view bytes_;
    const Container& container_;
    const Origin& origin_;
    std::vector<Slot<Attribute>> attributes_;
    std::vector<Slot<AnyType>> types_;
    std::vector<LocationId> location_ids_;
    std::vector<bool> location_seen_;
    LocationTable locations_;
    std::uint64_t nodes_ = 0;  ///< size of the entry being decoded
    std::uint64_t spent_ = 0, limit_;
    int depth_ = 0;
};

/// The decoders of one dialect. `reader` is past the code, the first varint of an entry.
struct DialectDecoder {
    std::string_view dialect;
    Attribute (*attribute)(EntryReader& entries, std::uint64_t code, ByteReader& reader);
    AnyType (*type)(EntryReader& entries, std::uint64_t code, ByteReader& reader);
};

// Defined in the `*_entries.cpp` files.
Attribute decode_builtin_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader);
AnyType decode_builtin_type(EntryReader& entries, std::uint64_t code, ByteReader& reader);
Attribute decode_vhlo_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader);
AnyType decode_vhlo_type(EntryReader& entries, std::uint64_t code, ByteReader& reader);
Attribute decode_stablehlo_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader);
AnyType decode_stablehlo_type(EntryReader& entries, std::uint64_t code, ByteReader& reader);
Attribute decode_chlo_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader);
Attribute decode_sdy_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader);
AnyType decode_quant_type(EntryReader& entries, std::uint64_t code, ByteReader& reader);

/// Refuses an attribute or type whose code the dialect does not define.
[[noreturn]] void unknown_code(std::string_view kind, std::uint64_t code, const ByteReader& reader);

/// A type as an attribute value: element types and `none` as bare keywords, function types as the text parser
/// represents them.
Attribute type_attribute(const AnyType& type);

/// Reads the fields of a uniform quantized type, which all dialects encode alike.
Quantization read_uniform_quantization(EntryReader& entries, bool per_axis, ByteReader& reader);

}  // namespace hlo2c::frontend::bytecode
