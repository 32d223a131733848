#include "frontend/evaluate/scalar_body.h"

#include <cmath>
#include <utility>

#include "frontend/evaluate/arithmetic.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

constexpr auto body_kinds = partial<std::optional<BodyKind>>({
    {OpCode::Add, BodyKind::Add},
    {OpCode::And, BodyKind::And},
    {OpCode::Maximum, BodyKind::Maximum},
    {OpCode::Minimum, BodyKind::Minimum},
    {OpCode::Multiply, BodyKind::Multiply},
    {OpCode::Or, BodyKind::Or},
});

/// True for two scalars of the same unquantized type.
bool are_equal_scalars(const Function& function, ValueId a, ValueId b) {
    const Type& type = function.type(a);
    return type == function.type(b) && type.is_tensor() && type.as_tensor().rank() == 0 &&
           !type.as_tensor().is_quantized();
}

/// The kind of a region's returned value, as a function of its arguments `a` and `b`.
std::optional<BodyKind> kind_of(const Function& function, const Region& region, ValueId returned, ValueId a,
                                ValueId b) {
    if (!are_equal_scalars(function, a, b)) return std::nullopt;
    if (returned == b) return BodyKind::Second;
    const Op* op = definition(region, returned);
    if (op == nullptr || !are_equal_scalars(function, a, returned)) return std::nullopt;
    const bool takes_both = op->operands == std::vector{a, b} || op->operands == std::vector{b, a};
    return takes_both ? behaviour(body_kinds, op->code) : std::nullopt;
}

/// The body of the function, if the region only calls a function with its arguments and returns the results;
/// else the region itself.
std::pair<const Function*, const Region*> called_body(const Program& program, const Function& function,
                                                      const Region& region) {
    if (region.ops.size() != 2) return {&function, &region};
    const Op &call = region.ops[0], &last = region.ops[1];
    if (call.code != OpCode::Call || call.operands != region.arguments || call.results != last.operands)
        return {&function, &region};
    const Function* callee = program.function(call[attr::callee].name);
    if (callee == nullptr) return {&function, &region};
    return {callee, &callee->body};
}

bool is_kept_wide(ElementType type) {
    return type == ElementType::F32 || type == ElementType::F64;
}

}  // namespace

std::vector<BodyKind> simple_bodies(const Program& program, const Function& function, const Region& region) {
    const auto [around, body] = called_body(program, function, region);
    const Op& last = body->ops.back();
    const std::size_t count = last.operands.size();
    if (body->arguments.size() != 2 * count) return {};
    std::vector<BodyKind> kinds;
    for (std::size_t i = 0; i < count; i++) {
        const std::optional<BodyKind> kind =
            kind_of(*around, *body, last.operands[i], body->arguments[i], body->arguments[count + i]);
        if (!kind) return {};
        kinds.push_back(*kind);
    }
    return kinds;
}

std::optional<ComparisonDirection> simple_comparison(const Function& function, const Region& region) {
    if (region.arguments.size() != 2 || region.ops.size() != 2 ||
        !are_equal_scalars(function, region.arguments[0], region.arguments[1]))
        return {};
    const Op &op = region.ops[0], &last = region.ops[1];
    if (op.code != OpCode::Compare || op.operands != region.arguments || op.results != last.operands ||
        op[attr::compare_type] == ComparisonType::TotalOrder)
        return {};
    return op[attr::comparison_direction];
}

template <>
void Gathering<std::int64_t>::take(Gathered<std::int64_t>& so_far, std::int64_t next) const {
    std::int64_t& value = so_far.value;
    switch (kind_) {
        case BodyKind::Add: value = wrap(type_, add_integers(type_, value, next)); break;
        case BodyKind::Multiply: value = wrap(type_, multiply_integers(type_, value, next)); break;
        case BodyKind::Maximum: value = less_integers(type_, value, next) ? next : value; break;
        case BodyKind::Minimum: value = less_integers(type_, next, value) ? next : value; break;
        case BodyKind::And: value &= next; break;
        case BodyKind::Or: value |= next; break;
        case BodyKind::Second: value = next; break;
    }
}

template <>
void Gathering<double>::take(Gathered<double>& so_far, double next) const {
    double& value = so_far.value;
    const bool wide = is_kept_wide(type_);
    switch (kind_) {
        case BodyKind::Add: {
            const double sum = value + next;
            if (wide) so_far.lost += lost_by_adding(value, next, sum);
            value = wide ? sum : round_to(type_, sum);
            break;
        }
        case BodyKind::Multiply: {
            const double product = value * next;
            if (wide) so_far.lost = so_far.lost * next + std::fma(value, next, -product);
            value = wide ? product : round_to(type_, product);
            break;
        }
        case BodyKind::Maximum: value = maximum_of(value, next); break;
        case BodyKind::Minimum: value = minimum_of(value, next); break;
        default: value = next; break;
    }
}

/// The parts of a product are rounded to double at each step, without a correction.
template <>
void Gathering<Complex>::take(Gathered<Complex>& so_far, Complex next) const {
    Complex& value = so_far.value;
    switch (kind_) {
        case BodyKind::Add: {
            const Complex sum(value.real() + next.real(), value.imag() + next.imag());
            so_far.lost = {so_far.lost.real() + lost_by_adding(value.real(), next.real(), sum.real()),
                           so_far.lost.imag() + lost_by_adding(value.imag(), next.imag(), sum.imag())};
            value = sum;
            break;
        }
        case BodyKind::Multiply:
            value = {value.real() * next.real() - value.imag() * next.imag(),
                     value.real() * next.imag() + value.imag() * next.real()};
            break;
        case BodyKind::Maximum: value = less_complex(value, next) ? next : value; break;
        case BodyKind::Minimum: value = less_complex(next, value) ? next : value; break;
        default: value = next; break;
    }
}

template <>
std::int64_t Gathering<std::int64_t>::result(const Gathered<std::int64_t>& gathered) const {
    return gathered.value;
}
template <>
double Gathering<double>::result(const Gathered<double>& gathered) const {
    return with_lost(gathered.value, gathered.lost);
}
template <>
Complex Gathering<Complex>::result(const Gathered<Complex>& gathered) const {
    return {with_lost(gathered.value.real(), gathered.lost.real()),
            with_lost(gathered.value.imag(), gathered.lost.imag())};
}

}  // namespace hlo2c::frontend
