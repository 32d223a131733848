#include "scheduler/rewrite/trial_values.h"

#include <algorithm>
#include <cmath>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ComparisonDirection;

bool holds(ComparisonDirection direction, double a, double b) {
    switch (direction) {
        case ComparisonDirection::Eq: return a == b;
        case ComparisonDirection::Ne: return a != b;
        case ComparisonDirection::Lt: return a < b;
        case ComparisonDirection::Le: return a <= b;
        case ComparisonDirection::Gt: return a > b;
        case ComparisonDirection::Ge: break;
    }
    return a >= b;
}

constexpr auto trial_values = frontend::partial<TrialValue>({
    {OpCode::Abs, [](const Op&, const TrialOperands& of) { return std::fabs(of[0]); }},
    {OpCode::Add, [](const Op&, const TrialOperands& of) { return of[0] + of[1]; }},
    {OpCode::Clamp,
     [](const Op&, const TrialOperands& of) { return std::min(std::max(of[1], of[0]), of[2]); }},
    {OpCode::ChloErf, [](const Op&, const TrialOperands& of) { return std::erf(of[0]); }},
    {OpCode::ChloErfc, [](const Op&, const TrialOperands& of) { return std::erfc(of[0]); }},
    {OpCode::Compare,
     [](const Op& op, const TrialOperands& of) {
         return holds(op[attr::comparison_direction], of[0], of[1]) ? 1.0 : 0.0;
     }},
    {OpCode::Divide, [](const Op&, const TrialOperands& of) { return of[0] / of[1]; }},
    {OpCode::Exponential, [](const Op&, const TrialOperands& of) { return std::exp(of[0]); }},
    {OpCode::LogPlusOne, [](const Op&, const TrialOperands& of) { return std::log1p(of[0]); }},
    {OpCode::Maximum, [](const Op&, const TrialOperands& of) { return std::max(of[0], of[1]); }},
    {OpCode::Minimum, [](const Op&, const TrialOperands& of) { return std::min(of[0], of[1]); }},
    {OpCode::Multiply, [](const Op&, const TrialOperands& of) { return of[0] * of[1]; }},
    {OpCode::Negate, [](const Op&, const TrialOperands& of) { return -of[0]; }},
    {OpCode::Select, [](const Op&, const TrialOperands& of) { return of[0] != 0 ? of[1] : of[2]; }},
    {OpCode::Subtract, [](const Op&, const TrialOperands& of) { return of[0] - of[1]; }},
});

}  // namespace

TrialValue trial_value(OpCode code) {
    return behaviour(trial_values, code);
}

}  // namespace hlo2c::scheduler
