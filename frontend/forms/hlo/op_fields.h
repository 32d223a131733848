#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/forms/hlo/fields.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/rows/table.h"

/// Which message fields hold the attributes of each op, checked against the op's row.
namespace hlo2c::frontend::hlo {

using AttributeNames = FactList<std::string_view, 9>;

/// What a field holds.
struct FieldRow {
    const Field* field;
    AttributeNames attributes;       ///< of the rows of its ops
    std::string_view text;           ///< the same as attributes of HLO text, separated by blanks
    AttributeNames beyond_row = {};  ///< attributes that no row has: only programs from HLO need them
};

inline constexpr auto field_rows = std::to_array<FieldRow>({
    {&all_gather_dim_field, {attr::all_gather_dim}, "dimensions"},
    {&batch_norm_field, {attr::epsilon, attr::feature_index}, "epsilon feature_index"},
    {&broadcast_dimensions_field, {attr::broadcast_dimensions}, "dimensions"},
    {&channel_field, {attr::channel_handle}, "channel_id"},
    {&cholesky_field, {attr::lower}, "lower"},
    {&comparison_field, {attr::comparison_direction, attr::compare_type}, "direction type"},
    {&convolution_field,
     {attr::batch_group_count, attr::convolution_dimension_numbers, attr::feature_group_count,
      attr::lhs_dilation, attr::padding, attr::rhs_dilation, attr::window_reversal, attr::window_strides},
     "window dim_labels feature_group_count batch_group_count"},
    {&dimension_field, {attr::dimension}, "dimensions"},
    {&dimensions_field, {attr::dimensions}, "dimensions"},
    {&dot_field,
     {attr::dot_dimension_numbers},
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims"},
    {&dynamic_root_field, {attr::has_dynamic_root}, "has_dynamic_root"},
    {&fft_field, {attr::fft_length, attr::fft_type}, "fft_type fft_length"},
    {&gather_field,
     {attr::gather_dimension_numbers, attr::indices_are_sorted, attr::slice_sizes},
     "offset_dims collapsed_slice_dims start_index_map index_vector_dim slice_sizes indices_are_sorted "
     "operand_batching_dims start_indices_batching_dims"},
    {&global_ids_field, {attr::use_global_device_ids}, "use_global_device_ids"},
    {&infeed_field, {attr::infeed_config}, "infeed_config"},
    {&iota_dimension_field, {attr::iota_dimension}, "iota_dimension"},
    {&outfeed_field, {attr::outfeed_config}, "outfeed_config"},
    {&padding_field, {attr::edge_padding_high, attr::edge_padding_low, attr::interior_padding}, "padding"},
    {&permutation_field, {attr::permutation}, "dimensions"},
    {&precision_bits_field, {attr::exponent_bits, attr::mantissa_bits}, "exponent_bits mantissa_bits"},
    {&precision_field, {attr::precision_config}, "operand_precision"},
    {&dot_algorithm_field, {attr::algorithm}, "algorithm"},
    {&ragged_dot_field,
     {attr::ragged_dot_dimension_numbers},
     "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims lhs_ragged_dims "
     "rhs_group_dims"},
    {&random_algorithm_field, {attr::rng_algorithm}, "algorithm"},
    {&reduce_window_field,
     {attr::base_dilations, attr::padding, attr::window_dilations, attr::window_dimensions,
      attr::window_strides},
     "window"},
    {&replica_groups_field, {attr::replica_groups}, "replica_groups"},
    {&scan_field,
     {attr::dimension, attr::is_associative, attr::is_reverse, attr::operand_segment_sizes},
     "dimensions is_reverse is_associative num_carries",
     {attr::result_segment_sizes}},
    {&scatter_dimension_field, {attr::scatter_dimension}, "dimensions"},
    {&scatter_field,
     {attr::indices_are_sorted, attr::scatter_dimension_numbers, attr::unique_indices},
     "update_window_dims inserted_window_dims scatter_dims_to_operand_dims index_vector_dim "
     "indices_are_sorted unique_indices input_batching_dims scatter_indices_batching_dims",
     {attr::whole_windows}},
    {&slice_field, {attr::limit_indices, attr::start_indices, attr::strides}, "slice"},
    {&slice_sizes_field, {attr::slice_sizes}, "dynamic_slice_sizes"},
    {&source_targets_field, {attr::source_target_pairs}, "source_target_pairs"},
    {&split_dimension_field,
     {attr::concat_dimension, attr::split_count, attr::split_dimension},
     "dimensions"},
    {&stable_field, {attr::is_stable}, "is_stable"},
    {&top_k_field, {attr::k}, "k largest"},
    {&triangular_field,
     {attr::left_side, attr::lower, attr::transpose_a, attr::unit_diagonal},
     "left_side lower unit_diagonal transpose_a"},
    {&window_field, {attr::padding, attr::window_dimensions, attr::window_strides}, "window"},
});

/// The row of a field. A field without a row does not compile.
constexpr const FieldRow& row_of(const Field* field) {
    for (const FieldRow& row : field_rows)
        if (row.field == field) return row;
    throw "a field has no row";
}

/// How messages hold the attributes of an op. Each attribute of its row is in exactly one of the lists.
struct OpFields {
    FactList<const Field*, 5> fields = {};
    AttributeNames by_functions = {};  ///< converted by an import_* and an export_* function
    AttributeNames left_out = {};      ///< not part of a message, for the reason beside the entry
};

/// Ops that are not here have no attributes in HLO.
inline constexpr auto op_fields = partial<OpFields>({
    {OpCode::AllGather,
     {.fields = {&all_gather_dim_field, &replica_groups_field, &channel_field, &global_ids_field}}},
    {OpCode::AllReduce, {.fields = {&replica_groups_field, &channel_field, &global_ids_field}}},
    {OpCode::AllToAll, {.fields = {&split_dimension_field, &replica_groups_field, &channel_field}}},
    {OpCode::BatchNormGrad, {.fields = {&batch_norm_field}}},
    {OpCode::BatchNormInference, {.fields = {&batch_norm_field}}},
    {OpCode::BatchNormTraining, {.fields = {&batch_norm_field}}},
    {OpCode::Broadcast, {.by_functions = {attr::broadcast_sizes}}},
    {OpCode::BroadcastInDim, {.fields = {&broadcast_dimensions_field}}},
    // The call names its computation.
    {OpCode::Call, {.by_functions = {attr::callee}}},
    {OpCode::ChloConstant, {.by_functions = {attr::value}}},
    {OpCode::ChloRaggedDot, {.fields = {&ragged_dot_field, &precision_field}}},
    // The operands have the size of the scanned dimension.
    {OpCode::ChloScan, {.fields = {&scan_field}, .left_out = {attr::scan_dim_size}}},
    {OpCode::ChloTopK, {.fields = {&top_k_field}}},
    {OpCode::Cholesky, {.fields = {&cholesky_field}}},
    {OpCode::CollectiveBroadcast, {.fields = {&replica_groups_field, &channel_field, &dynamic_root_field}}},
    {OpCode::CollectivePermute, {.fields = {&source_targets_field, &channel_field}}},
    {OpCode::CollectiveReduce,
     {.fields = {&replica_groups_field, &channel_field, &global_ids_field, &dynamic_root_field}}},
    {OpCode::Compare, {.fields = {&comparison_field}}},
    {OpCode::Composite,
     {.by_functions = {attr::composite_attributes, attr::composite_name, attr::composite_version,
                       attr::decomposition}}},
    {OpCode::Concatenate, {.fields = {&dimension_field}}},
    {OpCode::Constant, {.by_functions = {attr::value}}},
    {OpCode::Convolution, {.fields = {&convolution_field, &precision_field}}},
    {OpCode::CustomCall,
     {.by_functions = {attr::api_version, attr::backend_config, attr::call_target_name,
                       attr::called_computations, attr::has_side_effect, attr::operand_layouts,
                       attr::output_operand_aliases, attr::result_layouts}}},
    {OpCode::Dot, {.by_functions = {attr::precision_config}}},
    {OpCode::DotGeneral, {.fields = {&dot_field, &precision_field, &dot_algorithm_field}}},
    {OpCode::DynamicSlice, {.fields = {&slice_sizes_field}}},
    {OpCode::Fft, {.fields = {&fft_field}}},
    {OpCode::Gather, {.fields = {&gather_field}}},
    {OpCode::GetDimensionSize, {.fields = {&dimension_field}}},
    {OpCode::GetTupleElement, {.by_functions = {attr::index}}},
    // Layouts of data from the host are part of shapes, which are imported without them.
    {OpCode::Infeed, {.fields = {&infeed_field}, .left_out = {attr::layout}}},
    {OpCode::Iota, {.fields = {&iota_dimension_field}}},
    {OpCode::Map, {.fields = {&dimensions_field}}},
    {OpCode::Outfeed, {.fields = {&outfeed_field}}},
    {OpCode::Pad, {.fields = {&padding_field}}},
    {OpCode::Recv,
     {.by_functions = {attr::channel_handle, attr::is_host_transfer, attr::source_target_pairs}}},
    {OpCode::Reduce, {.fields = {&dimensions_field}}},
    {OpCode::ReducePrecision, {.fields = {&precision_bits_field}}},
    {OpCode::ReduceScatter,
     {.fields = {&scatter_dimension_field, &replica_groups_field, &channel_field, &global_ids_field}}},
    {OpCode::ReduceWindow, {.fields = {&reduce_window_field}}},
    {OpCode::Reverse, {.fields = {&dimensions_field}}},
    {OpCode::Rng, {.by_functions = {attr::rng_distribution}}},
    {OpCode::RngBitGenerator, {.fields = {&random_algorithm_field}}},
    {OpCode::Scatter, {.fields = {&scatter_field}}},
    // The op disappears.
    {OpCode::SdyShardingConstraint, {.left_out = {attr::sharding}}},
    {OpCode::SelectAndScatter, {.fields = {&window_field}}},
    {OpCode::Send,
     {.by_functions = {attr::channel_handle, attr::is_host_transfer, attr::source_target_pairs}}},
    {OpCode::SetDimensionSize, {.fields = {&dimension_field}}},
    {OpCode::Slice, {.fields = {&slice_field}}},
    {OpCode::Sort, {.fields = {&dimension_field, &stable_field}}},
    {OpCode::Transpose, {.fields = {&permutation_field}}},
    {OpCode::TriangularSolve, {.fields = {&triangular_field}}},
});

/// The attribute that elementwise ops leave out: emitted code is as accurate as any of its values requires.
inline constexpr std::string_view left_out_everywhere = attr::result_accuracy;

constexpr std::size_t count(const AttributeNames& names, std::string_view name) {
    return static_cast<std::size_t>(std::count(names.begin(), names.end(), name));
}

constexpr bool has_attribute(const OpRow& row, std::string_view name) {
    return std::any_of(row.attributes.begin(), row.attributes.end(),
                       [&](const AttributeFact& fact) { return fact.name == name; });
}

/// Whether each attribute of the row is held once or left out, and no other attribute is listed.
constexpr bool covers(const OpFields& op, const OpRow& row) {
    const auto all_in_row = [&](const AttributeNames& names) {
        return std::all_of(names.begin(), names.end(),
                           [&](std::string_view name) { return has_attribute(row, name); });
    };
    if (!all_in_row(op.by_functions) || !all_in_row(op.left_out)) return false;
    for (const Field* field : op.fields) {
        const FieldRow& held = row_of(field);
        if (!all_in_row(held.attributes)) return false;
        for (const std::string_view name : held.beyond_row)
            if (has_attribute(row, name)) return false;
    }
    return std::all_of(row.attributes.begin(), row.attributes.end(), [&](const AttributeFact& fact) {
        std::size_t times = count(op.by_functions, fact.name) + count(op.left_out, fact.name);
        for (const Field* field : op.fields) times += count(row_of(field).attributes, fact.name);
        return times == (fact.name == left_out_everywhere ? 0 : 1);
    });
}

/// Whether the op is converted by a row of opcodes, or by functions that the table above names.
constexpr bool has_hlo_form(OpCode code) {
    const auto index = static_cast<std::size_t>(code);
    return !rows::table[index].hlo.empty() || !op_fields[index].by_functions.empty() ||
           !op_fields[index].left_out.empty();
}

consteval bool covers_all_ops() {
    for (std::size_t i = 0; i < op_count; i++) {
        if (rows::table[i].hlo.empty() && !op_fields[i].fields.empty()) return false;
        if (has_hlo_form(static_cast<OpCode>(i)) && !covers(op_fields[i], rows::table[i])) return false;
    }
    return true;
}
static_assert(covers_all_ops(), "an attribute of an op is in no list of op_fields, or in two");

}  // namespace hlo2c::frontend::hlo
