#include <mpfr.h>

#include <bit>

#include "tests/oracle/programs.h"

using namespace hlo2c::frontend;

namespace {

std::string tensor(const char* element, std::size_t count) {
    return "tensor<" + std::to_string(count) + "x" + element + ">";
}

Numbers evaluated(const std::string& op, ElementType element, const Numbers& a) {
    const std::string type = tensor(element == ElementType::F32 ? "f32" : "f64", a.size());
    const bool is_chlo = op.starts_with("chlo.");
    return numbers(run("func.func @main(%a: " + type + ") -> " + type + " {\n%r = " + op + " %a : " + type +
                           (is_chlo ? " -> " + type : "") + "\nreturn %r : " + type + "\n}",
                       {array(element, {static_cast<std::int64_t>(a.size())}, a)})
                       .at(0));
}

Numbers evaluated(const std::string& op, const Numbers& a, const Numbers& b) {
    const std::string type = tensor("f64", a.size());
    const bool is_chlo = op.starts_with("chlo.");
    const std::vector<std::int64_t> shape = {static_cast<std::int64_t>(a.size())};
    return numbers(run("func.func @main(%a: " + type + ", %b: " + type + ") -> " + type + " {\n%r = " + op +
                           " %a, %b : " + (is_chlo ? type + ", " + type + " -> " + type : type) +
                           "\nreturn %r : " + type + "\n}",
                       {f64(shape, a), f64(shape, b)})
                       .at(0));
}

/// Doubles between two doubles of one sign.
std::uint64_t distance(double a, double b) {
    const auto x = std::bit_cast<std::uint64_t>(a), y = std::bit_cast<std::uint64_t>(b);
    return x < y ? y - x : x - y;
}

/// A function of one number or two in 160 bits, as a double.
class Exact {
public:
    Exact() {
        mpfr_init2(a_, 160);
        mpfr_init2(b_, 160);
    }
    Exact(const Exact&) = delete;
    Exact& operator=(const Exact&) = delete;
    ~Exact() {
        mpfr_clear(a_);
        mpfr_clear(b_);
    }
    double of(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), double a) {
        mpfr_set_d(a_, a, MPFR_RNDN);
        function(a_, a_, MPFR_RNDN);
        return mpfr_get_d(a_, MPFR_RNDN);
    }
    double of(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), double a, double b) {
        mpfr_set_d(a_, a, MPFR_RNDN);
        mpfr_set_d(b_, b, MPFR_RNDN);
        function(a_, a_, b_, MPFR_RNDN);
        return mpfr_get_d(a_, MPFR_RNDN);
    }

private:
    mpfr_t a_, b_;
};

struct UnaryRow {
    const char* op;
    int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    Numbers points;
};

const Numbers anywhere = {-20.5,   -3.25, -1.0, -0.3125, -1e-5, 1e-9, 0.0625,
                          0.71875, 1.0,   1.5,  2.75,    9.5,   17.25};
const Numbers positive = {1e-30, 1e-6, 0.03125, 0.4375, 1.0, 1.0625, 2.5, 3.75, 100.0, 1e20};
const Numbers inside = {-0.96875, -0.5, -0.03125, 1e-7, 0.25, 0.625, 0.9375};
const Numbers angles = {-100000.5, -31.25, -1.5, -1e-4, 0.25, 1.0, 3.125, 22.0, 1e6, 1e15};

const std::vector<UnaryRow> unary_rows = {
    {"stablehlo.exponential", mpfr_exp, anywhere},
    {"stablehlo.exponential_minus_one", mpfr_expm1, anywhere},
    {"stablehlo.log", mpfr_log, positive},
    {"stablehlo.log_plus_one", mpfr_log1p, {-0.96875, -0.5, -1e-6, 1e-12, 0.25, 1.5, 1e10}},
    {"stablehlo.sqrt", mpfr_sqrt, positive},
    {"stablehlo.rsqrt", mpfr_rec_sqrt, positive},
    {"stablehlo.cbrt", mpfr_cbrt, anywhere},
    {"stablehlo.tanh", mpfr_tanh, anywhere},
    {"stablehlo.sine", mpfr_sin, angles},
    {"stablehlo.cosine", mpfr_cos, angles},
    {"stablehlo.tan", mpfr_tan, angles},
    {"chlo.sinh", mpfr_sinh, anywhere},
    {"chlo.cosh", mpfr_cosh, anywhere},
    {"chlo.asin", mpfr_asin, inside},
    {"chlo.acos", mpfr_acos, inside},
    {"chlo.atan", mpfr_atan, anywhere},
    {"chlo.asinh", mpfr_asinh, anywhere},
    {"chlo.acosh", mpfr_acosh, {1.0, 1.0625, 2.5, 100.0, 1e20}},
    {"chlo.atanh", mpfr_atanh, inside},
    {"chlo.erf", mpfr_erf, {-3.5, -1.25, -0.5, -1e-6, 0.0625, 0.75, 2.0, 5.5}},
    {"chlo.erfc", mpfr_erfc, {-3.5, -1.25, -0.5, -1e-6, 0.0625, 0.75, 2.0, 5.5, 20.0}},
    {"chlo.lgamma", mpfr_lngamma, {1e-6, 0.25, 0.75, 1.25, 2.5, 3.75, 10.5, 1000.0, 1e10}},
};

}  // namespace

TEST_CASE("functions of f64 are within two units in the last place of MPFR's") {
    Exact exact;
    for (const UnaryRow& row : unary_rows) {
        const Numbers found = evaluated(row.op, ElementType::F64, row.points);
        for (std::size_t i = 0; i < found.size(); i++) {
            CAPTURE(row.op, row.points[i], found[i]);
            CHECK(distance(found[i], exact.of(row.function, row.points[i])) <= 2);
        }
    }
}

TEST_CASE("functions of f32 are those of MPFR, rounded once") {
    Exact exact;
    for (const UnaryRow& row : unary_rows) {
        Numbers points;
        for (const double point : row.points)
            points.push_back(static_cast<double>(static_cast<float>(point)));
        const Numbers found = evaluated(row.op, ElementType::F32, points);
        for (std::size_t i = 0; i < found.size(); i++) {
            CAPTURE(row.op, points[i], found[i]);
            CHECK(found[i] == static_cast<double>(static_cast<float>(exact.of(row.function, points[i]))));
        }
    }
}

TEST_CASE("power, atan2 and remainder are those of MPFR") {
    Exact exact;
    const Numbers a = {0.5, 2.0, 10.0, 1.0000001, 3.75, 0.0078125}, b = {-3.5, 0.5, 2.25, 1e6, -0.125, 7.0};
    const Numbers powers = evaluated("stablehlo.power", a, b), angles_of = evaluated("stablehlo.atan2", b, a),
                  rests = evaluated("stablehlo.remainder", b, a);
    for (std::size_t i = 0; i < a.size(); i++) {
        CAPTURE(a[i], b[i]);
        CHECK(distance(powers[i], exact.of(mpfr_pow, a[i], b[i])) <= 2);
        CHECK(distance(angles_of[i], exact.of(mpfr_atan2, b[i], a[i])) <= 2);
        CHECK(rests[i] == exact.of(mpfr_fmod, b[i], a[i]));
    }
}

TEST_CASE("functions missing from MPFR agree with mpmath's") {
    // mpmath: erfinv, besseli(1, x) * exp(-abs(x)), 1 / (1 + exp(-x)), digamma.
    struct Row {
        const char* op;
        Numbers points, values;
    };
    const std::vector<Row> rows = {
        {"chlo.erf_inv",
         {-0.999, -0.5, 1e-05, 0.25, 0.75, 0.9999999},
         {-2.3267537655135245, -0.47693627620446987, 8.8622692547595945e-6, 0.2253120550121781,
          0.81341984759761854, 3.7665625816384709}},
        {"chlo.bessel_i1e",
         {-50.0, -3.5, 0.001, 0.5, 10.0, 29.5, 40.0, 700.0},
         {-0.0559931238928954, -0.18739997660304999, 0.00049950031235422135, 0.1564208031848717,
          0.12126268138445552, 0.072507326157183725, 0.062482229074442061, 0.015070519444716847}},
        {"stablehlo.logistic",
         {-40.0, -3.0, 0.001, 2.5, 20.0},
         {4.248354255291589e-18, 0.047425873177566781, 0.50024999997916667, 0.92414181997875645,
          0.99999999793884638}},
        {"chlo.digamma",
         {-10.5, -0.25, 0.001, 0.75, 1.25, 1.5, 5.5, 100.0},
         {2.3982391295357816, 2.9141391202135278, -1000.5755719318103, -1.0858608797864722,
          -0.22745353337626541, 0.036489973978576521, 1.6110931485817511, 4.6001618527380874}},
    };
    for (const Row& row : rows) {
        const Numbers found = evaluated(row.op, ElementType::F64, row.points);
        for (std::size_t i = 0; i < found.size(); i++) {
            CAPTURE(row.op, row.points[i]);
            CHECK(std::fabs(found[i] - row.values[i]) <= 4e-15 * std::fabs(row.values[i]));
        }
    }
}

TEST_CASE("polygamma and Hurwitz zeta are those of mpmath") {
    // mpmath: polygamma(n, x), zeta(s, q).
    struct Row {
        const char* op;
        Numbers first, second, values;
    };
    const std::vector<Row> rows = {
        {"chlo.polygamma",
         {1.0, 1.0, 2.0, 3.0, 4.0, 1.0},
         {0.5, 2.0, 1.5, 0.75, 10.0, -0.5},
         {4.9348022005446793, 0.64493406684822644, -0.82879664423432, 19.7633125348506,
          -0.00072993116823528663, 8.9348022005446793}},
        {"chlo.zeta",
         {2.0, 1.5, 3.0, 10.0, 1.001, 2.0, 41.0},
         {1.0, 0.25, 2.5, 0.75, 4.0, 100.0, -2.5},
         {1.6449340668482264, 10.213055360466601, 0.1181020258208637, 17.761481181337004, 998.74466759919477,
          0.010050166663333571, 4.9342907361777567e-23}},
    };
    for (const Row& row : rows) {
        const Numbers found = evaluated(row.op, row.first, row.second);
        for (std::size_t i = 0; i < found.size(); i++) {
            CAPTURE(row.op, row.first[i], row.second[i]);
            CHECK(std::fabs(found[i] - row.values[i]) <= 1e-14 * std::fabs(row.values[i]));
        }
    }
}
