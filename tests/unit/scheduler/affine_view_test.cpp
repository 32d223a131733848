#include "scheduler/groups/affine_view.h"

#include <catch2/catch.hpp>

#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

AffineView view_of_result(const hlo2c::frontend::Program& program) {
    const hlo2c::frontend::Function& function = program.main();
    const Constants constants = constants_of(function);
    const RegionGraph graph(function, function.body, constants);
    return affine_view(graph, {}, function.body.ops.back().operands[0]);
}

using Strides = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a transpose of a slice is a view with the operand's strides") {
    const auto program = program_of("(%x: tensor<4x6xf32>) -> tensor<3x2xf32>", R"(
  %s = stablehlo.slice %x [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %t : tensor<3x2xf32>
)");
    const AffineView view = view_of_result(program);
    CHECK(view.base == program.main().arguments()[0]);
    CHECK(view.offset == 6);
    CHECK(view.strides == Strides{2, 6});
}

TEST_CASE("a reverse is a view with negative strides, a broadcast one with stride 0") {
    const auto program = program_of("(%x: tensor<5xf32>) -> tensor<3x5xf32>", R"(
  %r = stablehlo.reverse %x, dims = [0] : tensor<5xf32>
  %b = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<5xf32>) -> tensor<3x5xf32>
  return %b : tensor<3x5xf32>
)");
    const AffineView view = view_of_result(program);
    CHECK(view.offset == 4);
    CHECK(view.strides == Strides{0, -1});
}

TEST_CASE("a view ends at a reshape that needs a copy") {
    const auto program = program_of("(%x: tensor<4x6xf32>) -> tensor<24xf32>", R"(
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %r = stablehlo.reshape %t : (tensor<6x4xf32>) -> tensor<24xf32>
  return %r : tensor<24xf32>
)");
    const AffineView view = view_of_result(program);
    CHECK(view.base == program.main().body.ops.back().operands[0]);
    CHECK(view.strides == Strides{1});
}

TEST_CASE("reshape_strides splits and joins dimensions of matching strides only") {
    CHECK(*reshape_strides({6}, {2}, {2, 3}) == Strides{6, 2});
    CHECK(*reshape_strides({2, 3}, {3, 1}, {6}) == Strides{1});
    CHECK(*reshape_strides({2, 3}, {3, 1}, {1, 6, 1}) == Strides{0, 1, 0});
    CHECK_FALSE(reshape_strides({2, 3}, {1, 2}, {6}).has_value());
}

TEST_CASE("a view goes through exact conversions of constants only") {
    const auto base_type = [](const std::string& body) {
        const auto program = program_of("(%x: tensor<2x3xbf16>) -> tensor<3x2xf32>", body);
        return program.main().tensor(view_of_result(program).base).element;
    };
    using hlo2c::frontend::ElementType;
    const std::string transposed =
        "  %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
        "  return %t : tensor<3x2xf32>\n";
    CHECK(base_type("  %w = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16>\n"
                    "  %c = stablehlo.convert %w : (tensor<2x3xbf16>) -> tensor<2x3xf32>\n" +
                    transposed) == ElementType::BF16);
    CHECK(base_type("  %w = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>\n"
                    "  %c = stablehlo.convert %w : (tensor<2x3xi32>) -> tensor<2x3xf32>\n" +
                    transposed) == ElementType::F32);
    CHECK(base_type("  %c = stablehlo.convert %x : (tensor<2x3xbf16>) -> tensor<2x3xf32>\n" + transposed) ==
          ElementType::F32);
}
