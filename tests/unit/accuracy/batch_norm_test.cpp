#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/judge.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c::frontend;

namespace {

constexpr int rows = 40, features = 3;
constexpr float epsilon = 0x1p-10f;

Literal literal(const std::vector<float>& values, std::vector<std::int64_t> shape) {
    return Literal::from_values<double>({std::move(shape), ElementType::F32, {}, {}},
                                        {values.begin(), values.end()});
}

/// One feature per magnitude: next to 10000, an error of 0.001 would look small.
struct Data {
    std::vector<float> x, gradient, scale, offset, mean, variance;

    explicit Data(unsigned seed) {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<float> unit(-1, 1);
        const float sizes[features] = {1e4f, 1, 1e-2f};
        for (int i = 0; i < rows * features; i++) {
            x.push_back(sizes[i % features] * (unit(generator) + 0.5f));
            gradient.push_back(sizes[i % features] * unit(generator));
        }
        for (const float size : sizes) {
            scale.push_back(size * unit(generator));
            offset.push_back(size * unit(generator));
            mean.push_back(size / 2);
            variance.push_back(size * size / 3);
        }
    }

    float sum(int feature, const std::vector<float>& terms) const {
        float sum = 0;
        for (int i = 0; i < rows; i++) sum += terms[static_cast<std::size_t>(i * features + feature)];
        return sum;
    }
};

using Results = std::vector<std::vector<float>>;

std::vector<float> normalised(const Data& data, const std::vector<float>& mean,
                              const std::vector<float>& variance) {
    std::vector<float> y = data.x;
    for (std::size_t i = 0; i < y.size(); i++) {
        const std::size_t f = i % features;
        y[i] = (y[i] - mean[f]) / std::sqrt(variance[f] + epsilon) * data.scale[f] + data.offset[f];
    }
    return y;
}

Results trained(const Data& data) {
    std::vector<float> mean, variance, squares = data.x;
    for (int f = 0; f < features; f++) mean.push_back(data.sum(f, data.x) / rows);
    for (std::size_t i = 0; i < squares.size(); i++) {
        const float centered = data.x[i] - mean[i % features];
        squares[i] = centered * centered;
    }
    for (int f = 0; f < features; f++) variance.push_back(data.sum(f, squares) / rows);
    return {normalised(data, mean, variance), mean, variance};
}

Results differentiated(const Data& data) {
    std::vector<float> products = data.gradient, scaled = data.gradient, all = data.gradient, of_scale,
                       of_offset;
    for (std::size_t i = 0; i < all.size(); i++) {
        const float centered = data.x[i] - data.mean[i % features];
        products[i] *= centered;
        scaled[i] *= centered / std::sqrt(data.variance[i % features] + epsilon);
    }
    for (int f = 0; f < features; f++) {
        of_scale.push_back(data.sum(f, scaled));
        of_offset.push_back(data.sum(f, data.gradient));
    }
    for (std::size_t i = 0; i < all.size(); i++) {
        const std::size_t f = i % features;
        const float spread = data.variance[f] + epsilon;
        const float inner = data.gradient[i] * rows - of_offset[f] -
                            data.sum(static_cast<int>(f), products) * (data.x[i] - data.mean[f]) / spread;
        all[i] = data.scale[f] / std::sqrt(spread) / rows * inner;
    }
    return {all, of_scale, of_offset};
}

std::vector<Estimate> estimated(const std::string& op, const std::string& types, const std::string& results,
                                const std::vector<std::vector<float>>& arguments) {
    std::string parameters, names;
    std::vector<Literal> literals;
    for (std::size_t i = 0; i < arguments.size(); i++) {
        const bool whole = arguments[i].size() > features;
        parameters +=
            (i > 0 ? ", %a" : "%a") + std::to_string(i) + (whole ? ": tensor<40x3xf32>" : ": tensor<3xf32>");
        names += (i > 0 ? ", %a" : "%a") + std::to_string(i);
        literals.push_back(literal(arguments[i], whole ? std::vector<std::int64_t>{rows, features}
                                                       : std::vector<std::int64_t>{features}));
    }
    const bool one = results.find(',') == std::string::npos;
    return estimate(
        read_stablehlo_text("func.func @main(" + parameters + ") -> (" + results + ") {\n  %r" +
                                (one ? "" : ":3") + " = \"stablehlo." + op + "\"(" + names +
                                ") {epsilon = 0.0009765625 : f32, feature_index = 1 : i64} : (" + types +
                                ") -> " + (one ? results : "(" + results + ")") + "\n  return " +
                                (one ? "%r" : "%r#0, %r#1, %r#2") + " : " + results + "\n}",
                            "test.mlir"),
        literals);
}

const std::string whole = "tensor<40x3xf32>", part = "tensor<3xf32>";

/// Results in f32 are within the bounds; a relative error of 1 % is not, whatever the magnitude.
void check(const std::vector<Estimate>& estimates, const Results& computed, bool is_well_conditioned) {
    REQUIRE(estimates.size() == computed.size());
    for (std::size_t i = 0; i < computed.size(); i++) {
        const std::vector<std::int64_t> shape = estimates[i].value.type().shape;
        const Judgement right = judge(literal(computed[i], shape), estimates[i]);
        INFO("result " << i << ": " << right.text);
        CHECK(right.agrees);
        CHECK(right.undecided == 0);
        for (std::size_t k = 0; is_well_conditioned && k < computed[i].size(); k++) {
            std::vector<float> changed = computed[i];
            if (std::fabs(changed[k]) < 1e-4f) continue;
            changed[k] *= 1.01f;
            CHECK_FALSE(judge(literal(changed, shape), estimates[i]).agrees);
        }
    }
}

}  // namespace

TEST_CASE("a batch norm is judged per element, with features of any magnitude side by side") {
    for (unsigned seed = 1; seed <= 20; seed++) {
        const Data d(seed);
        check(estimated("batch_norm_inference", whole + ", " + part + ", " + part + ", " + part + ", " + part,
                        whole, {d.x, d.scale, d.offset, d.mean, d.variance}),
              {normalised(d, d.mean, d.variance)}, true);
        check(estimated("batch_norm_training", whole + ", " + part + ", " + part,
                        whole + ", " + part + ", " + part, {d.x, d.scale, d.offset}),
              trained(d), true);
        check(estimated("batch_norm_grad", whole + ", " + part + ", " + part + ", " + part + ", " + whole,
                        whole + ", " + part + ", " + part, {d.x, d.scale, d.mean, d.variance, d.gradient}),
              differentiated(d), false);
    }
}

TEST_CASE("a batch norm of NaN is NaN, and one whose sums overflow is undecided") {
    Data d(1);
    d.x[1] = NAN;
    const std::vector<Estimate> special =
        estimated("batch_norm_training", whole + ", " + part + ", " + part, whole + ", " + part + ", " + part,
                  {d.x, d.scale, d.offset});
    CHECK(std::isnan(special[1].value.real(1)));
    CHECK(special[1].bound(1) == 0);
    CHECK(special[1].bound(0) > 0);
    CHECK(std::isfinite(special[1].bound(0)));
    d = Data(1);
    for (std::size_t i = 0; i < d.x.size(); i += features) d.x[i] *= 1e30f;
    const std::vector<Estimate> large =
        estimated("batch_norm_training", whole + ", " + part + ", " + part, whole + ", " + part + ", " + part,
                  {d.x, d.scale, d.offset});
    CHECK(std::isinf(large[2].bound(0)));
    CHECK(std::isfinite(large[2].bound(1)));
}

TEST_CASE("the bound of a batch norm covers numbers that underflow on the way") {
    const float x = 3e-20f, gradient = 1e-20f, scale = 1e25f;
    const std::vector<Estimate> estimates =
        estimate(read_stablehlo_text(R"(
func.func @main(%x: tensor<1x1xf32>, %s: tensor<1xf32>, %z: tensor<1xf32>, %g: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %r:3 = "stablehlo.batch_norm_grad"(%x, %s, %z, %z, %g) {epsilon = 0.0009765625 : f32, feature_index = 1 : i64} : (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %r#0 : tensor<1x1xf32>
}
)",
                                     "test.mlir"),
                 std::vector<Literal>{literal({x}, {1, 1}), literal({scale}, {1}), literal({0}, {1}),
                                      literal({gradient}, {1, 1})});
    const float products = gradient * x, inner = gradient - gradient - products * x / epsilon;
    const Judgement right = judge(literal({scale / std::sqrt(epsilon) * inner}, {1, 1}), estimates.at(0));
    INFO(right.text);
    CHECK(right.agrees);
    CHECK(right.undecided == 0);
}

TEST_CASE("the mean of nothing is NaN") {
    const std::vector<Estimate> estimates =
        estimate(read_stablehlo_text(R"(
func.func @main(%x: tensor<0x2xf32>, %s: tensor<2xf32>) -> tensor<2xf32> {
  %r:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 0.5 : f32, feature_index = 1 : i64} : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %r#1 : tensor<2xf32>
}
)",
                                     "test.mlir"),
                 std::vector<Literal>{literal({}, {0, 2}), literal({1, 1}, {2})});
    CHECK(std::isnan(estimates.at(0).value.real(0)));
    CHECK(estimates.at(0).undecided_count() == 0);
}
