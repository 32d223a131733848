#include "frontend/data/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "frontend/data/path_types.h"

namespace hlo2c::frontend {

std::vector<std::int64_t> index_of(std::int64_t number, const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> index(shape.size());
    for (std::size_t i = shape.size(); i-- > 0;) {
        index[i] = number % shape[i];
        number /= shape[i];
    }
    return index;
}

namespace {

double largest_finite(const std::vector<double>& values) {
    double largest = 0;
    for (double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
    return largest;
}

bool accepted(double actual, double expected, double bound) {
    if (std::isnan(expected)) return std::isnan(actual);
    if (std::isinf(expected) || std::isinf(actual)) return actual == expected;
    return std::fabs(actual - expected) <= bound;
}

void note_difference(Comparison& result, std::int64_t element, const TensorType& type) {
    result.equal = false;
    result.differing++;
    if (result.first >= 0) return;
    result.first = element;
    result.first_index = index_of(element, type.shape);
}

std::string element_text(const Literal& literal, std::int64_t index) {
    const ElementType type = literal.type().element;
    if (is_complex(type)) {
        const std::vector<double> values = numeric_parts(literal);
        const auto at = static_cast<std::size_t>(literal.is_splat() ? 0 : 2 * index);
        return fmt::format("({:.9g}, {:.9g})", values[at], values[at + 1]);
    }
    if (is_float(type)) return fmt::format("{:.{}g}", literal.real(index), type == ElementType::F64 ? 17 : 9);
    if (is_unsigned_integer(type))
        return fmt::format("{}", static_cast<std::uint64_t>(literal.integer(index)));
    return fmt::format("{}", literal.integer(index));
}

std::string describe(const Comparison& result, const Literal& actual, const Literal& expected) {
    const std::int64_t count = expected.type().element_count();
    if (result.equal)
        return fmt::format("{} elements agree, largest error {:.3g} ({:.3g} of the largest value)", count,
                           result.max_error, result.max_relative_error);
    return fmt::format(
        "{} of {} elements differ, first at [{}]: {} instead of {}; largest error {:.3g} ({:.3g} of the "
        "largest value)",
        result.differing, count, fmt::join(result.first_index, ", "), element_text(actual, result.first),
        element_text(expected, result.first), result.max_error, result.max_relative_error);
}

Comparison compare_integers(const Literal& actual, const Literal& expected) {
    Comparison result;
    const std::int64_t count = expected.type().element_count();
    double largest = 0;
    for (std::int64_t i = 0; i < count; i++) {
        largest = std::max(largest, std::fabs(expected.real(i)));
        if (actual.integer(i) == expected.integer(i)) continue;
        result.max_error = std::max(result.max_error, std::fabs(actual.real(i) - expected.real(i)));
        note_difference(result, i, expected.type());
    }
    result.max_relative_error = largest > 0 ? result.max_error / largest : result.max_error;
    return result;
}

/// Maps the bits of a float to an integer, preserving the order of the values.
std::int64_t ordered(ElementType type, double value) {
    std::uint64_t bits = encode_float(type, value);
    int width = bit_width(type);
    if (type == ElementType::TF32) bits >>= 13, width = 19;
    if (type == ElementType::F8E8M0FNU) return static_cast<std::int64_t>(bits);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

}  // namespace

std::vector<double> numeric_parts(const Literal& literal) {
    const ElementType part = real_part(literal.type().element);
    const auto width = static_cast<std::size_t>(byte_width(part));
    const std::vector<std::byte> bytes = literal.expanded();
    std::vector<double> values(bytes.size() / width);
    for (std::size_t i = 0; i < values.size(); i++) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data() + i * width, width);
        values[i] = decode_float(part, bits);
    }
    return values;
}

Tolerance default_tolerance(ElementType type) {
    const ElementType part = real_part(type);
    if (!is_float(part)) return {};
    switch (part) {
        case ElementType::F64: return {1e-9, 0};
        case ElementType::F32: return {1e-4, 0};
        case ElementType::F16:
        case ElementType::TF32: return {1e-2, 0};
        case ElementType::BF16: return {3e-2, 0};
        default: return {0.13, 0};
    }
}

std::vector<Tolerance> default_tolerances(const Program& program) {
    std::vector<Tolerance> tolerances;
    for (const ElementType type : coarsest_path_types(program)) tolerances.push_back(default_tolerance(type));
    return tolerances;
}

Comparison compare(const Literal& actual, const Literal& expected, Tolerance tolerance) {
    Comparison result;
    const TensorType &mine = actual.type(), &theirs = expected.type();
    if (mine.shape != theirs.shape || mine.element != theirs.element) {
        result.equal = false;
        result.text =
            fmt::format("the result is {}, and {} was expected", to_string(mine), to_string(theirs));
        return result;
    }
    if (!is_float(real_part(mine.element))) {
        result = compare_integers(actual, expected);
        result.text = describe(result, actual, expected);
        return result;
    }
    const std::vector<double> a = numeric_parts(actual), b = numeric_parts(expected);
    const std::size_t per_element = is_complex(mine.element) ? 2 : 1;
    const double largest = largest_finite(b);
    const double bound = result.bound = tolerance.absolute + tolerance.relative * largest;
    for (std::size_t i = 0; i < a.size(); i++) {
        if (std::isfinite(a[i]) && std::isfinite(b[i]))
            result.max_error = std::max(result.max_error, std::fabs(a[i] - b[i]));
        const bool counted = i % per_element != 0 && !accepted(a[i - 1], b[i - 1], bound);
        if (accepted(a[i], b[i], bound) || counted) continue;
        note_difference(result, static_cast<std::int64_t>(i / per_element), mine);
    }
    result.max_relative_error = largest > 0 ? result.max_error / largest : result.max_error;
    result.text = describe(result, actual, expected);
    return result;
}

Comparison compare(const Literal& actual, const Literal& expected) {
    return compare(actual, expected, default_tolerance(expected.type().element));
}

std::int64_t ulp_distance(ElementType type, double a, double b) {
    if (std::isnan(a) && std::isnan(b)) return 0;
    if (std::isnan(a) || std::isnan(b)) return INT64_MAX;
    const std::int64_t x = ordered(type, a), y = ordered(type, b);
    const std::uint64_t distance = x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
                                         : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
    return distance > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(distance);
}

std::int64_t max_ulp_distance(const Literal& actual, const Literal& expected) {
    if (actual.type().shape != expected.type().shape || actual.type().element != expected.type().element)
        return INT64_MAX;
    std::int64_t largest = 0;
    const ElementType part = real_part(expected.type().element);
    if (!is_float(part)) {
        for (std::int64_t i = 0; i < expected.type().element_count(); i++) {
            const std::int64_t a = actual.integer(i), b = expected.integer(i);
            const std::uint64_t distance =
                a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                      : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
            largest =
                std::max(largest, distance > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(distance));
        }
        return largest;
    }
    const std::vector<double> a = numeric_parts(actual), b = numeric_parts(expected);
    for (std::size_t i = 0; i < a.size(); i++) largest = std::max(largest, ulp_distance(part, a[i], b[i]));
    return largest;
}

}  // namespace hlo2c::frontend
