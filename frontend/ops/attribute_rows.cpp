#include "frontend/ops/attribute_rows.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

/// A key that says what an op without the attribute means, of an op that has it all the same.
constexpr AttributeFact must(AttributeFact fact) {
    fact.is_required = true;
    return fact;
}

struct Row {
    std::array<AttributeFact, 9> attributes{};
    std::size_t count = 0;

    constexpr Row() = default;
    constexpr Row(std::initializer_list<AttributeFact> given) {
        for (const AttributeFact& fact : given) attributes.at(count++) = fact;
        std::sort(attributes.begin(), attributes.begin() + static_cast<std::ptrdiff_t>(count),
                  [](const AttributeFact& a, const AttributeFact& b) { return a.name < b.name; });
    }
};

using enum OpCode;

constexpr auto rows = total<Row>({
    {Abs, {}},
    {Add, {}},
    {AfterAll, {}},
    {AllGather,
     {attr::all_gather_dim, attr::channel_handle, must(attr::replica_groups), attr::use_global_device_ids}},
    {AllReduce, {attr::channel_handle, must(attr::replica_groups), attr::use_global_device_ids}},
    {AllToAll,
     {attr::channel_handle, attr::concat_dimension, must(attr::replica_groups), attr::split_count,
      attr::split_dimension}},
    {And, {}},
    {AsyncDone, {}},
    {AsyncStart, {}},
    {Atan2, {}},
    {BatchNormGrad, {attr::epsilon, attr::feature_index}},
    {BatchNormInference, {attr::epsilon, attr::feature_index}},
    {BatchNormTraining, {attr::epsilon, attr::feature_index}},
    {BitcastConvert, {}},
    {Broadcast, {attr::broadcast_sizes}},
    {BroadcastInDim, {attr::broadcast_dimensions}},
    {Case, {}},
    {Cbrt, {attr::result_accuracy}},
    {Ceil, {}},
    {Cholesky, {attr::lower}},
    {Clamp, {}},
    {CollectiveBroadcast, {attr::channel_handle, attr::has_dynamic_root, must(attr::replica_groups)}},
    {CollectivePermute, {attr::channel_handle, must(attr::source_target_pairs)}},
    {CollectiveReduce,
     {attr::channel_handle, attr::has_dynamic_root, must(attr::replica_groups), attr::use_global_device_ids}},
    {Compare, {attr::compare_type, attr::comparison_direction}},
    {Complex, {}},
    {Composite,
     {attr::composite_attributes, attr::decomposition, attr::composite_name, attr::composite_version}},
    {Concatenate, {attr::dimension}},
    {Constant, {attr::value}},
    {Convert, {}},
    {Convolution,
     {attr::batch_group_count, attr::convolution_dimension_numbers, attr::feature_group_count,
      attr::lhs_dilation, attr::padding, attr::precision_config, attr::rhs_dilation, attr::window_reversal,
      attr::window_strides}},
    {Cosine, {attr::result_accuracy}},
    {CountLeadingZeros, {}},
    {CreateToken, {}},
    {CrossReplicaSum, {must(attr::replica_groups)}},
    {CustomCall,
     {attr::api_version, attr::backend_config, must(attr::call_target_name), attr::called_computations,
      attr::has_side_effect, attr::operand_layouts, attr::output_operand_aliases, attr::result_layouts}},
    {Divide, {}},
    {Dot, {attr::precision_config}},
    {DotGeneral, {attr::algorithm, attr::dot_dimension_numbers, attr::precision_config}},
    {DynamicBroadcastInDim,
     {attr::broadcast_dimensions, attr::known_expanding_dimensions, attr::known_nonexpanding_dimensions}},
    {DynamicConv,
     {attr::batch_group_count, attr::convolution_dimension_numbers, attr::feature_group_count,
      attr::lhs_dilation, attr::precision_config, attr::rhs_dilation, attr::window_reversal,
      attr::window_strides}},
    {DynamicGather, {attr::gather_dimension_numbers, attr::indices_are_sorted}},
    {DynamicIota, {attr::iota_dimension}},
    {DynamicPad, {}},
    {DynamicReshape, {}},
    {DynamicSlice, {attr::slice_sizes}},
    {DynamicUpdateSlice, {}},
    {Einsum, {attr::einsum_config}},
    {Exponential, {attr::result_accuracy}},
    {ExponentialMinusOne, {attr::result_accuracy}},
    {Fft, {attr::fft_length, attr::fft_type}},
    {Floor, {}},
    {Gather, {attr::gather_dimension_numbers, attr::indices_are_sorted, attr::slice_sizes}},
    {GetDimensionSize, {attr::dimension}},
    {GetTupleElement, {attr::index}},
    {If, {}},
    {Imag, {}},
    {Infeed, {attr::infeed_config, attr::layout}},
    {Iota, {attr::iota_dimension}},
    {IsFinite, {}},
    {Log, {attr::result_accuracy}},
    {LogPlusOne, {attr::result_accuracy}},
    {Logistic, {attr::result_accuracy}},
    {Map, {attr::dimensions}},
    {Maximum, {}},
    {Minimum, {}},
    {Multiply, {}},
    {Negate, {}},
    {Not, {}},
    {OptimizationBarrier, {}},
    {Or, {}},
    {Outfeed, {attr::outfeed_config}},
    {Pad, {attr::edge_padding_high, attr::edge_padding_low, attr::interior_padding}},
    {PartitionId, {}},
    {PopulationCount, {}},
    {Power, {}},
    {Real, {}},
    {RealDynamicSlice, {}},
    {Recv, {must(attr::channel_handle), attr::is_host_transfer, attr::source_target_pairs}},
    {Reduce, {attr::dimensions}},
    {ReducePrecision, {attr::exponent_bits, attr::mantissa_bits}},
    {ReduceScatter,
     {attr::channel_handle, must(attr::replica_groups), attr::scatter_dimension,
      attr::use_global_device_ids}},
    {ReduceWindow,
     {attr::base_dilations, attr::padding, attr::window_dilations, attr::window_dimensions,
      attr::window_strides}},
    {Remainder, {}},
    {ReplicaId, {}},
    {Reshape, {}},
    {Return, {}},
    {Reverse, {attr::dimensions}},
    {Rng, {attr::rng_distribution}},
    {RngBitGenerator, {attr::rng_algorithm}},
    {RoundNearestAfz, {}},
    {RoundNearestEven, {}},
    {Rsqrt, {attr::result_accuracy}},
    {Scatter, {attr::indices_are_sorted, attr::scatter_dimension_numbers, attr::unique_indices}},
    {Select, {}},
    {SelectAndScatter, {attr::padding, attr::selection_window, attr::window_strides}},
    {Send, {must(attr::channel_handle), attr::is_host_transfer, attr::source_target_pairs}},
    {SetDimensionSize, {attr::dimension}},
    {ShiftLeft, {}},
    {ShiftRightArithmetic, {}},
    {ShiftRightLogical, {}},
    {Sign, {}},
    {Sine, {attr::result_accuracy}},
    {Slice, {attr::limit_indices, attr::start_indices, attr::strides}},
    {Sort, {attr::sort_dimension, attr::is_stable}},
    {Sqrt, {attr::result_accuracy}},
    {Subtract, {}},
    {Tan, {attr::result_accuracy}},
    {Tanh, {attr::result_accuracy}},
    {TorchIndexSelect, {attr::batch_dims, attr::dim}},
    {Transpose, {attr::permutation}},
    {TriangularSolve, {attr::left_side, must(attr::lower), attr::transpose_a, attr::unit_diagonal}},
    {Tuple, {}},
    {UnaryEinsum, {attr::einsum_config}},
    {UniformDequantize, {}},
    {UniformQuantize, {}},
    {While, {}},
    {Xor, {}},
    {ChloAcos, {}},
    {ChloAcosh, {}},
    {ChloAsin, {}},
    {ChloAsinh, {}},
    {ChloAtan, {}},
    {ChloAtanh, {}},
    {ChloBesselI1e, {}},
    {ChloBroadcastAdd, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastAnd, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastAtan2, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastCompare, {attr::chlo_broadcast_dimensions, attr::compare_type, attr::comparison_direction}},
    {ChloBroadcastComplex, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastDivide, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastMaximum, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastMinimum, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastMultiply, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastNextAfter, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastOr, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastPolygamma, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastPower, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastRemainder, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastSelect, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastShiftLeft, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastShiftRightArithmetic, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastShiftRightLogical, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastSubtract, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastXor, {attr::chlo_broadcast_dimensions}},
    {ChloBroadcastZeta, {attr::chlo_broadcast_dimensions}},
    {ChloConj, {}},
    {ChloConstant, {attr::value}},
    {ChloConstantLike, {attr::scalar_value}},
    {ChloCosh, {}},
    {ChloDigamma, {}},
    {ChloErf, {}},
    {ChloErfInv, {}},
    {ChloErfc, {}},
    {ChloIsInf, {}},
    {ChloIsNegInf, {}},
    {ChloIsPosInf, {}},
    {ChloLgamma, {}},
    {ChloMulhi, {}},
    {ChloNextAfter, {}},
    {ChloPolygamma, {}},
    {ChloRaggedDot, {attr::precision_config, attr::ragged_dot_dimension_numbers}},
    {ChloScan,
     {attr::dimension, attr::is_associative, attr::is_reverse, attr::scan_dim_size,
      attr::operand_segment_sizes}},
    {ChloSinh, {}},
    {ChloSquare, {}},
    {ChloTan, {}},
    {ChloTopK, {attr::k}},
    {ChloZeta, {}},
    {Call, {attr::callee}},
    {FuncReturn, {}},
    {SdyManualComputation, {}},
    {SdyMesh, {}},
    {SdyReshard, {}},
    {SdyReturn, {}},
    {SdyShardingConstraint, {}},
    {CheckAlmostEq, {}},
    {CheckAlmostEqConst, {}},
    {CheckClose, {}},
    {CheckEq, {}},
    {CheckEqConst, {}},
    {CheckSerializedEq, {}},
    {InterpreterPrint, {}},
    {InterpreterProbe, {}},
    {InterpreterRunParallel, {}},
});

}  // namespace

std::span<const AttributeFact> attribute_facts(OpCode code) {
    const Row& row = rows[static_cast<std::size_t>(code)];
    return {row.attributes.data(), row.count};
}

void require_attributes(const OpContext& op) {
    for (const AttributeFact& fact : attribute_facts(op.op().code)) {
        op.require_attribute(fact.name, fact.kind, fact.is_required);
        const Attribute* given = op.op().attribute(fact.name);
        if (given == nullptr || fact.keywords == nullptr) continue;
        op.require_keyword("", read_attribute<std::string>(*given, fact.name), *fact.keywords,
                           fact.first_keyword);
    }
}

}  // namespace hlo2c::frontend
