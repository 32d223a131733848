#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
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

void require(bool holds, const std::string& what) {
    HLO2C_CHECK(holds, "parallel loops: " + what);
}

/// True if the argument is the first element of its buffer only.
bool is_number(const BufferParameter& parameter, const BufferRange& argument) {
    return parameter.elements == 1 && argument.byte_offset == 0;
}

/// What kernels access in calls with these numbers, which many calls share.
class KernelAccesses {
public:
    using Accesses = std::map<std::string, ParameterAccess>;
    using Numbers = std::map<std::string, std::int64_t>;

    const Accesses& of(const Kernel& kernel, const Numbers& numbers) {
        const auto [found, is_new] = known_.try_emplace({&kernel, numbers});
        if (is_new) found->second = parameter_accesses(kernel.nest, numbers);
        return found->second;
    }

private:
    std::map<std::pair<const Kernel*, Numbers>, Accesses> known_;
};

/// The numbers that the first elements of buffers hold: the counters of the loops that run, and what kernels
/// compute from them.
class KnownNumbers {
public:
    void set(BufferId id, std::int64_t number) { numbers_[id] = number; }
    void forget(BufferId id) { numbers_.erase(id); }

    KernelAccesses::Accesses accesses_of(const Kernel& kernel, const CallStep& call,
                                         KernelAccesses& kernels) const {
        if (kernel.origin == KernelOrigin::Runtime) return {};
        KernelAccesses::Numbers numbers;
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const BufferParameter& parameter = kernel.nest.parameters[i];
            const auto known = numbers_.find(call.arguments[i].buffer);
            if (!parameter.written && is_number(parameter, call.arguments[i]) && known != numbers_.end())
                numbers[parameter.name] = known->second;
        }
        return kernels.of(kernel, numbers);
    }

    /// What a call with these accesses leaves.
    void run(const Kernel& kernel, const CallStep& call, const KernelAccesses::Accesses& accesses) {
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const BufferParameter& parameter = kernel.nest.parameters[i];
            if (!parameter.written) continue;
            const BufferId id = call.arguments[i].buffer;
            numbers_.erase(id);
            const auto found = accesses.find(parameter.name);
            if (is_number(parameter, call.arguments[i]) && found != accesses.end() && found->second.stored)
                numbers_[id] = *found->second.stored;
        }
    }

    /// Forgets what the steps write, also those of other kinds than kernels, copies and loops.
    void forget_written(const std::vector<Step>& steps, const Plan& plan) {
        for (const Step& step : steps) {
            if (const auto* call = std::get_if<CallStep>(&step.action))
                run(plan.kernels.at(call->kernel), *call, {});
            else if (const auto* copy = std::get_if<CopyStep>(&step.action))
                forget(copy->destination.buffer);
            else if (const auto* loop = std::get_if<WhileStep>(&step.action))
                forget_written(*loop, plan);
            else
                numbers_.clear();
        }
    }
    void forget_written(const WhileStep& loop, const Plan& plan) {
        if (loop.count) forget(loop.count->counter.buffer);
        forget_written(loop.condition, plan);
        forget_written(loop.body, plan);
    }

private:
    std::map<BufferId, std::int64_t> numbers_;
};

/// True if kernels may know the position that a loop's counter has: it counts from 0 by 1 to a constant.
bool counts_trips(const WhileStep& loop) {
    return loop.count && loop.count->first == 0 && loop.count->step == 1 &&
           loop.count->comparison == frontend::ComparisonDirection::Lt && loop.count->last == loop.trip_count;
}

/// What the slots of one loop access. The steps of every iteration run with the counter's number, and with
/// the numbers that are known before the loop.
class LoopAccesses {
public:
    LoopAccesses(const FunctionPlan& function, const Plan& plan, const WhileStep& loop,
                 const KnownNumbers& known, KernelAccesses& kernels)
        : function_(function), plan_(plan), loop_(loop), known_(known), kernels_(kernels) {}

    /// The first bytes that a slot writes and another one accesses, as a sentence.
    std::optional<std::string> clash() {
        require(counts_trips(loop_) && loop_.slots <= loop_.trip_count,
                "slots divide a loop that counts from 0 by 1 to a constant");
        for (slot_ = 0; slot_ < loop_.slots; slot_++) {
            const std::int64_t end = first_trip(slot_ + 1, loop_.trip_count, loop_.slots);
            for (std::int64_t trip = first_trip(slot_, loop_.trip_count, loop_.slots); trip < end; trip++) {
                numbers_ = known_;
                numbers_.set(loop_.count->counter.buffer, trip);
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
        return compare();
    }

private:
    static constexpr int elsewhere = -1, arena = -2;

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
        }
        numbers_.run(kernel, call, accesses);
        if (call.scratch >= 0) add(static_cast<BufferId>(call.scratch), 0, kernel.nest.scratch_bytes, true);
    }

    /// Of a kernel that writes memory of all slots, or a number.
    KernelAccesses::Accesses accesses_of(const Kernel& kernel, const CallStep& call) const {
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const BufferParameter& parameter = kernel.nest.parameters[i];
            if (parameter.written &&
                (buffer(call.arguments[i].buffer).slots == 1 || is_number(parameter, call.arguments[i])))
                return numbers_.accesses_of(kernel, call, kernels_);
        }
        return {};
    }

    void run(const CopyStep& copy) {
        add(copy.source.buffer, copy.source.byte_offset, copy.source.byte_offset + copy.bytes, false);
        add(copy.destination.buffer, copy.destination.byte_offset, copy.destination.byte_offset + copy.bytes,
            true);
        numbers_.forget(copy.destination.buffer);
    }

    /// Slots only share bytes that they all read.
    std::optional<std::string> compare() {
        std::sort(accesses_.begin(), accesses_.end(),
                  [](const SlotBytes& a, const SlotBytes& b) { return a.order() < b.order(); });
        LastEnds any, written;
        for (std::size_t i = 0; i < accesses_.size(); i++) {
            const SlotBytes& bytes = accesses_[i];
            if (i > 0 && accesses_[i - 1].memory != bytes.memory) any = written = {};
            const SlotBytes* const other = (bytes.is_written ? any : written).meets(bytes);
            if (other != nullptr)
                return fmt::format("slots {} and {} both access {} and {}, which overlap", other->slot,
                                   bytes.slot, buffer(other->buffer).name, buffer(bytes.buffer).name);
            any.add(bytes);
            if (bytes.is_written) written.add(bytes);
        }
        return std::nullopt;
    }

    const FunctionPlan& function_;
    const Plan& plan_;
    const WhileStep& loop_;
    std::int64_t slot_ = 0;
    const KnownNumbers& known_;
    KernelAccesses& kernels_;
    KnownNumbers numbers_;
    std::vector<SlotBytes> accesses_;
};

class DividedLoops {
public:
    DividedLoops(const FunctionPlan& function, const Plan& plan) : function_(function), plan_(plan) {}

    /// The first clash in a loop that slots divide. Leaves the numbers that are known after the steps.
    std::optional<std::string> clash(const std::vector<Step>& steps, KnownNumbers& numbers) {
        for (const Step& step : steps) {
            std::optional<std::string> found;
            if (const auto* loop = std::get_if<WhileStep>(&step.action)) {
                found = loop->is_parallel() ? LoopAccesses(function_, plan_, *loop, numbers, kernels_).clash()
                                            : clash(*loop, numbers);
                numbers.forget_written(*loop, plan_);
            } else if (const auto* call = std::get_if<CallStep>(&step.action)) {
                run(*call, numbers);
            } else if (const auto* branch = std::get_if<BranchStep>(&step.action)) {
                for (const std::vector<Step>& inner : branch->branches) {
                    KnownNumbers before = numbers;
                    if (!found) found = clash(inner, before);
                }
                for (const std::vector<Step>& inner : branch->branches) numbers.forget_written(inner, plan_);
            } else {
                numbers.forget_written({step}, plan_);
            }
            if (found) return found;
        }
        return std::nullopt;
    }

    void check_copies(const std::vector<Step>& steps) const {
        for (const Step& step : steps) {
            if (const auto* loop = std::get_if<WhileStep>(&step.action); loop && !loop->is_parallel()) {
                check_copies(loop->condition);
                check_copies(loop->body);
            } else if (const auto* branch = std::get_if<BranchStep>(&step.action)) {
                for (const std::vector<Step>& inner : branch->branches) check_copies(inner);
            }
            for (const std::vector<Held>* held : {&step.reads, &step.writes})
                for (const Held& each : *held)
                    require(function_.buffers.at(each.buffer).slots == 1,
                            "a step outside of them uses " + function_.buffers[each.buffer].name +
                                ", of which each slot has a copy");
        }
    }

private:
    /// In a loop that one thread runs. Its position matters if it selects what the slots of an inner loop
    /// access.
    std::optional<std::string> clash(const WhileStep& loop, const KnownNumbers& numbers) {
        KnownNumbers of_any_trip = numbers;
        of_any_trip.forget_written(loop, plan_);
        std::optional<std::string> found = clash(loop.condition, of_any_trip);
        if (!found) found = clash(loop.body, of_any_trip);
        if (!found || !counts_trips(loop)) return found;
        KnownNumbers of_trip = numbers;
        for (std::int64_t trip = 0; trip < loop.trip_count; trip++) {
            of_trip.set(loop.count->counter.buffer, trip);
            found = clash(loop.body, of_trip);
            if (found) return found;
        }
        return std::nullopt;
    }

    void run(const CallStep& call, KnownNumbers& numbers) {
        const Kernel& kernel = plan_.kernels.at(call.kernel);
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const BufferParameter& parameter = kernel.nest.parameters[i];
            if (parameter.written && is_number(parameter, call.arguments[i]))
                return numbers.run(kernel, call, numbers.accesses_of(kernel, call, kernels_));
        }
        numbers.run(kernel, call, {});
    }

    const FunctionPlan& function_;
    const Plan& plan_;
    KernelAccesses kernels_;
};

}  // namespace

void check_parallel_loops(const FunctionPlan& function, const Plan& plan) {
    DividedLoops loops(function, plan);
    loops.check_copies(function.steps);
    KnownNumbers none;
    const std::optional<std::string> clash = loops.clash(function.steps, none);
    require(!clash, clash.value_or(""));
}

}  // namespace hlo2c::scheduler
