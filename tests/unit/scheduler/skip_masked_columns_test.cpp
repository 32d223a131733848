#include "scheduler/rewrite/skip_masked_columns.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;
using hlo2c::frontend::TensorType;

namespace {

constexpr std::int64_t tokens = 528;  // three segments would not be equal
const std::string rows = "tensor<528x2xf32>", scores = "tensor<528x528xf32>", flags = "tensor<528x528xi1>",
                  numbers = "tensor<528x528xi32>", sums = "tensor<528xf32>";

const std::string causal = "  %m = stablehlo.compare GE, %i, %j : (" + numbers + ", " + numbers + ") -> " +
                           flags + "\n  %k = stablehlo.select %m, %s, %fill : " + flags + ", " + scores +
                           "\n";

/// An attention whose `mask` selects %k from the scores %s and %fill, with the positions %i and %j.
Program attention(const std::string& mask, const std::string& fill = "0xFF800000") {
    return program_of("(%q: " + rows + ", %key: " + rows + ", %v: " + rows + ") -> " + rows,
                      R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %fill = stablehlo.constant dense<)" +
                          fill + "> : " + scores + R"(
  %i = stablehlo.iota dim = 0 : )" +
                          numbers + R"(
  %j = stablehlo.iota dim = 1 : )" +
                          numbers + R"(
  %s = stablehlo.dot_general %q, %key, contracting_dims = [1] x [1] : ()" +
                          rows + ", " + rows + ") -> " + scores + "\n" + mask + R"(
  %max = stablehlo.reduce(%k init: %least) applies stablehlo.maximum across dimensions = [1] : ()" +
                          scores + ", tensor<f32>) -> " + sums + R"(
  %shift = stablehlo.broadcast_in_dim %max, dims = [0] : ()" +
                          sums + ") -> " + scores + R"(
  %d = stablehlo.subtract %k, %shift : )" +
                          scores + R"(
  %p = stablehlo.exponential %d : )" +
                          scores + R"(
  %sum = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : ()" +
                          scores + ", tensor<f32>) -> " + sums + R"(
  %all = stablehlo.broadcast_in_dim %sum, dims = [0] : ()" +
                          sums + ") -> " + scores + R"(
  %w = stablehlo.divide %p, %all : )" +
                          scores + R"(
  %r = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : ()" +
                          scores + ", " + rows + ") -> " + rows + "\n  return %r : " + rows + "\n");
}

Program segmented(Program program) {
    skip_masked_columns(program);
    hlo2c::frontend::verify(program);
    return program;
}

/// The products of scores and of results outside of the branch that computes everything.
std::int64_t multiplications(const Program& program) {
    std::int64_t count = 0;
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::DotGeneral)
            count += program.main().tensor(op.results[0]).element_count() *
                     program.main().tensor(op.operands[0]).shape[1];
    return count;
}

constexpr std::int64_t all_multiplications = 2 * tokens * tokens * 2;

std::vector<Literal> results_of(const Program& program, double scale = 0.01, double value = 1) {
    std::vector<Literal> arguments;
    for (const auto argument : program.main().arguments()) {
        const TensorType& type = program.main().tensor(argument);
        std::vector<double> elements;
        for (std::int64_t i = 0; i < type.element_count(); i++)
            elements.push_back(static_cast<double>(i * 37 % 101 - 50) * scale);
        if (arguments.size() == 2) elements.back() = value;
        arguments.push_back(Literal::from_values<double>(type, elements));
    }
    return hlo2c::frontend::evaluate(program, arguments);
}

}  // namespace

TEST_CASE("a causal attention computes the columns that its mask keeps") {
    const Program before = attention(causal), after = segmented(before);
    CHECK(multiplications(after) <= all_multiplications * 0.77);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("values that a masked weight of 0 would make NaN reach the result") {
    const Program before = attention(causal);
    const auto results = results_of(segmented(before), 0.01, std::numeric_limits<double>::infinity());
    CHECK(std::isnan(results[0].real(1)));
    CHECK(results[0] == results_of(before, 0.01, std::numeric_limits<double>::infinity())[0]);
}

TEST_CASE("masked scores that are not far below the others count") {
    const Program before = attention(causal, "-1000.0");
    CHECK(results_of(segmented(before)) == results_of(before));
    CHECK(results_of(segmented(before), 10) == results_of(before, 10));
}

TEST_CASE("masks of other forms are read") {
    const std::string signature = " : (" + numbers + ", " + numbers + ") -> " + flags + "\n";
    const std::string select = " : " + flags + ", " + scores + "\n";
    const std::string later =
        "  %m = stablehlo.compare LT, %i, %j" + signature + "  %k = stablehlo.select %m, %fill, %s" + select;
    const std::string window =
        "  %c = stablehlo.constant dense<100> : " + numbers +
        "\n  %o = stablehlo.subtract %i, %c : " + numbers + "\n  %a = stablehlo.compare GE, %i, %j" +
        signature + "  %b = stablehlo.compare GT, %j, %o" + signature +
        "  %m = stablehlo.and %a, %b : " + flags + "\n  %k = stablehlo.select %m, %s, %fill" + select;
    const std::string difference = "  %d0 = stablehlo.subtract %j, %i : " + numbers +
                                   "\n  %n = stablehlo.constant dense<0> : " + numbers +
                                   "\n  %m = stablehlo.compare LE, %d0, %n" + signature +
                                   "  %k = stablehlo.select %m, %s, %fill" + select;
    for (const std::string& mask : {later, window, difference}) {
        const Program before = attention(mask), after = segmented(before);
        CHECK(multiplications(after) <= all_multiplications * 0.77);
        CHECK(results_of(after) == results_of(before));
    }
}

TEST_CASE("an attention whose mask keeps no band is computed whole") {
    const std::string mask = "  %m = stablehlo.compare NE, %i, %j : (" + numbers + ", " + numbers + ") -> " +
                             flags + "\n  %k = stablehlo.select %m, %s, %fill : " + flags + ", " + scores +
                             "\n";
    CHECK(multiplications(segmented(attention(mask))) == all_multiplications);
}
