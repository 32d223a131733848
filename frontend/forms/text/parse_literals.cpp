#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/elided.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view elided_remedy =
    "The constant's data was omitted when the program was printed. Export it again without "
    "'--mlir-elide-elementsattrs-if-larger' or 'large_elements_limit'.";

constexpr std::uint8_t no_digit = 0xFF;

constexpr std::array<std::uint8_t, 256> make_digits() {
    std::array<std::uint8_t, 256> digits{};
    digits.fill(no_digit);
    for (int i = 0; i < 10; i++) digits[static_cast<std::size_t>('0' + i)] = static_cast<std::uint8_t>(i);
    for (int i = 0; i < 6; i++) {
        digits[static_cast<std::size_t>('a' + i)] = static_cast<std::uint8_t>(10 + i);
        digits[static_cast<std::size_t>('A' + i)] = static_cast<std::uint8_t>(10 + i);
    }
    return digits;
}
constexpr auto hexadecimal_digits = make_digits();

bool is_hexadecimal_text(std::string_view text) {
    return text.size() > 2 && text[0] == '0' && text[1] == 'x';
}

void store(std::vector<std::byte>& bytes, std::size_t at, std::uint64_t bits, std::size_t width) {
    std::memcpy(bytes.data() + at, &bits, width);
}

}  // namespace

TextParser::WrittenScalar TextParser::parse_signed_scalar() {
    WrittenScalar scalar;
    scalar.negative = accept('-');
    const bool truth = at_word("true") || at_word("false");
    if (!truth && token_.kind != TokenKind::Integer && token_.kind != TokenKind::Float)
        unexpected("a number, true or false as an element of a constant");
    scalar.token = take();
    return scalar;
}

void TextParser::parse_scalar(WrittenElements& into) {
    if (!accept('(')) {
        into.scalars.push_back(parse_signed_scalar());
        return;
    }
    into.pairs = true;
    into.scalars.push_back(parse_signed_scalar());
    expect(',', "between the parts of a complex number");
    into.scalars.push_back(parse_signed_scalar());
    expect(')', "after the parts of a complex number");
}

void TextParser::parse_elements(WrittenElements& into, std::size_t depth, const Token& open) {
    if (!accept('[')) {
        if (depth != into.shape.size() && !into.scalars.empty())
            fail_here(read_error::literal,
                      "a list was expected here: the lists of the constant differ in depth",
                      "Every row of a constant has the same shape.");
        parse_scalar(into);
        return;
    }
    const DepthGuard guard(*this);
    const bool first = into.scalars.empty() && into.shape.size() == depth;
    if (first) into.shape.resize(depth + 1, -1);
    if (depth >= into.shape.size())
        lexer_.fail_at(read_error::literal, open, "the lists of the constant differ in depth",
                       "Every row of a constant has the same shape.");
    std::int64_t count = 0;
    while (!at(']')) {
        parse_elements(into, depth + 1, open);
        count++;
        if (!accept(',')) break;
        if (at(']')) unexpected("an element of a constant");
    }
    const Token close = token_;
    expect(']', "at the end of a list of elements");
    std::int64_t& size = into.shape[depth];
    if (size < 0) size = count;
    if (size != count)
        lexer_.fail_at(
            read_error::literal, close,
            fmt::format("this row of the constant has {} entries, but {} were expected", count, size),
            "Every row of a constant has the same shape.");
}

std::vector<std::byte> TextParser::bytes_of_hexadecimal(std::string_view text, const Token& at) const {
    if (!is_hexadecimal_text(text) && text != "0x")
        lexer_.fail_at(read_error::literal, at, "the data of a constant in quotes begins with 0x",
                       "Export the program again.");
    text.remove_prefix(2);
    if (text.size() % 2 != 0)
        lexer_.fail_at(read_error::literal, at, "the constant's data has an odd number of hexadecimal digits",
                       "The file is damaged: export it again.");
    std::vector<std::byte> bytes(text.size() / 2);
    const auto* from = reinterpret_cast<const unsigned char*>(text.data());
    unsigned bad = 0;
    for (std::size_t i = 0; i < bytes.size(); i++) {
        const unsigned high = hexadecimal_digits[from[2 * i]], low = hexadecimal_digits[from[2 * i + 1]];
        bad |= high | low;
        bytes[i] = static_cast<std::byte>(high << 4 | low);
    }
    if (bad > 15)
        lexer_.fail_at(read_error::literal, at,
                       "the constant's data has a character that is not a hexadecimal digit",
                       "The file is damaged: export it again.");
    return bytes;
}

std::uint64_t TextParser::scalar_bits(ElementType type, const WrittenScalar& scalar) const {
    const Token& token = scalar.token;
    const auto refuse = [&](std::string message) {
        lexer_.fail_at(read_error::literal, token, std::move(message),
                       fmt::format("Write an element that fits {}.", spelling(type)));
    };
    if (token.kind == TokenKind::Word) {
        if (!is_boolean(type))
            refuse(fmt::format("'{}' is not an element of a constant of {}", token.text, spelling(type)));
        return token.text == "true";
    }
    const char* begin = token.text.data();
    const char* end = begin + token.text.size();
    if (is_float(type) && !(token.kind == TokenKind::Integer && is_hexadecimal_text(token.text))) {
        double value = 0;
        if (token.kind == TokenKind::Integer)
            refuse(fmt::format("'{}' is an integer: a constant of {} has elements like {}.0", token.text,
                               spelling(type), token.text));
        if (std::from_chars(begin, end, value).ec == std::errc::result_out_of_range)
            value = std::strtod(std::string(token.text).c_str(), nullptr);
        return encode_float(type, scalar.negative ? -value : value);
    }
    if (token.kind == TokenKind::Float) refuse(fmt::format("'{}' is not an integer", token.text));
    std::uint64_t magnitude = 0;
    const bool hexadecimal = is_hexadecimal_text(token.text);
    const auto parsed = std::from_chars(begin + (hexadecimal ? 2 : 0), end, magnitude, hexadecimal ? 16 : 10);
    const int bits = bit_width(type);
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    bool fits = parsed.ec == std::errc();
    if (is_float(type)) {
        fits = fits && !scalar.negative && magnitude <= mask;
    } else if (scalar.negative) {
        fits = fits && is_signed_integer(type) && magnitude <= std::uint64_t{1} << (bits - 1);
        if (magnitude == 0) fits = true;
    } else {
        const bool signed_decimal = is_signed_integer(type) && !hexadecimal;
        fits = fits && magnitude <= (signed_decimal ? mask >> 1 : mask);
    }
    if (!fits)
        refuse(fmt::format("'{}{}' does not fit {}", scalar.negative ? "-" : "", token.text, spelling(type)));
    return (scalar.negative ? ~magnitude + 1 : magnitude) &
           (type == ElementType::TF32 ? ~std::uint64_t{0} : mask);
}

Literal TextParser::literal_from_scalars(const TensorType& type, const WrittenElements& elements,
                                         const Token& at) {
    const bool complex = is_complex(type.element);
    if (!elements.scalars.empty() && elements.pairs != complex)
        lexer_.fail_at(
            read_error::literal, at,
            fmt::format("the elements do not fit {}: complex numbers are written (real, imaginary)",
                        to_string(type)),
            "Check the element type of the constant.");
    const ElementType part = real_part(type.element);
    const auto width = static_cast<std::size_t>(byte_width(part));
    const std::uint64_t byte_mask = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
    const bool lone = elements.shape.empty() && !elements.scalars.empty();
    const bool shaped =
        elements.scalars.empty() ? type.element_count() == 0 : lone || elements.shape == type.shape;
    if (!shaped)
        lexer_.fail_at(read_error::literal, at,
                       fmt::format("the elements do not have the shape of {}", to_string(type)),
                       "Check the lists of the constant against its type.");
    std::vector<std::byte> bytes(elements.scalars.size() * width);
    for (std::size_t i = 0; i < elements.scalars.size(); i++) {
        std::uint64_t bits = scalar_bits(part, elements.scalars[i]);
        // Narrow signed integers are sign-extended to their byte.
        if (is_signed_integer(part) && bit_width(part) < 8) {
            const int unused = 64 - bit_width(part);
            bits =
                static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused) & byte_mask;
        }
        store(bytes, i * width, bits, width);
    }
    return Literal(type, std::move(bytes), lone && type.element_count() != 1);
}

Literal TextParser::literal_from_bytes(const TensorType& type, std::vector<std::byte> bytes,
                                       const Token& at) {
    const auto count = static_cast<std::size_t>(type.element_count());
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    if (is_boolean(type.element)) {
        const auto packed = (count + 7) / 8;
        const bool splat =
            bytes.size() == 1 && count > 1 && (bytes[0] == std::byte{0} || bytes[0] == std::byte{0xFF});
        if (splat) return Literal(type, {bytes[0] == std::byte{0} ? std::byte{0} : std::byte{1}}, true);
        if (bytes.size() == packed) {  // one bit per element, lowest bit first
            std::vector<std::byte> flags(count);
            for (std::size_t i = 0; i < count; i++) flags[i] = bytes[i / 8] >> (i % 8) & std::byte{1};
            return Literal(type, std::move(flags));
        }
        for (std::byte& flag : bytes) flag = flag == std::byte{0} ? std::byte{0} : std::byte{1};
    }
    if (bytes.size() == count * width) return Literal(type, std::move(bytes));
    if (bytes.size() == width && count != 0) return Literal(type, std::move(bytes), true);
    lexer_.fail_at(read_error::literal, at,
                   fmt::format("the constant's data has {} bytes, but {} needs {}", bytes.size(),
                               to_string(type), count * width),
                   "The file is damaged: export it again.");
}

Attribute TextParser::parse_dense() {
    take();
    expect('<', "after 'dense'");
    const Token open = token_;
    if (at('.') || at_word("__elided__"))
        fail_here(read_error::elided, "the data of this constant was omitted", std::string(elided_remedy));
    WrittenElements elements;
    const bool in_quotes = open.kind == TokenKind::String;
    if (in_quotes) {
        take();
    } else if (!at('>')) {
        parse_elements(elements, 0, open);
    }
    expect('>', "at the end of a constant");
    expect(':', "before the type of a constant");
    const Token type_token = token_;
    const Type type = parse_type();
    if (!type.is_tensor() || !type.as_tensor().is_static())
        lexer_.fail_at(read_error::literal, type_token,
                       "the type of a constant is not a tensor of static shape",
                       "Give every size of the type.");
    TensorType tensor = type.as_tensor();
    if (in_quotes) {
        if (open.text.find("elided") != std::string_view::npos)
            lexer_.fail_at(read_error::elided, open, "the data of this constant was omitted",
                           std::string(elided_remedy));
        return literal_from_bytes(tensor, bytes_of_hexadecimal(open.text, open), open);
    }
    return literal_from_scalars(tensor, elements, open);
}

Attribute TextParser::parse_dense_resource() {
    take();
    expect('<', "after 'dense_resource'");
    const Token name = take();
    if (name.kind != TokenKind::Word && name.kind != TokenKind::String)
        lexer_.fail_at(read_error::syntax, name, "the name of a resource was expected",
                       "Write dense_resource<name>.");
    expect('>', "after the name of a resource");
    expect(':', "before the type of a constant");
    const Type type = parse_type();
    if (!type.is_tensor() || !type.as_tensor().is_static())
        lexer_.fail_at(read_error::literal, name, "the type of a constant is not a tensor of static shape",
                       "Give every size of the type.");
    const auto resource = resources_.find(unescape(name.text));
    if (name.text == "__elided__" ||
        (resource != resources_.end() && resource->second.find("elided") != std::string_view::npos))
        return elided(type.as_tensor());
    if (resource == resources_.end())
        lexer_.fail_at(read_error::elided, name,
                       fmt::format("the data of the constant '{}' is not in the file", name.text),
                       std::string(elided_remedy));
    repeat(resource->second.size(), name);
    std::vector<std::byte> bytes = bytes_of_hexadecimal(resource->second, name);
    if (bytes.size() < 4)
        lexer_.fail_at(read_error::literal, name, "the resource lacks the four bytes of its alignment",
                       "The file is damaged: export it again.");
    bytes.erase(bytes.begin(), bytes.begin() + 4);  // the blob's alignment
    return literal_from_bytes(type.as_tensor(), std::move(bytes), name);
}

void TextParser::read_resources() {
    const std::string_view text = lexer_.source();
    constexpr std::string_view opening = "{-#";
    const std::size_t begin = text.rfind(opening);
    if (begin == std::string_view::npos) return;
    const std::string_view before = text.substr(0, begin);
    const std::string_view line = before.substr(before.rfind('\n') + 1);
    if (std::count(line.begin(), line.end(), '"') % 2 != 0) return;  // inside a string
    // {-# dialect_resources: { builtin: { name: "0x...", ... } } #-}: the names of all dialects share one
    // table.
    const std::size_t content = begin + opening.size();
    lexer_ = Lexer(text.substr(0, std::min(text.find("#-}", content), text.size())), lexer_.path());
    lexer_.seek(Token{}, content);
    token_ = lexer_.next();
    while (token_.kind != TokenKind::End) {
        const Token key = take();
        if (key.kind != TokenKind::Word && key.kind != TokenKind::String) continue;
        if (!at(':')) continue;
        take();
        if (token_.kind == TokenKind::String) resources_.insert_or_assign(unescape(key.text), take().text);
    }
    lexer_ = Lexer(text.substr(0, begin), lexer_.path());
}

}  // namespace hlo2c::frontend
