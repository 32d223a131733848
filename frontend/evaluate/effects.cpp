#include "frontend/evaluate/effects.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// True if the op itself, without its regions, has effects.
bool acts(const Op& op) {
    switch (op.code) {
        case OpCode::While:
        case OpCode::If:
        case OpCode::Case:
        case OpCode::OptimizationBarrier: return false;
        case OpCode::CustomCall: return op.results.empty() || op[attr::has_side_effect];
        default: return !has_trait(op.code, op_trait::Pure) && !has_trait(op.code, op_trait::Terminator);
    }
}

}  // namespace

bool has_effects(const Op& op) {
    return acts(op) || std::any_of(op.regions.begin(), op.regions.end(), [](const Region& region) {
               return std::any_of(region.ops.begin(), region.ops.end(), has_effects);
           });
}

}  // namespace hlo2c::frontend
