#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "frontend/accuracy/body.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/evaluate/quantization.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

/// A sum of many terms is accurate to 8 eps times the sum of their magnitudes, where eps is the distance from
/// 1 to the next number. A sum of few terms is accurate to one rounding per term. Contractions of nearly
/// equal terms are the exception.
constexpr double most_roundings = 16;

/// The roundings of long reductions of nearly equal terms, in half units of the sum of magnitudes: their
/// errors have one sign throughout. Terms are nearly equal if their number times the sum of their squares is
/// less than `nearly_equal` times the square of their sum.
constexpr double roundings_of_even_reductions = 32, nearly_equal = 1.2;

ElementType accumulator(ElementType type) {
    const ElementType part = real_part(type);
    return bit_width(part) < 32 || part == ElementType::TF32 ? ElementType::F32 : part;
}

bool is_inexact_type(ElementType type) {
    return is_float(real_part(type));
}

/// |x| of finite elements, 0 for others, and the bounds of x.
struct Terms {
    std::vector<double> sizes, bounds;
};

Terms terms_of(const Estimate& operand) {
    Terms terms{magnitudes(operand.value), std::vector<double>(operand.count())};
    const double parts = is_complex(operand.value.type().element) ? 1.5 : 1;
    for (std::size_t i = 0; i < terms.sizes.size(); i++) {
        if (!std::isfinite(terms.sizes[i])) terms.sizes[i] = 0;
        terms.bounds[i] = parts * operand.bound(i);
    }
    return terms;
}

Literal tensor_of(const Literal& like, std::vector<double> values) {
    return from_reals(tensor_type(like.type().shape, ElementType::F64), values);
}

/// The rounding of each result of the reference, of all its parts.
std::vector<double> roundings_of_reference(const Literal& reference) {
    const ElementType type = reference.type().element;
    const std::size_t per_element = parts_per_element(type);
    const std::vector<double> values = parts_of(reference);
    std::vector<double> roundings(values.size() / per_element);
    for (std::size_t i = 0; i < values.size(); i++)
        if (std::isfinite(values[i]))
            roundings[i / per_element] += unit_roundoff(type) * std::fabs(values[i]);
    return roundings;
}

/// The sum of the magnitudes of a sum's finite terms, and the bound of the sum's error.
struct SumOutcome {
    double magnitude, error;
};

/// The bound of one part of a result. `finite_sum` is the unrounded sum of the finite terms. Partial sums
/// stay between the sum of all negative terms and the sum of all positive terms.
double bound_of(double value, double finite_sum, const SumOutcome& outcome, ElementType type,
                ElementType accumulated) {
    if (!std::isfinite(outcome.error)) return infinity;
    const double largest = largest_number(accumulated);
    if (outcome.magnitude + outcome.error < largest) {
        if (!std::isfinite(value)) {
            const bool rounds_over = std::fabs(finite_sum) - outcome.error > largest_number(type);
            const bool far_below = std::fabs(finite_sum) + outcome.error < largest_number(type);
            return rounds_over || far_below ? 0 : infinity;
        }
        if (outcome.error == 0) return 0;
        if (std::fabs(value) + outcome.error > largest_number(type)) return infinity;
        const bool rounds_once_more = accumulated != real_part(type);
        return outcome.error +
               (rounds_once_more ? unit_in_last_place(type, std::fabs(value) + outcome.error) : 0);
    }
    const double opposite = (outcome.magnitude - std::fabs(finite_sum)) / 2 + outcome.error;
    const bool certain = std::isinf(value) && std::fabs(finite_sum) - outcome.error > largest &&
                         opposite < largest && (value > 0) == (finite_sum > 0);
    return certain ? 0 : infinity;
}

std::vector<double> bounds_of_sums(const Literal& result, const std::vector<double>& finite_sums,
                                   const std::vector<double>& magnitude, const std::vector<double>& error,
                                   ElementType accumulated) {
    const ElementType type = result.type().element;
    const std::size_t per_element = parts_per_element(type);
    const std::vector<double> values = parts_of(result);
    std::vector<double> bounds(error.size());
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t element = i / per_element;
        bounds[element] = std::max(bounds[element],
                                   bound_of(values[i], finite_sums[i], {magnitude[element], error[element]},
                                            real_part(type), accumulated));
    }
    return bounds;
}

/// The operand with zeros in place of infinities and NaN, in the widest type.
Literal finite_operand(const Estimate& operand) {
    const TensorType& type = operand.value.type();
    std::vector<double> parts = parts_of(operand.value);
    for (double& part : parts)
        if (!std::isfinite(part)) part = 0;
    return from_parts(
        tensor_type(type.shape, is_integer(type.element) || is_boolean(type.element) ? ElementType::F64
                                                                                     : widest(type.element)),
        parts);
}

/// True if the sums of only the finite terms are needed: a result is not finite, or a sum of magnitudes
/// overflows.
bool needs_finite_sums(const Literal& result, const std::vector<double>& magnitude, double largest) {
    const std::vector<double> values = parts_of(result);
    return std::any_of(values.begin(), values.end(), [](double value) { return !std::isfinite(value); }) ||
           std::any_of(magnitude.begin(), magnitude.end(), [&](double sum) { return !(sum < largest); });
}

/// The largest power of two of which all finite parts are multiples; infinity if all are 0.
double common_step(const Literal& literal) {
    double step = infinity;
    for (const double part : parts_of(literal)) {
        if (part == 0 || !std::isfinite(part)) continue;
        int exponent = 0;
        const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(part, &exponent), 53));
        const int zeros = std::countr_zero(static_cast<std::uint64_t>(digits));
        step = std::min(step, std::ldexp(1.0, exponent - 53 + zeros));
    }
    return step;
}

/// True if sums of multiples of `step` have no rounding error in any order, nor have products of such
/// multiples.
bool adds_exactly(double step, double magnitude, ElementType accumulated) {
    return step >= unit_in_last_place(accumulated, 0) && 2 * magnitude * unit_roundoff(accumulated) <= step;
}

std::int64_t product(const std::vector<std::int64_t>& sizes) {
    std::int64_t all = 1;
    for (const std::int64_t size : sizes) all *= size;
    return all;
}

using TermCount = double (*)(const OpRun& run);

double terms_of_dot(const OpRun& run) {
    const std::vector<std::int64_t>& lhs = run.operands[0].value.type().shape;
    return lhs.empty() ? 1 : static_cast<double>(lhs.back());
}

double terms_of_dot_general(const OpRun& run) {
    const std::vector<std::int64_t>& lhs = run.operands[0].value.type().shape;
    double count = 1;
    for (const std::int64_t dimension : run.op()[attr::dot_dimension_numbers].lhs_contracting)
        count *= static_cast<double>(lhs[static_cast<std::size_t>(dimension)]);
    return count;
}

double terms_of_convolution(const OpRun& run) {
    const std::vector<std::int64_t>& kernel = run.operands[1].value.type().shape;
    const ConvolutionDimensions dimensions = run.op()[attr::convolution_dimension_numbers];
    const std::int64_t features = kernel[static_cast<std::size_t>(dimensions.kernel_output_feature)];
    return static_cast<double>(product(kernel)) / static_cast<double>(std::max<std::int64_t>(features, 1));
}

constexpr auto term_counts = partial<TermCount>({
    {OpCode::Convolution, terms_of_convolution},
    {OpCode::Dot, terms_of_dot},
    {OpCode::DotGeneral, terms_of_dot_general},
    {OpCode::DynamicConv, terms_of_convolution},
});

/// The number of products per result of a contraction if the op determines it; else a large number.
double term_count(const OpRun& run) {
    const TermCount count = behaviour(term_counts, run.op().code);
    return count != nullptr ? count(run) : most_roundings;
}

ResultBounds integer_sum_bounds(const OpRun& run) {
    return all_exact(run.operands) ? ResultBounds(1) : undecided_bounds(run);
}

bool has_quantized(const OpRun& run) {
    return run.results[0].type().is_quantized() ||
           std::any_of(run.operands.begin(), run.operands.end(),
                       [](const Estimate& operand) { return operand.value.type().is_quantized(); });
}

/// The op on magnitudes: sums of |x_i y_i|, and the propagated error of those products.
struct Products {
    std::vector<double> magnitude, propagated;
};

Products products_of(const OpRun& run, std::size_t factors) {
    const ElementType f64 = ElementType::F64;
    std::vector<Literal> operands;
    for (const Estimate& operand : run.operands) operands.push_back(operand.value);
    std::vector<Terms> terms;
    for (std::size_t i = 0; i < factors; i++) {
        terms.push_back(terms_of(run.operands[i]));
        operands[i] = tensor_of(run.operands[i].value, terms[i].sizes);
    }
    const auto sums = [&] { return parts_of(run.other(operands, {&f64, 1}).front()); };
    Products products{sums(), {}};
    products.propagated.resize(products.magnitude.size());
    // one factor plus its bound: (|x| + Bx) By + Bx |y|
    for (std::size_t i = 0; i < factors; i++) {
        if (run.operands[i].is_exact()) continue;
        operands[i] = tensor_of(run.operands[i].value, terms[i].bounds);
        const std::vector<double> part = sums();
        for (std::size_t k = 0; k < part.size(); k++) products.propagated[k] += part[k];
        std::vector<double> whole = terms[i].sizes;
        for (std::size_t k = 0; k < whole.size(); k++) whole[k] += terms[i].bounds[k];
        operands[i] = tensor_of(run.operands[i].value, whole);
    }
    return products;
}

/// The op on transformed magnitudes of its factors: sums of products of f(|x|).
std::vector<double> sums_of(const OpRun& run, std::size_t factors, double (*transformed)(double)) {
    const ElementType f64 = ElementType::F64;
    std::vector<Literal> operands;
    for (const Estimate& operand : run.operands) operands.push_back(operand.value);
    for (std::size_t i = 0; i < factors; i++) {
        std::vector<double> sizes = terms_of(run.operands[i]).sizes;
        for (double& size : sizes) size = transformed(size);
        operands[i] = tensor_of(run.operands[i].value, std::move(sizes));
    }
    return parts_of(run.other(operands, {&f64, 1}).front());
}

/// The roundings that count in a contraction's sum of `count` terms, in half units of the sum of magnitudes.
/// Rounding errors of nearly equal terms have one sign, and add up within each stretch of 128 terms.
double roundings_of_even_terms(double count) {
    constexpr double stretch = 128;
    return std::min(count, stretch) / 2 + count / stretch / 2;
}

/// The roundings that count in one sum of a contraction: in half units of the sum of magnitudes, and in steps
/// of subnormal numbers.
struct SumRoundings {
    double relative, underflowing;
};

/// The same for each sum. Equal terms that underflow are all rounded in the same direction.
std::vector<SumRoundings> roundings_of_sums(const OpRun& run, std::size_t factors,
                                            const std::vector<double>& magnitude) {
    const double usual = std::min(term_count(run), most_roundings);
    std::vector<SumRoundings> roundings(magnitude.size(), {usual, usual});
    const std::vector<double> values = magnitudes(run.results[0]);
    const double least = unit_in_last_place(run.results[0].type().element, 0);
    const auto has_one_sign = [&](std::size_t i) {
        return magnitude[i] > 0 && std::fabs(values[i]) + least > 0.99 * magnitude[i];
    };
    bool any = false;
    for (std::size_t i = 0; i < values.size() && usual == most_roundings; i++) any = any || has_one_sign(i);
    if (!any) return roundings;
    const std::vector<double> squares = sums_of(run, factors, [](double size) { return size * size; });
    const std::vector<double> counts =
        sums_of(run, factors, [](double size) { return size == 0 ? 0.0 : 1.0; });
    for (std::size_t i = 0; i < values.size(); i++)
        if (has_one_sign(i) && counts[i] * squares[i] < nearly_equal * magnitude[i] * magnitude[i])
            roundings[i] = {std::max(usual, roundings_of_even_terms(counts[i])),
                            std::max(usual, counts[i] / 2)};
    return roundings;
}

/// Sums the dequantized operands, and converts the bound to steps of the storage.
ResultBounds quantized_sum_bounds(const OpRun& run) {
    const Literal& result = run.results[0];
    std::vector<Estimate> operands = run.operands;
    for (Estimate& operand : operands) {
        if (!operand.value.type().is_quantized()) continue;
        const std::vector<double>& scales = operand.value.type().quantization.front().scales;
        const double scale = *std::max_element(scales.begin(), scales.end());
        for (double& bound : operand.bounds) bound *= scale;
        operand.value = dequantize(operand.value);
    }
    const bool steps = result.type().is_quantized();
    const std::vector<Literal> expressed = {steps ? dequantize(result) : result};
    ResultBounds all = sum_bounds({run.other, run.rule, operands, expressed, run.again});
    if (!steps) return all;
    const std::vector<double>& scales = result.type().quantization.front().scales;
    const double scale = *std::min_element(scales.begin(), scales.end());
    for (std::vector<double>* errors : {&all[0].bounds, &all[0].own})
        for (double& error : *errors) error = std::ceil(error / scale) + 1;
    return all;
}

}  // namespace

ResultBounds sum_bounds(const OpRun& run) {
    if (has_quantized(run)) return quantized_sum_bounds(run);
    const Literal& result = run.results[0];
    const ElementType type = result.type().element;
    const bool real_terms = is_inexact_type(run.operands[0].value.type().element);
    if (!is_inexact_type(type) && !real_terms) return integer_sum_bounds(run);
    if (!is_inexact_type(type)) return probed_bounds(run);
    const std::size_t factors = run.op().code == OpCode::UnaryEinsum ? 1 : 2;
    for (std::size_t i = factors; i < run.operands.size(); i++)
        if (!run.operands[i].is_exact()) return undecided_bounds(run);
    const ElementType accumulated = accumulator(type);
    const Products products = products_of(run, factors);
    // a complex product takes two of each part
    const double complex = is_complex(type) ? 4 : 1;
    const std::vector<SumRoundings> roundings = roundings_of_sums(run, factors, products.magnitude);
    double step = 1;
    for (std::size_t i = 0; i < factors; i++) step *= common_step(run.operands[i].value);
    std::vector<double> error = products.propagated, own(error.size());
    const std::vector<double> last_roundings = roundings_of_reference(result);
    for (std::size_t i = 0; i < error.size(); i++) {
        if (products.magnitude[i] == 0) continue;
        if (error[i] == 0 && adds_exactly(step, complex * products.magnitude[i], accumulated)) continue;
        own[i] = complex * (roundings[i].relative * unit_roundoff(accumulated) * products.magnitude[i] +
                            roundings[i].underflowing * unit_in_last_place(accumulated, 0));
        if (accumulated == real_part(type) && roundings[i].relative < most_roundings)
            own[i] += last_roundings[i];
        error[i] += own[i];
    }
    std::vector<double> finite_sums = parts_of(result);
    if (needs_finite_sums(result, products.magnitude, largest_number(accumulated))) {
        std::vector<Literal> operands;
        for (const Estimate& operand : run.operands) operands.push_back(operand.value);
        for (std::size_t i = 0; i < factors; i++) operands[i] = finite_operand(run.operands[i]);
        const ElementType wide = widest(type);
        finite_sums = parts_of(run.other(operands, {&wide, 1}).front());
    }
    return {{bounds_of_sums(result, finite_sums, products.magnitude, error, accumulated), std::move(own)}};
}

namespace {

/// The roundings that count in each sum of a reduction of f32 or f64.
std::vector<double> roundings_of_reductions(const OtherRun& other, const AddedTerms& terms,
                                            const Literal& reference, const std::vector<double>& magnitude,
                                            const std::vector<double>& count) {
    const std::vector<double> values = magnitudes(reference);
    std::vector<double> roundings(count.size());
    std::vector<std::size_t> may_be_even;
    for (std::size_t i = 0; i < roundings.size(); i++) {
        const double additions = std::max(count[i] - 1, 0.0);
        roundings[i] = std::min(additions, most_roundings);
        if (additions > most_roundings && values[i] > 0.99 * magnitude[i]) may_be_even.push_back(i);
    }
    if (may_be_even.empty()) return roundings;
    std::vector<Literal> operands = terms.magnitudes;
    for (std::size_t k = 0; k < operands.size(); k++) {
        if (k == terms.placing) continue;
        std::vector<double> squares = parts_of(operands[k]);
        for (double& square : squares) square *= square;
        operands[k] = tensor_of(operands[k], std::move(squares));
    }
    const ElementType f64 = ElementType::F64;
    const std::vector<double> squares = parts_of(other(operands, {&f64, 1}, OpCode::Add).front());
    for (const std::size_t i : may_be_even)
        // the initial value is mostly 0, and no term
        if ((count[i] - 1) * squares[i] < nearly_equal * magnitude[i] * magnitude[i])
            roundings[i] = roundings_of_even_reductions;
    return roundings;
}

}  // namespace

ElementBounds added_bounds(const OtherRun& other, const Literal& reference, const AddedTerms& terms) {
    const ElementType type = reference.type().element;
    const ElementType f64 = ElementType::F64, wide = widest(type);
    const auto added = [&](const std::vector<Literal>& operands) {
        return parts_of(other(operands, {&f64, 1}, OpCode::Add).front());
    };
    const std::vector<double> magnitude = added(terms.magnitudes), count = added(terms.ones);
    std::vector<double> error(magnitude.size()), own(magnitude.size());
    if (!terms.bounds.empty()) error = added(terms.bounds);
    const bool narrow = accumulator(type) != real_part(type);
    const std::vector<double> last_roundings = roundings_of_reference(reference);
    const std::vector<double> wide_roundings =
        narrow ? std::vector<double>() : roundings_of_reductions(other, terms, reference, magnitude, count);
    for (std::size_t i = 0; i < error.size(); i++) {
        const double additions = std::max(count[i] - 1, 0.0);
        // a body runs as written: narrow types round each partial sum, in any order
        const double roundings = narrow ? 2 * additions : wide_roundings[i];
        // the reference is rounded, too; it rounds a single addition of exact terms in the same way
        if (error[i] == 0 && adds_exactly(terms.step, magnitude[i], real_part(type))) continue;
        const bool differs = additions > 1 || (additions > 0 && error[i] > 0);
        if (differs) own[i] = roundings * unit_roundoff(type) * (magnitude[i] + error[i]) + last_roundings[i];
        error[i] += own[i];
    }
    std::vector<double> finite_sums = parts_of(reference);
    if (needs_finite_sums(reference, magnitude, largest_number(type)))
        finite_sums = parts_of(other(terms.finite, {&wide, 1}, OpCode::Add).front());
    return {bounds_of_sums(reference, finite_sums, magnitude, error, real_part(type)), std::move(own)};
}

AddedTerms added_terms(const std::vector<Estimate>& operands, std::optional<std::size_t> placing) {
    AddedTerms all{.placing = placing};
    const bool exact = all_exact(operands);
    for (std::size_t i = 0; i < operands.size(); i++) {
        const Estimate& operand = operands[i];
        const bool places = i == placing;
        const Terms terms = places ? Terms() : terms_of(operand);
        const auto add = [&](std::vector<Literal>& to, auto literal) {
            to.push_back(places ? operand.value : literal());
        };
        add(all.magnitudes, [&] { return tensor_of(operand.value, terms.sizes); });
        add(all.ones,
            [&] { return from_reals(tensor_type(operand.value.type().shape, ElementType::F64), {1.0}); });
        add(all.finite, [&] { return finite_operand(operand); });
        if (!exact) add(all.bounds, [&] { return tensor_of(operand.value, terms.bounds); });
        if (!places) all.step = std::min(all.step, common_step(operand.value));
    }
    return all;
}

}  // namespace hlo2c::frontend
