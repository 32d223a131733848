#pragma once

/// The names of StableHLO's structured attributes. Those of gather and scatter are beside their fields, in
/// dimension_numbers.h.
namespace hlo2c::frontend::structures {

inline constexpr char axis_ref[] = "stablehlo.axis_ref";
inline constexpr char channel_handle[] = "stablehlo.channel_handle";
inline constexpr char complex_number[] = "complex.number";
inline constexpr char convolution[] = "stablehlo.conv";
inline constexpr char dot[] = "stablehlo.dot";
inline constexpr char dot_algorithm[] = "stablehlo.dot_algorithm";
inline constexpr char output_operand_alias[] = "stablehlo.output_operand_alias";
inline constexpr char replica_group_mesh_axes[] = "stablehlo.replica_group_mesh_axes";
inline constexpr char result_accuracy[] = "stablehlo.result_accuracy";
inline constexpr char result_accuracy_mode[] = "stablehlo.result_accuracy_mode";
inline constexpr char sharding_per_value[] = "sdy.sharding_per_value";
inline constexpr char sub_axis_info[] = "stablehlo.sub_axis_info";
inline constexpr char sharding[] = "sdy.sharding";

}  // namespace hlo2c::frontend::structures
