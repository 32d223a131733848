#include "scheduler/halide/make_parallel.h"

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler::halide {

void make_parallel(Halide::Func output, std::vector<Halide::VarOrRVar>& order,
                   const ParallelLoops& parallel) {
    if (parallel.loops == 0) return;
    const auto loops = static_cast<std::size_t>(parallel.loops);
    const auto around = static_cast<std::size_t>(parallel.around);
    HLO2C_CHECK(loops + around <= order.size(), "a kernel has the loops that run in parallel");
    std::size_t at = order.size() - around - 1;
    for (std::size_t fused = 1; fused < loops; fused++, at--) {
        Halide::Var both("fused");
        output.fuse(order[at - 1], order[at], both);
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(at));
        order[at - 1] = both;
    }
    output.parallel(order[at]);
}

}  // namespace hlo2c::scheduler::halide
