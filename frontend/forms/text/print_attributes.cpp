#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "frontend/forms/text/lexer.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/elided.h"
#include "frontend/ir/structures.h"

namespace hlo2c::frontend {
namespace {

bool is_bare_name(std::string_view text) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    if (text.empty() || !is_letter(text.front())) return false;
    for (const char c : text)
        if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '$' && c != '.') return false;
    return true;
}

std::string bits_text(ElementType type, std::uint64_t bits) {
    return fmt::format("0x{:0{}X}", bits, (bit_width(type) + 3) / 4);
}

std::string number_text(const std::string& type, double value) {
    if (std::isfinite(value)) return float_text(value);
    const ElementType element = element_type_from_spelling(type).value_or(ElementType::F64);
    return bits_text(element, encode_float(element, value));
}

std::uint64_t load(std::span<const std::byte> bytes, std::size_t offset, std::size_t width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + offset, width);
    return bits;
}

}  // namespace

void TextPrinter::write_symbol(const std::string& name) {
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = name.find("::@", begin);
        const std::string part = name.substr(begin, end == std::string::npos ? end : end - begin);
        out_ += is_bare_name(part) ? "@" + part : "@\"" + escape(part) + "\"";
        if (end == std::string::npos) return;
        out_ += "::";
        begin = end + 3;
    }
}

void TextPrinter::write_integers(const std::vector<std::int64_t>& values) {
    out_ += fmt::format("[{}]", fmt::join(values, ", "));
}

void TextPrinter::write_dictionary(const std::vector<NamedAttribute>& entries) {
    out_ += '{';
    for (const NamedAttribute& entry : entries) {
        if (&entry != &entries.front()) out_ += ", ";
        out_ += is_bare_name(entry.first) ? entry.first : "\"" + escape(entry.first) + "\"";
        if (entry.second.get_if<UnitAttribute>() != nullptr) continue;
        out_ += " = ";
        write_attribute(entry.second);
    }
    out_ += '}';
}

void TextPrinter::write_struct_body(const StructAttribute& structure) {
    out_ += '<';
    if (structure.fields.empty()) out_ += structure.raw;
    if (structure.name == structures::convolution) out_ += "raw ";
    for (const NamedAttribute& named : structure.fields) {
        if (&named != &structure.fields.front()) out_ += ", ";
        out_ += named.first;
        if (named.second.get_if<UnitAttribute>() != nullptr) continue;
        out_ += " = ";
        const auto* array = named.second.get_if<IntegerArray>();
        const auto* integer = named.second.get_if<IntegerAttribute>();
        if (array != nullptr && array->type == "i64") {
            write_integers(array->values);
        } else if (integer != nullptr && integer->type == "i64") {
            out_ += fmt::format("{}", integer->value);
        } else {
            write_attribute(named.second);
        }
    }
    out_ += '>';
}

void TextPrinter::write_convolution_dimensions(const StructAttribute& dimensions) {
    const auto part = [&](std::string_view prefix, std::string_view first, std::string_view second,
                          char first_letter, char second_letter) {
        const Attribute* spatial_field = dimensions.field(fmt::format("{}_spatial_dimensions", prefix));
        const std::vector<std::int64_t>& spatial = spatial_field->get_if<IntegerArray>()->values;
        const auto position = [&](std::string_view name) {
            return dimensions.field(fmt::format("{}_{}_dimension", prefix, name))
                ->get_if<IntegerAttribute>()
                ->value;
        };
        std::vector<std::string> letters(spatial.size() + 2, "?");
        letters.at(static_cast<std::size_t>(position(first))) = first_letter;
        letters.at(static_cast<std::size_t>(position(second))) = second_letter;
        for (std::size_t i = 0; i < spatial.size(); i++)
            letters.at(static_cast<std::size_t>(spatial[i])) = fmt::format("{}", i);
        return fmt::format("[{}]", fmt::join(letters, ", "));
    };
    out_ += part("input", "batch", "feature", 'b', 'f') + "x";
    out_ += part("kernel", "input_feature", "output_feature", 'i', 'o') + "->";
    out_ += part("output", "batch", "feature", 'b', 'f');
}

void TextPrinter::write_real(ElementType type, std::uint64_t bits) {
    const double value = decode_float(type, bits);
    if (!std::isfinite(value)) {
        out_ += bits_text(type, bits);
        return;
    }
    std::string text = float_text(value);
    if (type == ElementType::F32) {
        std::string shorter = fmt::format("{}", static_cast<float>(value));
        if (shorter.find_first_of(".e") == std::string::npos) shorter += ".0";
        const std::size_t exponent = shorter.find('e');
        if (exponent != std::string::npos && shorter.find('.') == std::string::npos)
            shorter.insert(exponent, ".0");
        if (encode_float(type, std::strtod(shorter.c_str(), nullptr)) == bits) text = shorter;
    }
    out_ += text;
}

void TextPrinter::write_scalar(const Literal& literal, std::int64_t index) {
    const ElementType element = literal.type().element;
    const ElementType part = real_part(element);
    const auto width = static_cast<std::size_t>(byte_width(part));
    const std::span<const std::byte> bytes = literal.element(index);
    if (is_complex(element)) {
        out_ += '(';
        write_real(part, load(bytes, 0, width));
        out_ += ", ";
        write_real(part, load(bytes, width, width));
        out_ += ')';
    } else if (is_float(part)) {
        write_real(part, load(bytes, 0, width));
    } else if (is_boolean(part)) {
        out_ += literal.integer(index) != 0 ? "true" : "false";
    } else if (is_unsigned_integer(part)) {
        out_ += fmt::format("{}", static_cast<std::uint64_t>(literal.integer(index)));
    } else {
        out_ += fmt::format("{}", literal.integer(index));
    }
}

void TextPrinter::write_nested(const Literal& literal, std::size_t dimension, std::int64_t& next) {
    if (dimension == literal.type().shape.size()) return write_scalar(literal, next++);
    out_ += '[';
    for (std::int64_t i = 0; i < literal.type().shape[dimension]; i++) {
        if (i > 0) out_ += ", ";
        write_nested(literal, dimension + 1, next);
    }
    out_ += ']';
}

void TextPrinter::write_elements(const Literal& literal) {
    if (is_elided(literal)) {
        out_ += "dense_resource<__elided__>";
        return;
    }
    out_ += "dense<";
    const std::int64_t count = literal.type().element_count();
    if (literal.is_splat()) {
        write_scalar(literal, 0);
    } else if (count > options_.hexadecimal_above && options_.hexadecimal_above >= 0 &&
               !is_boolean(literal.type().element)) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        const std::span<const std::byte> bytes = literal.bytes();
        std::size_t at = out_.size() + 3;
        out_.resize(out_.size() + 4 + 2 * bytes.size());
        std::memcpy(out_.data() + at - 3, "\"0x", 3);
        for (const std::byte byte : bytes) {
            out_[at++] = digits[std::to_integer<std::size_t>(byte >> 4)];
            out_[at++] = digits[std::to_integer<std::size_t>(byte & std::byte{15})];
        }
        out_[at] = '"';
    } else if (count > 0) {
        std::int64_t next = 0;
        write_nested(literal, 0, next);
    }
    out_ += '>';
}

void TextPrinter::write_literal(const Literal& literal) {
    write_elements(literal);
    out_ += " : ";
    out_ += to_string(literal.type());
}

struct TextPrinter::AttributeWriter {
    TextPrinter& printer;
    std::string& out;

    void operator()(const UnitAttribute&) { out += "unit"; }
    void operator()(bool flag) { out += flag ? "true" : "false"; }
    void operator()(const IntegerAttribute& integer) {
        out += integer.type.starts_with("ui")
                   ? fmt::format("{} : {}", static_cast<std::uint64_t>(integer.value), integer.type)
                   : fmt::format("{} : {}", integer.value, integer.type);
    }
    void operator()(const FloatAttribute& real) {
        out += fmt::format("{} : {}", number_text(real.type, real.value), real.type);
    }
    void operator()(const std::string& text) { out += "\"" + escape(text) + "\""; }
    void operator()(const EnumAttribute& keyword) {
        const std::size_t dot = keyword.enumeration.find('.');
        if (keyword.enumeration.empty()) {
            out += keyword.value;
        } else if (dot == std::string::npos) {
            out += fmt::format("#stablehlo<{} {}>", keyword.enumeration, keyword.value);
        } else {
            out += fmt::format("#{}<{} {}>", keyword.enumeration.substr(0, dot),
                               keyword.enumeration.substr(dot + 1), keyword.value);
        }
    }
    void operator()(const SymbolAttribute& symbol) { printer.write_symbol(symbol.name); }
    void operator()(const IntegerArray& array) {
        out += "array<" + array.type;
        for (std::size_t i = 0; i < array.values.size(); i++) {
            out += i == 0 ? ": " : ", ";
            if (array.type == "i1") {
                out += array.values[i] != 0 ? "true" : "false";
            } else {
                out += fmt::format("{}", array.values[i]);
            }
        }
        out += ">";
    }
    void operator()(const FloatArray& array) {
        out += "array<" + array.type;
        for (std::size_t i = 0; i < array.values.size(); i++)
            out += (i == 0 ? ": " : ", ") + number_text(array.type, array.values[i]);
        out += ">";
    }
    void operator()(const Literal& literal) { printer.write_literal(literal); }
    void operator()(const Type& type) { printer.write_type(type); }
    void operator()(const ArrayAttribute& array) {
        out += "[";
        for (const Attribute& element : array.elements) {
            if (&element != &array.elements.front()) out += ", ";
            printer.write_attribute(element);
        }
        out += "]";
    }
    void operator()(const DictionaryAttribute& dictionary) { printer.write_dictionary(dictionary.entries); }
    void operator()(const StructAttribute& structure) {
        if (structure.name == "function") {
            write_function_type(structure);
            return;
        }
        if (structure.name == structures::sub_axis_info && structure.fields.size() == 2) {
            const auto number = [&](std::size_t i) {
                return structure.fields[i].second.get_if<IntegerAttribute>()->value;
            };
            out += fmt::format("({}){}", number(0), number(1));
            return;
        }
        if (structure.name == structures::complex_number && structure.fields.size() == 2) {
            const auto& real = *structure.fields[0].second.get_if<FloatAttribute>();
            const auto& imag = *structure.fields[1].second.get_if<FloatAttribute>();
            out += fmt::format("#complex.number<:{} {}, {}> : complex<{}>", real.type,
                               number_text(real.type, real.value), number_text(imag.type, imag.value),
                               real.type);
            return;
        }
        out += "#" + structure.name;
        printer.write_struct_body(structure);
    }
    void write_function_type(const StructAttribute& structure) {
        std::string_view separator = "(";
        for (const NamedAttribute& side : structure.fields) {
            out += separator;
            separator = ") -> (";
            std::string_view comma;
            for (const Attribute& type : side.second.get_if<ArrayAttribute>()->elements) {
                out += comma;
                comma = ", ";
                printer.write_attribute(type);
            }
        }
        out += ")";
    }
};

void TextPrinter::write_attribute(const Attribute& attribute) {
    std::visit(AttributeWriter{*this, out_}, attribute.value);
}

void TextPrinter::write_location(LocationId id) {
    if (!options_.locations || id == unknown_location) return;
    out_ += fmt::format(" loc(#loc{})", id);
}

void TextPrinter::write_location_body(LocationId id) {
    const auto child = [](LocationId inner) {
        return inner == unknown_location ? std::string("unknown") : fmt::format("#loc{}", inner);
    };
    const Location& location = program_.locations[id];
    switch (location.kind) {
        case Location::Kind::Unknown: out_ += "unknown"; return;
        case Location::Kind::File: return write_file_location(location);
        case Location::Kind::Name:
            out_ += "\"" + escape(location.text) + "\"";
            if (!location.children.empty()) out_ += "(" + child(location.children[0]) + ")";
            return;
        case Location::Kind::CallSite:
            out_ +=
                fmt::format("callsite({} at {})", child(location.children[0]), child(location.children[1]));
            return;
        case Location::Kind::Fused: {
            out_ += "fused" + location.text + "[";
            for (std::size_t i = 0; i < location.children.size(); i++)
                out_ += (i > 0 ? ", " : "") + child(location.children[i]);
            out_ += "]";
            return;
        }
    }
}

void TextPrinter::write_file_location(const Location& location) {
    out_ += fmt::format("\"{}\":{}:{}", escape(location.text), location.line, location.column);
    if (location.end_line == 0 && location.end_column == 0) return;
    out_ += " to ";
    if (location.end_line != location.line) out_ += fmt::format("{}", location.end_line);
    out_ += fmt::format(":{}", location.end_column);
}

void TextPrinter::write_aliases() {
    for (LocationId id = 1; id < program_.locations.locations.size(); id++) {
        out_ += fmt::format("#loc{} = loc(", id);
        write_location_body(id);
        out_ += ")\n";
    }
}

}  // namespace hlo2c::frontend
