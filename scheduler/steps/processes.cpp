#include "scheduler/steps/processes.h"

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/processes/describe.h"
#include "scheduler/program_names.h"
#include "scheduler/steps/buffers.h"

namespace hlo2c::scheduler {
namespace {

void end(CollectiveStep& step) {
    step.phase = Phase::Done;
}
void end(TransferStep& step) {
    step.phase = Phase::Done;
}
template <typename Action>
void end(Action&) {
    broken_invariant("phase", __FILE__, __LINE__, "only what goes between processes has an end");
}

/// The end of `start`. It reads all that the start reads and writes, so that the buffers keep their contents
/// until then.
Step end_of(Step start, std::string comment) {
    std::visit([](auto& action) { end(action); }, start.action);
    start.comment = std::move(comment);
    start.reads.insert(start.reads.end(), start.writes.begin(), start.writes.end());
    start.writes.clear();
    return start;
}

void add_transfer(StepBuilder& builder, const PendingStep& step, ValueId value, Phase phase,
                  std::vector<Step>& steps) {
    TransferStep transfer_step;
    transfer_step.transfer = static_cast<std::uint32_t>(builder.plan.transfers.size());
    transfer_step.phase = phase;
    transfer_step.data = {buffer_of(builder, value), 0};
    transfer_step.request = add_bytes(builder, "request", request_bytes);
    builder.plan.transfers.push_back(
        describe_transfer(builder.program, builder.function, process_op(*step.control), value));
    const TransferKind kind = builder.plan.transfers.back().kind;
    const bool is_written = kind == TransferKind::Infeed || kind == TransferKind::Receive;
    Step made{std::move(transfer_step), 0, step.comment};
    (is_written ? made.writes : made.reads).push_back(held(builder, value));
    steps.push_back(std::move(made));
    if (phase == Phase::Start)
        (step.is_send() ? builder.sends : builder.under_way)[step.control].push_back(steps.back());
}

/// A send in a loop or branch may be received after the loop or branch, or in a later iteration. So nothing
/// waits for its end until the same op sends again or the function ends. Until then a separate buffer keeps
/// the data.
void add_kept_send(StepBuilder& builder, const PendingStep& step, ValueId value, std::vector<Step>& steps) {
    const BufferId kept = add_arena(builder, value);
    TransferStep send;
    send.transfer = static_cast<std::uint32_t>(builder.plan.transfers.size());
    send.repeats = true;
    send.data = {kept, 0};
    send.request = add_bytes(builder, "request", request_bytes);
    builder.plan.transfers.push_back(
        describe_transfer(builder.program, builder.function, *step.control, value));
    const auto in_phase = [&](Phase phase, std::string comment) {
        send.phase = phase;
        return Step{send, 0, std::move(comment)};
    };
    builder.kept_begins.push_back(in_phase(Phase::Idle, "no send has started"));
    steps.push_back(in_phase(Phase::Done, "end of the previous stablehlo.send"));
    add_copy(builder, kept, buffer_of(builder, value), steps, "copy of the data to send");
    steps.push_back(in_phase(Phase::Start, step.comment));
    steps.back().reads.push_back({kept, held(builder, value).content});
    builder.kept_ends.push_back(in_phase(Phase::Done, "end of stablehlo.send"));
}

void add_transfers(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    switch (rule_of(op).transfer) {
        case TransferKind::Infeed:
        case TransferKind::Receive:
            for (ValueId value : op.results) add_transfer(builder, step, value, Phase::Whole, steps);
            break;
        case TransferKind::Outfeed:
            for (ValueId value : op.operands) add_transfer(builder, step, value, Phase::Whole, steps);
            break;
        case TransferKind::Send:
            for (ValueId value : op.operands)
                if (step.concurrent > 0)
                    add_kept_send(builder, step, value, steps);
                else
                    add_transfer(builder, step, value, Phase::Start, steps);
            break;
    }
}

/// Bytes of scratch for what the other members contribute to this member's share.
std::int64_t scratch_bytes(const Collective& collective) {
    if (collective.kind == CollectiveKind::ReduceScatter) return collective.input_bytes;
    std::size_t members = 64;
    for (const auto& row : collective.table.rows) members = std::max(members, row.size());
    return collective.input_bytes + static_cast<std::int64_t>(members) * collective.element_bytes;
}

void add_collective(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& start = *step.control;
    const Op& op = process_op(start);
    const std::vector<ValueId>& results =
        step.kind() == StepKind::AsyncStart ? builder.pending.ends.at(start.results[0])->results : op.results;
    const std::vector<ValueId> operands = data_operands(op);
    for (std::size_t i = 0; i < operands.size(); i++) {
        Collective constants =
            describe_collective(builder.program, builder.function, op, i, operands[i], results[i]);
        CollectiveStep made;
        made.collective = static_cast<std::uint32_t>(builder.plan.collectives.size());
        made.input = {buffer_of(builder, operands[i]), 0};
        made.output = {buffer_of(builder, results[i]), 0};
        made.request = add_bytes(builder, "request", request_bytes);
        if (step.combiner) {
            const CombinerKernels& kernels = *step.combiner;
            constants.combiner =
                builder.table.intern(Combiner{.name = kernels.name,
                                              .block_kernel = builder.table.intern(kernels.block),
                                              .single_kernel = builder.table.intern(kernels.single),
                                              .block_elements = kernels.block_elements});
            made.scratch = add_bytes(builder, "scratch", scratch_bytes(constants));
        }
        std::vector<Held> reads = {held(builder, operands[i])};
        if (op[attr::has_dynamic_root]) {
            reads.push_back(held(builder, op.operands.back()));
            made.numbers.push_back({reads.back().buffer, static_cast<std::int64_t>(4 * i)});
        }
        if (constants.kind == CollectiveKind::RaggedAllToAll) {
            add_copy(builder, made.output.buffer, buffer_of(builder, op.operands[1]), steps,
                     "keeps the rows that no member writes");
            for (std::size_t list = 2; list < 6; list++) {
                reads.push_back(held(builder, op.operands[list]));
                made.numbers.push_back({reads.back().buffer, 0});
            }
        }
        if (static_cast<std::int64_t>(i) < step.concurrent) made.phase = Phase::Start;
        builder.plan.collectives.push_back(std::move(constants));
        const Phase phase = made.phase;
        steps.push_back({std::move(made), 0, step.comment, std::move(reads), {held(builder, results[i])}});
        if (phase == Phase::Start) builder.under_way[&start].push_back(steps.back());
    }
}

}  // namespace

void add_process_step(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    const StepKind kind = rule_of(op).step;
    switch (kind) {
        case StepKind::PartitionId:
        case StepKind::ReplicaId:
            steps.push_back(
                {ProcessIdStep{kind == StepKind::ReplicaId, {buffer_of(builder, op.results[0]), 0}},
                 0,
                 step.comment,
                 {},
                 {held(builder, op.results[0])}});
            break;
        case StepKind::Transfer: add_transfers(builder, step, steps); break;
        case StepKind::AsyncDone:
            for (Step ended : builder.under_way[builder.pending.starts.at(op.operands[0])])
                steps.push_back(end_of(std::move(ended), step.comment));
            break;
        case StepKind::AsyncStart:
            if (rule_of(process_op(op)).step == StepKind::Transfer)
                for (ValueId value : builder.pending.ends.at(op.results[0])->results)
                    add_transfer(builder, step, value, Phase::Start, steps);
            else
                add_collective(builder, step, steps);
            break;
        case StepKind::Collective:
        case StepKind::CustomCall: add_collective(builder, step, steps); break;
        case StepKind::None:
        case StepKind::While:
        case StepKind::If:
        case StepKind::Case:
        case StepKind::Barrier:
            broken_invariant("step", __FILE__, __LINE__, "control flow is not a step between processes");
    }
}

void add_custom_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps) {
    const Op& op = *step.control;
    CustomCall constants = describe_custom_call(builder.program, builder.function, op);
    CustomCallStep call;
    Step made{{}, 0, step.comment};
    call.custom_call = static_cast<std::uint32_t>(builder.plan.custom_calls.size());
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        Held operand = held(builder, op.operands[i]);
        if (constants.inputs[i].shares >= 0) {
            const ValueId result = op.results[static_cast<std::size_t>(constants.inputs[i].shares)];
            add_copy(builder, buffer_of(builder, result), operand.buffer, steps,
                     "copy of the operand that the call updates");
            operand.buffer = buffer_of(builder, result);
        }
        call.inputs.push_back({operand.buffer, 0});
        made.reads.push_back(operand);
    }
    for (ValueId result : op.results) {
        call.outputs.push_back({buffer_of(builder, result), 0});
        made.writes.push_back(held(builder, result));
    }
    const auto addresses = static_cast<std::int64_t>(call.inputs.size() + call.outputs.size());
    call.request = add_bytes(builder, "request", request_bytes + address_bytes * addresses);
    builder.plan.custom_calls.push_back(std::move(constants));
    made.action = std::move(call);
    steps.push_back(std::move(made));
}

void end_sends(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps) {
    for (const PendingStep& step : region.steps) {
        const auto sent = builder.sends.find(step.control);
        if (step.control == nullptr || sent == builder.sends.end()) continue;
        for (Step ended : sent->second) {
            steps.push_back(end_of(std::move(ended), "end of stablehlo.send"));
        }
    }
}

}  // namespace hlo2c::scheduler
