#include "scheduler/steps/live_ranges.h"

#include <algorithm>

#include "frontend/ops/output_operand_alias.h"
#include "scheduler/loops/in_place.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Walks the steps backwards: a variable is live at a point if a later step reads it.
class RangeFinder {
public:
    explicit RangeFinder(const PendingFunction& pending) : pending_(pending), function_(*pending.function) {
        found_.first_result = static_cast<Variable>(function_.values.size());
        name_carried(pending.body);
    }

    LiveRanges run() {
        const std::vector<ValueId>& results = pending_.body.results;
        const int end = time_--;
        for (std::size_t i = 0; i < results.size(); i++) {
            add_range(found_.variable_of_result(i), end, last_time);
            read_into(results[i], found_.variable_of_result(i), end);
        }
        walk(pending_.body);
        for (const auto& [variable, last] : open_) add_range(variable, time_, last);
        for (auto& [variable, ranges] : found_.ranges) std::reverse(ranges.begin(), ranges.end());
        std::reverse(found_.links.begin(), found_.links.end());
        return std::move(found_);
    }

private:
    static constexpr int last_time = 1;

    /// Maps the arguments of both regions of each loop to its loop carries.
    void name_carried(const PendingRegion& region) {
        for (const PendingStep& step : region.steps) {
            if (step.kind() == StepKind::While)
                for (const Region& inner : step.control->regions)
                    for (std::size_t i = 0; i < inner.arguments.size(); i++)
                        found_.carried[inner.arguments[i]] = step.control->results[i];
            for (const PendingRegion& inner : step.regions) name_carried(inner);
        }
    }

    Variable variable(ValueId value) const { return found_.variable_of(pending_.resolve(value)); }
    bool is_tensor(ValueId value) const { return function_.type(value).is_tensor(); }

    void add_range(Variable of, int begin, int end) { found_.ranges[of].push_back({begin, end, of}); }
    /// Notes a read of the variable; true if it is the last one.
    bool read(Variable of, int time) { return open_.emplace(of, time).second; }
    bool read_value(ValueId value, int time) {
        const ValueId storage = pending_.resolve(value);
        return !pending_.is_constant(storage) && is_tensor(storage) &&
               read(found_.variable_of(storage), time);
    }
    void write(Variable to, int time) {
        const auto live = open_.find(to);
        add_range(to, time, live != open_.end() ? live->second : time);
        if (live != open_.end()) open_.erase(live);
    }
    void link(Variable from, Variable to, int time, bool saves_copy = true) {
        found_.links.push_back({from, to, time, depth_, saves_copy});
    }
    /// Notes that `to` is written from `value`: a copy, unless both share memory.
    void read_into(ValueId value, Variable to, int time) {
        const ValueId storage = pending_.resolve(value);
        const Variable from = found_.variable_of(storage);
        read_value(value, time);
        if (from != to && !pending_.is_constant(storage)) link(from, to, time);
    }

    void walk(const PendingRegion& region, std::int64_t left_out = -1) {
        const int end = time_--;
        std::map<ValueId, std::size_t> first_writers;
        for (std::size_t s = 0; s < region.steps.size(); s++) {
            const PendingStep& step = region.steps[s];
            for (const ValueId value : step.writes) first_writers.emplace(value, s);
            if (step.is_send() && step.concurrent == 0)
                for (const ValueId value : step.reads) read_value(value, end);
        }
        for (std::size_t s = region.steps.size(); s-- > 0;) {
            if (static_cast<std::int64_t>(s) == left_out) continue;
            const PendingStep& step = region.steps[s];
            if (step.kind() == StepKind::While)
                walk_loop(step);
            else if (!step.regions.empty())
                walk_branch(step);
            else
                walk_step(step, s, first_writers);
        }
    }

    void walk_step(const PendingStep& step, std::size_t s,
                   const std::map<ValueId, std::size_t>& first_writers) {
        const int time = time_--;
        const bool is_done = step.kind() == StepKind::AsyncDone;
        for (const ValueId value : step.writes) {
            if (!is_tensor(value)) continue;
            if (first_writers.at(value) == s)
                write(variable(value), time);
            else
                read(variable(value), time);
        }
        // Even if nothing reads the results of a start, they are live until its end.
        if (is_done)
            for (const ValueId value : step.control->results)
                if (is_tensor(value)) read(variable(value), time);
        std::set<ValueId> ends;
        for (const ValueId value : step.reads)
            if (read_value(value, time)) ends.insert(value);
        if (step.control == nullptr && first_writers.at(step.writes[0]) == s)
            link_kernel(step.lowered, step.writes[0], ends, time);
        if (step.control != nullptr && is_hook_call(*step.control)) link_custom_call(*step.control, time);
    }

    int times_read(const LoweredKernel& lowered, ValueId storage) const {
        return static_cast<int>(std::count_if(
            lowered.arguments.begin(), lowered.arguments.end(), [&](const KernelArgument& argument) {
                return !argument.written && argument.value != frontend::no_value &&
                       pending_.resolve(argument.value) == storage;
            }));
    }

    void link_kernel(const LoweredKernel& lowered, ValueId written, const std::set<ValueId>& ends, int time) {
        if (lowered.updates != frontend::no_value) {
            const ValueId updated = pending_.resolve(lowered.updates);
            if (!pending_.is_constant(updated) && times_read(lowered, updated) == 0)
                link(variable(updated), variable(written), time);
            return;
        }
        const std::vector<KernelArgument>& arguments = lowered.arguments;
        for (std::size_t i = 0; i < arguments.size(); i++) {
            if (arguments[i].written || arguments[i].value == frontend::no_value) continue;
            const ValueId storage = pending_.resolve(arguments[i].value);
            if (ends.count(storage) == 0 || times_read(lowered, storage) != 1) continue;
            for (std::size_t output = i + 1; output < arguments.size(); output++)
                if (arguments[output].written &&
                    made_in_place(lowered.kernel.nest, static_cast<int>(i), static_cast<int>(output),
                                  !lowered.stores_twice))
                    link(variable(storage), variable(arguments[output].value), time, false);
        }
    }

    void link_custom_call(const Op& op, int time) {
        for (const frontend::OutputOperandAlias& alias : frontend::output_operand_aliases(op)) {
            const ValueId storage =
                pending_.resolve(op.operands[static_cast<std::size_t>(alias.operand_index)]);
            const auto result = static_cast<std::size_t>(
                alias.output_tuple_indices.empty() ? 0 : alias.output_tuple_indices.front());
            const auto uses = std::count_if(op.operands.begin(), op.operands.end(), [&](ValueId other) {
                return pending_.resolve(other) == storage;
            });
            if (uses == 1 && !pending_.is_constant(storage))
                link(variable(storage), variable(op.results[result]), time);
        }
    }

    void defined_inside(const PendingRegion& region, std::set<ValueId>& defined) const {
        defined.insert(region.region->arguments.begin(), region.region->arguments.end());
        for (const PendingStep& step : region.steps) {
            defined.insert(step.writes.begin(), step.writes.end());
            for (const PendingRegion& inner : step.regions) defined_inside(inner, defined);
        }
    }

    /// A value from outside the loop is live from the first iteration to the last.
    void walk_loop(const PendingStep& step) {
        const Op& op = *step.control;
        const PendingRegion &condition = step.regions[0], &body = step.regions[1];
        const std::optional<PendingCounter> counter = loop_counter(function_, pending_, step);
        const auto counts = [&](std::size_t i) { return counter && counter->state == i; };
        std::vector<std::size_t> carried;
        for (std::size_t i = 0; i < op.results.size(); i++)
            if (is_tensor(op.results[i])) carried.push_back(i);

        const int end = time_--;
        std::set<ValueId> defined;
        for (const PendingRegion& inner : step.regions) defined_inside(inner, defined);
        for (const PendingRegion& inner : step.regions) {
            for (const PendingStep& nested : inner.steps)
                for (const ValueId value : nested.reads)
                    if (defined.count(value) == 0) read_value(value, end);
            for (const ValueId value : inner.results)
                if (defined.count(pending_.resolve(value)) == 0) read_value(value, end);
        }
        for (const std::size_t i : carried) read(variable(op.results[i]), end);

        depth_++;
        const int next = time_--;
        for (const std::size_t i : carried)
            if (!counts(i)) write(variable(op.results[i]), next);
        for (const std::size_t i : carried)
            if (!counts(i)) read_into(body.results[i], variable(op.results[i]), next);
        walk(body, counter ? static_cast<std::int64_t>(counter->increment) : -1);

        const int condition_end = time_--;
        for (const std::size_t i : carried) read(variable(op.results[i]), condition_end);
        if (!counter) {
            read_value(condition.results[0], condition_end);
            walk(condition);
        }
        depth_--;

        const int begin = time_--;
        for (const std::size_t i : carried) write(variable(op.results[i]), begin);
        for (const std::size_t i : carried)
            if (reads_initial(op, i) && (!counts(i) || !counter->first))
                read_into(op.operands[i], variable(op.results[i]), begin);
        found_.counters[&op] = counter;
    }

    /// A value that only one branch reads is not live in the others.
    void walk_branch(const PendingStep& step) {
        const Op& op = *step.control;
        const int end = time_--;
        for (const ValueId result : op.results)
            if (is_tensor(result)) write(variable(result), end);
        const std::map<Variable, int> live_after = open_;
        std::set<Variable> live_before;
        for (std::size_t b = step.regions.size(); b-- > 0;) {
            const PendingRegion& branch = step.regions[b];
            const int copied = time_--;
            for (std::size_t i = 0; i < op.results.size(); i++) {
                if (!is_tensor(op.results[i])) continue;
                add_range(variable(op.results[i]), copied, copied);
                read_into(branch.results[i], variable(op.results[i]), copied);
            }
            walk(branch);
            const int begin = time_--;
            for (auto live = open_.begin(); live != open_.end();) {
                if (live_after.count(live->first)) {
                    ++live;
                    continue;
                }
                add_range(live->first, begin, live->second);
                live_before.insert(live->first);
                live = open_.erase(live);
            }
        }
        const int selected = time_--;
        read_value(op.operands[0], selected);
        for (const Variable variable : live_before) read(variable, selected);
    }

    const PendingFunction& pending_;
    const Function& function_;
    LiveRanges found_;
    std::map<Variable, int> open_;  ///< live variables, and the times of their last reads
    int time_ = 0, depth_ = 0;
};

}  // namespace

LiveRanges live_ranges(const PendingFunction& function) {
    return RangeFinder(function).run();
}

}  // namespace hlo2c::scheduler
