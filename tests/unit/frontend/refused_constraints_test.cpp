#include "frontend/ir/attributes.h"
#include "tests/unit/frontend/refusals.h"

using namespace hlo2c;
using namespace hlo2c::frontend;
using namespace hlo2c::frontend::testing;

namespace {

/// Checks the cases in a function with the arguments that they use.
void check(const std::vector<Case>& cases) {
    check_cases(
        "func.func @main("
        "%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %h: tensor<2x3xf16>, %d: tensor<2x3xf64>, "
        "%c: tensor<2x3xcomplex<f32>>, %e: tensor<3xf32>, %f: tensor<3xf16>, %g: tensor<2xf32>, "
        "%i: tensor<i32>, %j: tensor<4x1xi32>, %l: tensor<3xui64>, %n: tensor<4xi32>, "
        "%o: tensor<4xi64>, %v: tensor<5xi32>, %p: tensor<i1>, "
        "%q: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %s: tensor<f32>, %u: tensor<f64>, "
        "%w: tensor<2xi64>, %x: tensor<i64>, %y: tensor<2x3x4xf64>, %z: tensor<2x3x4xf32>, "
        "%ci: tensor<2x4x2xf32>, %ck: tensor<1x2x2xf32>, %cl: tensor<1x2x2xf32>, "
        "%cm: tensor<1x2x3xf32>, %cm2: tensor<1x1x3xf32>, %cd: tensor<1x2x2xf64>, "
        "%cr: tensor<2x2xf32>, %cp: tensor<1x2xi64>, %up: tensor<4x3x4xf32>, "
        "%sz: tensor<3xi64>, %tk: !stablehlo.token"
        ") {\n",
        cases);
}

}  // namespace

TEST_CASE("element types and shapes of operands agree") {
    check({
        {R"(  %0 = "stablehlo.and"(%n, %o) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>)",
         "stablehlo.and violates (C1)"},
        {R"(  %0 = "stablehlo.atan2"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.atan2 violates (C1)"},
        {R"(  %0 = "stablehlo.bitcast_convert"(%a) : (tensor<2x3xf32>) -> tensor<2x3xi64>)",
         "stablehlo.bitcast_convert violates (C1)"},
        {R"(  %0 = "stablehlo.bitcast_convert"(%c) : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xi64>)",
         "stablehlo.bitcast_convert violates (C2)"},
        {R"(  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x3x4xf32>)",
         "stablehlo.broadcast_in_dim violates (C4)"},
        {R"(  %0 = "stablehlo.cholesky"(%b) {lower = true} : (tensor<3x2xf32>) -> tensor<3x2xf32>)",
         "stablehlo.cholesky violates (C3)"},
        {R"(  %0 = "stablehlo.clamp"(%a, %a, %b) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.clamp violates (C2)"},
        {R"(  %0 = "stablehlo.clamp"(%h, %a, %a) : (tensor<2x3xf16>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.clamp violates (C3)"},
        {R"(  %0 = "stablehlo.compare"(%a, %h) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<2x3xi1>)",
         "stablehlo.compare violates (C1)"},
        {R"(  %0 = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xi1>)",
         "stablehlo.compare violates (C2)"},
        {R"(  %0 = "stablehlo.complex"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xcomplex<f32>>)",
         "stablehlo.complex violates (C1)"},
        {R"(  %0 = "stablehlo.concatenate"(%a, %h) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<4x3xf32>)",
         "stablehlo.concatenate violates (C1)"},
        {R"(  %0 = "stablehlo.divide"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.divide violates (C1)"},
        {R"(  %0 = "stablehlo.maximum"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.maximum violates (C1)"},
        {R"(  %0 = "stablehlo.minimum"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.minimum violates (C1)"},
        {R"(  %0 = "stablehlo.multiply"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.multiply violates (C1)"},
        {R"(  %0 = "stablehlo.or"(%n, %o) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>)",
         "stablehlo.or violates (C1)"},
        {R"(  %0 = "stablehlo.power"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.power violates (C1)"},
        {R"(  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.reduce_precision violates (C3)"},
        {R"(  %0 = "stablehlo.remainder"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.remainder violates (C1)"},
        {R"(  %0 = "stablehlo.rng"(%s, %u, %w) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>)",
         "stablehlo.rng violates (C1)"},
        {R"(  %0 = "stablehlo.rng"(%p, %p, %w) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i1>, tensor<i1>, tensor<2xi64>) -> tensor<2x3xi1>)",
         "stablehlo.rng violates (C2)"},
        {R"(  %0:2 = "stablehlo.rng_bit_generator"(%l) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>))",
         "stablehlo.rng_bit_generator violates (C2)"},
        {R"(  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<i1>, tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.select violates (C2)"},
        {R"(  %0 = "stablehlo.shift_left"(%n, %o) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>)",
         "stablehlo.shift_left violates (C1)"},
        {R"(  %0 = "stablehlo.shift_right_arithmetic"(%n, %o) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>)",
         "stablehlo.shift_right_arithmetic violates (C1)"},
        {R"(  %0 = "stablehlo.shift_right_logical"(%n, %o) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>)",
         "stablehlo.shift_right_logical violates (C1)"},
        {R"(  %0 = "stablehlo.subtract"(%a, %b) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.subtract violates (C1)"},
        {R"(  %0 = "stablehlo.triangular_solve"(%a, %h) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<2x3xf32>)",
         "stablehlo.triangular_solve violates (C1)"},
        {R"(  %0 = "stablehlo.xor"(%n, %o) : (tensor<4xi32>, tensor<4xi64>) -> tensor<4xi32>)",
         "stablehlo.xor violates (C1)"},
    });
}

TEST_CASE("a batch norm has as many parameters as features, of its element type") {
    check({
        {R"(  %0:3 = "stablehlo.batch_norm_grad"(%a, %f, %e, %e, %a) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>))",
         "stablehlo.batch_norm_grad violates (C2)"},
        {R"(  %0 = "stablehlo.batch_norm_inference"(%a, %f, %e, %e, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.batch_norm_inference violates (C2)"},
        {R"(  %0 = "stablehlo.batch_norm_inference"(%a, %g, %e, %e, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.batch_norm_inference violates (C3)"},
        {R"(  %0 = "stablehlo.batch_norm_inference"(%a, %e, %g, %e, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.batch_norm_inference violates (C4)"},
        {R"(  %0 = "stablehlo.batch_norm_inference"(%a, %e, %e, %g, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.batch_norm_inference violates (C5)"},
        {R"(  %0 = "stablehlo.batch_norm_inference"(%a, %e, %e, %e, %g) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.batch_norm_inference violates (C6)"},
        {R"(  %0:3 = "stablehlo.batch_norm_training"(%a, %f, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf16>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>))",
         "stablehlo.batch_norm_training violates (C2)"},
        {R"(  %0:3 = "stablehlo.batch_norm_training"(%a, %e, %g) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>))",
         "stablehlo.batch_norm_training violates (C4)"},
    });
}

TEST_CASE("contractions and convolutions name each dimension once, and count from one") {
    check({
        {R"(  %0 = "stablehlo.convolution"(%ci, %ck) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 3 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C10)"},
        {R"(  %0 = "stablehlo.convolution"(%ci, %cl) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C14)"},
        {R"(  %0 = "stablehlo.convolution"(%ci, %ck) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C21)"},
        {R"(  %0 = "stablehlo.convolution"(%ci, %ck) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C22)"},
        {R"(  %0 = "stablehlo.convolution"(%ci, %cd) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf64>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C27)"},
        {R"(  %0 = "stablehlo.convolution"(%ci, %ck) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 0>} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C8)"},
        {R"(  %0 = "stablehlo.dot_general"(%z, %z) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x4x4xf32>)",
         "stablehlo.dot_general violates (C2)"},
        {R"(  %0 = "stablehlo.dot_general"(%z, %z) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x4x4xf32>)",
         "stablehlo.dot_general violates (C3)"},
        {R"(  %0 = "stablehlo.dot_general"(%z, %z) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x4x4xf32>)",
         "stablehlo.dot_general violates (C4)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 3 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C10)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %cm, %cp) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x4x2xf32>, tensor<1x2x3xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C15)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C2)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 0>} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C3)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 0>} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C6)"},
    });
}

TEST_CASE("gathers and dynamic ops name each dimension once, and take operands of matching shapes") {
    check({
        {R"(  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %w) {broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = array<i64: 5>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>)",
         "stablehlo.dynamic_broadcast_in_dim violates (C10)"},
        {R"(  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %w) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>)",
         "stablehlo.dynamic_broadcast_in_dim violates (C4)"},
        {R"(  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %w) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 5>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>)",
         "stablehlo.dynamic_broadcast_in_dim violates (C9)"},
        {R"(  %0 = "stablehlo.dynamic_gather"(%a, %j, %w) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<4x1xi32>, tensor<2xi64>) -> tensor<4x3xf32>)",
         "stablehlo.dynamic_gather violates (C3)"},
        {R"(  %0 = "stablehlo.dynamic_pad"(%a, %u, %w, %w, %w) : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>)",
         "stablehlo.dynamic_pad violates (C1)"},
        {R"(  %0 = "stablehlo.dynamic_slice"(%a, %i, %x) {slice_sizes = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>)",
         "stablehlo.dynamic_slice violates (C3)"},
        {R"(  %0 = "stablehlo.dynamic_update_slice"(%a, %h, %i, %i) : (tensor<2x3xf32>, tensor<2x3xf16>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>)",
         "stablehlo.dynamic_update_slice violates (C2)"},
        {R"(  %0 = "stablehlo.dynamic_update_slice"(%a, %e, %i, %i) : (tensor<2x3xf32>, tensor<3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>)",
         "stablehlo.dynamic_update_slice violates (C3)"},
        {R"(  %0 = "stablehlo.gather"(%a, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>)",
         "stablehlo.gather violates (C15)"},
        {R"(  %0 = "stablehlo.gather"(%a, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [5], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>)",
         "stablehlo.gather violates (C19)"},
    });
}

TEST_CASE("collectives and transfers name each process once, and sizes that divide") {
    check({
        {R"(  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.all_reduce violates (C4)"},
        {R"(  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 5 : i64, replica_groups = dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.all_to_all violates (C2)"},
        {R"(  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.all_to_all violates (C4)"},
        {R"(  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_broadcast violates (C1)"},
        {R"(  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_broadcast violates (C2)"},
        {R"(  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_permute violates (C3)"},
        {R"(  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_permute violates (C4)"},
        {R"(  %0:2 = "stablehlo.recv"(%tk) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token))",
         "stablehlo.recv violates (C2)"},
        {R"(  %0:2 = "stablehlo.recv"(%tk) {is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token))",
         "stablehlo.recv violates (C3)"},
        {R"(  %0:2 = "stablehlo.recv"(%tk) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token))",
         "stablehlo.recv violates (C4)"},
        {R"(  %0:2 = "stablehlo.recv"(%tk) {is_host_transfer = true, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token))",
         "stablehlo.recv violates (C5)"},
        {R"(  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>)",
         "stablehlo.reduce_scatter violates (C1)"},
        {R"(  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x3xf32>)",
         "stablehlo.reduce_scatter violates (C2)"},
        {R"(  %0 = "stablehlo.send"(%a, %tk) {is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token)",
         "stablehlo.send violates (C3)"},
        {R"(  %0 = "stablehlo.send"(%a, %tk) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token)",
         "stablehlo.send violates (C4)"},
    });
}

TEST_CASE("dimensions that an op names are sorted and named once, as many as it has") {
    check({
        {R"(  %0 = "stablehlo.dot_general"(%q, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<3x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>)",
         "stablehlo.dot_general violates (C14)"},
        {R"(  %0 = "stablehlo.dynamic_gather"(%z, %j, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1, operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 0]>, indices_are_sorted = false} : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<3xi64>) -> tensor<4x3x4xf32>)",
         "stablehlo.dynamic_gather violates (C10)"},
        {R"(  %0 = "stablehlo.dynamic_gather"(%z, %j, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [2], index_vector_dim = 1, operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0]>, indices_are_sorted = false} : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<3xi64>) -> tensor<4x3x4xf32>)",
         "stablehlo.dynamic_gather violates (C13)"},
        {R"(  %0 = "stablehlo.dynamic_gather"(%z, %j, %sz) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [1], index_vector_dim = 1, operand_batching_dims = [0], start_indices_batching_dims = [5]>, indices_are_sorted = false} : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<3xi64>) -> tensor<4x3x4xf32>)",
         "stablehlo.dynamic_gather violates (C14)"},
        {R"(  %0 = "stablehlo.fft"(%c) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64>} : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>)",
         "stablehlo.fft violates (C3)"},
        {R"(  %0 = "stablehlo.gather"(%z, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1, operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 0]>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false} : (tensor<2x3x4xf32>, tensor<4x1xi32>) -> tensor<4x3x4xf32>)",
         "stablehlo.gather violates (C10)"},
        {R"(  %0 = "stablehlo.gather"(%z, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [2], index_vector_dim = 1, operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0]>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false} : (tensor<2x3x4xf32>, tensor<4x1xi32>) -> tensor<4x3x4xf32>)",
         "stablehlo.gather violates (C13)"},
        {R"(  %0 = "stablehlo.gather"(%z, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false} : (tensor<2x3x4xf32>, tensor<4x1xi32>) -> tensor<4x3x4xf32>)",
         "stablehlo.gather violates (C7)"},
        {R"(  %0 = "stablehlo.map"(%a, %b) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>)",
         "stablehlo.map violates (C1)"},
        {R"(  %0 = "stablehlo.reduce"(%a, %s) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) {dimensions = array<i64: 0, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>)",
         "stablehlo.reduce violates (C5)"},
        {R"(  %0 = "stablehlo.reduce_window"(%a, %s) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 1>, window_dilations = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>)",
         "stablehlo.reduce_window violates (C11)"},
        {R"(  %0 = "stablehlo.reduce_window"(%a, %s) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 1>, base_dilations = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>)",
         "stablehlo.reduce_window violates (C8)"},
        {R"(  %0 = "stablehlo.scatter"(%z, %j, %up) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x3x4xf32>) -> tensor<2x3x4xf32>)",
         "stablehlo.scatter violates (C10)"},
        {R"(  %0 = "stablehlo.scatter"(%z, %j, %up) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 1, input_batching_dims = [0], scatter_indices_batching_dims = [1]>} : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x3x4xf32>) -> tensor<2x3x4xf32>)",
         "stablehlo.scatter violates (C16)"},
        {R"(  %0:2 = "stablehlo.sort"(%a, %b) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>))",
         "stablehlo.sort violates (C3)"},
    });
}

TEST_CASE("contractions, gathers and scatters have windows and roles that fit their operands") {
    check({
        {R"(  %0 = "stablehlo.convolution"(%ci, %ck) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C12)"},
        {R"(  %0 = "stablehlo.convolution"(%ci, %ck) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>) -> tensor<2x4x2xf32>)",
         "stablehlo.convolution violates (C19)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C12)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1, 1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C19)"},
        {R"(  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %cp) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
         "stablehlo.dynamic_conv violates (C24)"},
        {R"(  %p0 = stablehlo.constant dense<4611686018427387904> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%ci, %ck, %p0) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x?x2xf32>)",
         "stablehlo.dynamic_conv violates (C25)"},
        {R"(  %0 = "stablehlo.gather"(%up, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3, 4>, indices_are_sorted = false} : (tensor<4x3x4xf32>, tensor<4x1xi32>) -> tensor<4x3x4xf32>)",
         "stablehlo.gather violates (C12)"},
        {R"(  %n0 = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%up, %j, %n0) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<4x3x4xf32>, tensor<4x1xi32>, tensor<3xi64>) -> tensor<4x3x4xf32>)",
         "stablehlo.dynamic_gather violates (C12)"},
        {R"(  %n0 = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%up, %j, %n0) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<4x3x4xf32>, tensor<4x1xi32>, tensor<3xi64>) -> tensor<4x3x4xf32>)",
         "stablehlo.dynamic_gather violates (C9)"},
        {R"(  %0:2 = "stablehlo.scatter"(%a, %b, %j, %a, %a) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>):
    "stablehlo.return"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1, input_batching_dims = [], scatter_indices_batching_dims = []>} : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<4x1xi32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>))",
         "stablehlo.scatter violates (C1)"},
        {R"(  %0 = "stablehlo.scatter"(%z, %j, %up) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1, input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0]>} : (tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x3x4xf32>) -> tensor<2x3x4xf32>)",
         "stablehlo.scatter violates (C14)"},
        {R"(  %0 = "stablehlo.scatter"(%up, %j, %up) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1, input_batching_dims = [0], scatter_indices_batching_dims = [0]>} : (tensor<4x3x4xf32>, tensor<4x1xi32>, tensor<4x3x4xf32>) -> tensor<4x3x4xf32>)",
         "stablehlo.scatter violates (C20)"},
        {R"(  %0 = "stablehlo.scatter"(%z, %z, %j, %up) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1, input_batching_dims = [], scatter_indices_batching_dims = []>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<4x1xi32>, tensor<4x3x4xf32>) -> tensor<2x3x4xf32>)",
         "stablehlo.scatter violates (C5)"},
        {R"(  %0 = "stablehlo.select_and_scatter"(%a, %a, %s) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.compare"(%x0, %x1) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%r) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    "stablehlo.return"(%x0) : (tensor<f32>) -> ()
  }) {window_dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>)",
         "stablehlo.select_and_scatter violates (C5)"},
    });
}

TEST_CASE("processes of collectives are listed once each, in groups and in pairs") {
    check({
        {R"(  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_reduce violates (C1)"},
        {R"(  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = "stablehlo.add"(%x0, %x1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%r) : (tensor<f32>) -> ()
  }) {replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
         "stablehlo.collective_reduce violates (C2)"},
        {R"(  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x0: tensor<2x3xf32>):
    %r = "stablehlo.slice"(%x0) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 1>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<1x1xf32>
    %t = "stablehlo.slice"(%r) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 1>, strides = array<i64: 1, 1>} : (tensor<1x1xf32>) -> tensor<1x1xf32>
    "stablehlo.return"(%t) : (tensor<1x1xf32>) -> ()
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<1x1xf32>>)",
         "stablehlo.async_start violates (C1)"},
        {R"(  %0:2 = "stablehlo.infeed"(%tk) {infeed_config = ""} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token))",
         "stablehlo.infeed violates (C2)"},
        {R"(  %0:2 = "stablehlo.recv"(%tk) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token))",
         "stablehlo.recv violates (C1)"},
        {R"(  %0 = "stablehlo.send"(%a, %tk) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token)",
         "stablehlo.send violates (C1)"},
    });
}

TEST_CASE("an op that takes any number of operands takes at least one") {
    check({
        {R"(  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<0xf32>)",
         "stablehlo.concatenate has 0 operands where at least 1 were expected"},
        {R"(  %0 = "stablehlo.map"() ({
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) {dimensions = array<i64>} : () -> tensor<f32>)",
         "stablehlo.map has 0 operands where at least 1 were expected"},
        {R"(  "stablehlo.sort"() ({
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }) {dimension = 0 : i64} : () -> ())",
         "stablehlo.sort has 0 operands where at least 1 were expected"},
    });
}

TEST_CASE("an algorithm of a dot counts from one") {
    for (const auto& [count, message] : std::vector<std::pair<std::string, std::string>>{
             {"lhs_component_count", "stablehlo.dot_general violates (C22)"},
             {"rhs_component_count", "stablehlo.dot_general violates (C23)"},
             {"num_primitive_operations", "stablehlo.dot_general violates (C24)"}}) {
        INFO(count);
        Program program = read_stablehlo_text(
            "func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {\n"
            "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], algorithm = "
            "<lhs_precision_type = "
            "f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, "
            "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : "
            "(tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>\n"
            "  return %0 : tensor<2x2xf32>\n}\n",
            "case.mlir");
        Op& dot = program.functions.front().body.ops.front();
        StructAttribute algorithm = *dot.attribute(attr::algorithm)->get_if<StructAttribute>();
        for (NamedAttribute& field : algorithm.fields)
            if (field.first == count) field.second = IntegerAttribute{0, "i64"};
        dot.set_attribute(attr::algorithm, algorithm);
        std::string said;
        try {
            verify(program);
        } catch (const DiagnosticError& error) {
            said = error.diagnostic().message;
        }
        CHECK_THAT(said, Catch::StartsWith(message));
    }
}

TEST_CASE(
    "the lists of a dynamic reduce_window are one positive number per dimension, and pairs of padding") {
    const auto call = [](const std::string& size, const std::string& stride, const std::string& padding) {
        const auto type_of = [](const std::string& list) {
            const auto count = std::count(list.begin(), list.end(), ',') + 1;
            return fmt::format("tensor<{}xi32>", count);
        };
        return message_of(fmt::format(
            "func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {{\n"
            "  %0 = stablehlo.add %a, %b : tensor<f32>\n  return %0 : tensor<f32>\n}}\n"
            "func.func @main(%x: tensor<4xf32>, %zero: tensor<f32>) -> tensor<?xf32> {{\n"
            "  %size = stablehlo.constant dense<[{0}]> : {3}\n"
            "  %stride = stablehlo.constant dense<[{1}]> : {4}\n"
            "  %one = stablehlo.constant dense<1> : tensor<1xi32>\n"
            "  %padding = stablehlo.constant dense<[{2}]> : {5}\n"
            "  %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %stride, %one, "
            "%one, %padding) {{called_computations = [@sum]}} : (tensor<4xf32>, tensor<f32>, {3}, {4}, "
            "tensor<1xi32>, tensor<1xi32>, {5}) -> tensor<?xf32>\n"
            "  return %r : tensor<?xf32>\n}}\n",
            size, stride, padding, type_of(size), type_of(stride), type_of(padding)));
    };
    CHECK(call("2", "1", "0, 0").empty());
    CHECK_THAT(call("2, 2", "1", "0, 0"),
               Catch::Contains("the list of window sizes has 2 numbers where 1 were expected"));
    CHECK_THAT(call("2", "0", "0, 0"), Catch::Contains("0 is in the list of strides, which are positive"));
    CHECK_THAT(call("2", "1", "0"), Catch::Contains("the padding has 1 numbers where 2 were expected"));
}
