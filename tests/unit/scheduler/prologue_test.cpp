#include "scheduler/groups/prologue.h"

#include <catch2/catch.hpp>

#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// A contraction of 4 rows with an operand whose columns are neighbours, summed over `steps` of its rows.
Contraction product(std::int64_t steps, std::int64_t columns, std::int64_t row_stride,
                    std::int64_t offset = 0) {
    Contraction contraction;
    contraction.rhs.offset = offset;
    contraction.results = {{4, steps, 0, columns, 0}, {columns, 0, 1, 1, 1}};
    contraction.reductions = {{steps, 1, row_stride, 0, -1}};
    return contraction;
}

std::int64_t at(const BaseIndex& index, std::size_t dimension, const std::vector<std::int64_t>& positions) {
    std::int64_t sum = index.starts[dimension];
    for (const DimensionWalk& walk : index.walks) {
        if (walk.dimension != dimension) continue;
        const std::int64_t part = positions[walk.loop] / walk.divisor;
        sum += (walk.modulus == 0 ? part : part % walk.modulus) * walk.step;
    }
    return sum;
}

}  // namespace

TEST_CASE("the index into an operand reaches every element that the loops read") {
    struct Case {
        Contraction contraction;
        std::vector<std::int64_t> shape;
    };
    const Case cases[] = {{product(12, 5, 5), {12, 5}},
                          {product(12, 5, 5), {3, 4, 5}},        // groups of rows
                          {product(12, 5, 5), {3, 1, 2, 2, 5}},  // and groups of these
                          {product(6, 5, 10), {12, 5}},          // every second row
                          {product(4, 3, 7, 15), {6, 7}}};       // a slice
    for (const Case& each : cases) {
        const auto index = base_index(each.contraction, true, each.shape);
        REQUIRE(index);
        const auto strides = hlo2c::frontend::row_major_strides(each.shape);
        const ContractionLoop& rows = each.contraction.reductions[0];
        for (std::int64_t column = 0; column < each.contraction.results[1].extent; column++)
            for (std::int64_t row = 0; row < rows.extent; row++) {
                std::int64_t flat = 0;
                for (std::size_t d = 0; d < each.shape.size(); d++) {
                    const std::int64_t here = at(*index, d, {0, column, row});
                    CHECK(here < each.shape[d]);
                    flat += here * strides[d];
                }
                CHECK(flat == each.contraction.rhs.offset + column + row * rows.rhs_stride);
            }
    }
}

TEST_CASE("loops that cross from one dimension to the next have no index") {
    CHECK_FALSE(base_index(product(4, 5, 5, 10), true, {3, 4, 5}));  // from the middle of a group
    CHECK_FALSE(base_index(product(6, 5, 10), true, {4, 3, 5}));     // every second row of groups of 3
    CHECK_FALSE(base_index(product(12, 5, -5, 55), true, {12, 5}));
}

TEST_CASE("a constant can be packed for a value only if every read of it follows the value's order") {
    const auto packs = [](const std::string& last) {
        const auto program = program_of("(%s: tensor<2xf32>) -> tensor<2x2xf32>", R"(
  %w = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %c = stablehlo.convert %w : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %r = stablehlo.)" + last + R"( : tensor<2x2xf32>
  return %r : tensor<2x2xf32>
)");
        const hlo2c::frontend::Function& function = program.main();
        const Constants constants = constants_of(function);
        const RegionGraph graph(function, function.body, constants);
        const auto& ops = function.body.ops;
        return packable_source(graph, {}, ops[4].results[0]) == ops[0].results[0];
    };
    CHECK(packs("multiply %c, %b"));
    CHECK(packs("multiply %c, %c"));
    CHECK_FALSE(packs("multiply %t, %b"));
    CHECK_FALSE(packs("add %c, %t"));
}

TEST_CASE("a division is computed inside a product only for few uses of each quotient") {
    const auto computes = [](int rows, const std::string& op) {
        const std::string count = std::to_string(rows), left = "tensor<" + count + "x32xf32>",
                          result = "tensor<" + count + "x64xf32>";
        const auto program =
            program_of("(%x: " + left + ", %w: tensor<32x64xf32>, %s: tensor<32x64xf32>) -> " + result,
                       "  %q = stablehlo." + op +
                           " %w, %s : tensor<32x64xf32>\n"
                           "  %d = stablehlo.dot_general %x, %q, contracting_dims = [1] x [0] : (" +
                           left + ", tensor<32x64xf32>) -> " + result + "\n  return %d : " + result + "\n");
        const hlo2c::frontend::Function& function = program.main();
        const Constants constants = constants_of(function);
        return may_have_prologue(RegionGraph(function, function.body, constants), {}, function.body.ops[1],
                                 true);
    };
    CHECK(computes(16, "divide"));
    CHECK_FALSE(computes(1024, "divide"));
    CHECK(computes(1024, "multiply"));
}
