#include "driver/random_programs/accuracy.h"

#include <algorithm>
#include <cmath>

#include "driver/random_programs/rules.h"
#include "frontend/data/compare.h"

namespace hlo2c::driver {
namespace {

using frontend::ElementType;
using frontend::Function;
using frontend::Literal;
using frontend::Op;
using frontend::OpCode;
using frontend::Program;
using frontend::Region;
using frontend::TensorType;
using frontend::ValueId;

bool is_approximate(const TensorType& type) {
    return frontend::is_float(frontend::real_part(type.element)) || type.is_quantized();
}

bool is_quantized(const Function& function, ValueId value) {
    return function.type(value).is_tensor() && function.tensor(value).is_quantized();
}

bool is_complex(const Function& function, ValueId value) {
    return function.type(value).is_tensor() && frontend::is_complex(function.tensor(value).element);
}

bool is_movement(OpCode code) {
    const Rule* rule = rule_of(code);
    return rule != nullptr && rule->accuracy == Accuracy::Verbatim;
}

/// Units in the last place that two right executions may be apart, where it is more than usual: in f64 the
/// evaluator's series for these functions lose some bits themselves.
std::uint64_t special_ulp(OpCode code, const TensorType& type) {
    static const std::vector<OpCode> codes = {OpCode::ChloBesselI1e,     OpCode::ChloBroadcastPolygamma,
                                              OpCode::ChloBroadcastZeta, OpCode::ChloDigamma,
                                              OpCode::ChloErfInv,        OpCode::ChloErfc,
                                              OpCode::ChloLgamma,        OpCode::ChloPolygamma,
                                              OpCode::ChloZeta};
    constexpr std::uint64_t some = 4096;
    const bool special = std::find(codes.begin(), codes.end(), code) != codes.end();
    return special && type.element == ElementType::F64 ? some : 0;
}

/// The same of an op and of those in its regions and in the function that it calls.
std::uint64_t special_ulp(const Program& program, const Function& function, const Op& op) {
    std::uint64_t most = 0;
    const auto add = [&](const Function& around, const Op& each) {
        if (each.results.size() == 1 && around.type(each.results[0]).is_tensor())
            most = std::max(most, special_ulp(each.code, around.tensor(each.results[0])));
    };
    add(function, op);
    for (const Region& region : op.regions)
        frontend::for_each_op(region, [&](const Op& inner) { add(function, inner); });
    if (op.code == OpCode::Call || op.code == OpCode::Composite) {
        const Function& callee =
            *program.function(op.text(op.code == OpCode::Call ? "callee" : "decomposition", ""));
        frontend::for_each_op(callee.body, [&](const Op& inner) { add(callee, inner); });
    }
    return most;
}

/// Ops whose complex results are exact as the parts are.
bool keeps_parts(OpCode code) {
    static const std::vector<OpCode> codes = {OpCode::Add,     OpCode::Subtract, OpCode::Negate,
                                              OpCode::Real,    OpCode::Imag,     OpCode::Complex,
                                              OpCode::Compare, OpCode::ChloConj, OpCode::Convert};
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

bool gathers_in_any_order(OpCode code) {
    return code == OpCode::Reduce || code == OpCode::ReduceWindow || code == OpCode::Scatter ||
           code == OpCode::SelectAndScatter;
}

Accuracy accuracy_of_region(const Program& program, const Function& function, const Region& region,
                            Accuracy outside, std::vector<Accuracy>& accuracies) {
    for (const ValueId argument : region.arguments) accuracies[argument] = outside;
    Accuracy worst = Accuracy::Verbatim;
    for (const Op& op : region.ops)
        if (!op.results.empty()) worst = std::max(worst, accuracy_of(program, function, op, accuracies));
    return worst;
}

/// Of the numbers that an op makes, operands aside.
Accuracy own_accuracy(const Function& function, const Op& op) {
    const Rule* rule = rule_of(op.code);
    const Accuracy own = rule != nullptr ? rule->accuracy : Accuracy::Verbatim;
    if (own == Accuracy::Verbatim || keeps_parts(op.code)) return own;
    const auto complex_value = [&](ValueId value) { return is_complex(function, value); };
    const bool complex = std::any_of(op.operands.begin(), op.operands.end(), complex_value) ||
                         std::any_of(op.results.begin(), op.results.end(), complex_value);
    return complex ? Accuracy::Loose : own;
}

}  // namespace

Accuracy accuracy_of(const Program& program, const Function& function, const Op& op,
                     std::vector<Accuracy>& accuracies) {
    accuracies.resize(function.values.size());
    Accuracy operands = Accuracy::Verbatim;
    for (const ValueId operand : op.operands) operands = std::max(operands, accuracies[operand]);
    if (op.code == OpCode::While) operands = std::max(operands, Accuracy::Exact);  // in the second round
    Accuracy own = own_accuracy(function, op);
    for (const Region& region : op.regions) {
        const Accuracy inside = accuracy_of_region(program, function, region, operands, accuracies);
        const bool sums = gathers_in_any_order(op.code) && inside > Accuracy::Verbatim &&
                          std::any_of(region.ops.begin(), region.ops.end(), [&](const Op& inner) {
                              return (inner.code == OpCode::Add || inner.code == OpCode::Multiply) &&
                                     is_approximate(function.tensor(inner.results.front()));
                          });
        own = std::max(own, sums ? Accuracy::Loose : inside);
    }
    if (op.code == OpCode::Call || op.code == OpCode::Composite) {
        const Function& callee =
            *program.function(op.text(op.code == OpCode::Call ? "callee" : "decomposition", ""));
        std::vector<Accuracy> inner(callee.values.size());
        own = std::max(own, accuracy_of_region(program, callee, callee.body, operands, inner));
    }
    Accuracy all = std::max(own, operands);
    if (operands > Accuracy::Exact && !is_movement(op.code)) all = Accuracy::Loose;
    Accuracy worst = Accuracy::Verbatim;
    for (const ValueId result : op.results) {
        if (!function.type(result).is_tensor()) {  // of a tuple, the least accurate element counts
            worst = std::max(worst, accuracies[result] = all);
            continue;
        }
        const TensorType& type = function.tensor(result);
        accuracies[result] = is_approximate(type) ? all : Accuracy::Verbatim;
        if (type.is_quantized() && own != Accuracy::Verbatim) accuracies[result] = Accuracy::Close;
        worst = std::max(worst, accuracies[result]);
    }
    return worst;
}

bool tolerates(const Function& function, const Op& op, Accuracy accuracy) {
    const Rule* rule = rule_of(op.code);
    if (rule == nullptr || accuracy <= Accuracy::Exact) return rule == nullptr || accuracy <= rule->tolerates;
    const bool quantized = std::any_of(op.operands.begin(), op.operands.end(),
                                       [&](ValueId value) { return is_quantized(function, value); });
    const bool to_integers = std::any_of(op.results.begin(), op.results.end(), [&](ValueId value) {
        return function.type(value).is_tensor() && !is_approximate(function.tensor(value));
    });
    if (to_integers || (quantized && rule->accuracy != Accuracy::Verbatim)) return false;
    return accuracy <= rule->tolerates;
}

namespace {

/// Largest finite magnitude of the elements; infinity where one is not finite.
double magnitude(const Literal& literal) {
    double largest = 0;
    if (!frontend::is_float(frontend::real_part(literal.type().element))) {
        for (std::int64_t i = 0; i < literal.type().element_count(); i++)
            largest = std::max(largest, std::fabs(literal.real(i)));
        return largest;
    }
    for (const double part : frontend::numeric_parts(literal)) {
        if (!std::isfinite(part)) return INFINITY;
        largest = std::max(largest, std::fabs(part));
    }
    return largest;
}

/// Of one rounding to the type, with some to spare: half the narrow types' steps are coarser than the
/// tolerances that results of programs are compared with.
double rounding(const TensorType& type) {
    const ElementType element = frontend::real_part(type.element);
    const double usual = frontend::default_tolerance(type.element).relative;
    switch (element) {
        case ElementType::F8E8M0FNU: return 1;
        case ElementType::F4E2M1FN: return 0.5;
        case ElementType::F6E3M2FN:
        case ElementType::F8E5M2:
        case ElementType::F8E5M2FNUZ: return 0.26;
        default: return usual;
    }
}

/// Where sums of a type may leave what it can hold.
double comfortable(ElementType type) {
    switch (frontend::real_part(type)) {
        case ElementType::F64: return 1e300;
        case ElementType::F32:
        case ElementType::TF32:
        case ElementType::BF16: return 1e30;
        case ElementType::F16: return 600;
        case ElementType::F8E5M2:
        case ElementType::F8E5M2FNUZ: return 600;
        case ElementType::F8E4M3:
        case ElementType::F8E4M3FN:
        case ElementType::F8E4M3FNUZ: return 20;
        case ElementType::F8E4M3B11FNUZ:
        case ElementType::F8E3M4: return 3;
        default: return frontend::is_float(type) ? 2 : INFINITY;
    }
}

/// How large the intermediate results of a sum in any order become: its terms' magnitudes on average, added
/// up. Zero of other ops.
double sum_of_magnitudes(const Function& function, const Op& op, const std::vector<Literal>& literals) {
    if (op.code != OpCode::Reduce && op.code != OpCode::ReduceWindow) return 0;
    double largest = 0;
    for (std::size_t i = 0; i < op.results.size(); i++) {
        if (!is_static_tensor(function.type(op.operands[i]))) continue;
        const Literal& operand = literals[op.operands[i]];
        if (!frontend::is_float(frontend::real_part(operand.type().element))) continue;
        double sum = 0;
        for (const double part : frontend::numeric_parts(operand))
            sum += std::isfinite(part) ? std::fabs(part) : 0;
        auto results = static_cast<double>(function.tensor(op.results[i]).element_count());
        if (op.code == OpCode::ReduceWindow) {
            results = static_cast<double>(operand.type().element_count());
            for (const std::int64_t size : op.integers("window_dimensions")) sum *= static_cast<double>(size);
        }
        if (results > 0) largest = std::max(largest, sum / results);
    }
    return largest;
}

}  // namespace

std::vector<ValueAccuracy> value_accuracies(const Program& program, const std::vector<Literal>& literals) {
    const Function& main = program.main();
    std::vector<Accuracy> accuracies(main.values.size());
    std::vector<ValueAccuracy> values(main.values.size());
    const auto note_scale = [&](ValueId value) {
        const double own = magnitude(literals[value]);
        if (own > comfortable(main.tensor(value).element)) values[value].overflows = true;
        if (std::isfinite(own)) values[value].scale = std::max(values[value].scale, own);
    };
    for (const ValueId argument : main.arguments()) note_scale(argument);
    for (const Op& op : main.body.ops) {
        if (op.results.empty()) continue;
        accuracy_of(program, main, op, accuracies);
        const double summed = sum_of_magnitudes(main, op, literals);
        const std::uint64_t ulp = special_ulp(program, main, op);
        for (const ValueId result : op.results) {
            ValueAccuracy& value = values[result];
            value.accuracy = accuracies[result];
            for (const ValueId operand : op.operands) {
                value.scale = std::max(value.scale, values[operand].scale);
                value.relative = std::max(value.relative, values[operand].relative);
                value.overflows = value.overflows || values[operand].overflows;
                value.ulp = std::max(value.ulp, values[operand].ulp);
            }
            if (!is_static_tensor(main.type(result))) continue;
            value.ulp = std::max(value.ulp, ulp);
            if (value.accuracy == Accuracy::Loose) value.scale = std::max(value.scale, summed);
            note_scale(result);
            if (value.accuracy >= Accuracy::Close)
                value.relative = std::max(value.relative, rounding(main.tensor(result)));
        }
    }
    return values;
}

std::optional<frontend::Check> check_of(const TensorType& type, const ValueAccuracy& accuracy) {
    using Kind = frontend::Check::Kind;
    frontend::Check check{.kind = Kind::Equal, .nan_equal = true};
    if (accuracy.accuracy <= Accuracy::Exact) return check;
    if (accuracy.accuracy == Accuracy::Close) {
        check.kind = Kind::Ulp;
        const bool wide = type.element == ElementType::F32 || type.element == ElementType::F64;
        check.most_ulp = std::max<std::uint64_t>(wide ? 4 : 1, accuracy.ulp);
        return check;
    }
    if (accuracy.overflows) return std::nullopt;
    check.kind = Kind::Near;
    check.absolute = accuracy.relative * accuracy.scale;
    return check;
}

}  // namespace hlo2c::driver
