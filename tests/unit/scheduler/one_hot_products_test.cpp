#include "scheduler/rewrite/one_hot_products.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

constexpr int rows = 9;

/// A table of 9 x 4 whose first element is `first`, and the numbers 0 to 8 along dimension 1 of 5 x 9.
std::string table(const std::string& first) {
    std::string elements;
    for (int r = 0; r < rows; r++)
        elements += fmt::format("{}[{}, {}.5, -{}.75, {}.125]", r ? ", " : "",
                                r ? std::to_string(r) + ".25" : first, r + 1, r, 7 * r);
    return "  %table = stablehlo.constant dense<[" + elements + "]> : tensor<9x4xf32>\n";
}

std::string one_hot(const std::string& index, const std::string& direction = "EQ") {
    const std::string matrix = "tensor<5x9x" + index + ">";
    return "  %i = stablehlo.broadcast_in_dim %index, dims = [0] : (tensor<5x" + index + ">) -> " + matrix +
           "\n  %n = stablehlo.iota dim = 1 : " + matrix + "\n  %e = stablehlo.compare " + direction +
           ", %i, %n : (" + matrix + ", " + matrix +
           ") -> tensor<5x9xi1>\n  %h = stablehlo.convert %e : (tensor<5x9xi1>) -> tensor<5x9xf32>\n";
}

const std::string product =
    "  %r = stablehlo.dot_general %h, %table, contracting_dims = [1] x [0] : (tensor<5x9xf32>, "
    "tensor<9x4xf32>) -> tensor<5x4xf32>\n  return %r : tensor<5x4xf32>\n";

Program embedding(const std::string& index, const std::string& first = "2.0",
                  const std::string& direction = "EQ") {
    return program_of("(%index: tensor<5x" + index + ">) -> tensor<5x4xf32>",
                      table(first) + one_hot(index, direction) + product);
}

bool has(const Program& program, OpCode code) {
    const auto& ops = program.main().body.ops;
    return std::any_of(ops.begin(), ops.end(), [&](const Op& op) { return op.code == code; });
}

Program rewritten(const Program& before, FloatRules rules = FloatRules::Strict) {
    Program after = before;
    gather_one_hot_products(after, rules);
    hlo2c::frontend::verify(after);
    return after;
}

/// Checks that the product is a gather, with the same results for these indices.
void check_gathers(const Program& before, const std::vector<std::int64_t>& indices) {
    const Program after = rewritten(before);
    CHECK(has(after, OpCode::Gather));
    CHECK_FALSE(has(after, OpCode::DotGeneral));
    const std::vector<Literal> arguments = {
        Literal::from_values<std::int64_t>(before.main().tensor(before.main().arguments()[0]), indices)};
    CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
}

}  // namespace

TEST_CASE("a product with one-hot rows gathers rows, and zeros for indices out of range") {
    for (const char* type : {"i32", "i64", "i8"}) check_gathers(embedding(type), {0, 8, 9, -1, 5});
    for (const char* type : {"ui32", "ui8"}) check_gathers(embedding(type), {0, 8, 9, 255, 5});
}

TEST_CASE("one-hot rows may be the second operand, and lie along any dimension") {
    const std::string columns = "tensor<9x2x3xf32>", flags = "tensor<9x2x3xi1>",
                      numbers = "tensor<9x2x3xi32>";
    check_gathers(
        program_of(
            "(%index: tensor<1x2x3xi32>) -> tensor<4x2x3xf32>",
            table("2.0") +
                "  %c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xi32>\n"
                "  %n = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<9xi32>) -> " +
                numbers +
                "\n  %i = stablehlo.broadcast_in_dim %index, dims = [0, 1, 2] : (tensor<1x2x3xi32>) -> " +
                numbers + "\n  %e = stablehlo.compare EQ, %n, %i : (" + numbers + ", " + numbers + ") -> " +
                flags + "\n  %h = stablehlo.convert %e : (" + flags + ") -> " + columns +
                "\n  %r = stablehlo.dot_general %table, %h, contracting_dims = [0] x [0] : "
                "(tensor<9x4xf32>, " +
                columns + ") -> tensor<4x2x3xf32>\n  return %r : tensor<4x2x3xf32>\n"),
        {3, 8, -7, 0, 100, 1});
}

TEST_CASE("rows whose product with zero is not zero stay products") {
    for (const char* first : {"0x7F800000", "0x7FC00000", "-0.0"}) {
        CHECK(has(rewritten(embedding("i32", first)), OpCode::DotGeneral));
        CHECK(has(rewritten(embedding("i32", first), FloatRules::Fast), OpCode::Gather));
    }
    const Program argument = program_of("(%index: tensor<5xi32>, %table: tensor<9x4xf32>) -> tensor<5x4xf32>",
                                        one_hot("i32") + product);
    CHECK(has(rewritten(argument), OpCode::DotGeneral));
    CHECK(has(rewritten(argument, FloatRules::Fast), OpCode::Gather));
}

TEST_CASE("rows with several ones stay products") {
    CHECK(has(rewritten(embedding("i32", "2.0", "LE")), OpCode::DotGeneral));
}
