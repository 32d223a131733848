#include "scheduler/rewrite/loop_matrices.h"

#include <catch2/catch.hpp>

#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/evaluated_program.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

int transposes(const hlo2c::frontend::Region& region) {
    int count = 0;
    for (const Op& op : region.ops) count += op.code == OpCode::Transpose;
    return count;
}

struct Transposes {
    int before_loop = 0, in_loop = 0;
    bool operator==(const Transposes&) const = default;
};

/// Counts them after the rewrite, which changes no result.
Transposes transposes_of(const Program& before) {
    Program after = before;
    transpose_loop_matrices(after);
    hlo2c::frontend::verify(after);
    CHECK(results_of(after) == results_of(before));
    Transposes found{.before_loop = transposes(after.main().body)};
    for (const Op& op : after.main().body.ops)
        if (op.code == OpCode::While) found.in_loop += transposes(op.regions[1]);
    return found;
}

/// Three times, the state becomes what `body` computes of %s in %t; %w is a matrix.
Program loop(const std::string& state, const std::string& matrix, const std::string& body,
             const std::string& before = "") {
    return program_of("(%x: " + state + ", %w: " + matrix + ") -> " + state, before + R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, )" + state + R"(
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
)" + body + R"(
    stablehlo.return %n, %t : tensor<i32>, )" + state + R"(
  }
  return %r#1 : )" + state + "\n");
}

std::string product(const std::string& result, const std::string& rows, const std::string& matrix,
                    const std::string& dimensions, const std::string& state, const std::string& type) {
    return "    %" + result + " = stablehlo.dot_general %" + rows + ", %" + matrix + ", " + dimensions +
           " : (" + state + ", " + type + ") -> " + state + "\n";
}

const std::string rows = "tensor<5x8xi32>", square = "tensor<8x8xi32>";
const std::string along_rows = "contracting_dims = [1] x [1]", along_columns = "contracting_dims = [1] x [0]";

}  // namespace

TEST_CASE("a matrix that a loop reads along its rows is transposed before the loop, once") {
    const std::string twice =
        product("u", "s", "w", along_rows, rows, square) + product("t", "u", "w", along_rows, rows, square);
    CHECK(transposes_of(loop(rows, square, twice)) == Transposes{1, 0});
}

TEST_CASE("matrices of a batch are transposed") {
    const std::string state = "tensor<3x5x8xi32>", matrices = "tensor<8x3x8xi32>";
    const std::string dimensions = "batching_dims = [0] x [1], contracting_dims = [2] x [2]";
    CHECK(transposes_of(loop(state, matrices, product("t", "s", "w", dimensions, state, matrices))) ==
          Transposes{1, 0});
}

TEST_CASE("matrices that loops read along columns, change or multiply with a row, and constants, stay") {
    CHECK(transposes_of(loop(rows, square, product("t", "s", "w", along_columns, rows, square))) ==
          Transposes{});
    const std::string changed = "    %v = stablehlo.add %s, %s : " + square + "\n" +
                                product("t", "s", "v", along_rows, square, square);
    CHECK(transposes_of(loop(square, square, changed)) == Transposes{});
    const std::string row = "tensor<1x8xi32>";
    CHECK(transposes_of(loop(row, square, product("t", "s", "w", along_rows, row, square))) == Transposes{});
    const std::string constant = "  %k = stablehlo.constant dense<2> : " + square + "\n";
    CHECK(transposes_of(loop(rows, square, product("t", "s", "k", along_rows, rows, square), constant)) ==
          Transposes{});
}
