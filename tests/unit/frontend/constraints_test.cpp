#include <catch2/catch.hpp>

#include "frontend/forms/text/printer.h"
#include "tests/unit/frontend/refusals.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using namespace hlo2c::frontend::testing;

namespace {

/// Checks the cases in a function with the arguments that they use.
void check(const std::vector<Case>& cases) {
    check_cases(
        "func.func private @other(tensor<2x3xf32>) -> tensor<2x3xf32>\n"
        "func.func @main(%a: tensor<2x3xf32>, %s: tensor<f32>, %n: tensor<4xi32>, %t: !stablehlo.token, "
        "%q: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, "
        "%x: tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>, %p: tensor<i1>, %m: memref<2xf32>, "
        "%k: tuple<tensor<2x3xf32>, tensor<f32>>) {\n",
        cases);
}

}  // namespace

TEST_CASE("an op takes and gives the kinds of values that its section names") {
    check({
        {R"(  %0 = "stablehlo.popcnt"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.popcnt violates (I1)"},
        {R"(  %0 = "stablehlo.sine"(%n) : (tensor<4xi32>) -> tensor<4xi32>)", "stablehlo.sine violates (I1)"},
        {R"(  %0 = "stablehlo.not"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.not violates (I1)"},
        {R"(  %0 = "stablehlo.select"(%s, %a, %a) : (tensor<f32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.select violates (I1)"},
        {R"(  %0 = "stablehlo.negate"(%t) : (!stablehlo.token) -> !stablehlo.token)",
         "stablehlo.negate violates (I1)"},
        {R"(  %0 = "stablehlo.cosine"(%x) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>)",
         "stablehlo.cosine violates (I1)"},
        {R"(  %0 = "stablehlo.negate"(%q) : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5>>)",
         ""},
        {R"(  %0 = "stablehlo.convert"(%q) : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32>)",
         "stablehlo.convert violates (I1)"},
        {R"(  %0 = "stablehlo.is_finite"(%a) : (tensor<2x3xf32>) -> tensor<2x3xi10>)",
         "stablehlo.is_finite violates (O1)"},
        {R"(  %0 = "stablehlo.abs"(%m) : (memref<2xf32>) -> memref<2xf32>)", "stablehlo.abs violates (I1)"},
        {R"(  %0 = "stablehlo.if"(%p) ({
    "stablehlo.return"(%m) : (memref<2xf32>) -> ()
  }, {
    "stablehlo.return"(%m) : (memref<2xf32>) -> ()
  }) : (tensor<i1>) -> memref<2xf32>)",
         "stablehlo.if violates (O1)"},
        {R"(  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    "stablehlo.return"(%m) : (memref<2xf32>) -> ()
  }) : (tensor<i32>) -> memref<2xf32>)",
         "stablehlo.case violates (O1)"},
        {R"(  %0 = "stablehlo.pad"(%a, %a) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.pad violates (I2)"},
        {R"(  %0 = "chlo.erf"(%n) : (tensor<4xi32>) -> tensor<4xi32>)", "chlo.erf violates (I1)"},
        {R"(  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>)",
         "stablehlo.optimization_barrier violates (I1)"},
    });
}

TEST_CASE("a quantized type fits its tensor where an op uses it") {
    const auto of = [](const std::string& type) {
        return "func.func @main(%a: " + type + ") {\n  %0 = stablehlo.add %a, %a : " + type + "\n  return\n}";
    };
    CHECK(message_of(of("tensor<2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:-1}>>")) == "");
    CHECK(message_of(of("tensor<?x!quant.uniform<i8:f32:0, {0.5, 0.5}>>")) == "");
    CHECK_THAT(message_of(of("tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.5}>>")),
               Catch::Contains("violates (C13)"));
    CHECK_THAT(message_of(of("tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.5}>>")),
               Catch::Contains("violates (C12)"));
    CHECK_THAT(message_of(of("tensor<2x!quant.uniform<u8:f32, 0.5:-1>>")), Catch::Contains("violates (C7)"));
    CHECK_THAT(message_of(of("tensor<2x!quant.uniform<i8:f16, 1.0e5>>")),
               Catch::Contains("is out of the range of f16"));
    CHECK_THAT(message_of(of("tensor<2x!quant.uniform<si8:f32, 0.5>>")),
               Catch::StartsWith("stablehlo.add violates (I1)"));
}

TEST_CASE("shapes that constants give are the shapes of the results") {
    check({
        {R"(  %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %a, %c : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<6x1xf32>)",
         "stablehlo.dynamic_reshape violates (C2)"},
        {R"(  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %a, %c : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>)",
         "stablehlo.dynamic_reshape violates (C2): tensor<2x3xf32> has 6 elements and the shape [3, 4]"},
        {R"(  %c = stablehlo.constant dense<5> : tensor<1xi64>
  %0 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi64>) -> tensor<4xf32>)",
         "stablehlo.dynamic_iota violates (C2)"},
        {R"(  %c = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %c, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>)",
         "stablehlo.dynamic_broadcast_in_dim violates (C5)"},
        {R"(  %c = stablehlo.constant dense<-1> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %a, %s, %c, %c, %c : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>)",
         "stablehlo.dynamic_pad violates (C3)"},
        {R"(  %c = stablehlo.constant dense<-2> : tensor<2xi64>
  %z = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %a, %s, %c, %c, %z : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>)",
         "stablehlo.dynamic_pad violates (C4)"},
        {R"(  %c = stablehlo.constant dense<1> : tensor<2xi64>
  %z = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %a, %s, %c, %c, %z : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x4xf32>)",
         "stablehlo.dynamic_pad violates (C4): result 0"},
        {R"(  %c = stablehlo.constant dense<7> : tensor<1xi64>
  %0 = stablehlo.rng %s, %s, %c, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<12xf32>)",
         "stablehlo.rng violates (C3)"},
        {R"(  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x?xf32>)",
         "stablehlo.broadcast_in_dim violates (O1)"},
    });
}

TEST_CASE("a precision_config is a list of at most two precisions in every op that has one (C11) (C24)") {
    for (const auto& [precisions, says] : std::vector<std::pair<std::string, std::string>>{
             {"[\"FOO\", #stablehlo<precision HIGHEST>]", "has an entry that is not a precision"},
             {"[#stablehlo<comparison_direction EQ>]", "has an entry that is not a precision"},
             {"#stablehlo<precision HIGHEST>", "is not a list of precisions"},
             {"[#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]",
              "has more than two entries"},
             {"[]", ""},
             {"[#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]", ""}}) {
        const std::string square = "tensor<2x2xf32>", image = "tensor<1x4x1xf32>",
                          kernel = "tensor<1x1x1xf32>";
        const std::string given = "precision_config = " + precisions + "}";
        const std::string type = " : (" + square + ", " + square + ") -> " + square;
        const std::string operands = "func.func @main(%a: " + square + ", %i: " + image + ", %k: " + kernel +
                                     ", %d: tensor<1x2xi64>, %g: tensor<1xi64>) {\n  ";
        const std::string labels =
            "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, "
            "feature_group_count = 1 : i64, batch_group_count = 1 : i64, ";
        for (const std::string& op :
             {"%0 = \"stablehlo.dot\"(%a, %a) {" + given + type,
              "%0 = \"stablehlo.dot_general\"(%a, %a) {dot_dimension_numbers = "
              "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, " +
                  given + type,
              "%0 = \"stablehlo.convolution\"(%i, %k) {" + labels + given + " : (" + image + ", " + kernel +
                  ") -> " + image,
              "%0 = \"stablehlo.dynamic_conv\"(%i, %k, %d) {" + labels + given + " : (" + image + ", " +
                  kernel + ", tensor<1x2xi64>) -> tensor<1x?x1xf32>",
              "%0 = \"chlo.ragged_dot\"(%a, %w, %g) {ragged_dot_dimension_numbers = "
              "#chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
              "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, " +
                  given + " : (" + square + ", tensor<1x2x2xf32>, tensor<1xi64>) -> " + square}) {
            std::string before = operands;
            if (op.find("%w") != std::string::npos)
                before.insert(before.find("%g"), "%w: tensor<1x2x2xf32>, ");
            const std::string message = message_of(before + op + "\n  return\n}\n");
            INFO(op);
            if (says.empty())
                CHECK(message == "");
            else
                CHECK_THAT(message, Catch::Contains("precision_config " + says));
        }
    }
}

TEST_CASE("padding is a table with a row for each dimension of a window (C4) (C8) (C12)") {
    const std::string reducer =
                          "({\n  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
                          "    %m = stablehlo.add %x, %y : tensor<f32>\n"
                          "    stablehlo.return %m : tensor<f32>\n  }",
                      selector =
                          "({\n  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
                          "    %m = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> "
                          "tensor<i1>\n    stablehlo.return %m : tensor<i1>\n  }, {";
    const auto check_tables = [](const std::string& begin, const std::string& end,
                                 const std::string& refusal) {
        for (const char* table :
             {"dense<0> : tensor<4x1xi64>", "dense<0> : tensor<1x4xi64>", "dense<0> : tensor<4xi64>",
              "array<i64: 0, 0, 0, 0>", "dense<0> : tensor<1x2x2xi64>"}) {
            INFO(begin << table);
            CHECK_THAT(message_of(begin + table + end), Catch::Contains(refusal));
        }
        CHECK(message_of(begin + "dense<0> : tensor<2x2xi64>" + end) == "");
    };
    const std::string function =
        "func.func @main(%a: tensor<4x6xf32>, %z: tensor<f32>, %s: tensor<2x3xf32>, "
        "%i: tensor<1x4x6x1xf32>, %k: tensor<2x2x1x1xf32>) {\n  ";
    const std::string window = "window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : ";
    check_tables(function + "%0 = \"stablehlo.reduce_window\"(%a, %z) " + reducer + ") {padding = ",
                 ", " + window + "(tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>\n  return\n}\n",
                 "stablehlo.reduce_window violates (C12)");
    check_tables(
        function + "%0 = \"stablehlo.select_and_scatter\"(%a, %s, %z) " + selector + reducer.substr(2) +
            ") {padding = ",
        ", " + window + "(tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>\n  return\n}\n",
        "stablehlo.select_and_scatter violates (C8)");
    check_tables(function + "%0 = \"stablehlo.convolution\"(%i, %k) {padding = ",
                 ", dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
                 "feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x6x1xf32>, "
                 "tensor<2x2x1x1xf32>) -> tensor<1x3x5x1xf32>\n  return\n}\n",
                 "stablehlo.convolution violates (C4)");
}

TEST_CASE("custom calls have consistent aliases, layouts and configurations") {
    check({
        {R"(  "stablehlo.custom_call"() {api_version = 3 : i32, backend_config = {a = 1 : i32}, call_target_name = "f"} : () -> ())",
         "stablehlo.custom_call violates (I4)"},
        {R"(  "stablehlo.custom_call"() {api_version = 4 : i32, backend_config = "a", call_target_name = "f"} : () -> ())",
         "stablehlo.custom_call violates (I4)"},
        {R"(  %0 = "stablehlo.custom_call"(%m) {call_target_name = "f", api_version = 4 : i32, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> memref<2xf32>)",
         ""},
        {R"(  %0 = "stablehlo.custom_call"(%m) {call_target_name = "f", api_version = 4 : i32} : (memref<2xf32>) -> memref<2xf32>)",
         "stablehlo.custom_call violates (I7): a result buffer is aliased with no operand"},
        {R"(  %0 = "stablehlo.custom_call"(%k) {call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>]} : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<2x3xf32>)",
         "stablehlo.custom_call violates (I7): an alias pairs tensor<f32> with tensor<2x3xf32>"},
        {R"(  %0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin", api_version = 4 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.custom_call: the result of Pin is not a buffer"},
        {R"(  "stablehlo.custom_call"(%t) {call_target_name = "f", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (!stablehlo.token) -> ())",
         "stablehlo.custom_call: entry 0 of operand_layouts is a layout of !stablehlo.token"},
        {R"(  "stablehlo.custom_call"(%a) {call_target_name = "f", operand_layouts = [dense<[1, 1]> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> ())",
         "stablehlo.custom_call: entry 0 of operand_layouts is not an order of the dimensions"},
    });
}

TEST_CASE("collectives, feeds and channels keep their constraints") {
    check({
        {R"(  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>)",
         "stablehlo.all_gather violates (C4)"},
        {R"(  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<5x3xf32>)",
         "stablehlo.all_gather violates (C6)"},
        {R"(  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @nowhere, axes = []>} : (tensor<2x3xf32>) -> tensor<4x3xf32>)",
         "stablehlo.all_gather violates (I2)"},
        {R"(  %0 = "stablehlo.collective_broadcast"(%a, %s) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_broadcast violates (C4)"},
        {R"(  %r = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = "stablehlo.collective_broadcast"(%a, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_broadcast violates (C6)"},
        {R"(  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token)",
         "stablehlo.send violates (C5)"},
        {R"(  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token)",
         "stablehlo.send violates (C2)"},
        {R"(  %0:2 = "stablehlo.infeed"(%t) {layout = [0]} : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token))",
         "stablehlo.infeed: an entry of layout is not a list"},
        {R"(  %0:2 = "stablehlo.infeed"(%t) {layout = [[0, 1, 2]]} : (!stablehlo.token) -> (tensor<2x3xi32>, !stablehlo.token))",
         "stablehlo.infeed: the layout of tensor<2x3xi32> has 3 entries where 2 were expected"},
        {R"(  %0:2 = "stablehlo.infeed"(%t) {layout = [[1, 1]]} : (!stablehlo.token) -> (tensor<2x3xi32>, !stablehlo.token))",
         "stablehlo.infeed: an entry of layout has 1 twice"},
        {R"(  %0:2 = "stablehlo.infeed"(%t) {layout = [[2, 1]]} : (!stablehlo.token) -> (tensor<2x3xi32>, !stablehlo.token))",
         "stablehlo.infeed: an entry of layout has 2, which is not in 0 .. 1"},
        {R"(  %0:4 = "stablehlo.infeed"(%t) {layout = [[1, 0], [0], []]} : (!stablehlo.token) -> (tensor<2x3xi32>, tensor<i1>, tensor<i1>, !stablehlo.token))",
         ""},
    });
}

TEST_CASE("algorithms and tolerances are known ones") {
    check({
        {R"(  %0 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>)",
         "there is no algorithm with lhs f32 in 3 parts"},
        {R"(  %0 = "stablehlo.log"(%a) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 0.0, ulps = 4, mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "result_accuracy has tolerances"},
        {R"(  %0 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting = [1]>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>)",
         "one of lhs_batching_dimensions, rhs_batching_dimensions"},
        {R"(  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.divide across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>)",
         "'applies' needs one input and the name of a commutative op"},
        {R"(  %0 = stablehlo.tuple %a, %a : tuple<tensor<2x3xf32>>)",
         "a tuple of 2 values is written with 1 types"},
        {R"(  stablehlo.composite "a.b.%" { decomposition = @other } : () -> ())",
         "stablehlo.composite violates (C1)"},
    });
}

TEST_CASE("quantized values promote and keep their storage") {
    const std::string reducer =
        R"(func.func @main(%a: tensor<4x!quant.uniform<i8:f32, 2.0>>, %i: tensor<!quant.uniform<i8:f32, 2.0>>) {
  %0 = "stablehlo.reduce"(%a, %i) ({
  ^bb0(%x: tensor<!quant.uniform<STORAGE:EXPRESSED, 2.0>>, %y: tensor<!quant.uniform<STORAGE:EXPRESSED, 2.0>>):
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<STORAGE:EXPRESSED, 2.0>>
    stablehlo.return %1 : tensor<!quant.uniform<STORAGE:EXPRESSED, 2.0>>
  }) {dimensions = array<i64: 0>} : (tensor<4x!quant.uniform<i8:f32, 2.0>>, tensor<!quant.uniform<i8:f32, 2.0>>) -> tensor<!quant.uniform<STORAGE:EXPRESSED, 2.0>>
  return
})";
    const auto with = [&](const std::string& storage, const std::string& expressed) {
        std::string text = reducer;
        for (std::size_t at; (at = text.find("STORAGE")) != std::string::npos;) text.replace(at, 7, storage);
        for (std::size_t at; (at = text.find("EXPRESSED")) != std::string::npos;)
            text.replace(at, 9, expressed);
        return message_of(text);
    };
    CHECK(with("i8", "f32") == "");
    CHECK(with("i16", "f32") == "");
    CHECK_THAT(with("i32", "f64"), Catch::StartsWith("stablehlo.reduce violates (C6)"));
    CHECK_THAT(with("i4", "f32"), Catch::StartsWith("stablehlo.reduce violates (C6)"));
    check(
        {{R"(  %0 = "stablehlo.abs"(%q) : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x!quant.uniform<i16:f32, 0.5>>)",
          "stablehlo.abs violates (C2): result 0 is declared as"}});
}

TEST_CASE("types of other dialects pass through calls, and print as they were read") {
    const std::string text =
        R"(func.func @main(%arg0: memref<2xf32>, %arg1: tensor<*xf32>, %arg2: tensor<4xf32, #sparse.encoding<{ map = (d0) -> (d0) }>>) -> memref<2xf32> {
  %0 = stablehlo.custom_call @f(%arg1) : (tensor<*xf32>) -> tensor<*xf32>
  %1 = stablehlo.abs %arg2 : (tensor<4xf32, #sparse.encoding<{ map = (d0) -> (d0) }>>) -> tensor<4xf32>
  return %arg0 : memref<2xf32>
})";
    const Program program = read_stablehlo_text(text, "");
    CHECK_NOTHROW(verify(program));
    CHECK(read_stablehlo_text(print_stablehlo_text(program), "") == program);
    CHECK_THROWS_AS(require_executable(program), DiagnosticError);
}

TEST_CASE("a module without bodies is accepted, but not executed") {
    const Program empty = read_stablehlo_text("module attributes {a.b = 1 : i32} {}", "");
    CHECK_NOTHROW(verify(empty));
    CHECK_THROWS_AS(require_executable(empty), DiagnosticError);
    const Program declared = read_stablehlo_text(
        "func.func private @f() -> tensor<f32>\nfunc.func @main() -> tensor<f32> {\n  %0 = call @f() : () -> "
        "tensor<f32>\n  return %0 : tensor<f32>\n}",
        "");
    CHECK_NOTHROW(verify(declared));
    CHECK_THROWS_AS(require_executable(declared), DiagnosticError);
}

TEST_CASE("a ragged dot has one ragged dimension, and group sizes for the dimensions around it") {
    const auto dot = [](const std::string& ragged, const std::string& group, const std::string& sizes) {
        return message_of(
            "func.func @main(%l: tensor<2x11x5xf32>, %r: tensor<3x2x5x7xf32>, %g: tensor<" + sizes +
            "xi64>) {\n  %0 = \"chlo.ragged_dot\"(%l, %r, %g) {ragged_dot_dimension_numbers = "
            "#chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], "
            "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [" +
            ragged + "], rhs_group_dimensions = [" + group +
            "]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<" + sizes +
            "xi64>) -> tensor<2x11x7xf32>\n  return\n}");
    };
    CHECK(dot("1", "0", "2x3") == "");
    CHECK(dot("1", "0", "3") == "");
    CHECK_THAT(dot("1", "0", "11x3"), Catch::Contains("does not fit the dimensions around the ragged one"));
    CHECK_THAT(dot("0, 1", "0", "3"), Catch::Contains("does not name one dimension"));
    CHECK_THAT(dot("0", "0", "3"), Catch::Contains("rhs has a group dimension"));
    CHECK_THAT(dot("1", "1", "3"), Catch::Contains("has 1 twice"));
}

TEST_CASE("a scan's inputs have one size along its dimension, and carries keep their types") {
    const auto scan = [](const std::string& attributes, const std::string& carry) {
        return message_of(
            "func.func @main(%a: tensor<2x3xf32>, %c: tensor<" + carry +
            ">) {\n  %0:2 = chlo.scan(%a) inits (%c) dimension = 0 attributes {" + attributes +
            "} {\n  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):\n    %1 = stablehlo.add %x, %y : "
            "tensor<3xf32>\n    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>\n  } : "
            "(tensor<2x3xf32>, tensor<" +
            carry + ">) -> (tensor<2x3xf32>, tensor<" + carry + ">)\n  return\n}");
    };
    CHECK(scan("", "3xf32") == "");
    CHECK(scan("scan_dim_size = 2 : i64", "3xf32") == "");
    CHECK_THAT(scan("scan_dim_size = 3 : i64", "3xf32"), Catch::Contains("along the scan"));
    CHECK_THAT(scan("", "2xf32"), Catch::StartsWith("chlo.scan: argument 1 of region 0"));
}

TEST_CASE("replica groups hold no more processes than the module declares") {
    const auto verdict = [](const std::string& op) {
        return message_of(
            "module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 4 : i32} {\n"
            "func.func @main(%a: tensor<8x8xf32>) {\n  %0 = " +
            op + "\n  return\n}\n}\n");
    };
    const std::string
        types = " : (tensor<8x8xf32>) -> ",
        two = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>",
        four = "replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>",
        channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>",
        add =
            " ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n  %z = stablehlo.add %x, %y : tensor<f32>\n"
            "  stablehlo.return %z : tensor<f32>\n})";
    const std::string
        gather = "\"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, ",
        reduce = "\"stablehlo.all_reduce\"(%a)" + add + " {",
        scatter = "\"stablehlo.reduce_scatter\"(%a)" + add + " {scatter_dimension = 0 : i64, ",
        exchange = "\"stablehlo.all_to_all\"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, ";
    CHECK(verdict(gather + two + "}" + types + "tensor<16x8xf32>") == "");
    CHECK_THAT(verdict(gather + four + "}" + types + "tensor<32x8xf32>"),
               Catch::StartsWith("stablehlo.all_gather violates (C3)"));
    CHECK(verdict(gather + four + channel + ", use_global_device_ids}" + types + "tensor<32x8xf32>") == "");
    CHECK_THAT(verdict(reduce + four + "}" + types + "tensor<8x8xf32>"),
               Catch::StartsWith("stablehlo.all_reduce violates (C2)"));
    CHECK_THAT(verdict(scatter + four + "}" + types + "tensor<2x8xf32>"),
               Catch::StartsWith("stablehlo.reduce_scatter violates (C4)"));
    CHECK(verdict(exchange + four + channel + ", split_count = 4 : i64}" + types + "tensor<8x8xf32>") == "");
    CHECK_THAT(verdict(exchange + four + ", split_count = 4 : i64}" + types + "tensor<8x8xf32>"),
               Catch::StartsWith("stablehlo.all_to_all violates (C6)"));
}

TEST_CASE("windows with inconsistent size attributes are rejected") {
    CHECK_THAT(message_of("func.func @main(%a: tensor<5xf32>, %z: tensor<f32>) -> tensor<5xf32> {\n"
                          "  %r = \"stablehlo.reduce_window\"(%a, %z) ({\n"
                          "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
                          "    %s = stablehlo.add %x, %y : tensor<f32>\n"
                          "    stablehlo.return %s : tensor<f32>\n"
                          "  }) {window_dimensions = array<i64: 1>, "
                          "base_dilations = array<i64: 4251398048237748225>} : "
                          "(tensor<5xf32>, tensor<f32>) -> tensor<5xf32>\n"
                          "  return %r : tensor<5xf32>\n}\n"),
               Catch::StartsWith("stablehlo.reduce_window violates (C15): dimension 0 of the result would "
                                 "have size 17005592192950992901"));
}

TEST_CASE("an encoding without brackets is refused") {
    CHECK(message_of("func.func @main(%a: tensor<2x?xf32, #stablehlo.bound 3>>) {\n  return\n}\n") ==
          "an opening bracket was expected before '>'");
}

TEST_CASE("the type index is accepted only for sizes") {
    const auto message = [](const std::string& body) {
        return message_of(
            "func.func @main(%a: tensor<2xindex>, %f: tensor<4xf32>, %z: tensor<f32>, %i: tensor<1xindex>) "
            "{\n" +
            body + "\n  return\n}\n");
    };
    CHECK_THAT(message("  %0 = stablehlo.add %a, %a : tensor<2xindex>"),
               Catch::StartsWith("stablehlo.add violates (I1)"));
    CHECK_THAT(message("  %0 = stablehlo.convert %a : (tensor<2xindex>) -> tensor<2xi32>"),
               Catch::StartsWith("stablehlo.convert violates (I1)"));
    CHECK_THAT(message("  %0 = stablehlo.constant dense<1> : tensor<2xindex>"),
               Catch::StartsWith("stablehlo.constant violates (O1)"));
    CHECK(message("  %0 = stablehlo.dynamic_reshape %f, %a : (tensor<4xf32>, tensor<2xindex>) -> "
                  "tensor<2x2xf32>") == "");
    CHECK(
        message(
            "  %0 = stablehlo.dynamic_pad %f, %z, %i, %i, %i : (tensor<4xf32>, tensor<f32>, tensor<1xindex>, "
            "tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>") == "");
}

TEST_CASE("ops that move quantized elements keep scales and zero points") {
    check({
        {R"(  %0 = "stablehlo.reverse"(%q) {dimensions = array<i64: 0>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25>>)",
         "stablehlo.reverse violates (C1): result 0 is declared as"},
        {R"(  %z = "stablehlo.constant"() {value = dense<0> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.25>>
  %0 = "stablehlo.pad"(%q, %z) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.25>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5>>)",
         "stablehlo.pad violates (C1)"},
        {R"(  %0 = "stablehlo.pad"(%q, %s) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<f32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5>>)",
         "stablehlo.pad violates (C1)"},
    });
}

TEST_CASE("integer attributes hold one integer, list attributes 64-bit integers") {
    check({
        {R"(  %0 = "stablehlo.concatenate"(%a, %a) {dimension = array<i64: 0>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>)",
         "the attribute 'dimension' of stablehlo.concatenate is not one integer"},
        {R"(  %0 = "stablehlo.reverse"(%a) {dimensions = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'dimensions' of stablehlo.reverse is not a list of integers"},
        {R"(  %0 = "stablehlo.reverse"(%a) {dimensions = dense<0> : tensor<1xindex>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'dimensions' of stablehlo.reverse is not a list of integers"},
        {R"(  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'replica_groups' of stablehlo.all_to_all is not a list of integers"},
        {R"(  %0 = "stablehlo.reverse"(%a) {dimensions = [0]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'dimensions' of stablehlo.reverse is not a list of integers"},
        {R"(  %0 = "stablehlo.reverse"(%a) {dimensions = array<i32: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'dimensions' of stablehlo.reverse has the type i32 where i64 was expected"},
        {R"(  %0 = "stablehlo.reverse"(%a) {dimensions = array<i1: false>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'dimensions' of stablehlo.reverse has the type i1 where i64 was expected"},
        {R"(  %0 = "stablehlo.concatenate"(%a, %a) {dimension = 0 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>)",
         "the attribute 'dimension' of stablehlo.concatenate has the type i32 where i64 was expected"},
        {R"(  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i64, mantissa_bits = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "the attribute 'exponent_bits' of stablehlo.reduce_precision has the type i64 where i32 was "
         "expected"},
        {R"(  "stablehlo.custom_call"() {call_target_name = "f", has_side_effect = 1 : i64} : () -> ())",
         "the attribute 'has_side_effect' of stablehlo.custom_call is not a boolean"},
    });
}

TEST_CASE("only floats and complex numbers compare as floats, only floats have a total order (C3)") {
    const auto message = [](const std::string& op, const std::string& element, const std::string& type) {
        const std::string operand = "tensor<2x" + element + ">";
        return message_of("func.func @main(%a: " + operand + ") -> tensor<2xi1> {\n  %0 = \"" + op +
                          "\"(%a, %a) {comparison_direction = #" + op.substr(0, op.find('.')) +
                          "<comparison_direction EQ>, compare_type = #" + op.substr(0, op.find('.')) +
                          "<comparison_type " + type + ">} : (" + operand + ", " + operand +
                          ") -> tensor<2xi1>\n  return %0 : tensor<2xi1>\n}\n");
    };
    for (const char* element : {"i32", "ui8", "i1"}) {
        for (const char* type : {"FLOAT", "TOTALORDER"}) {
            CHECK(message("stablehlo.compare", element, type) ==
                  std::string("stablehlo.compare violates (C3): compare_type is ") + type +
                      ", but the operands are tensor<2x" + element + ">");
            CHECK_THAT(message("chlo.broadcast_compare", element, type), Catch::Contains(type));
        }
        for (const char* type : {"SIGNED", "UNSIGNED"})
            CHECK(message("stablehlo.compare", element, type) == "");
    }
    for (const char* type : {"FLOAT", "TOTALORDER", "SIGNED"})
        CHECK(message("stablehlo.compare", "bf16", type) == "");
    CHECK(message("stablehlo.compare", "complex<f32>", "FLOAT") == "");
    CHECK_THAT(message("stablehlo.compare", "complex<f32>", "TOTALORDER"), Catch::Contains("(C3)"));
    CHECK(message("stablehlo.compare", "!quant.uniform<i8:f32, 0.5>", "FLOAT") == "");
}

TEST_CASE("replicas across all partitions scatter among more processes than their table lists (C8)") {
    const std::string body = R"( ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>)";
    const auto message = [&](const std::string& rest, int part) {
        return message_of("func.func @main(%a: tensor<8xf32>) {\n  %0 = \"stablehlo.reduce_scatter\"(%a)" +
                          body + rest + "} : (tensor<8xf32>) -> tensor<" + std::to_string(part) +
                          "xf32>\n  return\n}\n");
    };
    const std::string channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>";
    CHECK(message(channel, 4) == "");
    CHECK(message(channel, 2) == "");
    CHECK_THAT(message(channel, 3),
               Catch::StartsWith("stablehlo.reduce_scatter violates (C8): result 0 is declared as"));
    CHECK_THAT(message("", 2),
               Catch::StartsWith("stablehlo.reduce_scatter violates (C8): result 0 is declared as"));
    CHECK_THAT(message(channel + ", use_global_device_ids", 2),
               Catch::StartsWith("stablehlo.reduce_scatter violates (C8): result 0 is declared as"));
}

TEST_CASE("groups of some processes have ids that the module declares (C2)") {
    const auto message = [](const std::string& module, const std::string& groups, const std::string& rest) {
        return message_of("module @m" + module +
                          " {\nfunc.func @main(%a: tensor<4xf32>) {\n"
                          "  %0 = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<" +
                          groups + "> : tensor<1x2xi64>" + rest +
                          "} : (tensor<4xf32>) -> tensor<4xf32>\n  return\n}\n}\n");
    };
    const std::string six = " attributes {mhlo.num_replicas = 3 : i32, mhlo.num_partitions = 2 : i32}",
                      channel = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>";
    CHECK(message(six, "[[0, 2]]", "") == "");
    CHECK(message(six, "[[1, 0]]", channel) == "");
    CHECK(message("", "[[0, 7]]", "") == "");  // nobody knows how many there are
    CHECK_THAT(
        message(six, "[[0, 3]]", ""),
        Catch::StartsWith("stablehlo.collective_broadcast violates (C2): replica_groups has process 3"));
    CHECK_THAT(
        message(six, "[[2, 0]]", channel),
        Catch::StartsWith("stablehlo.collective_broadcast violates (C2): replica_groups has process 2"));
}
