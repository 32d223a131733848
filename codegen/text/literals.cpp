#include "codegen/text/literals.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

namespace hlo2c::codegen {
namespace {

using scheduler::ScalarKind;

template <typename Float>
Expression finite_literal(Float value, const char* suffix) {
    char buffer[64];
    std::string digits(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return {digits + suffix, std::signbit(value) ? unary : primary};
}

Expression decimal(std::int64_t value) {
    return {std::to_string(value), value < 0 ? unary : primary};
}

Expression called(const SupportCall& call, const std::string& argument) {
    return {.text = call.name() + "(" + argument + ")", .call = call};
}

/// An infinity, for which C has no literal.
Expression infinity(ScalarKind kind, bool is_negative) {
    Expression result = called({"infinity", {kind, 1}}, "");
    if (is_negative) result = {"-" + result.text, unary, result.call};
    return result;
}

}  // namespace

Expression integer_literal(ScalarKind kind, std::int64_t value) {
    switch (kind) {
        case ScalarKind::U8: return {std::to_string(static_cast<std::uint8_t>(value))};
        case ScalarKind::U16: return {std::to_string(static_cast<std::uint16_t>(value))};
        case ScalarKind::U32: return {fmt::format("{}u", static_cast<std::uint32_t>(value))};
        case ScalarKind::U64: return {fmt::format("UINT64_C({})", static_cast<std::uint64_t>(value))};
        case ScalarKind::I64:
            if (value == INT64_MIN) return {"INT64_MIN"};
            if (value > INT32_MAX || value <= INT32_MIN) return {fmt::format("INT64_C({})", value)};
            return decimal(value);
        case ScalarKind::I32:
            if (value == INT32_MIN) return {"INT32_MIN"};
            return decimal(value);
        default: return decimal(value);
    }
}

Expression real_literal(ScalarKind kind, std::int64_t bits) {
    if (kind == ScalarKind::F32) {
        const auto raw = static_cast<std::uint32_t>(bits);
        const float value = std::bit_cast<float>(raw);
        if (std::isfinite(value)) return finite_literal(value, "f");
        if (std::isinf(value)) return infinity(kind, value < 0);
        return called({"bits", {kind, 1}, scheduler::ValueType{ScalarKind::U32, 1}},
                      fmt::format("0x{:08x}u", raw));
    }
    const double value = std::bit_cast<double>(bits);
    if (std::isfinite(value)) return finite_literal(value, "");
    if (std::isinf(value)) return infinity(kind, value < 0);
    return called({"bits", {kind, 1}, scheduler::ValueType{ScalarKind::U64, 1}},
                  hexadecimal_literal(static_cast<std::uint64_t>(bits)));
}

std::string hexadecimal_literal(std::uint64_t value, int digits) {
    return fmt::format("UINT64_C(0x{:0{}x})", value, digits);
}

std::string size_literal(std::int64_t value) {
    return fmt::format("{}{}", value, value > INT64_C(0xffffffff) ? "ull" : "u");
}

void append_element(std::string& row, std::uint64_t bits, ScalarKind element) {
    const auto out = std::back_inserter(row);
    const int width = scheduler::bit_width(element);
    if (element == ScalarKind::F32) {
        fmt::format_to(out, "0x{:08x},", bits);
    } else if (element == ScalarKind::F64) {
        fmt::format_to(out, "0x{:016x}u,", bits);
    } else if (!scheduler::is_signed(element)) {
        fmt::format_to(out, "{}{},", bits, width >= 32 ? "u" : "");
    } else {
        const auto value = static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
        const bool is_lowest = width >= 32 && value == INT64_MIN >> (64 - width);  // has no literal in C
        if (is_lowest) fmt::format_to(out, "{}-1,", value + 1);
        if (!is_lowest) fmt::format_to(out, "{},", value);
    }
}

}  // namespace hlo2c::codegen
