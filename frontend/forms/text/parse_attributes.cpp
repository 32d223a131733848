#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/dimension_numbers.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/attribute_rules.h"
#include "frontend/take_word.h"

namespace hlo2c::frontend {
namespace {

bool is_integer_type_name(std::string_view word) {
    if (word == "index") return true;
    const std::size_t digits = word.find_first_of("0123456789");
    const std::string_view prefix = word.substr(0, digits);
    return digits != std::string_view::npos && (prefix == "i" || prefix == "ui" || prefix == "si") &&
           word.find_first_not_of("0123456789", digits) == std::string_view::npos;
}

/// Whether the number fits in an integer of this type, read as signed or as unsigned.
bool fits(std::int64_t value, std::string_view type) {
    const std::optional<ElementType> element = element_type_from_spelling(type);
    if (!element || bit_width(*element) >= 64) return true;
    const std::int64_t above = std::int64_t{1} << bit_width(*element);
    return value < above && value >= -above / 2;
}

/// The fields of a structured attribute, in the order of the specification.
struct Fields {
    std::vector<std::string_view> names, needed, lists;
};

/// Parses a row of names: `!` marks a required field, `*` a list of integers.
Fields fields_of(std::string_view row) {
    Fields fields;
    while (!row.empty()) {
        std::string_view name = take_word(row);
        const std::string_view marks = name.substr(std::min(name.find_first_of("!*"), name.size()));
        name.remove_suffix(marks.size());
        fields.names.push_back(name);
        if (marks.find('!') != std::string_view::npos) fields.needed.push_back(name);
        if (marks.find('*') != std::string_view::npos) fields.lists.push_back(name);
    }
    return fields;
}

Fields fields_of(const SlicingFields& slicing) {
    Fields fields;
    for (const std::string_view list : slicing.lists()) fields.lists.push_back(list);
    fields.names = fields.lists;
    fields.names.push_back(slicing.index_vector);
    return fields;
}

/// The fields of a structured attribute; nullptr for an unknown one, whose fields are not restricted.
const Fields* known_fields(std::string_view attribute) {
    static const std::map<std::string_view, Fields> table = {
        {structures::dot,
         fields_of("lhs_batching_dimensions* rhs_batching_dimensions* lhs_contracting_dimensions* "
                   "rhs_contracting_dimensions*")},
        {gather_fields.structure, fields_of(gather_fields)},
        {scatter_fields.structure, fields_of(scatter_fields)},
        {structures::channel_handle, fields_of("handle! type!")},
        {structures::output_operand_alias,
         fields_of("output_tuple_indices!* operand_index! operand_tuple_indices!*")},
        {structures::dot_algorithm,
         fields_of("lhs_precision_type! rhs_precision_type! accumulation_type! lhs_component_count! "
                   "rhs_component_count! num_primitive_operations! allow_imprecise_accumulation!")},
        {structures::result_accuracy, fields_of("atol rtol ulps mode!")},
        {structures::replica_group_mesh_axes, fields_of("mesh! axes!")},
        {"chlo.ragged_dot",
         fields_of("lhs_batching_dimensions* rhs_batching_dimensions* lhs_contracting_dimensions* "
                   "rhs_contracting_dimensions* lhs_ragged_dimensions* rhs_group_dimensions*")},
    };
    const auto row = table.find(attribute);
    return row != table.end() ? &row->second : nullptr;
}

/// Sorts fields, which may be written in any order, into the order of the specification, so that attributes
/// with the same fields compare equal.
void put_in_order(std::vector<NamedAttribute>& fields, const std::vector<std::string_view>& order) {
    const auto rank = [&](const NamedAttribute& field) {
        return std::find(order.begin(), order.end(), field.first) - order.begin();
    };
    std::stable_sort(fields.begin(), fields.end(),
                     [&](const NamedAttribute& a, const NamedAttribute& b) { return rank(a) < rank(b); });
}

/// Describes what is wrong with the fields of a structured attribute; "" if nothing is.
std::string defect_of(const StructAttribute& structure, const Fields& fields) {
    for (const std::string_view name : fields.needed)
        if (structure.field(name) == nullptr)
            return fmt::format("#{} lacks the field '{}'", structure.name, name);
    for (const std::string_view name : fields.lists)
        if (const Attribute* given = structure.field(name); given && given->get_if<IntegerArray>() == nullptr)
            return fmt::format("the field '{}' of #{} is not a list of integers", name, structure.name);
    return "";
}

}  // namespace

std::int64_t TextParser::parse_integer(std::string_view where) {
    const bool negative = accept('-');
    if (token_.kind != TokenKind::Integer) unexpected(fmt::format("an integer {}", where));
    const Token number = take();
    const bool hexadecimal = number.text.substr(0, 2) == "0x";
    std::uint64_t magnitude = 0;
    const char* begin = number.text.data() + (hexadecimal ? 2 : 0);
    const auto [end, error] =
        std::from_chars(begin, number.text.data() + number.text.size(), magnitude, hexadecimal ? 16 : 10);
    if (error != std::errc() || (negative && magnitude > std::uint64_t{1} << 63))
        lexer_.fail_at(read_error::literal, number, "this integer does not fit into 64 bits",
                       "Check the number.");
    return static_cast<std::int64_t>(negative ? ~magnitude + 1 : magnitude);
}

std::vector<std::int64_t> TextParser::parse_integer_list(std::string_view where) {
    std::vector<std::int64_t> values;
    expect('[', where);
    while (!at(']')) {
        if (at_word("true") || at_word("false")) {
            values.push_back(take().text == "true");
        } else {
            values.push_back(parse_integer(where));
        }
        if (!accept(',')) break;
    }
    expect(']', where);
    return values;
}

std::string TextParser::parse_symbol(std::string_view where) {
    if (token_.kind != TokenKind::Symbol) unexpected(fmt::format("a name like @main {}", where));
    const Token name = take();
    return name.quoted ? unescape(name.text) : std::string(name.text);
}

Attribute TextParser::parse_number() {
    const bool negative = accept('-');
    if (token_.kind != TokenKind::Integer && token_.kind != TokenKind::Float) unexpected("a number");
    const Token number = take();
    const bool hexadecimal = number.text.substr(0, 2) == "0x";
    std::string type = number.kind == TokenKind::Float ? "f64" : "i64";
    if (accept(':')) {
        if (token_.kind != TokenKind::Word) unexpected("the type of a number, like i64 or f32");
        type = std::string(take().text);
    }
    const std::optional<ElementType> element = element_type_from_spelling(type);
    const bool to_float = element && is_float(*element);
    if (!to_float && !is_integer_type_name(type))
        lexer_.fail_at(read_error::type, number, fmt::format("'{}' is not a type of a number", type),
                       "Numbers are typed like 1 : i64 or 1.0 : f32.");
    if (number.kind == TokenKind::Float || (to_float && !hexadecimal)) {
        if (!to_float || number.kind != TokenKind::Float)
            lexer_.fail_at(read_error::literal, number,
                           fmt::format("the number is {}, but its type is {}",
                                       to_float ? "an integer" : "not an integer", type),
                           to_float ? "Write it with a decimal point." : "Write it without a decimal point.");
        double value = 0;
        const char* end = number.text.data() + number.text.size();
        if (std::from_chars(number.text.data(), end, value).ec == std::errc::result_out_of_range)
            value = std::strtod(std::string(number.text).c_str(), nullptr);
        const std::uint64_t bits = encode_float(*element, negative ? -value : value);
        return FloatAttribute{decode_float(*element, bits), type};
    }
    std::uint64_t magnitude = 0;
    const char* begin = number.text.data() + (hexadecimal ? 2 : 0);
    const auto parsed =
        std::from_chars(begin, number.text.data() + number.text.size(), magnitude, hexadecimal ? 16 : 10);
    if (parsed.ec != std::errc() || (negative && magnitude > std::uint64_t{1} << 63))
        lexer_.fail_at(read_error::literal, number, "this integer does not fit into 64 bits",
                       "Check the number.");
    if (to_float) return FloatAttribute{decode_float(*element, magnitude), type};
    const auto value = static_cast<std::int64_t>(negative ? ~magnitude + 1 : magnitude);
    if (!fits(value, type) || (negative && element && is_unsigned_integer(*element)))
        lexer_.fail_at(read_error::literal, number, fmt::format("{} does not fit {}", value, type),
                       "Check the number and its type.");
    return IntegerAttribute{value, type};
}

Attribute TextParser::parse_typed_array() {
    take();
    expect('<', "after 'array'");
    if (token_.kind != TokenKind::Word) unexpected("the element type of an array, like i64");
    const Token type_token = take();
    const std::string type(type_token.text);
    const std::optional<ElementType> element = element_type_from_spelling(type);
    const bool floats = element && is_float(*element);
    if (!floats && !is_integer_type_name(type))
        lexer_.fail_at(read_error::type, type_token,
                       fmt::format("'{}' is not an element type of an array", type),
                       "Arrays are written array<i64: 1, 2>.");
    IntegerArray integers{{}, type};
    FloatArray reals{{}, type};
    if (accept(':')) {
        do {
            if (at_word("true") || at_word("false")) {
                integers.values.push_back(take().text == "true");
            } else if (floats && token_.kind == TokenKind::Integer && token_.text.substr(0, 2) == "0x") {
                reals.values.push_back(
                    decode_float(*element, static_cast<std::uint64_t>(parse_integer("in an array"))));
            } else if (floats) {
                reals.values.push_back(parse_float_number("in an array"));
            } else {
                const Token number = token_;
                if (type == "i1") unexpected("true or false");
                integers.values.push_back(parse_integer("in an array"));
                if (!fits(integers.values.back(), type))
                    lexer_.fail_at(read_error::literal, number,
                                   fmt::format("{} does not fit {}", integers.values.back(), type),
                                   "Check the number and its type.");
            }
        } while (accept(','));
    }
    expect('>', "at the end of an array");
    if (floats) return reals;
    return integers;
}

Attribute TextParser::parse_list() {
    const DepthGuard guard(*this);
    ArrayAttribute array;
    expect('[', "before a list");
    while (!at(']')) {
        array.elements.push_back(parse_attribute());
        if (!accept(',')) break;
        if (at(']')) unexpected("an attribute");
    }
    expect(']', "at the end of a list");
    return array;
}

std::vector<NamedAttribute> TextParser::parse_fields(char close, const std::vector<std::string_view>* known) {
    const DepthGuard guard(*this);
    std::vector<NamedAttribute> fields;
    while (!at(close)) {
        if (token_.kind != TokenKind::Word && token_.kind != TokenKind::String)
            unexpected("the name of an attribute");
        if (known != nullptr && std::find(known->begin(), known->end(), token_.text) == known->end())
            unexpected(fmt::format("one of {}", fmt::join(*known, ", ")));
        std::string name = unescape(take().text);
        for (const NamedAttribute& field : fields)
            if (field.first == name)
                fail_here(read_error::redefinition, fmt::format("the attribute '{}' is given twice", name),
                          "Remove one of the two.");
        if (accept('=')) {
            fields.emplace_back(std::move(name), close == '}' ? parse_attribute() : parse_field_value());
        } else {
            fields.emplace_back(std::move(name), UnitAttribute{});
        }
        if (!accept(',')) break;
        if (close == '}' && at('}')) unexpected("the name of an attribute");
    }
    expect(close, "at the end of the attributes");
    return fields;
}

std::vector<NamedAttribute> TextParser::parse_dictionary() {
    expect('{', "before attributes");
    std::vector<NamedAttribute> entries = parse_fields('}');
    sort_by_name(entries);
    return entries;
}

std::vector<NamedAttribute> TextParser::parse_optional_dictionary() {
    return at('{') ? parse_dictionary() : std::vector<NamedAttribute>{};
}

/// The value of a structured attribute's field: a list of integers is read as an array, a bare keyword as an
/// enumerator.
Attribute TextParser::parse_field_value() {
    if (token_.kind == TokenKind::Word && !at_word("true") && !at_word("false") && !at_type() &&
        !at_word("dense") && !at_word("array"))
        return EnumAttribute{"", std::string(take().text)};
    if (at('(') && peek().kind == TokenKind::Integer) return parse_sub_axis();
    if (!at('[')) return parse_attribute();
    Attribute list = parse_list();
    IntegerArray integers;
    for (const Attribute& element : list.get_if<ArrayAttribute>()->elements) {
        const auto* integer = element.get_if<IntegerAttribute>();
        if (integer == nullptr || integer->type != "i64") return list;
        integers.values.push_back(integer->value);
    }
    return integers;
}

/// `(2)4`: a sub-axis of size 4 with pre_size 2.
Attribute TextParser::parse_sub_axis() {
    take();
    const std::int64_t before = parse_integer("as the pre-size of a sub-axis");
    expect(')', "after the pre-size of a sub-axis");
    const std::int64_t size = parse_integer("as the size of a sub-axis");
    return StructAttribute{structures::sub_axis_info,
                           {{"pre_size", IntegerAttribute{before}}, {"size", IntegerAttribute{size}}},
                           {}};
}

std::string_view TextParser::take_balanced() {
    const std::string_view text = lexer_.balanced(token_);
    token_ = lexer_.next();
    return text;
}

Attribute TextParser::known_keyword(EnumAttribute keyword, const Token& at) {
    if (const std::optional<Violation> violation = violation_of(keyword))
        lexer_.fail_at(read_error::literal, at, violation->message, "Write one of these keywords.");
    return keyword;
}

StructAttribute TextParser::parse_structure(std::string name, const Token& at) {
    const Fields* fields = known_fields(name);
    StructAttribute structure{
        std::move(name), parse_fields('>', fields != nullptr ? &fields->names : nullptr), {}};
    std::string defect = fields != nullptr ? defect_of(structure, *fields) : "";
    if (defect.empty())
        if (const std::optional<Violation> violation = violation_of(structure)) defect = violation->message;
    if (!defect.empty())
        lexer_.fail_at(read_error::literal, at, std::move(defect), "Correct this attribute.");
    if (fields != nullptr) put_in_order(structure.fields, fields->names);
    return structure;
}

/// `<precision HIGHEST>` after `#stablehlo`; nothing if other text follows.
std::optional<Attribute> TextParser::parse_keyword_of(const std::string& dialect) {
    take();
    const Token enumeration = token_;
    if (enumeration.kind != TokenKind::Word) return std::nullopt;
    take();
    const Token value = token_;
    if (value.kind != TokenKind::Word) return std::nullopt;
    take();
    if (!accept('>')) return std::nullopt;
    const std::string prefix = dialect == "stablehlo" ? "" : dialect + ".";
    return known_keyword(EnumAttribute{prefix + std::string(enumeration.text), std::string(value.text)},
                         value);
}

Attribute TextParser::parse_hash_attribute() {
    const Token name = take();
    if (!at('<')) {
        if (const auto alias = attribute_aliases_.find(name.text); alias != attribute_aliases_.end())
            return expand(alias->second, name);
        lexer_.fail_at(read_error::undefined_name, name,
                       fmt::format("the attribute alias '#{}' is not defined", name.text),
                       "Define it before its first use: #name = attribute.");
    }
    std::string spelled(name.text);
    if (in_mhlo_op_ && (spelled == "mhlo" || spelled.starts_with("mhlo.")))
        spelled.replace(0, 4, "stablehlo");
    StructAttribute structure{spelled, {}, {}};
    const Token open = token_;
    if (spelled.find('.') == std::string::npos) {
        if (auto keyword = parse_keyword_of(spelled)) return *std::move(keyword);
    } else if (spelled == structures::convolution) {
        take();
        if (at('[')) {
            Attribute dimensions = parse_convolution_dimensions();
            expect('>', "after the dimension numbers of a convolution");
            return dimensions;
        }
        expect_word("raw", "in the dimension numbers of a convolution");
        structure.fields = parse_fields('>');
        return structure;
    } else if (spelled == structures::complex_number) {
        return parse_complex_number();
    } else if (!spelled.starts_with("sdy.")) {
        take();
        const Token first = token_;
        if (at('>')) return parse_structure(std::move(spelled), name);
        if (first.kind == TokenKind::Word) {
            take();
            const bool field = at('=');
            lexer_.seek(first, first.begin);
            token_ = lexer_.next();
            if (field) {
                return parse_structure(std::move(spelled), name);
            }
        }
    }
    lexer_.seek(open, open.begin);
    token_ = lexer_.next();
    const std::string_view raw = take_balanced();
    structure.raw = std::string(raw.substr(1, raw.size() - 2));
    return structure;
}

/// `<:f32 1.0, 2.0>`, optionally followed by the complex type.
Attribute TextParser::parse_complex_number() {
    expect('<', "before a complex number");
    expect(':', "before the type of the parts of a complex number");
    const Token type = token_;
    const ElementType part = parse_element_type();
    if (!is_float(part))
        lexer_.fail_at(read_error::type, type, fmt::format("'{}' is not a type of a part", type.text),
                       "Complex numbers are written #complex.number<:f32 1.0, 2.0>.");
    const double real = decode_float(part, scalar_bits(part, parse_signed_scalar()));
    expect(',', "between the parts of a complex number");
    const double imag = decode_float(part, scalar_bits(part, parse_signed_scalar()));
    expect('>', "after the parts of a complex number");
    if (accept(':')) {
        const Token whole = token_;
        expect_word("complex", "as the type of a complex number");
        expect('<', "after 'complex'");
        if (parse_element_type() != part)
            lexer_.fail_at(read_error::type, whole, "the type of a complex number is not that of its parts",
                           "Complex numbers are written #complex.number<:f32 1.0, 2.0>.");
        expect('>', "after the part type of complex");
    }
    const std::string spelled(spelling(part));
    return StructAttribute{structures::complex_number,
                           {{"real", FloatAttribute{real, spelled}}, {"imag", FloatAttribute{imag, spelled}}},
                           {}};
}

/// `[b, 0, 1, f]` with the letters `first` and `second`.
TextParser::LetteredDimensions TextParser::parse_lettered_dimensions(char first, char second) {
    const Token open = token_;
    LetteredDimensions dimensions;
    std::int64_t position = 0;
    expect('[', "in the dimension numbers of a convolution");
    while (!at(']')) {
        if (token_.kind == TokenKind::Integer) {
            const std::int64_t index = parse_integer("as a spatial dimension");
            if (index < 0 || index > 64)
                lexer_.fail_at(read_error::literal, open, "a spatial dimension is out of range",
                               "Count from 0.");
            if (dimensions.spatial.size() <= static_cast<std::size_t>(index))
                dimensions.spatial.resize(static_cast<std::size_t>(index) + 1, -1);
            dimensions.spatial[static_cast<std::size_t>(index)] = position;
        } else if (accept_word(std::string_view(&first, 1))) {
            dimensions.first = position;
        } else if (accept_word(std::string_view(&second, 1))) {
            dimensions.second = position;
        } else if (!accept('?')) {
            unexpected(fmt::format("{}, {} or a spatial dimension", first, second));
        }
        position++;
        if (!accept(',')) break;
    }
    expect(']', "in the dimension numbers of a convolution");
    for (std::int64_t at_dimension : dimensions.spatial)
        if (at_dimension < 0 || dimensions.first < 0 || dimensions.second < 0 ||
            position != static_cast<std::int64_t>(dimensions.spatial.size()) + 2)
            lexer_.fail_at(read_error::literal, open,
                           fmt::format("these dimensions do not name {}, {} and each spatial dimension once",
                                       first, second),
                           "Write them like [b, 0, 1, f].");
    if (dimensions.first < 0 || dimensions.second < 0)
        lexer_.fail_at(read_error::literal, open, fmt::format("{} or {} is missing", first, second),
                       "Write the dimensions like [b, 0, 1, f].");
    return dimensions;
}

Attribute TextParser::parse_convolution_dimensions() {
    StructAttribute structure{structures::convolution, {}, {}};
    const auto add = [&](std::string_view prefix, std::string_view first, std::string_view second,
                         LetteredDimensions dimensions) {
        structure.fields.emplace_back(fmt::format("{}_{}_dimension", prefix, first),
                                      IntegerAttribute{dimensions.first});
        structure.fields.emplace_back(fmt::format("{}_{}_dimension", prefix, second),
                                      IntegerAttribute{dimensions.second});
        structure.fields.emplace_back(fmt::format("{}_spatial_dimensions", prefix),
                                      IntegerArray{std::move(dimensions.spatial)});
    };
    add("input", "batch", "feature", parse_lettered_dimensions('b', 'f'));
    expect_word("x", "between the dimensions of input and kernel");
    add("kernel", "input_feature", "output_feature", parse_lettered_dimensions('i', 'o'));
    expect_arrow("before the dimensions of the output");
    add("output", "batch", "feature", parse_lettered_dimensions('b', 'f'));
    return structure;
}

Attribute TextParser::parse_function_type() {
    StructAttribute function{"function", {}, {}};
    const auto types = [](std::vector<Type> list) {
        ArrayAttribute array;
        for (Type& type : list) array.elements.emplace_back(std::move(type));
        return array;
    };
    function.fields.emplace_back("inputs", types(parse_type_list()));
    expect_arrow("in a function type");
    function.fields.emplace_back("results", types(parse_result_types()));
    return function;
}

Attribute TextParser::parse_attribute() {
    const DepthGuard guard(*this);
    switch (token_.kind) {
        case TokenKind::String: {
            std::string text = unescape(take().text);
            if (accept(':')) parse_type();
            return text;
        }
        case TokenKind::Integer:
        case TokenKind::Float: return parse_number();
        case TokenKind::Hash: return parse_hash_attribute();
        case TokenKind::Exclamation: return parse_type();
        case TokenKind::Symbol: {
            std::string name = parse_symbol("as an attribute");
            while (at(':')) {
                expect_all(": :", "in a nested symbol");
                name += "::@" + parse_symbol("after '::'");
            }
            return SymbolAttribute{std::move(name)};
        }
        case TokenKind::Punctuation:
            if (at('{')) return DictionaryAttribute{parse_dictionary()};
            if (at('[')) return parse_list();
            if (at('-')) return parse_number();
            if (at('(')) return parse_function_type();
            break;
        case TokenKind::Word: {
            if (at_word("dense")) return parse_dense();
            if (at_word("dense_resource")) return parse_dense_resource();
            if (at_word("array")) return parse_typed_array();
            if (accept_word("true")) return true;
            if (accept_word("false")) return false;
            if (accept_word("unit")) return UnitAttribute{};
            if (at_type()) return parse_type();
            if (at_word("sparse"))
                unsupported(read_error::literal, lexer_.place(token_), "sparse constants are not supported",
                            "Export the program with dense constants.");
            if (is_integer_type_name(token_.text) || element_type_from_spelling(token_.text) ||
                at_word("none"))
                return EnumAttribute{"", std::string(take().text)};
            break;
        }
        default: break;
    }
    unexpected("an attribute");
}

}  // namespace hlo2c::frontend
