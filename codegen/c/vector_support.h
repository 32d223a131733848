#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

using scheduler::ScalarKind;
using scheduler::ValueType;

/// Spelling of a value in C: "float", "int32_t", "f32x8". Boolean is "int".
std::string c_type(ValueType type);
/// Spelling of a memory element: booleans are "unsigned char".
std::string c_memory_type(ScalarKind kind);
/// Integers of the value's width and lanes that serve as its mask: f32x8 -> i32x8.
ValueType mask_type(ValueType type);
ScalarKind integer_kind(int bits, bool is_signed);

/// The functions that kernels call, with what those call. A name is `operation_type` or
/// `operation_type_type2`: "fma_f32x8", "convert_f32x8_i32x8", "exp_f32". Requiring a function also requires
/// those that it calls.
class VectorSupport {
public:
    /// Without FMA, functions multiply and add: those that need less accuracy round twice, the others keep
    /// the rounding error of the product (`fused_function`).
    explicit VectorSupport(bool has_fma = true) : has_fma_(has_fma) {}

    /// Requires a function by its name. Ignores a name that no function has.
    void require(const std::string& name);
    void require_type(ValueType type);
    /// Requires the functions and the vector types that a definition written by hand uses.
    void require_parts(std::string_view definition);

    /// Name of the function that selects `lanes` from the concatenated operands (1 or 2 of one type).
    std::string shuffle(ValueType operand, int operands, const std::vector<int>& lanes);

    /// True if a function of this name has been required and exists.
    bool provides(const std::string& name) const { return defined_.count(name) != 0; }

    /// The header's text; `guard` is its include guard.
    std::string header(const std::string& guard) const;

private:
    std::string shuffle_name(ValueType operand, int operands, const std::vector<int>& lanes);

    bool has_fma_;
    std::set<std::pair<ScalarKind, int>> vector_types_;
    std::map<std::string, std::string> shuffle_names_;  // pattern -> name
    std::map<std::string, int> shuffle_counts_;
    std::set<std::string> known_, defined_;
    std::vector<std::string> common_, vector_, portable_;  // definitions, users after what they use
};

}  // namespace hlo2c::codegen
