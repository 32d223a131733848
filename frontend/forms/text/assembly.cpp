#include "frontend/forms/text/assembly.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {
namespace {

/// Whether a piece of the form writes the attribute `name`.
bool is_written(const Form& form, std::string_view name) {
    return std::any_of(form.begin(), form.end(), [name](const Piece& piece) {
        if (piece.special == nullptr) return !piece.attribute.empty() && piece.attribute == name;
        const auto& own = piece.special->attributes;
        return std::find(own.begin(), own.end(), name) != own.end();
    });
}

/// True if the text has the operand types alone.
bool lists_operands(TypeStyle style) {
    return style == TypeStyle::Operands || style == TypeStyle::Forwarded;
}

/// Takes the operand types, one for all operands or one for each; forwarded results have the same types.
void take_listed_types(TextParser& parser, Op& op, const std::vector<Type>& types, TypeStyle style,
                       const Token& at) {
    if (types.size() == 1 && op.operands.size() > 1) {
        parser.check_operand_types(op, std::vector<Type>(op.operands.size(), types.front()), at);
    } else {
        parser.check_operand_types(op, types, at);
    }
    if (style != TypeStyle::Forwarded) return;
    std::vector<Type> results;
    for (const ValueId operand : op.operands) results.push_back(parser.type_of(operand));
    parser.set_result_types(std::move(results));
}

void parse_types(TextParser& parser, Op& op, TypeStyle style) {
    const Token at = parser.token();
    if (lists_operands(style) && op.operands.empty() && !parser.at(':')) return;
    const Signature signature = parser.parse_signature();
    const std::vector<Type>& first = signature.operands;
    const auto one = [&]() -> const Type& {
        if (first.size() != 1)
            parser.lexer().fail_at(read_error::count, at,
                                   fmt::format("{} does not have exactly one type here", spelling(op.code)),
                                   "Write one type, or (operand types) -> result types.");
        return first.front();
    };
    if (signature.has_results) {
        parser.check_operand_types(op, first, at);
        parser.set_result_types(signature.results);
        return;
    }
    switch (style) {
        case TypeStyle::Same:
        case TypeStyle::Arrow:
            parser.check_operand_types(op, std::vector<Type>(op.operands.size(), one()), at);
            [[fallthrough]];
        case TypeStyle::Part:
        case TypeStyle::Results:
        case TypeStyle::Whole: parser.set_result_types({one()}); return;
        case TypeStyle::Functional:
            parser.lexer().fail_at(
                read_error::syntax, at,
                fmt::format("the types of {} are written (operands) -> results", spelling(op.code)),
                "Write the types of operands and results.");
        case TypeStyle::Elements: {
            const auto* tuple = std::get_if<TupleType>(&one().value);
            if (tuple != nullptr && tuple->elements.size() != op.operands.size())
                parser.lexer().fail_at(read_error::count, at,
                                       fmt::format("a tuple of {} values is written with {} types",
                                                   op.operands.size(), tuple->elements.size()),
                                       "Write one type per value.");
            parser.set_result_types({one()});
            return;
        }
        case TypeStyle::Operands:
        case TypeStyle::Forwarded: take_listed_types(parser, op, first, style, at); return;
        case TypeStyle::Select: {
            if (first.size() != 2)
                parser.lexer().fail_at(read_error::count, at,
                                       "select has the types of predicate and result here",
                                       "Write two types, or (operand types) -> result type.");
            parser.check_operand_types(op, {first[0], first[1], first[1]}, at);
            parser.set_result_types({first[1]});
            return;
        }
    }
}

void parse_operands(TextParser& parser, Op& op) {
    if (!parser.at_value()) {
        if (!parser.at('(') || row(op.code).least_operands() == 0) return;
        parser.take();  // check.expect_eq(%a, %b), check.expect_eq_const(%a, dense<1> : type) : type
        do {
            if (parser.at_value()) {
                op.operands.push_back(parser.parse_value_use());
            } else {
                op.set_attribute(attr::value, parser.parse_attribute());
            }
        } while (parser.accept(','));
        parser.expect(')', "after the operands");
        if (op.has(attr::value) && parser.accept(':')) parser.parse_type();
        return;
    }
    op.operands.push_back(parser.parse_value_use());
    while (parser.at(',') && parser.peek().kind == TokenKind::Value) {
        parser.take();
        op.operands.push_back(parser.parse_value_use());
    }
    // MLIR also writes the comma after an empty group of operands: dynamic_slice of a scalar has ", , sizes".
    const Token after = parser.peek();
    if (parser.at(',') && after.kind == TokenKind::Punctuation && after.text == ",") parser.take();
}

void parse_piece(TextParser& parser, Op& op, const Piece& piece, const Token& at) {
    const auto where = [&] { return fmt::format("in {}", spelling(op.code)); };
    const auto keyword_value = [&] {
        if (parser.token().kind != TokenKind::Word) parser.unexpected("a keyword " + where());
        const Token word = parser.take();
        return parser.known_keyword(EnumAttribute{std::string(piece.detail), std::string(word.text)}, word);
    };
    if (piece.kind == PieceKind::Literal && op.has(piece.attribute)) return;
    if (piece.optional ? !parser.accept_all(piece.text) : false) return;
    if (!piece.optional && !piece.text.empty()) parser.expect_all(piece.text, where());
    switch (piece.kind) {
        case PieceKind::Verbatim: return;
        case PieceKind::Operands: return parse_operands(parser, op);
        case PieceKind::Integers:
            return op.set_attribute(piece.attribute, IntegerArray{parser.parse_integer_list(where())});
        case PieceKind::Integer:
            return op.set_attribute(
                piece.attribute, IntegerAttribute{parser.parse_integer(where()), std::string(piece.detail)});
        case PieceKind::Keyword: return op.set_attribute(piece.attribute, keyword_value());
        case PieceKind::Keywords: {
            ArrayAttribute array;
            parser.expect('[', where());
            while (!parser.at(']')) {
                array.elements.push_back(keyword_value());
                if (!parser.accept(',')) break;
            }
            parser.expect(']', where());
            return op.set_attribute(piece.attribute, std::move(array));
        }
        case PieceKind::Text:
            if (parser.token().kind != TokenKind::String) parser.unexpected("a string " + where());
            return op.set_attribute(piece.attribute, unescape(parser.take().text));
        case PieceKind::Symbol:
            return op.set_attribute(piece.attribute, SymbolAttribute{parser.parse_symbol(where())});
        case PieceKind::Name: return op.set_attribute(piece.attribute, parser.parse_symbol(where()));
        case PieceKind::Boolean:
            if (!parser.at_word("true") && !parser.at_word("false"))
                parser.unexpected("true or false " + where());
            return op.set_attribute(piece.attribute, parser.take().text == "true");
        case PieceKind::Literal: return op.set_attribute(piece.attribute, parser.parse_attribute());
        case PieceKind::Attributes:
            for (NamedAttribute& named : parser.parse_optional_dictionary()) {
                if (op.has(named.first))
                    parser.lexer().fail_at(read_error::redefinition, at,
                                           fmt::format("the attribute '{}' is given twice", named.first),
                                           "Remove one of the two.");
                op.attributes.push_back(std::move(named));
            }
            return;
        case PieceKind::Types: return parse_types(parser, op, piece.style);
        case PieceKind::Special: return piece.special->parse(parser, op, at);
    }
}

bool all_types_equal(const Op& op, const Function& function) {
    const auto same = [&](ValueId id) { return function.type(id) == function.type(op.results.front()); };
    return !op.results.empty() && std::all_of(op.operands.begin(), op.operands.end(), same) &&
           std::all_of(op.results.begin(), op.results.end(), same);
}

bool fits_types(const Op& op, const Function& function, TypeStyle style) {
    switch (style) {
        case TypeStyle::Results:
        case TypeStyle::Elements: return op.results.size() == 1;
        case TypeStyle::Whole: {
            const auto like_first = [&](ValueId id) {
                return function.type(id) == function.type(op.operands.front());
            };
            return op.results.size() == 1 && std::all_of(op.operands.begin(), op.operands.end(), like_first);
        }
        case TypeStyle::Operands: return op.results.empty();
        case TypeStyle::Forwarded: {
            if (op.operands.empty() || op.results.size() != op.operands.size()) return false;
            for (std::size_t i = 0; i < op.operands.size(); i++)
                if (function.type(op.operands[i]) != function.type(op.results[i])) return false;
            return true;
        }
        default: return true;
    }
}

bool fits_piece(const Op& op, const Function& function, const Piece& piece) {
    if (piece.kind == PieceKind::Special) return piece.special->fits(op, function);
    if (piece.kind == PieceKind::Types) return fits_types(op, function, piece.style);
    if (piece.attribute.empty()) return true;
    const Attribute* attribute = op.attribute(piece.attribute);
    if (attribute == nullptr) return piece.optional;
    const auto is_keyword = [&](const Attribute& value) {
        const auto* enumerator = value.get_if<EnumAttribute>();
        return enumerator != nullptr && enumerator->enumeration == piece.detail;
    };
    switch (piece.kind) {
        case PieceKind::Integers: {
            const auto* array = attribute->get_if<IntegerArray>();
            return array != nullptr && array->type == "i64";
        }
        case PieceKind::Integer: {
            const auto* integer = attribute->get_if<IntegerAttribute>();
            return integer != nullptr && integer->type == piece.detail;
        }
        case PieceKind::Keyword: return is_keyword(*attribute);
        case PieceKind::Keywords: {
            const auto* array = attribute->get_if<ArrayAttribute>();
            return array != nullptr &&
                   std::all_of(array->elements.begin(), array->elements.end(), is_keyword);
        }
        case PieceKind::Text:
        case PieceKind::Name: return attribute->get_if<std::string>() != nullptr;
        case PieceKind::Symbol: return attribute->get_if<SymbolAttribute>() != nullptr;
        case PieceKind::Boolean: return attribute->get_if<bool>() != nullptr;
        case PieceKind::Literal: return attribute->get_if<Literal>() != nullptr;
        default: return true;
    }
}

void print_types(TextPrinter& printer, const Op& op, TypeStyle style) {
    const Function& function = printer.function();
    if (lists_operands(style) && op.operands.empty()) return;
    printer.write(" : ");
    const bool lone_result = op.results.size() == 1;
    switch (style) {
        case TypeStyle::Same:
        case TypeStyle::Part:
            if (lone_result && all_types_equal(op, function)) return printer.write_types(op.results);
            break;
        case TypeStyle::Results:
        case TypeStyle::Elements:
        case TypeStyle::Whole: return printer.write_types(op.results);
        case TypeStyle::Operands:
        case TypeStyle::Forwarded: return printer.write_types(op.operands);
        case TypeStyle::Select:
            if (lone_result && function.type(op.operands[1]) == function.type(op.results[0]) &&
                function.type(op.operands[2]) == function.type(op.results[0])) {
                printer.write_types({op.operands[0], op.results[0]});
                return;
            }
            break;
        case TypeStyle::Arrow:
            printer.write_types(op.operands);
            printer.write(lone_result ? " -> " : " -> (");
            printer.write_types(op.results);
            if (!lone_result) printer.write(")");
            return;
        case TypeStyle::Functional: break;
    }
    printer.write_functional_type(op);
}

void print_piece(TextPrinter& printer, const Op& op, const Piece& piece, const Form& form) {
    const Attribute* attribute = piece.attribute.empty() ? nullptr : op.attribute(piece.attribute);
    if (piece.optional && attribute == nullptr) return;
    printer.write(piece.text);
    switch (piece.kind) {
        case PieceKind::Verbatim: return;
        case PieceKind::Operands: return printer.write_values(op.operands);
        case PieceKind::Integers: return printer.write_integers(attribute->get_if<IntegerArray>()->values);
        case PieceKind::Integer:
            return printer.write(fmt::format("{}", attribute->get_if<IntegerAttribute>()->value));
        case PieceKind::Keyword: return printer.write(attribute->get_if<EnumAttribute>()->value);
        case PieceKind::Keywords: {
            std::string_view separator = "[";
            for (const Attribute& element : attribute->get_if<ArrayAttribute>()->elements) {
                printer.write(separator);
                printer.write(element.get_if<EnumAttribute>()->value);
                separator = ", ";
            }
            return printer.write(separator == "[" ? "[]" : "]");
        }
        case PieceKind::Name:
            return printer.write_attribute(SymbolAttribute{*attribute->get_if<std::string>()});
        case PieceKind::Symbol:
        case PieceKind::Text:
        case PieceKind::Boolean:
        case PieceKind::Literal: return printer.write_attribute(*attribute);
        case PieceKind::Attributes: {
            std::vector<NamedAttribute> rest;
            for (const NamedAttribute& named : op.attributes)
                if (!is_written(form, named.first)) rest.push_back(named);
            if (rest.empty()) return;
            printer.write(" ");
            printer.write_dictionary(rest);
            return;
        }
        case PieceKind::Types: return print_types(printer, op, piece.style);
        case PieceKind::Special: return piece.special->print(printer, op);
    }
}

}  // namespace

void parse_assembly(TextParser& parser, Op& op, const Token& at) {
    const Form* form = pretty_form(op.code);
    if (form == nullptr)
        parser.lexer().fail_at(
            read_error::syntax, at, fmt::format("{} only has a generic form", spelling(op.code)),
            fmt::format("Write \"{}\"(operands) <{{attributes}}> : (types) -> types.", spelling(op.code)));
    for (const Piece& piece : *form) parse_piece(parser, op, piece, at);
}

bool fits_assembly(const Op& op, const Function& function) {
    const Form* form = pretty_form(op.code);
    if (form == nullptr) return false;
    if (!op.regions.empty() && form->front().kind != PieceKind::Special) return false;
    return std::all_of(form->begin(), form->end(),
                       [&](const Piece& piece) { return fits_piece(op, function, piece); });
}

void print_assembly(TextPrinter& printer, const Op& op) {
    const Form& form = *pretty_form(op.code);
    const SpecialPiece* own = form.front().special;
    const bool glued = form.front().kind == PieceKind::Verbatim || (own != nullptr && own->follows_name);
    const bool nothing =
        op.operands.empty() && op.attributes.empty() && form.front().kind == PieceKind::Operands;
    if (!glued && !nothing && form.front().kind != PieceKind::Attributes) printer.write(" ");
    for (const Piece& piece : form) print_piece(printer, op, piece, form);
}

}  // namespace hlo2c::frontend
