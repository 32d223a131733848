#include "scheduler/halide/lower_group.h"

#include <array>

#include "frontend/diagnostic.h"
#include "scheduler/halide/element_builder.h"

namespace hlo2c::scheduler::halide {
namespace {

LoweredKernel lower_control(const GroupToLower&) {
    HLO2C_CHECK(false, "control flow is steps of the plan, not a kernel");
    return {};
}

using Lowering = LoweredKernel (*)(const GroupToLower&);

/// In the order of GroupKind.
constexpr std::array<Lowering, 10> lowerings = {
    lower_map,          // Map
    lower_row,          // Row
    lower_reduction,    // Reduction
    lower_contraction,  // Contraction
    lower_reduction,    // Window
    lower_scatter,      // Scatter
    lower_update,       // Update
    lower_map,          // Assemble
    lower_sort,         // Sort
    lower_control,      // Control
};

}  // namespace

LoweredKernel lower_group(const GroupToLower& request) {
    try {
        return lowerings[static_cast<std::size_t>(request.group.kind)](request);
    } catch (const Halide::Error& error) {
        broken_invariant("Halide accepts the algorithm and its schedule", __FILE__, __LINE__, error.what());
    }
}

}  // namespace hlo2c::scheduler::halide
