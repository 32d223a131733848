#include <fmt/format.h>

#include <array>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/assembly.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/attribute_rules.h"

namespace hlo2c::frontend {
namespace {

using Numbers = std::vector<std::int64_t>;

const StructAttribute* structure_of(const Op& op, std::string_view name, std::string_view kind) {
    const Attribute* attribute = op.attribute(name);
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    return structure != nullptr && structure->name == kind && structure->raw.empty() ? structure : nullptr;
}

// dot_general: batching_dims = [0] x [0], contracting_dims = [2] x [1]. Fields are in the order of the
// specification and omitted if empty, as in #stablehlo.dot<...>.
constexpr std::array<std::string_view, 4> dot_fields = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                                                        "lhs_contracting_dimensions",
                                                        "rhs_contracting_dimensions"};

void parse_dot_dimensions(TextParser& parser, Op& op, const Token&) {
    StructAttribute dot{structures::dot, {}, {}};
    const auto pair = [&](std::string_view left, std::string_view right) {
        Numbers lhs = parser.parse_integer_list("before a list of dimensions");
        parser.expect_word("x", "between the dimensions of the two operands");
        Numbers rhs = parser.parse_integer_list("before a list of dimensions");
        if (!lhs.empty()) dot.fields.emplace_back(left, IntegerArray{std::move(lhs)});
        if (!rhs.empty()) dot.fields.emplace_back(right, IntegerArray{std::move(rhs)});
    };
    if (parser.accept_all(", batching_dims =")) pair(dot_fields[0], dot_fields[1]);
    if (!parser.accept_all(", contracting_dims =")) parser.unexpected("the contracting_dims of dot_general");
    pair(dot_fields[2], dot_fields[3]);
    op.set_attribute(attr::dot_dimension_numbers, std::move(dot));
}

void print_dot_dimensions(TextPrinter& printer, const Op& op) {
    const DotDimensions dimensions = op[attr::dot_dimension_numbers];
    const auto pair = [&](std::string_view text, const Numbers& lhs, const Numbers& rhs) {
        printer.write(text);
        printer.write_integers(lhs);
        printer.write(" x ");
        printer.write_integers(rhs);
    };
    if (!dimensions.lhs_batching.empty() || !dimensions.rhs_batching.empty())
        pair(", batching_dims = ", dimensions.lhs_batching, dimensions.rhs_batching);
    pair(", contracting_dims = ", dimensions.lhs_contracting, dimensions.rhs_contracting);
}

bool fits_dot_dimensions(const Op& op, const Function&) {
    const StructAttribute* dot = structure_of(op, "dot_dimension_numbers", structures::dot);
    if (dot == nullptr) return false;
    std::size_t next = 0;
    for (const NamedAttribute& named : dot->fields) {
        while (next < dot_fields.size() && dot_fields[next] != named.first) next++;
        const auto* array = named.second.get_if<IntegerArray>();
        if (next == dot_fields.size() || array == nullptr || array->values.empty()) return false;
    }
    return true;
}

void parse_dot_algorithm(TextParser& parser, Op& op, const Token&) {
    if (!parser.accept_all(", algorithm =")) return;
    const Token start = parser.token();
    if (start.kind == TokenKind::Hash) return op.set_attribute(attr::algorithm, parser.parse_attribute());
    parser.expect('<', "before the fields of the algorithm");
    op.set_attribute(attr::algorithm, parser.parse_structure(structures::dot_algorithm, start));
}

void print_dot_algorithm(TextPrinter& printer, const Op& op) {
    const StructAttribute* algorithm = structure_of(op, "algorithm", structures::dot_algorithm);
    if (algorithm == nullptr) return;
    printer.write(", algorithm = ");
    printer.write_struct_body(*algorithm);
}

bool fits_dot_algorithm(const Op& op, const Function&) {
    return !op.has(attr::algorithm) || structure_of(op, "algorithm", structures::dot_algorithm) != nullptr;
}

// convolution: dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[0, 0]], ...}
struct WindowField {
    std::string_view keyword, attribute, type;
};
constexpr std::array<WindowField, 5> window_fields = {{{"stride", "window_strides", "i64"},
                                                       {"pad", "padding", ""},
                                                       {"lhs_dilate", "lhs_dilation", "i64"},
                                                       {"rhs_dilate", "rhs_dilation", "i64"},
                                                       {"reverse", "window_reversal", "i1"}}};

Literal parse_padding(TextParser& parser) {
    Numbers pairs;
    parser.expect('[', "before the padding");
    while (!parser.at(']')) {
        const Token start = parser.token();
        const Numbers pair = parser.parse_integer_list("in the padding");
        if (pair.size() != 2)
            parser.lexer().fail_at(read_error::count, start,
                                   "padding does not have two numbers per spatial dimension",
                                   "Write [[low, high], ...].");
        pairs.insert(pairs.end(), pair.begin(), pair.end());
        if (!parser.accept(',')) break;
    }
    parser.expect(']', "after the padding");
    const auto rank = static_cast<std::int64_t>(pairs.size() / 2);
    std::vector<std::byte> bytes(pairs.size() * sizeof(std::int64_t));
    if (!pairs.empty()) std::memcpy(bytes.data(), pairs.data(), bytes.size());
    return Literal(TensorType{{rank, 2}, ElementType::I64, {}, {}}, std::move(bytes));
}

void parse_convolution(TextParser& parser, Op& op, const Token&) {
    parser.expect_all("dim_numbers =", "in a convolution");
    op.set_attribute(attr::convolution_dimension_numbers, parser.parse_convolution_dimensions());
    parser.expect_all(", window = {", "in a convolution");
    while (!parser.at('}')) {
        const Token name = parser.take();
        const WindowField* found = nullptr;
        for (const WindowField& candidate : window_fields)
            if (candidate.keyword == name.text) found = &candidate;
        if (found == nullptr || op.has(found->attribute))
            parser.lexer().fail_at(read_error::syntax, name,
                                   "a field of the window is unknown or given twice",
                                   "The fields are stride, pad, lhs_dilate, rhs_dilate and reverse.");
        parser.expect('=', "after the name of a window's field");
        if (found->type.empty()) {
            op.set_attribute(found->attribute, parse_padding(parser));
        } else {
            op.set_attribute(found->attribute, IntegerArray{parser.parse_integer_list("in a window's field"),
                                                            std::string(found->type)});
        }
        if (!parser.accept(',')) break;
    }
    parser.expect('}', "after the fields of a window");
}

void print_convolution(TextPrinter& printer, const Op& op) {
    printer.write(" dim_numbers = ");
    printer.write_convolution_dimensions(
        *op.attribute(attr::convolution_dimension_numbers)->get_if<StructAttribute>());
    printer.write(", window = {");
    std::string_view separator;
    for (const WindowField& window_field : window_fields) {
        if (!op.has(window_field.attribute)) continue;
        printer.write(separator);
        separator = ", ";
        printer.write(fmt::format("{} = [", window_field.keyword));
        const Numbers values =
            read_attribute<Numbers>(*op.attribute(window_field.attribute), window_field.attribute);
        for (std::size_t i = 0; i < values.size(); i++) {
            if (window_field.type.empty()) {
                if (i % 2 == 0) printer.write(i == 0 ? "[" : "], [");
                printer.write(fmt::format("{}{}", i % 2 == 0 ? "" : ", ", values[i]));
                continue;
            }
            if (i > 0) printer.write(", ");
            printer.write(window_field.type == "i1" ? (values[i] != 0 ? "true" : "false")
                                                    : fmt::format("{}", values[i]));
        }
        printer.write(window_field.type.empty() && !values.empty() ? "]]" : "]");
    }
    printer.write("}");
}

bool fits_convolution(const Op& op, const Function&) {
    const StructAttribute* dimensions = structure_of(op, "dimension_numbers", structures::convolution);
    if (dimensions == nullptr || dimensions->fields.size() != 9) return false;
    for (const WindowField& window_field : window_fields) {
        const Attribute* attribute = op.attribute(window_field.attribute);
        if (attribute == nullptr) continue;
        if (window_field.type.empty()) {
            const auto* literal = attribute->get_if<Literal>();
            if (literal == nullptr || literal->type().element != ElementType::I64 ||
                literal->type().rank() != 2 || literal->type().shape[1] != 2)
                return false;
        } else {
            const auto* array = attribute->get_if<IntegerArray>();
            if (array == nullptr || array->type != window_field.type) return false;
        }
    }
    return dimensions->field("input_batch_dimension") != nullptr;
}

}  // namespace

constinit const SpecialPiece dot_dimensions_piece = {
    parse_dot_dimensions, print_dot_dimensions, fits_dot_dimensions, {"dot_dimension_numbers"}};

constinit const SpecialPiece dot_algorithm_piece = {
    parse_dot_algorithm, print_dot_algorithm, fits_dot_algorithm, {"algorithm"}};

constinit const SpecialPiece convolution_piece = {
    parse_convolution,
    print_convolution,
    fits_convolution,
    {"dimension_numbers", "window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"}};

}  // namespace hlo2c::frontend
