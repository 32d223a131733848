#include <catch2/catch.hpp>
#include <cstring>

#include "codegen/c/kernel_printer.h"
#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;
using namespace hlo2c::scheduler;

namespace {

constexpr ValueType vector{ScalarKind::F32, 8};

/// Stores `results` values: a row of `a`, or its double as a sum, times 3 plus a row of `bias`, at least the
/// lower limit.
LoopNest sums(int results, double lower = 0.5, bool has_sums = true) {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 64, false},
                       {"bias", ScalarKind::F32, 64, false},
                       {"out", ScalarKind::F32, 64, true}};
    const auto row = [&](int number) {
        const NodeId base = nest.integer(number * 8);
        return nest.add(
            {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, 8}, .operands = {base, nest.integer(1)}});
    };
    const auto load = [&](const char* buffer, int number) {
        const NodeId at = row(number);
        return nest.add({.kind = NodeKind::Load, .type = vector, .operands = {at}, .symbol = buffer});
    };
    const auto constant = [&](float value) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return nest.add({.kind = NodeKind::Real, .type = vector, .integer = bits});
    };
    std::vector<NodeId> statements;
    std::vector<std::string> names;
    for (int i = 0; has_sums && i < results; i++) {
        names.push_back("sum[" + std::to_string(i) + "]");
        const NodeId first = load("a", i);
        const NodeId twice = nest.binary(NodeKind::Add, first, load("a", i));
        statements.push_back(nest.add({.kind = NodeKind::Assign, .operands = {twice}, .symbol = names[i]}));
    }
    for (int i = 0; i < results; i++) {
        const NodeId read = has_sums ? nest.variable(names[i], vector) : load("a", i);
        const NodeId product = nest.binary(NodeKind::Multiply, read, constant(3));
        const NodeId biased = nest.binary(NodeKind::Add, product, load("bias", i));
        const NodeId value = nest.binary(NodeKind::Maximum, biased, constant(static_cast<float>(lower)));
        const NodeId at = row(i);
        statements.push_back(nest.add({.kind = NodeKind::Store, .operands = {at, value}, .symbol = "out"}));
    }
    nest.body = nest.block(statements);
    for (const std::string& name : names)
        nest.body =
            nest.add({.kind = NodeKind::Declare, .type = vector, .operands = {nest.body}, .symbol = name});
    return nest;
}

Plan plan_with(const std::vector<LoopNest>& nests) {
    Plan plan;
    for (const LoopNest& nest : nests) {
        Kernel kernel;
        kernel.name = "kernel" + std::to_string(plan.kernels.size());
        kernel.nest = nest;
        plan.kernels.push_back(kernel);
    }
    return plan;
}

}  // namespace

TEST_CASE("What several results are computed with is one function") {
    const PrintedKernels printed = print_kernels(plan_with({sums(3)}), "test");
    CHECK_THAT(printed.kernels[0].definition,
               Catch::Contains("store_f32x8(&out[16], epilogue_f32x8(sum2, load_f32x8(&bias[16])));"));
    CHECK_THAT(printed.support_header, Catch::Contains("epilogue_f32x8(f32x8 sum, f32x8 bias)\n{\n    return "
                                                       "at_least_f32x8(add_f32x8(mul_f32x8(sum, "
                                                       "splat_f32x8(3.0f)), bias), splat_f32x8(0.5f));\n}"));
}

TEST_CASE("Kernels share equal epilogues, and two results have none") {
    const PrintedKernels printed =
        print_kernels(plan_with({sums(4), sums(3), sums(3, 0.25), sums(2)}), "test");
    CHECK_THAT(printed.kernels[1].definition, Catch::Contains("epilogue_f32x8(sum0, "));
    CHECK_THAT(printed.kernels[2].definition, Catch::Contains("epilogue_f32x8_2(sum0, "));
    CHECK_THAT(printed.kernels[3].definition, !Catch::Contains("epilogue"));
    CHECK_THAT(printed.support_header, !Catch::Contains("epilogue_f32x8_3"));
}

TEST_CASE("Epilogues give the results in every build") {
    std::vector<float> a(64), bias(64), expected(64);
    for (int i = 0; i < 64; i++) {
        a[i] = 0.25f * static_cast<float>(i % 13 - 6);
        bias[i] = 0.125f * static_cast<float>(i % 7);
        if (i < 24) expected[i] = std::max((a[i] + a[i]) * 3 + bias[i], 0.5f);
    }
    for (const Build& build : all_builds()) {
        CAPTURE(build.compiler, build.flags);
        const Buffers out = run_kernel(plan_with({sums(3)}), build,
                                       {bytes_of(a), bytes_of(bias), bytes_of(std::vector<float>(64))});
        CHECK(values_of<float>(out[2]) == expected);
    }
}

TEST_CASE("Vectors of a map are computed by a function as well") {
    const PrintedKernels printed = print_kernels(plan_with({sums(4, 0.5, false)}), "test");
    CHECK_THAT(printed.kernels[0].definition,
               Catch::Contains("elementwise_f32x8(load_f32x8(&a[24]), load_f32x8(&bias[24])));"));
    CHECK_THAT(printed.support_header, Catch::Contains("elementwise_f32x8(f32x8 a, f32x8 bias)"));
}
