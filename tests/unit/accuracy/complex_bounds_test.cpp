#include <catch2/catch.hpp>

#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/float_format.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c::frontend;

namespace {

Literal number(double re, double im) {
    return from_parts({{1}, ElementType::C128, {}, {}}, {re, im});
}

/// The bound of an op of one or two complex numbers.
double bound_of(const std::string& op, const std::vector<Literal>& operands) {
    const std::string type = "tensor<1xcomplex<f64>>";
    const std::string second = operands.size() > 1 ? ", %y: " + type : "",
                      use = operands.size() > 1 ? ", %y" : "";
    const std::string text = "func.func @main(%x: " + type + second + ") -> " + type + " {\n%r = " + op +
                             " %x" + use + " : " + type + "\nreturn %r : " + type + "\n}";
    return estimate(read_stablehlo_text(text, "test.mlir"), operands).at(0).bound(0);
}

}  // namespace

TEST_CASE("a part beside one that is infinite has the bound of its own size") {
    // exp(711 + 1e-300 i): the real part is infinite, the imaginary one 607262737.77.
    const double bound = bound_of("stablehlo.exponential", {number(711, 1e-300)});
    CHECK(bound > 1e-8);
    CHECK(bound < 1e-4);
}

TEST_CASE("a number whose magnitude is infinite and whose parts are finite has a bound") {
    const double bound = bound_of("stablehlo.divide", {number(-1.7e308, 1.7e308), number(1, 0)});
    CHECK(bound > 1e292);
    CHECK(bound < 1e294);
}

TEST_CASE("a complex power loses the digits that its exponent of e has before the point") {
    const auto bound = [](double exponent) {
        return bound_of("stablehlo.power", {number(0, 1), number(exponent, 0)});
    };
    CHECK(bound(2) < 1e-13);
    CHECK(bound(1e6) > 1e-10);
    CHECK(bound(1e6) < 1e-8);
    CHECK(bound(1e18) == infinity);
}
