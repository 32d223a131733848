#include "scheduler/halide/kernel_arguments.h"

namespace hlo2c::scheduler {

std::int64_t PackedWeight::element_count() const {
    std::int64_t count = 0;
    for (const Block& block : blocks) {
        std::int64_t elements = 1;
        for (const Loop& loop : block.loops) elements *= loop.extent;
        count += elements;
    }
    return count;
}

}  // namespace hlo2c::scheduler
