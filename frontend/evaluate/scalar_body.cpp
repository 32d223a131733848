#include "frontend/evaluate/scalar_body.h"

#include "frontend/evaluate/arithmetic.h"

namespace hlo2c::frontend {
namespace {

std::optional<BodyKind> kind_of(OpCode code) {
    switch (code) {
        case OpCode::Add: return BodyKind::Add;
        case OpCode::Multiply: return BodyKind::Multiply;
        case OpCode::Maximum: return BodyKind::Maximum;
        case OpCode::Minimum: return BodyKind::Minimum;
        case OpCode::And: return BodyKind::And;
        case OpCode::Or: return BodyKind::Or;
        default: return std::nullopt;
    }
}

bool has_two_equal_scalars(const Function& function, const Region& region) {
    if (region.arguments.size() != 2) return false;
    const Type &a = function.type(region.arguments[0]), &b = function.type(region.arguments[1]);
    return a == b && a.is_tensor() && a.as_tensor().rank() == 0 && !a.as_tensor().is_quantized();
}

/// The only op before the terminator, when it reads the two arguments in their order and gives what is
/// returned.
const Op* only_op(const Function& function, const Region& region) {
    if (!has_two_equal_scalars(function, region) || region.ops.size() != 2) return nullptr;
    const Op &op = region.ops[0], &last = region.ops[1];
    if (op.operands != region.arguments || op.results != last.operands) return nullptr;
    return &op;
}

}  // namespace

std::optional<BodyKind> simple_body(const Function& function, const Region& region) {
    if (has_two_equal_scalars(function, region) && region.ops.size() == 1 &&
        region.ops[0].operands.size() == 1 && region.ops[0].operands[0] == region.arguments[1])
        return BodyKind::Second;
    const Op* op = only_op(function, region);
    if (op == nullptr || function.type(op->results[0]) != function.type(region.arguments[0]))
        return std::nullopt;
    return kind_of(op->code);
}

std::string simple_comparison(const Function& function, const Region& region) {
    const Op* op = only_op(function, region);
    if (op == nullptr || op->code != OpCode::Compare || op->text("compare_type", "") == "TOTALORDER")
        return {};
    return op->text("comparison_direction", "");
}

std::int64_t combine(BodyKind kind, ElementType type, std::int64_t a, std::int64_t b) {
    switch (kind) {
        case BodyKind::Add: return wrap(type, add_integers(type, a, b));
        case BodyKind::Multiply: return wrap(type, multiply_integers(type, a, b));
        case BodyKind::Maximum: return less_integers(type, a, b) ? b : a;
        case BodyKind::Minimum: return less_integers(type, b, a) ? b : a;
        case BodyKind::And: return a & b;
        case BodyKind::Or: return a | b;
        case BodyKind::Second: return b;
    }
    return b;
}

double combine(BodyKind kind, ElementType type, double a, double b) {
    switch (kind) {
        case BodyKind::Add: return round_to(type, a + b);
        case BodyKind::Multiply: return round_to(type, a * b);
        case BodyKind::Maximum: return maximum_of(a, b);
        case BodyKind::Minimum: return minimum_of(a, b);
        default: return b;
    }
}

Complex combine(BodyKind kind, ElementType type, const Complex& a, const Complex& b) {
    const ElementType part = type == ElementType::C64 ? ElementType::F32 : ElementType::F64;
    const auto rounded = [&](double value) { return round_to(part, value); };
    switch (kind) {
        case BodyKind::Add: return {rounded(a.real() + b.real()), rounded(a.imag() + b.imag())};
        case BodyKind::Multiply:
            return {rounded(rounded(a.real() * b.real()) - rounded(a.imag() * b.imag())),
                    rounded(rounded(a.real() * b.imag()) + rounded(a.imag() * b.real()))};
        case BodyKind::Maximum: return less_complex(a, b) ? b : a;
        case BodyKind::Minimum: return less_complex(b, a) ? b : a;
        default: return b;
    }
}

}  // namespace hlo2c::frontend
