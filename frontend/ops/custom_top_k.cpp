#include "frontend/ops/custom_top_k.h"

#include "frontend/ops/called_computation.h"
#include "frontend/ops/configuration.h"

namespace hlo2c::frontend {

CustomTopK custom_top_k(const Op& op) {
    return {configured_number(op, "largest").value_or(1) != 0, configured_number(op, "reduction_dim"),
            called_computation(op)};
}

}  // namespace hlo2c::frontend
