#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/evaluate/processes.h"
#include "tests/unit/evaluate/programs.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using Values = std::vector<double>;

namespace {

constexpr const char* sum_region =
    "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n  %z = stablehlo.add %x, %y : tensor<f32>\n"
    "  stablehlo.return %z : tensor<f32>\n})";

std::string handle(int channel) {
    return "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(channel) + ", type = 1>";
}

/// A program with one op of one operand, `%r = "stablehlo.<op>"(%a)`.
std::string one_op(const std::string& op, const std::string& attributes, const std::string& from,
                   const std::string& to, const std::string& region = "") {
    return "func.func @main(%a: " + from + ") -> " + to + " {\n%r = \"stablehlo." + op + "\"(%a) " + region +
           " {" + attributes + "} : (" + from + ") -> " + to + "\nreturn %r : " + to + "\n}\n";
}

Literal row(Values values) {
    std::vector<float> floats(values.begin(), values.end());
    return Literal::from_values<float>(
        TensorType{{static_cast<std::int64_t>(values.size())}, ElementType::F32, {}, {}}, floats);
}

/// First results of all processes; process r gets the elements r*10+1, r*10+2, ...
std::vector<Values> run(const std::string& text, ProcessGrid grid) {
    const Program program = read_stablehlo_text(text, "test.mlir");
    const std::int64_t size = program.main().tensor(program.main().arguments()[0]).shape[0];
    std::vector<std::vector<Literal>> arguments;
    for (int rank = 0; rank < grid.count(); rank++) {
        Values values;
        for (std::int64_t i = 0; i < size; i++) values.push_back(rank * 10 + static_cast<double>(i) + 1);
        arguments.push_back({row(values)});
    }
    std::vector<Values> found;
    for (const std::vector<Literal>& results : evaluate(program, grid, arguments)) {
        found.emplace_back();
        for (std::int64_t i = 0; i < results[0].type().element_count(); i++)
            found.back().push_back(results[0].real(i));
    }
    return found;
}

}  // namespace

TEST_CASE("all_gather joins in the order of the group") {
    const std::string text =
        one_op("all_gather", "all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>",
               "tensor<2xf32>", "tensor<4xf32>");
    const Values joined = {11, 12, 1, 2};
    CHECK(run(text, {2, 1}) == std::vector<Values>{joined, joined});
}

TEST_CASE("a channel makes a group of all partitions, partition by partition") {
    const std::string text =
        one_op("all_gather",
               "all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, " + handle(1),
               "tensor<1xf32>", "tensor<4xf32>");
    // Ranks are replica * 2 + partition: (0,0) (1,0) (0,1) (1,1) is 0 2 1 3.
    const Values joined = {1, 21, 11, 31};
    CHECK(run(text, {2, 2}) == std::vector<Values>{joined, joined, joined, joined});
}

TEST_CASE("without a channel each partition has its own groups of replicas") {
    const std::string text = one_op("all_reduce", "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>",
                                    "tensor<1xf32>", "tensor<1xf32>", sum_region);
    CHECK(run(text, {2, 2}) == std::vector<Values>{{22}, {42}, {22}, {42}});
}

TEST_CASE("global ids count processes, and groups may have different sizes") {
    const std::string text =
        one_op("all_reduce",
               "replica_groups = dense<[[0, 3, 1], [2, -1, -1]]> : tensor<2x3xi64>, use_global_device_ids, " +
                   handle(1),
               "tensor<1xf32>", "tensor<1xf32>", sum_region);
    CHECK(run(text, {2, 2}) == std::vector<Values>{{43}, {43}, {21}, {43}});
}

TEST_CASE("reductions run any region, in the order of the group") {
    const std::string second_minus_first =
        "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n  %z = stablehlo.subtract %y, %x : tensor<f32>\n"
        "  stablehlo.return %z : tensor<f32>\n})";
    const std::string text = one_op("all_reduce", "replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>",
                                    "tensor<1xf32>", "tensor<1xf32>", second_minus_first);
    CHECK(run(text, {3, 1})[0] == Values{11 - (1 - 21)});
}

TEST_CASE("reduce_scatter leaves part k to member k") {
    const std::string text = one_op(
        "reduce_scatter", "scatter_dimension = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>",
        "tensor<4xf32>", "tensor<2xf32>", sum_region);
    CHECK(run(text, {2, 1}) == std::vector<Values>{{16, 18}, {12, 14}});
}

TEST_CASE("all_to_all gives member k part k of every member") {
    const std::string text =
        one_op("all_to_all",
               "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, "
               "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, " +
                   handle(3),
               "tensor<2xf32>", "tensor<2xf32>");
    CHECK(run(text, {1, 2}) == std::vector<Values>{{12, 2}, {11, 1}});
}

TEST_CASE("groups of a broadcast and of a reduction to a root may have different sizes") {
    const std::string groups = "replica_groups = dense<[[3, 0, 1], [2, -1, -1]]> : tensor<2x3xi64>";
    const std::string broadcast = one_op("collective_broadcast", groups, "tensor<1xf32>", "tensor<1xf32>");
    CHECK(run(broadcast, {4, 1}) == std::vector<Values>{{31}, {31}, {21}, {31}});
    const std::string reduce =
        one_op("collective_reduce", groups, "tensor<1xf32>", "tensor<1xf32>", sum_region);
    CHECK(run(reduce, {4, 1}) == std::vector<Values>{{0}, {0}, {21}, {43}});
}

TEST_CASE("a process outside all groups gets zeros") {
    const std::string broadcast =
        one_op("collective_broadcast", "replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>", "tensor<1xf32>",
               "tensor<1xf32>");
    CHECK(run(broadcast, {4, 1}) == std::vector<Values>{{0}, {21}, {21}, {0}});
    const std::string gather =
        one_op("all_gather", "all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>",
               "tensor<1xf32>", "tensor<2xf32>");
    CHECK(run(gather, {3, 1}) == std::vector<Values>{{11, 1}, {11, 1}, {0, 0}});
    const std::string permute =
        one_op("collective_permute", "source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>",
               "tensor<1xf32>", "tensor<1xf32>");
    CHECK(run(permute, {4, 1}) == std::vector<Values>{{0}, {1}, {11}, {0}});
}

TEST_CASE("a gather of fewer or more processes than its result holds is refused") {
    const std::string text =
        one_op("all_gather", "all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>",
               "tensor<2xf32>", "tensor<6xf32>");
    CHECK_THROWS_WITH(run(text, {2, 1}), Catch::Contains("a group of 2 processes gives tensor<4xf32>"));
    const std::string crossing =
        one_op("all_gather",
               "all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>, " + handle(1),
               "tensor<1xf32>", "tensor<3xf32>");
    CHECK_THROWS_WITH(run(crossing, {1, 2}), Catch::Contains("a group of 2 processes gives tensor<2xf32>"));
}

TEST_CASE("collective_reduce leaves zeros to all but the root") {
    const std::string text = one_op("collective_reduce", "replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>",
                                    "tensor<1xf32>", "tensor<1xf32>", sum_region);
    CHECK(run(text, {2, 1}) == std::vector<Values>{{0}, {12}});
}

TEST_CASE("groups may be axes of a mesh, and parts of axes") {
    const std::string mesh = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n";
    const auto text = [&](const std::string& axes) {
        return mesh + one_op("all_reduce",
                             "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [" +
                                 axes + "]>, use_global_device_ids, " + handle(1),
                             "tensor<1xf32>", "tensor<1xf32>", sum_region);
    };
    CHECK(run(text("#stablehlo.axis_ref<name = \"x\">"), {1, 4}) ==
          std::vector<Values>{{22}, {42}, {22}, {42}});
    CHECK(run(text("#stablehlo.axis_ref<name = \"y\">"), {1, 4}) ==
          std::vector<Values>{{12}, {12}, {52}, {52}});
    const std::string part = "#stablehlo.axis_ref<name = \"y\", sub_axis_info = ";
    const std::vector<Values> pairs = {{12}, {12}, {52}, {52}};
    CHECK(run(text(part + "(1)2>"), {1, 4}) == pairs);
    // Blanks make the text longer than what a string holds without memory of its own.
    for (const char* blanks : {"", "                                "})
        CHECK(run(text(part + "#stablehlo.sub_axis_info<(" + blanks + "1)2>>"), {1, 4}) == pairs);
    CHECK_THROWS_AS(run(text("#stablehlo.axis_ref<name = \"z\">"), {1, 4}), DiagnosticError);
}

TEST_CASE("collectives in a loop synchronise once per iteration") {
    const std::string text =
        "func.func @main(%a: tensor<1xf32>) -> tensor<1xf32> {\n"
        "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
        "%w:2 = stablehlo.while(%i = %zero, %s = %a) : tensor<i32>, tensor<1xf32>\n"
        " cond {\n  %n = stablehlo.constant dense<3> : tensor<i32>\n"
        "  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n } do {\n  %o = stablehlo.constant dense<1> : tensor<i32>\n"
        "  %j = stablehlo.add %i, %o : tensor<i32>\n"
        "  %t = \"stablehlo.all_reduce\"(%s) " +
        std::string(sum_region) +
        " {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xf32>) -> tensor<1xf32>\n"
        "  stablehlo.return %j, %t : tensor<i32>, tensor<1xf32>\n }\nreturn %w#1 : tensor<1xf32>\n}\n";
    CHECK(run(text, {2, 1}) == std::vector<Values>{{48}, {48}});
}

TEST_CASE("each process knows its place in the grid") {
    const std::string text =
        "func.func @main(%a: tensor<1xf32>) -> tensor<ui32> {\n%p = stablehlo.partition_id : tensor<ui32>\n"
        "%r = stablehlo.replica_id : tensor<ui32>\n%t = stablehlo.constant dense<10> : tensor<ui32>\n"
        "%m = stablehlo.multiply %r, %t : tensor<ui32>\n%s = stablehlo.add %m, %p : tensor<ui32>\n"
        "return %s : tensor<ui32>\n}\n";
    CHECK(run(text, {2, 3}) == std::vector<Values>{{0}, {1}, {2}, {10}, {11}, {12}});
}

TEST_CASE("a deadlock of processes is an error, not a hang") {
    const std::string text =
        "func.func @main(%a: tensor<1xf32>) -> tensor<1xf32> {\n"
        "%p = stablehlo.replica_id : tensor<ui32>\n%c = stablehlo.constant dense<0> : tensor<ui32>\n"
        "%is = stablehlo.compare EQ, %p, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>\n"
        "%r = \"stablehlo.if\"(%is) ({\n  %s = \"stablehlo.all_reduce\"(%a) " +
        std::string(sum_region) +
        " {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xf32>) -> tensor<1xf32>\n"
        "  stablehlo.return %s : tensor<1xf32>\n}, {\n  stablehlo.return %a : tensor<1xf32>\n}) "
        ": (tensor<i1>) -> tensor<1xf32>\nreturn %r : tensor<1xf32>\n}\n";
    CHECK_THROWS_WITH(run(text, {2, 1}), Catch::Contains("process 0 waits"));
}

TEST_CASE("a receive takes data from its pair's source, whoever else sends on the channel") {
    const auto transfer = [](const std::string& pair, const std::string& types) {
        return "{" + handle(1) + ", source_target_pairs = dense<[[" + pair +
               "]]> : tensor<1x2xi64>} : " + types;
    };
    const std::string send = "(tensor<1xf32>, !stablehlo.token) -> !stablehlo.token\n",
                      receive = "(!stablehlo.token) -> (tensor<1xf32>, !stablehlo.token)\n";
    const std::string text =
        "func.func @main(%a: tensor<1xf32>) -> tensor<1xf32> {\n%t = stablehlo.create_token : "
        "!stablehlo.token\n"
        "%u = \"stablehlo.send\"(%a, %t) " +
        transfer("1, 0", send) +
        "%b = stablehlo.negate %a : tensor<1xf32>\n"
        "%w = \"stablehlo.send\"(%b, %u) " +
        transfer("0, 2", send) + "%x = \"stablehlo.send\"(%b, %w) " + transfer("2, 0", send) +
        "%r:2 = \"stablehlo.recv\"(%x) " + transfer("2, 0", receive) + "%s:2 = \"stablehlo.recv\"(%r#1) " +
        transfer("1, 0", receive) +
        "%c = stablehlo.subtract %r#0, %s#0 : tensor<1xf32>\nreturn %c : tensor<1xf32>\n}\n";
    CHECK(run(text, {1, 3}) == std::vector<Values>{{-21 - 11}, {0}, {0}});
}

TEST_CASE("run_parallel gives each process its share of the operands, sends and feeds") {
    const std::string text =
        "func.func @first(%x: tensor<i32>, %t: !stablehlo.token) -> !stablehlo.token {\n"
        "%u = \"stablehlo.send\"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} "
        ": (tensor<i32>, !stablehlo.token) -> !stablehlo.token\nreturn %u : !stablehlo.token\n}\n"
        "func.func @second(%t: !stablehlo.token) -> (tensor<i32>, tensor<i32>) {\n"
        "%r:2 = \"stablehlo.recv\"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} "
        ": (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)\n"
        "%f:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)\n"
        "return %r#0, %f#0 : tensor<i32>, tensor<i32>\n}\n"
        "func.func @feed() -> tensor<i32> {\n%c = stablehlo.constant dense<9> : tensor<i32>\n"
        "return %c : tensor<i32>\n}\n"
        "func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {\n"
        "%t = stablehlo.after_all : !stablehlo.token\n"
        "%r:3 = \"interpreter.run_parallel\"(%x, %t, %t) {infeed = [@feed], programs = [[@first, @second]]} "
        ": (tensor<i32>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<i32>, "
        "tensor<i32>)\n"
        "return %r#1, %r#2 : tensor<i32>, tensor<i32>\n}\n";
    const std::vector<Literal> results = run_program(text, {Literal::scalar<int>(ElementType::I32, 4)});
    CHECK(results.at(0).integer(0) == 4);
    CHECK(results.at(1).integer(0) == 9);
}
