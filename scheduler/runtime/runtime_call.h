#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// Builds one call of a function of runtime_c: first the buffers in the function's order, then scratch, then
/// constants.
class RuntimeCall {
public:
    /// `family` is the unit without its element type, `name` the function without prefix and type: "qr",
    /// "geqrf" and f32 stand for hlo2c_geqrf_f32 of the unit rt_qr_f32.
    RuntimeCall(const frontend::Function& function, const frontend::Op& op, const std::string& family,
                const std::string& name, frontend::ElementType element);
    /// For a function that serves all element types; `name` is its full name.
    RuntimeCall(const frontend::Function& function, const frontend::Op& op, const std::string& unit,
                const std::string& name);

    RuntimeCall& reads(frontend::ValueId value) { return argument(value, false); }
    RuntimeCall& writes(frontend::ValueId value) { return argument(value, true); }
    /// Writes `value`, which holds `initial` before the call.
    RuntimeCall& updates(frontend::ValueId initial, frontend::ValueId value);
    RuntimeCall& scratch(std::int64_t bytes);
    RuntimeCall& structure(const std::string& type);
    RuntimeCall& constant(const std::string& name, std::int64_t value);
    RuntimeCall& schedule(const std::string& words);
    RuntimeCall& flops(std::int64_t count);
    LoweredKernel finish();

private:
    RuntimeCall& argument(frontend::ValueId value, bool written);

    const frontend::Function& function_;
    const frontend::Op& op_;
    LoweredKernel result_;
};

/// Sizes of a batch of matrices.
struct MatrixBatch {
    std::int64_t batches = 1, rows = 1, columns = 1;
};
MatrixBatch matrix_batch(const frontend::TensorType& type);

/// "f32", "c128": the suffix of functions for an element type.
std::string runtime_type(frontend::ElementType element);

// One function per family, each in the file of its name.
std::vector<LoweredKernel> lower_cholesky(const frontend::Function& function, const frontend::Op& op);
std::vector<LoweredKernel> lower_triangular_solve(const frontend::Function& function, const frontend::Op& op);
std::vector<LoweredKernel> lower_rng_bit_generator(const frontend::Function& function,
                                                   const frontend::Op& op);
/// The calls that replace a LAPACK custom call; nullopt for custom calls of other targets.
std::optional<std::vector<LoweredKernel>> lower_lapack(const frontend::Function& function,
                                                       const frontend::Op& op, const Schedule& schedule);
/// The problem of a LAPACK custom call; an empty one if nothing is decided about it, and for other ops.
Problem lapack_problem(const frontend::Function& function, const frontend::Op& op);

}  // namespace hlo2c::scheduler
