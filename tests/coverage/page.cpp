#include "tests/coverage/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace hlo2c::coverage {
namespace {

constexpr std::string_view introduction =
    "# What hlo2c takes: operations and element types\n"
    "\n"
    "Each mark stands for a program that was tried: the smallest one around the operation, with this element "
    "type.\n"
    "\n"
    "    +  evaluated by the reference evaluator, and emitted as C\n"
    "    e  evaluated, but not emitted\n"
    "    c  emitted, but not evaluated\n"
    "    r  read and verified only\n"
    "    x  not read\n"
    "    .  not a type of this operation\n"
    "\n"
    "\"quantized\" is a type with one scale, \"q axis\" one with a scale for each slice. The operations "
    "`check.*` and\n"
    "`interpreter.*` of test modules are carried out by `hlo2c test`. A pass makes `parts.*` of functions "
    "of\n"
    "complex numbers.\n";

std::string name_of(const Recipe& recipe) {
    const std::string name(frontend::spelling(recipe.code));
    return recipe.variant.empty() ? name : name + ", " + recipe.variant;
}

char mark(const Outcome& outcome) {
    if (!outcome.allowed) return '.';
    if (!outcome.read) return 'x';
    if (outcome.evaluated) return outcome.emitted ? '+' : 'e';
    return outcome.emitted ? 'c' : 'r';
}

/// The column names, written vertically.
std::string headings(std::size_t indent) {
    std::size_t height = 0;
    for (const Column& column : columns()) height = std::max(height, column.name.size());
    std::string text;
    for (std::size_t line = 0; line < height; line++) {
        std::string row(indent, ' ');
        for (const Column& column : columns()) {
            const std::size_t missing = height - column.name.size();
            row += fmt::format(" {}", line < missing ? ' ' : column.name[line - missing]);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

std::string table(const std::vector<Row>& rows) {
    std::size_t width = 0;
    for (const Row& row : rows) width = std::max(width, name_of(row.recipe).size());
    std::string text = headings(width);
    for (const Row& row : rows) {
        text += fmt::format("{:<{}}", name_of(row.recipe), width);
        for (const Outcome& outcome : row.outcomes) text += fmt::format(" {}", mark(outcome));
        text += "\n";
    }
    return text;
}

/// The reason with the column's own type replaced by T, so that columns with the same reason are grouped.
std::string general(std::string reason, const Column& column) {
    for (std::string_view type : {std::string_view(column.type), spelling(column.element)})
        for (std::size_t at = reason.find(type); at != std::string::npos; at = reason.find(type, at + 1))
            reason.replace(at, type.size(), "T");
    return reason;
}

/// The names of the columns. One word stands for all integers, and one for all floats of less than 16 bits,
/// if all of them are present. Empty if these are all columns that the op accepts.
std::string names_of(const std::vector<std::size_t>& numbers, std::size_t allowed) {
    if (numbers.size() == allowed) return "";
    struct Class {
        const char* name;
        bool (*holds)(const Column&);
        bool named = false;
    };
    Class classes[] = {{"integers", [](const Column& column) { return is_integer(column.element); }},
                       {"f4, f6 and f8", [](const Column& column) {
                            return is_float(column.element) && bit_width(column.element) < 16;
                        }}};
    std::string names;
    for (const std::size_t number : numbers) {
        std::string name = columns()[number].name;
        for (Class& each : classes) {
            const auto is_in = [&](const Column& column) { return !column.quantized && each.holds(column); };
            const auto count_in = std::count_if(numbers.begin(), numbers.end(),
                                                [&](std::size_t i) { return is_in(columns()[i]); });
            if (!is_in(columns()[number]) ||
                count_in != std::count_if(columns().begin(), columns().end(), is_in))
                continue;
            name = each.named ? "" : each.name;
            each.named = true;
        }
        if (!name.empty()) names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

std::string gaps_of(const Row& row) {
    std::vector<std::pair<std::string, std::vector<std::size_t>>> reasons;  // gap and reason, and the columns
    const auto note = [&](std::string reason, std::size_t column) {
        auto known = std::find_if(reasons.begin(), reasons.end(),
                                  [&](const auto& entry) { return entry.first == reason; });
        if (known == reasons.end()) known = reasons.insert(reasons.end(), {std::move(reason), {}});
        known->second.push_back(column);
    };
    std::size_t allowed = 0;
    for (std::size_t i = 0; i < row.outcomes.size(); i++) {
        const Outcome& outcome = row.outcomes[i];
        if (!outcome.allowed) continue;
        allowed++;
        const Column& column = columns()[i];
        if (!outcome.read) {
            note("not read: " + general(outcome.read_error, column), i);
            continue;
        }
        if (!outcome.evaluated) note("not evaluated: " + general(outcome.evaluate_error, column), i);
        if (!outcome.emitted) note("not emitted: " + general(outcome.emit_error, column), i);
    }
    std::string text;
    for (const auto& [reason, numbers] : reasons) {
        const std::string names = names_of(numbers, allowed);
        text +=
            fmt::format("- {}{}{}: {}\n", name_of(row.recipe), names.empty() ? "" : " of ", names, reason);
    }
    return text;
}

std::string summary(const std::vector<Row>& rows) {
    std::map<char, int> count;
    int programs = 0;
    for (const Row& row : rows)
        for (const Outcome& outcome : row.outcomes)
            if (outcome.allowed) count[mark(outcome)]++, programs++;
    return fmt::format(
        "{} programs: {} evaluated and emitted, {} evaluated only, {} emitted only, {} read only, "
        "{} not read.\n",
        programs, count['+'], count['e'], count['c'], count['r'], count['x']);
}

std::vector<Outcome> outcomes_of(const Recipe& recipe, const scheduler::Target& target) {
    std::vector<Outcome> outcomes;
    if (recipe.is_untyped()) return {attempt(recipe.program, target)};
    for (const Column& column : columns())
        outcomes.push_back(is_defined_for(recipe, column) ? attempt(instantiate(recipe, column), target)
                                                          : Outcome{});
    return outcomes;
}

}  // namespace

std::vector<Row> try_all(const std::vector<Recipe>& recipes, const scheduler::Target& target) {
    std::vector<Row> rows(recipes.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < rows.size(); i = next++)
            rows[i] = {recipes[i], outcomes_of(recipes[i], target)};
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < std::min(4u, std::thread::hardware_concurrency()); i++)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return rows;
}

std::string page(const std::vector<Row>& rows) {
    std::string gaps;
    for (const Row& row : rows) gaps += gaps_of(row);
    return fmt::format("{}\n{}\n```\n{}```\n\n## Gaps\n\n{}", introduction, summary(rows), table(rows),
                       gaps.empty() ? "None.\n" : gaps);
}

}  // namespace hlo2c::coverage
