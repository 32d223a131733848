#include "frontend/accuracy/analysis.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/accuracy/samples.h"
#include "frontend/accuracy/scans.h"
#include "frontend/diagnostic.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/interpreter.h"
#include "frontend/evaluate/uses.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/function_index.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/removable.h"

namespace hlo2c::frontend {
namespace {

using Estimates = std::vector<Estimate>;

Datum datum_of(const Estimate& estimate) {
    if (estimate.is_tensor) return estimate.value;
    if (estimate.parts.empty()) return Token{};
    std::vector<Datum> parts;
    for (const Estimate& part : estimate.parts) parts.push_back(datum_of(part));
    return parts;
}

Estimate estimate_of(const Datum& datum) {
    if (datum.is_tensor()) return Estimate(datum.tensor());
    Estimate tuple;
    if (const auto* parts = std::get_if<std::vector<Datum>>(&datum.value))
        for (const Datum& part : *parts) tuple.parts.push_back(estimate_of(part));
    return tuple;
}

Estimate undecided_too(Estimate estimate) {
    if (estimate.is_tensor) return undecided(std::move(estimate.value));
    for (Estimate& part : estimate.parts) part = undecided_too(std::move(part));
    return estimate;
}

bool same_values(const Estimates& a, const Estimates& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Estimate& x, const Estimate& y) {
        return x.is_tensor == y.is_tensor && (!x.is_tensor || x.value == y.value) &&
               same_values(x.parts, y.parts);
    });
}

/// True if the region's ops can run on whole tensors instead of scalars.
bool is_elementwise(const Region& region) {
    return std::all_of(region.ops.begin(), region.ops.end(), [](const Op& op) {
        const AccuracyRule::Kind kind = accuracy_rule(op.code).kind;
        return kind == AccuracyRule::Kind::Elementwise || kind == AccuracyRule::Kind::Bitwise ||
               op.code == OpCode::Constant || has_trait(op.code, op_trait::Terminator);
    });
}

/// Remaining loop iterations; aborts the analysis when they are used up.
struct TurnBudget {
    struct Spent {};
    std::int64_t left;

    void take() {
        if (left-- <= 0) throw Spent{};
    }
};

/// The analysis of one function call.
class Analysis {
public:
    Analysis(const Program& program, const FunctionIndex& functions, const Function& function,
             TurnBudget& turns)
        : program_(program),
          functions_(functions),
          function_(function),
          turns_(turns),
          values_(function.values.size()) {}

    Estimates run(Estimates arguments) {
        const Uses uses = uses_of(function_);
        for (std::size_t i = 0; i < arguments.size(); i++)
            values_[function_.arguments()[i]] = std::move(arguments[i]);
        for (std::size_t i = 0; i < function_.body.ops.size(); i++) {
            const Op& op = function_.body.ops[i];
            if (has_trait(op.code, op_trait::Terminator)) return values_of(op.operands);
            if (!uses.runs[i]) continue;
            run_op(op);
            for (const ValueId operand : op.operands)
                if (uses.last[operand] == i) values_[operand] = {};
        }
        return {};
    }

private:
    Estimates values_of(const std::vector<ValueId>& ids) const {
        Estimates values;
        for (const ValueId id : ids) values.push_back(values_[id]);
        return values;
    }

    Estimates run_region(const Region& region, Estimates arguments) {
        for (std::size_t i = 0; i < arguments.size(); i++)
            values_[region.arguments[i]] = std::move(arguments[i]);
        for (const Op& op : region.ops) {
            if (has_trait(op.code, op_trait::Terminator)) return values_of(op.operands);
            run_op(op);
        }
        return {};
    }

    void give(const Op& op, Estimates results) {
        HLO2C_CHECK(results.size() == op.results.size(), "an op gives an unexpected number of results");
        for (std::size_t i = 0; i < results.size(); i++) values_[op.results[i]] = std::move(results[i]);
    }

    void run_op(const Op& op) {
        Estimates operands = values_of(op.operands);
        if (accuracy_rule(op.code).kind == AccuracyRule::Kind::Control)
            give(op, run_control(op, std::move(operands)));
        else
            give(op, run_kernel(op, operands));
    }

    /// The reference's results, including values that regions capture.
    std::vector<Datum> reference(const Op& op, std::vector<Datum> operands) const {
        Frame frame{std::vector<Datum>(op.regions.empty() ? 0 : values_.size()), &functions_};
        for (const Region& region : op.regions)
            for (const ValueId captured : captured_values(region))
                frame[captured] = datum_of(values_[captured]);
        OpCall call(program_, function_, op, &frame);
        std::vector<const Datum*> pointers;
        for (const Datum& operand : operands) pointers.push_back(&operand);
        call.set_operands(std::move(pointers));
        hlo2c::frontend::run_op(call);
        return std::move(call.results());
    }

    Estimates run_kernel(const Op& op, const Estimates& operands) const {
        std::vector<Datum> data;
        for (const Estimate& operand : operands) data.push_back(datum_of(operand));
        const std::vector<Datum> results = reference(op, data);
        Estimates estimates;
        for (const Datum& result : results) estimates.push_back(estimate_of(result));
        add_bounds(op, operands, estimates);
        return estimates;
    }

    /// Adds bounds to tensors; ops with other operands or results are undecided unless exact.
    void add_bounds(const Op& op, const Estimates& operands, Estimates& estimates) const {
        const AccuracyRule& rule = accuracy_rule(op.code);
        const auto is_tensor = [](const Estimate& estimate) { return estimate.is_tensor; };
        const bool exact = all_exact(operands) && captures_exact(op);
        const bool tensors = std::all_of(operands.begin(), operands.end(), is_tensor) &&
                             std::all_of(estimates.begin(), estimates.end(), is_tensor);
        if (rule.kind == AccuracyRule::Kind::Source || estimates.empty()) return;
        if (!tensors || !captures_exact(op)) {
            if (!exact)
                for (Estimate& result : estimates) result = undecided_too(std::move(result));
            return;
        }
        if (captures_tuples(op)) {
            for (Estimate& result : estimates) result = undecided_too(std::move(result));
            return;
        }
        std::vector<Literal> results;
        for (const Estimate& result : estimates) results.push_back(result.value);
        const auto again = [&](const std::vector<Literal>& others) {
            std::vector<Literal> literals;
            for (const Datum& result : reference(op, {others.begin(), others.end()}))
                literals.push_back(result.tensor());
            return literals;
        };
        const Op closed = with_captures(op);
        const OpRun run{{program_, function_, closed}, rule, operands, results, again};
        ResultBounds bounds = bounds_of(run);
        const bool open = leaves_zeros_open(run);
        const std::vector<std::vector<Literal>> samples = sample_results(run, bounds);
        for (std::size_t i = 0; i < results.size(); i++) {
            if (narrows_by_samples(rule.kind)) narrow(bounds[i], results[i], samples[i]);
            estimates[i] = Estimate(std::move(results[i]), std::move(bounds[i].bounds));
            estimates[i].open(has_floats(estimates[i].value.type()) && open
                                  ? std::vector<bool>(estimates[i].count(), true)
                                  : std::move(bounds[i].open_zeros));
            if (!estimates[i].is_exact()) estimates[i].samples = samples[i];
        }
    }

    bool captures_tuples(const Op& op) const {
        return std::any_of(op.regions.begin(), op.regions.end(), [&](const Region& region) {
            const std::set<ValueId> captured = captured_values(region);
            return std::any_of(captured.begin(), captured.end(),
                               [&](ValueId value) { return !values_[value].is_tensor; });
        });
    }

    /// The op with a constant in its regions for each value that they read from outside; these are exact.
    Op with_captures(Op op) const {
        for (Region& region : op.regions) {
            std::vector<Op> constants;
            for (const ValueId captured : captured_values(region)) {
                constants.push_back({.code = OpCode::Constant, .results = {captured}});
                constants.back().set_attribute(attr::value, values_[captured].value);
            }
            region.ops.insert(region.ops.begin(), constants.begin(), constants.end());
        }
        return op;
    }

    static ResultBounds bounds_of(const OpRun& run) {
        switch (run.rule.kind) {
            case AccuracyRule::Kind::Moved: return moved_bounds(run);
            case AccuracyRule::Kind::Elementwise: return elementwise_bounds(run);
            case AccuracyRule::Kind::Bitwise: return bitwise_bounds(run);
            case AccuracyRule::Kind::Sum: return sum_bounds(run);
            case AccuracyRule::Kind::Reduction: return reduction_bounds(run);
            case AccuracyRule::Kind::Sorted: return sort_bounds(run);
            case AccuracyRule::Kind::Normwise: return normwise_bounds(run);
            case AccuracyRule::Kind::Random: return random_bounds(run);
            case AccuracyRule::Kind::Backward: return backward_bounds(run);
            case AccuracyRule::Kind::BatchNorm: return batch_norm_bounds(run);
            default: return probed_bounds(run);
        }
    }

    bool captures_exact(const Op& op) const {
        bool exact = true;
        for (const Region& region : op.regions)
            for_each_op(region, [&](const Op& inner) {
                for (const ValueId operand : inner.operands)
                    exact = exact && values_[operand].is_exact() && all_exact(values_[operand].parts);
            });
        return exact;
    }

    Estimates run_control(const Op& op, Estimates operands) {
        const Control rule = behaviour(controls, op.code);
        return rule != nullptr ? (this->*rule)(op, std::move(operands))
                               : Estimates(op.results.size());  // tokens
    }

    using Control = Estimates (Analysis::*)(const Op& op, Estimates operands);
    static const std::array<Control, op_count> controls;

    Estimates run_call(const Op& op, Estimates operands) {
        return call(callee_name(op), std::move(operands));
    }
    Estimates hand_on(const Op&, Estimates operands) { return operands; }
    Estimates start(const Op& op, Estimates operands) {
        Estimate future;
        future.parts = run_region(op.regions[0], std::move(operands));
        return {future};
    }
    Estimates finish(const Op&, Estimates operands) { return operands[0].parts; }
    Estimates make_tuple(const Op&, Estimates operands) {
        Estimate tuple;
        tuple.parts = std::move(operands);
        return {tuple};
    }
    Estimates take_part(const Op& op, Estimates operands) {
        return {operands[0].parts.at(static_cast<std::size_t>(op[attr::index]))};
    }

    Estimates call(const std::string& name, Estimates operands) {
        const Function* callee = functions_.find(name);
        HLO2C_CHECK(callee != nullptr, "a call names an unknown function");
        return Analysis(program_, functions_, *callee, turns_).run(std::move(operands));
    }

    static Estimates all_undecided(Estimates results) {
        for (Estimate& result : results) result = undecided_too(std::move(result));
        return results;
    }

    Estimates run_branch(const Op& op, Estimates operands) {
        const Estimate& chosen = operands[0];
        const auto count = static_cast<std::int64_t>(op.regions.size());
        const std::int64_t index = chosen.value.integer(0);
        const std::int64_t branch = op.code == OpCode::If         ? (index != 0 ? 0 : 1)
                                    : index < 0 || index >= count ? count - 1
                                                                  : index;
        Estimates results = run_region(op.regions[static_cast<std::size_t>(branch)], {});
        return chosen.is_exact() ? results : all_undecided(std::move(results));
    }

    /// Ends where the evaluator does, which checks for a repeated state after 1, 2, 4, ... iterations.
    Estimates run_while(const Op& op, Estimates state) {
        const bool may_repeat = is_removable(op);
        bool decided = true;
        for (std::uint64_t count = 1;; count++) {
            const Estimates goes_on = run_region(op.regions[0], state);
            decided = decided && goes_on.at(0).is_exact();
            if (goes_on.at(0).value.integer(0) == 0) break;
            turns_.take();
            Estimates next = run_region(op.regions[1], state);
            const bool repeats = may_repeat && std::has_single_bit(count) && same_values(state, next);
            state = std::move(next);
            if (repeats) break;
        }
        return decided ? state : all_undecided(std::move(state));
    }

    /// Runs the body on the parts of the inputs, one step after the other.
    Estimates run_scan(const Op& op, Estimates operands) {
        const auto inputs = static_cast<std::size_t>(op[attr::operand_segment_sizes].at(0));
        const std::int64_t dimension = op[attr::dimension];
        const TensorType& counted = inputs > 0 ? operands[0].value.type() : function_.tensor(op.results[0]);
        const std::int64_t length = counted.shape.at(static_cast<std::size_t>(dimension));
        if (length == 0) return run_kernel(op, operands);
        Estimates carries(operands.begin() + static_cast<std::ptrdiff_t>(inputs), operands.end());
        const std::size_t outputs = op.results.size() - carries.size();
        std::vector<Estimates> collected(outputs, Estimates(static_cast<std::size_t>(length)));
        for (std::int64_t step = 0; step < length; step++) {
            turns_.take();
            const std::int64_t at = op[attr::is_reverse] ? length - 1 - step : step;
            Estimates arguments;
            for (std::size_t i = 0; i < inputs; i++)
                arguments.push_back(scan_part(operands[i], dimension, at));
            arguments.insert(arguments.end(), carries.begin(), carries.end());
            Estimates results = run_region(op.regions[0], std::move(arguments));
            for (std::size_t i = 0; i < outputs; i++)
                collected[i][static_cast<std::size_t>(at)] = std::move(results.at(i));
            carries.assign(results.begin() + static_cast<std::ptrdiff_t>(outputs), results.end());
        }
        Estimates all;
        for (std::size_t i = 0; i < outputs; i++) {
            std::vector<std::int64_t> shape = collected[i][0].value.type().shape;
            shape.insert(shape.begin() + dimension, length);
            all.push_back(stacked_parts(collected[i], dimension,
                                        with_shape(function_.tensor(op.results[i]), std::move(shape))));
        }
        all.insert(all.end(), carries.begin(), carries.end());
        return all;
    }

    /// Runs the body op by op on whole tensors.
    Estimates run_map(const Op& op, Estimates operands) {
        const Region& body = op.regions[0];
        if (!is_elementwise(body) || operands.empty()) {
            const bool exact = all_exact(operands);
            Estimates results = run_kernel(op, operands);
            return exact && !computes(body) ? results : all_undecided(std::move(results));
        }
        const std::vector<std::int64_t> shape = operands[0].value.type().shape;
        for (std::size_t i = 0; i < operands.size(); i++) values_[body.arguments[i]] = std::move(operands[i]);
        for (const Op& inner : body.ops) {
            if (has_trait(inner.code, op_trait::Terminator))
                return lifted_all(values_of(inner.operands), shape);
            Estimates inputs = lifted_all(values_of(inner.operands), shape);
            give(inner, run_kernel(inner, inputs));
        }
        return {};
    }

    static bool computes(const Region& region) {
        bool any = false;
        for_each_op(region, [&](const Op& op) {
            using Kind = AccuracyRule::Kind;
            const AccuracyRule& rule = accuracy_rule(op.code);
            any = any || rule.own > AccuracyRule::Own::Rounded || rule.kind == Kind::Sum ||
                  rule.kind == Kind::Normwise || rule.kind == Kind::Random || rule.kind == Kind::Backward;
        });
        return any;
    }

    /// Broadcasts scalars of a body, which are constants or captured values, to all elements.
    static Estimates lifted_all(Estimates estimates, const std::vector<std::int64_t>& shape) {
        for (Estimate& estimate : estimates) {
            if (estimate.value.type().shape == shape) continue;
            const double bound = estimate.bound(0);
            const bool open = estimate.has_open_zeros(0);
            Literal whole = splat_of(with_shape(estimate.value.type(), shape), estimate.value);
            const auto count = static_cast<std::size_t>(whole.type().element_count());
            std::vector<Literal> samples;
            for (const Literal& sample : estimate.samples)
                samples.push_back(splat_of(with_shape(sample.type(), shape), sample));
            estimate = Estimate(std::move(whole), std::vector<double>(count, bound));
            estimate.open(std::vector<bool>(count, open));
            estimate.samples = std::move(samples);
        }
        return estimates;
    }

    const Program& program_;
    const FunctionIndex& functions_;
    const Function& function_;
    TurnBudget& turns_;
    Estimates values_;
};

/// Other control ops give tokens.
constinit const std::array<Analysis::Control, op_count> Analysis::controls = partial<Analysis::Control>({
    {OpCode::AsyncDone, &Analysis::finish},
    {OpCode::AsyncStart, &Analysis::start},
    {OpCode::Call, &Analysis::run_call},
    {OpCode::Case, &Analysis::run_branch},
    {OpCode::ChloScan, &Analysis::run_scan},
    {OpCode::Composite, &Analysis::run_call},
    {OpCode::GetTupleElement, &Analysis::take_part},
    {OpCode::If, &Analysis::run_branch},
    {OpCode::Map, &Analysis::run_map},
    {OpCode::OptimizationBarrier, &Analysis::hand_on},
    {OpCode::Tuple, &Analysis::make_tuple},
    {OpCode::While, &Analysis::run_while},
});

Estimates run_main(const Program& program, std::span<const Literal> arguments, TurnBudget turns) {
    const FunctionIndex functions(program);
    const Function& main = program.main();
    HLO2C_CHECK(main.arguments().size() == arguments.size(), "there is an array for each argument");
    Estimates given;
    for (std::size_t i = 0; i < arguments.size(); i++)
        given.push_back(main.type(main.arguments()[i]).is_tensor() ? Estimate(arguments[i]) : Estimate());
    Estimates results;
    for (Estimate& result : Analysis(program, functions, main, turns).run(std::move(given)))
        if (result.is_tensor) results.push_back(std::move(result));
    return results;
}

}  // namespace

std::vector<Estimate> estimate(const Program& program, std::span<const Literal> arguments) {
    return run_main(program, arguments, {std::numeric_limits<std::int64_t>::max()});
}

std::optional<std::vector<Estimate>> estimate_within(const Program& program,
                                                     std::span<const Literal> arguments,
                                                     std::int64_t most_turns) {
    try {
        return run_main(program, arguments, {most_turns});
    } catch (const TurnBudget::Spent&) {
        return std::nullopt;
    }
}

}  // namespace hlo2c::frontend
