#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/assembly.h"
#include "frontend/forms/text/op_properties.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {
namespace {

constexpr std::int64_t most_results = 100000;

/// Inside a function, ops of the func dialect may omit the dialect's name.
std::string_view full_spelling(std::string_view word) {
    if (word == "return") return "func.return";
    if (word == "call") return "func.call";
    return word;
}

}  // namespace

void TextParser::open_scope() {
    scopes_.emplace_back();
}

void TextParser::close_scope() {
    for (std::string_view name : scopes_.back().names) values_.erase(name);
    scopes_.pop_back();
}

ValueId TextParser::add_anonymous(Type type, LocationId location) {
    return function_->add_value(std::move(type), {}, location);
}

ValueId TextParser::define(const Token& name, Type type, LocationId location) {
    const ValueId id = function_->add_value(std::move(type), std::string(name.text), location);
    if (!values_.emplace(name.text, ValueRange{id, 1}).second)
        lexer_.fail_at(read_error::redefinition, name,
                       fmt::format("the value %{} is defined twice", name.text),
                       "Give each value a name of its own.");
    scopes_.back().names.push_back(name.text);
    return id;
}

ValueId TextParser::parse_value_use() {
    if (token_.kind != TokenKind::Value) unexpected("a value like %0");
    const Token name = take();
    std::int64_t index = 0;
    const bool indexed = token_.kind == TokenKind::Hash && token_.begin == name.end;
    if (indexed) {
        const char* end = token_.text.data() + token_.text.size();
        if (std::from_chars(token_.text.data(), end, index).ptr != end) unexpected("a result number like #1");
        take();
    }
    const auto found = values_.find(name.text);
    if (found == values_.end())
        lexer_.fail_at(read_error::undefined_name, name,
                       fmt::format("the value %{} is not defined", name.text),
                       "Define a value before its first use, in the same region or an enclosing one.");
    const ValueRange& range = found->second;
    if (index >= range.count)
        lexer_.fail_at(read_error::undefined_name, name,
                       fmt::format("%{} has {} results: there is no #{}", name.text, range.count, index),
                       "Results are numbered from #0.");
    if (!indexed && range.count > 1)
        lexer_.fail_at(read_error::undefined_name, name,
                       fmt::format("%{} has {} results: one of them must be chosen", name.text, range.count),
                       fmt::format("Write %{}#0, %{}#1, ...", name.text, name.text));
    const ValueId value = range.first + static_cast<ValueId>(index);
    const auto alias = aliases_.find(value);
    return alias == aliases_.end() ? value : alias->second;
}

std::vector<ValueId> TextParser::parse_value_uses(char close) {
    std::vector<ValueId> values;
    while (!at(close)) {
        values.push_back(parse_value_use());
        if (!accept(',')) break;
    }
    expect(close, "after the operands");
    return values;
}

WrittenArgument TextParser::parse_argument() {
    if (token_.kind != TokenKind::Value) unexpected("an argument like %arg0");
    WrittenArgument argument;
    argument.name = take();
    expect(':', "after the name of an argument");
    argument.type = parse_type();
    argument.location = parse_optional_location().value_or(unknown_location);
    return argument;
}

std::vector<ValueId> TextParser::parse_arguments() {
    std::vector<ValueId> arguments;
    expect('(', "before the arguments");
    while (!at(')')) {
        arguments.push_back(define(parse_argument()));
        if (!accept(',')) break;
    }
    expect(')', "after the arguments");
    return arguments;
}

Region TextParser::parse_region() {
    const DepthGuard guard(*this);
    Region region;
    open_scope();
    expect('{', "at the beginning of a region");
    if (token_.kind == TokenKind::Caret) {
        take();
        if (at('(')) region.arguments = parse_arguments();
        expect(':', "after the arguments of a block");
    }
    parse_ops(region);
    close_scope();
    return region;
}

void TextParser::parse_ops(Region& region) {
    while (!at('}')) {
        if (token_.kind == TokenKind::End) unexpected("an op, or '}' at the end of the region");
        if (token_.kind == TokenKind::Caret)
            unsupported(read_error::format, lexer_.place(token_),
                        "regions with more than one block are not supported",
                        "Use stablehlo.if, stablehlo.case and stablehlo.while for control flow.");
        parse_op(region);
    }
    take();
}

std::vector<ResultName> TextParser::parse_result_names() {
    std::vector<ResultName> names;
    if (!at_value()) return names;
    do {
        if (token_.kind != TokenKind::Value) unexpected("a value like %0");
        const Token token = take();
        ResultName name{token.text, 1, token};
        if (accept(':')) name.count = parse_integer("as the number of results");
        if (name.count < 1 || name.count > most_results)
            lexer_.fail_at(read_error::count, token, "the number of results is out of range",
                           "Check the number.");
        names.push_back(name);
    } while (accept(','));
    expect('=', "after the names of the results");
    return names;
}

void TextParser::add_results(Op& op, const std::vector<ResultName>& names) {
    std::int64_t named = 0;
    for (const ResultName& name : names) named += name.count;
    const auto count = static_cast<std::int64_t>(result_types_.size());
    if (!names.empty() && named != count)
        lexer_.fail_at(read_error::count, names.front().token,
                       fmt::format("{} results are named, but {} has {}", named, spelling(op.code), count),
                       "Name each result, or write %name:count.");
    std::size_t next = 0;
    for (const ResultName& name : names) {
        const auto first = static_cast<ValueId>(function_->values.size());
        for (std::int64_t i = 0; i < name.count; i++)
            op.results.push_back(
                function_->add_value(std::move(result_types_[next++]), std::string(name.name), op.location));
        if (!values_.emplace(name.name, ValueRange{first, name.count}).second)
            lexer_.fail_at(read_error::redefinition, name.token,
                           fmt::format("the value %{} is defined twice", name.name),
                           "Give each value a name of its own.");
        scopes_.back().names.push_back(name.name);
    }
    for (; next < result_types_.size(); next++)
        op.results.push_back(function_->add_value(std::move(result_types_[next]), {}, op.location));
    result_types_.clear();
}

OpCode TextParser::opcode_at(const Token& name, std::string_view spelled) {
    if (const std::optional<OpCode> code = opcode_from_spelling(spelled)) return *code;
    if (const std::optional<OpCode> code = opcode_of_mhlo(spelled)) return *code;
    // StableHLO's tests also use constants of other dialects, which mean the same.
    if (spelled == "arith.constant" || spelled == "util.unfoldable_constant") return OpCode::Constant;
    const std::size_t dot = spelled.find('.');
    if (dot == std::string_view::npos)
        lexer_.fail_at(read_error::unknown_op, name, fmt::format("an op was expected, found '{}'", spelled),
                       "An op is written with its dialect, like stablehlo.add.");
    const std::string_view dialect = spelled.substr(0, dot);
    if (dialect == "stablehlo" || dialect == "chlo")
        lexer_.fail_at(read_error::unknown_op, name, fmt::format("there is no op '{}'", spelled),
                       "Check the spelling; 'hlo2c ops' lists all ops.");
    unsupported(read_error::unknown_op, lexer_.place(name),
                fmt::format("the op '{}' of the dialect '{}' is not supported", spelled, dialect),
                "Lower the program to StableHLO before exporting it; 'hlo2c ops' lists all ops.");
}

void TextParser::check_operand_types(const Op& op, const std::vector<Type>& written, const Token& at) {
    if (written.size() != op.operands.size())
        lexer_.fail_at(read_error::count, at,
                       fmt::format("{} has {} operands but {} operand types", spelling(op.code),
                                   op.operands.size(), written.size()),
                       "Write one type per operand.");
    for (std::size_t i = 0; i < written.size(); i++) {
        const Type& type = type_of(op.operands[i]);
        if (type == written[i]) continue;
        lexer_.fail_at(
            read_error::type_mismatch, at,
            fmt::format("operand {} of {} is written as {} but %{} has the type {}", i, spelling(op.code),
                        to_string(written[i]), function_->values[op.operands[i]].name, to_string(type)),
            "Make the types agree.");
    }
}

void TextParser::parse_generic_tail(Op& op, const Token& at) {
    expect('(', "before the operands of an op in generic form");
    op.operands = parse_value_uses(')');
    if (this->at('['))
        unsupported(read_error::format, lexer_.place(token_), "branches between blocks are not supported",
                    "Use stablehlo.if, stablehlo.case and stablehlo.while for control flow.");
    if (accept('<')) {
        op.attributes = parse_dictionary();
        require_known_properties(op, at);
        expect('>', "after the properties");
    }
    if (accept('(')) {
        do op.regions.push_back(parse_region());
        while (accept(','));
        expect(')', "after the regions");
    }
    for (NamedAttribute& attribute : parse_optional_dictionary()) {
        if (op.has(attribute.first))
            lexer_.fail_at(read_error::redefinition, at,
                           fmt::format("the attribute '{}' is given twice", attribute.first),
                           "Remove one of the two.");
        op.attributes.push_back(std::move(attribute));
    }
    const Token types = token_;
    const Signature signature = parse_signature();
    if (!signature.functional)
        lexer_.fail_at(read_error::syntax, types,
                       "the generic form ends with (operand types) -> result types",
                       "Check the types of this op.");
    check_operand_types(op, signature.operands, types);
    result_types_ = signature.results;
}

void TextParser::require_known_properties(const Op& op, const Token& at) const {
    const std::optional<PropertyLayout> layout = property_layout(at.text);
    if (!layout) return;
    for (const auto& [name, value] : op.attributes)
        if (!layout->has(name))
            lexer_.fail_at(
                read_error::syntax, at, fmt::format("{} has no property '{}'", at.text, name),
                "Correct the name, or write an attribute of your own after the properties, in {...}.");
}

void TextParser::require_attributes(const Op& op, const Token& at) const {
    const std::optional<PropertyLayout> layout = property_layout(spelling(op.code));
    if (!layout) return;
    for (const PropertyLayout::Property& property : layout->properties)
        if (!property.optional && !op.has(property.name))
            lexer_.fail_at(read_error::syntax, at,
                           fmt::format("{} lacks the attribute '{}'", spelling(op.code), property.name),
                           "Give the op this attribute.");
}

void TextParser::parse_op(Region& region) {
    const std::vector<ResultName> names = parse_result_names();
    const Token name = token_;
    Op op;
    op.position = {name.line, name.column()};
    const bool generic = name.kind == TokenKind::String;
    if (!generic && name.kind != TokenKind::Word) unexpected("an op");
    const bool around = std::exchange(in_mhlo_op_, name.text.starts_with("mhlo."));
    if (in_mhlo_op_ && parse_mhlo_op(region, names, op)) {
        in_mhlo_op_ = around;
        return;
    }
    op.code = opcode_at(name, generic ? name.text : full_spelling(name.text));
    take();
    result_types_.clear();
    if (generic) {
        parse_generic_tail(op, name);
    } else {
        parse_assembly(*this, op, name);
    }
    in_mhlo_op_ = around;
    op.location = parse_optional_location().value_or(unknown_location);
    if (inherits_location_) {
        inherits_location_ = false;
        for (Region& inner : op.regions)
            for (Op& inner_op : inner.ops) {
                inner_op.location = op.location;
                for (const ValueId result : inner_op.results)
                    function_->values[result].location = op.location;
            }
    }
    if (const auto wrong = wrong_count(op.code, op.operands.size(), op.regions.size()))
        lexer_.fail_at(read_error::count, name, wrong->message, wrong->remedy);
    sort_by_name(op.attributes);
    require_attributes(op, name);
    add_results(op, names);
    region.ops.push_back(std::move(op));
}

}  // namespace hlo2c::frontend
