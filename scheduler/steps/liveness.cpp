#include "scheduler/steps/liveness.h"

#include <algorithm>
#include <set>

#include "scheduler/memory/place.h"
#include "scheduler/steps/pool_choice.h"
#include "scheduler/steps/result_memory.h"

namespace hlo2c::scheduler {
namespace {

class Liveness {
public:
    Liveness(FunctionPlan& plan, const std::vector<Kernel>& kernels, const std::vector<MemoryPool>& pools)
        : plan_(plan), kernels_(kernels), pools_(pools), used_(plan.buffers.size()) {}

    void run() {
        number(plan_.steps);
        for (const Port& port : plan_.outputs)
            if (used_[port.buffer].first >= 0) used_[port.buffer].last = time_;
        extend_over_loops();
        use_result_memory(plan_, kernels_, used_);
        place();
    }

private:
    struct Span {
        int begin, end;
        std::set<BufferId> touched;
    };

    /// The caller writes arguments, so a loop needs them in all its iterations.
    void extend_over_loops() {
        // `loops_` holds inner loops before the loops around them.
        for (const Span& span : loops_)
            for (BufferId buffer : span.touched) {
                UsedTime& used = used_[buffer];
                if (used.first >= span.begin && used.last <= span.end &&
                    plan_.buffers[buffer].role != BufferRole::Argument)
                    continue;
                used.first = std::min(used.first, span.begin);
                used.last = std::max(used.last, span.end);
            }
    }

    void place() {
        memory::Problem problem;
        std::vector<BufferId> placed;
        for (BufferId id = 0; id < plan_.buffers.size(); id++) {
            Buffer& buffer = plan_.buffers[id];
            const UsedTime& used = used_[id];
            const bool is_within = buffer.role == BufferRole::WithinResult;
            if ((buffer.role != BufferRole::Arena && !is_within) || used.first < 0) continue;
            buffer.first_step = used.first;
            buffer.last_step = used.last;
            if (is_within) continue;
            placed.push_back(id);
            problem.buffers.push_back({used.first, used.last + 1, buffer.bytes, arena_alignment});
        }
        plan_.value_bytes = most_bytes(placed, problem, false);
        plan_.scratch_bytes = most_bytes(placed, problem, true);
        if (!pools_.empty()) {
            place_in_pools(plan_, kernels_, pools_, placed);
            return;
        }
        const memory::Placement placement = memory::place(problem);
        for (std::size_t i = 0; i < placed.size(); i++)
            plan_.buffers[placed[i]].offset = placement.offsets[i];
        plan_.arena_bytes = placement.peak;
        plan_.arena_lower_bound = placement.lower_bound;
        plan_.memory_proof = placement.proof == memory::Proof::Optimal ? "optimal" : "open";
    }

    std::int64_t most_bytes(const std::vector<BufferId>& placed, const memory::Problem& problem,
                            bool of_scratch) const {
        std::vector<memory::Interval> chosen;
        for (std::size_t i = 0; i < placed.size(); i++)
            if (plan_.buffers[placed[i]].is_scratch == of_scratch) chosen.push_back(problem.buffers[i]);
        return memory::lower_bound(chosen);
    }

    void touch(BufferId buffer) {
        UsedTime& used = used_[buffer];
        if (used.first < 0) used.first = time_;
        used.last = time_;
        for (std::set<BufferId>* touched : open_) touched->insert(buffer);
    }

    void number(std::vector<Step>& steps) {
        for (Step& step : steps) {
            step.time = time_;
            std::visit([this](auto& action) { visit(action); }, step.action);
            time_++;
        }
    }

    void visit(CallStep& call) {
        for (const BufferRange& range : call.arguments) touch(range.buffer);
        if (call.scratch >= 0) touch(static_cast<BufferId>(call.scratch));
    }
    void visit(CopyStep& copy) {
        touch(copy.source.buffer);
        touch(copy.destination.buffer);
    }
    void visit(CollectiveStep& collective) {
        touch(collective.input.buffer);
        touch(collective.output.buffer);
        for (const BufferRange& range : collective.numbers) touch(range.buffer);
        for (std::int64_t buffer : {collective.scratch, collective.request})
            if (buffer >= 0) touch(static_cast<BufferId>(buffer));
    }
    void visit(TransferStep& transfer) {
        touch(transfer.data.buffer);
        if (transfer.request >= 0) touch(static_cast<BufferId>(transfer.request));
    }
    void visit(CustomCallStep& call) {
        for (const std::vector<BufferRange>* ranges : {&call.inputs, &call.outputs})
            for (const BufferRange& range : *ranges) touch(range.buffer);
        if (call.request >= 0) touch(static_cast<BufferId>(call.request));
    }
    void visit(ProcessIdStep& id) { touch(id.destination.buffer); }
    void visit(WhileStep& loop) {
        Span span{time_, 0, {}};
        std::set<BufferId> touched;
        open_.push_back(&touched);
        if (loop.count) {
            touch(loop.count->counter.buffer);
            if (!loop.count->last) touch(loop.count->limit.buffer);
        } else {
            number(loop.condition);
            touch(loop.predicate.buffer);
        }
        time_++;
        number(loop.body);
        if (loop.count) touch(loop.count->counter.buffer);  // live from the first iteration to the last
        open_.pop_back();
        span.end = time_;
        for (const BufferId id : touched)
            if (plan_.buffers[id].slots > 1) used_[id] = {span.begin, span.end};  // of slots at any point
        span.touched = std::move(touched);
        loops_.push_back(std::move(span));
    }
    void visit(BranchStep& branch) {
        touch(branch.selector.buffer);
        time_++;
        for (std::vector<Step>& steps : branch.branches) number(steps);
    }

    FunctionPlan& plan_;
    const std::vector<Kernel>& kernels_;
    const std::vector<MemoryPool>& pools_;
    std::vector<UsedTime> used_;
    std::vector<std::set<BufferId>*> open_;
    std::vector<Span> loops_;
    int time_ = 0;
};

}  // namespace

void place_buffers(FunctionPlan& function, const std::vector<Kernel>& kernels,
                   const std::vector<MemoryPool>& pools) {
    Liveness(function, kernels, pools).run();
}

}  // namespace hlo2c::scheduler
