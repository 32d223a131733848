#include "scheduler/steps/loops.h"

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/steps/buffers.h"
#include "scheduler/steps/function_steps.h"
#include "scheduler/steps/loop_counter.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::ValueId;

LoopCounter counter_of(StepBuilder& builder, const PendingCounter& counter, BufferId state) {
    LoopCounter count;
    count.counter = {state, 0};
    count.kind = builder.result.buffers[state].element;
    count.first = counter.first;
    count.comparison = counter.direction;
    count.last = counter.last;
    if (!counter.last) count.limit = {buffer_of(builder, counter.limit), 0};
    count.step = counter.step;
    return count;
}

/// Lets the slots that the op names run the loop: each has its own counter, and its own copies of the buffers
/// from number `first` on, which only the body uses.
void divide_among_slots(StepBuilder& builder, const Op& op, std::size_t first, WhileStep& loop) {
    loop.slots = static_cast<int>(op[attr::slots]);
    if (!loop.is_parallel()) return;
    HLO2C_CHECK(loop.count.has_value(), "slots divide the iterations of a loop with a counter");
    std::vector<Buffer>& buffers = builder.result.buffers;
    const auto give_each = [&](Buffer& buffer) {
        if (buffer.role != BufferRole::Arena) return;
        buffer.slots = loop.slots;
        buffer.bytes = round_up(buffer.bytes, arena_alignment) * loop.slots;
    };
    give_each(buffers[loop.count->counter.buffer]);
    for (std::size_t id = first; id < buffers.size(); id++) give_each(buffers[id]);
}

}  // namespace

void add_loop(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    const PendingRegion &condition = step.regions[0], &body = step.regions[1];
    const std::optional<PendingCounter>& counter = builder.live.counters.at(&op);
    WhileStep while_step;
    std::vector<BufferCopy> initial, next;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        if (!builder.function.type(op.results[i]).is_tensor()) continue;
        const bool counts = counter && counter->state == i;
        WhileStep::Carried carried;
        carried.buffer = buffer_of(builder, op.results[i]);
        carried.content = builder.variable(op.results[i]);
        if (reads_initial(op, i) && (!counts || !counter->first)) {
            const Held first = held(builder, op.operands[i]);
            carried.initial = first.content;
            initial.push_back({carried.buffer, first.buffer});
        }
        if (!counts) {
            const Held last = held(builder, body.results[i]);
            carried.next = last.content;
            next.push_back({carried.buffer, last.buffer});
        }
        while_step.carried.push_back(carried);
    }
    add_copies(builder, std::move(initial), steps, "initial state");
    if (counter) {
        while_step.trip_count = counter->trip_count;
        while_step.count = counter_of(builder, *counter, buffer_of(builder, op.results[counter->state]));
    } else {
        add_region(builder, condition, while_step.condition);
        while_step.predicate = {buffer_of(builder, condition.results[0]), 0};
    }
    const std::size_t outside = builder.result.buffers.size();
    add_region(builder, body, while_step.body, counter ? static_cast<std::int64_t>(counter->increment) : -1);
    add_copies(builder, std::move(next), while_step.body, "next state");
    divide_among_slots(builder, op, outside, while_step);
    steps.push_back({std::move(while_step), 0, step.comment});
}

bool reads_initial(const Op& loop, std::size_t operand) {
    return !frontend::contains(loop[attr::unread_operands], static_cast<std::int64_t>(operand));
}

void add_branch(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    BranchStep branch_step;
    branch_step.is_if = rule_of(op).step == StepKind::If;
    branch_step.selector = {buffer_of(builder, op.operands[0]), 0};
    for (const ValueId result : op.results)
        if (builder.function.type(result).is_tensor()) branch_step.results.push_back(held(builder, result));
    for (const PendingRegion& inner : step.regions) {
        std::vector<Step> inner_steps;
        add_region(builder, inner, inner_steps);
        std::vector<BufferCopy> copies;
        std::vector<std::int64_t> contents;
        for (std::size_t i = 0; i < op.results.size(); i++) {
            if (!builder.function.type(op.results[i]).is_tensor()) continue;
            const Held made = held(builder, inner.results[i]);
            copies.push_back({buffer_of(builder, op.results[i]), made.buffer});
            contents.push_back(made.content);
        }
        add_copies(builder, std::move(copies), inner_steps, "result of the branch");
        branch_step.branches.push_back(std::move(inner_steps));
        branch_step.branch_contents.push_back(std::move(contents));
    }
    steps.push_back({std::move(branch_step), 0, step.comment});
}

}  // namespace hlo2c::scheduler
