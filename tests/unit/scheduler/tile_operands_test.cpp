#include "scheduler/rewrite/tile_operands.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/evaluated_program.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

// Every second element of the scores below takes more than this.
constexpr std::int64_t cache_bytes = 16384;

const std::string rows = "tensor<3x77x5xf32>", scores = "tensor<3x77x77xf32>", sums = "tensor<3x77xf32>";

/// Scores %s of %q and %k, whose rows are normalised to %p; `last` ends the program.
Program attention(const std::string& results, const std::string& last) {
    return program_of("(%q: " + rows + ", %k: " + rows + ", %v: " + rows + ") -> " + results, R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 1 : tensor<3x77x77xi32>
  %j = stablehlo.iota dim = 2 : tensor<3x77x77xi32>
  %m = stablehlo.compare GE, %i, %j : (tensor<3x77x77xi32>, tensor<3x77x77xi32>) -> tensor<3x77x77xi1>
  %none = stablehlo.constant dense<0.0> : )" + scores + R"(
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : ()" + rows + ", " + rows + ") -> " + scores + R"(
  %a = stablehlo.abs %s : )" + scores + R"(
  %e = stablehlo.select %m, %a, %none : tensor<3x77x77xi1>, )" + scores + R"(
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2]
      : ()" + scores + ", tensor<f32>) -> " + sums + R"(
  %all = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : ()" + sums + ") -> " + scores + R"(
  %p = stablehlo.divide %e, %all : )" + scores + "\n" + last);
}

const std::string weighted = R"(
  %r = stablehlo.dot_general %p, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<3x77x77xf32>, tensor<3x77x5xf32>) -> tensor<3x77x5xf32>
)";

Program tiled(Program program) {
    tile_operands(program, cache_bytes);
    hlo2c::frontend::verify(program);
    return program;
}

std::int64_t most_elements(const Program& program) {
    std::int64_t most = 0;
    hlo2c::frontend::for_each_op(program.main().body, [&](const Op& op) {
        for (const auto result : op.results)
            if (op.code != OpCode::Constant)
                most = std::max(most, program.main().tensor(result).element_count());
    });
    return most;
}

}  // namespace

TEST_CASE("the scores of an attention are computed one tile at a time") {
    const Program before = attention(rows, weighted + "  return %r : " + rows + "\n");
    const Program after = tiled(before);
    CHECK(loops(after) == 2);
    CHECK(most_elements(before) == 3 * 77 * 77);
    CHECK(most_elements(after) < 26 * 77 + 1);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("tiles are stored in the order of a transpose that reads the result") {
    const Program before = attention("tensor<77x5x3xf32>", weighted + R"(
  %t = stablehlo.transpose %r, dims = [1, 2, 0] : (tensor<3x77x5xf32>) -> tensor<77x5x3xf32>
  return %t : tensor<77x5x3xf32>
)");
    const Program after = tiled(before);
    CHECK(loops(after) == 2);
    for (const Op& op : after.main().body.ops) CHECK(op.code != OpCode::Transpose);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("tiles are stored in the order of the result if a transpose is not its only reader") {
    const Program before = attention("(tensor<77x5x3xf32>, " + rows + ")", weighted + R"(
  %t = stablehlo.transpose %r, dims = [1, 2, 0] : (tensor<3x77x5xf32>) -> tensor<77x5x3xf32>
  return %t, %r : tensor<77x5x3xf32>, tensor<3x77x5xf32>
)");
    const Program after = tiled(before);
    CHECK(loops(after) == 2);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("an operand that is also a result is computed as a whole") {
    CHECK(loops(tiled(attention("(" + rows + ", " + scores + ")",
                                weighted + "  return %r, %p : " + rows + ", " + scores + "\n"))) == 0);
}

TEST_CASE("two contractions may share a mask") {
    const std::string both = weighted + R"(
  %s2 = stablehlo.dot_general %r, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : (tensor<3x77x5xf32>, tensor<3x77x5xf32>) -> tensor<3x77x77xf32>
  %e2 = stablehlo.select %m, %s2, %none : tensor<3x77x77xi1>, tensor<3x77x77xf32>
  %r2 = stablehlo.dot_general %e2, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<3x77x77xf32>, tensor<3x77x5xf32>) -> tensor<3x77x5xf32>
  return %r2 : tensor<3x77x5xf32>
)";
    const Program before = attention(rows, both), after = tiled(before);
    CHECK(loops(after) == 4);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("a view of a small operand needs no tiles") {
    const Program program =
        program_of("(%x: tensor<60x2x64xf32>, %w: tensor<64x9xf32>) -> tensor<60x2x9xf32>", R"(
  %all = stablehlo.broadcast_in_dim %w, dims = [1, 2] : (tensor<64x9xf32>) -> tensor<60x64x9xf32>
  %r = stablehlo.dot_general %x, %all, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<60x2x64xf32>, tensor<60x64x9xf32>) -> tensor<60x2x9xf32>
  return %r : tensor<60x2x9xf32>
)");
    CHECK(loops(tiled(program)) == 0);
}

TEST_CASE("a loop reads an operand from memory if it was computed before the loop") {
    const Program before = attention("tensor<3x77x5xf32>", R"(
  %first = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%n = %first, %x = %v) : tensor<i32>, tensor<3x77x5xf32>
    cond {
      %last = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %n, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %n, %one : tensor<i32>
      %y = stablehlo.dot_general %p, %x, batching_dims = [0] x [0], contracting_dims = [2] x [1]
          : (tensor<3x77x77xf32>, tensor<3x77x5xf32>) -> tensor<3x77x5xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<3x77x5xf32>
    }
  return %r#1 : tensor<3x77x5xf32>
)");
    CHECK(loops(tiled(before)) == 1);
}

TEST_CASE("what all heads share is computed once") {
    const Program before =
        program_of("(%q: tensor<8x77x5xf32>, %b: tensor<77x5xf32>) -> tensor<8x77x5xf32>", R"(
  %bias = stablehlo.dot_general %b, %b, contracting_dims = [1] x [1]
      : (tensor<77x5xf32>, tensor<77x5xf32>) -> tensor<77x77xf32>
  %sign = stablehlo.sign %bias : tensor<77x77xf32>
  %all = stablehlo.broadcast_in_dim %sign, dims = [1, 2] : (tensor<77x77xf32>) -> tensor<8x77x77xf32>
  %s = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : (tensor<8x77x5xf32>, tensor<8x77x5xf32>) -> tensor<8x77x77xf32>
  %p = stablehlo.add %s, %all : tensor<8x77x77xf32>
  %r = stablehlo.dot_general %p, %q, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<8x77x77xf32>, tensor<8x77x5xf32>) -> tensor<8x77x5xf32>
  return %r : tensor<8x77x5xf32>
)");
    const Program after = tiled(before);
    CHECK(loops(after) == 2);
    const auto& ops = after.main().body.ops;
    CHECK(std::count_if(ops.begin(), ops.end(), [](const Op& op) { return op.code == OpCode::DotGeneral; }) ==
          1);
    CHECK(most_elements(after) == 77 * 77);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("the large operand without tiles does not hide the other one") {
    const Program before =
        program_of("(%q: tensor<8x77x5xf32>, %v: tensor<77x7xf32>) -> tensor<8x7x77xf32>", R"(
  %all = stablehlo.broadcast_in_dim %v, dims = [1, 2] : (tensor<77x7xf32>) -> tensor<8x77x7xf32>
  %s = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : (tensor<8x77x5xf32>, tensor<8x77x5xf32>) -> tensor<8x77x77xf32>
  %r = stablehlo.dot_general %all, %s, batching_dims = [0] x [0], contracting_dims = [1] x [2]
      : (tensor<8x77x7xf32>, tensor<8x77x77xf32>) -> tensor<8x7x77xf32>
  return %r : tensor<8x7x77xf32>
)");
    const Program after = tiled(before);
    CHECK(loops(after) == 2);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("one value may be both operands of a contraction, with other tiles for each") {
    const Program before = program_of("(%x: tensor<101x5xf32>) -> tensor<101x5xf32>", R"(
  %s = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1]
      : (tensor<101x5xf32>, tensor<101x5xf32>) -> tensor<101x101xf32>
  %r = stablehlo.dot_general %s, %x, contracting_dims = [1] x [0]
      : (tensor<101x101xf32>, tensor<101x5xf32>) -> tensor<101x5xf32>
  return %r : tensor<101x5xf32>
)");
    const Program after = tiled(before);
    CHECK(loops(after) == 1);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("the distances to all centres are computed one tile at a time for the nearest") {
    const std::string distances = "tensor<300x40xf32>", indices = "tensor<300x40xi32>";
    const Program before =
        program_of("(%x: tensor<300x3xf32>, %c: tensor<40x3xf32>) -> (tensor<300xf32>, tensor<300xi32>)", R"(
  %far = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 1 : )" + indices + R"(
  %p = stablehlo.dot_general %x, %c, contracting_dims = [1] x [1]
      : (tensor<300x3xf32>, tensor<40x3xf32>) -> )" + distances + R"(
  %d = stablehlo.abs %p : )" + distances + R"(
  %r:2 = "stablehlo.reduce"(%d, %i, %far, %none) ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %e: tensor<f32>, %f: tensor<i32>):
    %less = stablehlo.compare LT, %e, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %least = stablehlo.select %less, %e, %a : tensor<i1>, tensor<f32>
    %place = stablehlo.select %less, %f, %b : tensor<i1>, tensor<i32>
    stablehlo.return %least, %place : tensor<f32>, tensor<i32>
  }) {dimensions = array<i64: 1>} : ()" + distances + ", " + indices + R"(, tensor<f32>, tensor<i32>)
      -> (tensor<300xf32>, tensor<300xi32>)
  return %r#0, %r#1 : tensor<300xf32>, tensor<300xi32>
)");
    const Program after = tiled(before);
    CHECK(loops(after) == 1);
    CHECK(most_elements(after) < 300 * 40 / 4);
    CHECK(results_of(after) == results_of(before));
}

TEST_CASE("statistics of rows that later ops read leave the loops as a whole") {
    const auto shifted_sums = [](const std::string& before, const std::string& after) {
        return program_of("(%x: tensor<300x3xf32>, %c: tensor<40x3xf32>) -> tensor<300xf32>", R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %p = stablehlo.dot_general %x, %c, contracting_dims = [1] x [1]
      : (tensor<300x3xf32>, tensor<40x3xf32>) -> tensor<300x40xf32>
  %m = stablehlo.reduce(%p init: %least) applies stablehlo.maximum across dimensions = [1]
      : (tensor<300x40xf32>, tensor<f32>) -> tensor<300xf32>
)" + before + R"(
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<300xf32>) -> tensor<300x40xf32>
  %d = stablehlo.subtract %p, %b : tensor<300x40xf32>
  %s = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<300x40xf32>, tensor<f32>) -> tensor<300xf32>
)" + after + R"(
  %r = stablehlo.add %s, %n : tensor<300xf32>
  return %r : tensor<300xf32>
)");
    };
    const std::string negated = "  %n = stablehlo.negate %m : tensor<300xf32>";
    const Program program = shifted_sums("", negated), after = tiled(program);
    CHECK(loops(after) == 1);
    CHECK(most_elements(after) < 300 * 40 / 4);
    CHECK(results_of(after) == results_of(program));
    CHECK(loops(tiled(shifted_sums(negated, ""))) == 0);
}

TEST_CASE("a weight is not cut into tiles") {
    const auto sums = [](const std::string& kept, const std::string& dimension) {
        return program_of("(%x: tensor<300x3xf32>) -> " + kept, R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.constant dense<"0x)" + std::string(3 * 40 * 8, '3') +
                                                                    R"("> : tensor<3x40xf32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<300x3xf32>, tensor<3x40xf32>) -> tensor<300x40xf32>
  %a = stablehlo.abs %p : tensor<300x40xf32>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [)" +
                                                                    dimension + R"(]
      : (tensor<300x40xf32>, tensor<f32>) -> )" + kept +
                                                                    "\n  return %r : " + kept + "\n");
    };
    CHECK(loops(tiled(sums("tensor<300xf32>", "1"))) == 1);
    CHECK(loops(tiled(sums("tensor<40xf32>", "0"))) == 0);
}

TEST_CASE("values that no contraction computes are not in memory, and need no tiles") {
    const Program program = program_of("(%x: tensor<300xf32>, %y: tensor<40xf32>) -> tensor<300xf32>", R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<300xf32>) -> tensor<300x40xf32>
  %b = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<40xf32>) -> tensor<300x40xf32>
  %p = stablehlo.multiply %a, %b : tensor<300x40xf32>
  %r = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<300x40xf32>, tensor<f32>) -> tensor<300xf32>
  return %r : tensor<300xf32>
)");
    CHECK(loops(tiled(program)) == 0);
}

namespace {

/// The absolute products of rows of %q and %k, times %v.
Program weighted_rows(int rows, int columns) {
    const std::string n = std::to_string(rows), m = std::to_string(columns);
    const std::string keys = "tensor<" + n + "x2xf32>", products = "tensor<" + n + "x" + n + "xf32>",
                      values = "tensor<" + n + "x" + m + "xf32>";
    return program_of("(%q: " + keys + ", %k: " + keys + ", %v: " + values + ") -> " + values, R"(
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1]
      : ()" + keys + ", " + keys + ") -> " + products +
                                                                                                   R"(
  %p = stablehlo.abs %s : )" + products + R"(
  %r = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0]
      : ()" + products + ", " + values + ") -> " + values + "\n  return %r : " + values + "\n");
}

}  // namespace

TEST_CASE("tiles that do not divide the rows fill the tiles in registers") {
    // A tile of 43 rows fits half of the cache.
    Program program = weighted_rows(1500, 8);
    tile_operands(program, 43 * 1500 * 8);
    bool found = false;
    hlo2c::frontend::for_each_op(program.main().body, [&](const Op& op) {
        if (op.code != OpCode::DotGeneral) return;
        CHECK(program.main().tensor(op.results[0]).shape[0] == 36);
        found = true;
    });
    CHECK(found);
}

TEST_CASE("slots do not divide a loop whose tiles lie beside each other in rows") {
    // Tiles of 32 x 32 of the first two dimensions.
    Program program = program_of(
        "(%x: tensor<64x64x8xf32>, %w: tensor<8x64xf32>, %v: tensor<64x8xf32>) -> tensor<64x64x8xf32>",
        R"(
  %s = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0]
      : (tensor<64x64x8xf32>, tensor<8x64xf32>) -> tensor<64x64x64xf32>
  %p = stablehlo.abs %s : tensor<64x64x64xf32>
  %r = stablehlo.dot_general %p, %v, contracting_dims = [2] x [0]
      : (tensor<64x64x64xf32>, tensor<64x8xf32>) -> tensor<64x64x8xf32>
  return %r : tensor<64x64x8xf32>
)");
    tile_operands(program, 32 * 32 * 64 * 8, 2);
    hlo2c::frontend::verify(program);
    CHECK(loops(program) == 2);
    hlo2c::frontend::for_each_op(program.main().body, [](const Op& op) {
        if (op.code == OpCode::While) CHECK(op[hlo2c::attr::slots] == 1);
    });
}

TEST_CASE("slots divide the tiles of the innermost loop if each gets about as many") {
    // 42 tiles of 36 rows, or 7 of 216. The last one overlaps the one before it.
    struct Case {
        std::int64_t rows_in_cache, cores, slots;
    };
    for (const auto& [rows_in_cache, cores, slots] :
         {Case{43, 1, 1}, Case{43, 2, 2}, Case{43, 4, 4}, Case{43, 7, 7}, Case{43, 30, 1}, Case{43, 84, 1},
          Case{230, 2, 2}, Case{230, 7, 1}}) {
        Program program = weighted_rows(1500, 8);
        tile_operands(program, rows_in_cache * 1500 * 8, cores);
        hlo2c::frontend::verify(program);
        int found = 0;
        hlo2c::frontend::for_each_op(program.main().body, [&](const Op& op) {
            if (op.code != OpCode::While) return;
            CHECK(op[hlo2c::attr::slots] == slots);
            found++;
        });
        CHECK(found == 1);
    }
}
