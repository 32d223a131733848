#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codegen/text/expression.h"

namespace hlo2c::codegen {

/// C text, and the names of the support functions that it calls, in their order in the text.
struct Code {
    std::string text;
    std::vector<std::string> calls;

    Code() = default;
    Code(std::string plain) : text(std::move(plain)) {}
    Code(const char* plain) : text(plain) {}

    Code& operator+=(const Code& more) {
        text += more.text;
        calls.insert(calls.end(), more.calls.begin(), more.calls.end());
        return *this;
    }
    friend Code operator+(Code left, const Code& right) { return std::move(left += right); }
};

/// The beginning of a call of a support function, up to its arguments: "add_f32x8(".
inline Code calling(const std::string& function) {
    Code code(function + "(");
    code.calls.push_back(function);
    return code;
}

/// An expression, and the operator that it applies last.
struct CodeExpression {
    Code code;
    int precedence = primary;

    CodeExpression() = default;
    CodeExpression(Code primary_code) : code(std::move(primary_code)) {}
    CodeExpression(Code of, int last) : code(std::move(of)), precedence(last) {}
    CodeExpression(const Expression& literal) : code(literal.text), precedence(literal.precedence) {
        if (!literal.calls.empty()) code.calls.push_back(literal.calls);
    }

    /// The code, in parentheses where it binds looser than `loosest`.
    Code within(int loosest) const { return precedence > loosest ? "(" + code + ")" : code; }
};

}  // namespace hlo2c::codegen
