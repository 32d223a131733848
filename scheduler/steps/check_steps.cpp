#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/steps/function_steps.h"

namespace hlo2c::scheduler {
namespace {

class StepCheck {
public:
    StepCheck(const FunctionPlan& function, const Plan& plan) : function_(function), plan_(plan) {
        for (BufferId id = 0; id < function.buffers.size(); id++) {
            const BufferRole role = function.buffers[id].role;
            if (role == BufferRole::Argument || role == BufferRole::Weight) holds_data_.insert(id);
        }
    }

    void run() {
        steps(function_.steps);
        for (const Port& port : function_.outputs) read({port.buffer, 0}, "the end of the function");
    }

private:
    void check(bool holds, const std::string& what) const { HLO2C_CHECK(holds, "steps: " + what); }

    void exists(const BufferRange& range, const std::string& by) const {
        check(range.buffer < function_.buffers.size() && range.byte_offset >= 0 &&
                  range.byte_offset <= function_.buffers[range.buffer].bytes,
              by + " names a buffer that does not exist");
    }
    void read(const BufferRange& range, const std::string& by) const {
        exists(range, by);
        const Buffer& buffer = function_.buffers[range.buffer];
        check(holds_data_.count(range.buffer) > 0 || buffer.bytes == 0,
              fmt::format("{} reads {} before a step has written it", by, buffer.name));
    }
    void write(const BufferRange& range, const std::string& by) {
        exists(range, by);
        const Buffer& buffer = function_.buffers[range.buffer];
        check(buffer.role != BufferRole::Weight, fmt::format("{} writes the weight {}", by, buffer.name));
        holds_data_.insert(range.buffer);
    }

    void steps(const std::vector<Step>& list) {
        for (const Step& step : list) std::visit([this](const auto& action) { visit(action); }, step.action);
    }

    void visit(const CallStep& call) {
        check(call.kernel < plan_.kernels.size(), "a call of a kernel that does not exist");
        const Kernel& kernel = plan_.kernels[call.kernel];
        const std::vector<BufferParameter>& parameters = kernel.nest.parameters;
        check(parameters.size() == call.arguments.size(),
              kernel.name + " has an argument for each parameter");
        for (std::size_t i = 0; i < parameters.size(); i++) {
            exists(call.arguments[i], kernel.name);
            const Buffer& buffer = function_.buffers[call.arguments[i].buffer];
            check(parameters[i].elements * byte_width(parameters[i].element) <=
                      std::max<std::int64_t>(buffer.bytes_per_slot() - call.arguments[i].byte_offset,
                                             byte_width(parameters[i].element)),
                  fmt::format("{} accesses {} beyond its end", kernel.name, buffer.name));
            if (!parameters[i].written) read(call.arguments[i], kernel.name);
        }
        for (std::size_t i = 0; i < parameters.size(); i++)
            if (parameters[i].written) write(call.arguments[i], kernel.name);
        check((call.scratch >= 0) == (kernel.nest.scratch_bytes > 0),
              kernel.name + " gets the scratch it needs");
        if (call.scratch < 0) return;
        exists({static_cast<BufferId>(call.scratch), 0}, kernel.name);
        check(kernel.nest.scratch_bytes <=
                  function_.buffers[static_cast<BufferId>(call.scratch)].bytes_per_slot(),
              kernel.name + " gets as much scratch as it needs");
    }
    void visit(const CopyStep& copy) {
        read(copy.source, "a copy");
        write(copy.destination, "a copy");
        for (const BufferRange& range : {copy.source, copy.destination})
            check(range.byte_offset + copy.bytes <= function_.buffers[range.buffer].bytes_per_slot(),
                  fmt::format("a copy leaves {}", function_.buffers[range.buffer].name));
    }
    void visit(const WhileStep& loop) {
        if (loop.count) {
            if (loop.count->first) holds_data_.insert(loop.count->counter.buffer);
            read(loop.count->counter, "a loop");
            if (!loop.count->last) read(loop.count->limit, "a loop");
        } else {
            steps(loop.condition);
            read(loop.predicate, "a loop");
        }
        steps(loop.body);
    }
    /// After the step, a buffer holds data if it did before, or if every branch writes it.
    void visit(const BranchStep& branch) {
        read(branch.selector, "a branch");
        const std::set<BufferId> before = holds_data_;
        std::set<BufferId> after;
        for (std::size_t b = 0; b < branch.branches.size(); b++) {
            holds_data_ = before;
            steps(branch.branches[b]);
            if (b == 0) {
                after = holds_data_;
                continue;
            }
            std::set<BufferId> both;
            std::set_intersection(after.begin(), after.end(), holds_data_.begin(), holds_data_.end(),
                                  std::inserter(both, both.end()));
            after = std::move(both);
        }
        holds_data_ = std::move(after);
    }
    void visit(const CollectiveStep& collective) {
        check(collective.collective < plan_.collectives.size(), "a collective that does not exist");
        read(collective.input, "a collective");
        for (const BufferRange& range : collective.numbers) read(range, "a collective");
        write(collective.output, "a collective");
    }
    void visit(const TransferStep& transfer) {
        check(transfer.transfer < plan_.transfers.size(), "a transfer that does not exist");
        const TransferKind kind = plan_.transfers[transfer.transfer].kind;
        if (kind == TransferKind::Infeed || kind == TransferKind::Receive)
            write(transfer.data, "a transfer");
        else if (transfer.phase == Phase::Whole || transfer.phase == Phase::Start)
            read(transfer.data, "a transfer");
    }
    void visit(const CustomCallStep& call) {
        check(call.custom_call < plan_.custom_calls.size(), "a custom call that does not exist");
        for (const BufferRange& range : call.inputs) read(range, "a custom call");
        for (const BufferRange& range : call.outputs) write(range, "a custom call");
    }
    void visit(const ProcessIdStep& id) { write(id.destination, "a process id"); }

    const FunctionPlan& function_;
    const Plan& plan_;
    std::set<BufferId> holds_data_;
};

}  // namespace

void check_steps(const FunctionPlan& function, const Plan& plan) {
    StepCheck(function, plan).run();
}

}  // namespace hlo2c::scheduler
