#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;

namespace {

Program read_body(const std::string& arguments, const std::string& body, const std::string& results = "") {
    return read_stablehlo_text("func.func @main(" + arguments + ")" +
                                   (results.empty() ? "" : " -> " + results) + " {\n" + body + "\n}\n",
                               "test.mlir");
}

const Op& first_op(const Program& program) {
    return program.main().body.ops.front();
}

}  // namespace

TEST_CASE("a function reads with its arguments, attributes and results") {
    const Program program = read_stablehlo_text(R"(
module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32> {jax.buffer_donor = true} loc("x"), %arg1: tensor<i32>)
      -> (tensor<2x3xf32> {jax.result_info = "y"}) {
    %0 = call @inner(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func private @inner(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %y = stablehlo.add %x, %x : tensor<2x3xf32>
    return %y : tensor<2x3xf32>
  }
})",
                                                "test.mlir");
    CHECK(program.name == "jit_f");
    CHECK(program.attributes.front().first == "mhlo.num_partitions");
    REQUIRE(program.functions.size() == 2);
    const Function& main = program.main();
    CHECK(main.name == "main");
    CHECK(main.is_public);
    CHECK_FALSE(program.functions[1].is_public);
    CHECK(main.values[main.arguments()[0]].name == "arg0");
    CHECK(program.locations.name(main.values[0].location) == "x");
    CHECK(main.argument_attributes[0].entries.front().first == "jax.buffer_donor");
    CHECK(main.argument_attributes[1].entries.empty());
    CHECK(main.result_attributes[0].entries.size() == 1);
    CHECK(main.body.ops[0].code == OpCode::Call);
    CHECK(main.body.ops[0][attr::callee].name == "inner");
    CHECK(main.body.ops[0].position.line == 5);
    CHECK(main.body.ops[0].position.column == 10);
}

TEST_CASE("the pretty and the generic form of an op read as equal ops") {
    const Program pretty =
        read_body("%a: tensor<2x3xf32>, %b: tensor<f32>",
                  "%0 = stablehlo.pad %a, %b, low = [0, 1], high = [2, 3], interior = [0, 0] : "
                  "(tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>\n"
                  "%1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1], precision = "
                  "[DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>\n"
                  "%2 = stablehlo.compare LT, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                  "%3 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>\n"
                  "return");
    const Program generic = read_body(
        "%a: tensor<2x3xf32>, %b: tensor<f32>",
        R"(%0 = "stablehlo.pad"(%a, %b) {edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 3>, interior_padding = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
%1 = "stablehlo.dot_general"(%a, %a) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
%2 = "stablehlo.compare"(%b, %b) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
%3 = "stablehlo.slice"(%a) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>
"func.return"() : () -> ())");
    CHECK(pretty == generic);
}

TEST_CASE("reduce with 'applies' reads as the region it stands for") {
    const Program program =
        read_body("%a: tensor<2x3xf32>, %i: tensor<f32>",
                  "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : "
                  "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc(\"here\")\nreturn");
    const Op& reduce = first_op(program);
    REQUIRE(reduce.regions.size() == 1);
    const Region& body = reduce.regions[0];
    CHECK(body.arguments.size() == 2);
    REQUIRE(body.ops.size() == 2);
    CHECK(body.ops[0].code == OpCode::Add);
    CHECK(body.ops[0].location == reduce.location);
    CHECK(body.ops[1].code == OpCode::Return);
    CHECK(reduce[attr::dimensions] == std::vector<std::int64_t>{1});
}

TEST_CASE("a reducer with several inputs takes the accumulators first") {
    const Program program = read_body(
        "%a: tensor<4xf32>, %b: tensor<4xi32>, %i: tensor<f32>, %j: tensor<i32>",
        R"(%0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>)  {
      stablehlo.return %y, %k : tensor<f32>, tensor<i32>
    }
return)");
    const Region& body = first_op(program).regions[0];
    const Function& main = program.main();
    std::vector<std::string> names;
    for (const ValueId argument : body.arguments) names.push_back(main.values[argument].name);
    CHECK(names == std::vector<std::string>{"x", "k", "y", "l"});
}

TEST_CASE("while reads its two regions, whose arguments share names") {
    const Program program = read_body("%n: tensor<i32>",
                                      R"(%0:2 = stablehlo.while(%i = %n, %j = %n) : tensor<i32>, tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      stablehlo.return %j, %i : tensor<i32>, tensor<i32>
    }
%2 = stablehlo.add %0#0, %0#1 : tensor<i32>
return)");
    const Op& loop = first_op(program);
    CHECK(loop.code == OpCode::While);
    CHECK(loop.regions.size() == 2);
    CHECK(loop.results.size() == 2);
    CHECK(program.main().body.ops[1].operands == loop.results);
}

TEST_CASE("location aliases may be defined after their use and nest") {
    const Program program = read_stablehlo_text(R"(#loc1 = loc("x")
func.func @main(%a: tensor<f32> loc(#loc1)) {
  %0 = stablehlo.add %a, %a : tensor<f32> loc(#loc5)
  %1 = stablehlo.add %a, %a : tensor<f32> loc(fused<"why">[#loc3, "b.py":1:2 to 3:4])
  return
}
#loc5 = loc("jit(f)/add"(#loc4))
#loc4 = loc(callsite(#loc3 at unknown))
#loc3 = loc("a.py":7:8 to :9)
)",
                                                "test.mlir");
    const Op& op = first_op(program);
    CHECK(program.locations.name(op.location) == "jit(f)/add");
    CHECK(program.locations.describe(op.location) == "a.py:7");
    const Location& fused = program.locations[program.main().body.ops[1].location];
    CHECK(fused.kind == Location::Kind::Fused);
    CHECK(fused.text == "<\"why\">");
    CHECK(program.locations[fused.children[1]].end_line == 3);
}

TEST_CASE("the names of a location say which part of a model an op belongs to") {
    LocationTable table;
    const auto scope = [&](const std::string& name) {
        return table.scope(table.intern({.kind = Location::Kind::Name, .text = name}));
    };
    CHECK(scope("jit(f)/Net/Conv_0/add") == "Net/Conv_0");
    CHECK(scope("jit(f)/jit(relu)/max") == "");
    CHECK(scope("add") == "");
    CHECK(scope("//") == "");
    const LocationId callee = table.intern({.kind = Location::Kind::Name, .text = "jit(relu)/max"});
    const LocationId caller = table.intern({.kind = Location::Kind::Name, .text = "jit(f)/Net/jit(relu)"});
    CHECK(table.scope(table.intern({.kind = Location::Kind::CallSite, .children = {callee, caller}})) ==
          "Net");
}

TEST_CASE("constants read as lists, splats, bits, hexadecimal data and resources") {
    const Program program = read_stablehlo_text(R"(func.func @main() {
  %0 = stablehlo.constant dense<[[1.5, -2.0], [0x7F800000, 1.0e-3]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<-3> : tensor<4xi8>
  %2 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %3 = stablehlo.constant dense<> : tensor<0x3xf32>
  %4 = stablehlo.constant dense<[(1.0, -1.0), (0.0, 2.5)]> : tensor<2xcomplex<f32>>
  %5 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %6 = stablehlo.constant dense_resource<weights> : tensor<2xi32>
  %7 = stablehlo.constant dense<"0x05"> : tensor<4xi1>
  %8 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  return
}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002000000"
    }
  }
#-})",
                                                "test.mlir");
    const auto value = [&](std::size_t i) { return program.main().body.ops[i][attr::value]; };
    CHECK(value(0).real(1) == -2);
    CHECK(value(0).real(2) == std::numeric_limits<double>::infinity());
    CHECK(value(1).is_splat());
    CHECK(value(1).integer(3) == -3);
    CHECK(value(2).real(0) == 1);
    CHECK(value(2).real(1) == 2);
    CHECK(value(3).bytes().empty());
    CHECK(value(4).real(1) == 0);
    CHECK(value(5).integer(2) == 1);
    CHECK(value(6).integer(1) == 2);
    CHECK(value(7).integer(0) == 1);
    CHECK(value(7).integer(1) == 0);
    CHECK(value(7).integer(2) == 1);
    CHECK(value(8).integer(0) == -8);
}

TEST_CASE("a string may contain the marker that begins resources") {
    const Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<2xf32> {jax.result_info = \"{-# a #-}\"}) {\n  return\n}\n", "test.mlir");
    CHECK(program.main().arguments().size() == 1);
}

TEST_CASE("types read with bounds, quantization, tuples and tokens") {
    const Program program = read_body(
        "%a: tensor<?x8xf32, #stablehlo.bounds<16, ?>>, %b: tensor<4x!quant.uniform<i8<-127:127>:f32:0, "
        "{0.5:1,0.25,1.0e-2:-3,2.0}>>, "
        "%c: tuple<tensor<i1>, !stablehlo.token>, %d: !stablehlo.future<tensor<0x2xbf16>>",
        "return");
    const Function& main = program.main();
    const TensorType& bounded = main.tensor(0);
    CHECK(bounded.shape == std::vector<std::int64_t>{dynamic_size, 8});
    CHECK(bounded.bounds == std::vector<std::int64_t>{16, dynamic_size});
    const Quantization& quantization = main.tensor(1).quantization.front();
    CHECK(quantization.axis == 0);
    CHECK(quantization.storage_minimum == -127);
    CHECK(quantization.scales == std::vector<double>{0.5, 0.25, 0.01, 2});
    CHECK(quantization.zero_points == std::vector<std::int64_t>{1, 0, -3, 0});
    CHECK(to_string(main.type(2)) == "tuple<tensor<i1>, !stablehlo.token>");
    CHECK(to_string(main.type(3)) == "!stablehlo.future<tensor<0x2xbf16>>");
}

TEST_CASE("a slice of a scalar has no starts between its commas") {
    for (const char* commas : {", , sizes = []", ", sizes = []"}) {
        const Program program =
            read_body("%x: tensor<f32>", "%0 = stablehlo.dynamic_slice %x" + std::string(commas) +
                                             " : (tensor<f32>) -> tensor<f32>\nreturn");
        CHECK(first_op(program).operands.size() == 1);
        CHECK(first_op(program)[attr::slice_sizes].empty());
    }
}

TEST_CASE("convolution dimensions and windows read from the pretty form") {
    const Program program =
        read_body("%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>",
                  "%0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
                  "window = {stride = "
                  "[2, 1], pad = [[1, 2], [0, 0]], rhs_dilate = [1, 2], reverse = [true, false]} "
                  "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                  "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x5x4x4xf32>\nreturn");
    const Op& op = first_op(program);
    const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
    CHECK(dimensions.input_feature == 3);
    CHECK(dimensions.input_spatial == std::vector<std::int64_t>{1, 2});
    CHECK(dimensions.kernel_output_feature == 3);
    const Window window = convolution_window(op, program.main().tensor(1));
    CHECK(window.size == std::vector<std::int64_t>{3, 3});
    CHECK(window.strides == std::vector<std::int64_t>{2, 1});
    CHECK(window.padding[0] == std::pair<std::int64_t, std::int64_t>{1, 2});
    CHECK(window.window_dilation == std::vector<std::int64_t>{1, 2});
    CHECK(window.base_dilation == std::vector<std::int64_t>{1, 1});
    CHECK(window.reversal == std::vector<bool>{true, false});
}

TEST_CASE("shardings and meshes are kept as written") {
    const Program program = read_stablehlo_text(R"(module {
  sdy.mesh @mesh = <["x"=4]> {note = "a"}
  func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
      sdy.return %b : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
})",
                                                "test.mlir");
    REQUIRE(program.symbols.size() == 1);
    CHECK(program.symbols[0].attribute(attr::mesh)->get_if<StructAttribute>()->raw == "[\"x\"=4]");
    const auto& sharding = program.main().argument_attributes[0].entries[0].second;
    CHECK(sharding.get_if<StructAttribute>()->raw == "@mesh, [{\"x\"}]");
    CHECK(program.main().body.ops[1].regions.size() == 1);
}

TEST_CASE("a constant of many megabytes of text reads in a fraction of a second") {
    const std::size_t count = 4 << 20;
    std::string text = "func.func @main() {\n  %0 = stablehlo.constant dense<\"0x";
    text.append(count * 8, '7');
    text += "\"> : tensor<" + std::to_string(count) + "xi32>\n  return\n}\n";
    const Program program = read_stablehlo_text(text, "test.mlir");
    CHECK(first_op(program)[attr::value].integer(static_cast<std::int64_t>(count) - 1) == 0x77777777);
}

TEST_CASE("entries of dictionaries and of dimension numbers may stand in any order") {
    const auto program = [](const std::string& attributes, const std::string& dimensions) {
        return read_stablehlo_text(
            "func.func @main(%a: tensor<2x3xf32> {" + attributes +
                "}, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {\n" +
                "%0 = \"stablehlo.dot_general\"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<" +
                dimensions +
                ">} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>\nreturn %0 : "
                "tensor<2x2xf32>\n}\n",
            "");
    };
    CHECK(program("x.b = 1, x.a = {d = 2, c = 3}",
                  "rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]") ==
          program("x.a = {c = 3, d = 2}, x.b = 1",
                  "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]"));
}

TEST_CASE("MHLO ops that are rewritten give the expected program") {
    const Program program = read_stablehlo_text(R"(
func.func @main(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = mhlo.copy %a : tensor<2x3xf32>
  %1 = "mhlo.fusion"(%0) ({
  ^bb0(%b: tensor<2x3xf32>):
    %3 = stablehlo.abs %b : tensor<2x3xf32>
    mhlo.return %3 : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x3xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}
)",
                                                "");
    CHECK(program.main().values.size() == 3);
    const std::string text = print_stablehlo_text(program);
    CHECK(print_stablehlo_text(read_stablehlo_text(text, "")) == text);
}
