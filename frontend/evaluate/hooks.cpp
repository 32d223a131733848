#include "frontend/evaluate/hooks.h"

#include <array>

namespace hlo2c::frontend {
namespace {

constexpr std::array hooks = {
#define OP(name, ...) EvaluateHook{&evaluate_##name},
#include "frontend/ops.def"
};

}  // namespace

EvaluateHook hook_of(OpCode code) {
    return hooks[static_cast<std::size_t>(code)];
}

}  // namespace hlo2c::frontend
