#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

/// The names of the first kernel's parameters.
std::vector<std::string> names(const std::string& signature, const std::string& lines) {
    const Plan plan = schedule(program_of(signature, lines), load_target("x86-64-v3"));
    std::vector<std::string> found;
    for (const BufferParameter& parameter : plan.kernels[0].nest.parameters) found.push_back(parameter.name);
    return found;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("operands that are repeated for each row are a scale and a bias") {
    CHECK(names("(%x: tensor<8x32xf32>, %s: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<8x32xf32>", R"(
  %0 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
  %2 = stablehlo.multiply %x, %0 : tensor<8x32xf32>
  %3 = stablehlo.add %2, %1 : tensor<8x32xf32>
  return %3 : tensor<8x32xf32>
)") == Names{"x0", "scale", "bias", "out"});
}

TEST_CASE("an operand that is repeated and subtracted is a shift") {
    CHECK(names("(%x: tensor<8x32xf32>, %m: tensor<32xf32>) -> tensor<8x32xf32>", R"(
  %0 = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
)") == Names{"x0", "shift", "out"});
}

TEST_CASE("operands of an outer sum have no names") {
    CHECK(names("(%a: tensor<8xf32>, %b: tensor<32xf32>) -> tensor<8x32xf32>", R"(
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<8xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x32xf32>
  return %2 : tensor<8x32xf32>
)") == Names{"x0", "x1", "out"});
}

TEST_CASE("an operand with one use is named after it, one with several is not") {
    CHECK(names("(%c: tensor<32xi1>, %x: tensor<32xf32>, %y: tensor<32xf32>) -> tensor<32xf32>", R"(
  %0 = stablehlo.divide %x, %y : tensor<32xf32>
  %1 = stablehlo.select %c, %0, %x : tensor<32xi1>, tensor<32xf32>
  return %1 : tensor<32xf32>
)") == Names{"condition", "x0", "divisor", "out"});
    CHECK(names("(%c: tensor<32xi1>, %x: tensor<32xf32>, %y: tensor<32xf32>) -> tensor<32xf32>", R"(
  %0 = stablehlo.divide %x, %y : tensor<32xf32>
  %1 = stablehlo.select %c, %0, %y : tensor<32xi1>, tensor<32xf32>
  return %1 : tensor<32xf32>
)") == Names{"condition", "x0", "x1", "out"});
}
