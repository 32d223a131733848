#pragma once

#include <limits>
#include <string>
#include <vector>

#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/text/parser.h"

namespace hlo2c::frontend {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Results of a program in text.
inline std::vector<Literal> run_program(const std::string& text, const std::vector<Literal>& arguments = {}) {
    return evaluate(read_stablehlo_text(text, "test.mlir"), arguments);
}

/// Elements of `%r`, of type `type`, after the ops of `body`.
inline std::vector<double> values_of(const std::string& type, const std::string& body) {
    const std::string text =
        "func.func @main() -> " + type + " {\n" + body + "\nreturn %r : " + type + "\n}\n";
    const Literal literal = run_program(text).at(0);
    std::vector<double> values;
    for (std::int64_t i = 0; i < literal.type().element_count(); i++) values.push_back(literal.real(i));
    return values;
}

/// A line that defines `%name` as a constant.
inline std::string constant(const std::string& name, const std::string& value, const std::string& type) {
    return "%" + name + " = stablehlo.constant dense<" + value + "> : " + type + "\n";
}

/// `%r = stablehlo.op %a, %b` of two constants of one type.
inline std::vector<double> binary(const std::string& op, const std::string& a, const std::string& b,
                                  const std::string& type) {
    return values_of(
        type, constant("a", a, type) + constant("b", b, type) + "%r = stablehlo." + op + " %a, %b : " + type);
}

inline std::vector<double> unary(const std::string& op, const std::string& a, const std::string& type) {
    return values_of(type, constant("a", a, type) + "%r = stablehlo." + op + " %a : " + type);
}

}  // namespace hlo2c::frontend
