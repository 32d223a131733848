#include "scheduler/steps/kernel_table.h"

#include <catch2/catch.hpp>

using namespace hlo2c::scheduler;

namespace {

Kernel kernel_with(const std::string& name, std::int64_t elements) {
    Kernel kernel;
    kernel.name = name;
    kernel.nest.parameters.push_back(
        {.name = "out", .element = ScalarKind::F32, .elements = elements, .written = true});
    kernel.nest.body = kernel.nest.block({});
    return kernel;
}

}  // namespace

TEST_CASE("a kernel whose own name is what a second one would get keeps kernels apart") {
    Plan plan;
    KernelTable table(plan);
    for (const auto& [name, elements] : {std::pair("x_v2", 1), {"x", 2}, {"x", 3}, {"x_v2", 4}})
        table.intern(kernel_with(name, elements));
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
