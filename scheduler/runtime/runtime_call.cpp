#include "scheduler/runtime/runtime_call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

using frontend::ElementType;

std::string runtime_type(ElementType element) {
    switch (element) {
        case ElementType::F32: return "f32";
        case ElementType::F64: return "f64";
        case ElementType::C64: return "c64";
        case ElementType::C128: return "c128";
        default: break;
    }
    HLO2C_CHECK(false, "the element type of a library call has functions");
    return {};
}

MatrixBatch matrix_batch(const TensorType& type) {
    const std::size_t rank = type.shape.size();
    MatrixBatch batch{1, type.shape[rank - 2], type.shape[rank - 1]};
    for (std::size_t d = 0; d + 2 < rank; d++) batch.batches *= type.shape[d];
    return batch;
}

RuntimeCall::RuntimeCall(const Function& function, const Op& op, const std::string& family,
                         const std::string& name, ElementType element)
    : RuntimeCall(function, op, fmt::format("rt_{}_{}", family, runtime_type(element)),
                  fmt::format("hlo2c_{}_{}", name, runtime_type(element))) {}

RuntimeCall::RuntimeCall(const Function& function, const Op& op, const std::string& unit,
                         const std::string& name)
    : function_(function), op_(op) {
    Kernel& kernel = result_.kernel;
    kernel = described_kernel(function, op);
    kernel.origin = KernelOrigin::Runtime;
    kernel.runtime_unit = unit;
    kernel.runtime_function = name;
    const TensorType* largest = &function.tensor(op.results[0]);
    for (ValueId value : op.results)
        if (function.tensor(value).element_count() > largest->element_count())
            largest = &function.tensor(value);
    const std::string prefix = "hlo2c_";
    kernel.name = fmt::format("{}{}{}", name.substr(prefix.size()), largest->shape.empty() ? "" : "_",
                              fmt::join(largest->shape, "x"));
    kernel.tile = "1";
}

RuntimeCall& RuntimeCall::argument(ValueId value, bool written) {
    const TensorType& type = function_.tensor(value);
    const ScalarKind kind = storage_kind(type.element);
    const std::int64_t parts = frontend::byte_width(type.element) / byte_width(kind);
    auto& parameters = result_.kernel.nest.parameters;
    parameters.push_back(
        {fmt::format("x{}", parameters.size()), kind, type.element_count() * parts, written});
    result_.arguments.push_back({value, -1, written});
    return *this;
}

RuntimeCall& RuntimeCall::updates(ValueId initial, ValueId value) {
    HLO2C_CHECK(result_.updates == frontend::no_value, "a call updates one value");
    for (const KernelArgument& argument : result_.arguments)
        HLO2C_CHECK(!argument.written, "what is updated comes before all else that is written");
    if (initial != value) result_.updates = initial;
    return argument(value, true);
}

RuntimeCall& RuntimeCall::scratch(std::int64_t bytes) {
    // A function that takes scratch always gets some, even if the matrices have no elements.
    result_.kernel.nest.scratch_bytes = std::max<std::int64_t>(bytes + 63, 64) / 64 * 64;
    return *this;
}

RuntimeCall& RuntimeCall::structure(const std::string& type) {
    result_.kernel.runtime_structure = type;
    return *this;
}

RuntimeCall& RuntimeCall::constant(const std::string& name, std::int64_t value) {
    result_.kernel.runtime_constants.emplace_back(name, value);
    return *this;
}

RuntimeCall& RuntimeCall::schedule(const std::string& words) {
    result_.kernel.schedule = words;
    return *this;
}

RuntimeCall& RuntimeCall::flops(std::int64_t count) {
    result_.kernel.flops = count;
    return *this;
}

LoweredKernel RuntimeCall::finish() {
    for (const BufferParameter& parameter : result_.kernel.nest.parameters)
        result_.kernel.bytes += parameter.elements * byte_width(parameter.element);
    return std::move(result_);
}

}  // namespace hlo2c::scheduler
