#include "scheduler/rewrite/counted_loop.h"

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {

IntegerConstants::IntegerConstants(const Function& function) {
    frontend::for_each_op(function.body, [&](const Op& op) {
        if (op.code != OpCode::Constant) return;
        const TensorType& type = function.tensor(op.results[0]);
        if (type.rank() == 0 && frontend::is_integer(type.element))
            numbers_[op.results[0]] = op[attr::value].integer(0);
    });
}

std::optional<std::int64_t> IntegerConstants::of(ValueId value) const {
    const auto found = numbers_.find(value);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<CountedLoop> counted_loop(const Function& function, const Op& loop,
                                        const IntegerConstants& constants) {
    const auto counter =
        frontend::while_counter(function, loop, [&](ValueId value) { return constants.of(value); });
    if (!counter) return std::nullopt;
    const auto first = constants.of(loop.operands[counter->state]), limit = constants.of(counter->limit);
    if (!first || !limit) return std::nullopt;
    const auto trips = frontend::trip_count(*counter, *first, *limit);
    return trips ? std::optional(CountedLoop{*counter, *first, *limit, *trips}) : std::nullopt;
}

}  // namespace hlo2c::scheduler
