#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The error of a correct execution of one op on exact operands, in units in the last place.
double own_units(AccuracyRule::Own own, ElementType type) {
    if (own == AccuracyRule::Own::None || own == AccuracyRule::Own::Rounded) return 0;
    const ElementType part = real_part(type);
    if (part == ElementType::F64) return own == AccuracyRule::Own::Special ? 4096 : 4;
    if (part == ElementType::F32) return own == AccuracyRule::Own::Special ? 4 : 2;
    return 1;
}

/// What a function does between the corners of an interval.
enum class Between : std::uint8_t {
    Nothing,          ///< it is extreme at the corners
    Wave,             ///< it has maxima and minima
    Poles,            ///< it has poles at regular distances, like the tangent
    Quotient,         ///< a pole where the last operand is 0
    Steps,            ///< it jumps where the last operand divides the first
    PolesAtIntegers,  ///< it has poles at 0 and the negative integers
};

/// How a function depends on its operands.
struct FunctionTraits {
    bool keeps_parts = false;              ///< complex results are accurate in each part, not only as a whole
    bool is_monotone_on_integers = false;  ///< results of integers are extreme at the corners
    bool depends_on_type = false;          ///< it must run in the type of its operands
    Between between = Between::Nothing;
};

constexpr auto traits = partial<FunctionTraits>({
    {OpCode::Abs, {.is_monotone_on_integers = true}},
    {OpCode::Add, {.keeps_parts = true, .is_monotone_on_integers = true}},
    {OpCode::ChloBroadcastAdd, {.keeps_parts = true}},
    {OpCode::ChloBroadcastCompare, {.keeps_parts = true}},
    {OpCode::ChloBroadcastComplex, {.keeps_parts = true}},
    {OpCode::ChloBroadcastDivide, {.between = Between::Quotient}},
    {OpCode::ChloBroadcastNextAfter, {.depends_on_type = true}},
    {OpCode::ChloBroadcastPolygamma, {.between = Between::PolesAtIntegers}},
    {OpCode::ChloBroadcastRemainder, {.between = Between::Steps}},
    {OpCode::ChloBroadcastSelect, {.keeps_parts = true}},
    {OpCode::ChloBroadcastSubtract, {.keeps_parts = true}},
    {OpCode::ChloBroadcastZeta, {.between = Between::PolesAtIntegers}},
    {OpCode::ChloConj, {.keeps_parts = true}},
    {OpCode::ChloDigamma, {.between = Between::PolesAtIntegers}},
    {OpCode::ChloLgamma, {.between = Between::PolesAtIntegers}},
    {OpCode::ChloNextAfter, {.depends_on_type = true}},
    {OpCode::ChloPolygamma, {.between = Between::PolesAtIntegers}},
    {OpCode::ChloTan, {.between = Between::Poles}},
    {OpCode::ChloZeta, {.between = Between::PolesAtIntegers}},
    {OpCode::Clamp, {.is_monotone_on_integers = true}},
    {OpCode::Compare, {.keeps_parts = true, .is_monotone_on_integers = true}},
    {OpCode::Complex, {.keeps_parts = true}},
    {OpCode::Convert, {.keeps_parts = true, .is_monotone_on_integers = true}},
    {OpCode::Cosine, {.between = Between::Wave}},
    {OpCode::Divide, {.between = Between::Quotient}},
    {OpCode::Imag, {.keeps_parts = true}},
    {OpCode::Maximum, {.is_monotone_on_integers = true}},
    {OpCode::Minimum, {.is_monotone_on_integers = true}},
    {OpCode::Multiply, {.is_monotone_on_integers = true}},
    {OpCode::Negate, {.keeps_parts = true, .is_monotone_on_integers = true}},
    {OpCode::Not, {.is_monotone_on_integers = true}},
    {OpCode::Real, {.keeps_parts = true}},
    {OpCode::Remainder, {.between = Between::Steps}},
    {OpCode::Rsqrt, {.between = Between::Quotient}},
    {OpCode::Select, {.keeps_parts = true, .is_monotone_on_integers = true}},
    {OpCode::Sign, {.is_monotone_on_integers = true}},
    {OpCode::Sine, {.between = Between::Wave}},
    {OpCode::Subtract, {.keeps_parts = true, .is_monotone_on_integers = true}},
    {OpCode::Tan, {.between = Between::Poles}},
    {OpCode::UniformDequantize, {.is_monotone_on_integers = true}},
});

const FunctionTraits& traits_of(OpCode code) {
    return behaviour(traits, code);
}

bool has_complex(const OpRun& run) {
    const auto is_complex_literal = [](const Literal& literal) { return is_complex(literal.type().element); };
    return std::any_of(run.operands.begin(), run.operands.end(),
                       [&](const Estimate& operand) { return is_complex_literal(operand.value); }) ||
           std::any_of(run.results.begin(), run.results.end(), is_complex_literal);
}

bool is_quantized(const OpRun& run) {
    return std::any_of(run.operands.begin(), run.operands.end(),
                       [](const Estimate& operand) { return operand.value.type().is_quantized(); }) ||
           run.results.front().type().is_quantized();
}

/// Between their poles, these functions are differences of numbers of about 1. In f64, which has no wider
/// type to subtract in, errors near the zeros are relative to those numbers.
void widen_between_poles(const OpRun& run, double units, std::vector<double>& errors) {
    const Literal& operand = run.operands.back().value;
    const std::vector<double> at = parts_of(operand);
    if (at.size() != errors.size()) return;
    for (std::size_t i = 0; i < errors.size(); i++)
        if (at[i] < 0 && errors[i] > 0)
            errors[i] = std::max(errors[i], units * unit_in_last_place(ElementType::F64, 1));
}

/// The sizes to which a complex function's own errors are relative: the magnitudes of the elements. If one
/// part is infinite, the size is the other part. In a quotient or a power, an error of the part that
/// overflows also affects the other part, so there the size is the largest number.
std::vector<double> complex_sizes(const OpRun& run) {
    constexpr OpSet mixing = {OpCode::ChloBroadcastDivide, OpCode::ChloBroadcastPower, OpCode::Divide,
                              OpCode::Power};
    const Literal& result = run.results.front();
    const bool mixes = mixing.contains(run.op().code);
    const std::vector<double> parts = parts_of(result);
    std::vector<double> sizes = magnitudes(result);
    for (std::size_t i = 0; i < sizes.size(); i++) {
        const double re = std::fabs(parts[2 * i]), im = std::fabs(parts[2 * i + 1]);
        const double largest = largest_number(result.type().element);
        if (std::isinf(re) != std::isinf(im))
            sizes[i] = mixes ? largest : std::isinf(re) ? im : re;
        else if (!std::isinf(re) && std::isinf(sizes[i]))
            sizes[i] = largest;
    }
    return sizes;
}

/// exp(b log a) in f64: b log a may be large, and its rounding error is an absolute error of the result's
/// logarithm.
void widen_complex_powers(const OpRun& run, std::vector<double>& errors) {
    const Literal &base = run.operands[0].value, &exponent = run.operands[1].value;
    const std::vector<double> a = parts_of(base), b = magnitudes(exponent);
    const std::vector<double> sizes = complex_sizes(run);
    if (a.size() != 2 * errors.size() || b.size() != errors.size()) return;
    for (std::size_t i = 0; i < errors.size(); i++) {
        const std::complex<double> log = std::log(std::complex<double>(a[2 * i], a[2 * i + 1]));
        if (!std::isfinite(std::abs(log)) || !std::isfinite(b[i])) continue;
        constexpr double roundings = 4;
        const double relative = roundings * unit_in_last_place(ElementType::F64, b[i] * std::abs(log));
        if (relative > 0.5) {
            errors[i] = infinity;
        } else if (std::isfinite(sizes[i])) {
            errors[i] += relative * sizes[i];
        }
    }
}

/// The op's own errors on exact operands; empty if there are none.
std::vector<double> own_errors(const OpRun& run) {
    const Literal& result = run.results.front();
    const auto count = static_cast<std::size_t>(result.type().element_count());
    // quantized results are rounded to the nearest step, or to its neighbour
    if (result.type().is_quantized()) return std::vector<double>(count, 1);
    const ElementType type = result.type().element;
    const bool complex = has_complex(run) && !traits_of(run.op().code).keeps_parts;
    constexpr double complex_units = 32;
    const double units = complex ? complex_units : own_units(run.rule.own, type);
    if (units == 0 || !is_float(real_part(type))) return {};
    const bool has_pairs = complex && is_complex(type);
    std::vector<double> errors = has_pairs ? complex_sizes(run) : magnitudes(result);
    for (double& size : errors) size = std::isfinite(size) ? units * unit_in_last_place(type, size) : 0;
    if (has_pairs && run.op().code == OpCode::Power) widen_complex_powers(run, errors);
    if (real_part(type) == ElementType::F64 && traits_of(run.op().code).between == Between::PolesAtIntegers)
        widen_between_poles(run, units, errors);
    return errors;
}

/// A corner of one operand: each part at the lower or upper end of its bound, or unknown.
enum class Side : std::uint8_t { Below, Above, Unknown };

double corner_of(double value, double bound, Side side, ElementType type) {
    if (bound == 0) return value;
    if (side == Side::Unknown) return std::isinf(bound) ? not_a_number : value;
    if (std::isinf(bound)) return side == Side::Below ? -infinity : infinity;
    const double corner = side == Side::Below ? value - bound : value + bound;
    return std::fabs(corner) > largest_number(type) ? std::copysign(infinity, corner) : corner;
}

Literal operand_at(const Estimate& operand, const std::vector<double>& parts, std::span<const Side> sides,
                   bool own_types) {
    const TensorType& type = operand.value.type();
    const ElementType part = real_part(type.element);
    const std::size_t per_element = parts_per_element(type.element);
    std::vector<double> corner(parts.size());
    for (std::size_t i = 0; i < parts.size(); i++) {
        const Side side = sides[i % per_element];
        corner[i] = corner_of(parts[i], operand.bound(i / per_element), side, part);
        if (corner[i] == 0 && side != Side::Unknown && operand.has_open_zeros(i / per_element))
            corner[i] = side == Side::Below ? -0.0 : 0.0;
    }
    if (own_types || !has_floats(type)) return from_parts(type, std::move(corner));
    return from_parts(tensor_type(type.shape, widest(type.element)), std::move(corner));
}

Literal in_widest_type(const Estimate& operand, bool own_types) {
    const TensorType& type = operand.value.type();
    if (own_types || !has_floats(type)) return operand.value;
    return from_parts(tensor_type(type.shape, widest(type.element)), parts_of(operand.value));
}

/// Marks intervals that may contain an extremum or a pole of the function, where corners are not sufficient.
void mark_between_corners(const OpRun& run, std::vector<double>& bounds) {
    const Between between = traits_of(run.op().code).between;
    const Estimate& last = run.operands.back();
    if (last.is_exact() || last.count() != bounds.size()) {
        const bool divides = between == Between::Quotient || between == Between::Steps;
        if (!last.is_exact() && divides) std::fill(bounds.begin(), bounds.end(), infinity);
        return;
    }
    const std::vector<double> sizes = magnitudes(last.value);
    const std::vector<double> parts = parts_of(last.value);
    for (std::size_t i = 0; i < bounds.size(); i++) {
        const double bound = last.bound(i);
        if (bound == 0) continue;
        switch (between) {
            case Between::Nothing: break;
            case Between::Wave:
                if (bound > 0.5) bounds[i] = is_complex(last.value.type().element) ? infinity : 2;
                break;
            case Between::Poles:
                if (bound > 0.5) bounds[i] = infinity;
                break;
            case Between::Quotient:
                if (bound >= sizes[i]) bounds[i] = infinity;
                break;
            case Between::Steps:
                if (bound >= sizes[i] / 4) bounds[i] = infinity;
                break;
            case Between::PolesAtIntegers:
                if (parts[i] - bound < 1 && std::floor(parts[i] - bound) != std::floor(parts[i] + bound))
                    bounds[i] = infinity;
                break;
        }
    }
}

/// Runs the op at every corner.
ElementBounds corner_bounds(const OpRun& run) {
    const Literal& result = run.results.front();
    const bool own_types = is_quantized(run) || depends_on_type(run.op().code);
    std::vector<Literal> operands;
    std::vector<std::vector<double>> parts;
    std::vector<std::size_t> operand_of_part;
    bool unknown = false;
    for (std::size_t i = 0; i < run.operands.size(); i++) {
        const Estimate& operand = run.operands[i];
        operands.push_back(in_widest_type(operand, own_types));
        parts.push_back(operand.is_exact() ? std::vector<double>() : parts_of(operand.value));
        if (operand.is_exact()) continue;
        for (std::size_t part = 0; part < parts_per_element(operand.value.type().element); part++)
            operand_of_part.push_back(i);
        unknown = unknown || std::any_of(operand.bounds.begin(), operand.bounds.end(),
                                         [](double bound) { return std::isinf(bound); });
    }
    const ElementType type = own_types ? result.type().element : widest(result.type().element);
    ElementBounds bounds{std::vector<double>(static_cast<std::size_t>(result.type().element_count())), {}};
    const std::size_t sides = unknown ? 3 : 2;
    std::vector<Side> corner(operand_of_part.size(), Side::Below);
    for (bool more = true; more;) {
        std::vector<Literal> at = operands;
        for (std::size_t part = 0; part < corner.size();) {
            const std::size_t operand = operand_of_part[part];
            const std::size_t count = parts_per_element(run.operands[operand].value.type().element);
            at[operand] =
                operand_at(run.operands[operand], parts[operand], {&corner[part], count}, own_types);
            part += count;
        }
        widen(bounds, result, own_types ? run.again(at).front() : run.other(at, {&type, 1}).front());
        more = false;
        for (Side& side : corner) {
            side = static_cast<Side>((static_cast<std::size_t>(side) + 1) % sides);
            if (side != Side::Below) {
                more = true;
                break;
            }
        }
    }
    return bounds;
}

}  // namespace

bool depends_on_type(OpCode code) {
    return traits_of(code).depends_on_type;
}

void widen(ElementBounds& bounds, const Literal& reference, const Literal& corner) {
    const ElementType type = reference.type().element;
    const std::size_t per_element = parts_per_element(type);
    const ElementType part = real_part(type);
    const double largest = is_float(part) ? largest_number(part) : infinity;
    const Elements<double> values = read_parts(reference), others = read_parts(corner);
    for (std::size_t i = 0; i < bounds.bounds.size() * per_element; i++) {
        double& bound = bounds.bounds[i / per_element];
        const double value = values[i];
        double other = others[i];
        if (std::fabs(other) > largest) other = round_to(part, other);
        if (value == 0 && other == 0 && std::signbit(value) != std::signbit(other)) {
            bounds.open_zeros.resize(bounds.bounds.size());
            bounds.open_zeros[i / per_element] = true;
        }
        if (value == other || (std::isnan(value) && std::isnan(other))) continue;
        const double distance = std::fabs(value - other);
        bound = std::isfinite(distance) ? std::max(bound, distance) : infinity;
    }
}

ResultBounds elementwise_bounds(const OpRun& run) {
    const Literal& result = run.results.front();
    ElementBounds all{std::vector<double>(static_cast<std::size_t>(result.type().element_count())), {}};
    std::vector<double>& bounds = all.bounds;
    if (!all_exact(run.operands)) {
        for (const Estimate& operand : run.operands) {
            const ElementType type = operand.value.type().element;
            if (!operand.is_exact() && is_integer(type) && !operand.value.type().is_quantized() &&
                !traits_of(run.op().code).is_monotone_on_integers)
                return bitwise_bounds(run);
        }
        all = corner_bounds(run);
        mark_between_corners(run, bounds);
        const std::vector<double> sizes = magnitudes(result);
        for (std::size_t i = 0; i < bounds.size(); i++)
            if (bounds[i] > 0) bounds[i] += unit_in_last_place(result.type().element, sizes[i] + bounds[i]);
    }
    all.own = own_errors(run);
    for (std::size_t i = 0; i < all.own.size(); i++) bounds[i] += all.own[i];
    return {std::move(all)};
}

ResultBounds bitwise_bounds(const OpRun& run) {
    ResultBounds all;
    for (const Literal& result : run.results) {
        std::vector<double> bounds(static_cast<std::size_t>(result.type().element_count()));
        for (const Estimate& operand : run.operands) {
            if (operand.is_exact()) continue;
            if (operand.count() != bounds.size()) return undecided_bounds(run);
            for (std::size_t i = 0; i < bounds.size(); i++)
                if (operand.has_open_zeros(i)) bounds[i] = infinity;
        }
        all.push_back({std::move(bounds), {}});
    }
    return all;
}

}  // namespace hlo2c::frontend
