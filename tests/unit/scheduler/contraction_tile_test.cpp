#include "scheduler/schedule/contraction_tile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hlo2c::scheduler;

TEST_CASE("a tile leaves registers for the panel's vectors and the scalars of rows") {
    for (const char* name : {"x86-64-v2", "x86-64-v3", "x86-64-v4", "armv8-a", "armv7"}) {
        const Target target = load_target(name);
        for (std::int64_t rows : {1, 3, 7, 48, 512})
            for (std::int64_t columns : {1, 5, 16, 40, 384}) {
                int lanes = 1;
                while (lanes * 2 <= target.lanes(4) && lanes * 2 <= columns) lanes *= 2;
                for (bool stretches : {false, true}) {
                    const TileProblem problem{.lanes = lanes,
                                              .row_extent = rows,
                                              .vector_extent = columns,
                                              .sums_stretches = stretches};
                    const ContractionTile tile = contraction_tiles(target, problem).front().tile;
                    INFO(name << " " << rows << "x" << columns);
                    const int sums =
                        tile.rows * tile.vectors * (problem.totals_in_registers(tile.rows) ? 2 : 1);
                    const int scalars =
                        target.architecture == Architecture::X86_64 || tile.rows * tile.vectors == 1
                            ? 1
                            : tile.rows;
                    CHECK(sums + tile.vectors + scalars <= target.vector_registers);
                    CHECK(tile.rows <= rows);
                    CHECK(tile.lanes == lanes);
                }
            }
    }
}

TEST_CASE("the sums of a tile fit the stack of a function, however wide and many vectors are") {
    Target target = load_target("x86-64-v4");
    for (const int bytes : {64, 128, 256})
        for (const int registers : {32, 64, 256}) {
            target.vector_bytes = bytes;
            target.vector_registers = registers;
            const TileProblem problem{.lanes = bytes / 4, .row_extent = 512, .vector_extent = 512};
            for (const EstimatedTile& estimated : contraction_tiles(target, problem))
                CHECK(estimated.tile.rows * estimated.tile.vectors * bytes < 2048);
        }
}

TEST_CASE("a large product gets enough accumulators to hide the latency of multiply-add") {
    const TileProblem problem{.lanes = 8, .row_extent = 512, .vector_extent = 512};
    const ContractionTile tile = contraction_tiles(load_target("x86-64-v3"), problem).front().tile;
    CHECK(tile.rows * tile.vectors >= 10);
}

TEST_CASE("tiles leave registers free where compilers unroll the innermost loop of a sum") {
    const TileProblem problem{.lanes = 8, .row_extent = 160, .vector_extent = 16, .short_inner_loop = true};
    const ContractionTile tile = contraction_tiles(load_target("x86-64-v3"), problem).front().tile;
    CHECK(tile.rows * tile.vectors + tile.vectors + 1 <= 14);
    TileProblem long_loop = problem;
    long_loop.short_inner_loop = false;
    CHECK(contraction_tiles(load_target("x86-64-v3"), long_loop).front().tile == ContractionTile{6, 2, 8});
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

TEST_CASE("the remainder after whole vectors uses the shortest vector that covers it") {
    const auto last = [](std::int64_t extent) { return cover_vector_loop({1, 1, 16}, extent).back(); };
    CHECK(last(24) == VectorBox{16, 8, 1, 8});
    CHECK(last(22) == VectorBox{14, 8, 1, 8});
    CHECK(last(25) == VectorBox{9, 16, 1, 16});
    CHECK(last(17) == VectorBox{13, 4, 1, 4});
    CHECK(cover_vector_loop({1, 1, 2}, 5).back() == VectorBox{3, 2, 1, 2});
}

TEST_CASE("a tile fills the registers if its totals are in memory") {
    const auto tile = [](const char* target, int lanes, std::int64_t rows, std::int64_t columns) {
        const TileProblem problem{
            .lanes = lanes, .row_extent = rows, .vector_extent = columns, .sums_stretches = true};
        const ContractionTile chosen = contraction_tiles(load_target(target), problem).front().tile;
        return std::to_string(chosen.rows) + "x" + std::to_string(chosen.vectors);
    };
    CHECK(tile("x86-64-v4", 16, 128, 384) == "8x3");
    CHECK(tile("x86-64-v4", 16, 128, 1536) == "8x3");
    CHECK(tile("x86-64-v4", 16, 56, 64) == "14x2");
    CHECK(tile("x86-64-v4", 16, 196, 256) == "14x2");
    CHECK(tile("x86-64-v3", 8, 96, 384) == "4x3");
    CHECK(tile("armv8-a", 4, 128, 384) == "8x2");
}

TEST_CASE("where rows are loaded in vectors, the panel's vectors of two steps fit the registers") {
    const Target target = load_target("armv8-a");
    CHECK(steps_of_row_vector(target, ScalarKind::F32) == 4);
    CHECK(steps_of_row_vector(target, ScalarKind::F64) == 2);
    CHECK(steps_of_row_vector(target, ScalarKind::I32) == 1);
    CHECK(steps_of_row_vector(load_target("x86-64-v4"), ScalarKind::F32) == 1);
    for (std::int64_t rows : {1, 7, 11, 160})
        for (std::int64_t columns : {4, 16, 64, 384}) {
            const TileProblem problem{.lanes = 4, .row_extent = rows, .vector_extent = columns, .steps = 4};
            const ContractionTile tile = contraction_tiles(target, problem).front().tile;
            INFO(rows << "x" << columns);
            CHECK(tile.steps == 4);
            CHECK(tile.rows * tile.vectors + tile.rows + 2 * tile.vectors <= 32);
        }
}

TEST_CASE("a tile of two vectors shares what each row's words cost to convert") {
    const TileProblem problem{.lanes = 8,
                              .row_extent = 28,
                              .vector_extent = 64,
                              .instructions = 4,
                              .conversions = 3,
                              .temporaries = 5};
    const ContractionTile tile = contraction_tiles(load_target("x86-64-v3"), problem).front().tile;
    CHECK(tile.rows == 4);
    CHECK(tile.vectors == 2);
}

TEST_CASE("a tile's time counts all its instructions, and every box of its vectors") {
    const auto tile = [](std::int64_t rows, std::int64_t columns, bool is_depthwise,
                         const char* target = "x86-64-v3") {
        const TileProblem problem{.lanes = load_target(target).lanes(4),
                                  .row_extent = rows,
                                  .vector_extent = columns,
                                  .row_operand_is_vector = is_depthwise,
                                  .unrolled_steps = is_depthwise ? 9 : 0};
        const ContractionTile chosen = contraction_tiles(load_target(target), problem).front().tile;
        return std::to_string(chosen.rows) + "x" + std::to_string(chosen.vectors);
    };
    // One vector for many rows needs a broadcast for each multiply-add.
    CHECK(tile(14, 384, false) == "5x2");
    CHECK(tile(49, 1280, false) == "4x3");
    CHECK(tile(28, 128, false) == "4x3");
    // The last four of 36 columns are a box of their own.
    CHECK(tile(172, 36, false) == "6x2");
    // The vectors of a depthwise convolution's rows need registers beside the sums.
    CHECK(tile(14, 384, true) == "7x1");
    CHECK(tile(28, 192, true) == "7x1");
    // So do its weights, where multiply-adds take nothing from memory.
    CHECK(tile(7, 24, true, "armv8-a") == "7x1");
}

TEST_CASE("a block of sums has at least two tiles and at most about half the cache") {
    const Target target = load_target("x86-64-v4");
    for (std::int64_t rows : {8, 9, 16, 49, 128, 196, 197, 784, 3136, 12544})
        for (const ContractionTile& tile : {ContractionTile{8, 3, 16}, ContractionTile{7, 3, 16}}) {
            const std::int64_t row_bytes = tile.width() * 4, tiles = (rows + tile.rows - 1) / tile.rows;
            const SumBlock block =
                choose_sum_block(target, tile, {.row_extent = rows, .row_bytes = row_bytes});
            INFO(rows << " rows, tiles of " << tile.rows);
            CHECK(block.row_tiles >= std::min<std::int64_t>(tiles, 2));
            CHECK(block.row_tiles <= tiles);
            CHECK(block.row_tiles * tile.rows * row_bytes <= target.l1_bytes);
            if (block.row_tiles < tiles) CHECK(block.row_tiles * tile.rows <= rows);
        }
    // A line of 7 pixels is one tile: the block takes several lines.
    const auto whole_loops = [&](const std::vector<std::int64_t>& loops) {
        return choose_sum_block(target, {7, 3, 16}, {.row_extent = 7, .loops = loops, .row_bytes = 192})
            .whole_loops;
    };
    CHECK(whole_loops({7, 100}) == 1);
    CHECK(whole_loops({1000, 2}) == 1);
}

TEST_CASE("a block has more tiles, the longer a tile waits for its part of a panel") {
    const auto row_tiles = [](double reread_cycles, bool shared = false) {
        return choose_sum_block(
                   load_target("x86-64-v3"), {4, 3, 8},
                   {.row_extent = 197, .row_bytes = 96, .reread_cycles = reread_cycles, .shared = shared})
            .row_tiles;
    };
    CHECK(row_tiles(0) == 2);
    CHECK(row_tiles(0.5) == 5);
    CHECK(row_tiles(5) == 25);
    // Threads have blocks to share however long they wait.
    CHECK(row_tiles(5, true) <= 12);
}
