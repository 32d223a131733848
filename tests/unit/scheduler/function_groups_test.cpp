#include "scheduler/groups/function_groups.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "frontend/diagnostic.h"
#include "scheduler/order/function_order.h"
#include "scheduler/order/group_memory.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using Catch::Matchers::Contains;

namespace {

/// A loop whose body is a contraction with its epilogue, and the next count.
hlo2c::frontend::Program loop() {
    return program_of("(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32>", R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4x4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %d = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %t = stablehlo.tanh %d : tensor<4x4xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %t : tensor<i32>, tensor<4x4xf32>
  }
  %e = stablehlo.exponential %r#1 : tensor<4x4xf32>
  return %e : tensor<4x4xf32>
)");
}

/// Two ops that are both stored in memory, the second computed from the first.
hlo2c::frontend::Program chain() {
    return program_of("(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32>", R"(
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %b : tensor<4x4xf32>
)");
}

}  // namespace

TEST_CASE("the groups of a function are those of its body and of the regions of its loops") {
    const auto program = loop();
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    check_groups(graph, groups);
    REQUIRE(groups.regions.size() == 3);
    const std::string text = to_text(graph, groups);
    CHECK_THAT(text, Contains("region 0\n0 while -> "));
    CHECK_THAT(text, Contains(": contraction dot_general, then tanh\n"));
    CHECK(text == to_text(graph, group_function(graph)));
}

TEST_CASE("an op in two groups, in none, or with an unlisted result is detected") {
    const auto program = loop();
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionGroups corrupted = groups;
        corrupt(corrupted.regions[2]);
        CHECK_THROWS_WITH(check_groups(graph, corrupted), Contains(what));
    };
    refused("belongs to group", [](Grouping& body) { body.groups.push_back(body.groups[0]); });
    refused("has no group", [](Grouping& body) { body.groups.erase(body.groups.begin()); });
    refused("leaves group", [](Grouping& body) {
        body.groups[0].stages[0].epilogue.clear();
        body.groups[0].roots.clear();
    });
    refused("lives in memory", [](Grouping& body) { body.materialised.clear(); });
    refused("that no group writes", [](Grouping& body) { body.groups.pop_back(); });
}

TEST_CASE("stages that are empty, out of order or of another kind are detected") {
    const auto program = softmax_of(4, 32);
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    check_groups(graph, groups);
    const auto refused = [&](const char* what, auto corrupt) {
        FunctionGroups corrupted = groups;
        corrupt(corrupted.regions[0].groups[0].stages);
        CHECK_THROWS_WITH(check_groups(graph, corrupted), Contains(what));
    };
    using Stages = std::vector<Stage>;
    refused("has no stages", [](Stages& stages) { stages.clear(); });
    refused("in the order of the region", [](Stages& stages) { stages[1].prologue = {4, 3}; });
    refused("begins with its anchor", [](Stages& stages) { stages[0].kind = GroupKind::Map; });
    refused("is read by an earlier stage", [](Stages& stages) { std::swap(stages[1], stages[2]); });
    refused("of a prologue is read outside of its stage", [](Stages& stages) {
        stages[2].prologue = stages[1].ops();
        stages.erase(stages.begin() + 1);
    });
}

TEST_CASE("groups run in program order, and a non-topological order is rejected") {
    const auto program = chain();
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    FunctionOrder order = order_groups(graph, groups, layouts);
    CHECK(to_text(order) == "region 0: 0 1\n");
    check_order(graph, groups, layouts, order);
    std::swap(order.regions[0][0], order.regions[0][1]);
    CHECK_THROWS_WITH(check_order(graph, groups, layouts, order), Contains("is read before the group"));
    order.regions[0] = {0, 0};
    CHECK_THROWS_WITH(check_order(graph, groups, layouts, order), Contains("runs twice"));
    order.regions[0] = {0};
    CHECK_THROWS_WITH(check_order(graph, groups, layouts, order), Contains("never runs"));
}

TEST_CASE("groups run in the order with the fewest live bytes") {
    // Two chains of large values that each end in a row; running one chain after the other needs the least
    // memory.
    const std::string wide = "tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n",
                      row = "tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>\n";
    const auto dot = [](const std::string& result, const std::string& operands, const std::string& types) {
        return "  %" + result + " = stablehlo.dot_general " + operands +
               ", contracting_dims = [1] x [0] : (" + types;
    };
    const auto program =
        program_of("(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %k: tensor<64xf32>) -> tensor<64xf32>",
                   dot("a", "%x, %w", wide) + dot("b", "%w, %x", wide) + dot("c", "%a, %w", wide) +
                       dot("d", "%b, %w", wide) + dot("p", "%c, %k", row) + dot("q", "%d, %k", row) + R"(
  %r = stablehlo.add %p, %q : tensor<64xf32>
  return %r : tensor<64xf32>
)");
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    const FunctionOrder order = order_groups(graph, groups, layouts);
    check_order(graph, groups, layouts, order);
    const GroupMemory memory = group_memory(graph, groups, layouts, 0);
    std::vector<std::size_t> as_written(groups.regions[0].groups.size());
    std::iota(as_written.begin(), as_written.end(), std::size_t{0});
    CHECK(peak_of(memory, as_written) >= 3 * 64 * 64 * 4);
    CHECK(peak_of(memory, order.regions[0]) <= 2 * 64 * 64 * 4 + 256);
}

TEST_CASE("an update runs after the readers of the value it updates") {
    const auto program =
        program_of("(%x: tensor<8xf32>, %i: tensor<i32>) -> (tensor<8xf32>, tensor<f32>)", R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.constant dense<1.0> : tensor<1xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %e = stablehlo.dynamic_update_slice %x, %v, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
  %t = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.add %s, %t : tensor<f32>
  return %e, %r : tensor<8xf32>, tensor<f32>
)");
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    const FunctionOrder order = order_groups(graph, groups, layouts);
    check_order(graph, groups, layouts, order);
    bool is_updated = false;
    for (const std::size_t number : order.regions[0]) {
        const Group& group = groups.regions[0].groups[number];
        is_updated = is_updated || group.kind == GroupKind::Update;
        if (graph.region(0).op(group.anchor()).code == hlo2c::frontend::OpCode::Reduce)
            CHECK_FALSE(is_updated);
    }
    CHECK(is_updated);
}

TEST_CASE("sends and receives keep their order") {
    const auto program = program_of("(%x: tensor<4xf32>) -> ()", R"(
  %t = stablehlo.create_token : !stablehlo.token
  %a = "stablehlo.outfeed"(%x, %t) {outfeed_config = "first"} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %b = "stablehlo.outfeed"(%x, %t) {outfeed_config = "second"} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
)");
    const FunctionGraph graph(program.main());
    const FunctionGroups groups = group_function(graph);
    const FunctionLayouts layouts = layouts_of(graph, groups);
    FunctionOrder order = order_groups(graph, groups, layouts);
    check_order(graph, groups, layouts, order);
    std::swap(order.regions[0].end()[-1], order.regions[0].end()[-2]);
    CHECK_THROWS_WITH(check_order(graph, groups, layouts, order), Contains("the side effect of group"));
}
