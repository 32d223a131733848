#include "frontend/ops/removable.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

bool is_silent_custom_call(const Op& op) {
    return op.code == OpCode::CustomCall && !op.results.empty() && !op[attr::has_side_effect];
}

}  // namespace

bool is_removable(const Op& op) {
    if (has_trait(op.code, op_trait::Terminator)) return true;
    if (!has_trait(op.code, op_trait::Pure | op_trait::Transparent) && !is_silent_custom_call(op))
        return false;
    return std::all_of(op.regions.begin(), op.regions.end(), [](const Region& region) {
        return std::all_of(region.ops.begin(), region.ops.end(),
                           [](const Op& inner) { return is_removable(inner); });
    });
}

}  // namespace hlo2c::frontend
