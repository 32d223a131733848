#include "frontend/ir/attributes.h"
#include "scheduler/runtime/runtime_call.h"

namespace hlo2c::scheduler {

using frontend::Function;
using frontend::Op;

std::vector<LoweredKernel> lower_cholesky(const Function& function, const Op& op) {
    const frontend::TensorType& type = function.tensor(op.operands[0]);
    const MatrixBatch a = matrix_batch(type);
    RuntimeCall call(function, op, "cholesky", "cholesky", type.element);
    call.updates(op.operands[0], op.results[0]).structure("hlo2c_matrices");
    call.constant("batches", a.batches).constant("rows", a.rows).constant("columns", a.columns);
    call.constant("lower", op[attr::lower] ? 1 : 0);
    call.schedule("in place, blocks of 32 rows").flops(a.batches * a.rows * a.rows * a.rows / 3);
    return {call.finish()};
}

std::vector<LoweredKernel> lower_triangular_solve(const Function& function, const Op& op) {
    const frontend::TensorType& type = function.tensor(op.operands[1]);
    const MatrixBatch b = matrix_batch(type);
    const bool left = op[attr::left_side];
    using frontend::Transposition;
    const Transposition transposition = op[attr::transpose_a];
    RuntimeCall call(function, op, "triangular_solve", "triangular_solve", type.element);
    call.reads(op.operands[0]).updates(op.operands[1], op.results[0]).structure("hlo2c_matrices");
    call.constant("batches", b.batches).constant("rows", b.rows).constant("columns", b.columns);
    call.constant("lower", op[attr::lower] ? 1 : 0).constant("left", left ? 1 : 0);
    call.constant("unit", op[attr::unit_diagonal] ? 1 : 0);
    call.constant("operation", transposition == Transposition::Adjoint     ? 2
                               : transposition == Transposition::Transpose ? 1
                                                                           : 0);
    call.schedule("in place, blocks of 32 rows");
    call.flops(b.batches * b.rows * b.columns * (left ? b.rows : b.columns));
    return {call.finish()};
}

}  // namespace hlo2c::scheduler
