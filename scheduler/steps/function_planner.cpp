#include "scheduler/steps/function_planner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "frontend/diagnostic.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/processes/combiner.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/processes/describe.h"
#include "scheduler/steps/in_place.h"
#include "scheduler/steps/loop_counter.h"
#include "scheduler/steps/ports.h"
#include "scheduler/steps/region_uses.h"
#include "scheduler/steps/weight_packing.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

/// Collectives of a process that may go on at the same time, and sends of its loops and branches.
constexpr int most_under_way = 32;
constexpr std::size_t most_kept_sends = 16;

class FunctionPlanner {
public:
    FunctionPlanner(const frontend::Program& program, const frontend::Function& function,
                    const PendingFunction& pending, const Target& target, KernelTable& table, Plan& plan)
        : program_(program),
          function_(function),
          pending_(pending),
          target_(target),
          table_(table),
          plan_(plan) {}

    FunctionPlan run() {
        find_kept_sends();
        result_.name = function_.name;
        result_.inputs = input_ports(program_, function_);
        result_.outputs = output_ports(function_);
        for (std::size_t i = 0; i < result_.inputs.size(); i++) {
            Port& port = result_.inputs[i];
            port.buffer = add_buffer(BufferRole::Argument, function_.arguments()[i], port.name);
            result_.buffers[port.buffer].index = static_cast<int>(i);
            buffers_[function_.arguments()[i]] = port.buffer;
        }
        const auto& results = pending_.body.results;
        for (std::size_t i = 0; i < results.size(); i++) {
            Port& port = result_.outputs[i];
            port.buffer = add_buffer(BufferRole::Result, results[i], port.name);
            result_.buffers[port.buffer].index = static_cast<int>(i);
            const ValueId storage = pending_.resolve(results[i]);
            if (use(pending_.body, storage).writer >= 0 && !buffers_.count(storage))
                buffers_[storage] = port.buffer;
        }
        region(pending_.body, result_.steps);
        for (Step& end : kept_ends_) result_.steps.push_back(std::move(end));
        for (std::size_t i = 0; i < results.size(); i++)
            copy(result_.outputs[i].buffer, buffer_of(results[i]), result_.steps, "result");
        return std::move(result_);
    }

private:
    ValueId resolve(ValueId value) const { return pending_.resolve(value); }

    StorageUse use(const PendingRegion& region, ValueId storage) {
        const auto known = uses_.find(&region);
        const RegionUses& uses =
            known != uses_.end()
                ? known->second
                : uses_.emplace(&region, RegionUses(pending_, region, kept_sends_)).first->second;
        return uses.of(storage);
    }

    // Buffers.

    BufferId add_buffer(BufferRole role, ValueId value, std::string name) {
        const frontend::TensorType& type = function_.tensor(value);
        Buffer buffer;
        buffer.name = std::move(name);
        buffer.role = role;
        buffer.element = storage_kind(type.element);
        buffer.bytes = type.element_count() * frontend::byte_width(type.element);
        buffer.type = fmt::format("{}[{}]", frontend::spelling(type.element), fmt::join(type.shape, ","));
        const std::string source = program_.locations.describe(function_.values[value].location);
        if (!source.empty()) buffer.sources.push_back(source);
        result_.buffers.push_back(std::move(buffer));
        return static_cast<BufferId>(result_.buffers.size() - 1);
    }

    BufferId add_arena(ValueId value) {
        return add_buffer(BufferRole::Arena, value, fmt::format("t{}", arena_count_++));
    }

    BufferId weight_buffer(int number) {
        const auto known = weight_buffers_.find(number);
        if (known != weight_buffers_.end()) return known->second;
        const Weight& weight = plan_.weights[static_cast<std::size_t>(number)];
        Buffer buffer;
        buffer.name = weight.name;
        buffer.role = BufferRole::Weight;
        buffer.index = number;
        buffer.bytes = static_cast<std::int64_t>(weight.bytes.size());
        buffer.element = weight.element;
        buffer.type = weight.type;
        buffer.offset = weight.offset;
        result_.buffers.push_back(std::move(buffer));
        return weight_buffers_[number] = static_cast<BufferId>(result_.buffers.size() - 1);
    }

    BufferId constant_buffer(ValueId constant) {
        const Op& op = *pending_.constants.at(constant);
        const frontend::Literal& literal = op.literal("value");
        const frontend::TensorType& type = literal.type();
        return weight_buffer(table_.intern_weight(
            {.bytes = literal.expanded(),
             .element = storage_kind(type.element),
             .type = fmt::format("{}[{}]", frontend::spelling(type.element), fmt::join(type.shape, ",")),
             .source = program_.locations.describe(op.location)}));
    }

    BufferId packed_buffer(const PackedWeight& packed) {
        const Op& op = *pending_.constants.at(resolve(packed.source));
        const frontend::Literal& literal = op.literal("value");
        std::string loops;
        for (const auto& loop : packed.blocks.front().loops)
            loops += fmt::format("{}{}", loops.empty() ? "" : ",", loop.extent);
        return weight_buffer(table_.intern_weight(
            {.bytes = pack(literal, packed),
             .element = storage_kind(literal.type().element),
             .type = fmt::format("{}, packed [{}]", frontend::spelling(literal.type().element), loops),
             .source = program_.locations.describe(op.location)}));
    }

    BufferId buffer_of(ValueId value) {
        const ValueId storage = resolve(value);
        const auto known = buffers_.find(storage);
        if (known != buffers_.end()) return known->second;
        const BufferId buffer = pending_.is_constant(storage) ? constant_buffer(storage) : add_arena(storage);
        buffers_[storage] = buffer;
        return buffer;
    }

    void copy(BufferId to, BufferId from, std::vector<Step>& steps, std::string comment) {
        if (to == from) return;
        steps.push_back({CopyStep{{to, 0}, {from, 0}, result_.buffers[to].bytes}, 0, std::move(comment)});
    }

    // Regions.

    /// Without step number `left_out`, if there is one.
    void region(const PendingRegion& region_steps, std::vector<Step>& steps, std::int64_t left_out = -1) {
        for (std::size_t s = 0; s < region_steps.steps.size(); s++)
            prepare_loop(region_steps, static_cast<int>(s));
        depth_++;
        for (std::size_t s = 0; s < region_steps.steps.size(); s++) {
            const PendingStep& step = region_steps.steps[s];
            const auto before = static_cast<std::ptrdiff_t>(steps.size());
            if (static_cast<std::int64_t>(s) == left_out) continue;
            if (!step.control)
                call(region_steps, static_cast<int>(s), steps);
            else if (step.control->code == OpCode::While)
                loop(step, steps);
            else if (step.control->code == OpCode::If || step.control->code == OpCode::Case)
                branch(step, steps);
            else if (is_hook_call(*step.control))
                custom_call(region_steps, static_cast<int>(s), steps);
            else
                process(step, steps);
            if (depth_ == 1 && !kept_begins_.empty()) {
                steps.insert(steps.begin() + before, kept_begins_.begin(), kept_begins_.end());
                kept_begins_.clear();
            }
        }
        depth_--;
        end_sends(region_steps, steps);
    }

    // Other processes.

    std::int64_t add_bytes(const char* name, std::int64_t bytes) {
        Buffer buffer;
        buffer.name = fmt::format("{}{}", name, arena_count_++);
        buffer.bytes = bytes;
        buffer.element = ScalarKind::U8;
        buffer.type = name;
        result_.buffers.push_back(std::move(buffer));
        return static_cast<std::int64_t>(result_.buffers.size()) - 1;
    }

    void process(const PendingStep& step, std::vector<Step>& steps) {
        const Op& op = *step.control;
        switch (op.code) {
            case OpCode::PartitionId:
            case OpCode::ReplicaId:
                steps.push_back({ProcessIdStep{op.code == OpCode::ReplicaId, {buffer_of(op.results[0]), 0}},
                                 0, step.comment});
                break;
            case OpCode::Infeed:
            case OpCode::Recv:
                for (ValueId value : op.results) transfer(step, value, Phase::Whole, steps);
                break;
            case OpCode::Outfeed:
                for (ValueId value : op.operands) transfer(step, value, Phase::Whole, steps);
                break;
            case OpCode::Send:
                for (ValueId value : op.operands)
                    if (kept_sends_.count(&op))
                        kept_send(step, value, steps);
                    else
                        transfer(step, value, Phase::Start, steps);
                break;
            case OpCode::AsyncDone:
                for (Step ended : under_way_[pending_.starts.at(op.operands[0])]) {
                    if (std::holds_alternative<CollectiveStep>(ended.action)) open_--;
                    std::visit([](auto& action) { end(action); }, ended.action);
                    ended.comment = step.comment;
                    steps.push_back(std::move(ended));
                }
                break;
            case OpCode::AsyncStart:
                if (process_op(op).code == OpCode::Recv)
                    for (ValueId value : pending_.ends.at(op.results[0])->results)
                        transfer(step, value, Phase::Start, steps);
                else
                    collective(step, steps);
                break;
            default: collective(step, steps);
        }
    }

    static void end(CollectiveStep& step) { step.phase = Phase::Done; }
    static void end(TransferStep& step) { step.phase = Phase::Done; }
    template <typename Action>
    static void end(Action&) {
        broken_invariant("phase", __FILE__, __LINE__, "only what goes between processes has an end");
    }

    void transfer(const PendingStep& step, ValueId value, Phase phase, std::vector<Step>& steps) {
        TransferStep transfer_step;
        transfer_step.transfer = static_cast<std::uint32_t>(plan_.transfers.size());
        transfer_step.phase = phase;
        transfer_step.data = {buffer_of(value), 0};
        transfer_step.request = add_bytes("request", request_bytes);
        plan_.transfers.push_back(describe_transfer(program_, function_, process_op(*step.control), value));
        steps.push_back({std::move(transfer_step), 0, step.comment});
        if (phase == Phase::Start)
            (step.control->code == OpCode::Send ? sends_ : under_way_)[step.control].push_back(steps.back());
    }

    /// The first sends of loops and branches. The others end with their regions.
    void find_kept_sends() {
        std::size_t count = 0;
        for (const Op& op : function_.body.ops)
            for (const frontend::Region& inner : op.regions)
                frontend::for_each_op(inner, [&](const Op& nested) {
                    if (nested.code != OpCode::Send || count + nested.operands.size() > most_kept_sends)
                        return;
                    count += nested.operands.size();
                    kept_sends_.insert(&nested);
                });
    }

    /// What a loop or a branch sends may be received after it, or in a later iteration, so that nobody waits
    /// for its arrival until the same op sends again or the function ends. Until then the data is kept in
    /// memory of its own.
    void kept_send(const PendingStep& step, ValueId value, std::vector<Step>& steps) {
        const BufferId kept = add_arena(value);
        TransferStep send;
        send.transfer = static_cast<std::uint32_t>(plan_.transfers.size());
        send.repeats = true;
        send.data = {kept, 0};
        send.request = add_bytes("request", request_bytes);
        plan_.transfers.push_back(describe_transfer(program_, function_, *step.control, value));
        const auto in_phase = [&](Phase phase, std::string comment) {
            send.phase = phase;
            return Step{send, 0, std::move(comment)};
        };
        kept_begins_.push_back(in_phase(Phase::Idle, "nothing is sent yet"));
        steps.push_back(in_phase(Phase::Done, "end of the stablehlo.send before"));
        copy(kept, buffer_of(value), steps, "what is sent");
        steps.push_back(in_phase(Phase::Start, step.comment));
        kept_ends_.push_back(in_phase(Phase::Done, "end of stablehlo.send"));
    }

    /// What a region sends has arrived when it ends.
    void end_sends(const PendingRegion& region_steps, std::vector<Step>& steps) {
        for (const PendingStep& step : region_steps.steps) {
            const auto sent = sends_.find(step.control);
            if (step.control == nullptr || sent == sends_.end()) continue;
            for (Step ended : sent->second) {
                std::visit([](auto& action) { end(action); }, ended.action);
                ended.comment = "end of stablehlo.send";
                steps.push_back(std::move(ended));
            }
        }
    }

    void collective(const PendingStep& step, std::vector<Step>& steps) {
        const Op& start = *step.control;
        const Op& op = process_op(start);
        const std::vector<ValueId>& results =
            start.code == OpCode::AsyncStart ? pending_.ends.at(start.results[0])->results : op.results;
        const std::vector<ValueId> operands = data_operands(op);
        for (std::size_t i = 0; i < operands.size(); i++) {
            Collective constants = describe_collective(program_, function_, op, i, operands[i], results[i]);
            CollectiveStep made;
            made.collective = static_cast<std::uint32_t>(plan_.collectives.size());
            made.input = {buffer_of(operands[i]), 0};
            made.output = {buffer_of(results[i]), 0};
            made.request = add_bytes("request", request_bytes);
            if (!op.regions.empty()) {
                constants.combiner = make_combiner(program_, function_, op, target_, table_, plan_);
                made.scratch = add_bytes("scratch", scratch_bytes(constants));
            }
            if (op.boolean("has_dynamic_root", false))
                made.numbers.push_back({buffer_of(op.operands.back()), static_cast<std::int64_t>(4 * i)});
            if (constants.kind == CollectiveKind::RaggedAllToAll) {
                copy(made.output.buffer, buffer_of(op.operands[1]), steps, "the rows that nobody sends");
                for (std::size_t list = 2; list < 6; list++)
                    made.numbers.push_back({buffer_of(op.operands[list]), 0});
            }
            // Transports have room for some: what is too much runs at once, on all processes alike.
            if (start.code == OpCode::AsyncStart && open_ < most_under_way) {
                made.phase = Phase::Start;
                open_++;
            }
            plan_.collectives.push_back(std::move(constants));
            const Phase phase = made.phase;
            steps.push_back({std::move(made), 0, step.comment});
            if (phase == Phase::Start) under_way_[&start].push_back(steps.back());
        }
    }

    /// Results that share memory with an operand begin as that operand.
    void custom_call(const PendingRegion& region_steps, int s, std::vector<Step>& steps) {
        const PendingStep& step = region_steps.steps[static_cast<std::size_t>(s)];
        const Op& op = *step.control;
        CustomCall constants = describe_custom_call(program_, function_, op);
        CustomCallStep made;
        made.custom_call = static_cast<std::uint32_t>(plan_.custom_calls.size());
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const ValueId operand = resolve(op.operands[i]);
            if (constants.inputs[i].shares < 0) {
                made.inputs.push_back({buffer_of(operand), 0});
                continue;
            }
            const ValueId result = op.results[static_cast<std::size_t>(constants.inputs[i].shares)];
            const auto uses = std::count_if(op.operands.begin(), op.operands.end(),
                                            [&](ValueId other) { return resolve(other) == operand; });
            if (uses == 1 && !buffers_.count(result) && can_take_over(region_steps, s, operand))
                buffers_[result] = buffer_of(operand);
            copy(buffer_of(result), buffer_of(operand), steps, "the operand that the call updates");
            made.inputs.push_back({buffer_of(result), 0});
        }
        for (ValueId result : op.results) made.outputs.push_back({buffer_of(result), 0});
        const auto addresses = static_cast<std::int64_t>(made.inputs.size() + made.outputs.size());
        made.request = add_bytes("request", request_bytes + address_bytes * addresses);
        plan_.custom_calls.push_back(std::move(constants));
        steps.push_back({std::move(made), 0, step.comment});
    }

    /// Room for what the other members contribute to this one's share.
    static std::int64_t scratch_bytes(const Collective& collective) {
        if (collective.kind == CollectiveKind::ReduceScatter) return collective.input_bytes;
        std::size_t members = 64;
        for (const auto& row : collective.table.rows) members = std::max(members, row.size());
        return collective.input_bytes + static_cast<std::int64_t>(members) * collective.element_bytes;
    }

    /// True when the memory of `storage` may be written at step `s`, which is the last that reads it.
    bool can_take_over(const PendingRegion& region_steps, int s, ValueId storage) {
        const StorageUse used = use(region_steps, storage);
        if (used.writer < 0 || used.writer >= s || used.last_reader != s || used.results > 0) return false;
        const auto buffer = buffers_.find(storage);
        return buffer != buffers_.end() && result_.buffers[buffer->second].role == BufferRole::Arena &&
               !loop_state_.count(buffer->second);
    }

    void call(const PendingRegion& region_steps, int s, std::vector<Step>& steps) {
        const PendingStep& step = region_steps.steps[static_cast<std::size_t>(s)];
        const LoweredKernel& lowered = step.lowered;
        Kernel kernel = lowered.kernel;
        std::vector<KernelArgument> arguments = lowered.arguments;
        if (lowered.updates != frontend::no_value) {
            const ValueId updated = resolve(lowered.updates), written = step.writes[0];
            const bool reads_it =
                std::any_of(arguments.begin(), arguments.end(), [&](const KernelArgument& a) {
                    return !a.written && a.value != frontend::no_value && resolve(a.value) == updated;
                });
            if (!reads_it && !buffers_.count(written) && can_take_over(region_steps, s, updated))
                buffers_[written] = buffer_of(updated);
            copy(buffer_of(written), buffer_of(updated), steps, "the part that is not updated");
        } else if (step.writes.size() == 1 && !buffers_.count(step.writes[0]) && !lowered.recomputes) {
            take_over_operand(region_steps, s, kernel, arguments);
        }
        CallStep call_step;
        for (const KernelArgument& argument : arguments) {
            const BufferId buffer =
                argument.table >= 0 ? weight_buffer(table_.intern_weight(
                                          lowered.tables[static_cast<std::size_t>(argument.table)]))
                : argument.packed >= 0
                    ? packed_buffer(lowered.packed[static_cast<std::size_t>(argument.packed)])
                    : buffer_of(argument.value);
            call_step.arguments.push_back({buffer, 0});
        }
        if (kernel.nest.scratch_bytes > 0) {
            Buffer scratch;
            scratch.name = fmt::format("scratch{}", arena_count_++);
            scratch.bytes = kernel.nest.scratch_bytes;
            scratch.element = ScalarKind::U8;
            scratch.type = "scratch";
            result_.buffers.push_back(std::move(scratch));
            call_step.scratch = static_cast<std::int64_t>(result_.buffers.size()) - 1;
        }
        std::string comment = fmt::format("{}", fmt::join(kernel.sources, " "));
        call_step.kernel = table_.intern(std::move(kernel));
        steps.push_back({std::move(call_step), 0, std::move(comment)});
    }

    void take_over_operand(const PendingRegion& region_steps, int s, Kernel& kernel,
                           std::vector<KernelArgument>& arguments) {
        const int output = static_cast<int>(arguments.size()) - 1;
        for (int i = 0; i < output; i++) {
            const KernelArgument& argument = arguments[static_cast<std::size_t>(i)];
            if (argument.value == frontend::no_value) continue;
            const ValueId operand = resolve(argument.value);
            if (!can_take_over(region_steps, s, operand)) continue;
            std::optional<LoopNest> nest = made_in_place(kernel.nest, i, output);
            if (!nest) continue;
            buffers_[resolve(arguments.back().value)] = buffer_of(operand);
            kernel.nest = std::move(*nest);
            kernel.name += "_in_place";
            arguments.erase(arguments.begin() + i);
            return;
        }
    }

    /// Gives a loop's state its buffers before the steps that make the initial values, so that those are
    /// computed in place.
    void prepare_loop(const PendingRegion& region_steps, int s) {
        const PendingStep& step = region_steps.steps[static_cast<std::size_t>(s)];
        if (!step.control || step.control->code != OpCode::While) return;
        const Op& op = *step.control;
        std::unordered_map<ValueId, int> times_given;
        for (ValueId operand : op.operands) times_given[resolve(operand)]++;
        for (std::size_t i = 0; i < op.results.size(); i++) {
            if (!function_.type(op.results[i]).is_tensor()) continue;
            if (!buffers_.count(op.results[i])) buffers_[op.results[i]] = add_arena(op.results[i]);
            const BufferId state = buffers_.at(op.results[i]);
            for (const frontend::Region& inner : op.regions) buffers_[inner.arguments[i]] = state;
            const ValueId initial = resolve(op.operands[i]);
            const StorageUse used = use(region_steps, initial);
            const bool only_reader = used.writer >= 0 && used.writer < s && times_given[initial] == 1 &&
                                     used.results == 0 &&
                                     used.readers == static_cast<int>(step.reads.count(initial));
            bool captured = false;
            for (const PendingRegion& inner : step.regions) {
                const StorageUse inside = use(inner, initial);
                captured = captured || inside.readers > 0 || inside.results > 0;
            }
            if (only_reader && !captured && !buffers_.count(initial) && !loop_state_.count(state))
                buffers_[initial] = state;
        }
    }

    LoopCounter count(const PendingCounter& counter, BufferId state) {
        LoopCounter count;
        count.counter = {state, 0};
        count.kind = result_.buffers[state].element;
        count.first = counter.first;
        count.comparison = counter.comparison;
        count.last = counter.last;
        if (!counter.last) count.limit = {buffer_of(counter.limit), 0};
        count.step = counter.step;
        return count;
    }

    void loop(const PendingStep& step, std::vector<Step>& steps) {
        const Op& op = *step.control;
        const PendingRegion &condition = step.regions[0], &body = step.regions[1];
        const std::optional<PendingCounter> counter = loop_counter(function_, pending_, step);
        const auto counts = [&](std::size_t i) { return counter && counter->state == i; };
        std::vector<BufferId> states;
        std::vector<std::size_t> carried;
        for (std::size_t i = 0; i < op.results.size(); i++) {
            if (!function_.type(op.results[i]).is_tensor()) continue;
            const BufferId state = buffers_.at(op.results[i]);
            if (!counts(i) || !counter->first) copy(state, buffer_of(op.operands[i]), steps, "initial state");
            states.push_back(state);
            carried.push_back(i);
        }
        for (BufferId state : states) loop_state_.insert(state);
        for (std::size_t k = 0; k < carried.size(); k++)
            if (!counts(carried[k])) place_next_state(body, carried[k], states[k]);

        WhileStep while_step;
        if (counter) {
            while_step.trip_count = counter->trip_count;
            while_step.count = count(*counter, buffers_.at(op.results[counter->state]));
        } else {
            region(condition, while_step.condition);
            while_step.predicate = {buffer_of(condition.results[0]), 0};
        }
        region(body, while_step.body, counter ? static_cast<std::int64_t>(counter->increment) : -1);
        // A state that becomes another state's old value goes through memory of its own.
        std::map<std::size_t, BufferId> next;
        for (std::size_t k = 0; k < carried.size(); k++) {
            if (counts(carried[k])) continue;
            BufferId from = buffer_of(body.results[carried[k]]);
            if (from != states[k] && std::find(states.begin(), states.end(), from) != states.end()) {
                const BufferId kept = add_arena(op.results[carried[k]]);
                copy(kept, from, while_step.body, "old state, kept");
                from = kept;
            }
            next[k] = from;
        }
        for (const auto& [k, from] : next) copy(states[k], from, while_step.body, "next state");
        for (BufferId state : states) loop_state_.erase(state);
        steps.push_back({std::move(while_step), 0, step.comment});
    }

    /// Lets the body compute result `i` right into the loop's state where the old state is not read
    /// afterwards.
    void place_next_state(const PendingRegion& body, std::size_t i, BufferId state) {
        const ValueId next = resolve(body.results[i]), old = body.region->arguments[i];
        const StorageUse made = use(body, next), read = use(body, old);
        if (made.writer < 0 || buffers_.count(next) || made.results > 1) return;
        if (next != old && read.results > 0) return;
        const int last = read.last_reader;
        const PendingStep& maker = body.steps[static_cast<std::size_t>(made.writer)];
        const bool updates_it = !maker.control && maker.lowered.updates != frontend::no_value &&
                                resolve(maker.lowered.updates) == old;
        bool reads_it_otherwise = false;
        for (const KernelArgument& argument : maker.lowered.arguments)
            if (!argument.written && argument.value != frontend::no_value && resolve(argument.value) == old)
                reads_it_otherwise = true;
        if (last < made.writer || (last == made.writer && updates_it && !reads_it_otherwise))
            buffers_[next] = state;
    }

    void branch(const PendingStep& step, std::vector<Step>& steps) {
        const Op& op = *step.control;
        BranchStep branch_step;
        branch_step.is_if = op.code == OpCode::If;
        branch_step.selector = {buffer_of(op.operands[0]), 0};
        for (const PendingRegion& inner : step.regions) {
            std::vector<BufferId> targets;
            for (std::size_t i = 0; i < op.results.size(); i++) {
                const BufferId target = buffer_of(op.results[i]);
                targets.push_back(target);
                const ValueId storage = resolve(inner.results[i]);
                if (use(inner, storage).writer >= 0 && !buffers_.count(storage) && !loop_state_.count(target))
                    buffers_[storage] = target;
            }
            std::vector<Step> inner_steps;
            region(inner, inner_steps);
            for (std::size_t i = 0; i < op.results.size(); i++)
                copy(targets[i], buffer_of(inner.results[i]), inner_steps, "result of the branch");
            branch_step.branches.push_back(std::move(inner_steps));
        }
        steps.push_back({std::move(branch_step), 0, step.comment});
    }

    const frontend::Program& program_;
    const frontend::Function& function_;
    const PendingFunction& pending_;
    const Target& target_;
    KernelTable& table_;
    Plan& plan_;
    FunctionPlan result_;
    std::map<const Op*, std::vector<Step>> under_way_, sends_;  // what has begun, by async_start and send
    std::set<const Op*> kept_sends_;             // of loops and branches, that end with the function
    std::vector<Step> kept_begins_, kept_ends_;  // before the outermost op around them, and at the end
    std::unordered_map<const PendingRegion*, RegionUses> uses_;
    std::map<ValueId, BufferId> buffers_;
    std::map<int, BufferId> weight_buffers_;
    int open_ = 0;                   // collectives that have started and not ended
    std::set<BufferId> loop_state_;  // states of the loops around: they outlive every step inside
    int arena_count_ = 0;
    int depth_ = 0;  // of the region that steps are made for; 1 for the function's body
};

}  // namespace

FunctionPlan plan_function(const frontend::Program& program, const frontend::Function& function,
                           const PendingFunction& pending, const Target& target, KernelTable& table,
                           Plan& plan) {
    return FunctionPlanner(program, function, pending, target, table, plan).run();
}

}  // namespace hlo2c::scheduler
