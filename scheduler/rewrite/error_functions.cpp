#include "scheduler/rewrite/error_functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "frontend/passes/simplify_rules.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/trial_values.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;

/// Shorter expressions cannot approximate the functions in f32; longer ones are not looked at.
constexpr std::size_t fewest_ops = 12, most_ops = 128;
/// How many operands of an expression are tried, from the closest to its result on.
constexpr int tried_operands = 4;
/// Approximations of f32 are this close, in relation to the function, or to the least normal number.
constexpr double relative_error = 0x1p-20, absolute_error = 0x1p-126;

constexpr std::array points = {0.31,  -9.2,  -5.7,  -3.9,  -2.9, -2.1, -1.62, -1.2, -1.01, -0.99, -0.7,
                               -0.43, -0.11, 0.003, 0.052, 0.6,  0.84, 0.98,  1.02, 1.37,  1.71,  1.98,
                               2.03,  2.44,  2.83,  3.3,   3.81, 4.5,  5.9,   7.1,  8.3,   9.2};

struct ErrorFunction {
    OpCode code;
    double (*value)(double);
};

/// An expression with one of these ops is long enough, such as a clamp of it to the range of its values.
constexpr auto error_functions = std::to_array<ErrorFunction>({
    {OpCode::ChloErf, [](double x) { return std::erf(x); }},
    {OpCode::ChloErfc, [](double x) { return std::erfc(x); }},
});

bool is_error_function(OpCode code) {
    return std::any_of(error_functions.begin(), error_functions.end(),
                       [&](const ErrorFunction& each) { return each.code == code; });
}

class Recogniser {
public:
    std::optional<std::vector<ValueId>> visit(Rewriter& rewriter, const Op& op) {
        if (trial_value(op.code) == nullptr) return std::nullopt;
        const ValueId result = op.results[0];
        std::optional<ValueId> operand = common_dominator(rewriter, op);
        if (!operand) return std::nullopt;
        dominators_[result] = {*operand, depth(*operand) + 1};
        if (rewriter.tensor(result).element != frontend::ElementType::F32 || is_error_function(op.code))
            return std::nullopt;
        for (int i = 0; operand && i < tried_operands; i++, operand = dominator(*operand)) {
            if (rewriter.type(*operand) != rewriter.type(result)) continue;
            const ErrorFunction* found = approximated(rewriter, op, *operand);
            if (found == nullptr) continue;
            const ValueId value = frontend::Builder(rewriter).unary(found->code, *operand);
            dominators_[value] = {*operand, depth(*operand) + 1};
            return {{value}};
        }
        return std::nullopt;
    }

private:
    /// The closest value through which every path from variable operands to a value leads, and the number of
    /// dominators in a row.
    struct Dominator {
        ValueId value;
        int depth;
    };

    std::optional<ValueId> dominator(ValueId value) const {
        const auto found = dominators_.find(value);
        return found == dominators_.end() ? std::nullopt : std::optional(found->second.value);
    }

    int depth(ValueId value) const {
        const auto found = dominators_.find(value);
        return found == dominators_.end() ? 0 : found->second.depth;
    }

    /// The dominator of the op's result.
    std::optional<ValueId> common_dominator(const Rewriter& rewriter, const Op& op) const {
        std::optional<ValueId> common;
        for (std::optional<ValueId> operand : op.operands) {
            if (uniform_constant(rewriter, *operand) != nullptr) continue;
            if (!common) common = operand;
            while (common != operand) {
                std::optional<ValueId>& deeper = depth(*common) > depth(*operand) ? common : operand;
                deeper = dominator(*deeper);
                if (!deeper) return std::nullopt;
            }
        }
        return common;
    }

    static const ErrorFunction* approximated(const Rewriter& rewriter, const Op& result, ValueId operand) {
        const Expression expression(rewriter, result, operand);
        if (!expression.is_usable()) return nullptr;
        for (const ErrorFunction& each : error_functions)
            if (std::all_of(points.begin(), points.end(), [&](double x) {
                    const double expected = each.value(x);
                    return std::fabs(expression.at(x) - expected) <=
                           relative_error * std::fabs(expected) + absolute_error;
                }))
                return &each;
        return nullptr;
    }

    /// The ops between an operand and a result.
    class Expression {
    public:
        Expression(const Rewriter& rewriter, const Op& result, ValueId operand) : operand_(operand) {
            is_known_ = add(rewriter, result);
        }

        bool is_usable() const { return is_known_ && (has_function_ || steps_.size() >= fewest_ops); }

        double at(double x) const {
            std::map<ValueId, double> values = constants_;
            values[operand_] = x;
            double last = x;
            for (const Step& step : steps_) {
                TrialOperands of = {};
                for (std::size_t i = 0; i < step.op->operands.size(); i++)
                    of[i] = values.at(step.op->operands[i]);
                last = values[step.op->results[0]] = step.value(*step.op, of);
            }
            return last;
        }

    private:
        struct Step {
            const Op* op;
            TrialValue value;
        };

        bool add(const Rewriter& rewriter, const Op& op) {
            const TrialValue value = trial_value(op.code);
            if (value == nullptr || steps_.size() >= most_ops) return false;
            for (const ValueId operand : op.operands) {
                if (operand == operand_ || constants_.count(operand) > 0 || computed_.count(operand) > 0)
                    continue;
                if (const Literal* constant = uniform_constant(rewriter, operand))
                    constants_[operand] = constant->real(0);
                else if (const Op* definition = rewriter.definition(operand);
                         definition == nullptr || !add(rewriter, *definition))
                    return false;
            }
            has_function_ = has_function_ || is_error_function(op.code);
            computed_.insert(op.results[0]);
            steps_.push_back({&op, value});
            return true;
        }

        ValueId operand_;
        std::map<ValueId, double> constants_;
        std::set<ValueId> computed_;
        std::vector<Step> steps_;  // in the order of their computation
        bool is_known_ = false, has_function_ = false;
    };

    std::map<ValueId, Dominator> dominators_;
};

}  // namespace

void recognise_error_functions(frontend::Program& program) {
    bool changed = false;
    for (Function& function : program.functions) {
        Recogniser recogniser;
        changed = Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) {
            return recogniser.visit(rewriter, op);
        }) || changed;
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
