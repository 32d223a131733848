#include "scheduler/halide/make_parallel.h"

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler::halide {

void make_parallel(Halide::Func output, std::vector<Halide::VarOrRVar>& order,
                   const ParallelLoops& parallel) {
    if (parallel.loops == 0) return;
    const auto loops = static_cast<std::size_t>(parallel.loops);
    HLO2C_CHECK(loops <= order.size(), "a kernel has the loops that run in parallel");
    for (std::size_t fused = 1; fused < loops; fused++) {
        const Halide::VarOrRVar outer = order.back();
        order.pop_back();
        Halide::Var both("fused");
        output.fuse(order.back(), outer, both);
        order.back() = both;
    }
    output.parallel(order.back());
}

}  // namespace hlo2c::scheduler::halide
