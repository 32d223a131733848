// Attributes and types of MLIR's builtin dialect.
#include <fmt/format.h>

#include <cstring>

#include "frontend/error_numbers.h"
#include "frontend/forms/bytecode/entry_reader.h"
#include "frontend/forms/text/lexer.h"

namespace hlo2c::frontend::bytecode {
namespace {

std::string symbol_name(EntryReader& entries, ByteReader& reader) {
    const Attribute& value = entries.attribute(reader);
    if (const auto* symbol = value.get_if<SymbolAttribute>()) return symbol->name;
    if (const auto* text = value.get_if<std::string>()) return *text;
    reader.malformed("the name of a symbol was expected");
}

Attribute dense_array(EntryReader& entries, ByteReader& reader) {
    const ElementType type = entries.element_type(reader);
    const std::uint64_t count = reader.varint();
    const std::string_view data = reader.take(reader.varint());
    const auto width = static_cast<std::size_t>(byte_width(type));
    if (is_complex(type) || data.size() % width != 0 || data.size() / width != count)
        reader.malformed("the data of an array does not fit its type");
    entries.spend(count / 4, reader);
    IntegerArray integers{{}, std::string(spelling(type))};
    FloatArray reals{{}, integers.type};
    for (std::size_t i = 0; i < data.size(); i += width) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, data.data() + i, width);
        if (is_float(type)) {
            reals.values.push_back(decode_float(type, bits));
        } else {
            integers.values.push_back(is_boolean(type) ? bits != 0 : integer_of_bits(type, bits));
        }
    }
    if (is_float(type)) return reals;
    return integers;
}

AnyType integer_type(std::uint64_t code, const ByteReader& reader) {
    const std::uint64_t width = code >> 2, sign = code & 3;
    const std::string name = fmt::format("{}{}", sign == 2 ? "ui" : "i", width);
    if (const auto type = element_type_from_spelling(name); type && sign <= 2) return *type;
    reader.refuse(frontend::read_error::type, fmt::format("the integer type '{}' is not supported", name),
                  "Use integers of 1, 2, 4, 8, 16, 32 or 64 bits.");
}

}  // namespace

Attribute decode_builtin_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    switch (code) {
        case 0: return ArrayAttribute{entries.attributes(reader)};
        case 1: return entries.dictionary(reader);
        case 2: return entries.string(reader);
        case 3: {
            std::string text = entries.string(reader);
            entries.type(reader);
            return text;
        }
        case 4: return SymbolAttribute{symbol_name(entries, reader)};
        case 5: {
            std::string name = symbol_name(entries, reader);
            for (std::uint64_t left = reader.count(); left > 0; left--)
                name += "::@" + symbol_name(entries, reader);
            return SymbolAttribute{std::move(name)};
        }
        case 6: return type_attribute(entries.type(reader));
        case 7: return UnitAttribute{};
        case 8: return entries.number(reader, false);
        case 9: return entries.number(reader, true);
        case 16: return entries.dense_resource(reader);
        case 17: return dense_array(entries, reader);
        case 18: return entries.dense(reader);
        case 21: return entries.attribute(reader);
        default: unknown_code("builtin attribute", code, reader);
    }
}

AnyType decode_builtin_type(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    switch (code) {
        case 0: return integer_type(reader.varint(), reader);
        case 1: return ElementType::Index;
        case 2: return entries.function_type(reader);
        case 3: return ElementType::BF16;
        case 4: return ElementType::F16;
        case 5: return ElementType::F32;
        case 6: return ElementType::F64;
        case 9: return entries.complex_type(reader);
        case 12: return OtherType{"none"};
        case 13:
        case 14: {
            std::vector<std::int64_t> bounds;
            if (code == 14)
                if (const auto* given = entries.attribute(reader).get_if<IntegerArray>())
                    bounds = given->values;
            std::vector<std::int64_t> shape = reader.signed_varints();
            return entries.tensor(std::move(shape), entries.type(reader), std::move(bounds), reader);
        }
        case 15: return Type(TupleType{entries.types(reader)});
        // Older writers give these types as text.
        case 21: return ElementType::TF32;
        case 22: return ElementType::F8E5M2;
        case 23: return ElementType::F8E4M3;
        case 24: return ElementType::F8E4M3FN;
        case 25: return ElementType::F8E5M2FNUZ;
        case 26: return ElementType::F8E4M3FNUZ;
        case 27: return ElementType::F8E4M3B11FNUZ;
        case 28: return ElementType::F8E3M4;
        case 29: return ElementType::F4E2M1FN;
        case 30: return ElementType::F6E2M3FN;
        case 31: return ElementType::F6E3M2FN;
        case 32: return ElementType::F8E8M0FNU;
        default: unknown_code("builtin type", code, reader);
    }
}

}  // namespace hlo2c::frontend::bytecode
