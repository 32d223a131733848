#pragma once

#include "frontend/ir/attribute_key.h"
#include "frontend/ir/dimension_numbers.h"

/// The keys of all attributes of ops: `op[attr::strides]`. A key has the attribute's name, and its default
/// from the specification. If ops have different defaults for one name, each default has a key of its own.
namespace hlo2c::attr {

using frontend::Attr;
using frontend::Attribute;
using frontend::empty_list;
using frontend::Integers;
using frontend::Literal;
using frontend::optional;
using frontend::PerDimension;
using frontend::required;
using frontend::SymbolAttribute;

// Elementwise ops
inline constexpr Attr<frontend::ComparisonDirection> comparison_direction{"comparison_direction", required};
inline constexpr Attr<frontend::ComparisonType> compare_type{"compare_type",
                                                             frontend::ComparisonType::NoType};
inline constexpr Attr<std::int64_t> exponent_bits{"exponent_bits", required, "i32"};
inline constexpr Attr<std::int64_t> mantissa_bits{"mantissa_bits", required, "i32"};
inline constexpr Attr<Attribute> result_accuracy{"result_accuracy", optional};

// Movement
inline constexpr Attr<Literal> value{"value", required};
inline constexpr Attr<Attribute> scalar_value{value.name, required};  ///< of chlo.constant_like
inline constexpr Attr<Integers> broadcast_dimensions{"broadcast_dimensions", required};
inline constexpr Attr<Integers> chlo_broadcast_dimensions{broadcast_dimensions.name, empty_list};
inline constexpr Attr<Integers> broadcast_sizes{"broadcast_sizes", required};
inline constexpr Attr<Integers> known_expanding_dimensions{"known_expanding_dimensions", empty_list};
inline constexpr Attr<Integers> known_nonexpanding_dimensions{"known_nonexpanding_dimensions", empty_list};
inline constexpr Attr<std::int64_t> dimension{"dimension", required};
inline constexpr Attr<Integers> dimensions{"dimensions", required};
inline constexpr Attr<std::int64_t> iota_dimension{"iota_dimension", required};
inline constexpr Attr<Integers> edge_padding_low{"edge_padding_low", required};
inline constexpr Attr<Integers> edge_padding_high{"edge_padding_high", required};
inline constexpr Attr<Integers> interior_padding{"interior_padding", required};
inline constexpr Attr<Integers> permutation{"permutation", required};
inline constexpr Attr<Integers> start_indices{"start_indices", required};
inline constexpr Attr<Integers> limit_indices{"limit_indices", required};
inline constexpr Attr<Integers> strides{"strides", required};
inline constexpr Attr<Integers> slice_sizes{"slice_sizes", required};

// Random numbers
inline constexpr Attr<frontend::RngAlgorithm> rng_algorithm{"rng_algorithm", required};
inline constexpr Attr<frontend::RngDistribution> rng_distribution{"rng_distribution", required};

// Contractions, transforms and solvers
inline constexpr Attr<Attribute> algorithm{"algorithm", optional};
inline constexpr Attr<std::int64_t> batch_group_count{"batch_group_count", required};
inline constexpr Attr<frontend::ConvolutionDimensions> convolution_dimension_numbers{"dimension_numbers",
                                                                                     required};
inline constexpr Attr<frontend::DotDimensions> dot_dimension_numbers{"dot_dimension_numbers", required};
inline constexpr Attr<std::string> einsum_config{"einsum_config", required};
inline constexpr Attr<std::int64_t> feature_group_count{"feature_group_count", required};
inline constexpr Attr<Integers> fft_length{"fft_length", required};
inline constexpr Attr<frontend::FftType> fft_type{"fft_type", required};
inline constexpr Attr<bool> left_side{"left_side", required};
inline constexpr PerDimension lhs_dilation{"lhs_dilation", 1};
inline constexpr Attr<bool> lower{"lower", false};
inline constexpr PerDimension padding{"padding", 0, 2};
inline constexpr Attr<Attribute> precision_config{"precision_config", optional};
inline constexpr Attr<frontend::RaggedDotDimensions> ragged_dot_dimension_numbers{
    "ragged_dot_dimension_numbers", required};
inline constexpr PerDimension rhs_dilation{"rhs_dilation", 1};
inline constexpr Attr<frontend::Transposition> transpose_a{"transpose_a", required};
inline constexpr Attr<bool> unit_diagonal{"unit_diagonal", required};
inline constexpr PerDimension window_reversal{"window_reversal", 0, 1, "i1"};
inline constexpr PerDimension window_strides{"window_strides", 1};

// Reductions
inline constexpr PerDimension base_dilations{"base_dilations", 1};
inline constexpr Attr<double> epsilon{"epsilon", required};
inline constexpr Attr<std::int64_t> feature_index{"feature_index", required};
inline constexpr Attr<bool> is_associative{"is_associative", optional};
inline constexpr Attr<bool> is_reverse{"is_reverse", false};
inline constexpr Attr<Integers> operand_segment_sizes{"operandSegmentSizes", required, "i32"};
inline constexpr Attr<Integers> result_segment_sizes{"resultSegmentSizes", required, "i32"};
inline constexpr Attr<std::int64_t> scan_dim_size{"scan_dim_size", frontend::dynamic_size};
inline constexpr PerDimension window_dilations{"window_dilations", 1};
inline constexpr Attr<Integers> window_dimensions{"window_dimensions", required};
inline constexpr Attr<Integers> selection_window{window_dimensions.name, optional};  ///< see (C4)

// Indexing
inline constexpr Attr<std::int64_t> batch_dims{"batch_dims", required};
inline constexpr Attr<std::int64_t> dim{"dim", required};
inline constexpr Attr<frontend::GatherDimensions> gather_dimension_numbers{convolution_dimension_numbers.name,
                                                                           required};
inline constexpr Attr<bool> indices_are_sorted{"indices_are_sorted", false};
inline constexpr Attr<bool> is_stable{"is_stable", false};
inline constexpr Attr<std::int64_t> k{"k", required};
inline constexpr Attr<frontend::ScatterDimensions> scatter_dimension_numbers{"scatter_dimension_numbers",
                                                                             required};
inline constexpr Attr<std::int64_t> sort_dimension{dimension.name, -1};
inline constexpr Attr<bool> unique_indices{"unique_indices", false};
/// If a scatter window is partly out of bounds, HLO skips all of it, StableHLO only the elements outside.
inline constexpr Attr<bool> whole_windows{"hlo2c.whole_windows", false};
/// Operands of a loop whose elements the iterations all write before they read any.
inline constexpr Attr<Integers> unread_operands{"hlo2c.unread_operands", empty_list};
/// The slots that the iterations of a loop are divided among: each slot runs neighbouring ones, beside the
/// others.
inline constexpr Attr<std::int64_t> slots{"hlo2c.slots", 1};

// Calls and tuples
inline constexpr Attr<std::int64_t> api_version{"api_version", 1, "i32"};
inline constexpr Attr<Attribute> backend_config{"backend_config", optional};
inline constexpr Attr<std::string> call_target_name{"call_target_name", ""};
inline constexpr Attr<Attribute> called_computations{"called_computations", optional};
inline constexpr Attr<SymbolAttribute> callee{"callee", required};
inline constexpr Attr<Attribute> composite_attributes{"composite_attributes", optional};
inline constexpr Attr<std::string> composite_name{"name", required};
inline constexpr Attr<std::int64_t> composite_version{"version", 0, "i32"};
inline constexpr Attr<SymbolAttribute> decomposition{"decomposition", required};
inline constexpr Attr<std::string> error_message{"error_message",
                                                 "an assertion of the program does not hold"};
inline constexpr Attr<bool> has_side_effect{"has_side_effect", false};
inline constexpr Attr<std::int64_t> index{"index", required, "i32"};
inline constexpr Attr<Integers> indices_of_shape_operands{"indices_of_shape_operands", empty_list};
inline constexpr Attr<Attribute> mhlo_attributes{"mhlo.attributes", optional};
inline constexpr Attr<Attribute> mhlo_backend_config{"mhlo.backend_config", optional};
inline constexpr Attr<Attribute> mhlo_frontend_attributes{"mhlo.frontend_attributes", optional};
inline constexpr Attr<std::string> mhlo_sharding{"mhlo.sharding", ""};
inline constexpr Attr<Attribute> operand_layouts{"operand_layouts", optional};
inline constexpr Attr<Attribute> output_operand_aliases{"output_operand_aliases", optional};
inline constexpr Attr<Attribute> result_layouts{"result_layouts", optional};

// Processes
inline constexpr Attr<std::int64_t> all_gather_dim{"all_gather_dim", required};
inline constexpr Attr<Attribute> channel_handle{"channel_handle", optional};
inline constexpr Attr<std::int64_t> channel_id{"channel_id", 0};
inline constexpr Attr<std::int64_t> concat_dimension{"concat_dimension", required};
inline constexpr Attr<bool> has_dynamic_root{"has_dynamic_root", false};
inline constexpr Attr<Attribute> in_shardings{"in_shardings", required};
inline constexpr Attr<std::string> infeed_config{"infeed_config", ""};
inline constexpr Attr<bool> is_host_transfer{"is_host_transfer", false};
inline constexpr Attr<Attribute> layout{"layout", optional};
inline constexpr Attr<Attribute> manual_axes{"manual_axes", required};
inline constexpr Attr<Attribute> mesh{"mesh", required};
inline constexpr Attr<Attribute> out_shardings{"out_shardings", required};
inline constexpr Attr<std::string> outfeed_config{"outfeed_config", ""};
inline constexpr Attr<Attribute> replica_groups{"replica_groups", optional};
inline constexpr Attr<Literal> group_table{replica_groups.name, required};
inline constexpr Attr<Integers> group_members{replica_groups.name, required};
inline constexpr Attr<std::int64_t> scatter_dimension{"scatter_dimension", required};
inline constexpr Attr<Attribute> sharding{"sharding", required};
inline constexpr Attr<Integers> source_target_pairs{"source_target_pairs", empty_list};
inline constexpr Attr<Literal> pair_table{source_target_pairs.name, required};
inline constexpr Attr<std::int64_t> split_count{"split_count", required};
inline constexpr Attr<std::int64_t> split_dimension{"split_dimension", required};
inline constexpr Attr<Attribute> stablehlo_mesh{"stablehlo.mesh", optional};
inline constexpr Attr<SymbolAttribute> sym_name{"sym_name", required};
inline constexpr Attr<bool> use_global_device_ids{"use_global_device_ids", false};

// Checks of test modules
inline constexpr Attr<double> almost_eq_tolerance{"tolerance", 1e-3};
inline constexpr Attr<double> almost_eq_const_tolerance{almost_eq_tolerance.name, 1e-4};
inline constexpr Attr<Attribute> infeed{"infeed", optional};
inline constexpr Attr<std::int64_t> iteration{"iter", 0, "ui32"};
inline constexpr Attr<std::int64_t> max_ulp_difference{"max_ulp_difference", 3};
inline constexpr Attr<std::int64_t> min_ulp_difference{"min_ulp_difference", 0};
inline constexpr Attr<std::string> probe_id{"probe_id", required};
inline constexpr Attr<Attribute> programs{"programs", required};

}  // namespace hlo2c::attr
