#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scheduler/steps/function_steps.h"

namespace hlo2c::scheduler {
namespace {

constexpr auto phase_words = frontend::by_every_enumerator<Phase::Idle, const char*>({
    {Phase::Whole, ""},
    {Phase::Start, "start "},
    {Phase::Done, "end "},
    {Phase::Idle, "idle "},
});

class StepsText {
public:
    StepsText(const FunctionPlan& function, const Plan& plan) : function_(function), plan_(plan) {}

    std::string run() {
        for (const Buffer& buffer : function_.buffers)
            text_ +=
                fmt::format("{} {}: {}, {} bytes{}\n", name_of(buffer.role), buffer.name, buffer.type,
                            buffer.bytes, buffer.slots > 1 ? fmt::format(" for {} slots", buffer.slots) : "");
        steps(function_.steps);
        return std::move(text_);
    }

private:
    std::string name(const BufferRange& range) const {
        const std::string& buffer = function_.buffers[range.buffer].name;
        return range.byte_offset == 0 ? buffer : fmt::format("{}+{}", buffer, range.byte_offset);
    }
    std::string names(const std::vector<BufferRange>& ranges) const {
        std::vector<std::string> all;
        for (const BufferRange& range : ranges) all.push_back(name(range));
        return fmt::format("{}", fmt::join(all, ", "));
    }
    void line(const std::string& words) { text_ += std::string(depth_ * 2, ' ') + words + "\n"; }
    void steps(const std::vector<Step>& list) {
        for (const Step& step : list) std::visit([this](const auto& action) { visit(action); }, step.action);
    }
    void inside(const std::vector<Step>& list) {
        depth_++;
        steps(list);
        depth_--;
    }
    static const char* word(Phase phase) { return phase_words[static_cast<std::size_t>(phase)]; }

    void visit(const CallStep& call) {
        const Kernel& kernel = plan_.kernels[call.kernel];
        std::vector<BufferRange> read, written;
        for (std::size_t i = 0; i < call.arguments.size(); i++)
            (kernel.nest.parameters[i].written ? written : read).push_back(call.arguments[i]);
        line(fmt::format("call {} ({}) -> {}", kernel.name, names(read), names(written)));
    }
    void visit(const CopyStep& copy) {
        line(fmt::format("copy {} -> {}, {} bytes{}", name(copy.source), name(copy.destination), copy.bytes,
                         copy.unless_shared ? ", unless shared" : ""));
    }
    void visit(const WhileStep& loop) {
        if (loop.count) {
            const LoopCounter& count = *loop.count;
            line(fmt::format("for {} from {} while {} {} by {}{}", name(count.counter),
                             count.first ? std::to_string(*count.first) : "itself",
                             frontend::keyword(count.comparison),
                             count.last ? std::to_string(*count.last) : name(count.limit), count.step,
                             loop.is_parallel() ? fmt::format(", divided among {} slots", loop.slots) : ""));
        } else {
            line("while");
            inside(loop.condition);
            line("is " + name(loop.predicate));
        }
        inside(loop.body);
    }
    void visit(const BranchStep& branch) {
        for (std::size_t b = 0; b < branch.branches.size(); b++) {
            line(fmt::format("{} {}, branch {}", branch.is_if ? "if" : "case", name(branch.selector), b));
            inside(branch.branches[b]);
        }
    }
    void visit(const CollectiveStep& collective) {
        line(fmt::format("{}collective {} ({}{}{}) -> {}", word(collective.phase), collective.collective,
                         name(collective.input), collective.numbers.empty() ? "" : ", ",
                         names(collective.numbers), name(collective.output)));
    }
    void visit(const TransferStep& transfer) {
        line(
            fmt::format("{}transfer {} of {}", word(transfer.phase), transfer.transfer, name(transfer.data)));
    }
    void visit(const CustomCallStep& call) {
        line(fmt::format("custom call {} ({}) -> {}", call.custom_call, names(call.inputs),
                         names(call.outputs)));
    }
    void visit(const ProcessIdStep& id) {
        line(fmt::format("{} -> {}", id.is_replica ? "replica id" : "partition id", name(id.destination)));
    }

    const FunctionPlan& function_;
    const Plan& plan_;
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace

std::string to_text(const FunctionPlan& function, const Plan& plan) {
    return StepsText(function, plan).run();
}

}  // namespace hlo2c::scheduler
