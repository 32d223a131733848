#include "scheduler/kernels/combiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/pipeline.h"
#include "scheduler/error_numbers.h"
#include "scheduler/kernels/supported_types.h"
#include "scheduler/loops/in_place.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Elements that the wide form handles at a time: enough for the widest vectors.
constexpr int block_elements = 64;

[[noreturn]] void refuse(const frontend::Program& program, const Op& op, const std::string& why) {
    unsupported(lowering_error::reduction, frontend::place_of(program, op),
                "the computation of this reduction " + why,
                "Make it compute one element from two with elementwise operations.");
}

/// The region as a function of two tensors of `elements` elements.
Function widened(const frontend::Program& program, const Function& function, const Op& op, int elements) {
    const Region& region = op.regions[0];
    Function wide;
    wide.name = "combine";
    std::map<ValueId, ValueId> values;
    const auto widen = [&](ValueId value) {
        TensorType type = function.tensor(value);
        if (type.rank() != 0) refuse(program, op, "works on more than single elements");
        type.shape = {elements};
        return values[value] = wide.add_value(type, function.values[value].name);
    };
    for (ValueId argument : region.arguments) wide.body.arguments.push_back(widen(argument));
    for (const Op& inner : region.ops) {
        Op copy = inner;
        if (!inner.regions.empty()) refuse(program, op, "has regions of its own");
        for (ValueId& operand : copy.operands) {
            if (!values.count(operand)) refuse(program, op, "reads values from outside");
            operand = values.at(operand);
        }
        for (ValueId& result : copy.results) result = widen(result);
        if (inner.code == OpCode::Constant) {
            const frontend::Literal& literal = inner[attr::value];
            const std::vector<std::byte> bytes(literal.element(0).begin(), literal.element(0).end());
            TensorType type = literal.type();
            type.shape = {elements};
            copy.set(attr::value, frontend::Literal(type, bytes, true));
        }
        wide.body.ops.push_back(std::move(copy));
    }
    wide.body.ops.back().code = OpCode::FuncReturn;
    for (ValueId result : wide.body.ops.back().operands) wide.result_types.push_back(wide.type(result));
    return wide;
}

/// The kernel of a function that consists of a single kernel; nullopt for any other function.
std::optional<LoweredKernel> only_kernel(const frontend::Program& program, const Function& function,
                                         const Target& target) {
    require_supported_types(program, function);
    const FunctionGraph graph(function);
    const FunctionGroups groups = group_function(graph);
    FunctionKernels kernels = make_kernels(program, graph, groups, order_groups(graph, groups),
                                           schedule_groups(graph, groups, target), target);
    std::optional<LoweredKernel> only;
    for (std::size_t number = 0; number < groups.regions[0].groups.size(); number++) {
        std::vector<LoweredKernel>& calls = kernels.regions[0][number].calls;
        if (calls.size() != 1 || only) return std::nullopt;
        only = std::move(calls.front());
    }
    return only;
}

/// A kernel (operand, accumulator) that overwrites the accumulator; or (operand, accumulator, result) if it
/// would read elements after writing others, as with pairs of real and imaginary parts.
Kernel combining_kernel(const frontend::Program& program, const Op& op, Function function,
                        const Target& target) {
    frontend::Program alone;
    alone.source_path = program.source_path;
    alone.locations = program.locations;
    alone.functions.push_back(std::move(function));
    alone = frontend::run_passes(frontend::complex_passes(), std::move(alone));
    const Function& wide = alone.functions.front();
    const std::optional<LoweredKernel> lowered = only_kernel(alone, wide, target);
    if (!lowered) refuse(program, op, "is not one operation on elements");
    const auto& arguments = lowered->arguments;
    const auto position = [&](ValueId value) {
        const auto found = std::find_if(
            arguments.begin(), arguments.end(),
            [&](const KernelArgument& argument) { return !argument.written && argument.value == value; });
        return found == arguments.end() ? -1 : static_cast<int>(found - arguments.begin());
    };
    const int accumulator = position(wide.arguments()[0]), operand = position(wide.arguments()[1]);
    if (arguments.size() != 3 || accumulator < 0 || operand < 0 || !arguments.back().written)
        refuse(program, op, "does not use both of its arguments");
    Kernel kernel = lowered->kernel;
    if (std::optional<LoopNest> nest =
            made_in_place(lowered->kernel.nest, accumulator, 2, !lowered->stores_twice))
        kernel.nest = std::move(*nest);
    else if (accumulator == 0)
        std::swap(kernel.nest.parameters[0], kernel.nest.parameters[1]);
    kernel.name = "combine_" + kernel.name;
    kernel.ops = {fmt::format("computation of {}", spelling(op.code))};
    return kernel;
}

}  // namespace

CombinerKernels make_combiner(const frontend::Program& program, const Function& function, const Op& op,
                              const Target& target) {
    Target serial = target;
    serial.cores = 1;  // transports call combiners without a context, which parallel loops need
    CombinerKernels kernels{
        .block = combining_kernel(program, op, widened(program, function, op, block_elements), serial),
        .single = combining_kernel(program, op, widened(program, function, op, 1), serial),
        .block_elements = block_elements};
    // Names of kernels end with the extents of their results.
    constexpr std::string_view extent = "_1";
    const std::string& name = kernels.single.name;
    HLO2C_CHECK(name.ends_with(extent), "the name of a kernel for one element says so");
    kernels.name = name.substr(0, name.size() - extent.size());
    return kernels;
}

}  // namespace hlo2c::scheduler
