#include "frontend/partition/device_grid.h"

#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"
#include "frontend/partition/value_sharding.h"

using namespace hlo2c::frontend;

namespace {

Program with_mesh(const std::string& mesh) {
    return read_stablehlo_text("module {\n" + (mesh.empty() ? "" : "sdy.mesh @mesh = <" + mesh + ">\n") +
                                   "func.func @main() { return } }",
                               "test.mlir");
}

/// The sharding as axes of the grid that serves it.
std::string axes_of(const std::string& mesh, int ranks, const std::string& sharding, int rank) {
    const Program program = with_mesh(mesh);
    const bool is_hlo = sharding[0] == '{';
    const Sharding stated = is_hlo ? parse_hlo_sharding(sharding, rank, ranks, {})
                                   : parse_sdy_sharding(program, "@mesh, " + sharding, rank, ranks, {});
    const DeviceGrid grid = device_grid(program, {stated}, ranks);
    return to_string(grid, value_sharding(grid, stated).value());
}

}  // namespace

TEST_CASE("a mesh axis is divided into prime axes") {
    CHECK(axes_of(R"(["x"=4, "y"=2])", 8, R"([{"x", "y"}, {?}])", 2) == R"([{"x", "y"}, {?}])");
    CHECK(axes_of(R"(["x"=4])", 4, R"([{"x":(2)2}, {"x":(1)2}])", 2) == R"([{"x":(2)2}, {"x":(1)2}])");
    CHECK(axes_of(R"(["x"=6])", 6, R"([{"x":(1)3}])", 1) == R"([{"x":(1)3}])");
    CHECK(axes_of(R"(["x"=6])", 6, R"([{"x":(1)2}])", 1) == R"([{"x":(1)2}])");
}

TEST_CASE("shardings of HLO are axes of the mesh") {
    const char* mesh = R"(["x"=2, "y"=2])";
    CHECK(axes_of(mesh, 4, "{devices=[2,1,2]<=[4] last_tile_dim_replicate}", 2) == R"([{"x"}, {}])");
    CHECK(axes_of(mesh, 4, "{devices=[2,2]<=[2,2]T(1,0)}", 2) == R"([{"y"}, {"x"}])");
    CHECK(axes_of(mesh, 4, "{devices=[4,1]0,2,1,3}", 2) == R"([{"y", "x"}, {}])");
    CHECK(axes_of(mesh, 4, "{replicated}", 2) == "[{}, {}]");
}

TEST_CASE("devices in any order make a grid of their own") {
    CHECK(axes_of("", 4, "{devices=[4]3,0,2,1}", 1) == R"([{"devices"}])");
    CHECK(axes_of(R"(["x"=2, "y"=2], device_ids=[3, 2, 1, 0])", 4, R"([{"x"}, {"y"}])", 2) ==
          R"([{"x"}, {"y"}])");
}

TEST_CASE("groups hold the devices that differ along the axes, in their order") {
    const Program program = with_mesh(R"(["x"=2, "y"=2])");
    const Sharding stated = parse_sdy_sharding(program, R"(@mesh, [{"y", "x"}])", 1, 4, {});
    const DeviceGrid grid = device_grid(program, {stated}, 4);
    const AxisList axes = value_sharding(grid, stated)->dimensions[0].axes;
    CHECK(grid.groups(axes) == std::vector<std::vector<std::int64_t>>{{0, 2, 1, 3}});
    CHECK(grid.groups({axes[0]}) == std::vector<std::vector<std::int64_t>>{{0, 1}, {2, 3}});
    CHECK(grid.coordinate(2, axes) == 1);
}
