#include "frontend/forms/text/op_properties.h"

#include <array>
#include <utility>

#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/opcode.h"
#include "frontend/take_word.h"

namespace hlo2c::frontend {
namespace {

/// Op, and its properties: `?` may be absent, `+` may be absent and is not written by older versions at all,
/// `/` ends with the sizes of groups.
using Row = std::pair<std::string_view, std::string_view>;

constexpr std::string_view broadcasting = "broadcast_dimensions?";

constexpr auto rows = std::to_array<Row>({
    {"builtin.module", "sym_name? sym_visibility?"},
    {"builtin.unrealized_conversion_cast", ""},
    {"func.call", "arg_attrs+ callee no_inline+ res_attrs+"},
    {"func.func", "arg_attrs? function_type no_inline+ res_attrs? sym_name sym_visibility?"},
    {"vhlo.func_v1", "arg_attrs function_type res_attrs sym_name sym_visibility"},
    {"sdy.manual_computation", "in_shardings manual_axes out_shardings"},
    {"sdy.mesh", "mesh sym_name"},
    {"sdy.reshard", "sharding"},
    {"sdy.sharding_constraint", "sharding"},
    {"stablehlo.all_gather", "all_gather_dim channel_handle? replica_groups use_global_device_ids?"},
    {"stablehlo.all_reduce", "channel_handle? replica_groups use_global_device_ids?"},
    {"stablehlo.all_to_all", "channel_handle? concat_dimension replica_groups split_count split_dimension"},
    {"stablehlo.batch_norm_grad", "epsilon feature_index"},
    {"stablehlo.batch_norm_inference", "epsilon feature_index"},
    {"stablehlo.batch_norm_training", "epsilon feature_index"},
    {"stablehlo.broadcast", "broadcast_sizes"},
    {"stablehlo.broadcast_in_dim", "broadcast_dimensions"},
    {"stablehlo.cbrt", "result_accuracy?"},
    {"stablehlo.cholesky", "lower?"},
    {"stablehlo.collective_broadcast", "channel_handle? has_dynamic_root+ replica_groups"},
    {"stablehlo.collective_permute", "channel_handle? source_target_pairs"},
    {"stablehlo.collective_reduce",
     "channel_handle? has_dynamic_root? replica_groups use_global_device_ids?"},
    {"stablehlo.compare", "compare_type? comparison_direction"},
    {"stablehlo.composite", "composite_attributes? decomposition name version?"},
    {"stablehlo.concatenate", "dimension"},
    {"stablehlo.constant", "value"},
    {"stablehlo.convolution",
     "batch_group_count dimension_numbers feature_group_count lhs_dilation? padding? precision_config? "
     "rhs_dilation? window_reversal? window_strides?"},
    {"stablehlo.cosine", "result_accuracy?"},
    {"stablehlo.cross-replica-sum", "replica_groups"},
    {"stablehlo.custom_call",
     "api_version? backend_config? call_target_name called_computations? has_side_effect? operand_layouts? "
     "output_operand_aliases? result_layouts? result_tilings+"},
    {"stablehlo.dot", "precision_config?"},
    {"stablehlo.dot_general", "algorithm+ dot_dimension_numbers precision_config?"},
    {"stablehlo.dynamic_broadcast_in_dim",
     "broadcast_dimensions known_expanding_dimensions? known_nonexpanding_dimensions?"},
    {"stablehlo.dynamic_conv",
     "batch_group_count dimension_numbers feature_group_count lhs_dilation? precision_config? rhs_dilation? "
     "window_reversal? window_strides?"},
    {"stablehlo.dynamic_gather", "dimension_numbers indices_are_sorted?"},
    {"stablehlo.dynamic_iota", "iota_dimension"},
    {"stablehlo.dynamic_slice", "slice_sizes"},
    {"stablehlo.einsum", "einsum_config"},
    {"stablehlo.exponential", "result_accuracy?"},
    {"stablehlo.exponential_minus_one", "result_accuracy?"},
    {"stablehlo.fft", "fft_length fft_type"},
    {"stablehlo.gather", "dimension_numbers indices_are_sorted? slice_sizes"},
    {"stablehlo.get_dimension_size", "dimension"},
    {"stablehlo.get_tuple_element", "index"},
    {"stablehlo.infeed", "infeed_config? layout?"},
    {"stablehlo.iota", "iota_dimension"},
    {"stablehlo.log", "result_accuracy?"},
    {"stablehlo.log_plus_one", "result_accuracy?"},
    {"stablehlo.logistic", "result_accuracy?"},
    {"stablehlo.map", "dimensions"},
    {"stablehlo.outfeed", "outfeed_config?"},
    {"stablehlo.pad", "edge_padding_high edge_padding_low interior_padding"},
    {"stablehlo.recv", "channel_handle is_host_transfer? source_target_pairs+"},
    {"stablehlo.reduce", "dimensions"},
    {"stablehlo.reduce_precision", "exponent_bits mantissa_bits"},
    {"stablehlo.reduce_scatter", "channel_handle? replica_groups scatter_dimension use_global_device_ids?"},
    {"stablehlo.reduce_window",
     "base_dilations? padding? window_dilations? window_dimensions window_strides?"},
    {"stablehlo.reverse", "dimensions"},
    {"stablehlo.rng", "rng_distribution"},
    {"stablehlo.rng_bit_generator", "rng_algorithm"},
    {"stablehlo.rsqrt", "result_accuracy?"},
    {"stablehlo.scatter", "indices_are_sorted? scatter_dimension_numbers unique_indices?"},
    {"stablehlo.select_and_scatter", "padding? window_dimensions? window_strides?"},
    {"stablehlo.send", "channel_handle is_host_transfer? source_target_pairs+"},
    {"stablehlo.set_dimension_size", "dimension"},
    {"stablehlo.sine", "result_accuracy?"},
    {"stablehlo.slice", "limit_indices start_indices strides"},
    {"stablehlo.sort", "dimension? is_stable?"},
    {"stablehlo.sqrt", "result_accuracy?"},
    {"stablehlo.tan", "result_accuracy?"},
    {"stablehlo.tanh", "result_accuracy?"},
    {"stablehlo.torch_index_select", "batch_dims dim"},
    {"stablehlo.transpose", "permutation"},
    {"stablehlo.triangular_solve", "left_side lower transpose_a unit_diagonal"},
    {"stablehlo.unary_einsum", "einsum_config"},
    {"chlo.broadcast_compare", "broadcast_dimensions? compare_type? comparison_direction"},
    {"chlo.constant", "value"},
    {"chlo.constant_like", "value"},
    {"chlo.ragged_dot", "precision_config? ragged_dot_dimension_numbers"},
    {"chlo.scan", "dimension is_associative? is_reverse? scan_dim_size+ /"},
    {"chlo.top_k", "k"},
});

PropertyLayout parsed(std::string_view text) {
    PropertyLayout layout;
    while (!text.empty()) {
        std::string_view word = take_word(text);
        if (word == "/") {
            layout.has_segments = true;
            continue;
        }
        const bool added = word.back() == '+', optional = added || word.back() == '?';
        if (optional) word.remove_suffix(1);
        layout.properties.push_back({word, optional, added});
    }
    return layout;
}

}  // namespace

bool PropertyLayout::select(std::size_t count) {
    if (count < properties.size())
        std::erase_if(properties, [](const Property& property) { return property.added; });
    return count == properties.size();
}

std::optional<PropertyLayout> property_layout(std::string_view op) {
    for (const auto& [name, text] : rows)
        if (name == op) return parsed(text);
    constexpr std::string_view vhlo_prefix = "vhlo.";
    if (op.starts_with(vhlo_prefix)) {
        const auto versioned = vhlo::op_from_name(op.substr(vhlo_prefix.size()));
        if (!versioned) return std::nullopt;
        PropertyLayout layout;
        for (const vhlo::AttributeRow* row : vhlo::attributes_of(*versioned->row, versioned->version))
            layout.properties.push_back({row->name});
        return layout;
    }
    if (!opcode_from_spelling(op)) return std::nullopt;
    return parsed(op.starts_with("chlo.broadcast_") ? broadcasting : "");
}

}  // namespace hlo2c::frontend
