#include "scheduler/halide/contraction_tile.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace hlo2c::scheduler;
using namespace hlo2c::scheduler::halide;

TEST_CASE("a tile leaves registers for the panel's vectors and one spread scalar") {
    for (const char* name : {"x86-64-v2", "x86-64-v3", "x86-64-v4", "armv8-a", "armv7"}) {
        const Target target = load_target(name);
        for (std::int64_t rows : {1, 3, 7, 48, 512})
            for (std::int64_t columns : {1, 5, 16, 40, 384}) {
                int lanes = 1;
                while (lanes * 2 <= target.lanes(4) && lanes * 2 <= columns) lanes *= 2;
                const ContractionTile tile =
                    choose_contraction_tile(target, lanes, rows, columns, false, 100).tile;
                INFO(name << " " << rows << "x" << columns);
                CHECK(tile.rows * tile.vectors + tile.vectors + 1 <= target.vector_registers);
                CHECK(tile.rows <= rows);
                CHECK(tile.lanes == lanes);
            }
    }
}

TEST_CASE("a large product gets enough accumulators to hide the latency of multiply-add") {
    const ContractionTile tile =
        choose_contraction_tile(load_target("x86-64-v3"), 8, 512, 512, false, 100).tile;
    CHECK(tile.rows * tile.vectors >= 10);
}

TEST_CASE("boxes cover the vectorised loop completely and stay inside it") {
    for (int vectors : {1, 2, 3, 6})
        for (int lanes : {1, 4, 8, 16})
            for (std::int64_t extent = lanes; extent < 130; extent++) {
                std::vector<int> stored(static_cast<std::size_t>(extent), 0);
                for (const VectorBox& box : cover_vector_loop({1, vectors, lanes}, extent)) {
                    REQUIRE(box.begin >= 0);
                    REQUIRE(box.begin + box.extent <= extent);
                    REQUIRE(box.extent % box.width() == 0);
                    for (std::int64_t i = box.begin; i < box.begin + box.extent; i++)
                        stored[static_cast<std::size_t>(i)]++;
                }
                for (int count : stored) REQUIRE(count >= 1);
            }
}

TEST_CASE("a tile keeps to the accumulators that it is allowed") {
    const ContractionTile tile =
        choose_contraction_tile(load_target("x86-64-v4"), 16, 512, 512, false, 13).tile;
    CHECK(tile.rows * tile.vectors <= 13);
    CHECK(tile.rows * tile.vectors >= 10);
}
