#include "frontend/accuracy/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/data/compare.h"

namespace hlo2c::frontend {
namespace {

/// The distance of `actual` from `expected`; infinite if the two cannot match.
double distance_of(double actual, double expected) {
    if (actual == expected || (std::isnan(actual) && std::isnan(expected))) return 0;
    const double distance = std::fabs(actual - expected);
    return std::isnan(distance) ? infinity : distance;
}

double ratio_of(double distance, double bound) {
    if (distance == 0) return 0;
    return bound > 0 ? distance / bound : infinity;
}

std::string text_of(const Judgement& judgement, std::size_t count, const std::string& values) {
    const std::string unknown =
        judgement.undecided > 0 ? fmt::format(", {} undecided", judgement.undecided) : std::string();
    if (judgement.agrees)
        return fmt::format("{} elements agree, largest error {:.3g}, at most {:.3g} of its bound {:.3g}{}",
                           count, judgement.max_error, judgement.ratio, judgement.bound, unknown);
    return fmt::format(
        "{} of {} elements differ, first at [{}]: {}; largest error {:.3g}, at most {:.3g} of its "
        "bound "
        "{:.3g}{}",
        judgement.differing, count, fmt::join(judgement.first_index, ", "), values, judgement.max_error,
        judgement.ratio, judgement.bound, unknown);
}

bool are_zeros_of_different_signs(double a, double b) {
    return a == 0 && b == 0 && std::signbit(a) != std::signbit(b);
}

/// 64-bit integers may differ although their doubles are equal.
bool differ_beyond_doubles(const Literal& actual, const Literal& expected, std::size_t element) {
    if (domain_of(expected.type().element) != Domain::Integer) return false;
    const auto at = static_cast<std::int64_t>(element);
    return actual.integer(at) != expected.integer(at);
}

}  // namespace

Judgement judge(const Literal& actual, const Estimate& expected) {
    Judgement judgement;
    const TensorType &mine = actual.type(), &theirs = expected.value.type();
    if (mine.shape != theirs.shape || mine.element != theirs.element) {
        judgement.agrees = false;
        judgement.text =
            fmt::format("the result is {}, and {} was expected", to_string(mine), to_string(theirs));
        return judgement;
    }
    const std::size_t per_element = parts_per_element(theirs.element);
    const std::vector<double> a = parts_of(actual), b = parts_of(expected.value);
    std::string values;
    for (std::size_t element = 0; element < expected.count(); element++) {
        const double bound = expected.bound(element);
        const bool signed_zeros = !expected.has_open_zeros(element);
        double distance = 0;
        bool other_sign = false;
        for (std::size_t i = element * per_element; i < (element + 1) * per_element; i++) {
            distance = std::max(distance, distance_of(a[i], b[i]));
            other_sign = other_sign || (signed_zeros && are_zeros_of_different_signs(a[i], b[i]));
            if (std::isfinite(a[i]) && std::isfinite(b[i]))
                judgement.max_error = std::max(judgement.max_error, std::fabs(a[i] - b[i]));
        }
        if (std::isinf(bound)) {
            judgement.undecided++;
            continue;
        }
        if (distance == 0 && differ_beyond_doubles(actual, expected.value, element)) distance = 1;
        const double ratio = other_sign ? infinity : ratio_of(distance, bound);
        if (ratio > judgement.ratio || (judgement.ratio == 0 && bound > judgement.bound)) {
            judgement.ratio = ratio;
            judgement.bound = bound;
        }
        if (distance <= bound && !other_sign) continue;
        judgement.agrees = false;
        if (judgement.differing++ > 0) continue;
        judgement.first = static_cast<std::int64_t>(element);
        judgement.first_index = index_of(judgement.first, theirs.shape);
        const std::size_t i = element * per_element;
        values = per_element == 2 ? fmt::format("({:.17g}, {:.17g}) instead of ({:.17g}, {:.17g})", a[i],
                                                a[i + 1], b[i], b[i + 1])
                                  : fmt::format("{:.17g} instead of {:.17g}", a[i], b[i]);
    }
    judgement.text =
        text_of(judgement, expected.count() - static_cast<std::size_t>(judgement.undecided), values);
    return judgement;
}

}  // namespace hlo2c::frontend
