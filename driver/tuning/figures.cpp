#include "driver/tuning/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "driver/error_numbers.h"
#include "frontend/diagnostic.h"
#include "frontend/take_word.h"

namespace hlo2c::driver {
namespace {

constexpr std::size_t most_libraries = 64;

class FiguresReader {
public:
    FiguresReader(const std::string& text, const std::string& origin) : text_(text), origin_(origin) {}

    Figures run() {
        if (next_line() != figures_title) wrong(fmt::format("the first line is not '{}'", figures_title));
        // Whatever follows the last whole round was cut off.
        const std::size_t end = text_.rfind("\nend\n");
        const std::size_t whole = end == std::string::npos ? 0 : end + 5;
        while (at_ < whole) line(next_line());
        if (figures_.rounds == 0) wrong("no round was measured to its end");
        if (figures_.target.empty() || figures_.rules.empty() || figures_.compiler.empty())
            wrong("the target, the compiler or fp is missing");
        return std::move(figures_);
    }

private:
    [[noreturn]] void wrong(const std::string& message) const {
        fail(tuning_error::figures, Place{.file = origin_, .line = line_, .column = 1}, message,
             "Give the whole output of the program that `hlo2c tune --emit-bench DIR` wrote.");
    }

    std::string_view next_line() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view found = std::string_view(text_).substr(at_, end - at_);
        at_ = end + 1;
        line_++;
        return found;
    }

    std::uint64_t take_number(std::string_view& rest, const char* what, std::uint64_t limit) const {
        const std::string_view word = frontend::take_word(rest);
        std::uint64_t number = 0;
        for (const char c : word) {
            if (c < '0' || c > '9' || word.size() > 18)
                wrong(fmt::format("{}: '{}' is not a number", what, word));
            number = number * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (word.empty() || number >= limit) wrong(fmt::format("there is no {} '{}'", what, word));
        return number;
    }

    void line(std::string_view rest) {
        const std::string_view keyword = frontend::take_word(rest);
        if (keyword == "target") return set(figures_.target, rest);
        if (keyword == "fp") return set(figures_.rules, rest);
        if (keyword == "compiler") return set(figures_.compiler, rest);
        if (keyword == "problem") {
            if (!figures_.schedules.empty()) wrong("a problem follows the schedules");
            figures_.problems.emplace_back(rest);
        } else if (keyword == "schedule") {
            const std::size_t library = take_number(rest, "library", most_libraries);
            if (library > figures_.schedules.size()) wrong("a library is left out");
            if (library == figures_.schedules.size())
                figures_.schedules.emplace_back(figures_.problems.size());
            figures_.schedules[library][take_number(rest, "problem", figures_.problems.size())] = rest;
        } else if (keyword == "round") {
            if (in_round_) wrong("a round begins inside another one");
            in_round_ = true;
        } else if (keyword == "end") {
            if (!in_round_) wrong("a round ends that has not begun");
            in_round_ = false;
            figures_.rounds++;
        } else if (keyword == "call" || keyword == "time") {
            if (!in_round_) wrong("a time is outside of a round");
            FastestCall call{.round = figures_.rounds};
            call.library = take_number(rest, "library", figures_.schedules.size());
            if (keyword == "time")
                call.problem = static_cast<int>(take_number(rest, "problem", figures_.problems.size()));
            call.nanoseconds = static_cast<double>(
                take_number(rest, "nanoseconds", std::numeric_limits<std::uint64_t>::max()));
            figures_.calls.push_back(call);
        } else {
            wrong(fmt::format("no line of figures begins with '{}'", keyword));
        }
    }

    void set(std::string& value, std::string_view text) const {
        if (!value.empty() || text.empty()) wrong("the line is empty, or there are two of its kind");
        value = text;
    }

    const std::string& text_;
    const std::string& origin_;
    std::size_t at_ = 0;
    int line_ = 0;
    bool in_round_ = false;
    Figures figures_;
};

}  // namespace

Figures parse_figures(const std::string& text, const std::string& origin) {
    return FiguresReader(text, origin).run();
}

void add_rounds(Figures& figures, const Figures& more) {
    HLO2C_CHECK(figures.schedules == more.schedules && figures.problems == more.problems,
                "rounds that are added are of the same libraries");
    for (FastestCall call : more.calls) {
        call.round += figures.rounds;
        figures.calls.push_back(call);
    }
    figures.rounds += more.rounds;
}

double least_time(const Figures& figures, std::size_t library, int problem, std::size_t begin,
                  std::size_t end) {
    double least = std::numeric_limits<double>::infinity();
    for (const FastestCall& call : figures.calls)
        if (call.library == library && call.problem == problem && call.round >= begin && call.round < end)
            least = std::min(least, call.nanoseconds);
    return least;
}

double least_time(const Figures& figures, std::size_t library, int problem) {
    return least_time(figures, library, problem, 0, figures.rounds);
}

}  // namespace hlo2c::driver
