#include <fmt/format.h>

#include <utility>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/text_parser.h"

namespace hlo2c::frontend {
namespace {

/// Deepest nesting of locations; call stacks of real programs are far shallower.
constexpr int deepest_location = 2000;

int to_line(std::int64_t value) {
    return value < 0 || value > INT32_MAX ? 0 : static_cast<int>(value);
}

}  // namespace

std::optional<LocationId> TextParser::parse_optional_location() {
    if (!at_word("loc")) return std::nullopt;
    take();
    expect('(', "after 'loc'");
    const LocationId id = parse_location_body();
    expect(')', "at the end of a location");
    return id;
}

LocationId TextParser::parse_location_body() {
    const DepthGuard guard(*this, deepest_location);
    if (accept_word("unknown")) return unknown_location;
    if (token_.kind == TokenKind::Hash) {
        const Token alias = take();
        const auto [entry, added] = location_aliases_.try_emplace(alias.text, unknown_location);
        if (added) {
            // A placeholder for the alias; its text and line -1 distinguish it from all real locations.
            entry->second = drafts_.intern({Location::Kind::Name, "#" + std::string(alias.text), -1});
            alias_uses_.emplace(entry->second, alias);
        }
        return entry->second;
    }
    if (token_.kind == TokenKind::String) return parse_file_or_name_location();
    if (accept_word("callsite")) {
        expect('(', "after 'callsite'");
        Location location{Location::Kind::CallSite};
        location.children.push_back(parse_location_body());
        expect_word("at", "between callee and caller");
        location.children.push_back(parse_location_body());
        expect(')', "at the end of a call site");
        return drafts_.intern(std::move(location));
    }
    if (accept_word("fused")) {
        Location location{Location::Kind::Fused};
        if (at('<')) location.text = std::string(take_balanced());
        expect('[', "before the parts of a fused location");
        while (!at(']')) {
            location.children.push_back(parse_location_body());
            if (!accept(',')) break;
        }
        expect(']', "after the parts of a fused location");
        return drafts_.intern(std::move(location));
    }
    if (at_word("loc")) return *parse_optional_location();
    unexpected(
        "a location: unknown, \"file\":line:column, \"name\"(...), callsite(...), fused[...] or #alias");
}

LocationId TextParser::parse_file_or_name_location() {
    Location location;
    location.text = unescape(take().text);
    if (!accept(':')) {
        location.kind = Location::Kind::Name;
        if (accept('(')) {
            location.children.push_back(parse_location_body());
            expect(')', "after the location inside a name");
        }
        return drafts_.intern(std::move(location));
    }
    location.kind = Location::Kind::File;
    location.line = to_line(parse_integer("as the line"));
    if (accept(':')) location.column = to_line(parse_integer("as the column"));
    if (accept_word("to")) {
        location.end_line = location.line;
        if (token_.kind == TokenKind::Integer) location.end_line = to_line(parse_integer("as the last line"));
        expect(':', "before the last column");
        location.end_column = to_line(parse_integer("as the last column"));
    }
    return drafts_.intern(std::move(location));
}

void TextParser::repeat(std::size_t characters, const Token& use) {
    expanded_ += characters;
    if (expanded_ > most_expanded_)
        lexer_.fail_at(read_error::too_large, use,
                       "the program is far larger than its file: its parts refer to each other excessively",
                       "The file was not written by an exporter, or is damaged.");
}

template <typename T>
TextParser::Alias<T> TextParser::alias_of(const Token& name, T (TextParser::*parse)()) {
    const std::size_t expanded = expanded_;
    const int deepest = std::exchange(deepest_, depth_);
    T value = (this->*parse)();
    const Alias<T> alias{std::move(value), token_.begin - name.begin + expanded_ - expanded,
                         deepest_ - depth_};
    deepest_ = std::max(deepest, deepest_);
    return alias;
}

template <typename T>
const T& TextParser::expand(const Alias<T>& alias, const Token& use) {
    repeat(alias.characters, use);
    if (depth_ + alias.levels > deepest_nesting)
        lexer_.fail_at(read_error::nesting, use, "the text is nested too deeply here",
                       fmt::format("At most {} levels are supported.", deepest_nesting));
    deepest_ = std::max(deepest_, depth_ + alias.levels);
    return alias.value;
}

template const Type& TextParser::expand(const Alias<Type>&, const Token&);
template const Attribute& TextParser::expand(const Alias<Attribute>&, const Token&);

void TextParser::parse_alias_definition() {
    const Token name = take();
    expect('=', "after the name of an alias");
    if (name.kind == TokenKind::Exclamation) {
        type_aliases_.insert_or_assign(name.text, alias_of(name, &TextParser::parse_type));
        return;
    }
    if (!at_word("loc")) {
        attribute_aliases_.insert_or_assign(name.text, alias_of(name, &TextParser::parse_attribute));
        return;
    }
    const LocationId definition = *parse_optional_location();
    const auto [entry, added] = location_aliases_.try_emplace(name.text, unknown_location);
    if (added) {
        entry->second = drafts_.intern({Location::Kind::Name, "#" + std::string(name.text), -1});
        alias_uses_.emplace(entry->second, name);
    }
    if (!alias_targets_.emplace(entry->second, definition).second)
        lexer_.fail_at(read_error::redefinition, name,
                       fmt::format("the location alias '#{}' is defined twice", name.text),
                       "Remove one of the two.");
}

LocationId TextParser::settle(LocationTable& table, LocationId draft, int depth) {
    if (draft == unknown_location) return unknown_location;
    if (const auto known = settled_.find(draft); known != settled_.end()) return known->second;
    const auto use = alias_uses_.find(draft);
    if (depth > deepest_location)
        fail(read_error::nesting, {.file = lexer_.path()},
             "a location is nested too deeply or contains itself",
             "Export the program without locations, or with shorter call stacks.");
    LocationId id = unknown_location;
    if (use != alias_uses_.end()) {
        const auto target = alias_targets_.find(draft);
        if (target == alias_targets_.end())
            lexer_.fail_at(read_error::undefined_name, use->second,
                           fmt::format("the location alias '#{}' is not defined", use->second.text),
                           "The file is truncated: export it again.");
        id = settle(table, target->second, depth + 1);
    } else {
        Location location = drafts_[draft];
        for (LocationId& child : location.children) child = settle(table, child, depth + 1);
        id = table.intern(std::move(location));
    }
    settled_.emplace(draft, id);
    return id;
}

void TextParser::settle_locations(Program& program) {
    LocationTable& table = program.locations;
    const auto settle_op = [&](Op& op) { op.location = settle(table, op.location, 0); };
    program.location = settle(table, program.location, 0);
    for (Op& op : program.symbols) settle_op(op);
    for (Function& function : program.functions) {
        function.location = settle(table, function.location, 0);
        for (Value& value : function.values) value.location = settle(table, value.location, 0);
        for_each_op(function.body, settle_op);
    }
}

}  // namespace hlo2c::frontend
