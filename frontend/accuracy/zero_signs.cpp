#include <algorithm>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"

namespace hlo2c::frontend {
namespace {

/// Ops that give one of their operands, whatever their order: -0 is less than +0.
constexpr OpSet choosing_one_zero = {OpCode::Maximum, OpCode::Minimum};

/// True if a reducer gives the same zero in every order.
bool gives_one_zero_in_any_order(const OpRun& run) {
    const std::vector<std::optional<OpCode>> combines = combining_ops(run.op().regions.back());
    return std::all_of(combines.begin(), combines.end(), [](const std::optional<OpCode>& code) {
        return code && choosing_one_zero.contains(*code);
    });
}

bool has_inexact(const std::vector<Estimate>& operands) {
    return std::any_of(operands.begin(), operands.end(),
                       [](const Estimate& operand) { return !operand.is_exact(); });
}

}  // namespace

bool leaves_zeros_open(const OpRun& run) {
    using Kind = AccuracyRule::Kind;
    switch (run.rule.kind) {
        case Kind::Sum:
        case Kind::Normwise:
        case Kind::Random:
        case Kind::Backward:
        case Kind::BatchNorm: return true;
        case Kind::Reduction: return has_inexact(run.operands) || !gives_one_zero_in_any_order(run);
        case Kind::Sorted: return has_inexact(run.operands) || !run.op()[attr::is_stable];
        case Kind::Moved:
        case Kind::Elementwise:
        case Kind::Bitwise: return false;
        default: return has_inexact(run.operands);
    }
}

}  // namespace hlo2c::frontend
