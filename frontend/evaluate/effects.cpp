#include "frontend/evaluate/effects.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// True if the op itself, without its regions, has effects.
bool acts(const Op& op) {
    if (op.code == OpCode::CustomCall) return op.results.empty() || op[attr::has_side_effect];
    return !has_trait(op.code, op_trait::Pure | op_trait::Terminator | op_trait::Transparent);
}

}  // namespace

bool has_effects(const Op& op) {
    return acts(op) || std::any_of(op.regions.begin(), op.regions.end(), [](const Region& region) {
               return std::any_of(region.ops.begin(), region.ops.end(), has_effects);
           });
}

}  // namespace hlo2c::frontend
