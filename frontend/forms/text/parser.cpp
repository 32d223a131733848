#include "frontend/forms/text/parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/file_bytes.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/declarations.h"
#include "frontend/take_word.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view cut_short = "The file is truncated: export it again.";

std::string describe(const Token& token) {
    if (token.kind == TokenKind::End) return "the end of the file";
    constexpr std::size_t shown = 40;
    const std::string_view text = token.text.substr(0, shown);
    return fmt::format("'{}{}'", text, token.text.size() > shown ? "..." : "");
}

void take_symbol(Function& function, const NamedAttribute& attribute) {
    if (const auto* name = attribute.second.get_if<std::string>(); name != nullptr) {
        if (attribute.first == declarations::name) function.name = *name;
        if (attribute.first == declarations::visibility) function.is_public = *name != "private";
    }
}

std::vector<DictionaryAttribute> dictionaries(const Attribute* list, std::size_t count) {
    std::vector<DictionaryAttribute> result(count);
    const auto* array = list != nullptr ? list->get_if<ArrayAttribute>() : nullptr;
    for (std::size_t i = 0; array != nullptr && i < std::min(count, array->elements.size()); i++)
        if (const auto* entry = array->elements[i].get_if<DictionaryAttribute>()) result[i] = *entry;
    return result;
}

}  // namespace

DepthGuard::DepthGuard(TextParser& parser, int limit) : parser_(parser) {
    if (parser_.depth_ >= limit)
        parser_.fail_here(read_error::nesting, "the text is nested too deeply here",
                          fmt::format("At most {} levels are supported.", limit));
    parser_.depth_++;
    parser_.deepest_ = std::max(parser_.deepest_, parser_.depth_);
}

TextParser::TextParser(std::string_view text, std::string path) : lexer_(text, std::move(path)) {
    // Exporters define aliases for things that are used only a few times.
    constexpr std::size_t free_characters = 1 << 22, repetitions = 16;
    most_expanded_ = free_characters + repetitions * text.size();
}

Token TextParser::take() {
    Token taken = token_;
    token_ = lexer_.next();
    return taken;
}

Token TextParser::peek() {
    const Token current = token_;
    Token ahead = lexer_.next();
    lexer_.seek(current, current.end);
    return ahead;
}

bool TextParser::at(char punctuation) const {
    return token_.kind == TokenKind::Punctuation && token_.text[0] == punctuation;
}

bool TextParser::at_word(std::string_view word) const {
    return token_.kind == TokenKind::Word && token_.text == word;
}

bool TextParser::accept(char punctuation) {
    if (!at(punctuation)) return false;
    take();
    return true;
}

bool TextParser::accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    take();
    return true;
}

bool TextParser::accept_arrow() {
    if (token_.kind != TokenKind::Arrow) return false;
    take();
    return true;
}

void TextParser::fail_here(int number, std::string message, std::string remedy) const {
    lexer_.fail_at(number, token_, std::move(message), std::move(remedy));
}

void TextParser::unexpected(std::string_view wanted) const {
    const bool at_end = token_.kind == TokenKind::End;
    fail_here(at_end ? read_error::unfinished : read_error::syntax,
              fmt::format("{} was expected, found {}", wanted, describe(token_)),
              std::string(at_end ? cut_short : "Check the text at this place against the form of the op."));
}

void TextParser::expect(char punctuation, std::string_view where) {
    if (!accept(punctuation)) unexpected(fmt::format("'{}' {}", punctuation, where));
}

void TextParser::expect_word(std::string_view word, std::string_view where) {
    if (!accept_word(word)) unexpected(fmt::format("'{}' {}", word, where));
}

void TextParser::expect_arrow(std::string_view where) {
    if (!accept_arrow()) unexpected(fmt::format("'->' {}", where));
}

bool TextParser::accept_all(std::string_view text) {
    const Token start = token_;
    while (!text.empty()) {
        const std::string_view piece = take_word(text);
        if (piece.empty()) continue;
        const bool matches =
            token_.text == piece && (token_.kind == TokenKind::Word || token_.kind == TokenKind::Punctuation);
        if (!matches) {
            lexer_.seek(start, start.end);
            token_ = start;
            return false;
        }
        take();
    }
    return true;
}

void TextParser::expect_all(std::string_view text, std::string_view where) {
    if (!accept_all(text)) unexpected(fmt::format("'{}' {}", text, where));
}

Program TextParser::parse_program() {
    read_resources();
    take();
    Program program;
    program.source_path = lexer_.path();
    bool seen = false;
    while (token_.kind != TokenKind::End) {
        if (token_.kind == TokenKind::Hash || token_.kind == TokenKind::Exclamation) {
            parse_alias_definition();
            continue;
        }
        const bool generic = token_.kind == TokenKind::String && token_.text == "builtin.module";
        if (generic || at_word("module") || at_word("builtin.module")) {
            if (seen)
                unsupported(read_error::format, lexer_.place(token_), "the file holds more than one module",
                            "Write each module to a file of its own.");
            generic ? parse_generic_module(program) : parse_module(program);
        } else {
            parse_module_item(program);
        }
        seen = true;
    }
    if (!seen)
        fail_here(read_error::unfinished, "the file holds no function",
                  "A program has at least one func.func.");
    settle_locations(program);
    return program;
}

void TextParser::parse_module(Program& program) {
    take();
    if (token_.kind == TokenKind::Symbol) program.name = parse_symbol("of the module");
    if (accept_word("attributes")) program.attributes = parse_dictionary();
    expect('{', "before the functions of the module");
    while (!at('}')) {
        if (token_.kind == TokenKind::End) unexpected("'}' at the end of the module");
        parse_module_item(program);
    }
    take();
    program.location = parse_optional_location().value_or(unknown_location);
}

void TextParser::parse_generic_module(Program& program) {
    take();
    expect_all("( )", "after the name of the module op");
    std::vector<NamedAttribute> attributes;
    if (accept('<')) {
        attributes = parse_dictionary();
        expect('>', "after the properties");
    }
    expect_all("( {", "before the functions of the module");
    if (token_.kind == TokenKind::Caret) {
        take();
        if (accept('(')) expect(')', "after the block's arguments");
        expect(':', "after the name of the block");
    }
    while (!at('}')) {
        if (token_.kind == TokenKind::End) unexpected("'}' at the end of the module");
        parse_module_item(program);
    }
    expect_all("} )", "after the functions of the module");
    for (NamedAttribute& attribute : parse_optional_dictionary()) attributes.push_back(std::move(attribute));
    for (NamedAttribute& attribute : attributes) {
        const auto* name = attribute.second.get_if<std::string>();
        if (attribute.first == declarations::name && name != nullptr) {
            program.name = *name;
        } else {
            program.attributes.push_back(std::move(attribute));
        }
    }
    parse_signature();
    program.location = parse_optional_location().value_or(unknown_location);
}

void TextParser::parse_module_item(Program& program) {
    if (at_word("func.func") || at_word("func")) return parse_function(program);
    if (token_.kind == TokenKind::String && token_.text == "func.func")
        return parse_generic_function(program);
    if (at_word("module") || at_word("builtin.module"))
        unsupported(read_error::format, lexer_.place(token_), "modules inside a module are not supported",
                    "Write each module to a file of its own.");
    Function holder;
    function_ = &holder;
    values_.clear();
    aliases_.clear();
    scopes_.clear();
    open_scope();
    Region region;
    parse_op(region);
    close_scope();
    Op& op = region.ops.front();
    if (op.code != OpCode::SdyMesh)
        lexer_.fail_at(read_error::syntax, token_,
                       fmt::format("{} must be inside a function", spelling(op.code)),
                       "Move it into a function.");
    program.symbols.push_back(std::move(op));
}

void TextParser::begin(Function& function, const Token& start) {
    function.position = {start.line, start.column()};
    function_ = &function;
    values_.clear();
    aliases_.clear();
    scopes_.clear();
}

void TextParser::parse_function(Program& program) {
    Function function;
    begin(function, take());
    if (accept_word("private")) {
        function.is_public = false;
    } else if (!accept_word("public")) {
        accept_word("nested");
    }
    function.name = parse_symbol("of the function");
    open_scope();
    expect('(', "before the arguments of the function");
    const bool named = at_value();
    while (!at(')')) {
        if (named) {
            const Token name = take();
            if (name.kind != TokenKind::Value)
                lexer_.fail_at(read_error::syntax, name, "an argument like %arg0 was expected",
                               "Name every argument.");
            expect(':', "after the name of an argument");
            Type type = parse_type();
            function.argument_attributes.push_back({parse_optional_dictionary()});
            const LocationId location = parse_optional_location().value_or(unknown_location);
            function.body.arguments.push_back(define(name, std::move(type), location));
        } else {
            Type type = parse_type();
            function.argument_attributes.push_back({parse_optional_dictionary()});
            const LocationId location = parse_optional_location().value_or(unknown_location);
            function.body.arguments.push_back(add_anonymous(std::move(type), location));
        }
        if (!accept(',')) break;
    }
    expect(')', "after the arguments of the function");
    if (accept_arrow()) {
        if (accept('(')) {
            while (!at(')')) {
                function.result_types.push_back(parse_type());
                function.result_attributes.push_back({parse_optional_dictionary()});
                if (!accept(',')) break;
            }
            expect(')', "after the results of the function");
        } else {
            function.result_types.push_back(parse_type());
            function.result_attributes.emplace_back();
        }
    }
    if (accept_word("attributes")) function.attributes = parse_dictionary();
    if (accept('{')) {
        if (at('}')) unexpected("the first op of a function");
        parse_ops(function.body);
    }
    function.location = parse_optional_location().value_or(unknown_location);
    close_scope();
    finish_function(program, std::move(function));
}

void TextParser::parse_generic_function(Program& program) {
    const Token start = take();
    Function function;
    begin(function, start);
    Op op;
    open_scope();
    parse_generic_tail(op, start);
    close_scope();
    function.location = parse_optional_location().value_or(unknown_location);
    const Attribute* type = op.attribute(declarations::function_type);
    const auto* signature = type != nullptr ? type->get_if<StructAttribute>() : nullptr;
    if (op.regions.size() != 1 || signature == nullptr || signature->name != "function")
        lexer_.fail_at(read_error::syntax, start,
                       "a function lacks its region or the attribute function_type",
                       "Check the function against MLIR's generic form.");
    const Attribute* name = op.attribute(declarations::name);
    if (name == nullptr || name->get_if<std::string>() == nullptr)
        lexer_.fail_at(read_error::syntax, start, "a function lacks its name, the text attribute sym_name",
                       "Check the function against MLIR's generic form.");
    for (const Attribute& result : signature->fields[1].second.get_if<ArrayAttribute>()->elements)
        function.result_types.push_back(*result.get_if<Type>());
    function.body = std::move(op.regions.front());
    std::vector<Type> arguments;
    for (const Attribute& argument : signature->fields[0].second.get_if<ArrayAttribute>()->elements)
        arguments.push_back(*argument.get_if<Type>());
    if (function.body.ops.empty())
        for (const Type& type : arguments)
            function.body.arguments.push_back(add_anonymous(type, unknown_location));
    for (std::size_t i = 0; i < std::max(arguments.size(), function.body.arguments.size()); i++)
        if (i >= arguments.size() || i >= function.body.arguments.size() ||
            arguments[i] != function.type(function.body.arguments[i]))
            lexer_.fail_at(read_error::type_mismatch, start,
                           fmt::format("argument {} of the function's region differs from function_type", i),
                           "Make the types agree.");
    function.argument_attributes =
        dictionaries(op.attribute(declarations::argument_attributes), function.body.arguments.size());
    function.result_attributes =
        dictionaries(op.attribute(declarations::result_attributes), function.result_types.size());
    for (NamedAttribute& attribute : op.attributes) {
        take_symbol(function, attribute);
        if (!declarations::is_member_of_function(attribute.first))
            function.attributes.push_back(std::move(attribute));
    }
    finish_function(program, std::move(function));
}

void TextParser::require_returned_types(const Function& function) const {
    if (function.body.ops.empty()) return;
    const Op& last = function.body.ops.back();
    if (last.code != OpCode::FuncReturn || last.operands.size() != function.result_types.size()) return;
    for (std::size_t i = 0; i < last.operands.size(); i++) {
        const Type& type = function.type(last.operands[i]);
        if (type == function.result_types[i]) continue;
        fail(read_error::type_mismatch,
             with_line({.file = lexer_.path(), .line = last.position.line, .column = last.position.column}),
             fmt::format("@{} returns {} as result {}, which is declared as {}", function.name,
                         to_string(type), i, to_string(function.result_types[i])),
             "Make the types agree.");
    }
}

void TextParser::finish_function(Program& program, Function function) {
    if (!function_names_.insert(function.name).second) {
        fail(read_error::redefinition,
             with_line(
                 {.file = lexer_.path(), .line = function.position.line, .column = function.position.column}),
             fmt::format("the function @{} is defined twice", function.name),
             "Give each function a name of its own.");
    }
    drop_replaced_values(function);
    // Some exporters terminate functions with stablehlo.return.
    if (!function.body.ops.empty() && function.body.ops.back().code == OpCode::Return)
        function.body.ops.back().code = OpCode::FuncReturn;
    require_returned_types(function);
    function_ = nullptr;
    program.functions.push_back(std::move(function));
}

Program read_stablehlo_text(std::string_view text, std::string path) {
    return TextParser(text, std::move(path)).parse_program();
}

}  // namespace hlo2c::frontend
