#include "scheduler/steps/traffic.h"

#include "scheduler/loops/touched_bytes.h"

namespace hlo2c::scheduler {
namespace {

constexpr std::int64_t assumed_trip_count = 8;

class Traffic {
public:
    Traffic(const FunctionPlan& function, const std::vector<Kernel>& kernels)
        : function_(function), bytes_(function.buffers.size(), 0) {
        for (const Kernel& kernel : kernels) accessed_.push_back(accessed_bytes(kernel));
    }

    std::vector<std::int64_t> run() {
        steps(function_.steps, 1);
        return std::move(bytes_);
    }

private:
    static std::vector<std::int64_t> accessed_bytes(const Kernel& kernel) {
        if (kernel.origin != KernelOrigin::Runtime) return scheduler::accessed_bytes(kernel.nest);
        // Functions of the runtime go over their matrices several times.
        constexpr std::int64_t passes = 4;
        std::vector<std::int64_t> bytes;
        for (const BufferParameter& parameter : kernel.nest.parameters)
            bytes.push_back(passes * parameter.elements * byte_width(parameter.element));
        bytes.push_back(passes * kernel.nest.scratch_bytes);
        return bytes;
    }

    void add(std::int64_t buffer, std::int64_t bytes, std::int64_t times) {
        if (buffer < 0) return;
        std::int64_t& sum = bytes_[static_cast<std::size_t>(buffer)];
        sum = capped_sum(sum, capped_product(bytes, times));
    }
    /// Reads or writes a whole buffer.
    void whole(std::int64_t buffer, std::int64_t times) {
        if (buffer >= 0) add(buffer, function_.buffers[static_cast<std::size_t>(buffer)].bytes, times);
    }

    void steps(const std::vector<Step>& list, std::int64_t times) {
        for (const Step& step : list)
            std::visit([&](const auto& action) { visit(action, times); }, step.action);
    }

    void visit(const CallStep& call, std::int64_t times) {
        const std::vector<std::int64_t>& accessed = accessed_[call.kernel];
        for (std::size_t i = 0; i < call.arguments.size(); i++)
            add(call.arguments[i].buffer, accessed[i], times);
        add(call.scratch, accessed.back(), times);
    }
    void visit(const CopyStep& copy, std::int64_t times) {
        add(copy.source.buffer, copy.bytes, times);
        add(copy.destination.buffer, copy.bytes, times);
    }
    void visit(const WhileStep& loop, std::int64_t times) {
        const std::int64_t inside =
            capped_product(times, loop.trip_count >= 0 ? loop.trip_count : assumed_trip_count);
        if (loop.count) {
            whole(loop.count->counter.buffer, inside);
            if (!loop.count->last) whole(loop.count->limit.buffer, inside);
        } else {
            whole(loop.predicate.buffer, inside);
        }
        steps(loop.condition, inside);
        steps(loop.body, inside);
    }
    void visit(const BranchStep& branch, std::int64_t times) {
        whole(branch.selector.buffer, times);
        for (const std::vector<Step>& list : branch.branches) steps(list, times);
    }
    void visit(const CollectiveStep& collective, std::int64_t times) {
        whole(collective.input.buffer, times);
        whole(collective.output.buffer, times);
        for (const BufferRange& range : collective.numbers) whole(range.buffer, times);
        whole(collective.scratch, times);
        whole(collective.request, times);
    }
    void visit(const TransferStep& transfer, std::int64_t times) {
        whole(transfer.data.buffer, times);
        whole(transfer.request, times);
    }
    void visit(const CustomCallStep& call, std::int64_t times) {
        for (const std::vector<BufferRange>* ranges : {&call.inputs, &call.outputs})
            for (const BufferRange& range : *ranges) whole(range.buffer, times);
        whole(call.request, times);
    }
    void visit(const ProcessIdStep& id, std::int64_t times) { whole(id.destination.buffer, times); }

    const FunctionPlan& function_;
    std::vector<std::vector<std::int64_t>> accessed_;  ///< by kernel: of each parameter, then of scratch
    std::vector<std::int64_t> bytes_;
};

}  // namespace

std::vector<std::int64_t> traffic(const FunctionPlan& function, const std::vector<Kernel>& kernels) {
    return Traffic(function, kernels).run();
}

}  // namespace hlo2c::scheduler
