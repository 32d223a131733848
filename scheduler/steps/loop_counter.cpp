#include "scheduler/steps/loop_counter.h"

#include <algorithm>
#include <map>

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

/// The op of a region that defines `value`, or nullptr.
const Op* maker(const frontend::Region& region, ValueId value) {
    for (const Op& op : region.ops)
        if (std::find(op.results.begin(), op.results.end(), value) != op.results.end()) return &op;
    return nullptr;
}

class CounterSearch {
public:
    CounterSearch(const frontend::Function& function, const PendingFunction& pending, const PendingStep& loop)
        : function_(function),
          pending_(pending),
          loop_(loop),
          condition_(loop.regions[0]),
          body_(loop.regions[1]) {}

    std::optional<PendingCounter> run() {
        if (!find_comparison() || !find_increment() || !find_first() || !stays_in_range())
            return std::nullopt;
        return result_;
    }

private:
    std::optional<std::int64_t> constant(ValueId value) const {
        const auto found = pending_.constants.find(pending_.resolve(value));
        if (found == pending_.constants.end()) return std::nullopt;
        const std::int64_t number = (*found->second)[attr::value].integer(0);
        const frontend::ElementType element = function_.tensor(value).element;
        if (frontend::is_unsigned_integer(element) && number < 0) return std::nullopt;
        return number;
    }

    bool find_comparison() {
        using frontend::ComparisonDirection;
        static const std::map<ComparisonDirection, std::string> signs = {{ComparisonDirection::Lt, "<"},
                                                                         {ComparisonDirection::Le, "<="},
                                                                         {ComparisonDirection::Gt, ">"},
                                                                         {ComparisonDirection::Ge, ">="},
                                                                         {ComparisonDirection::Ne, "!="}};
        static const std::map<ComparisonDirection, ComparisonDirection> turned = {
            {ComparisonDirection::Lt, ComparisonDirection::Gt},
            {ComparisonDirection::Le, ComparisonDirection::Ge},
            {ComparisonDirection::Gt, ComparisonDirection::Lt},
            {ComparisonDirection::Ge, ComparisonDirection::Le}};
        const Op* compare = maker(*condition_.region, condition_.results[0]);
        if (compare == nullptr || compare->code != OpCode::Compare || condition_.steps.size() != 1 ||
            condition_.steps[0].control != nullptr)
            return false;
        const auto& arguments = condition_.region->arguments;
        ComparisonDirection direction = (*compare)[attr::comparison_direction];
        auto counter = std::find(arguments.begin(), arguments.end(), compare->operands[0]);
        result_.limit = compare->operands[1];
        if (counter == arguments.end()) {
            counter = std::find(arguments.begin(), arguments.end(), compare->operands[1]);
            result_.limit = compare->operands[0];
            if (turned.count(direction)) direction = turned.at(direction);
        }
        if (counter == arguments.end() || !signs.count(direction)) return false;
        result_.state = static_cast<std::size_t>(counter - arguments.begin());
        result_.comparison = signs.at(direction);
        const frontend::TensorType& type = function_.tensor(*counter);
        if (type.rank() != 0 || !frontend::is_integer(type.element) || frontend::bit_width(type.element) < 8)
            return false;
        result_.last = constant(result_.limit);
        // A limit from outside the loop is the same in every iteration.
        return result_.last || maker(*condition_.region, result_.limit) == nullptr;
    }

    bool is_argument(ValueId value) const {
        const auto& arguments = condition_.region->arguments;
        return std::find(arguments.begin(), arguments.end(), value) != arguments.end();
    }

    bool find_increment() {
        if (!result_.last && is_argument(result_.limit)) return false;
        const ValueId old = body_.region->arguments[result_.state], next = body_.results[result_.state];
        const Op* add = maker(*body_.region, next);
        if (add == nullptr || (add->code != OpCode::Add && add->code != OpCode::Subtract)) return false;
        const bool is_first = add->operands[0] == old;
        if (!is_first && (add->code == OpCode::Subtract || add->operands[1] != old)) return false;
        const std::optional<std::int64_t> step = constant(add->operands[is_first ? 1 : 0]);
        if (!step || *step == 0 || *step > INT32_MAX || *step < -INT32_MAX) return false;
        result_.step = add->code == OpCode::Subtract ? -*step : *step;
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

    bool find_first() {
        result_.first = constant(loop_.control->operands[result_.state]);
        return true;
    }

    bool stays_in_range() {
        const bool up = result_.comparison[0] == '<', down = result_.comparison[0] == '>';
        if ((up && result_.step < 0) || (down && result_.step > 0)) return false;
        if (!result_.first || !result_.last)
            return (result_.comparison == "<" && result_.step == 1) ||
                   (result_.comparison == ">" && result_.step == -1);
        __extension__ using Wide = __int128;
        const Wide first = *result_.first, last = *result_.last, step = result_.step;
        Wide turns = 0;
        if (result_.comparison == "!=") {
            if ((last - first) % step != 0 || (last - first) / step < 0) return false;
            turns = (last - first) / step;
        } else {
            const Wide size = step < 0 ? -step : step;
            const Wide way = (up ? last - first : first - last) + (result_.comparison.size() == 2 ? 1 : 0);
            turns = way > 0 ? (way + size - 1) / size : 0;
        }
        const frontend::ElementType element =
            function_.tensor(condition_.region->arguments[result_.state]).element;
        const int bits = frontend::bit_width(element);
        const bool is_unsigned = frontend::is_unsigned_integer(element);
        const Wide most = (Wide{1} << (is_unsigned ? bits : bits - 1)) - 1,
                   least = is_unsigned ? 0 : -most - 1;
        const Wide end = first + turns * step;
        if (end < least || end > most || turns > INT64_MAX) return false;
        result_.trip_count = static_cast<std::int64_t>(turns);
        return true;
    }

    const frontend::Function& function_;
    const PendingFunction& pending_;
    const PendingStep& loop_;
    const PendingRegion &condition_, &body_;
    PendingCounter result_;
};

}  // namespace

std::optional<PendingCounter> loop_counter(const frontend::Function& function, const PendingFunction& pending,
                                           const PendingStep& loop) {
    return CounterSearch(function, pending, loop).run();
}

}  // namespace hlo2c::scheduler
