#include "frontend/ir/attributes.h"
#include "scheduler/program_names.h"
#include "scheduler/runtime/runtime_call.h"

namespace hlo2c::scheduler {

namespace {

/// The dimension that separates the two 32-bit words of a counter: the first even one, or the largest.
std::size_t split_dimension(const std::vector<std::int64_t>& shape) {
    std::size_t largest = 0;
    for (std::size_t d = 0; d < shape.size(); d++) {
        if (shape[d] % 2 == 0) return d;
        if (shape[d] > shape[largest]) largest = d;
    }
    return largest;
}

}  // namespace

std::vector<LoweredKernel> lower_rng_bit_generator(const Function& function, const Op& op) {
    const TensorType& state = function.tensor(op.operands[0]);
    const TensorType& type = function.tensor(op.results[1]);
    const std::int64_t words = state.element_count();
    const bool is_threefry = op[attr::rng_algorithm] == frontend::RngAlgorithm::ThreeFry;
    RuntimeCall call(function, op, "rt_random", is_threefry ? "hlo2c_threefry" : "hlo2c_philox");
    call.reads(op.operands[0]).writes(op.results[0]).writes(op.results[1]).structure("hlo2c_random");
    call.constant("count", type.element_count()).constant("bits", frontend::bit_width(type.element));
    call.constant("state_words", words);
    if (is_threefry) {
        std::int64_t outer = 1, split = 1, inner = 1;
        const std::size_t middle = split_dimension(type.shape);
        for (std::size_t d = 0; d < type.shape.size(); d++)
            (d < middle ? outer : d == middle ? split : inner) *= type.shape[d];
        call.constant("outer", outer).constant("split", split).constant("inner", inner);
    }
    call.schedule("counters side by side, 16 at a time").flops(type.element_count() * 40);
    return {call.finish()};
}

}  // namespace hlo2c::scheduler
