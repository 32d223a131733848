#include "scheduler/steps/loops.h"

#include <algorithm>
#include <unordered_map>

#include "scheduler/steps/buffers.h"
#include "scheduler/steps/function_steps.h"
#include "scheduler/steps/loop_counter.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

LoopCounter counter_of(StepBuilder& builder, const PendingCounter& counter, BufferId state) {
    LoopCounter count;
    count.counter = {state, 0};
    count.kind = builder.result.buffers[state].element;
    count.first = counter.first;
    count.comparison = counter.comparison;
    count.last = counter.last;
    if (!counter.last) count.limit = {buffer_of(builder, counter.limit), 0};
    count.step = counter.step;
    return count;
}

/// Lets the body compute result `i` right into the loop's state where the old state is not read afterwards.
void place_next_state(StepBuilder& builder, const PendingRegion& body, std::size_t i, BufferId state) {
    const ValueId next = builder.resolve(body.results[i]), old = body.region->arguments[i];
    const StorageUse made = builder.use(body, next), read = builder.use(body, old);
    if (made.writer < 0 || builder.buffers.count(next) || made.results > 1) return;
    if (next != old && read.results > 0) return;
    const int last = read.last_reader;
    const PendingStep& maker = body.steps[static_cast<std::size_t>(made.writer)];
    const bool updates_it = !maker.control && maker.lowered.updates != frontend::no_value &&
                            builder.resolve(maker.lowered.updates) == old;
    bool reads_it_otherwise = false;
    for (const KernelArgument& argument : maker.lowered.arguments)
        if (!argument.written && argument.value != frontend::no_value &&
            builder.resolve(argument.value) == old)
            reads_it_otherwise = true;
    if (last < made.writer || (last == made.writer && updates_it && !reads_it_otherwise))
        builder.buffers[next] = state;
}

}  // namespace

void prepare_loop(StepBuilder& builder, const PendingRegion& region, int s) {
    const PendingStep& step = region.steps[static_cast<std::size_t>(s)];
    if (!step.control || step.control->code != OpCode::While) return;
    const Op& op = *step.control;
    std::unordered_map<ValueId, int> times_given;
    for (ValueId operand : op.operands) times_given[builder.resolve(operand)]++;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        if (!builder.function.type(op.results[i]).is_tensor()) continue;
        if (!builder.buffers.count(op.results[i]))
            builder.buffers[op.results[i]] = add_arena(builder, op.results[i]);
        const BufferId state = builder.buffers.at(op.results[i]);
        for (const frontend::Region& inner : op.regions) builder.buffers[inner.arguments[i]] = state;
        const ValueId initial = builder.resolve(op.operands[i]);
        const StorageUse used = builder.use(region, initial);
        const bool only_reader = used.writer >= 0 && used.writer < s && times_given[initial] == 1 &&
                                 used.results == 0 &&
                                 used.readers == static_cast<int>(step.reads.count(initial));
        bool captured = false;
        for (const PendingRegion& inner : step.regions) {
            const StorageUse inside = builder.use(inner, initial);
            captured = captured || inside.readers > 0 || inside.results > 0;
        }
        if (only_reader && !captured && !builder.buffers.count(initial) && !builder.loop_state.count(state))
            builder.buffers[initial] = state;
    }
}

void add_loop(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    const PendingRegion &condition = step.regions[0], &body = step.regions[1];
    const std::optional<PendingCounter> counter = loop_counter(builder.function, builder.pending, step);
    const auto counts = [&](std::size_t i) { return counter && counter->state == i; };
    std::vector<BufferId> states;
    std::vector<std::size_t> carried;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        if (!builder.function.type(op.results[i]).is_tensor()) continue;
        const BufferId state = builder.buffers.at(op.results[i]);
        if (!counts(i) || !counter->first)
            add_copy(builder, state, buffer_of(builder, op.operands[i]), steps, "initial state");
        states.push_back(state);
        carried.push_back(i);
    }
    for (BufferId state : states) builder.loop_state.insert(state);
    for (std::size_t k = 0; k < carried.size(); k++)
        if (!counts(carried[k])) place_next_state(builder, body, carried[k], states[k]);

    WhileStep while_step;
    if (counter) {
        while_step.trip_count = counter->trip_count;
        while_step.count = counter_of(builder, *counter, builder.buffers.at(op.results[counter->state]));
    } else {
        add_region(builder, condition, while_step.condition);
        while_step.predicate = {buffer_of(builder, condition.results[0]), 0};
    }
    add_region(builder, body, while_step.body, counter ? static_cast<std::int64_t>(counter->increment) : -1);
    // A state that becomes another state's old value goes through memory of its own.
    std::map<std::size_t, BufferId> next;
    for (std::size_t k = 0; k < carried.size(); k++) {
        if (counts(carried[k])) continue;
        BufferId from = buffer_of(builder, body.results[carried[k]]);
        if (from != states[k] && std::find(states.begin(), states.end(), from) != states.end()) {
            const BufferId kept = add_arena(builder, op.results[carried[k]]);
            add_copy(builder, kept, from, while_step.body, "old state, kept");
            from = kept;
        }
        next[k] = from;
    }
    for (const auto& [k, from] : next) add_copy(builder, states[k], from, while_step.body, "next state");
    for (BufferId state : states) builder.loop_state.erase(state);
    steps.push_back({std::move(while_step), 0, step.comment});
}

void add_branch(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    BranchStep branch_step;
    branch_step.is_if = op.code == OpCode::If;
    branch_step.selector = {buffer_of(builder, op.operands[0]), 0};
    for (const PendingRegion& inner : step.regions) {
        std::vector<BufferId> targets;
        for (std::size_t i = 0; i < op.results.size(); i++) {
            const BufferId target = buffer_of(builder, op.results[i]);
            targets.push_back(target);
            const ValueId storage = builder.resolve(inner.results[i]);
            if (builder.use(inner, storage).writer >= 0 && !builder.buffers.count(storage) &&
                !builder.loop_state.count(target))
                builder.buffers[storage] = target;
        }
        std::vector<Step> inner_steps;
        add_region(builder, inner, inner_steps);
        for (std::size_t i = 0; i < op.results.size(); i++)
            add_copy(builder, targets[i], buffer_of(builder, inner.results[i]), inner_steps,
                     "result of the branch");
        branch_step.branches.push_back(std::move(inner_steps));
    }
    steps.push_back({std::move(branch_step), 0, step.comment});
}

}  // namespace hlo2c::scheduler
