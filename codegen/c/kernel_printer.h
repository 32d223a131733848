#pragma once

#include <string>
#include <vector>

#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// A kernel as C. Its signature is
///
///     void PREFIX_name(const float *restrict a, ..., float *restrict out[, unsigned char *restrict scratch])
///
/// with the parameters in the nest's order, and 64-byte aligned scratch if the nest needs it. A kernel with a
/// parallel loop takes `const hlo2c_context *context` as its last parameter and returns an int, the status of
/// the loop's hook.
struct PrintedKernel {
    std::string name;        ///< C identifier with the prefix
    std::string prototype;   ///< "void lib_dot(const float *restrict a, ...);"
    std::string definition;  ///< comment, outlined loop bodies, function; empty for Runtime kernels
    bool takes_scratch = false;
    bool takes_context = false;  ///< and returns a status
};

struct PrintedKernels {
    std::vector<PrintedKernel> kernels;  ///< in the order of Plan::kernels
    /// Text of PREFIX_vector.h: the types, loads, arithmetic and math functions that are used. It must be the
    /// first #include of a file with kernels, because it turns off contraction of floating-point expressions.
    std::string support_header;
};

/// Prints all kernels of the plan; nests come from scheduler::finish_loops. Files with kernels include
/// "PREFIX_vector.h" and then, if a kernel takes the context, "hlo2c_runtime.h".
PrintedKernels print_kernels(const scheduler::Plan& plan, const std::string& prefix);

}  // namespace hlo2c::codegen
