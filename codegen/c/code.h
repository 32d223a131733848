#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codegen/text/expression.h"

namespace hlo2c::codegen {

/// C text, and the support functions that it calls, in their order in the text.
struct Code {
    std::string text;
    std::vector<SupportCall> calls;

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
inline Code calling(SupportCall function) {
    Code code(function.name() + "(");
    code.calls.push_back(std::move(function));
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
        if (literal.call) code.calls.push_back(*literal.call);
    }

    /// The code, in parentheses where it binds looser than `loosest`.
    Code within(int loosest) const { return precedence > loosest ? "(" + code + ")" : code; }
};

}  // namespace hlo2c::codegen
