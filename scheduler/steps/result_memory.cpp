#include "scheduler/steps/result_memory.h"

#include <algorithm>
#include <optional>

#include "frontend/integer_division.h"

namespace hlo2c::scheduler {
namespace {

/// Arrays of callers may have the alignment of their elements only; buffers in a well aligned one are well
/// aligned too.
constexpr std::int64_t alignment = 64;

/// Finds the buffers that steps use in another way than as arrays of their element type.
class OtherUses {
public:
    OtherUses(const FunctionPlan& function, const std::vector<Kernel>& kernels)
        : function_(function), kernels_(kernels), found_(function.buffers.size(), false) {}

    std::vector<bool> run() {
        steps(function_.steps);
        return std::move(found_);
    }

private:
    void note(const BufferRange& range) { found_[range.buffer] = true; }
    void note_unless(const BufferRange& range, ScalarKind element) {
        if (function_.buffers[range.buffer].element != element) note(range);
    }
    void steps(const std::vector<Step>& list) {
        for (const Step& step : list) std::visit([this](const auto& action) { visit(action); }, step.action);
    }

    void visit(const CallStep& call) {
        for (std::size_t i = 0; i < call.arguments.size(); i++)
            note_unless(call.arguments[i], kernels_[call.kernel].nest.parameters[i].element);
    }
    void visit(const CopyStep&) {}
    void visit(const WhileStep& loop) {
        if (loop.count) {
            note_unless(loop.count->counter, loop.count->kind);
            if (!loop.count->last) note_unless(loop.count->limit, loop.count->kind);
        }
        steps(loop.condition);
        steps(loop.body);
    }
    void visit(const BranchStep& branch) {
        for (const std::vector<Step>& list : branch.branches) steps(list);
    }
    void visit(const CollectiveStep& collective) {
        note(collective.input);
        note(collective.output);
        for (const BufferRange& range : collective.numbers) note(range);
    }
    void visit(const TransferStep& transfer) { note(transfer.data); }
    void visit(const CustomCallStep& call) {
        for (const BufferRange& range : call.inputs) note(range);
        for (const BufferRange& range : call.outputs) note(range);
    }
    void visit(const ProcessIdStep& id) { note(id.destination); }

    const FunctionPlan& function_;
    const std::vector<Kernel>& kernels_;
    std::vector<bool> found_;
};

class ResultMemory {
public:
    ResultMemory(FunctionPlan& function, const std::vector<Kernel>& kernels,
                 const std::vector<UsedTime>& used)
        : function_(function),
          used_(used),
          used_otherwise_(OtherUses(function, kernels).run()),
          free_(function.outputs.size()),
          within_(function.outputs.size()) {
        for (std::size_t i = 0; i < free_.size(); i++)
            free_[i] = {0, used_[function.outputs[i].buffer].first - 1};
        for (const Port& port : function.inputs)
            if (port.donated_to >= 0)
                free_[static_cast<std::size_t>(port.donated_to)].first = used_[port.buffer].last + 1;
        for (const UsedTime& time : used_) times_ = std::max(times_, time.last + 1);
    }

    void run() {
        for (const bool counts_scratch : {true, false})
            while (move_one(counts_scratch)) {
            }
        bring_back();
    }

private:
    bool is_in_arena(BufferId id) const {
        return function_.buffers[id].role == BufferRole::Arena && used_[id].first >= 0;
    }

    /// The live bytes of the arena at each time.
    std::vector<std::int64_t> live_bytes(bool counts_scratch) const {
        std::vector<std::int64_t> live(static_cast<std::size_t>(times_) + 1, 0);
        for (BufferId id = 0; id < function_.buffers.size(); id++) {
            if (!is_in_arena(id) || (function_.buffers[id].is_scratch && !counts_scratch)) continue;
            live[static_cast<std::size_t>(used_[id].first)] +=
                round_up(function_.buffers[id].bytes, alignment);
            live[static_cast<std::size_t>(used_[id].last) + 1] -=
                round_up(function_.buffers[id].bytes, alignment);
        }
        for (std::size_t time = 1; time < live.size(); time++) live[time] += live[time - 1];
        return live;
    }

    std::int64_t peak(bool counts_scratch) const {
        const std::vector<std::int64_t> live = live_bytes(counts_scratch);
        return *std::max_element(live.begin(), live.end());
    }

    /// Moves the largest buffer that can move out of the first peak.
    bool move_one(bool counts_scratch) {
        const std::vector<std::int64_t> live = live_bytes(counts_scratch);
        const auto time = static_cast<int>(std::max_element(live.begin(), live.end()) - live.begin());
        std::vector<BufferId> candidates;
        for (BufferId id = 0; id < function_.buffers.size(); id++)
            if (is_in_arena(id) && used_[id].first <= time && time <= used_[id].last && may_move(id))
                candidates.push_back(id);
        std::stable_sort(candidates.begin(), candidates.end(), [&](BufferId a, BufferId b) {
            return function_.buffers[a].bytes > function_.buffers[b].bytes;
        });
        return std::any_of(candidates.begin(), candidates.end(), [&](BufferId id) { return move(id); });
    }

    bool may_move(BufferId id) const {
        const Buffer& buffer = function_.buffers[id];
        return buffer.bytes > 0 && !buffer.is_scratch && buffer.slots == 1 && !used_otherwise_[id];
    }

    /// Moves the buffer into the smallest result that has room for it.
    bool move(BufferId id) {
        Buffer& buffer = function_.buffers[id];
        std::optional<std::size_t> best;
        std::int64_t best_offset = 0;
        const auto bytes_of = [&](std::size_t result) {
            return function_.buffers[function_.outputs[result].buffer].bytes;
        };
        for (std::size_t result = 0; result < free_.size(); result++) {
            if (best && bytes_of(*best) <= bytes_of(result)) continue;
            if (const std::optional<std::int64_t> offset = room(id, result)) {
                best = result;
                best_offset = *offset;
            }
        }
        if (!best) return false;
        buffer.role = BufferRole::WithinResult;
        buffer.index = static_cast<int>(*best);
        buffer.offset = best_offset;
        within_[*best].push_back(id);
        moved_.push_back(id);
        return true;
    }

    /// The lowest free offset in the memory of a result for the whole live time of the buffer.
    std::optional<std::int64_t> room(BufferId id, std::size_t result) const {
        const Buffer &buffer = function_.buffers[id],
                     &memory = function_.buffers[function_.outputs[result].buffer];
        if (buffer.element != memory.element || used_[id].first < free_[result].first ||
            used_[id].last > free_[result].last)
            return std::nullopt;
        std::vector<BufferId> together;
        for (const BufferId other : within_[result])
            if (used_[other].first <= used_[id].last && used_[id].first <= used_[other].last)
                together.push_back(other);
        std::sort(together.begin(), together.end(), [&](BufferId a, BufferId b) {
            return function_.buffers[a].offset < function_.buffers[b].offset;
        });
        std::int64_t offset = 0;
        for (const BufferId other : together) {
            if (offset + buffer.bytes <= function_.buffers[other].offset) break;
            offset = std::max(
                offset,
                round_up(function_.buffers[other].offset + function_.buffers[other].bytes, alignment));
        }
        return offset + buffer.bytes <= memory.bytes ? std::optional(offset) : std::nullopt;
    }

    /// Moves buffers back to the arena if it has room for them below its peaks.
    void bring_back() {
        const std::int64_t with_scratch = peak(true), without = peak(false);
        for (auto id = moved_.rbegin(); id != moved_.rend(); ++id) {
            Buffer& buffer = function_.buffers[*id];
            const Buffer before = buffer;
            buffer.role = BufferRole::Arena;
            buffer.index = -1;
            buffer.offset = -1;
            if (peak(true) > with_scratch || peak(false) > without) buffer = before;
        }
    }

    FunctionPlan& function_;
    const std::vector<UsedTime>& used_;
    const std::vector<bool> used_otherwise_;
    std::vector<UsedTime> free_;                 ///< by result: the times at which its memory is free
    std::vector<std::vector<BufferId>> within_;  ///< by result: the buffers that were moved into it
    std::vector<BufferId> moved_;
    int times_ = 0;
};

}  // namespace

void use_result_memory(FunctionPlan& function, const std::vector<Kernel>& kernels,
                       const std::vector<UsedTime>& used) {
    ResultMemory(function, kernels, used).run();
}

}  // namespace hlo2c::scheduler
