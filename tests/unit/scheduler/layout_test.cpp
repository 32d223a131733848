#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "scheduler/layout/function_layouts.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// The results of a product inside padding, which another product reads as rows.
hlo2c::frontend::Program padded_product() {
    return program_of("(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %v: tensor<17x3xf32>) -> tensor<7x3xf32>",
                      R"(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %p = stablehlo.pad %d, %z, low = [1, 0], high = [2, 1], interior = [0, 0] : (tensor<4x16xf32>, tensor<f32>) -> tensor<7x17xf32>
  %r = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<7x17xf32>, tensor<17x3xf32>) -> tensor<7x3xf32>
  return %r : tensor<7x3xf32>
)");
}

struct LaidOut {
    explicit LaidOut(const hlo2c::frontend::Program& program)
        : graph(program.main()), groups(group_function(graph)), layouts(layouts_of(graph, groups)) {
        check_layouts(graph, groups, layouts);
    }
    /// The value of the op at a position of the body.
    hlo2c::frontend::ValueId value(int position) const { return graph.region(0).op(position).results[0]; }

    const FunctionGraph graph;
    const FunctionGroups groups;
    const FunctionLayouts layouts;
};

}  // namespace

TEST_CASE("a pad after a product is a halo, and the product begins inside of it") {
    const auto program = padded_product();
    const LaidOut laid(program);
    const Layout& layout = laid.layouts.of(laid.value(2));
    REQUIRE(layout.halo);
    CHECK(layout.halo->low == std::vector<std::int64_t>{1, 0});
    CHECK(layout.halo->high == std::vector<std::int64_t>{2, 1});
    CHECK(layout.computed(laid.value(2)) == laid.value(1));
    CHECK(layout.offset() == 17);
    CHECK(layout.strides == std::vector<std::int64_t>{17, 1});
    CHECK_FALSE(laid.layouts.has(laid.value(1)));
    CHECK_THAT(to_text(laid.graph, laid.layouts), Contains(": low [1 0], high [2 1]\n"));
}

TEST_CASE("arguments and results are known to the caller, values in between are not") {
    const auto program = padded_product();
    const LaidOut laid(program);
    for (const auto argument : program.main().body.arguments) CHECK(laid.layouts.of(argument).is_interface);
    CHECK(laid.layouts.of(laid.value(3)).is_interface);
    CHECK_FALSE(laid.layouts.of(laid.value(2)).is_interface);
    const auto json = json_of(laid.graph, laid.layouts);
    CHECK(json["values"][0]["interface"] == true);
}

TEST_CASE("reshapes and barriers share the memory of their operand, in loops too") {
    const auto program = program_of("(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<16xf32>", R"(
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = stablehlo.optimization_barrier %d : tensor<4x4xf32>
  %r = stablehlo.reshape %b : (tensor<4x4xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
)");
    const LaidOut laid(program);
    CHECK(laid.layouts.storage(laid.value(2)) == laid.value(0));
    CHECK(laid.layouts.of(laid.value(2)).storage == laid.value(1));
    CHECK(laid.layouts.of(laid.value(2)).strides == std::vector<std::int64_t>{1});
    CHECK_THAT(to_text(laid.graph, laid.layouts), Contains(", in %"));
}

TEST_CASE("an update that ends a group is a window of its root") {
    const auto program =
        program_of("(%x: tensor<8xf32>, %y: tensor<4xf32>, %i: tensor<i32>) -> tensor<8xf32>", R"(
  %t = stablehlo.tanh %y : tensor<4xf32>
  %r = stablehlo.dynamic_update_slice %x, %t, %i : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
)");
    const LaidOut laid(program);
    const Layout& layout = laid.layouts.of(laid.value(1));
    REQUIRE(layout.window != nullptr);
    CHECK(layout.computed(laid.value(1)) == laid.value(0));
    CHECK(layout.offset() == 0);
}

TEST_CASE("layouts that are missing, misplaced, of another order or with a wrong halo are detected") {
    const auto program = padded_product();
    const LaidOut laid(program);
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionLayouts corrupted = laid.layouts;
        corrupt(corrupted.values);
        CHECK_THROWS_WITH(check_layouts(laid.graph, laid.groups, corrupted), Contains(what));
    };
    using Values = std::map<hlo2c::frontend::ValueId, Layout>;
    const auto padded = laid.value(2), result = laid.value(3), argument = program.main().body.arguments[0];
    refused("in memory has a layout", [&](Values& values) { values.erase(padded); });
    refused("in memory of its own", [&](Values& values) { values[result].storage = padded; });
    refused("has the elements of its storage", [&](Values& values) { values[argument].storage = padded; });
    refused("in row-major order", [&](Values& values) { values[padded].strides = {1, 7}; });
    refused("fits around what is computed", [&](Values& values) { values[padded].halo->low = {0, 0}; });
}
