#include "driver/tuning/figures.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "frontend/diagnostic.h"

using Catch::Matchers::Contains;
using namespace hlo2c::driver;

namespace {

const std::string head =
    "hlo2c figures 1\ntarget board\nfp strict\ncompiler gcc 12.2.0\nproblem product of 3\n"
    "schedule 0 0 tile of 1\nschedule 1 0 tile of 2\n";
const std::string round_text = "round\ncall 0 100\ntime 0 0 80\ncall 1 90\ntime 1 0 70\nend\n";

hlo2c::Diagnostic error_of(const std::string& text) {
    try {
        parse_figures(text, "f.txt");
    } catch (const hlo2c::DiagnosticError& error) {
        return error.diagnostic();
    }
    FAIL("no error for: " << text);
    return {};
}

}  // namespace

TEST_CASE("figures have the texts of problems and schedules, and times by round") {
    const Figures figures =
        parse_figures(head + round_text + "round\ncall 0 95\ntime 0 0 85\nend\n", "f.txt");
    CHECK(figures.target == "board");
    CHECK(figures.rules == "strict");
    CHECK(figures.compiler == "gcc 12.2.0");
    CHECK(figures.problems == std::vector<std::string>{"product of 3"});
    CHECK(figures.schedules == std::vector<std::vector<std::string>>{{"tile of 1"}, {"tile of 2"}});
    CHECK(figures.rounds == 2);
    CHECK(least_time(figures, 0, -1) == 95);
    CHECK(least_time(figures, 0, 0) == 80);
    CHECK(least_time(figures, 0, 0, 1, 2) == 85);
    CHECK(std::isinf(least_time(figures, 1, 0, 1, 2)));
}

TEST_CASE("a round that was cut off is left out") {
    const Figures figures = parse_figures(head + round_text + "round\ncall 0 1\ntime 0 0", "f.txt");
    CHECK(figures.rounds == 1);
    CHECK(least_time(figures, 0, -1) == 100);
    CHECK_THAT(error_of(head + "round\ncall 0 1\n").message, Contains("no round"));
}

TEST_CASE("rounds of other processes are added") {
    Figures figures = parse_figures(head + round_text, "f.txt");
    add_rounds(figures, parse_figures(head + "round\ncall 0 50\nend\nround\ncall 1 40\nend\n", "g.txt"));
    CHECK(figures.rounds == 3);
    CHECK(least_time(figures, 0, -1, 1, 2) == 50);
    CHECK(least_time(figures, 1, -1, 2, 3) == 40);
}

TEST_CASE("a mistake in figures has a number and a line") {
    const hlo2c::Diagnostic line = error_of(head + "round\nspeed 1\nend\n");
    CHECK(line.number == 655);
    CHECK(line.place.file == "f.txt");
    CHECK(line.place.line == 9);
    CHECK(line.message == "no line of figures begins with 'speed'");
    CHECK_THAT(error_of("").message, Contains("the first line is not"));
    CHECK_THAT(error_of("hlo2c figures 1\nround\nend\n").message, Contains("is missing"));
    CHECK_THAT(error_of(head + "call 0 1\nround\nend\n").message, Contains("outside of a round"));
    CHECK_THAT(error_of(head + "round\nround\nend\n").message, Contains("inside another one"));
    CHECK_THAT(error_of(head + "round\ncall 2 1\nend\n").message, Contains("there is no library '2'"));
    CHECK_THAT(error_of(head + "round\ntime 0 1 1\nend\n").message, Contains("there is no problem '1'"));
    CHECK_THAT(error_of(head + "round\ncall 0 -1\nend\n").message,
               Contains("nanoseconds: '-1' is not a number"));
    CHECK_THAT(error_of(head + "schedule 3 0 x\nround\nend\n").message, Contains("a library is left out"));
    CHECK_THAT(error_of(head + "schedule 64 0 x\nround\nend\n").message, Contains("there is no library"));
    CHECK_THAT(error_of(head + "problem late\nround\nend\n").message, Contains("follows the schedules"));
    CHECK_THAT(error_of(head + "target two\nround\nend\n").message, Contains("two of its kind"));
}
