#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "frontend/data/compare.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/upgrade_custom_calls.h"

namespace hlo2c::frontend {

using Numbers = std::vector<double>;

/// Results of a program in text, which is read like a file.
inline std::vector<Literal> run(const std::string& text, const std::vector<Literal>& arguments = {}) {
    Program program = read_stablehlo_text(text, "test.mlir");
    upgrade_custom_calls(program);
    verify(program);
    return evaluate(program, arguments);
}

/// Real numbers of a float or integer type; pairs of parts for complex types.
inline Literal array(ElementType element, std::vector<std::int64_t> shape, const Numbers& values) {
    const TensorType type{std::move(shape), element, {}, {}};
    if (!is_complex(element)) return Literal::from_values<double>(type, values);
    TensorType parts{{static_cast<std::int64_t>(values.size())}, real_part(element), {}, {}};
    const Literal flat = Literal::from_values<double>(parts, values);
    return Literal(type, {flat.bytes().begin(), flat.bytes().end()});
}

inline Literal f64(std::vector<std::int64_t> shape, const Numbers& values) {
    return array(ElementType::F64, std::move(shape), values);
}

/// The numbers of a result, each complex one as two.
inline Numbers numbers(const Literal& literal) {
    if (is_float(real_part(literal.type().element))) return numeric_parts(literal);
    Numbers values;
    for (std::int64_t i = 0; i < literal.type().element_count(); i++) values.push_back(literal.real(i));
    return values;
}

/// The largest difference, relative to the largest expected magnitude.
inline double difference(const Numbers& found, const Numbers& expected) {
    if (found.size() != expected.size()) return INFINITY;
    double largest = 0, most = 0;
    for (std::size_t i = 0; i < found.size(); i++) {
        most = std::fmax(most, std::fabs(expected[i]));
        const double each = std::fabs(found[i] - expected[i]);
        if (!(each <= largest)) largest = std::isnan(each) ? INFINITY : each;
    }
    return most > 0 ? largest / most : largest;
}

}  // namespace hlo2c::frontend
