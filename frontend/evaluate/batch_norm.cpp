#include <cmath>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// Per-feature sums over a tensor; the feature of an element is `element / inner % features`.
struct Features {
    std::size_t inner = 1, features = 1, elements = 1;

    Features(const OpCall& call, const Shape& shape) {
        const auto index = static_cast<std::size_t>(call.op()[attr::feature_index]);
        features = static_cast<std::size_t>(shape[index]);
        inner = static_cast<std::size_t>(row_major_strides(shape)[index]);
        elements = static_cast<std::size_t>(count_of(shape));
    }
    std::size_t of(std::size_t element) const { return element / inner % features; }
    double count() const { return static_cast<double>(elements) / static_cast<double>(features); }

    template <typename Term>
    std::vector<double> sums(Term term) const {
        std::vector<CompensatedSum> sums(features);
        for (std::size_t i = 0; i < elements; i++) sums[of(i)].add(term(i, of(i)));
        std::vector<double> totals;
        for (const CompensatedSum& sum : sums) totals.push_back(sum.value());
        return totals;
    }
};

template <typename T>
std::vector<double> normalised(const Features& by, const Elements<double>& x, const Elements<double>& scale,
                               const Elements<double>& offset, const T& mean, const T& variance,
                               double epsilon) {
    std::vector<double> values(by.elements);
    for (std::size_t i = 0; i < values.size(); i++) {
        const std::size_t f = by.of(i);
        values[i] = (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * scale[f] + offset[f];
    }
    return values;
}

}  // namespace

void evaluate_BatchNormInference(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    const double epsilon = call.op()[attr::epsilon];
    call.give(from_reals(
        call.typed(shape),
        normalised(Features(call, shape), reals(call.operand(0)), reals(call.operand(1)),
                   reals(call.operand(2)), reals(call.operand(3)), reals(call.operand(4)), epsilon)));
}

void evaluate_BatchNormTraining(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    const Features by(call, shape);
    const Elements<double> x = reals(call.operand(0));
    std::vector<double> mean = by.sums([&](std::size_t i, std::size_t) { return x[i]; });
    for (double& value : mean) value /= by.count();
    std::vector<double> variance =
        by.sums([&](std::size_t i, std::size_t f) { return (x[i] - mean[f]) * (x[i] - mean[f]); });
    for (double& value : variance) value /= by.count();
    const double epsilon = call.op()[attr::epsilon];
    call.give(from_reals(call.typed(shape), normalised(by, x, reals(call.operand(1)), reals(call.operand(2)),
                                                       mean, variance, epsilon)));
    const Shape features = {static_cast<std::int64_t>(by.features)};
    call.give(from_reals(call.typed(features, 1), mean));
    call.give(from_reals(call.typed(features, 2), variance));
}

void evaluate_BatchNormGrad(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    const Features by(call, shape);
    const Elements<double> x = reals(call.operand(0)), scale = reals(call.operand(1)),
                           mean = reals(call.operand(2));
    const Elements<double> variance = reals(call.operand(3)), gradient = reals(call.operand(4));
    const double epsilon = call.op()[attr::epsilon], count = by.count();
    const std::vector<double> offset_gradient =
        by.sums([&](std::size_t i, std::size_t) { return gradient[i]; });
    const std::vector<double> products =
        by.sums([&](std::size_t i, std::size_t f) { return gradient[i] * (x[i] - mean[f]); });
    std::vector<double> scale_gradient(by.features), operand_gradient(by.elements);
    for (std::size_t f = 0; f < by.features; f++)
        scale_gradient[f] = products[f] / std::sqrt(variance[f] + epsilon);
    for (std::size_t i = 0; i < by.elements; i++) {
        const std::size_t f = by.of(i);
        const double inner = count * gradient[i] - offset_gradient[f] -
                             products[f] * (x[i] - mean[f]) / (variance[f] + epsilon);
        operand_gradient[i] = scale[f] / std::sqrt(variance[f] + epsilon) / count * inner;
    }
    const Shape features = {static_cast<std::int64_t>(by.features)};
    call.give(from_reals(call.typed(shape), operand_gradient));
    call.give(from_reals(call.typed(features, 1), scale_gradient));
    call.give(from_reals(call.typed(features, 2), offset_gradient));
}

}  // namespace hlo2c::frontend
