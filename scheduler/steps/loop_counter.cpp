#include "scheduler/steps/loop_counter.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ComparisonDirection;

class CounterSearch {
public:
    CounterSearch(const Function& function, const PendingFunction& pending, const PendingStep& loop)
        : function_(function),
          pending_(pending),
          loop_(loop),
          condition_(loop.regions[0]),
          body_(loop.regions[1]) {}

    std::optional<PendingCounter> run() {
        const auto found = frontend::while_counter(function_, *loop_.control,
                                                   [&](ValueId value) { return constant(value); });
        if (!found) return std::nullopt;
        static_cast<frontend::WhileCounter&>(result_) = *found;
        if (!only_compares() || !find_increment()) return std::nullopt;
        result_.first = constant(loop_.control->operands[result_.state]);
        if (!stays_in_range()) return std::nullopt;
        return result_;
    }

private:
    std::optional<std::int64_t> constant(ValueId value) const {
        const auto found = pending_.constants.find(pending_.resolve(value));
        if (found == pending_.constants.end()) return std::nullopt;
        const std::int64_t number = (*found->second)[attr::value].integer(0);
        if (frontend::is_unsigned_integer(function_.tensor(value).element) && number < 0) return std::nullopt;
        return number;
    }

    frontend::ElementType element() const {
        return function_.tensor(condition_.region->arguments[result_.state]).element;
    }

    /// True if the condition compares the counter with a limit that is the same in every iteration, and does
    /// nothing else.
    bool only_compares() {
        if (condition_.steps.size() != 1 || condition_.steps[0].control != nullptr ||
            frontend::bit_width(element()) < 8)
            return false;
        result_.last = constant(result_.limit);
        const auto& arguments = condition_.region->arguments;
        return result_.last ||
               (frontend::definition(*condition_.region, result_.limit) == nullptr &&
                std::find(arguments.begin(), arguments.end(), result_.limit) == arguments.end());
    }

    /// Finds the step that computes the next value, which nothing else may read.
    bool find_increment() {
        const ValueId next = result_.next;
        if (std::count_if(body_.results.begin(), body_.results.end(),
                          [&](ValueId value) { return pending_.resolve(value) == next; }) != 1)
            return false;
        bool found = false;
        for (std::size_t s = 0; s < body_.steps.size(); s++) {
            const PendingStep& step_of_body = body_.steps[s];
            if (step_of_body.reads.count(next)) return false;
            if (step_of_body.writes != std::vector<ValueId>{next}) continue;
            if (step_of_body.control != nullptr) return false;
            result_.increment = s;
            found = true;
        }
        return found;
    }

    /// True if the counter reaches its limit without an overflow of its type.
    bool stays_in_range() {
        using enum ComparisonDirection;
        const ComparisonDirection direction = result_.direction;
        const bool up = direction == Lt || direction == Le, down = direction == Gt || direction == Ge;
        if ((up && result_.step < 0) || (down && result_.step > 0)) return false;
        if (!result_.first || !result_.last)
            return (direction == Lt && result_.step == 1) || (direction == Gt && result_.step == -1);
        const auto trips = frontend::trip_count(result_, *result_.first, *result_.last);
        if (!trips) return false;
        using frontend::Wide;
        const int bits = frontend::bit_width(element());
        const bool is_unsigned = frontend::is_unsigned_integer(element());
        const Wide most = (Wide{1} << (is_unsigned ? bits : bits - 1)) - 1,
                   least = is_unsigned ? 0 : -most - 1;
        const Wide end = *result_.first + Wide{*trips} * result_.step;
        if (end < least || end > most) return false;
        result_.trip_count = *trips;
        return true;
    }

    const Function& function_;
    const PendingFunction& pending_;
    const PendingStep& loop_;
    const PendingRegion &condition_, &body_;
    PendingCounter result_;
};

}  // namespace

std::optional<PendingCounter> loop_counter(const Function& function, const PendingFunction& pending,
                                           const PendingStep& loop) {
    return CounterSearch(function, pending, loop).run();
}

}  // namespace hlo2c::scheduler
