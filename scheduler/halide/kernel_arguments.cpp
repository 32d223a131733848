#include "scheduler/halide/kernel_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {

std::int64_t PackedWeight::element_count() const {
    std::int64_t sum = 0;
    for (const PackedBlock& block : blocks) sum += block.element_count();
    return sum;
}

bool is_written(frontend::ValueId value, const std::vector<LoweredKernel>& kernels) {
    return std::any_of(kernels.begin(), kernels.end(), [&](const LoweredKernel& kernel) {
        return std::any_of(
            kernel.arguments.begin(), kernel.arguments.end(),
            [&](const KernelArgument& argument) { return argument.written && argument.value == value; });
    });
}

std::string_view element_word(frontend::ElementType element) {
    return frontend::is_complex(element) ? frontend::hlo_spelling(element) : frontend::spelling(element);
}

std::string type_text(const frontend::TensorType& type) {
    return fmt::format("{}[{}]", element_word(type.element), fmt::join(type.shape, ","));
}

Kernel described_kernel(const frontend::Function& function, const frontend::Op& op) {
    const auto types = [&](const std::vector<frontend::ValueId>& values) {
        std::vector<std::string> texts;
        for (const frontend::ValueId value : values)
            if (function.type(value).is_tensor()) texts.push_back(type_text(function.tensor(value)));
        return fmt::format("{}", fmt::join(texts, ", "));
    };
    Kernel kernel;
    const std::string target = op[attr::call_target_name];
    kernel.ops.push_back(std::string(frontend::spelling(op.code)) + (target.empty() ? "" : " @" + target));
    kernel.operation = fmt::format("{} -> {}", types(op.operands), types(op.results));
    return kernel;
}

}  // namespace hlo2c::scheduler
