#include "frontend/passes/real_functions.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "frontend/ir/total_table.h"
#include "frontend/passes/builder.h"

namespace hlo2c::frontend {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Arithmetic on f64 tensors of one type.
class Reals {
public:
    Reals(Builder& builder, const TensorType& type) : b(builder), type_(type) {}

    ValueId number(double value) { return b.uniform(type_, value); }
    ValueId add(ValueId x, double y) { return b.add(x, number(y)); }
    ValueId times(ValueId x, double y) { return b.multiply(x, number(y)); }
    ValueId minus(double x, ValueId y) { return b.subtract(number(x), y); }
    ValueId over(double x, ValueId y) { return b.divide(number(x), y); }
    ValueId log(ValueId x) { return b.unary(OpCode::Log, x); }
    ValueId log1p(ValueId x) { return b.unary(OpCode::LogPlusOne, x); }
    ValueId exp(ValueId x) { return b.unary(OpCode::Exponential, x); }
    ValueId sqrt(ValueId x) { return b.unary(OpCode::Sqrt, x); }
    ValueId abs(ValueId x) { return b.unary(OpCode::Abs, x); }
    ValueId negate(ValueId x) { return b.unary(OpCode::Negate, x); }
    ValueId floor(ValueId x) { return b.unary(OpCode::Floor, x); }
    ValueId power(ValueId x, ValueId y) { return b.binary(OpCode::Power, x, y); }
    ValueId less(ValueId x, double y) { return b.compare(ComparisonDirection::Lt, x, number(y)); }
    ValueId greater(ValueId x, double y) { return b.compare(ComparisonDirection::Gt, x, number(y)); }
    ValueId equal(ValueId x, ValueId y) { return b.compare(ComparisonDirection::Eq, x, y); }
    /// Horner's rule; `coefficients` start with the highest power.
    ValueId polynomial(ValueId x, std::span<const double> coefficients) {
        ValueId value = number(coefficients[0]);
        for (const double coefficient : coefficients.subspan(1))
            value = add(b.multiply(value, x), coefficient);
        return value;
    }

    Builder& b;

private:
    TensorType type_;
};

ValueId arc_sine(Reals& r, ValueId x) {
    const ValueId rest = r.sqrt(r.b.multiply(r.minus(1, x), r.add(x, 1)));
    return r.b.binary(OpCode::Atan2, x, rest);
}

ValueId arc_cosine(Reals& r, ValueId x) {
    return r.b.binary(OpCode::Atan2, r.sqrt(r.b.multiply(r.minus(1, x), r.add(x, 1))), x);
}

ValueId arc_tangent(Reals& r, ValueId x) {
    return r.b.binary(OpCode::Atan2, x, r.number(1));
}

/// Half of exp(x); overflows only if the result does.
ValueId half_exponential(Reals& r, ValueId x) {
    const ValueId root = r.exp(r.times(x, 0.5));
    return r.b.multiply(root, r.times(root, 0.5));
}

ValueId hyperbolic_sine(Reals& r, ValueId x) {
    constexpr double only_growing = 22;  // above, exp(-x) is negligible
    const ValueId size = r.abs(x), grown = r.b.unary(OpCode::ExponentialMinusOne, size);
    const ValueId small = r.times(r.b.add(grown, r.b.divide(grown, r.add(grown, 1))), 0.5);
    const ValueId value = r.b.select(r.greater(size, only_growing), half_exponential(r, size), small);
    return r.b.multiply(value, r.b.unary(OpCode::Sign, x));
}

ValueId hyperbolic_cosine(Reals& r, ValueId x) {
    return r.b.add(half_exponential(r, x), half_exponential(r, r.negate(x)));
}

constexpr double square_overflows = 1e150;

ValueId area_sine(Reals& r, ValueId x) {
    const ValueId size = r.abs(x), square = r.b.multiply(size, size);
    const ValueId near = r.log1p(r.b.add(size, r.b.divide(square, r.add(r.sqrt(r.add(square, 1)), 1))));
    const ValueId far = r.add(r.log(size), std::numbers::ln2);
    return r.b.multiply(r.b.select(r.greater(size, square_overflows), far, near), r.b.unary(OpCode::Sign, x));
}

ValueId area_cosine(Reals& r, ValueId x) {
    const ValueId rest = r.add(x, -1);
    const ValueId near = r.log1p(r.b.add(rest, r.b.multiply(r.sqrt(rest), r.sqrt(r.add(x, 1)))));
    return r.b.select(r.greater(x, square_overflows), r.add(r.log(x), std::numbers::ln2), near);
}

ValueId area_tangent(Reals& r, ValueId x) {
    return r.times(r.b.subtract(r.log1p(x), r.log1p(r.negate(x))), 0.5);
}

// Rational approximations of the error functions (S. L. Moshier, Cephes Mathematical Library).
constexpr std::array erf_over = {9.60497373987051638749E0, 9.00260197203842689217E1, 2.23200534594684319226E3,
                                 7.00332514112805075473E3, 5.55923013010394962768E4};
constexpr std::array erf_under = {1.0,
                                  3.35617141647503099647E1,
                                  5.21357949780152679795E2,
                                  4.59432382970980127987E3,
                                  2.26290000613890934246E4,
                                  4.92673942608635921086E4};
constexpr std::array near_over = {
    2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
    4.86371970985681366614E1,   1.96520832956077098242E2,  5.26445194995477358631E2,
    9.34528527171957607540E2,   1.02755188689515710272E3,  5.57535335369399327526E2};
constexpr std::array near_under = {1.0,
                                   1.32281951154744992508E1,
                                   8.67072140885989742329E1,
                                   3.54937778887819891062E2,
                                   9.75708501743205489753E2,
                                   1.82390916687909736289E3,
                                   2.24633760818710981792E3,
                                   1.65666309194161350182E3,
                                   5.57535340817727675546E2};
constexpr std::array far_over = {5.64189583547755073984E-1, 1.27536670759978104416E0,
                                 5.01905042251180477414E0,  6.16021097993053585195E0,
                                 7.40974269950448939160E0,  2.97886665372100240670E0};
constexpr std::array far_under = {1.0,
                                  2.26052863220117276590E0,
                                  9.39603524938001434673E0,
                                  1.20489539808096656605E1,
                                  1.70814450747565897222E1,
                                  9.60896809063285878198E0,
                                  3.36907645100081516050E0};

/// erf where |x| <= 1.
ValueId error_inside(Reals& r, ValueId x) {
    const ValueId square = r.b.multiply(x, x);
    return r.b.multiply(x, r.b.divide(r.polynomial(square, erf_over), r.polynomial(square, erf_under)));
}

/// 1 - erf(x) where x >= 1.
ValueId rest_outside(Reals& r, ValueId x) {
    constexpr double far = 8, vanishes = 28;  // vanishes: the result underflows
    const ValueId bounded = r.b.binary(OpCode::Minimum, x, r.number(vanishes));
    const ValueId scale = r.exp(r.negate(r.b.multiply(bounded, bounded)));
    const ValueId nearby = r.b.divide(r.polynomial(bounded, near_over), r.polynomial(bounded, near_under));
    const ValueId beyond = r.b.divide(r.polynomial(bounded, far_over), r.polynomial(bounded, far_under));
    return r.b.multiply(scale, r.b.select(r.less(bounded, far), nearby, beyond));
}

ValueId error_function(Reals& r, ValueId x) {
    const ValueId size = r.abs(x);
    const ValueId outside = r.b.multiply(r.minus(1, rest_outside(r, size)), r.b.unary(OpCode::Sign, x));
    return r.b.select(r.greater(size, 1), outside, error_inside(r, x));
}

ValueId error_complement(Reals& r, ValueId x) {
    const ValueId rest = rest_outside(r, r.abs(x));
    const ValueId outside = r.b.select(r.less(x, 0), r.minus(2, rest), rest);
    return r.b.select(r.greater(r.abs(x), 1), outside, r.minus(1, error_inside(r, x)));
}

/// An approximation in single precision (M. Giles, Approximating the erfinv function), refined by three
/// Newton steps.
ValueId inverse_error(Reals& r, ValueId x) {
    constexpr std::array middle = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                   -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                   -0.00417768164,  0.246640727,    1.50140941};
    constexpr std::array ends = {-0.000200214257, 0.000100950558, 0.00134934322,
                                 -0.00367342844,  0.00573950773,  -0.0076224613,
                                 0.00943887047,   1.00167406,     2.83297682};
    const ValueId size = r.abs(x), rest = r.minus(1, size);
    const ValueId w = r.negate(r.log(r.b.multiply(rest, r.add(size, 1))));
    const ValueId in_ends = r.greater(w, 5);
    const ValueId factor =
        r.b.select(in_ends, r.polynomial(r.add(r.sqrt(w), -3), ends), r.polynomial(r.add(w, -2.5), middle));
    ValueId y = r.b.multiply(factor, size);
    for (int step = 0; step < 3; step++) {
        // The residual without cancellation: erf(y) - |x|, or (1 - |x|) - erfc(y) for large |x|.
        const ValueId difference =
            r.b.select(r.greater(size, 0.5), r.b.subtract(rest, error_complement(r, y)),
                       r.b.subtract(error_function(r, y), size));
        const ValueId slope = r.times(r.exp(r.negate(r.b.multiply(y, y))), 2 * std::numbers::inv_sqrtpi);
        y = r.b.subtract(y, r.b.divide(difference, slope));
    }
    y = r.b.select(r.equal(size, r.number(1)), r.number(infinity), y);
    return r.b.multiply(y, r.b.unary(OpCode::Sign, x));
}

// The gamma function by C. Lanczos' approximation, with g = 7 and nine terms.
constexpr double lanczos_g = 7, lanczos_first = 0.99999999999980993227684700473478;
constexpr std::array lanczos = {676.520368121885098567009190444019, -1259.13921672240287047156078755283,
                                771.3234287776530788486528258894,   -176.61502916214059906584551354,
                                12.507343278686904814458936853,     -0.13857109526572011689554707,
                                9.984369578019570859563e-6,         1.50563273514931155834e-7};

struct Lanczos {
    ValueId z, sum, slope, t, log_t;  ///< slope: derivative of the sum
};

Lanczos lanczos_terms(Reals& r, ValueId x) {
    Lanczos terms{};
    terms.z = r.b.select(r.less(x, 0.5), r.negate(x), r.add(x, -1));
    terms.sum = r.number(lanczos_first);
    terms.slope = r.number(0);
    for (std::size_t i = 0; i < lanczos.size(); i++) {
        const ValueId place = r.add(terms.z, static_cast<double>(i + 1));
        const ValueId term = r.over(lanczos[i], place);
        terms.sum = r.b.add(terms.sum, term);
        terms.slope = r.b.subtract(terms.slope, r.b.divide(term, place));
    }
    terms.t = r.add(terms.z, lanczos_g + 0.5);
    terms.log_t = r.add(r.log1p(r.times(terms.z, 1 / (lanczos_g + 0.5))), std::log(lanczos_g + 0.5));
    return terms;
}

ValueId log_gamma(Reals& r, ValueId x) {
    const Lanczos terms = lanczos_terms(r, x);
    const ValueId exponent = r.b.subtract(r.add(terms.z, 0.5), r.b.divide(terms.t, terms.log_t));
    const ValueId value = r.b.add(
        r.add(r.b.multiply(exponent, terms.log_t), std::log(2 * std::numbers::pi) / 2), r.log(terms.sum));
    const ValueId size = r.abs(x), part = r.b.subtract(size, r.floor(size));
    const ValueId fraction = r.b.select(r.greater(part, 0.5), r.minus(1, part), part);
    const ValueId sine = r.log(r.b.unary(OpCode::Sine, r.times(fraction, std::numbers::pi)));
    const ValueId reflected = r.b.subtract(r.minus(std::log(std::numbers::pi), sine), value);
    const ValueId finite = r.b.select(r.less(x, 0.5), reflected, value);
    return r.b.select(r.equal(size, r.number(infinity)), r.number(infinity), finite);
}

ValueId digamma(Reals& r, ValueId x) {
    const Lanczos terms = lanczos_terms(r, x);
    const ValueId value =
        r.b.subtract(r.b.add(terms.log_t, r.b.divide(terms.slope, terms.sum)), r.over(lanczos_g, terms.t));
    const ValueId part = r.b.subtract(x, r.floor(r.add(x, 0.5)));
    const ValueId tangent = r.b.unary(OpCode::Tan, r.times(part, std::numbers::pi));
    const ValueId reflected = r.b.subtract(value, r.over(std::numbers::pi, tangent));
    const ValueId result = r.b.select(r.less(x, 0.5), reflected, value);
    const ValueId pole =
        r.b.binary(OpCode::And, r.equal(x, r.floor(x)), r.b.compare(ComparisonDirection::Le, x, r.number(0)));
    return r.b.select(pole, r.number(not_a_number), result);
}

/// The sum of (q + k)^-x: nine terms, then the Euler-Maclaurin formula for the rest.
ValueId zeta(Reals& r, ValueId x, ValueId q) {
    constexpr std::array divisors = {12.0,
                                     -720.0,
                                     30240.0,
                                     -1209600.0,
                                     47900160.0,
                                     -1.8924375803183791606e9,
                                     7.47242496e10,
                                     -2.950130727918164224e12,
                                     1.1646782814350067249e14,
                                     -4.5979787224074726105e15,
                                     1.8152105401943546773e17,
                                     -7.1661652561756670113e18};
    const ValueId exponent = r.negate(x);
    ValueId place = q, term = r.power(q, exponent), sum = term;
    for (int i = 0; i < 9; i++) {
        place = r.add(place, 1);
        term = r.power(place, exponent);
        sum = r.b.add(sum, term);
    }
    sum = r.b.add(sum, r.b.divide(r.b.multiply(term, place), r.add(x, -1)));
    sum = r.b.subtract(sum, r.times(term, 0.5));
    ValueId factor = r.number(1);
    for (std::size_t i = 0; i < divisors.size(); i++) {
        factor = r.b.multiply(factor, r.add(x, static_cast<double>(2 * i)));
        term = r.b.divide(term, place);
        sum = r.b.add(sum, r.times(r.b.multiply(factor, term), 1 / divisors[i]));
        factor = r.b.multiply(factor, r.add(x, static_cast<double>(2 * i + 1)));
        term = r.b.divide(term, place);
    }
    const ValueId whole = r.equal(q, r.floor(q)),
                  below = r.b.compare(ComparisonDirection::Le, q, r.number(0));
    const ValueId whole_x = r.equal(x, r.floor(x));
    const ValueId outside =
        r.b.select(whole, r.number(infinity), r.b.select(whole_x, sum, r.number(not_a_number)));
    const ValueId defined = r.b.select(below, outside, sum);
    const ValueId at_one = r.b.select(r.equal(x, r.number(1)), r.number(infinity), defined);
    return r.b.select(r.less(x, 1), r.number(not_a_number), at_one);
}

/// (-1)^(n+1) n! zeta(n+1, x), the n-th derivative of digamma.
ValueId polygamma(Reals& r, ValueId n, ValueId x) {
    const ValueId next = r.add(n, 1), half = r.times(n, 0.5);
    const ValueId even = r.equal(half, r.floor(half));
    const ValueId size = r.b.multiply(r.exp(log_gamma(r, next)), zeta(r, next, x));
    const ValueId value = r.b.select(even, r.negate(size), size);
    const ValueId known = r.b.select(r.equal(n, r.number(0)), digamma(r, x), value);
    const ValueId in_range = r.b.binary(OpCode::And, r.b.compare(ComparisonDirection::Ge, n, r.number(0)),
                                        r.b.compare(ComparisonDirection::Lt, n, r.number(infinity)));
    const ValueId number = r.b.binary(OpCode::And, r.equal(n, r.floor(n)), in_range);
    return r.b.select(number, known, r.number(not_a_number));
}

/// exp(-|x|) I1(x): the power series up to 30, the asymptotic series beyond.
ValueId scaled_bessel(Reals& r, ValueId x) {
    constexpr double border = 30;
    constexpr std::size_t terms = 60, far_terms = 20;
    std::vector<double> powers(terms, 1), inverses(far_terms, 1);  // the highest power first
    for (std::size_t k = 1; k < terms; k++)
        powers[terms - 1 - k] = powers[terms - k] / (static_cast<double>(k) * static_cast<double>(k + 1));
    for (std::size_t k = 1; k < far_terms; k++) {
        const auto odd = static_cast<double>(2 * k - 1);
        inverses[far_terms - 1 - k] =
            inverses[far_terms - k] * (odd * odd - 4) / (8 * static_cast<double>(k));
    }
    const ValueId size = r.abs(x), near = r.b.binary(OpCode::Minimum, size, r.number(border)),
                  far = r.b.binary(OpCode::Maximum, size, r.number(border)), half = r.times(near, 0.5);
    const ValueId inside = r.b.multiply(r.b.multiply(half, r.polynomial(r.b.multiply(half, half), powers)),
                                        r.exp(r.negate(near)));
    const ValueId outside =
        r.b.divide(r.polynomial(r.over(1, far), inverses), r.sqrt(r.times(far, 2 * std::numbers::pi)));
    return r.b.multiply(r.b.select(r.greater(size, border), outside, inside), r.b.unary(OpCode::Sign, x));
}

/// The upper half of the product, in integers of twice the width.
Replacement high_half(Rewriter& rewriter, Op& op) {
    const TensorType type = rewriter.tensor(op.operands[0]);
    if (!type.is_static() || type.is_quantized() || !is_integer(type.element) || bit_width(type.element) > 32)
        return std::nullopt;
    const bool with_sign = is_signed_integer(type.element);
    const ElementType wide = with_sign ? ElementType::I64 : ElementType::UI64;
    Builder b(rewriter);
    const ValueId product = b.multiply(b.convert(op.operands[0], wide), b.convert(op.operands[1], wide));
    const ValueId width = b.uniform_like(product, bit_width(type.element));
    const OpCode shift = with_sign ? OpCode::ShiftRightArithmetic : OpCode::ShiftRightLogical;
    return std::vector{b.convert(b.binary(shift, product, width), type.element)};
}

/// How an op is computed: in f64 from one or two operands, or by a rule of its own.
struct RealFunction {
    ValueId (*unary)(Reals& r, ValueId x) = nullptr;
    ValueId (*binary)(Reals& r, ValueId x, ValueId y) = nullptr;
    SimplifyRule rule = nullptr;
};

constexpr auto real_functions = partial<RealFunction>({
    {OpCode::ChloAcos, {.unary = arc_cosine}},
    {OpCode::ChloAcosh, {.unary = area_cosine}},
    {OpCode::ChloAsin, {.unary = arc_sine}},
    {OpCode::ChloAsinh, {.unary = area_sine}},
    {OpCode::ChloAtan, {.unary = arc_tangent}},
    {OpCode::ChloAtanh, {.unary = area_tangent}},
    {OpCode::ChloBesselI1e, {.unary = scaled_bessel}},
    {OpCode::ChloCosh, {.unary = hyperbolic_cosine}},
    {OpCode::ChloDigamma, {.unary = digamma}},
    {OpCode::ChloErf, {.unary = error_function}},
    {OpCode::ChloErfInv, {.unary = inverse_error}},
    {OpCode::ChloErfc, {.unary = error_complement}},
    {OpCode::ChloLgamma, {.unary = log_gamma}},
    {OpCode::ChloMulhi, {.rule = high_half}},
    {OpCode::ChloPolygamma, {.binary = polygamma}},
    {OpCode::ChloSinh, {.unary = hyperbolic_sine}},
    {OpCode::ChloZeta, {.binary = zeta}},
});

}  // namespace

Replacement compute_real_function(Rewriter& rewriter, Op& op) {
    const auto [unary, binary, rule] = behaviour(real_functions, op.code);
    if (rule != nullptr) return rule(rewriter, op);
    if (unary == nullptr && binary == nullptr) return std::nullopt;
    const TensorType type = rewriter.tensor(op.operands[0]);
    if (!type.is_static() || type.is_quantized() || !is_float(type.element) || is_complex(type.element))
        return std::nullopt;
    Builder builder(rewriter);
    TensorType wide = type;
    wide.element = ElementType::F64;
    Reals reals(builder, wide);
    const ValueId x = builder.convert(op.operands[0], ElementType::F64);
    const ValueId result = unary != nullptr
                               ? unary(reals, x)
                               : binary(reals, x, builder.convert(op.operands[1], ElementType::F64));
    return std::vector{builder.convert(result, type.element)};
}

}  // namespace hlo2c::frontend
