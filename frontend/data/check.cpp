#include "frontend/data/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "frontend/data/compare.h"

namespace hlo2c::frontend {
namespace {

std::uint64_t distance_of(ElementType type, double a, double b) {
    if (std::isnan(a) && std::isnan(b)) return 0;
    if (!std::isfinite(a) || !std::isfinite(b)) return a == b ? 0 : UINT64_MAX;
    return static_cast<std::uint64_t>(ulp_distance(type, a, b));
}

std::uint64_t distance_of(const Literal& actual, const Literal& expected, std::int64_t index) {
    const std::int64_t a = actual.integer(index), b = expected.integer(index);
    const bool less = is_unsigned_integer(actual.type().element)
                          ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b)
                          : a < b;
    const std::uint64_t difference = static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
    return less ? 0 - difference : difference;
}

bool accepted(const Check& check, double a, double b) {
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b) && (check.kind != Check::Kind::Equal || check.nan_equal);
    if (a == b) return true;
    if (check.kind == Check::Kind::Equal || std::isinf(a) || std::isinf(b)) return false;
    return std::fabs(a - b) <= check.absolute + check.relative * std::fabs(b);
}

/// Records the first rejected element, the number of rejected elements and the largest distance.
class CheckedElements {
public:
    explicit CheckedElements(const Check& check) : check_(check) {}

    void see(std::int64_t element, bool holds) {
        if (!holds && differing_++ == 0) first_ = element;
    }
    void see_distance(std::uint64_t distance) { largest_ = std::max(largest_, distance); }
    bool near_enough(std::uint64_t distance) const {
        return check_.kind == Check::Kind::Ulp ? distance <= check_.most_ulp : distance == 0;
    }
    std::int64_t first() const { return first_; }
    std::int64_t differing() const { return differing_; }
    std::uint64_t largest() const { return largest_; }

private:
    const Check& check_;
    std::int64_t first_ = -1, differing_ = 0;
    std::uint64_t largest_ = 0;
};

void conclude(const CheckedElements& elements, const Check& check, std::int64_t count,
              const std::string& values, CheckVerdict& verdict) {
    const bool far_enough = check.kind != Check::Kind::Ulp || elements.largest() >= check.least_ulp;
    verdict.holds = elements.differing() == 0 && far_enough;
    const std::string distance =
        check.kind == Check::Kind::Ulp ? fmt::format(", {} ULP at most", elements.largest()) : std::string();
    if (elements.differing() > 0)
        verdict.text =
            fmt::format("{} of {} elements differ, first at element {}: {}; largest error {:.3g}{}",
                        elements.differing(), count, elements.first(), values, verdict.max_error, distance);
    else if (!far_enough)
        verdict.text = fmt::format("the elements differ by up to {} ULP, but at most {} were expected",
                                   elements.largest(), check.least_ulp);
    else
        verdict.text =
            fmt::format("{} elements agree, largest error {:.3g}{}", count, verdict.max_error, distance);
}

CheckVerdict check_integers(const Literal& actual, const Literal& expected, const Check& check) {
    CheckVerdict verdict;
    CheckedElements elements(check);
    const std::int64_t count = expected.type().element_count();
    for (std::int64_t i = 0; i < count; i++) {
        const std::uint64_t distance = distance_of(actual, expected, i);
        elements.see_distance(distance);
        elements.see(i, elements.near_enough(distance));
        verdict.max_error = std::max(verdict.max_error, static_cast<double>(distance));
    }
    const std::string values = elements.first() < 0
                                   ? std::string()
                                   : fmt::format("{} instead of {}", actual.integer(elements.first()),
                                                 expected.integer(elements.first()));
    conclude(elements, check, count, values, verdict);
    return verdict;
}

CheckVerdict check_floats(const Literal& actual, const Literal& expected, const Check& check) {
    CheckVerdict verdict;
    CheckedElements elements(check);
    const ElementType part = real_part(expected.type().element);
    const std::vector<double> a = numeric_parts(actual), b = numeric_parts(expected);
    const std::int64_t per_element = is_complex(expected.type().element) ? 2 : 1;
    std::string values;
    for (std::size_t i = 0; i < a.size(); i++) {
        bool holds = accepted(check, a[i], b[i]);
        if (check.kind == Check::Kind::Ulp) {
            const std::uint64_t distance = distance_of(part, a[i], b[i]);
            elements.see_distance(distance);
            holds = elements.near_enough(distance);
        }
        elements.see(static_cast<std::int64_t>(i) / per_element, holds);
        if (!holds && values.empty()) values = fmt::format("{:.17g} instead of {:.17g}", a[i], b[i]);
        if (std::isfinite(a[i]) && std::isfinite(b[i]))
            verdict.max_error = std::max(verdict.max_error, std::fabs(a[i] - b[i]));
    }
    conclude(elements, check, expected.type().element_count(), values, verdict);
    return verdict;
}

}  // namespace

CheckVerdict check_tensors(const Literal& actual, const Literal& expected, const Check& check) {
    const TensorType &mine = actual.type(), &theirs = expected.type();
    if (mine.shape != theirs.shape || mine.element != theirs.element)
        return {false, 0,
                fmt::format("the result is {}, and {} was expected", to_string(mine), to_string(theirs))};
    if (check.kind == Check::Kind::Bits) {
        const bool same = actual.expanded() == expected.expanded();
        return {same, 0, same ? "the same bits" : "the bits differ"};
    }
    if (!is_float(real_part(theirs.element))) return check_integers(actual, expected, check);
    if (check.kind == Check::Kind::Scaled) {
        const Comparison verdict = compare(actual, expected, {check.relative, check.absolute});
        return {verdict.equal, verdict.max_error, verdict.text};
    }
    return check_floats(actual, expected, check);
}

}  // namespace hlo2c::frontend
