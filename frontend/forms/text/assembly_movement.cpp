#include <fmt/format.h>

#include <charconv>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/assembly.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

bool is_i64_array(const Op& op, std::string_view name) {
    const Attribute* attribute = op.attribute(name);
    const auto* array = attribute != nullptr ? attribute->get_if<IntegerArray>() : nullptr;
    return array != nullptr && array->type == "i64";
}

// slice: %0 [0:1, 2:8:2]
void parse_ranges(TextParser& parser, Op& op, const Token&) {
    IntegerArray starts, limits, strides;
    parser.expect('[', "before the ranges of a slice");
    while (!parser.at(']')) {
        starts.values.push_back(parser.parse_integer("as the start of a range"));
        parser.expect(':', "between start and limit of a range");
        limits.values.push_back(parser.parse_integer("as the limit of a range"));
        strides.values.push_back(parser.accept(':') ? parser.parse_integer("as the stride of a range") : 1);
        if (!parser.accept(',')) break;
    }
    parser.expect(']', "after the ranges of a slice");
    op.set_attribute(attr::start_indices, std::move(starts));
    op.set_attribute(attr::limit_indices, std::move(limits));
    op.set_attribute(attr::strides, std::move(strides));
}

void print_ranges(TextPrinter& printer, const Op& op) {
    const std::vector<std::int64_t> starts = op[attr::start_indices], limits = op[attr::limit_indices],
                                    strides = op[attr::strides];
    printer.write(" [");
    for (std::size_t i = 0; i < starts.size(); i++) {
        printer.write(fmt::format("{}{}:{}", i > 0 ? ", " : "", starts[i], limits[i]));
        if (strides[i] != 1) printer.write(fmt::format(":{}", strides[i]));
    }
    printer.write("]");
}

bool fits_ranges(const Op& op, const Function&) {
    if (!is_i64_array(op, "start_indices") || !is_i64_array(op, "limit_indices") ||
        !is_i64_array(op, "strides"))
        return false;
    const std::size_t rank = op[attr::start_indices].size();
    return op[attr::limit_indices].size() == rank && op[attr::strides].size() == rank;
}

// reduce_precision: format = e5m10
void parse_precision_format(TextParser& parser, Op& op, const Token&) {
    parser.expect_all(", format =", "in reduce_precision");
    const Token format = parser.token();
    const std::string_view text = format.text;
    const std::size_t m = text.find('m');
    std::int64_t exponent = 0, mantissa = 0;
    bool good = format.kind == TokenKind::Word && text.front() == 'e' && m != std::string_view::npos;
    if (good) {
        const char* middle = text.data() + m;
        const char* end = text.data() + text.size();
        const auto first = std::from_chars(text.data() + 1, middle, exponent);
        const auto second = std::from_chars(middle + 1, end, mantissa);
        good =
            first.ec == std::errc() && first.ptr == middle && second.ec == std::errc() && second.ptr == end;
    }
    if (!good || exponent > INT32_MAX || mantissa > INT32_MAX) parser.unexpected("a format like e5m10");
    parser.take();
    op.set(attr::exponent_bits, exponent);
    op.set(attr::mantissa_bits, mantissa);
}

void print_precision_format(TextPrinter& printer, const Op& op) {
    printer.write(fmt::format(", format = e{}m{}", op[attr::exponent_bits], op[attr::mantissa_bits]));
}

bool fits_precision_format(const Op& op, const Function&) {
    const auto is_count = [&](std::string_view name) {
        const Attribute* attribute = op.attribute(name);
        const auto* integer = attribute != nullptr ? attribute->get_if<IntegerAttribute>() : nullptr;
        return integer != nullptr && integer->type == "i32" && integer->value >= 0;
    };
    return is_count("exponent_bits") && is_count("mantissa_bits");
}

// constant: dense<...> : type, or () {value = dense<...> : type} : () -> type if the two types differ
void parse_constant(TextParser& parser, Op& op, const Token& at) {
    if (parser.at('(')) return parser.parse_generic_tail(op, at);
    op.attributes = parser.parse_optional_dictionary();
    const Token start = parser.token();
    Attribute value = parser.parse_attribute();
    const auto* literal = value.get_if<Literal>();
    if (literal == nullptr)
        parser.lexer().fail_at(read_error::literal, start, "the value of a constant is dense<...> : type",
                               "Write the constant's data with its tensor type.");
    parser.set_result_types({literal->type()});
    op.set_attribute(attr::value, std::move(value));
}

void print_constant(TextPrinter& printer, const Op& op) {
    std::vector<NamedAttribute> others = op.attributes;
    std::erase_if(others, [](const NamedAttribute& named) { return named.first == attr::value.name; });
    if (!others.empty()) {
        printer.write_dictionary(others);
        printer.write(" ");
    }
    printer.write_attribute(*op.attribute(attr::value));
}

bool fits_constant(const Op& op, const Function& function) {
    const Attribute* value = op.attribute(attr::value);
    const auto* literal = value != nullptr ? value->get_if<Literal>() : nullptr;
    return literal != nullptr && op.results.size() == 1 &&
           function.type(op.results[0]) == Type(literal->type());
}

}  // namespace

constinit const SpecialPiece slice_ranges_piece = {
    parse_ranges, print_ranges, fits_ranges, {"start_indices", "limit_indices", "strides"}};

constinit const SpecialPiece precision_format_piece = {parse_precision_format,
                                                       print_precision_format,
                                                       fits_precision_format,
                                                       {"exponent_bits", "mantissa_bits"}};

constinit const SpecialPiece constant_piece = {parse_constant, print_constant, fits_constant, {"value"}};

}  // namespace hlo2c::frontend
