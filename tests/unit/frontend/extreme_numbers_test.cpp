#include <catch2/catch.hpp>
#include <limits>

#include "frontend/ir/checked_arithmetic.h"
#include "frontend/processes/mesh.h"
#include "frontend/processes/process_groups.h"
#include "frontend/processes/sharding.h"
#include "tests/unit/frontend/refusals.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using namespace hlo2c::frontend::testing;

namespace {

/// Ops with numbers whose sums and products overflow 64 bits.
void check(const std::string& arguments, const std::vector<Case>& cases) {
    check_cases("func.func @main(" + arguments + ") {\n", cases);
}

constexpr const char* tensors =
    "%a: tensor<4x3xf32>, %s: tensor<f32>, %u: tensor<?x3xf32>, %i: tensor<4x1xi64>";

}  // namespace

TEST_CASE("sums, products and conversions of sizes do not overflow") {
    CHECK(narrowed(Wide{INT64_MAX}) == INT64_MAX);
    CHECK(narrowed(Wide{INT64_MIN}) == INT64_MIN);
    CHECK(narrowed(Wide{INT64_MAX} + 1) == std::nullopt);
    CHECK(narrowed(Wide{INT64_MIN} * INT64_MIN) == std::nullopt);
    CHECK(product_of(std::vector<std::int64_t>{}) == 1);
    CHECK(product_of(std::vector<std::int64_t>{3, 5, 7}) == 105);
    CHECK(product_of(std::vector<std::int64_t>{INT64_MAX, 2}) == std::nullopt);
    CHECK(product_of(std::vector<std::int64_t>{INT64_MAX, 2, 0}) == 0);
    CHECK(saturated(1e300) == INT64_MAX);
    CHECK(saturated(-1e300) == INT64_MIN);
    CHECK(saturated(-1.5) == -1);
    CHECK(saturated(std::numeric_limits<double>::quiet_NaN()) == 0);
}

TEST_CASE("element counts of shapes do not overflow") {
    const auto possible = [](std::vector<std::int64_t> shape, std::vector<std::int64_t> bounds = {}) {
        return is_possible_shape(shape, bounds);
    };
    CHECK(possible({}));
    CHECK(possible({most_elements}));
    CHECK(possible({dynamic_size, most_elements}));
    CHECK_FALSE(possible({most_elements + 1}));
    CHECK_FALSE(possible({0, most_elements, 2}));
    CHECK_FALSE(possible({2, most_elements, 0}));
    CHECK_FALSE(possible({-1}));
    CHECK(possible({dynamic_size, 2}, {4, dynamic_size}));
    CHECK_FALSE(possible({dynamic_size, 2}, {most_elements, dynamic_size}));
    CHECK_FALSE(possible({dynamic_size}, {-1}));
    const TensorType wide{{most_elements, most_elements}, ElementType::F32, {}, {}};
    CHECK_THROWS_AS(wide.element_count(), DiagnosticError);
    CHECK_THROWS_AS(row_major_strides({2, INT64_MAX, 3}), DiagnosticError);
}

TEST_CASE("extreme types and attributes are refused") {
    const auto of_type = [](const std::string& type) {
        return message_of("func.func @main(%a: " + type + ") {\n  return\n}\n");
    };
    CHECK(of_type("tensor<?xf32, #stablehlo.bounds<-1>>") == "the bound -1 is negative");
    CHECK(of_type("tensor<?xf32, #stablehlo.bounds<-9223372036854775808>>") ==
          "the bound -9223372036854775808 is negative");
    CHECK(of_type("tensor<?x4xf32, #stablehlo.bounds<72057594037927936, ?>>") ==
          "this tensor type has too many elements");
    CHECK(of_type("tensor<?x4xf32, #stablehlo.type_extensions<bounds = [3, -1]>>") == "");
    CHECK(of_type("tensor<?x4xf32, #stablehlo.type_extensions<bounds = [3, -2]>>") ==
          "the bound -2 is negative");
    check(
        "%a: tensor<4xf32>",
        {
            {R"(  %0 = "stablehlo.concatenate"(%a) {dimension = -18446744073709551615 : i64} : (tensor<4xf32>) -> tensor<4xf32>)",
             "this integer does not fit into 64 bits"},
            {R"(  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 4294967297 : i64, mantissa_bits = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>)",
             "stablehlo.reduce_precision violates (I2)"},
            {R"(  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 1 : i32, mantissa_bits = 2147483648 : i64} : (tensor<4xf32>) -> tensor<4xf32>)",
             "stablehlo.reduce_precision violates (I3)"},
            {R"(  %0:2 = mhlo.topk(%a, k = 2, largest = "yes") : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>))",
             "'largest' of topk is neither true nor false"},
            {R"(  %0 = "chlo.constant_like"(%a) {value = 9223372036854775807 : i4} : (tensor<4xf32>) -> tensor<4xf32>)",
             "9223372036854775807 does not fit i4"},
            {R"(  %0 = "chlo.constant_like"(%a) {value = 1.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>)",
             "chlo.constant_like: the value is not a number of the operand's element type"},
            {R"(  %0 = "chlo.constant_like"(%a) {value = #complex.number<:f32 1.0, 0.0>} : (tensor<4xf32>) -> tensor<4xf32>)",
             "chlo.constant_like: the value is not a number of the operand's element type"},
            {R"(  %0 = "chlo.constant_like"(%a) {value = #complex.number<:i32 1, 0>} : (tensor<4xf32>) -> tensor<4xf32>)",
             "'i32' is not a type of a part"},
            {R"(  %0 = "chlo.constant_like"(%a) {value = #complex.number<:f32 1.0, 0.0> : complex<f64>} : (tensor<4xf32>) -> tensor<4xf32>)",
             "the type of a complex number is not that of its parts"},
            {R"(  %0 = "chlo.constant_like"(%a) {value = #complex.number<:f32 1, 0.0>} : (tensor<4xf32>) -> tensor<4xf32>)",
             "'1' is an integer"},
            {R"(  %0 = "stablehlo.slice"(%a) {start_indices = array<i32: -2147483649>, limit_indices = array<i64: 4>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>)",
             "-2147483649 does not fit i32"},
        });
}

TEST_CASE("extreme meshes and shardings are refused") {
    const Place place;
    for (const char* mesh : {R"(["x"=0])", R"(["x"=-2, "y"=-2])", R"(["x"=4294967296, "y"=4294967296])",
                             R"(["x"=9223372036854775807, "y"=2])", R"(["x"=2], device_ids=[0])"}) {
        INFO(mesh);
        CHECK_THROWS_AS(parse_mesh(mesh, place), DiagnosticError);
    }
    const Mesh mesh = parse_mesh(R"(["x"=4, "y"=2])", place);
    CHECK(extent(mesh, {{"x", 2, 2}, {"y"}}, place) == 4);
    CHECK_THROWS_AS(extent(mesh, {{"x"}, {"x"}, {"x"}}, place), DiagnosticError);
    CHECK_THROWS_AS(extent(mesh, {{"x", 4294967296, 4294967296}}, place), DiagnosticError);
    CHECK_THROWS_AS(extent(mesh, {{"x", INT64_MIN, -1}}, place), DiagnosticError);
    CHECK(iota_order({2, 2}, {1, 0}) == std::vector<std::int64_t>{0, 2, 1, 3});
    CHECK(iota_order({2, 2}, {1, 5}).empty());
    CHECK(iota_order({2, 2}, {1}).empty());
    CHECK(iota_order({INT64_MAX, 2}, {}).empty());
    for (const char* text : {"{devices=[-1,-2]0,1}", "{devices=[4294967296,4294967296]0,1}",
                             "{devices=[2]<=[2]T(7)}", "{devices=[2]<=[9223372036854775807]}"}) {
        INFO(text);
        CHECK_THROWS_AS(parse_hlo_sharding(text, 1, 2, place), DiagnosticError);
    }
    Program program;
    program.attributes = {{"mhlo.num_replicas", IntegerAttribute{INT64_MAX}},
                          {"mhlo.num_partitions", IntegerAttribute{4294967298}}};
    CHECK_THROWS_AS(declared_grid(program), DiagnosticError);
}

TEST_CASE("extreme padding is refused") {
    check(
        tensors,
        {
            {R"(  %0 = "stablehlo.pad"(%a, %s) {edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 6701356245527298048, 0>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>)",
             "stablehlo.pad violates (C4): dimension 0 of the result would have size 20104068736581894148"},
            {R"(  %0 = "stablehlo.pad"(%a, %s) {edge_padding_low = array<i64: 9223372036854775807, 0>, edge_padding_high = array<i64: 9223372036854775807, 0>, interior_padding = array<i64: 9223372036854775807, 0>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>)",
             "stablehlo.pad violates (C4): dimension 0 of the result would have size 46116860184273879039"},
            {R"(  %0 = "stablehlo.pad"(%a, %s) {edge_padding_low = array<i64: -9223372036854775808, 0>, edge_padding_high = array<i64: -1, 0>, interior_padding = array<i64: 0, 0>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>)",
             "stablehlo.pad violates (C4): dimension 0 of the result would have size -9223372036854775805"},
            {R"(  %0 = "stablehlo.pad"(%a, %s) {edge_padding_low = array<i64: 4611686018427387904, 0>, edge_padding_high = array<i64: -4611686018427387904, 0>, interior_padding = array<i64: 0, 0>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>)",
             ""},
            {R"(  %l = stablehlo.constant dense<[9223372036854775807, 0]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_pad"(%a, %s, %l, %l, %l) : (tensor<4x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3xf32>)",
             "stablehlo.dynamic_pad violates (C4): dimension 0 of the result would have size "
             "46116860184273879039"},
        });
}

TEST_CASE("extreme slices are refused") {
    check(
        tensors,
        {
            {R"(  %0 = "stablehlo.slice"(%a) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 3>, strides = array<i64: 9223372036854775807, 1>} : (tensor<4x3xf32>) -> tensor<1x3xf32>)",
             ""},
            {R"(  %0 = "stablehlo.slice"(%u) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 9223372036854775807, 3>, strides = array<i64: 1, 1>} : (tensor<?x3xf32>) -> tensor<?x3xf32>)",
             "stablehlo.slice violates (C5): dimension 0 of the result would have size 9223372036854775807"},
            {R"(  %0 = "stablehlo.slice"(%u) {start_indices = array<i64: -9223372036854775808, 0>, limit_indices = array<i64: 9223372036854775807, 3>, strides = array<i64: 1, 1>} : (tensor<?x3xf32>) -> tensor<?x3xf32>)",
             "stablehlo.slice violates (C3)"},
            {R"(  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, -9223372036854775808>} : (tensor<4x3xf32>, tensor<4x1xi64>) -> tensor<4x?xf32>)",
             "stablehlo.gather violates (C21): the slice size -9223372036854775808"},
        });
}

TEST_CASE("extreme windows are refused") {
    check(
        tensors,
        {
            {R"(  %0 = "stablehlo.reduce_window"(%a, %s) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {window_dimensions = array<i64: 1, 1>, padding = dense<9223372036854775807> : tensor<2x2xi64>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<?x?xf32>)",
             "stablehlo.reduce_window violates (C15): dimension 0 of the result would have size "
             "18446744073709551618"},
            {R"(  %0 = "stablehlo.select_and_scatter"(%a, %a, %s) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {window_dimensions = array<i64: 1, 1>, padding = dense<9223372036854775807> : tensor<2x2xi64>} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>)",
             "stablehlo.select_and_scatter violates (C2): dimension 0 of source would have size "
             "18446744073709551618"},
            {R"(  %0 = "stablehlo.convolution"(%a, %a) {dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 9223372036854775807 : i64, batch_group_count = 1 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>)",
             "stablehlo.convolution violates (C11)"},
        });
    check(
        "%a: tensor<1x4x1xf32>, %k: tensor<1x1x1xf32>",
        {{R"(  %0 = "stablehlo.convolution"(%a, %k) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[i, 0, o]->[b, 0, f]>, lhs_dilation = array<i64: 9223372036854775807>, padding = dense<9223372036854775807> : tensor<1x2xi64>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>) -> tensor<1x?x1xf32>)",
          "stablehlo.convolution violates (C25): dimension 1 of the result would have size "
          "46116860184273879036"}});
}

TEST_CASE("concatenations do not exceed the maximum element count") {
    std::string operands, types;
    for (int i = 0; i < 200; i++) {
        operands += std::string(i == 0 ? "" : ", ") + "%a";
        types += std::string(i == 0 ? "" : ", ") + "tensor<72057594037927936xi8>";
    }
    check("%a: tensor<72057594037927936xi8>",
          {{("  %0 = \"stablehlo.concatenate\"(" + operands + ") {dimension = 0 : i64} : (" + types +
             ") -> tensor<?xi8>")
                .c_str(),
            "stablehlo.concatenate violates (C6): dimension 0 of the result would have size "
            "14411518807585587200"}});
}

TEST_CASE("extreme counts of processes are refused") {
    CHECK_THAT(
        message_of("module attributes {mhlo.num_replicas = 9223372036854775807 : i64, mhlo.num_partitions = "
                   "9223372036854775807 : i64} {\n"
                   "func.func @main(%a: tensor<4x0xf32>) {\n"
                   "  %0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, channel_handle = "
                   "#stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids, replica_groups = "
                   "dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x0xf32>) -> tensor<8x0xf32>\n"
                   "  return\n}\n}\n"),
        Catch::Equals(""));
    CHECK_THAT(
        message_of(
            "sdy.mesh @mesh = <[\"x\"=2]>\n"
            "func.func @main(%a: tensor<4x0xf32>) {\n"
            "  %0 = \"stablehlo.all_to_all\"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, "
            "split_count = 9223372036854775807 : i64, replica_groups = "
            "#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "
            "\"x\">]>} : (tensor<4x0xf32>) -> tensor<?x0xf32>\n"
            "  return\n}\n"),
        Catch::StartsWith("stablehlo.all_to_all violates (C9): dimension 0 of the result would have size "
                          "36893488147419103228"));
}

TEST_CASE("numbers that are not valid sizes are rejected") {
    check(
        "%a: tensor<4x3xcomplex<f32>>, %s: tensor<4xf32>",
        {
            {R"(  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: -9223372036854775808>} : (tensor<4x3xcomplex<f32>>) -> tensor<4x?xf32>)",
             "stablehlo.fft violates (C4): fft_length has -9223372036854775808"},
            {R"(  %0 = "chlo.scan"(%s) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 2147483647, 2147483647>, resultSegmentSizes = array<i32: 0, 1>} : (tensor<4xf32>) -> tensor<f32>)",
             "chlo.scan: operandSegmentSizes does not divide"},
            {R"(  %0:2 = "chlo.scan"(%s) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }) {dimension = -5 : i64, operandSegmentSizes = array<i64: 0, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>))",
             "chlo.scan: dimension is -5"},
            {R"(  %0 = "chlo.scan"(%s) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimension = 0 : i64, operandSegmentSizes = array<i64: 9223372036854775807, 9223372036854775807>, resultSegmentSizes = array<i32: 0, 1>} : (tensor<4xf32>) -> tensor<f32>)",
             "chlo.scan: operandSegmentSizes does not divide"},
        });
}

TEST_CASE("the number of sizes matches their type") {
    check(tensors,
          {{R"(  %c = "stablehlo.constant"() {value = dense<[4, 3]> : tensor<2xi64>} : () -> tensor<?xi64>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%s, %c) {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<?xi64>) -> tensor<4x3x5xf32>)",
            "stablehlo.dynamic_broadcast_in_dim violates (I2)"},
           {R"(  %c = "stablehlo.constant"() {value = dense<[1]> : tensor<1xi64>} : () -> tensor<?xi64>
  %0 = "stablehlo.dynamic_pad"(%a, %s, %c, %c, %c) : (tensor<4x3xf32>, tensor<f32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>)",
            "stablehlo.dynamic_pad violates (I3)"}});
}
