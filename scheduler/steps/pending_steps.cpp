#include "scheduler/steps/pending_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/processes/describe.h"
#include "scheduler/runtime/lower_runtime.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::Region;
using frontend::ValueId;

class FunctionLowering {
public:
    FunctionLowering(const frontend::Program& program, const frontend::Function& function,
                     const Target& target)
        : program_(program), function_(function), target_(target) {
        frontend::for_each_op(function.body, [&](const Op& op) {
            if (op.code == OpCode::Constant) result_.constants[op.results[0]] = &op;
            if (op.code == OpCode::AsyncStart) result_.starts[op.results[0]] = &op;
            if (op.code == OpCode::AsyncDone) result_.ends[op.operands[0]] = &op;
        });
    }

    PendingFunction run() {
        check_types();
        result_.body = region(function_.body);
        return std::move(result_);
    }

private:
    PendingRegion region(const Region& source) {
        PendingRegion pending{&source, {}, source.ops.back().operands};
        const RegionGraph graph(function_, source);
        const Grouping grouping = group_region(graph);
        result_.aliases.insert(grouping.aliases.begin(), grouping.aliases.end());
        const LoweringContext context{graph, grouping, result_.constants};
        for (const Group& group : grouping.groups) {
            const Op& anchor = graph.op(group.anchor);
            if (anchor.code == OpCode::OptimizationBarrier) {
                for (std::size_t i = 0; i < anchor.results.size(); i++)
                    result_.aliases[anchor.results[i]] = anchor.operands[i];
                continue;
            }
            if (frontend::has_trait(anchor.code, frontend::op_trait::Terminator)) continue;
            if (group.kind != GroupKind::Control) {
                pending.steps.push_back(
                    kernel(context, group, halide::lower_group({context, group, target_})));
            } else if (auto calls = is_collective(anchor) ? std::nullopt : lower_runtime(function_, anchor)) {
                for (LoweredKernel& call : *calls)
                    pending.steps.push_back(kernel(context, group, std::move(call)));
            } else {
                pending.steps.push_back(control(anchor, source));
            }
        }
        return pending;
    }

    /// Names the first value whose type no kernel handles.
    void check_types() const {
        frontend::for_each_op(function_.body, [&](const Op& op) {
            for (ValueId value : op.results) {
                if (!function_.type(value).is_tensor()) continue;
                const frontend::TensorType& type = function_.tensor(value);
                const Place place{.op = fmt::format("{} {}", frontend::spelling(op.code),
                                                    program_.locations.describe(op.location))};
                if (type.is_quantized())
                    unsupported(410, place, "no kernels for quantized types yet: " + to_string(type),
                                "Use the integer form of the program.");
                if (!type.is_static())
                    unsupported(
                        411, place, "a result of unknown size: " + to_string(type),
                        "Bind the argument that says the size (--bind N=FILE), or give every symbolic "
                        "dimension a size before the program is exported.");
                if (type.element_count() > INT32_MAX)
                    unsupported(412, place, "a tensor of more than 2^31-1 elements: " + to_string(type),
                                "Cut the tensor into parts.");
            }
        });
    }

    PendingStep kernel(const LoweringContext& context, const Group& group, LoweredKernel lowered) {
        PendingStep step;
        step.lowered = std::move(lowered);
        add_sources(context, group, step.lowered.kernel);
        for (const KernelArgument& argument : step.lowered.arguments) {
            if (argument.value == frontend::no_value) continue;
            const ValueId value = result_.resolve(argument.value);
            if (argument.written) {
                step.writes.push_back(value);
                result_.written.insert(value);
            } else {
                step.reads.insert(value);
            }
        }
        if (step.lowered.updates != frontend::no_value)
            step.reads.insert(result_.resolve(step.lowered.updates));
        return step;
    }

    void add_sources(const LoweringContext& context, const Group& group, Kernel& kernel) const {
        for (int member : group.members) {
            const std::string source = program_.locations.describe(context.graph.op(member).location);
            if (!source.empty() &&
                std::find(kernel.sources.begin(), kernel.sources.end(), source) == kernel.sources.end())
                kernel.sources.push_back(source);
        }
    }

    /// What goes on between the start and the end of an op reads its operands all the while, and writes its
    /// results from the start on.
    PendingStep process(const Op& op, const Region& around) {
        PendingStep step;
        step.control = &op;
        step.comment = fmt::format("{} {}", frontend::spelling(process_op(op).code),
                                   program_.locations.describe(op.location));
        if (is_hook_call(op))
            step.comment =
                fmt::format("{} @{} {}", frontend::spelling(op.code), op.text("call_target_name", ""),
                            program_.locations.describe(op.location));
        if (op.code == OpCode::AsyncStart || op.code == OpCode::Send)
            step.comment = "start of " + step.comment;
        const Op* start = &op;
        if (op.code == OpCode::AsyncDone) {
            const auto found = result_.starts.find(op.operands[0]);
            HLO2C_CHECK(found != result_.starts.end(), "an async_done ends what an async_start began");
            start = found->second;
            step.comment = fmt::format("end of {}", frontend::spelling(process_op(*start).code));
        }
        for (ValueId operand : start->operands)
            if (function_.type(operand).is_tensor()) step.reads.insert(result_.resolve(operand));
        const std::vector<ValueId>* results = &op.results;
        if (op.code == OpCode::AsyncStart) {
            const auto end = result_.ends.find(op.results[0]);
            const bool is_here = end != result_.ends.end() &&
                                 std::any_of(around.ops.begin(), around.ops.end(),
                                             [&](const Op& other) { return &other == end->second; });
            HLO2C_CHECK(is_here, "what an async_start begins ends in the same region");
            results = &end->second->results;
        }
        if (op.code != OpCode::AsyncDone)
            for (ValueId value : *results) {
                step.writes.push_back(value);
                result_.written.insert(value);
            }
        return step;
    }

    PendingStep control(const Op& op, const Region& around) {
        if (is_process_op(op.code) || op.code == OpCode::CustomCall) return process(op, around);
        if (op.code != OpCode::While && op.code != OpCode::If && op.code != OpCode::Case)
            unsupported(408, Place{.op = std::string(frontend::spelling(op.code))},
                        "no steps are made from this op yet",
                        "Run `hlo2c ops` for the ops that are compiled.");
        PendingStep step;
        step.control = &op;
        step.comment =
            fmt::format("{} {}", frontend::spelling(op.code), program_.locations.describe(op.location));
        for (ValueId operand : op.operands) step.reads.insert(result_.resolve(operand));
        for (const Region& inner : op.regions) {
            step.regions.push_back(region(inner));
            const PendingRegion& pending = step.regions.back();
            for (const PendingStep& nested : pending.steps)
                step.reads.insert(nested.reads.begin(), nested.reads.end());
            for (ValueId value : pending.results) step.reads.insert(result_.resolve(value));
        }
        for (ValueId value : op.results) {
            step.writes.push_back(value);
            result_.written.insert(value);
        }
        return step;
    }

    const frontend::Program& program_;
    const frontend::Function& function_;
    const Target& target_;
    PendingFunction result_;
};

}  // namespace

ValueId PendingFunction::resolve(ValueId value) const {
    for (auto alias = aliases.find(value); alias != aliases.end(); alias = aliases.find(value))
        value = alias->second;
    return value;
}

PendingFunction lower_function(const frontend::Program& program, const frontend::Function& function,
                               const Target& target) {
    return FunctionLowering(program, function, target).run();
}

}  // namespace hlo2c::scheduler
