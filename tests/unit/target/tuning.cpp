#include "scheduler/target/tuning.h"

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"

using Catch::Matchers::Contains;
using namespace hlo2c::scheduler;

namespace {

Tuning two_schedules() {
    return {"x86-64-v3",
            "gcc 12.2.0",
            "strict",
            {{"product b", {"tile: 2 x 3", 12.5, 10.25}}, {"product \"a\\", {"tile: 1 x 2", 7, 3}}}};
}

constexpr const char* head = "target: x86-64-v3\ncompiler: gcc 12.2.0\nfp: strict\n";
constexpr const char* entry = "  - {problem: p, schedule: s, default_us: 2.0, tuned_us: 1.0}\n";

hlo2c::Diagnostic error_of(const std::string& yaml) {
    try {
        parse_tuning(yaml, "t.yaml");
    } catch (const hlo2c::DiagnosticError& error) {
        return error.diagnostic();
    }
    FAIL("no error for: " << yaml);
    return {};
}

}  // namespace

TEST_CASE("a tuning that was written is read as it was") {
    CHECK(parse_tuning(to_yaml(two_schedules()), "") == two_schedules());
    Tuning empty = two_schedules();
    empty.schedules.clear();
    CHECK(parse_tuning(to_yaml(empty), "") == empty);
}

TEST_CASE("the tunings that ship are of their target, and clearly faster") {
    for (const std::string target : {"x86-64-v3", "x86-64-v4"}) {
        const Tuning shipped = shipped_tuning(target, "strict");
        CHECK(shipped.target == target);
        CHECK(shipped.schedules.size() >= 10);
        for (const auto& [problem, tuned] : shipped.schedules)
            CHECK(tuned.tuned_us <= 0.955 * tuned.default_us);
        CHECK(shipped_tuning(target, "fast") == Tuning{});
    }
    CHECK(shipped_tuning("armv8-a", "strict") == Tuning{});
}

TEST_CASE("a tuning is written in the order of its problems, for people to read") {
    CHECK_THAT(to_yaml(two_schedules()), Contains(R"(target: "x86-64-v3"
compiler: "gcc 12.2.0"
fp: strict
schedules:
  - problem: "product \"a\\"
    schedule: "tile: 1 x 2"
    default_us: 7.00
    tuned_us: 3.00
  - problem: "product b"
    schedule: "tile: 2 x 3"
    default_us: 12.50
    tuned_us: 10.25
)"));
}

TEST_CASE("a mistake in a tuning has a number, a line and a column") {
    const hlo2c::Diagnostic key = error_of(std::string(head) + "schedules: []\nauthor: me\n");
    CHECK(key.number == 487);
    CHECK(key.message == "unknown key 'author'");
    CHECK(key.place.file == "t.yaml");
    CHECK(key.place.line == 5);
    CHECK(key.place.column == 1);
    CHECK_THAT(key.remedy, Contains("compiler, fp, schedules, target"));
    CHECK(error_of("target: [\n").number == 486);
    CHECK(error_of("- 1\n").number == 486);
    CHECK(error_of("").number == 486);
    CHECK(error_of(head).message == "a tuning lacks 'schedules'");
    CHECK(error_of(std::string(head) + "schedules: 3\n").message == "'schedules' is not a list");
    CHECK(error_of(std::string(head) + "schedules:\n  - 3\n").message ==
          "a schedule is not a map with the keys default_us, problem, schedule, tuned_us");
    CHECK(error_of(std::string(head) + "schedules:\n" + entry + entry).message ==
          "there are two schedules for the problem 'p'");
    CHECK(error_of(std::string(head) + "fp: strict\nschedules: []\n").message == "'fp' is given twice");
    CHECK(error_of("target: t\ncompiler: c\nfp: loose\nschedules: []\n").message ==
          "'fp' is 'loose', expected strict, contract or fast");
    CHECK(error_of("target: \"\"\ncompiler: c\nfp: fast\nschedules: []\n").message == "'target' is empty");
    CHECK(error_of("target: [t]\ncompiler: c\nfp: fast\nschedules: []\n").message ==
          "'target' must be a single value, not a list or a map");
}

TEST_CASE("the times of a tuning are microseconds") {
    const auto with_time = [](const std::string& time) {
        return std::string(head) + "schedules:\n  - {problem: p, schedule: s, default_us: " + time +
               ", tuned_us: 1.00}\n";
    };
    CHECK(parse_tuning(with_time("12"), "").schedules.at("p").default_us == 12);
    CHECK(parse_tuning(with_time("0.25"), "").schedules.at("p").default_us == 0.25);
    for (const char* wrong : {"-1", "1e9", "nan", "many", ".5", "5.", "1.2.3", "''", "123456789012345678901"})
        CHECK_THAT(error_of(with_time(wrong)).message, Contains("expected microseconds such as 12.50"));
}

TEST_CASE("a file that is not there is no tuning") {
    try {
        load_tuning("/nowhere/t.yaml");
        FAIL("accepted");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 485);
        CHECK(error.diagnostic().place.file == "/nowhere/t.yaml");
    }
}
