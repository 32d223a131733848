#include "scheduler/steps/kernel_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "frontend/integer_division.h"

namespace hlo2c::scheduler {

namespace {

/// A text that is equal for kernels that do the same, whatever the extents of the buffers are that they are
/// called on.
std::string identity(const Kernel& kernel) {
    if (kernel.origin != KernelOrigin::Runtime) {
        LoopNest nest = kernel.nest;
        for (BufferParameter& parameter : nest.parameters) parameter.elements = 0;
        return to_text(nest);
    }
    std::string text = kernel.runtime_function;
    for (const BufferParameter& parameter : kernel.nest.parameters)
        text += fmt::format(" {}{}[{}]", parameter.written ? "&" : "", spelling(parameter.element),
                            parameter.elements);
    for (const auto& [name, value] : kernel.runtime_constants) text += fmt::format(" {}={}", name, value);
    return text;
}

}  // namespace

KernelId KernelTable::intern(Kernel kernel) {
    const std::string text = identity(kernel);
    const auto known = kernels_.find(text);
    if (known != kernels_.end()) {
        // Equal code accesses equal elements, which are inside the smaller extent too.
        std::vector<BufferParameter>& parameters = plan_.kernels[known->second].nest.parameters;
        for (std::size_t i = 0; i < parameters.size(); i++)
            parameters[i].elements = std::min(parameters[i].elements, kernel.nest.parameters[i].elements);
        return known->second;
    }
    kernel.name = names_.claim(kernel.name);
    const auto id = static_cast<KernelId>(plan_.kernels.size());
    plan_.kernels.push_back(std::move(kernel));
    kernels_[text] = id;
    return id;
}

int KernelTable::intern(Combiner combiner) {
    for (std::size_t i = 0; i < plan_.combiners.size(); i++)
        if (plan_.combiners[i].block_kernel == combiner.block_kernel &&
            plan_.combiners[i].single_kernel == combiner.single_kernel)
            return static_cast<int>(i);
    combiner.name = names_.claim(combiner.name);
    plan_.combiners.push_back(std::move(combiner));
    return static_cast<int>(plan_.combiners.size()) - 1;
}

int KernelTable::intern_weight(Weight weight) {
    const std::size_t hash = std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(weight.bytes.data()), weight.bytes.size()});
    const auto [begin, end_of_equal] = weights_.equal_range(hash);
    for (auto known = begin; known != end_of_equal; ++known) {
        const Weight& other = plan_.weights[static_cast<std::size_t>(known->second)];
        if (other.element == weight.element && other.bytes == weight.bytes) return known->second;
    }
    weight.bytes.release_pages();
    const int number = static_cast<int>(plan_.weights.size());
    std::int64_t end = 0;
    if (!plan_.weights.empty())
        end = plan_.weights.back().offset + static_cast<std::int64_t>(plan_.weights.back().bytes.size());
    weight.offset = round_up(end, 64);
    weight.name = weight_names_.claim(weight.name.empty() ? fmt::format("w{}", number) : weight.name);
    plan_.weights.push_back(std::move(weight));
    weights_.emplace(hash, number);
    return number;
}

}  // namespace hlo2c::scheduler
