#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "frontend/diagnostic.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/walk.h"
#include "scheduler/slot_trips.h"
#include "scheduler/steps/function_steps.h"

namespace hlo2c::scheduler {
namespace {

/// Bytes that a slot accesses: of a result by its number, or below them of a pool.
struct SlotBytes {
    int memory = 0;
    std::int64_t begin = 0, end = 0;
    std::int64_t slot = 0;
    bool is_written = false;
    BufferId buffer = 0;
    auto order() const { return std::tie(memory, begin, end, slot, is_written, buffer); }
};

/// The two accesses that end last, of different slots.
class LastEnds {
public:
    void add(const SlotBytes& bytes) {
        if (count_ > 0 && ends_[0].slot == bytes.slot) {
            if (bytes.end > ends_[0].end) ends_[0] = bytes;
        } else if (count_ == 0 || bytes.end > ends_[0].end) {
            ends_[1] = ends_[0];
            ends_[0] = bytes;
            count_ = std::min(count_ + 1, 2);
        } else if (count_ < 2 || bytes.end > ends_[1].end) {
            ends_[1] = bytes;
            count_ = 2;
        }
    }
    /// One of another slot that goes on behind the beginning of `bytes`, or nullptr.
    const SlotBytes* meets(const SlotBytes& bytes) const {
        for (int i = 0; i < count_; i++)
            if (ends_.at(static_cast<std::size_t>(i)).slot != bytes.slot)
                return ends_.at(static_cast<std::size_t>(i)).end > bytes.begin
                           ? &ends_.at(static_cast<std::size_t>(i))
                           : nullptr;
        return nullptr;
    }

private:
    std::array<SlotBytes, 2> ends_;
    int count_ = 0;
};

/// What the slots of one loop access. The steps of every iteration run with the counter's number; numbers
/// that kernels compute from it are known, too.
class LoopAccesses {
public:
    LoopAccesses(const FunctionPlan& function, const Plan& plan, const WhileStep& loop)
        : function_(function), plan_(plan), loop_(loop) {}

    void check() {
        const bool counts = loop_.count && loop_.count->first == 0 && loop_.count->step == 1 &&
                            loop_.count->comparison == frontend::ComparisonDirection::Lt &&
                            loop_.count->last == loop_.trip_count && loop_.slots <= loop_.trip_count;
        require(counts, "slots divide a loop that counts from 0 by 1 to a constant");
        for (slot_ = 0; slot_ < loop_.slots; slot_++) {
            const std::int64_t end = first_trip(slot_ + 1, loop_.trip_count, loop_.slots);
            for (std::int64_t trip = first_trip(slot_, loop_.trip_count, loop_.slots); trip < end; trip++) {
                numbers_ = {{loop_.count->counter.buffer, trip}};
                add(loop_.count->counter.buffer, 0, buffer(loop_.count->counter.buffer).bytes_per_slot(),
                    true);
                for (const Step& step : loop_.body) {
                    if (const auto* call = std::get_if<CallStep>(&step.action))
                        run(*call);
                    else if (const auto* copy = std::get_if<CopyStep>(&step.action))
                        run(*copy);
                    else
                        require(false, "slots run kernels and copies only");
                }
            }
        }
        compare();
    }

private:
    static constexpr int elsewhere = -1, arena = -2;

    static void require(bool holds, const std::string& what) {
        HLO2C_CHECK(holds, "parallel loops: " + what);
    }

    const Buffer& buffer(BufferId id) const { return function_.buffers.at(id); }

    /// The memory of a buffer, and the offset of the current slot's copy there.
    std::pair<int, std::int64_t> place(const Buffer& of) const {
        require(of.slots == 1 || (of.slots == loop_.slots && of.role == BufferRole::Arena),
                of.name + " has a copy for each slot of its loop");
        switch (of.role) {
            case BufferRole::Arena:
                return {arena - of.pool, of.offset + (of.slots > 1 ? slot_ * of.bytes_per_slot() : 0)};
            case BufferRole::WithinResult: return {of.index, of.offset};
            case BufferRole::Result: return {of.index, 0};
            case BufferRole::Argument: {
                const int result = function_.inputs.at(static_cast<std::size_t>(of.index)).donated_to;
                return {result >= 0 ? result : elsewhere, 0};
            }
            case BufferRole::Weight: break;
        }
        return {elsewhere, 0};
    }

    void add(BufferId id, std::int64_t begin, std::int64_t end, bool is_written) {
        const auto [memory, offset] = place(buffer(id));
        require(memory != elsewhere || !is_written, buffer(id).name + " is written, but it is read-only");
        if (memory == elsewhere || begin >= end) return;
        const SlotBytes bytes{memory, offset + begin, offset + end, slot_, is_written, id};
        if (accesses_.empty() || accesses_.back().order() != bytes.order()) accesses_.push_back(bytes);
    }

    void run(const CallStep& call) {
        const Kernel& kernel = plan_.kernels.at(call.kernel);
        require(!has_parallel_loop(kernel.nest), kernel.name + " has a parallel loop, but a slot runs it");
        const auto accesses = accesses_of(kernel, call);
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const BufferParameter& parameter = kernel.nest.parameters[i];
            const auto& [id, offset] = call.arguments[i];
            const auto found = accesses.find(parameter.name);
            // All of what is only read, or is the slot's own, counts as accessed.
            const bool is_part = parameter.written && buffer(id).slots == 1 && found != accesses.end();
            const std::int64_t width = byte_width(parameter.element);
            const Interval elements = is_part ? found->second.elements : Interval{0, parameter.elements - 1};
            add(id, offset + elements.low * width, offset + (elements.high + 1) * width, parameter.written);
            if (!parameter.written) continue;
            numbers_.erase(id);
            if (is_number(parameter, call.arguments[i]) && found != accesses.end() && found->second.stored)
                numbers_[id] = *found->second.stored;
        }
        if (call.scratch >= 0) add(static_cast<BufferId>(call.scratch), 0, kernel.nest.scratch_bytes, true);
    }

    /// True if the argument is the first element of its buffer only.
    static bool is_number(const BufferParameter& parameter, const BufferRange& argument) {
        return parameter.elements == 1 && argument.byte_offset == 0;
    }

    /// Of a kernel that writes memory of all slots, or a number.
    std::map<std::string, ParameterAccess> accesses_of(const Kernel& kernel, const CallStep& call) const {
        bool matters = false;
        std::map<std::string, std::int64_t> numbers;
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const BufferParameter& parameter = kernel.nest.parameters[i];
            const BufferId id = call.arguments[i].buffer;
            matters = matters || (parameter.written &&
                                  (buffer(id).slots == 1 || is_number(parameter, call.arguments[i])));
            const auto known = numbers_.find(id);
            if (!parameter.written && is_number(parameter, call.arguments[i]) && known != numbers_.end())
                numbers[parameter.name] = known->second;
        }
        if (!matters || kernel.origin == KernelOrigin::Runtime) return {};
        return parameter_accesses(kernel.nest, numbers);
    }

    void run(const CopyStep& copy) {
        add(copy.source.buffer, copy.source.byte_offset, copy.source.byte_offset + copy.bytes, false);
        add(copy.destination.buffer, copy.destination.byte_offset, copy.destination.byte_offset + copy.bytes,
            true);
        numbers_.erase(copy.destination.buffer);
    }

    /// Checks that slots only share bytes that they all read.
    void compare() {
        std::sort(accesses_.begin(), accesses_.end(),
                  [](const SlotBytes& a, const SlotBytes& b) { return a.order() < b.order(); });
        LastEnds any, written;
        for (std::size_t i = 0; i < accesses_.size(); i++) {
            const SlotBytes& bytes = accesses_[i];
            if (i > 0 && accesses_[i - 1].memory != bytes.memory) any = written = {};
            const SlotBytes* const other = (bytes.is_written ? any : written).meets(bytes);
            if (other != nullptr)
                require(false,
                        fmt::format("slots {} and {} both access {} and {}, which overlap", other->slot,
                                    bytes.slot, buffer(other->buffer).name, buffer(bytes.buffer).name));
            any.add(bytes);
            if (bytes.is_written) written.add(bytes);
        }
    }

    const FunctionPlan& function_;
    const Plan& plan_;
    const WhileStep& loop_;
    std::int64_t slot_ = 0;
    std::map<BufferId, std::int64_t> numbers_;  ///< that the first elements of buffers hold
    std::vector<SlotBytes> accesses_;
};

void check_parallel(const FunctionPlan& function, const Plan& plan, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
        if (const auto* loop = std::get_if<WhileStep>(&step.action)) {
            if (loop->is_parallel()) {
                LoopAccesses(function, plan, *loop).check();
            } else {
                check_parallel(function, plan, loop->condition);
                check_parallel(function, plan, loop->body);
            }
        } else if (const auto* branch = std::get_if<BranchStep>(&step.action)) {
            for (const std::vector<Step>& inner : branch->branches) check_parallel(function, plan, inner);
        }
        for (const std::vector<Held>* held : {&step.reads, &step.writes})
            for (const Held& each : *held)
                HLO2C_CHECK(function.buffers.at(each.buffer).slots == 1,
                            "parallel loops: a step outside of them uses " +
                                function.buffers[each.buffer].name + ", of which each slot has a copy");
    }
}

}  // namespace

void check_parallel_loops(const FunctionPlan& function, const Plan& plan) {
    check_parallel(function, plan, function.steps);
}

}  // namespace hlo2c::scheduler
