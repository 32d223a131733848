#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"

namespace hlo2c::frontend {
namespace {

/// A number, and a bound on its error when computed with roundings.
struct Near {
    double value = 0, error = 0;
};
using Nears = std::vector<Near>;

/// Arithmetic in a type with this unit roundoff, least and largest number: each op rounds its result.
struct Rounded {
    double roundoff, least, largest;

    Near rounded(double value, double error) const {
        const double whole = error + roundoff * (std::fabs(value) + error);
        return {value, std::fabs(value) + whole < largest ? whole : infinity};
    }
    /// The same, for ops whose results may be subnormal numbers with few digits, or zero.
    Near underflowing(double value, double error) const { return rounded(value, error + least); }
    Near add(Near a, Near b) const { return rounded(a.value + b.value, a.error + b.error); }
    Near subtract(Near a, Near b) const { return rounded(a.value - b.value, a.error + b.error); }
    Near multiply(Near a, Near b) const {
        return underflowing(a.value * b.value,
                            std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error);
    }
    Near divide(Near a, Near b) const {
        const double divisor = std::fabs(b.value) - b.error, quotient = a.value / b.value;
        if (!(divisor > 0)) return {quotient, infinity};
        return underflowing(quotient, (a.error + std::fabs(quotient) * b.error) / divisor);
    }
    Near root(Near a) const {
        const double root = std::sqrt(a.value), lowest = a.value - a.error;
        return a.error == 0 ? rounded(root, 0)
                            : rounded(root, lowest > 0 ? a.error / (root + std::sqrt(lowest)) : infinity);
    }
};

/// A batch norm: its operands, and sums over the elements of each feature.
class BatchNorm {
public:
    BatchNorm(const OpRun& run, bool with_errors)
        : arithmetic_{2 * unit_roundoff(accumulated(run)), unit_in_last_place(accumulated(run), 0),
                      largest_number(accumulated(run))},
          epsilon_{run.op()[attr::epsilon], 0} {
        const std::vector<std::int64_t>& shape = run.operands[0].value.type().shape;
        const auto index = static_cast<std::size_t>(run.op()[attr::feature_index]);
        features_ = static_cast<std::size_t>(shape[index]);
        for (std::size_t i = index + 1; i < shape.size(); i++) inner_ *= static_cast<std::size_t>(shape[i]);
        for (const Estimate& operand : run.operands) {
            const std::vector<double> values = parts_of(operand.value);
            Nears& nears = operands_.emplace_back(values.size());
            for (std::size_t i = 0; i < values.size(); i++)
                nears[i] = {values[i], with_errors ? operand.bound(i) : 0};
        }
        count_ = {static_cast<double>(x().size()) / static_cast<double>(std::max<std::size_t>(features_, 1)),
                  0};
        // a stored epsilon is rounded to the type
        epsilon_.error = unit_roundoff(accumulated(run)) * epsilon_.value;
    }

    std::vector<Nears> inference() const { return {normalised(operands_[3], operands_[4])}; }

    std::vector<Nears> training() const {
        const Nears mean = means([&](std::size_t i) { return x()[i]; });
        // about another mean, a variance grows by the squared distance
        Nears variance = means([&](std::size_t i) {
            const Near& about = mean[feature(i)];
            Near centered = arithmetic_.subtract(x()[i], {about.value, 0});
            centered.error += arithmetic_.roundoff * about.error;
            const Near square = arithmetic_.multiply(centered, centered);
            return Near{square.value, square.error + 2 * about.error * centered.error};
        });
        for (std::size_t f = 0; f < features_; f++) variance[f].error += mean[f].error * mean[f].error;
        return {normalised(mean, variance), mean, variance};
    }

    std::vector<Nears> gradient() const {
        const Rounded& a = arithmetic_;
        const Nears &scale = operands_[1], &mean = operands_[2], &variance = operands_[3],
                    &given = operands_[4];
        const auto centered = [&](std::size_t i) { return a.subtract(x()[i], mean[feature(i)]); };
        Nears deviation(features_), all(x().size());
        for (std::size_t f = 0; f < features_; f++) deviation[f] = a.root(a.add(variance[f], epsilon_));
        const Nears of_offset = sums([&](std::size_t i) { return given[i]; });
        const Nears products = sums([&](std::size_t i) { return a.multiply(given[i], centered(i)); });
        const Nears of_scale = sums([&](std::size_t i) {
            return a.multiply(given[i], a.divide(centered(i), deviation[feature(i)]));
        });
        for (std::size_t i = 0; i < all.size(); i++) {
            const std::size_t f = feature(i);
            const Near first = a.subtract(a.multiply(given[i], count_), of_offset[f]);
            const Near second = a.divide(a.multiply(products[f], centered(i)), a.add(variance[f], epsilon_));
            const Near factor = a.divide(a.divide(scale[f], deviation[f]), count_);
            all[i] = a.multiply(factor, a.subtract(first, second));
        }
        return {all, of_scale, of_offset};
    }

private:
    static ElementType accumulated(const OpRun& run) {
        return run.results[0].type().element == ElementType::F64 ? ElementType::F64 : ElementType::F32;
    }

    const Nears& x() const { return operands_[0]; }
    std::size_t feature(std::size_t element) const { return element / inner_ % features_; }

    template <typename Term>
    Nears sums(Term term) const {
        constexpr double most_roundings = 16;
        std::vector<CompensatedSum> totals(features_);
        std::vector<double> sizes(features_), errors(features_);
        for (std::size_t i = 0; i < x().size(); i++) {
            const Near one = term(i);
            totals[feature(i)].add(one.value);
            sizes[feature(i)] += std::fabs(one.value) + one.error;
            errors[feature(i)] += one.error;
        }
        Nears sums(features_);
        for (std::size_t f = 0; f < features_; f++) {
            const double own = std::min(count_.value, most_roundings) * arithmetic_.roundoff * sizes[f];
            sums[f] = {totals[f].value(), sizes[f] < arithmetic_.largest ? errors[f] + own : infinity};
        }
        return sums;
    }

    template <typename Term>
    Nears means(Term term) const {
        Nears means = sums(term);
        for (Near& mean : means) mean = arithmetic_.divide(mean, count_);
        return means;
    }

    Nears normalised(const Nears& mean, const Nears& variance) const {
        const Rounded& a = arithmetic_;
        const Nears &scale = operands_[1], &offset = operands_[2];
        Nears all(x().size());
        for (std::size_t i = 0; i < all.size(); i++) {
            const std::size_t f = feature(i);
            const Near normal = a.divide(a.subtract(x()[i], mean[f]), a.root(a.add(variance[f], epsilon_)));
            all[i] = a.add(a.multiply(normal, scale[f]), offset[f]);
        }
        return all;
    }

    Rounded arithmetic_;
    Near epsilon_, count_;
    std::size_t features_ = 1, inner_ = 1;
    std::vector<Nears> operands_;
};

constexpr auto formulas = partial<std::vector<Nears> (BatchNorm::*)() const>({
    {OpCode::BatchNormGrad, &BatchNorm::gradient},
    {OpCode::BatchNormInference, &BatchNorm::inference},
    {OpCode::BatchNormTraining, &BatchNorm::training},
});

std::vector<Nears> computed(const OpRun& run, bool with_errors) {
    return (BatchNorm(run, with_errors).*behaviour(formulas, run.op().code))();
}

/// True if there are elements, and all operands are finite. Non-finite results then come from sums that may
/// overflow the type.
bool has_finite(const std::vector<Estimate>& operands) {
    return operands[0].count() > 0 &&
           std::all_of(operands.begin(), operands.end(), [](const Estimate& operand) {
               const std::vector<double> parts = parts_of(operand.value);
               return std::all_of(parts.begin(), parts.end(),
                                  [](double part) { return std::isfinite(part); });
           });
}

std::vector<double> bounds_of(const Literal& reference, const Nears& nears, bool special_is_certain) {
    const ElementType type = reference.type().element;
    const std::vector<double> values = parts_of(reference);
    std::vector<double> bounds(values.size());
    for (std::size_t i = 0; i < values.size(); i++) {
        if (!std::isfinite(values[i])) {
            bounds[i] = special_is_certain ? 0 : infinity;
            continue;
        }
        const double reach = std::fabs(values[i]) + nears[i].error;
        bounds[i] = std::fabs(nears[i].value - values[i]) + nears[i].error + unit_in_last_place(type, reach);
        if (!(reach < largest_number(type)) || std::isnan(bounds[i])) bounds[i] = infinity;
    }
    return bounds;
}

}  // namespace

ResultBounds batch_norm_bounds(const OpRun& run) {
    for (const Estimate& operand : run.operands)
        if (operand.value.type().is_quantized()) return normwise_bounds(run);
    const bool exact = all_exact(run.operands), special_is_certain = exact && !has_finite(run.operands);
    const std::vector<Nears> own = computed(run, false), whole = exact ? own : computed(run, true);
    ResultBounds all;
    for (std::size_t i = 0; i < run.results.size(); i++)
        all.push_back({bounds_of(run.results[i], whole[i], special_is_certain),
                       bounds_of(run.results[i], own[i], special_is_certain)});
    return all;
}

}  // namespace hlo2c::frontend
