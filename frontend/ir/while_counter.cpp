#include "frontend/ir/while_counter.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/element_type.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

using enum ComparisonDirection;

/// The direction of b to a, if `direction` is that of a to b.
ComparisonDirection mirrored(ComparisonDirection direction) {
    switch (direction) {
        case Lt: return Gt;
        case Le: return Ge;
        case Gt: return Lt;
        case Ge: return Le;
        default: return direction;
    }
}

/// Finds the state, the direction and the limit.
bool find_comparison(const Region& condition, WhileCounter& counter) {
    const Op* compare = definition(condition, condition.ops.back().operands[0]);
    if (compare == nullptr || compare->code != OpCode::Compare) return false;
    const auto& arguments = condition.arguments;
    counter.direction = (*compare)[attr::comparison_direction];
    auto argument = std::find(arguments.begin(), arguments.end(), compare->operands[0]);
    counter.limit = compare->operands[1];
    if (argument == arguments.end()) {
        argument = std::find(arguments.begin(), arguments.end(), compare->operands[1]);
        counter.limit = compare->operands[0];
        counter.direction = mirrored(counter.direction);
    }
    if (argument == arguments.end() || counter.direction == Eq) return false;
    counter.state = static_cast<std::size_t>(argument - arguments.begin());
    return true;
}

constexpr auto signs_of_second_operands = partial<int>({{OpCode::Add, 1}, {OpCode::Subtract, -1}});

}  // namespace

int sign_of_second_operand(OpCode code) {
    return behaviour(signs_of_second_operands, code);
}

std::optional<WhileCounter> while_counter(
    const Function& function, const Op& loop,
    const std::function<std::optional<std::int64_t>(ValueId)>& constant) {
    const Region &condition = loop.regions[0], &body = loop.regions[1];
    WhileCounter counter;
    if (!find_comparison(condition, counter)) return std::nullopt;
    const ValueId old = body.arguments[counter.state];
    const TensorType& type = function.tensor(old);
    if (type.rank() != 0 || !is_integer(type.element)) return std::nullopt;
    counter.next = body.ops.back().operands[counter.state];
    const Op* add = definition(body, counter.next);
    const int sign = add != nullptr ? sign_of_second_operand(add->code) : 0;
    if (sign == 0) return std::nullopt;
    const bool is_first = add->operands[0] == old;
    if (!is_first && (sign < 0 || add->operands[1] != old)) return std::nullopt;
    const std::optional<std::int64_t> step = constant(add->operands[is_first ? 1 : 0]);
    if (!step || *step == 0 || *step > INT32_MAX || *step < -INT32_MAX) return std::nullopt;
    counter.step = sign * *step;
    return counter;
}

std::optional<std::int64_t> trip_count(const WhileCounter& counter, std::int64_t first, std::int64_t limit) {
    const Wide way = Wide{limit} - first, step = counter.step;
    Wide trips = 0;
    if (counter.direction == Ne) {
        if (way % step != 0 || way / step < 0) return std::nullopt;
        trips = way / step;
    } else {
        const bool up = counter.direction == Lt || counter.direction == Le;
        const bool meets_limit = counter.direction == Le || counter.direction == Ge;
        const Wide size = step < 0 ? -step : step;
        const Wide length = (up ? way : -way) + (meets_limit ? 1 : 0);
        if (length > 0 && up != (step > 0)) return std::nullopt;
        trips = length > 0 ? (length + size - 1) / size : 0;
    }
    return narrowed(trips);
}

}  // namespace hlo2c::frontend
