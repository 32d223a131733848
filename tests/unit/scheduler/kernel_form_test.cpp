#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

const std::string matrix = "tensor<8x64xf32>", row = "tensor<8xf32>", weight = "tensor<64x64xf32>";

Plan plan_of(const std::string& signature, const std::string& body) {
    return schedule(program_of(signature, body), load_target("x86-64-v3"));
}

/// The kernels of two contractions, each followed by its own ops of %dN and of the constants %one and %two.
std::size_t kernels_with_epilogues(const std::string& first, const std::string& second) {
    std::string body = "  %one = stablehlo.constant dense<1.0> : " + matrix +
                       "\n  %two = stablehlo.constant dense<2.0> : " + matrix + "\n";
    for (const int number : {1, 2}) {
        body += fmt::format(
            "  %d{0} = stablehlo.dot_general {1}, %w{0}, contracting_dims = [1] x [0] : ({2}, {3}) -> {2}\n"
            "  %e{0} = {4} : {2}\n",
            number, number == 1 ? "%x" : "%e1", matrix, weight, number == 1 ? first : second);
    }
    return plan_of(fmt::format("(%x: {0}, %w1: {1}, %w2: {1}) -> {0}", matrix, weight),
                   body + "  return %e2 : " + matrix + "\n")
        .kernels.size();
}

}  // namespace

TEST_CASE("many groups of equal form share one kernel") {
    constexpr int layers = 40;
    std::string body = "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n", value = "%x";
    for (int layer = 0; layer < layers; layer++) {
        body += fmt::format(
            "  %q{0} = stablehlo.multiply {1}, {1} : {2}\n"
            "  %s{0} = stablehlo.reduce({1} init: %zero) applies stablehlo.add across dimensions = [1] : "
            "({2}, "
            "tensor<f32>) -> {3}\n"
            "  %t{0} = stablehlo.reduce(%q{0} init: %zero) applies stablehlo.add across dimensions = [1] : "
            "({2}, tensor<f32>) -> {3}\n"
            "  %r{0} = stablehlo.sqrt %t{0} : {3}\n"
            "  %a{0} = stablehlo.broadcast_in_dim %s{0}, dims = [0] : ({3}) -> {2}\n"
            "  %b{0} = stablehlo.broadcast_in_dim %r{0}, dims = [0] : ({3}) -> {2}\n"
            "  %c{0} = stablehlo.subtract {1}, %a{0} : {2}\n"
            "  %n{0} = stablehlo.divide %c{0}, %b{0} : {2}\n"
            "  %d{0} = stablehlo.dot_general %n{0}, %w, contracting_dims = [1] x [0] : ({2}, {4}) -> {2}\n",
            layer, value, matrix, row, weight);
        value = fmt::format("%d{}", layer);
    }
    const Plan plan = plan_of(fmt::format("(%x: {0}, %w: {1}) -> {0}", matrix, weight),
                              body + fmt::format("  return {} : {}\n", value, matrix));
    // The first layer must not write over the argument; the others normalise in place.
    CHECK(plan.kernels.size() == 3);
    CHECK(plan.functions[0].steps.size() == 2 * layers);
}

TEST_CASE("what a kernel computes and holds is part of its form") {
    CHECK(kernels_with_epilogues("stablehlo.add %d1, %one", "stablehlo.add %d2, %one") == 1);
    CHECK(kernels_with_epilogues("stablehlo.add %d1, %one", "stablehlo.add %d2, %two") == 2);
    CHECK(kernels_with_epilogues("stablehlo.add %d1, %one", "stablehlo.multiply %d2, %one") == 2);
    CHECK(kernels_with_epilogues("stablehlo.subtract %d1, %one", "stablehlo.subtract %one, %d2") == 2);
    CHECK(kernels_with_epilogues("stablehlo.subtract %d1, %x", "stablehlo.subtract %d2, %e1") == 1);
    CHECK(kernels_with_epilogues("stablehlo.subtract %d1, %x", "stablehlo.subtract %x, %d2") == 2);
}

TEST_CASE("the positions that a gather takes are part of its form") {
    const auto kernels = [](const std::string& second) {
        const std::string gather =
            "<{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], "
            "start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 1>}> : "
            "(tensor<8x8xf32>, tensor<8x1xi32>) -> tensor<8x8xf32>\n";
        return plan_of(
            "(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)",
            "  %a = stablehlo.constant dense<[[0], [1], [1], [2], [3], [3], [4], [5]]> : tensor<8x1xi32>\n"
            "  %b = stablehlo.constant dense<" +
                second +
                "> : tensor<8x1xi32>\n"
                "  %c = \"stablehlo.gather\"(%x, %a) " +
                gather +
                "  %d = stablehlo.cholesky %c, lower = true : tensor<8x8xf32>\n"
                "  %e = \"stablehlo.gather\"(%d, %b) " +
                gather + "  return %d, %e : tensor<8x8xf32>, tensor<8x8xf32>\n");
    };
    const auto gathers = [&](const std::string& second) {
        const Plan plan = kernels(second);
        return std::count_if(plan.kernels.begin(), plan.kernels.end(), [](const Kernel& kernel) {
            return kernel.name.find("gather") != std::string::npos;
        });
    };
    CHECK(gathers("[[0], [1], [1], [2], [3], [3], [4], [5]]") == 1);
    CHECK(gathers("[[0], [0], [1], [2], [3], [3], [4], [5]]") == 2);
}

TEST_CASE("each thread runs all panels for its rows where the rows are larger than the panels") {
    Target target = load_target("x86-64-v3");
    target.cores = 2;
    const auto kernel = [&](const char* lhs, const char* rhs, const char* result) {
        const std::string body = fmt::format(
            "  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : ({}, {}) -> {}\n"
            "  return %d : {}\n",
            lhs, rhs, result, result);
        const Plan plan =
            schedule(program_of(fmt::format("(%x: {}, %w: {}) -> {}", lhs, rhs, result), body), target);
        return to_text(plan.kernels[0].nest);
    };
    const std::string rows = kernel("tensor<2304x32xf32>", "tensor<32x96xf32>", "tensor<2304x96xf32>");
    INFO(rows);
    REQUIRE(rows.find("in each range for panel") != std::string::npos);
    CHECK(rows.find("in each range for panel") < rows.find("parallel tile"));
    // Blocks of sums are in scratch, one for each slot.
    const std::string slots = kernel("tensor<2304x512xf32>", "tensor<512x96xf32>", "tensor<2304x96xf32>");
    INFO(slots);
    REQUIRE(slots.find("parallel slot") != std::string::npos);
    CHECK(slots.find("parallel slot") < slots.find("for panel"));
    CHECK(slots.find("for panel") < slots.find("for block"));
}
