#include "driver/tuning/comparison.h"

#include <catch2/catch.hpp>

using namespace hlo2c::driver;
using hlo2c::scheduler::ProblemChoice;

namespace {

/// Figures of one problem "p": for each library its schedule, and its times in the rounds.
Figures figures_of(const std::vector<std::pair<std::string, std::vector<double>>>& libraries) {
    Figures figures{.target = "t", .rules = "strict", .compiler = "cc 1"};
    figures.problems = {"p"};
    for (std::size_t library = 0; library < libraries.size(); library++) {
        const auto& [schedule, times] = libraries[library];
        figures.schedules.push_back({schedule});
        figures.rounds = times.size();
        for (std::size_t round = 0; round < times.size(); round++)
            figures.calls.push_back({round, library, 0, times[round]});
    }
    return figures;
}

ProblemComparison compared(const std::vector<std::pair<std::string, std::vector<double>>>& libraries) {
    const std::vector<ProblemChoice> choices = {{"p", {"a", "b", "c"}}};
    const auto comparisons = compare_schedules(choices, figures_of(libraries));
    REQUIRE(comparisons.size() == 1);
    return comparisons.front();
}

}  // namespace

TEST_CASE("a schedule that is clearly faster in both halves of the rounds is chosen") {
    const ProblemComparison result =
        compared({{"a", {100, 105, 101, 100}}, {"b", {95, 120, 94, 95}}, {"c", {90, 91, 130, 89}}});
    CHECK(result.is_chosen);
    CHECK(result.best_schedule == "c");
    CHECK(result.default_schedule == "a");
    CHECK(result.default_ns == 100);
    CHECK(result.best_ns == 89);
}

TEST_CASE("a schedule that is faster in one half only, or hardly, is not") {
    CHECK_FALSE(compared({{"a", {100, 100}}, {"b", {80, 99}}}).is_chosen);
    CHECK_FALSE(compared({{"a", {100, 100}}, {"b", {99, 80}}}).is_chosen);
    CHECK_FALSE(compared({{"a", {100, 100}}, {"b", {98, 98}}}).is_chosen);
    const ProblemComparison stays = compared({{"a", {100, 100}}, {"b", {120, 130}}});
    CHECK_FALSE(stays.is_chosen);
    CHECK(stays.best_schedule == "a");
    CHECK(stays.best_ns == 100);
}

TEST_CASE("one round decides nothing") {
    CHECK_FALSE(compared({{"a", {100}}, {"b", {50}}}).is_chosen);
}

TEST_CASE("texts that the program does not have are passed over") {
    CHECK_FALSE(compared({{"a", {100, 100}}, {"x", {50, 50}}}).is_chosen);
    const Figures figures = figures_of({{"a", {100, 100}}, {"b", {50, 50}}});
    CHECK(compare_schedules({{"q", {"a", "b"}}}, figures).empty());
    CHECK(compare_schedules({{"p", {"z", "b"}}}, figures).empty());
}

TEST_CASE("libraries with one schedule for a problem are measured together") {
    const ProblemComparison result = compared({{"a", {100, 100}}, {"b", {90, 99}}, {"b", {99, 90}}});
    CHECK(result.is_chosen);
    CHECK(result.best_ns == 90);
}

TEST_CASE("a tuning has the chosen schedules alone") {
    const Figures figures = figures_of({{"a", {100, 100}}, {"b", {50, 50}}});
    std::vector<ProblemComparison> comparisons = compare_schedules({{"p", {"a", "b"}}}, figures);
    const hlo2c::scheduler::Tuning tuning = chosen_schedules(comparisons, "t (native)", figures);
    CHECK(tuning.target == "t (native)");
    CHECK(tuning.compiler == "cc 1");
    CHECK(tuning.rules == "strict");
    REQUIRE(tuning.schedules.size() == 1);
    CHECK(tuning.schedules.at("p").schedule == "b");
    CHECK(tuning.schedules.at("p").default_us == 0.1);
    CHECK(tuning.schedules.at("p").tuned_us == 0.05);
    comparisons.front().is_chosen = false;
    CHECK(chosen_schedules(comparisons, "t", figures).schedules.empty());
}

TEST_CASE("schedules are compared with the one that the compiler takes, which a tuning keeps") {
    const std::vector<ProblemChoice> choices = {{"p", {"a", "b", "c"}, 1, true}};
    const auto tuned = [&](double a, double b, double c) {
        const Figures figures = figures_of({{"a", {a, a}}, {"b", {b, b}}, {"c", {c, c}}});
        const hlo2c::scheduler::Tuning tuning =
            chosen_schedules(compare_schedules(choices, figures), "t", figures);
        return tuning.schedules.empty() ? "" : tuning.schedules.at("p").schedule;
    };
    CHECK(tuned(100, 80, 79) == "b");
    CHECK(tuned(100, 80, 70) == "c");
    CHECK(tuned(70, 80, 90).empty());
}
