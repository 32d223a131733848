#include "scheduler/groups/prologue.h"

#include <catch2/catch.hpp>

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
