#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/judge.h"
#include "tests/unit/accuracy/estimated_program.h"

using namespace hlo2c::frontend;
using namespace hlo2c::frontend::testing;

namespace {

/// `%s` is the sum of `%x`, three numbers that nearly cancel: 2^20 + (1 + 2^-23) - 2^20.
const std::string sum_of_three = R"(
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
)";
const std::vector<Literal> cancelling = {floats({0x1p20, 0x1.000002p0, -0x1p20})};

/// The estimate of `%r`, of type `type`, in a program of the sum and then `body`.
Estimate after_sum(const std::string& body, const std::string& type) {
    return run("func.func @main(%x: tensor<3xf32>) -> " + type + " {" + sum_of_three + body +
                   "\nreturn %r : " + type + "\n}",
               cancelling)
        .at(0);
}

}  // namespace

TEST_CASE("errors move floats and their parts, not integers and steps of any storage type") {
    const auto type = [](ElementType element, std::vector<Quantization> steps = {}) {
        return TensorType{{2}, element, {}, std::move(steps), {}};
    };
    CHECK(has_floats(type(ElementType::BF16)));
    CHECK(has_floats(type(ElementType::C64)));
    CHECK_FALSE(has_floats(type(ElementType::I32)));
    CHECK_FALSE(has_floats(type(ElementType::I1)));
    for (const ElementType storage : {ElementType::I8, ElementType::F8E4M3FN})
        CHECK_FALSE(has_floats(type(storage, {{.storage = storage, .scales = {0.5}, .zero_points = {0}}})));
}

TEST_CASE("an op on exact operands has one correct result, whatever else the program computes") {
    const std::vector<Estimate> results = run(R"(
        func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xbf16>) {
          %r = stablehlo.add %x, %x : tensor<3xf32>
          %n = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xbf16>
          %t = stablehlo.tanh %n : tensor<3xbf16>
          return %r, %t : tensor<3xf32>, tensor<3xbf16>
        })",
                                              {floats({1, 2, 3})});
    CHECK(results[0].is_exact());
    CHECK(results[1].bound(0) == unit_in_last_place(ElementType::BF16, 0.76));
    CHECK_FALSE(judge(floats({2, 4, 6.6}), results[0]).agrees);
}

TEST_CASE("the bound of a sum is relative to the magnitudes of its terms, not to the result or the tensor") {
    const Estimate sum = after_sum("%r = stablehlo.negate %s : tensor<f32>", "tensor<f32>");
    CHECK(sum.value.real(0) == -0x1.000002p0);
    CHECK(sum.bound(0) >= 3 * unit * 0x1p21);
    CHECK(sum.bound(0) <= 4 * unit * 0x1p21);
    const std::vector<Estimate> rows = run(R"(
        func.func @main(%x: tensor<6xf32>) -> tensor<2xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %m = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
          %s = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [1]
              : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
          %r = stablehlo.reverse %s, dims = [0] : tensor<2xf32>
          return %r : tensor<2xf32>
        })",
                                           {floats({1e6, 1e6, 1e6, 1, 1, 1.1F})});
    CHECK(rows[0].bound(0) == Approx((3 + 1) * 3.1 * unit));
    CHECK(rows[0].bound(1) == Approx((3 + 1) * 3e6 * unit));
}

TEST_CASE("the bound of a sum of few terms has room for the one rounding of the reference") {
    // Each addition of the term to 1 rounds down by almost half a unit, and the reference rounds up.
    const float term = 0x1.03cbdp-4F;
    const std::vector<Estimate> sums = run(R"(
        func.func @main(%x: tensor<3xf32>, %one: tensor<1xf32>) -> (tensor<f32>, tensor<1xf32>) {
          %first = stablehlo.reshape %one : (tensor<1xf32>) -> tensor<f32>
          %s = stablehlo.reduce(%x init: %first) applies stablehlo.add across dimensions = [0]
              : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
          %i = stablehlo.constant dense<0> : tensor<3x1xi32>
          %t = "stablehlo.scatter"(%one, %i, %x) ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %c : tensor<f32>
          }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
              scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
              : (tensor<1xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<1xf32>
          return %s, %t : tensor<f32>, tensor<1xf32>
        })",
                                           {floats({term, term, term}), floats({1})});
    const float forward = ((1.0F + term) + term) + term;
    for (const Estimate& sum : sums) {
        CHECK(std::fabs(forward - sum.value.real(0)) == 2 * 0x1p-23);
        CHECK(std::fabs(forward - sum.value.real(0)) <= sum.bound(0));
    }
}

TEST_CASE("a sum of terms that are multiples of a power of two is exact while it has few digits") {
    const auto bounds = [](const std::vector<double>& terms, const std::string& type, ElementType element) {
        const std::string operand = "tensor<" + std::to_string(terms.size()) + "x" + type + ">";
        std::vector<double> all;
        for (const Estimate& sum :
             run("func.func @main(%x: " + operand + ") -> (tensor<" + type + ">, tensor<" + type + R"(>) {
          %zero = stablehlo.constant dense<0.0> : tensor<)" +
                     type + R"(>
          %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
              : ()" + operand +
                     ", tensor<" + type + ">) -> tensor<" + type + R"(>
          %d = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0]
              : ()" + operand +
                     ", " + operand + ") -> tensor<" + type + R"(>
          return %r, %d : tensor<)" +
                     type + ">, tensor<" + type + R"(>
        })",
                 {Literal::from_values<double>({{static_cast<std::int64_t>(terms.size())}, element, {}, {}},
                                               terms)}))
            all.push_back(sum.bound(0));
        return all;
    };
    CHECK(bounds({1, 0, 1, 1, -5}, "f32", ElementType::F32) == std::vector<double>{0, 0});
    CHECK(bounds({0.25, 0x1p19, 1, 1, -0x1p19}, "f32", ElementType::F32)[0] == 0);
    CHECK(bounds({0.25, 0x1p19, 1, 1, -0x1p19}, "f32", ElementType::F32)[1] > 0);
    CHECK(bounds({0.25, 0x1p23, 1, 1, -0x1p23}, "f32", ElementType::F32)[0] > 0);
    CHECK(bounds({0x1p-149, 0x1p-149, 0x1p-148}, "f32", ElementType::F32)[0] == 0);
    CHECK(bounds({0x1p-149, 0x1p-149, 0x1p-148}, "f32", ElementType::F32)[1] > 0);
    CHECK(bounds({100, 20, 1, -3}, "bf16", ElementType::BF16)[0] == 0);
    CHECK(bounds({200, 100, 1, -3}, "bf16", ElementType::BF16)[0] > 0);
}

TEST_CASE("the bound of one addition of an inexact term has room for two roundings") {
    // The term may be a little larger, so that the sum rounds up where the reference rounds down.
    const auto [term, first] = std::pair(-0.31968986F, -4.0F);
    const Estimate sum = run(R"(
        func.func @main(%x: tensor<1xf32>, %first: tensor<f32>) -> tensor<1xf32> {
          %h = stablehlo.exponential %x : tensor<1xf32>
          %n = stablehlo.negate %h : tensor<1xf32>
          %r = stablehlo.reduce(%n init: %first) applies stablehlo.add across dimensions = []
              : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
          return %r : tensor<1xf32>
        })",
                             {floats({std::log(-term)}),
                              Literal::from_values<double>({{}, ElementType::F32, {}, {}}, {first})})
                             .at(0);
    const float value = static_cast<float>(sum.value.real(0));
    CHECK(sum.bound(0) >= value - std::nextafter(value, -HUGE_VALF));
    CHECK(sum.bound(0) < 2 * (value - std::nextafter(value, -HUGE_VALF)));
}

TEST_CASE("the bound of a long sum is the documented one, and holds for any order") {
    std::vector<double> terms;
    float forward = 0, backward = 0;
    for (int i = 0; i < 4096; i++) terms.push_back(static_cast<float>(std::sin(i) * std::exp(i % 17)));
    for (std::size_t i = 0; i < terms.size(); i++) {
        forward += static_cast<float>(terms[i]);
        backward += static_cast<float>(terms[terms.size() - 1 - i]);
    }
    const Estimate sum = run(R"(
        func.func @main(%x: tensor<4096xf32>, %y: tensor<4096xf32>) -> tensor<f32> {
          %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
              : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<f32>
          return %r : tensor<f32>
        })",
                             {floats(terms), floats(std::vector<double>(4096, 1))})
                             .at(0);
    double magnitude = 0;
    for (const double term : terms) magnitude += std::fabs(term);
    CHECK(sum.bound(0) == Approx(16 * unit * magnitude).epsilon(1e-3));
    CHECK(std::fabs(forward - sum.value.real(0)) <= sum.bound(0));
    CHECK(std::fabs(backward - sum.value.real(0)) <= sum.bound(0));
    CHECK(std::fabs(std::sin(100) * std::exp(100 % 17)) > sum.bound(0));
}

TEST_CASE("errors propagate by the slope of each op") {
    const double sum = after_sum("%r = stablehlo.negate %s : tensor<f32>", "tensor<f32>").bound(0);
    const auto bound = [&](const std::string& op) {
        return after_sum("%c = stablehlo.constant dense<3.0> : tensor<f32>\n%r = stablehlo." + op +
                             " : tensor<f32>",
                         "tensor<f32>")
            .bound(0);
    };
    CHECK(bound("multiply %s, %c") == Approx(3 * sum).epsilon(1e-3));
    CHECK(bound("add %c, %s") == Approx(sum).epsilon(1e-3));
    CHECK(bound("maximum %c, %s") == 0);
    CHECK(bound("divide %c, %s") == Approx(3 * sum / (1 - sum)).epsilon(1e-2));
    CHECK(bound("exponential %s") == Approx(std::exp(1 + sum) - std::exp(1)).epsilon(1e-2));
}

TEST_CASE("a discontinuity is undecided exactly where the bound reaches it") {
    const auto undecided_count = [&](const std::string& against) {
        const Estimate chosen = after_sum("%c = stablehlo.constant dense<" + against + R"(> : tensor<3xf32>
            %w = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
            %r = stablehlo.compare LT, %w, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>)",
                                          "tensor<3xi1>");
        int count = 0;
        for (std::size_t i = 0; i < chosen.count(); i++) count += chosen.bound(i) > 0;
        return count;
    };
    CHECK(undecided_count("[0.5, 1.25, 4.0]") == 1);
    CHECK(undecided_count("[-1.0, 2.0, 1.0]") == 1);
    const Estimate selected = after_sum(R"(
        %c = stablehlo.constant dense<1.0> : tensor<f32>
        %a = stablehlo.constant dense<7.0> : tensor<f32>
        %b = stablehlo.constant dense<10.0> : tensor<f32>
        %p = stablehlo.compare LT, %s, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>)",
                                        "tensor<f32>");
    CHECK(selected.bound(0) == Approx(3));
    const Estimate floored = after_sum("%r = stablehlo.floor %s : tensor<f32>", "tensor<f32>");
    CHECK(floored.bound(0) == Approx(1));
}

TEST_CASE("if errors may change an order, values sorted along with it are undecided") {
    const Estimate place = after_sum(R"(
        %i = stablehlo.iota dim = 0 : tensor<3xi32>
        %keys = stablehlo.constant dense<[1.25, 9.0, 5.0]> : tensor<3xf32>
        %one = stablehlo.constant dense<0.0> : tensor<f32>
        %d = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %k = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
        %m = stablehlo.multiply %d, %k : tensor<3xf32>
        %sorted:2 = "stablehlo.sort"(%m, %i) <{dimension = 0 : i64}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %e: tensor<i32>):
          %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
        %r = stablehlo.slice %sorted#1 [0:3] : (tensor<3xi32>) -> tensor<3xi32>)",
                                     "tensor<3xi32>");
    CHECK(place.value.integer(0) == 2);
    CHECK(place.bound(0) == infinity);
    CHECK(place.bound(2) == 0);
}

TEST_CASE("a sum that overflows in every order is infinite, one that overflows in some order is undecided") {
    const auto sum = [](const std::vector<double>& terms) {
        return run(R"(
        func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
              : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
          return %r : tensor<f32>
        })",
                   {floats(terms)})
            .at(0);
    };
    CHECK(sum({3e38, 3e38, 3e38, -1e38}).value.real(0) == infinity);
    CHECK(sum({3e38, 3e38, 3e38, -1e38}).is_exact());
    CHECK(sum({3e38, 3e38, -3e38, -3e38}).bound(0) == infinity);
    CHECK(sum({infinity, 1, 2, 3}).is_exact());
    CHECK(std::isnan(sum({infinity, 1, -infinity, 3}).value.real(0)));
    CHECK(sum({infinity, 1, -infinity, 3}).is_exact());
}

TEST_CASE("loops, branches, calls and maps carry bounds") {
    const Estimate looped = after_sum(R"(
        %n = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %four = stablehlo.constant dense<4> : tensor<i32>
        %l:2 = stablehlo.while(%i = %n, %v = %s) : tensor<i32>, tensor<f32>
          cond {
            %p = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
          } do {
            %j = stablehlo.add %i, %one : tensor<i32>
            %w = stablehlo.add %v, %v : tensor<f32>
            stablehlo.return %j, %w : tensor<i32>, tensor<f32>
          }
        %w = stablehlo.reshape %l#1 : (tensor<f32>) -> tensor<1xf32>
        %r = "stablehlo.map"(%w) <{dimensions = array<i64: 0>}> ({
        ^bb0(%e: tensor<f32>):
          %two = stablehlo.constant dense<2.0> : tensor<f32>
          %t = stablehlo.multiply %e, %two : tensor<f32>
          stablehlo.return %t : tensor<f32>
        }) : (tensor<1xf32>) -> tensor<1xf32>)",
                                      "tensor<1xf32>");
    const double sum = after_sum("%r = stablehlo.negate %s : tensor<f32>", "tensor<f32>").bound(0);
    CHECK(looped.value.real(0) == 32 * 0x1.000002p0);
    CHECK(looped.bound(0) == Approx(32 * sum).epsilon(1e-3));
}

TEST_CASE("bounds of a deep program stay close to actual errors") {
    // 12 layers, each a product with a matrix whose row sums of magnitudes far exceed its norm
    std::string body = "%m = stablehlo.constant dense<[";
    constexpr int size = 32, layers = 12;
    for (int row = 0; row < size; row++) {
        body += row > 0 ? ", [" : "[";
        for (int column = 0; column < size; column++)
            body += (column > 0 ? ", " : "") + float_text(std::sin(row * 37 + column * column * 11) * 0.4);
        body += "]";
    }
    body += "]> : tensor<32x32xf32>\n";
    for (int i = 0; i < layers; i++) {
        const std::string from = i == 0 ? "%x" : "%t" + std::to_string(i - 1), to = std::to_string(i);
        body += "%d" + to + " = stablehlo.dot_general %m, " + from +
                ", contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32xf32>) -> tensor<32xf32>\n" +
                "%t" + to + " = stablehlo.tanh %d" + to + " : tensor<32xf32>\n";
    }
    std::vector<double> x;
    for (int i = 0; i < size; i++) x.push_back(std::cos(i));
    const Estimate deep = run("func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {\n" + body +
                                  "return %t11 : tensor<32xf32>\n}",
                              {floats(x)})
                              .at(0);
    double largest = 0, bound = 0;
    for (std::size_t i = 0; i < size; i++) {
        largest = std::max(largest, std::fabs(deep.value.real(static_cast<std::int64_t>(i))));
        bound = std::max(bound, deep.bound(i));
    }
    CHECK(bound > 1e-7 * largest);
    CHECK(bound < 2e-3 * largest);
}

TEST_CASE("the roundings of a long reduction's equal terms have room for one sign") {
    const auto bound = [](double second) {
        std::vector<double> terms(4000, 0.7F);
        for (std::size_t i = 1; i < terms.size(); i += 2) terms[i] = second;
        const Estimate sum = run(R"(
        func.func @main(%x: tensor<4000xf32>) -> tensor<f32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
              : (tensor<4000xf32>, tensor<f32>) -> tensor<f32>
          return %r : tensor<f32>
        })",
                                 {floats(terms)})
                                 .at(0);
        return sum.bound(0) / (unit * 2000 * (0.7 + std::fabs(second)));
    };
    CHECK(bound(0.7F) == Approx(33).epsilon(1e-3));
    CHECK(bound(0.1F) == Approx(17).epsilon(1e-3));
    CHECK(bound(-0.7F) == Approx(16).epsilon(1e-3));
}

TEST_CASE("errors of equal terms do not cancel in a sum") {
    // Each term is the same number, which a correct execution may round to a neighbour.
    const std::string program = R"(
        func.func @main(%x: tensor<32x4096xf32>, %y: tensor<4096xf32>) -> tensor<32xf64> {
          %t = stablehlo.tanh %x : tensor<32x4096xf32>
          %r = stablehlo.dot_general %t, %y, contracting_dims = [1] x [0]
              : (tensor<32x4096xf32>, tensor<4096xf32>) -> tensor<32xf64>
          return %r : tensor<32xf64>
        })";
    const auto filled = [](std::vector<std::int64_t> shape, double value) {
        const TensorType type{std::move(shape), ElementType::F32, {}, {}};
        const auto count = static_cast<std::size_t>(type.element_count());
        return Literal::from_values<double>(type, std::vector<double>(count, value));
    };
    const Estimate sums = run(program, {filled({32, 4096}, 0.5), filled({4096}, 1)}).at(0);
    const double term = std::tanh(0.5);
    for (std::size_t i = 0; i < 32; i++) CHECK(sums.bound(i) > 4096 * unit * term);
}

TEST_CASE("a sort of NaN is undecided if its comparator is no order") {
    const auto sorted = [](const std::string& type, const std::vector<double>& x) {
        return run("func.func @main(%x: tensor<5xf32>, %k: tensor<5xf32>) -> tensor<5xf32> {"
                   "%r:2 = \"stablehlo.sort\"(%x, %k) <{dimension = 0 : i64, is_stable = true}> ({\n"
                   "^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):\n"
                   "%less = stablehlo.compare LT, %a, %b" +
                       type +
                       " : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                       "stablehlo.return %less : tensor<i1>\n"
                       "}) : (tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)\n"
                       "return %r#1 : tensor<5xf32>\n}",
                   {floats(x), floats({0, 1, 2, 3, 4})})
            .at(0)
            .bound(0);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(sorted("", {3, nan, 1, 4, 2}) == infinity);
    CHECK(sorted("", {3, 1, 1, 3, 2}) == 0);
    CHECK(sorted(", TOTALORDER", {3, nan, 1, nan, 1}) == 0);
}

TEST_CASE("parts of a Fourier transform of infinities are undecided") {
    const Estimate transform = run(R"(
        func.func @main(%x: tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>> {
          %r = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
          return %r : tensor<2x3xcomplex<f32>>
        })",
                                   {Literal::from_values<double>({{2, 4}, ElementType::F32, {}, {}},
                                                                 {HUGE_VAL, 1, 2, 3, 4, 5, 6, 7})})
                                   .at(0);
    CHECK(transform.bound(0) == infinity);
    CHECK(transform.bound(3) < 1e-3);
}

TEST_CASE("a Fourier transform is judged relative to the largest element of its own row") {
    const Estimate transform =
        run(R"(
        func.func @main(%x: tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>> {
          %r = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
          return %r : tensor<2x3xcomplex<f32>>
        })",
            {Literal::from_values<double>({{2, 4}, ElementType::F32, {}, {}}, {1e6, 1, 2, 3, 0, 1, 0, 0})})
            .at(0);
    for (std::size_t k = 0; k < 3; k++) {
        CHECK(transform.bound(k) > 1e-2);
        CHECK(transform.bound(3 + k) > 0);
        CHECK(transform.bound(3 + k) < 1e-5);
    }
}

namespace {

/// Random numbers of f32 with these parameters.
Estimate random_numbers(const std::string& distribution, double a, double b) {
    return run("func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<50xf32> {\n"
               "%n = stablehlo.constant dense<50> : tensor<1xi64>\n%r = stablehlo.rng %a, %b, %n, "
               "distribution = " +
                   distribution +
                   " : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<50xf32>\nreturn %r : "
                   "tensor<50xf32>\n}",
               {Literal::from_values<double>({{}, ElementType::F32, {}, {}}, {a}),
                Literal::from_values<double>({{}, ElementType::F32, {}, {}}, {b})})
        .at(0);
}

}  // namespace

TEST_CASE("uniform random numbers are judged by their own size") {
    const Estimate numbers = random_numbers("UNIFORM", 0, 1e6);
    for (std::size_t k = 0; k < numbers.count(); k++) {
        CHECK(numbers.bound(k) > 0);
        CHECK(numbers.bound(k) < 1.3e-7 * numbers.value.real(static_cast<std::int64_t>(k)) + 1e-8);
    }
}

TEST_CASE("normal random numbers are judged by their own size and deviation") {
    const Estimate numbers = random_numbers("NORMAL", 1000, 1);
    for (std::size_t k = 0; k < numbers.count(); k++) CHECK(numbers.bound(k) < 2e-4);
    const Estimate standard = random_numbers("NORMAL", 0, 1);
    for (std::size_t k = 0; k < standard.count(); k++) {
        const double size = std::fabs(standard.value.real(static_cast<std::int64_t>(k)));
        CHECK(standard.bound(k) > 1e-7);
        CHECK(standard.bound(k) < 4e-6 + 1e-7 / size);
    }
}

TEST_CASE("the error of digamma beside a negative zero is relative to the numbers that cancel") {
    const auto bound = [](const std::string& type, double x) {
        const ElementType element = type == "f64" ? ElementType::F64 : ElementType::F32;
        return run("func.func @main(%x: tensor<1x" + type + ">) -> tensor<1x" + type +
                       "> {\n%r = chlo.digamma %x : tensor<1x" + type + "> -> tensor<1x" + type +
                       ">\nreturn %r : tensor<1x" + type + ">\n}",
                   {Literal::from_values<double>({{1}, element, {}, {}}, {x})})
            .at(0)
            .bound(0);
    };
    CHECK(bound("f64", -3.635368651677731) == bound("f64", -3.6));
    CHECK(bound("f64", 1.4617) < 1e-15);
    CHECK(bound("f32", -3.6353686) < 1e-9);
}

namespace {

/// Whether each element of `%r` has zeros of either sign, in a program of `body` on `%x` and `%y`.
std::vector<bool> open_zeros(const std::string& body, std::size_t count) {
    const std::vector<Estimate> results =
        run("func.func @main(%x: tensor<2x2xf32>, %y: tensor<2xf32>) -> tensor<" + std::to_string(count) +
                "xf32> {\n%zero = stablehlo.constant dense<0.0> : tensor<f32>\n" + body +
                "\nreturn %r : tensor<" + std::to_string(count) + "xf32>\n}",
            {Literal::from_values<double>({{2, 2}, ElementType::F32, {}, {}}, {-0.0, -0.0, 1, 2}),
             floats({-0.0, 3})});
    std::vector<bool> open;
    for (std::size_t i = 0; i < count; i++) open.push_back(results.at(0).has_open_zeros(i));
    return open;
}

const std::string sum_of_rows = R"(
    %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
)";

}  // namespace

TEST_CASE("the sign of a zero is open behind a sum, and nowhere else") {
    const std::vector<bool> none = {false, false};
    CHECK(open_zeros("%r = stablehlo.negate %y : tensor<2xf32>", 2) == none);
    CHECK(open_zeros("%r = stablehlo.add %y, %y : tensor<2xf32>", 2) == none);
    const auto after = [](const std::string& op) {
        return open_zeros(sum_of_rows + "%r = stablehlo." + op, 2);
    };
    CHECK(after("negate %s : tensor<2xf32>")[0]);
    CHECK(after("reverse %s, dims = [0] : tensor<2xf32>")[1]);
    CHECK(after("add %s, %y : tensor<2xf32>")[0]);
    CHECK_FALSE(after("abs %s : tensor<2xf32>")[0]);
    CHECK(open_zeros(R"(
        %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %r = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
            : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>)",
                     2) == none);
}

TEST_CASE("what the sign of an open zero decides is undecided") {
    const Estimate quotient = run(R"(
        func.func @main(%x: tensor<2xf32>) -> tensor<f32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %one = stablehlo.constant dense<1.0> : tensor<f32>
          %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
              : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
          %r = stablehlo.divide %one, %s : tensor<f32>
          return %r : tensor<f32>
        })",
                                  {floats({-0.0, -0.0})})
                                  .at(0);
    CHECK(quotient.bound(0) == infinity);
}
