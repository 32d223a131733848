#include "driver/verification.h"

#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"

using namespace hlo2c;
using driver::Expectation;
using driver::LoadedProgram;
using driver::Report;
using frontend::Literal;

namespace {

/// x . sin(w)
const std::string as_written = R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %w = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %s = stablehlo.sine %w : tensor<4xf32>
      %r = stablehlo.dot_general %x, %s, contracting_dims = [0] x [0]
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
      return %r : tensor<f32>
    })";

/// The same after its sines are folded, one of them wrongly: 0.24 instead of 0.14.
const std::string folded_wrongly = R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %s = stablehlo.constant dense<[0.841470985, 0.909297427, 0.24112000806, -0.756802495]> : tensor<4xf32>
      %r = stablehlo.dot_general %x, %s, contracting_dims = [0] x [0]
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
      return %r : tensor<f32>
    })";

LoadedProgram loaded(const std::string& text) {
    return {frontend::read_stablehlo_text(text, "test.mlir"), {}, {}};
}

Expectation expectation(const LoadedProgram& program) {
    return driver::expectation_of(program.program,
                                  {Literal::from_values<float>({{4}, frontend::ElementType::F32, {}, {}},
                                                               std::vector<float>{1, -2, 3, 0.5F})});
}

driver::VerificationOptions options() {
    driver::VerificationOptions options;
    options.compilation.target = "native";
    options.compilation.name = "test";
    return options;
}

struct QuietConsole : driver::Console {
    QuietConsole() { set_quiet(true); }
};

/// A program's library, built.
struct Build {
    explicit Build(const LoadedProgram& program)
        : library(driver::compile_library(program, options().compilation, console, none)),
          built(library, options().build, "-O2", console) {}

    QuietConsole console;
    driver::Dump none;
    const driver::CompiledLibrary library;
    const driver::BuiltLibrary built;
};

/// What `verify` reports of the library of `compiled`, of which `expected` is expected.
Report compared(const LoadedProgram& compiled, const Expectation& expected) {
    const std::vector<Literal> results = Build(compiled).built.run(expected.arguments);
    return driver::compare_with(expected, compiled.program, results, options());
}

Report with_fed_run(Report report, const LoadedProgram& program, const Expectation& expected) {
    QuietConsole console;
    driver::add_fed_run(report, program, expected, options(), console);
    return report;
}

}  // namespace

TEST_CASE("a library whose constant was folded to another number differs from the reference") {
    const Report report = compared(loaded(folded_wrongly), expectation(loaded(as_written)));
    CHECK(report.exit_code == 3);
    CHECK(report.json["equal"] == false);
}

TEST_CASE("a fold that is as wrong as the reference shows when the constants are given at run time") {
    // The evaluator folds and is the reference: an error of its sine would be in both.
    const Expectation wrong = expectation(loaded(folded_wrongly));
    const Report hidden = compared(loaded(folded_wrongly), wrong);
    CHECK(hidden.exit_code == 0);
    CHECK(hidden.json["equal"] == true);

    const Report fed = with_fed_run(hidden, loaded(as_written), wrong);
    CHECK(fed.exit_code == 3);
    CHECK(fed.json["fed"]["constants"] == 1);
    CHECK(fed.json["fed"]["equal"] == false);
}

TEST_CASE("a wrong fold of scalars, splats and constants in functions and loops shows as well") {
    const auto with_root = [](const std::string& root) {
        return loaded(R"(
        func.func private @scale() -> tensor<4xf32> {
          %c = stablehlo.constant dense<2.0> : tensor<f32>
          %s = )" + root +
                      R"(
          %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
          return %b : tensor<4xf32>
        }
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
          %b = func.call @scale() : () -> tensor<4xf32>
          %r = stablehlo.multiply %x, %b : tensor<4xf32>
          return %r : tensor<4xf32>
        })");
    };
    const auto in_loop = [](const std::string& root) {
        return loaded(R"(
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %w:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
           cond {
            %three = stablehlo.constant dense<3> : tensor<i32>
            %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %more : tensor<i1>
          } do {
            %one = stablehlo.constant dense<1> : tensor<i32>
            %next = stablehlo.add %i, %one : tensor<i32>
            %c = stablehlo.constant dense<2.0> : tensor<4xf32>
            %s = )" + root +
                      R"(
            %z = stablehlo.multiply %y, %s : tensor<4xf32>
            stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
          }
          return %w#1 : tensor<4xf32>
        })");
    };
    for (const auto& [written, wrong] :
         {std::pair(with_root("stablehlo.sqrt %c : tensor<f32>"),
                    with_root("stablehlo.constant dense<1.42> : tensor<f32>")),
          std::pair(in_loop("stablehlo.sqrt %c : tensor<4xf32>"),
                    in_loop("stablehlo.constant dense<1.42> : tensor<4xf32>"))}) {
        CHECK(with_fed_run({}, written, expectation(wrong)).exit_code == 3);
        CHECK(with_fed_run({}, written, expectation(written)).exit_code == 0);
    }
}

TEST_CASE("a right fold agrees, and so does the program with its constants given at run time") {
    const LoadedProgram program = loaded(as_written);
    const Expectation right = expectation(program);
    const Report report = with_fed_run(compared(program, right), program, right);
    CHECK(report.exit_code == 0);
    CHECK(report.json["equal"] == true);
    CHECK(report.json["fed"]["equal"] == true);
}

TEST_CASE("verify shows an error in any element, though infinities and zeros of arguments hide it") {
    const auto with = [](const std::string& type, const std::string& constant, const std::string& op) {
        return loaded("func.func @main(%x: tensor<4xf32>) -> " + type +
                      " {\n  %c = stablehlo.constant dense<[" + constant +
                      "]> : tensor<4xf32>\n  %r = " + op + "\n  return %r : " + type + "\n}\n");
    };
    const auto exit_code = [](const LoadedProgram& compiled, const LoadedProgram& right) {
        Build build(compiled);
        const Expectation expected =
            driver::expectation_of(right.program, driver::load_or_draw_arguments(right, {}));
        Report report =
            driver::compare_with(expected, right.program, build.built.run(expected.arguments), options());
        driver::add_further_draws(report, right, build.built, options(), build.console);
        return report.exit_code;
    };
    for (const auto& [type, op] : std::vector<std::pair<std::string, std::string>>{
             {"tensor<4xf32>", "stablehlo.add %x, %c : tensor<4xf32>"},
             {"tensor<f32>",
              "stablehlo.dot_general %x, %c, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) "
              "-> "
              "tensor<f32>"}}) {
        const LoadedProgram right = with(type, "0.5, 0.5, 0.5, 0.5", op);
        CHECK(exit_code(right, right) == 0);
        for (const char* wrong :
             {"0.6, 0.5, 0.5, 0.5", "0.5, 0.6, 0.5, 0.5", "0.5, 0.5, 0.6, 0.5", "0.5, 0.5, 0.5, 0.6"}) {
            INFO(op << " of " << wrong);
            CHECK(exit_code(with(type, wrong, op), right) == 3);
        }
    }
}

TEST_CASE("verify shows at which place of a row a largest element is missed, though exponentials hide it") {
    const auto softmax = [](const std::string& largest) {
        return loaded(R"(
            func.func @main(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
              %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
              %zero = stablehlo.constant dense<0.0> : tensor<f32>
              )" + largest +
                      R"(
              %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<3xf32>) -> tensor<3x8xf32>
              %d = stablehlo.subtract %x, %b : tensor<3x8xf32>
              %e = stablehlo.exponential %d : tensor<3x8xf32>
              %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
                  : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>
              %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<3xf32>) -> tensor<3x8xf32>
              %r = stablehlo.divide %e, %t : tensor<3x8xf32>
              return %r : tensor<3x8xf32>
            })");
    };
    const LoadedProgram right = softmax(R"(
              %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
                  : (tensor<3x8xf32>, tensor<f32>) -> tensor<3xf32>)");
    const LoadedProgram misses_last = softmax(R"(
              %y = stablehlo.slice %x [0:3, 0:7] : (tensor<3x8xf32>) -> tensor<3x7xf32>
              %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1]
                  : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>)");
    const auto further = [&](const LoadedProgram& compiled) {
        Build build(compiled);
        Report report;
        driver::add_further_draws(report, right, build.built, options(), build.console);
        return report;
    };
    CHECK(further(right).exit_code == 0);
    const Report report = further(misses_last);
    CHECK(report.exit_code == 3);
    CHECK(report.json["further_draws"].size() == 3 + 3);  // for numbers, and for three rows of eight
}

TEST_CASE("a program without data of its own runs once") {
    const LoadedProgram program = loaded(R"(
        func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
          %r = stablehlo.negate %x : tensor<4xf32>
          return %r : tensor<4xf32>
        })");
    CHECK_FALSE(with_fed_run({}, program, expectation(program)).json.contains("fed"));
}
