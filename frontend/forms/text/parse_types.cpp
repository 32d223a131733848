#include <fmt/format.h>

#include <charconv>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend {
namespace {

/// The storage types of quantized elements: i2..i32 and u2..u32.
std::optional<ElementType> storage_type(std::string_view word) {
    if (!word.empty() && word.front() == 'u' && word.substr(0, 2) != "ui")
        return element_type_from_spelling("ui" + std::string(word.substr(1)));
    return element_type_from_spelling(word);
}

/// The smallest positive and the largest finite value of f16, bf16 and f32; those of f64 for all other types.
std::pair<double, double> range_of(ElementType type) {
    switch (type) {
        case ElementType::F16: return {0x1p-24, 65504.0};
        case ElementType::BF16: return {0x1p-133, 0x1.fep127};
        case ElementType::F32: return {0x1p-149, 0x1.fffffep127};
        default: return {0x1p-1074, 0x1.fffffffffffffp1023};
    }
}

/// Whether the token is an MLIR number type such as i10, si8, ui4, index or f32. By itself, none of them is
/// the type of a StableHLO value.
bool at_number_type(const Token& token) {
    if (token.kind != TokenKind::Word) return false;
    if (element_type_from_spelling(token.text)) return true;
    const std::size_t digits = token.text.find_first_of("0123456789");
    const std::string_view prefix = token.text.substr(0, digits);
    return digits != std::string_view::npos &&
           (prefix == "i" || prefix == "si" || prefix == "ui" || prefix == "f") &&
           token.text.find_first_not_of("0123456789", digits) == std::string_view::npos;
}

/// The text with each run of blanks and line breaks replaced by one blank.
std::string with_single_blanks(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) result += c;
        if (blank && !result.empty() && result.back() != ' ') result += ' ';
    }
    return result;
}

}  // namespace

bool TextParser::at_type() const {
    if (token_.kind == TokenKind::Exclamation) return true;
    return at_word("tensor") || at_word("tuple") || at_word("token") || at_word("memref") || at_word("none");
}

Type TextParser::parse_foreign_type(Token start) {
    lexer_.seek(start, start.end);
    token_ = lexer_.next();
    std::size_t end = start.end;
    if (at('<')) {
        end = token_.begin + lexer_.balanced(token_).size();
        token_ = lexer_.next();
    }
    return ForeignType{with_single_blanks(lexer_.source().substr(start.begin, end - start.begin))};
}

Type TextParser::parse_type() {
    const DepthGuard guard(*this);
    if (token_.kind == TokenKind::Exclamation) return parse_exclamation_type();
    if (at_word("tensor")) return parse_tensor_type();
    if (accept_word("token")) return TokenType{};
    if (accept_word("tuple")) {
        TupleType tuple;
        expect('<', "after 'tuple'");
        if (!at('>')) tuple.elements = parse_bare_type_list();
        expect('>', "after the types of a tuple");
        return tuple;
    }
    if (at_word("memref") || at_word("vector") || at_word("complex") || at_word("none") ||
        at_number_type(token_))
        return parse_foreign_type(token_);
    unexpected("a type");
}

Type TextParser::parse_exclamation_type() {
    const Token name = take();
    if (name.text == "stablehlo.token" || name.text == "mhlo.token") return TokenType{};
    if (name.text == "stablehlo.future") {
        FutureType future;
        expect('<', "after '!stablehlo.future'");
        if (!at('>')) future.elements = parse_bare_type_list();
        for (const Type& element : future.elements)
            if (std::holds_alternative<ForeignType>(element.value))
                lexer_.fail_at(read_error::type, name,
                               fmt::format("a future of {}, which is not a tensor", to_string(element)),
                               "Write !stablehlo.future<tensor<...>>.");
        expect('>', "after the types of a future");
        return future;
    }
    if (const auto alias = type_aliases_.find(name.text); alias != type_aliases_.end())
        return expand(alias->second, name);
    if (name.text.find('.') == std::string_view::npos)
        lexer_.fail_at(read_error::undefined_name, name,
                       fmt::format("the type alias '!{}' is not defined", name.text),
                       "Define it before its first use: !name = type.");
    unsupported(read_error::type, lexer_.place(name),
                fmt::format("the type '!{}' is not supported", name.text),
                "Export the program with tensors, tuples, tokens and futures only.");
}

Type TextParser::parse_tensor_type() {
    const Token start = take();
    if (!at('<')) unexpected("'<' after 'tensor'");
    // The lexer does not split sizes like 2x0xf32, so they are read character by character.
    const std::string_view text = lexer_.source();
    std::size_t position = token_.end;
    TensorType type;
    while (position < text.size()) {
        const char c = text[position];
        if (c == ' ') {
            position++;
        } else if (c == '?' || c == '*') {
            if (c == '*') return parse_foreign_type(start);
            type.shape.push_back(dynamic_size);
            position++;
        } else if (c >= '0' && c <= '9') {
            std::int64_t size = 0;
            const auto [end, error] =
                std::from_chars(text.data() + position, text.data() + text.size(), size);
            if (error != std::errc())
                lexer_.fail_at(read_error::type, start, "a size of this tensor type is too large",
                               "Sizes are less than 2^63.");
            type.shape.push_back(size);
            position = static_cast<std::size_t>(end - text.data());
        } else {
            break;
        }
        if (c == ' ') continue;
        if (position >= text.size() || text[position] != 'x')
            lexer_.fail_at(position >= text.size() ? read_error::unfinished : read_error::syntax, start,
                           "'x' was expected after a size of this tensor type",
                           "Write sizes and element type with x between them: tensor<2x3xf32>.");
        position++;
    }
    lexer_.seek(token_, position);
    token_ = lexer_.next();
    if (at_foreign_element()) return parse_foreign_type(start);
    if (token_.kind == TokenKind::Exclamation && token_.text == "quant.uniform") {
        type.quantization.push_back(parse_quantization());
        type.element = type.quantization.front().storage;
    } else {
        type.element = parse_element_type();
    }
    if (accept(',')) parse_encoding(type);
    expect('>', "at the end of a tensor type");
    if (!is_possible_shape(type.shape, type.bounds))
        lexer_.fail_at(read_error::type, start, "this tensor type has too many elements",
                       "A tensor may have at most 2^56 elements.");
    return type;
}

/// Whether the tensor's element type is one that StableHLO does not support: a number type like i10,
/// `quant.any`, or a uniform quantized type with signed storage like si8.
bool TextParser::at_foreign_element() const {
    if (token_.kind == TokenKind::Exclamation) {
        const std::string_view rest = lexer_.source().substr(token_.end, 4);
        return token_.text == "quant.any" || (token_.text == "quant.uniform" && rest.substr(0, 3) == "<si");
    }
    return at_number_type(token_) && !element_type_from_spelling(token_.text);
}

ElementType TextParser::parse_element_type() {
    if (accept_word("complex")) {
        expect('<', "after 'complex'");
        const Token part = token_;
        const ElementType type = parse_element_type();
        expect('>', "after the part type of complex");
        if (type == ElementType::F32) return ElementType::C64;
        if (type == ElementType::F64) return ElementType::C128;
        lexer_.fail_at(read_error::type, part,
                       fmt::format("complex of '{}' is not an element type", part.text),
                       "The parts of complex are f32 or f64.");
    }
    if (token_.kind == TokenKind::Exclamation)
        unsupported(read_error::type, lexer_.place(token_),
                    fmt::format("the element type '!{}' is not supported", token_.text),
                    "Use a plain or a uniformly quantized element type.");
    const std::optional<ElementType> type =
        token_.kind == TokenKind::Word ? element_type_from_spelling(token_.text) : std::nullopt;
    if (!type) unexpected("an element type like f32, i8, ui32 or bf16");
    take();
    return *type;
}

double TextParser::parse_float_number(std::string_view where) {
    const bool negative = accept('-');
    if (token_.kind != TokenKind::Float && token_.kind != TokenKind::Integer)
        unexpected(fmt::format("a number {}", where));
    const Token number = take();
    double value = 0;
    const auto [end, error] =
        std::from_chars(number.text.data(), number.text.data() + number.text.size(), value);
    if (error == std::errc::invalid_argument || end != number.text.data() + number.text.size())
        lexer_.fail_at(read_error::literal, number, "this is not a decimal number", "Write it as 1.0e-5.");
    if (error == std::errc::result_out_of_range)  // like strtod: underflow gives 0, overflow infinity
        value = std::strtod(std::string(number.text).c_str(), nullptr);
    return negative ? -value : value;
}

Quantization TextParser::parse_quantization() {
    const Token start = take();
    const auto refuse = [&](std::string_view what) {
        lexer_.fail_at(read_error::type, start, std::string(what),
                       "A quantized element is !quant.uniform<i8:f32, scale:zero_point>.");
    };
    Quantization quantization;
    expect('<', "after '!quant.uniform'");
    const std::optional<ElementType> storage =
        token_.kind == TokenKind::Word ? storage_type(token_.text) : std::nullopt;
    if (!storage || !is_integer(*storage)) unexpected("the storage type of a quantized element, like i8");
    take();
    quantization.storage = *storage;
    const int bits = bit_width(*storage);
    if (bits > 32) refuse("the storage type of a quantized element has more than 32 bits");
    const bool is_unsigned = is_unsigned_integer(*storage);
    quantization.storage_minimum = is_unsigned ? 0 : -(std::int64_t{1} << (bits - 1));
    quantization.storage_maximum = (std::int64_t{1} << (is_unsigned ? bits : bits - 1)) - 1;
    if (accept('<')) {
        const std::int64_t least = parse_integer("as the least storage value");
        expect(':', "between the storage limits");
        const std::int64_t most = parse_integer("as the largest storage value");
        expect('>', "after the storage limits");
        if (least < quantization.storage_minimum || most > quantization.storage_maximum || least >= most)
            refuse("the storage limits do not fit the storage type");
        quantization.storage_minimum = least;
        quantization.storage_maximum = most;
    }
    expect(':', "after the storage type");
    quantization.expressed = parse_element_type();
    if (!is_float(quantization.expressed))
        refuse("the expressed type of a quantized element is not a float type");
    if (accept(':')) {
        if (at('{'))
            unsupported(read_error::type, lexer_.place(token_), "quantization by blocks is not supported",
                        "Quantize per tensor or per axis.");
        const std::int64_t axis = parse_integer("as the quantization axis");
        if (axis < 0 || axis > 1000) refuse("the quantization axis is out of range");
        quantization.axis = static_cast<int>(axis);
    }
    expect(',', "before the scales");
    const bool braced = accept('{');
    const auto [smallest, largest] = range_of(quantization.expressed);
    do {
        const double scale = parse_float_number("as a scale");
        if (!(scale > 0) || scale > 1.7976931348623157e308)
            refuse("a quantization scale is not positive and finite");
        if (scale < smallest || scale > largest)
            refuse(fmt::format("the scale {} is out of the range of {}", scale,
                               spelling(quantization.expressed)));
        quantization.scales.push_back(scale);
        const std::int64_t zero_point = accept(':') ? parse_integer("as a zero point") : 0;
        quantization.zero_points.push_back(zero_point);
    } while (braced && accept(','));
    if (braced) expect('}', "after the scales");
    if (braced != (quantization.axis >= 0)) refuse("scales in braces belong to an axis");
    expect('>', "at the end of a quantized element type");
    return quantization;
}

/// Parses what follows the comma of a tensor type: bounds, or any other encoding, which is kept as text.
void TextParser::parse_encoding(TensorType& type) {
    const std::string_view name = token_.text;
    const bool bounds =
        name == "stablehlo.bounds" || name == "stablehlo.type_extensions" || name == "mhlo.type_extensions";
    if (token_.kind == TokenKind::Hash && bounds) {
        type.bounds = parse_bounds(type.shape);
        return;
    }
    const std::size_t begin = token_.begin;
    std::size_t end = token_.end;
    if (token_.kind == TokenKind::Hash && attribute_aliases_.count(name) == 0) {
        take();
        end = token_.begin + take_balanced().size();
        type.encoding = with_single_blanks(lexer_.source().substr(begin, end - begin));
        return;
    }
    if (token_.kind != TokenKind::Hash && token_.kind != TokenKind::Integer &&
        token_.kind != TokenKind::String && !at('{'))
        unexpected("an encoding like #stablehlo.bounds<...>");
    const Attribute value = parse_attribute();
    const auto* structure = value.get_if<StructAttribute>();
    type.encoding = structure != nullptr && structure->fields.empty()
                        ? fmt::format("#{}<{}>", structure->name, with_single_blanks(structure->raw))
                        : std::string(lexer_.source().substr(begin, end - begin));
}

std::vector<std::int64_t> TextParser::parse_bounds(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> bounds;
    const Token start = token_;
    const auto bound = [&] {
        if (accept('?')) return dynamic_size;
        const Token number = token_;
        const std::int64_t value = parse_integer("as a bound");
        if (value == -1 && start.text != "stablehlo.bounds") return dynamic_size;  // older spelling: no bound
        if (value < 0)
            lexer_.fail_at(read_error::type, number, fmt::format("the bound {} is negative", value),
                           "A bound is the largest size that a dimension may have.");
        return value;
    };
    const auto list = [&](char close) {
        while (!at(close)) {
            bounds.push_back(bound());
            if (!accept(',')) break;
        }
    };
    take();
    expect('<', "after the name of the encoding");
    if (start.text == "stablehlo.bounds") {
        list('>');
    } else {
        expect_all("bounds = [", "in the type extensions");
        list(']');
        expect(']', "after the bounds");
    }
    expect('>', "after the bounds");
    if (bounds.size() != shape.size())
        lexer_.fail_at(read_error::type, start, "there must be one bound, or ?, per dimension",
                       "Check the rank.");
    for (std::size_t d = 0; d < shape.size(); d++)
        if (shape[d] != dynamic_size && bounds[d] != dynamic_size)
            lexer_.fail_at(
                read_error::type, start,
                fmt::format("dimension {} has the size {} and the bound {}", d, shape[d], bounds[d]),
                "Only a size that is written as ? has a bound.");
    return bounds;
}

std::vector<Type> TextParser::parse_bare_type_list() {
    std::vector<Type> types;
    do types.push_back(parse_type());
    while (accept(','));
    return types;
}

std::vector<Type> TextParser::parse_type_list() {
    std::vector<Type> types;
    expect('(', "before a list of types");
    if (!at(')')) types = parse_bare_type_list();
    expect(')', "after a list of types");
    return types;
}

std::vector<Type> TextParser::parse_result_types() {
    if (at('(')) return parse_type_list();
    return {parse_type()};
}

Signature TextParser::parse_signature() {
    Signature signature;
    expect(':', "before the types of an op");
    signature.functional = at('(');
    signature.operands = signature.functional ? parse_type_list() : parse_bare_type_list();
    if (signature.functional) {
        expect_arrow("between the types of operands and results");
        signature.has_results = true;
    } else {
        signature.has_results = accept_arrow();
    }
    if (signature.has_results) signature.results = parse_result_types();
    return signature;
}

}  // namespace hlo2c::frontend
