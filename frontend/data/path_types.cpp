#include "frontend/data/path_types.h"

#include <algorithm>

#include "frontend/data/compare.h"
#include "frontend/ir/function_index.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// Stands for "no float type has reached the value".
constexpr ElementType no_float = ElementType::I1;

ElementType coarser(ElementType a, ElementType b) {
    if (a == no_float) return b;
    if (b == no_float) return a;
    return default_tolerance(a).relative < default_tolerance(b).relative ? b : a;
}

using Types = std::vector<ElementType>;

/// Computes the coarsest float type that reaches each value in one call of a function.
class Flow {
public:
    Flow(const FunctionIndex& functions, const Function& function)
        : functions_(functions), function_(function), types_(function.values.size(), no_float) {}

    Types run(const Types& arguments) {
        for (std::size_t i = 0; i < arguments.size(); i++) types_[function_.arguments()[i]] = arguments[i];
        return run_region(function_.body);
    }

private:
    /// Runs a region; returns the types that reach the operands of its terminator.
    Types run_region(const Region& region) {
        for (const Op& op : region.ops) {
            if (has_trait(op.code, op_trait::Terminator)) return types_of(op.operands);
            run_op(op);
        }
        return {};
    }

    Types types_of(const std::vector<ValueId>& values) const {
        Types types;
        for (const ValueId value : values) types.push_back(types_[value]);
        return types;
    }

    /// Records that `value` is computed in its own type from operands that `type` has reached.
    void reach(ValueId value, ElementType type) {
        if (!function_.type(value).is_tensor()) {
            types_[value] = coarser(types_[value], type);
            return;
        }
        const ElementType own = real_part(function_.tensor(value).element);
        if (is_boolean(own)) return;
        types_[value] = coarser(types_[value], coarser(type, is_float(own) ? own : no_float));
    }

    void reach_all(const std::vector<ValueId>& values, const Types& types) {
        for (std::size_t i = 0; i < values.size(); i++)
            reach(values[i], i < types.size() ? types[i] : no_float);
    }

    static ElementType coarsest(const Types& types) {
        ElementType all = no_float;
        for (const ElementType type : types) all = coarser(all, type);
        return all;
    }

    void run_op(const Op& op) {
        const Rule rule = behaviour(rules, op.code);
        (this->*(rule != nullptr ? rule : &Flow::run_other))(op, types_of(op.operands));
    }

    using Rule = void (Flow::*)(const Op& op, const Types& operands);
    static const std::array<Rule, op_count> rules;

    void keep(const Op&, const Types&) {}
    void hand_on(const Op& op, const Types& operands) { reach_all(op.results, operands); }
    void run_branches(const Op& op, const Types&) {
        for (const Region& branch : op.regions) reach_all(op.results, run_region(branch));
    }

    /// Iterates to a fixed point, since each iteration may carry a type to one more loop carry. There are few
    /// types and they only become coarser, so this terminates.
    void run_while(const Op& op, const Types& operands) {
        Types state = operands;
        for (bool grows = true; grows;) {
            for (const Region& region : op.regions)
                for (std::size_t i = 0; i < state.size(); i++) types_[region.arguments[i]] = state[i];
            const Types next = run_region(op.regions[1]);
            grows = false;
            for (std::size_t i = 0; i < state.size(); i++) {
                const ElementType type = coarser(state[i], next[i]);
                grows = grows || type != state[i];
                state[i] = type;
            }
        }
        for (std::size_t i = 0; i < state.size(); i++) types_[op.results[i]] = state[i];
    }

    void run_call(const Op& op, const Types& operands) {
        const Function* callee = functions_.find(callee_name(op));
        if (callee == nullptr) return reach_all(op.results, Types(op.results.size(), coarsest(operands)));
        reach_all(op.results, Flow(functions_, *callee).run(operands));
    }

    /// Conservatively, every operand reaches every result. Operands also reach the arguments of the regions
    /// (a reduction's body, for instance), and values that a region returns reach the results.
    void run_other(const Op& op, const Types& operands) {
        ElementType all = coarsest(operands);
        for (const Region& region : op.regions) {
            for (const ValueId argument : region.arguments) types_[argument] = all;
            all = coarser(all, coarsest(run_region(region)));
        }
        const bool moves = family_of(op.code) == OpFamily::Movement;
        for (const ValueId result : op.results) {
            if (moves)
                types_[result] = all;
            else
                reach(result, all);
        }
    }

    const FunctionIndex& functions_;
    const Function& function_;
    Types types_;
};

/// All other ops are handled by `run_other`.
constinit const std::array<Flow::Rule, op_count> Flow::rules = partial<Flow::Rule>({
    {OpCode::Call, &Flow::run_call},
    {OpCode::Case, &Flow::run_branches},
    {OpCode::ChloConstant, &Flow::keep},
    {OpCode::Composite, &Flow::run_call},
    {OpCode::Constant, &Flow::keep},
    {OpCode::If, &Flow::run_branches},
    {OpCode::OptimizationBarrier, &Flow::hand_on},
    {OpCode::Sort, &Flow::hand_on},
    {OpCode::While, &Flow::run_while},
});

}  // namespace

std::vector<ElementType> coarsest_path_types(const Program& program) {
    const FunctionIndex functions(program);
    const Function& main = program.main();
    const Types reached = Flow(functions, main).run(Types(main.arguments().size(), no_float));
    Types types;
    for (std::size_t i = 0; i < main.result_types.size(); i++) {
        const Type& type = main.result_types[i];
        if (std::holds_alternative<TokenType>(type.value)) continue;
        const ElementType own = type.is_tensor() ? real_part(type.as_tensor().element) : no_float;
        types.push_back(is_float(own) ? coarser(own, i < reached.size() ? reached[i] : no_float) : own);
    }
    return types;
}

}  // namespace hlo2c::frontend
