#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/text/support_call.h"
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

/// The operation that loads every `stride`-th element.
struct StridedLoad {
    int stride;
    const char* operation;
};
/// That of a stride, or nullptr.
const StridedLoad* strided_load(std::int64_t stride);

/// The functions that kernels call, with what those call. Requiring a function also requires those that it
/// calls.
class VectorSupport {
public:
    /// Without FMA, functions multiply and add: those that need less accuracy round twice, the others keep
    /// the rounding error of the product (`fused_function`).
    explicit VectorSupport(bool has_fma = true, int vector_bytes = 32)
        : has_fma_(has_fma), vector_bytes_(vector_bytes) {}

    /// Requires a function. False if there is none.
    bool require(const SupportCall& function);
    void require_type(ValueType type);

    /// Name of the function that selects `lanes` from the concatenated operands (1 or 2 of one type).
    std::string shuffle(ValueType operand, int operands, const std::vector<int>& lanes);

    /// Name of a function that returns `body(names)`, a value of type `result`, for parameters with these
    /// types and names. Equal functions have one name.
    std::string kernel_function(const std::string& stem, ValueType result,
                                const std::vector<std::pair<ValueType, std::string>>& parameters,
                                const std::function<std::string(const std::vector<std::string>&)>& body);

    /// The header's text; `guard` is its include guard, `users` the text of the files that include it.
    std::string header(const std::string& guard, const std::string& users) const;

private:
    std::string shuffle_name(ValueType operand, int operands, const std::vector<int>& lanes);
    std::string widened_shuffle(ValueType operand, int operands, ValueType result, const std::string& lanes);

    bool has_fma_;
    int vector_bytes_;
    std::set<std::pair<ScalarKind, int>> vector_types_;
    std::map<std::string, std::string> shuffle_names_;  // pattern -> name
    std::map<std::string, int> shuffle_counts_;
    std::map<std::string, bool> required_;                 // names, and whether there is such a function
    std::vector<std::string> common_, vector_, portable_;  // definitions, users after what they use
    std::map<std::string, std::string> function_names_;    // stem, types and body -> name
    std::map<std::string, int> function_counts_;
    std::vector<std::string> kernel_functions_;  // definitions
};

}  // namespace hlo2c::codegen
