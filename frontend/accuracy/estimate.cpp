#include "frontend/accuracy/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

double integer_as_real(ElementType type, std::int64_t value) {
    return is_unsigned_integer(type) ? static_cast<double>(static_cast<std::uint64_t>(value))
                                     : static_cast<double>(value);
}

/// The nearest integer that the type can represent.
std::int64_t integer_in(ElementType type, double value) {
    if (is_boolean(type)) return value >= 0.5 ? 1 : 0;
    const int width = std::min(bit_width(type), 64);
    const bool is_unsigned = is_unsigned_integer(type);
    const double least = is_unsigned ? 0 : -std::ldexp(1.0, width - 1);
    const double beyond = std::ldexp(1.0, is_unsigned ? width : width - 1);
    const double nearest = std::nearbyint(value);
    if (!(nearest > least)) return static_cast<std::int64_t>(least);
    if (nearest >= beyond) {
        const std::uint64_t ones = width == 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
        return static_cast<std::int64_t>(is_unsigned ? ones : ones >> 1);
    }
    return is_unsigned ? static_cast<std::int64_t>(static_cast<std::uint64_t>(nearest))
                       : static_cast<std::int64_t>(nearest);
}

}  // namespace

Estimate::Estimate(Literal literal, std::vector<double> given)
    : value(std::move(literal)), bounds(std::move(given)), is_tensor(true) {
    HLO2C_CHECK(bounds.empty() || bounds.size() == count(), "each element has a bound");
    bool any = false;
    for (double& bound : bounds) {
        if (std::isnan(bound)) bound = std::numeric_limits<double>::infinity();
        any = any || bound > 0;
    }
    if (!any) bounds.clear();
}

std::size_t Estimate::undecided_count() const {
    return static_cast<std::size_t>(
        std::count_if(bounds.begin(), bounds.end(), [](double bound) { return std::isinf(bound); }));
}

void Estimate::open(std::vector<bool> open) {
    HLO2C_CHECK(open.empty() || open.size() == count(), "the sign of each element's zeros is open or not");
    open_zeros.clear();
    if (std::find(open.begin(), open.end(), true) == open.end()) return;
    const Elements<double> parts = read_parts(value);
    const std::size_t per_element = parts_per_element(value.type().element);
    std::vector<bool> zeros(open.size());
    for (std::size_t i = 0; i < open.size() * per_element; i++)
        if (parts[i] == 0 && open[i / per_element]) zeros[i / per_element] = true;
    if (std::find(zeros.begin(), zeros.end(), true) != zeros.end()) open_zeros = std::move(zeros);
}

Estimate undecided(Literal value) {
    const auto count = static_cast<std::size_t>(value.type().element_count());
    return {std::move(value), std::vector<double>(count, std::numeric_limits<double>::infinity())};
}

bool all_exact(const std::vector<Estimate>& estimates) {
    return std::all_of(estimates.begin(), estimates.end(), [](const Estimate& estimate) {
        return estimate.is_exact() && all_exact(estimate.parts);
    });
}

Literal bounds_tensor(const Estimate& estimate) {
    const TensorType type = tensor_type(estimate.value.type().shape, ElementType::F64);
    return from_reals(type, estimate.bounds.empty()
                                ? std::vector<double>(std::min<std::size_t>(estimate.count(), 1))
                                : estimate.bounds);
}

Literal open_zeros_tensor(const Estimate& estimate) {
    const TensorType type = tensor_type(estimate.value.type().shape, ElementType::F64);
    const std::vector<bool>& open = estimate.open_zeros;
    return from_reals(type, open.empty() ? std::vector<double>(std::min<std::size_t>(estimate.count(), 1))
                                         : std::vector<double>(open.begin(), open.end()));
}

std::size_t parts_per_element(ElementType type) {
    return is_complex(type) ? 2 : 1;
}

std::vector<double> parts_of(const Literal& literal) {
    const ElementType type = literal.type().element;
    if (domain_of(type) == Domain::Real) return all_elements<double>(literal);
    const auto count = static_cast<std::size_t>(literal.type().element_count());
    std::vector<double> parts;
    parts.reserve(count * parts_per_element(type));
    if (domain_of(type) == Domain::Integer) {
        const Elements<std::int64_t> from = integers(literal);
        for (std::size_t i = 0; i < count; i++) parts.push_back(integer_as_real(type, from[i]));
        return parts;
    }
    const Elements<Complex> from = complexes(literal);
    for (std::size_t i = 0; i < count; i++) {
        parts.push_back(from[i].real());
        parts.push_back(from[i].imag());
    }
    return parts;
}

Elements<double> read_parts(const Literal& literal) {
    if (domain_of(literal.type().element) == Domain::Real) return reals(literal);
    return {parts_of(literal), 1};
}

std::vector<double> magnitudes(const Literal& literal) {
    std::vector<double> parts = parts_of(literal);
    if (!is_complex(literal.type().element)) {
        for (double& part : parts) part = std::fabs(part);
        return parts;
    }
    std::vector<double> sizes(parts.size() / 2);
    for (std::size_t i = 0; i < sizes.size(); i++) sizes[i] = std::hypot(parts[2 * i], parts[2 * i + 1]);
    return sizes;
}

Literal from_parts(const TensorType& type, std::vector<double> parts) {
    switch (domain_of(type.element)) {
        case Domain::Real: return from_reals(type, std::move(parts));
        case Domain::Complex: {
            std::vector<Complex> values(parts.size() / 2);
            for (std::size_t i = 0; i < values.size(); i++) values[i] = {parts[2 * i], parts[2 * i + 1]};
            return from_complexes(type, std::move(values));
        }
        case Domain::Integer: break;
    }
    std::vector<std::int64_t> values;
    values.reserve(parts.size());
    for (const double part : parts) values.push_back(integer_in(type.element, part));
    return from_integers(type, std::move(values));
}

}  // namespace hlo2c::frontend
