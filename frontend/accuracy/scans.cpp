#include "frontend/accuracy/scans.h"

#include "frontend/accuracy/samples.h"
#include "frontend/evaluate/scan.h"

namespace hlo2c::frontend {
namespace {

std::vector<bool> truths(const Literal& literal) {
    const std::vector<double> parts = parts_of(literal);
    return {parts.begin(), parts.end()};
}

}  // namespace

Estimate scan_part(const Estimate& whole, std::int64_t dimension, std::int64_t index) {
    Estimate part(part_at(whole.value, dimension, index),
                  whole.bounds.empty() ? std::vector<double>()
                                       : parts_of(part_at(bounds_tensor(whole), dimension, index)));
    if (!whole.open_zeros.empty()) part.open(truths(part_at(open_zeros_tensor(whole), dimension, index)));
    for (const Literal& sample : whole.samples) part.samples.push_back(part_at(sample, dimension, index));
    return part;
}

Estimate stacked_parts(const std::vector<Estimate>& parts, std::int64_t dimension, const TensorType& type) {
    const TensorType reals = tensor_type(type.shape, ElementType::F64);
    const auto stack = [&](auto literal_of, const TensorType& as) {
        std::vector<Literal> literals;
        for (const Estimate& part : parts) literals.push_back(literal_of(part));
        return stacked(literals, dimension, as);
    };
    Estimate whole(stack([](const Estimate& part) { return part.value; }, type),
                   parts_of(stack(bounds_tensor, reals)));
    whole.open(truths(stack(open_zeros_tensor, reals)));
    if (whole.is_exact()) return whole;
    for (std::size_t number = 0; number < sample_count; number++) {
        const auto sample = [&](const Estimate& part) { return sample_in_widest_type(part, number); };
        whole.samples.push_back(stack(sample, tensor_type(type.shape, sample(parts.front()).type().element)));
    }
    return whole;
}

}  // namespace hlo2c::frontend
