#pragma once

#include <string_view>

/// The names of attributes of modules, functions, arguments and results.
namespace hlo2c::frontend::declarations {

// Of modules and functions.
inline constexpr char name[] = "sym_name";
inline constexpr char visibility[] = "sym_visibility";
inline constexpr char input_output_alias[] = "mhlo.input_output_alias";
inline constexpr char num_partitions[] = "mhlo.num_partitions";
inline constexpr char num_replicas[] = "mhlo.num_replicas";

// Of functions in generic form.
inline constexpr char argument_attributes[] = "arg_attrs";
inline constexpr char function_type[] = "function_type";
inline constexpr char result_attributes[] = "res_attrs";

/// True for the attributes that become members of a Function.
constexpr bool is_member_of_function(std::string_view attribute) {
    return attribute == name || attribute == visibility || attribute == function_type ||
           attribute == argument_attributes || attribute == result_attributes;
}

// Of arguments and results.
inline constexpr char aliasing_output[] = "tf.aliasing_output";
inline constexpr char global_constant[] = "jax.global_constant";
inline constexpr char buffer_donor[] = "jax.buffer_donor";
inline constexpr char result_info[] = "jax.result_info";
inline constexpr char sharding[] = "sdy.sharding";

}  // namespace hlo2c::frontend::declarations
