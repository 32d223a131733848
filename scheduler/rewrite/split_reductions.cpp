#include "scheduler/rewrite/split_reductions.h"

#include <algorithm>
#include <set>

#include "frontend/ir/combiner.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

constexpr frontend::OpSet reductions = {OpCode::Reduce, OpCode::ReduceWindow};

class ReductionSplitter {
public:
    explicit ReductionSplitter(Function& function) : function_(function) {}

    void run(Region& region) {
        std::vector<Op> ops;
        for (Op& op : region.ops) {
            if (!reductions.contains(op.code))
                for (Region& inner : op.regions) run(inner);
            else if (op.results.size() > 1)
                split(op, ops);
            ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
    }

private:
    /// The op of the body that combines the elements of result `i` alone; nullptr if there is none, or if
    /// each of its results is rounded to a narrow type, so that the order matters.
    const Op* plain_combiner(const Op& reduce, std::size_t i) const {
        const Op* op = frontend::combiner(reduce.regions[0], i);
        if (op == nullptr) return nullptr;
        const ReductionName name = rule_of(*op).reduction;
        const bool selects = name == ReductionName::Minimum || name == ReductionName::Maximum;
        const bool rounds = name == ReductionName::Sum || name == ReductionName::Product;
        const bool is_narrow = !element_form(function_.tensor(reduce.results[i]).element).narrow.empty();
        return selects || (rounds && !is_narrow) ? op : nullptr;
    }

    /// Emits a reduction for each plain result of `reduce`, and removes it from `reduce`.
    void split(Op& reduce, std::vector<Op>& ops) {
        const std::size_t count = reduce.results.size();
        std::vector<const Op*> combiners;
        std::set<ValueId> private_arguments;
        for (std::size_t i = 0; i < count; i++) {
            combiners.push_back(plain_combiner(reduce, i));
            if (combiners.back() != nullptr)
                private_arguments.insert(combiners.back()->operands.begin(),
                                         combiners.back()->operands.end());
        }
        const auto plain =
            count - static_cast<std::size_t>(std::count(combiners.begin(), combiners.end(), nullptr));
        if (plain == 0 || plain == count || others_read(reduce, combiners, private_arguments)) return;
        for (std::size_t i = 0; i < count; i++)
            if (combiners[i] != nullptr) ops.push_back(alone(reduce, i, *combiners[i]));
        keep_others(reduce, combiners);
    }

    /// True if another op of the body reads elements of a plain result, or what combines them.
    static bool others_read(const Op& reduce, const std::vector<const Op*>& combiners,
                            const std::set<ValueId>& arguments) {
        std::set<ValueId> values = arguments;
        for (const Op* each : combiners)
            if (each != nullptr) values.insert(each->results[0]);
        const auto is_among = [&](ValueId value) { return values.count(value) > 0; };
        for (const Op& op : reduce.regions[0].ops) {
            if (std::count(combiners.begin(), combiners.end(), &op) > 0) continue;
            const bool returns = frontend::has_trait(op.code, frontend::op_trait::Terminator);
            for (std::size_t i = 0; i < op.operands.size(); i++)
                if (is_among(op.operands[i]) && !(returns && combiners[i] != nullptr)) return true;
        }
        return false;
    }

    /// The reduction to result `i` alone.
    Op alone(const Op& reduce, std::size_t i, const Op& combiner) {
        const std::size_t count = reduce.results.size();
        const Region& body = reduce.regions[0];
        const auto copy = [&](ValueId value) {
            return function_.add_value(function_.type(value), {}, reduce.location);
        };
        Op result{reduce.code,
                  {reduce.operands[i], reduce.operands[i + count]},
                  {reduce.results[i]},
                  reduce.attributes,
                  {},
                  reduce.location,
                  reduce.position};
        Region own{.arguments = {copy(body.arguments[i]), copy(body.arguments[i + count])}};
        Op combine = combiner;
        for (ValueId& operand : combine.operands)
            operand = own.arguments[operand == body.arguments[i] ? 0 : 1];
        combine.results = {copy(combiner.results[0])};
        Op returns = body.ops.back();
        returns.operands = combine.results;
        own.ops = {std::move(combine), std::move(returns)};
        result.regions.push_back(std::move(own));
        return result;
    }

    /// Removes the results with combiners of their own.
    static void keep_others(Op& reduce, const std::vector<const Op*>& combiners) {
        const std::size_t count = combiners.size();
        Region& body = reduce.regions[0];
        std::vector<ValueId> operands, arguments, results, returned;
        for (const std::size_t half : {std::size_t{0}, count})
            for (std::size_t i = 0; i < count; i++) {
                if (combiners[i] != nullptr) continue;
                operands.push_back(reduce.operands[half + i]);
                arguments.push_back(body.arguments[half + i]);
                if (half > 0) continue;
                results.push_back(reduce.results[i]);
                returned.push_back(body.ops.back().operands[i]);
            }
        std::vector<Op> ops;
        for (const Op& op : body.ops)
            if (std::count(combiners.begin(), combiners.end(), &op) == 0) ops.push_back(op);
        ops.back().operands = std::move(returned);
        body = {.arguments = std::move(arguments), .ops = std::move(ops)};
        reduce.operands = std::move(operands);
        reduce.results = std::move(results);
    }

    Function& function_;
};

}  // namespace

void split_reductions(frontend::Program& program) {
    for (Function& function : program.functions) ReductionSplitter(function).run(function.body);
}

}  // namespace hlo2c::scheduler
