#include <catch2/catch.hpp>

#include "codegen/c/kernel_printer.h"
#include "tests/unit/codegen_c/compiled_kernel.h"
#include "tests/unit/codegen_c/gemm_nest.h"

using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;

namespace {

std::string definition_with(std::vector<std::string> ops, std::vector<std::string> sources) {
    auto plan = plan_of(gemm_nest(8, 4, 16, 4, 1, 8), 32);
    plan.kernels[0].ops = std::move(ops);
    plan.kernels[0].sources = std::move(sources);
    return print_kernels(plan, "test").kernels[0].definition;
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) found++;
    return found;
}

}  // namespace

TEST_CASE("A kernel's comment names its source locations once, beside the ops or below them") {
    const std::string beside = definition_with({"stablehlo.dot_general"}, {"model.mlir:12"});
    CHECK(count(beside, "model.mlir:12") == 1);
    CHECK(beside.find("/* stablehlo.dot_general  ") != std::string::npos);

    const std::string long_source = "a/folder/with/a/long/name/model.mlir:1234 (the/long/name/of/an/op/dot)";
    const std::string wide = definition_with({"stablehlo.dot_general"}, {long_source});
    CHECK(count(wide, long_source) == 1);
    CHECK(wide.find("/* stablehlo.dot_general\n * " + long_source + " */") != std::string::npos);

    const std::string many = definition_with(
        {"stablehlo.dot_general", "stablehlo.broadcast_in_dim", "stablehlo.maximum"}, {"model.mlir:12"});
    CHECK(count(many, "model.mlir:12") == 1);
}

TEST_CASE("A kernel without elements to compute marks its parameters as unused") {
    auto plan = plan_of(gemm_nest(8, 4, 16, 4, 1, 8), 32);
    const std::string name = plan.kernels[0].nest.parameters[0].name;
    CHECK(count(print_kernels(plan, "test").kernels[0].definition, "(void)") == 0);
    auto& nest = plan.kernels[0].nest;
    nest.body = nest.block({});
    const std::string empty = print_kernels(plan, "test").kernels[0].definition;
    CHECK(empty.find("(void)" + name + ";") != std::string::npos);
    CHECK(count(empty, "(void)") == static_cast<int>(nest.parameters.size()));
}
