#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/diagnostic.h"
#include "scheduler/steps/function_steps.h"

namespace hlo2c::scheduler {
namespace {

/// Runs the steps symbolically: every buffer holds the name of a value, and loses it when a buffer that
/// overlaps it is written.
class ContentsCheck {
public:
    ContentsCheck(const FunctionPlan& function, const Plan& plan, bool is_shared)
        : function_(function), plan_(plan) {
        for (BufferId id = 0; id < function.buffers.size(); id++)
            if (function.buffers[id].role == BufferRole::Weight)
                memory_.contents[id] = weight_content(function.buffers[id].index);
        for (const Port& port : function.inputs) {
            memory_.contents[port.buffer] = port.content;
            if (!is_shared || port.donated_to < 0) continue;
            const BufferId result = function.outputs.at(static_cast<std::size_t>(port.donated_to)).buffer;
            twins_[port.buffer] = result;
            twins_[result] = port.buffer;
            memory_.contents[result] = port.content;
            memory_.places[place(result)] = result;
        }
        for (const Buffer& each : function.buffers)
            if (each.role == BufferRole::WithinResult) check_within(each);
    }

    void run() {
        steps(function_.steps);
        for (const Port& port : function_.outputs)
            expect({port.buffer, port.content}, "the end of the function");
    }

private:
    /// The memory that a buffer is in (a result by its number, or below them a pool), and its offset there.
    using Place = std::pair<int, std::int64_t>;
    static constexpr int elsewhere = -1, arena = -2;

    struct Memory {
        std::map<BufferId, std::int64_t> contents;
        /// The buffers with contents in pools and in results; they do not overlap.
        std::map<Place, BufferId> places;
    };

    const Buffer& buffer(BufferId id) const { return function_.buffers.at(id); }

    Place place(BufferId id) const {
        const Buffer& placed = buffer(id);
        switch (placed.role) {
            case BufferRole::Arena: return {arena - placed.pool, placed.offset};
            case BufferRole::WithinResult: return {placed.index, placed.offset};
            case BufferRole::Result: return {placed.index, 0};
            case BufferRole::Argument: {
                const auto twin = twins_.find(id);
                return twin != twins_.end() ? place(twin->second) : Place{elsewhere, 0};
            }
            case BufferRole::Weight: break;
        }
        return {elsewhere, 0};
    }

    void check_within(const Buffer& placed) const {
        const Port& port = function_.outputs.at(static_cast<std::size_t>(placed.index));
        const Buffer& memory = buffer(port.buffer);
        HLO2C_CHECK(placed.element == memory.element && placed.offset % byte_width(placed.element) == 0 &&
                        placed.offset >= 0 && placed.offset + placed.bytes <= memory.bytes,
                    fmt::format("contents: {} fits into the memory of {}", placed.name, memory.name));
    }

    void expect(const Held& held, const std::string& by) const {
        if (buffer(held.buffer).bytes == 0) return;
        const auto found = memory_.contents.find(held.buffer);
        HLO2C_CHECK(
            found != memory_.contents.end() && found->second == held.content,
            fmt::format("contents: {} reads {}, which holds {} and not {}", by, buffer(held.buffer).name,
                        found != memory_.contents.end() ? found->second : no_content, held.content));
    }

    /// Clears the contents of all buffers that overlap this one.
    void clobber(BufferId id) {
        memory_.contents.erase(id);
        const Buffer& written = buffer(id);
        HLO2C_CHECK(written.role != BufferRole::Argument && written.role != BufferRole::Weight,
                    fmt::format("contents: {} is written, but it is read-only", written.name));
        const auto [memory, offset] = place(id);
        if (memory > elsewhere) {
            const auto twin = twins_.find(function_.outputs.at(static_cast<std::size_t>(memory)).buffer);
            if (twin != twins_.end()) memory_.contents.erase(twin->second);
        }
        auto first = memory_.places.lower_bound({memory, offset});
        if (first != memory_.places.begin()) {
            const auto below = std::prev(first);
            if (below->first.first == memory && below->first.second + buffer(below->second).bytes > offset)
                first = below;
        }
        while (first != memory_.places.end() && first->first < Place{memory, offset + written.bytes}) {
            memory_.contents.erase(first->second);
            first = memory_.places.erase(first);
        }
    }

    void set(const Held& held) {
        const Buffer& written = buffer(held.buffer);
        if (written.bytes == 0) return;
        clobber(held.buffer);
        memory_.contents[held.buffer] = held.content;
        memory_.places[place(held.buffer)] = held.buffer;
    }

    /// Gives the buffer this content. Other buffers lose it: theirs is from an earlier iteration.
    void rename(BufferId id, std::int64_t content) {
        std::erase_if(memory_.contents, [&](const auto& entry) { return entry.second == content; });
        std::erase_if(memory_.places,
                      [&](const auto& entry) { return memory_.contents.count(entry.second) == 0; });
        set({id, content});
    }

    bool overlap(BufferId a, BufferId b) const {
        const Buffer &x = buffer(a), &y = buffer(b);
        if (x.bytes == 0 || y.bytes == 0) return false;
        if (a == b) return true;
        const auto [memory, offset] = place(a);
        const auto [other_memory, other_offset] = place(b);
        return memory != elsewhere && memory == other_memory && offset < other_offset + y.bytes &&
               other_offset < offset + x.bytes;
    }

    void steps(const std::vector<Step>& list) {
        for (const Step& step : list) {
            for (const Held& held : step.reads) expect(held, step.comment);
            std::visit([this](const auto& action) { visit(action); }, step.action);
            for (const Held& held : step.writes) set(held);
        }
    }

    /// A kernel assumes that no parameter overlaps one that it writes. A function of runtime_c may get one
    /// buffer for both.
    void visit(const CallStep& call) {
        const Kernel& kernel = plan_.kernels.at(call.kernel);
        std::vector<BufferId> all, written;
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            all.push_back(call.arguments[i].buffer);
            if (kernel.nest.parameters.at(i).written) written.push_back(call.arguments[i].buffer);
        }
        if (call.scratch >= 0) {
            all.push_back(static_cast<BufferId>(call.scratch));
            written.push_back(all.back());
        }
        for (const BufferId id : written) {
            const bool is_runtime = kernel.origin == KernelOrigin::Runtime;
            const auto touched = std::count_if(all.begin(), all.end(), [&](BufferId other) {
                return overlap(id, other) && !(is_runtime && id == other);
            });
            HLO2C_CHECK(touched <= (is_runtime ? 0 : 1),
                        fmt::format("contents: {} writes {}, which overlaps another argument", kernel.name,
                                    buffer(id).name));
        }
        for (const BufferId id : written) clobber(id);
    }
    void visit(const CopyStep& copy) {
        const auto content = memory_.contents.find(copy.source.buffer);
        const std::int64_t moved = content != memory_.contents.end() ? content->second : no_content;
        const BufferId to = copy.destination.buffer, from = copy.source.buffer;
        HLO2C_CHECK(copy.unless_shared || !overlap(to, from),
                    fmt::format("contents: a copy from {} to {}, which overlaps it", buffer(from).name,
                                buffer(to).name));
        if (overlap(to, from)) return;
        set({to, moved});
    }
    void visit(const WhileStep& loop) {
        std::set<BufferId> written;
        find_written(loop.condition, written);
        find_written(loop.body, written);
        for (const WhileStep::Carried& carried : loop.carried) {
            HLO2C_CHECK(buffer(carried.buffer).slots == 1 || carried.next == no_content,
                        "contents: a slot does not go on with what another slot has");
            if (carried.initial != no_content) expect({carried.buffer, carried.initial}, "a loop");
            written.erase(carried.buffer);
        }
        // From the second iteration on, what the loop writes no longer has its content from before the loop.
        for (const BufferId id : written) clobber(id);
        for (const WhileStep::Carried& carried : loop.carried) rename(carried.buffer, carried.content);
        steps(loop.condition);
        const Memory after = memory_;
        steps(loop.body);
        for (const WhileStep::Carried& carried : loop.carried)
            expect({carried.buffer, carried.next != no_content ? carried.next : carried.content},
                   "the next iteration of a loop");
        memory_ = after;
        // After the loop, nothing is known of what its slots have.
        for (const WhileStep::Carried& carried : loop.carried)
            if (buffer(carried.buffer).slots > 1) clobber(carried.buffer);
    }
    void visit(const BranchStep& branch) {
        const Memory before = memory_;
        Memory after;
        for (std::size_t b = 0; b < branch.branches.size(); b++) {
            memory_ = before;
            steps(branch.branches[b]);
            for (std::size_t i = 0; i < branch.results.size(); i++)
                expect({branch.results[i].buffer, branch.branch_contents.at(b).at(i)}, "a branch");
            for (const Held& result : branch.results) set(result);
            if (b == 0) {
                after = memory_;
                continue;
            }
            const auto differs = [&](BufferId id) {
                const auto here = memory_.contents.find(id);
                return here == memory_.contents.end() || here->second != after.contents[id];
            };
            std::erase_if(after.places, [&](const auto& entry) { return differs(entry.second); });
            std::erase_if(after.contents, [&](const auto& entry) { return differs(entry.first); });
        }
        memory_ = std::move(after);
    }
    void visit(const CollectiveStep& collective) { clobber_hook(collective.scratch, collective.request); }
    void visit(const TransferStep& transfer) { clobber_hook(-1, transfer.request); }
    void visit(const CustomCallStep& call) { clobber_hook(-1, call.request); }
    void visit(const ProcessIdStep&) {}

    void clobber_hook(std::int64_t scratch, std::int64_t request) {
        for (const std::int64_t id : {scratch, request})
            if (id >= 0) clobber(static_cast<BufferId>(id));
    }

    static void find_written(const std::vector<Step>& list, std::set<BufferId>& written) {
        for_each_step(list, [&](const Step& step) {
            for (const Held& held : step.writes) written.insert(held.buffer);
            const auto insert = [&](std::int64_t id) {
                if (id >= 0) written.insert(static_cast<BufferId>(id));
            };
            if (const auto* call = std::get_if<CallStep>(&step.action)) insert(call->scratch);
            if (const auto* copy = std::get_if<CopyStep>(&step.action)) insert(copy->destination.buffer);
            if (const auto* collective = std::get_if<CollectiveStep>(&step.action)) {
                insert(collective->scratch);
                insert(collective->request);
            }
            if (const auto* transfer = std::get_if<TransferStep>(&step.action)) insert(transfer->request);
            if (const auto* call = std::get_if<CustomCallStep>(&step.action)) insert(call->request);
            if (const auto* loop = std::get_if<WhileStep>(&step.action))
                for (const WhileStep::Carried& carried : loop->carried) written.insert(carried.buffer);
        });
    }

    const FunctionPlan& function_;
    const Plan& plan_;
    std::map<BufferId, BufferId> twins_;  ///< donated arguments and results that share memory
    Memory memory_;
};

}  // namespace

void check_contents(const FunctionPlan& function, const Plan& plan) {
    ContentsCheck(function, plan, false).run();
    if (std::any_of(function.inputs.begin(), function.inputs.end(),
                    [](const Port& port) { return port.donated_to >= 0; }))
        ContentsCheck(function, plan, true).run();
}

}  // namespace hlo2c::scheduler
