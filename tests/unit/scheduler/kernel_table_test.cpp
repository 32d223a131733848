#include "scheduler/steps/kernel_table.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;

namespace {

/// Stores 0 at a place of `elements`.
Kernel kernel_with(const std::string& name, std::int64_t elements, std::int64_t place = 0) {
    Kernel kernel;
    kernel.name = name;
    kernel.nest.parameters.push_back(
        {.name = "out", .element = ScalarKind::F32, .elements = elements, .written = true});
    const NodeId zero = kernel.nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F32, 1}});
    kernel.nest.body = kernel.nest.add(
        {.kind = NodeKind::Store, .operands = {kernel.nest.integer(place), zero}, .symbol = "out"});
    return kernel;
}

}  // namespace

TEST_CASE("a kernel whose own name is what a second one would get keeps kernels apart") {
    Plan plan;
    KernelTable table(plan);
    for (const auto& [name, place] : {std::pair("x_v2", 1), {"x", 2}, {"x", 3}, {"x_v2", 4}})
        table.intern(kernel_with(name, 8, place));
    std::set<std::string> names;
    for (const Kernel& kernel : plan.kernels) names.insert(kernel.name);
    CHECK(plan.kernels.size() == 4);
    CHECK(names.size() == 4);
}

TEST_CASE("equal kernels are kept once") {
    Plan plan;
    KernelTable table(plan);
    CHECK(table.intern(kernel_with("first", 8)) == table.intern(kernel_with("second", 8)));
    CHECK(plan.kernels.size() == 1);
}

TEST_CASE("equal kernels on buffers of different extents are one, with the smallest extent") {
    Plan plan;
    KernelTable table(plan);
    for (const std::int64_t elements : {16, 8, 12}) CHECK(table.intern(kernel_with("store", elements)) == 0);
    CHECK(plan.kernels[0].nest.parameters[0].elements == 8);
}
