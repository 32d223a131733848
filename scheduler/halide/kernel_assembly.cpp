#include "scheduler/halide/kernel_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frontend/diagnostic.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/lowered_statement.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler::halide {

using frontend::ValueId;
using Halide::Expr;
using Halide::ImageParam;

namespace {

/// How many numbers are in memory: two per complex element.
std::int64_t stored_count(const frontend::TensorType& type) {
    return type.element_count() * (frontend::is_complex(type.element) ? 2 : 1);
}

}  // namespace

KernelAssembly::KernelAssembly(const LoweringContext& context) : context_(context) {}

ImageParam& KernelAssembly::parameter(const std::string& name, ScalarKind kind, std::int64_t elements,
                                      KernelArgument argument) {
    ImageParam image(halide_type(kind), 1);
    image.dim(0).set_bounds(0, static_cast<int>(elements)).set_stride(1);
    parameter_of_image_[image.name()] = static_cast<int>(result_.arguments.size());
    result_.kernel.nest.parameters.push_back({name, kind, elements, false});
    result_.arguments.push_back(argument);
    ImageParam& kept = argument.packed >= 0 ? packed_inputs_[argument.packed] : inputs_[argument.value];
    kept = image;
    return kept;
}

ImageParam& KernelAssembly::input(ValueId value) {
    auto found = inputs_.find(value);
    if (found == inputs_.end()) {
        const auto& type = context_.tensor(value);
        parameter(fmt::format("x{}", inputs_.size()), storage_kind(type.element),
                  std::max<std::int64_t>(1, stored_count(type)), {value, -1, false});
        result_.kernel.nest.parameters.back().type = type_text(type);
        if (const frontend::Literal* positions = context_.positions(value))
            for (std::int64_t i = 0; i < type.element_count(); i++)
                result_.kernel.nest.parameters.back().contents.push_back(positions->integer(i));
        found = inputs_.find(value);
    }
    return found->second;
}

Expr KernelAssembly::load(ValueId value, const Expr& flat_index) {
    return input(value)(flat_index);
}

void KernelAssembly::declare_inputs(const std::vector<ValueId>& values) {
    for (const ValueId value : values) input(value);
}

void KernelAssembly::describe(const Schedule& schedule) {
    result_.kernel.schedule = scheduler::describe(schedule);
    result_.kernel.estimate = describe_estimate(schedule);
    result_.kernel.tile = tile_text(schedule);
    result_.kernel.vector_lanes = vector_lanes(schedule);
}

std::string KernelAssembly::input_name(ValueId value) {
    const int number = parameter_of_image_.at(input(context_.storage(value)).name());
    return result_.kernel.nest.parameters[static_cast<std::size_t>(number)].name;
}

std::string KernelAssembly::output_name(int number) const {
    const int parameter = outputs_[static_cast<std::size_t>(number)];
    return result_.kernel.nest.parameters[static_cast<std::size_t>(parameter)].name;
}

NodeId KernelAssembly::expression(const Expr& e, const std::map<std::string, std::string>& variables) {
    std::map<std::string, BufferBinding> bindings;
    for (const auto& [image, number] : parameter_of_image_) bindings[image] = {.parameter = number};
    return append_expression(result_.kernel.nest, e, bindings, variables);
}

int KernelAssembly::add_packed(PackedWeight packed) {
    result_.packed.push_back(std::move(packed));
    return static_cast<int>(result_.packed.size()) - 1;
}

void KernelAssembly::append_packed_block(int packed, PackedBlock block) {
    PackedWeight& weight = result_.packed[static_cast<std::size_t>(packed)];
    weight.blocks.push_back(std::move(block));
    const auto image = packed_inputs_.find(packed);
    if (image == packed_inputs_.end()) return;
    const std::int64_t elements = weight.element_count();
    image->second.dim(0).set_bounds(0, static_cast<int>(elements));
    const int number = parameter_of_image_.at(image->second.name());
    result_.kernel.nest.parameters[static_cast<std::size_t>(number)].elements = elements;
}

Expr KernelAssembly::load_packed(int packed, ScalarKind kind, const Expr& flat_index) {
    auto found = packed_inputs_.find(packed);
    if (found == packed_inputs_.end()) {
        const std::string name = packed == 0 ? "weights" : fmt::format("weights{}", packed + 1);
        parameter(name, kind, result_.packed[static_cast<std::size_t>(packed)].element_count(),
                  {frontend::no_value, packed, false});
        found = packed_inputs_.find(packed);
    }
    return found->second(flat_index);
}

Expr KernelAssembly::hold(const std::string& name, const Expr& value) {
    const auto is_named = [&](const auto& held) { return held.first == name; };
    HLO2C_CHECK(std::none_of(held_.begin(), held_.end(), is_named), "two held values have the name " + name);
    held_.emplace_back(name, expression(value, {}));
    const Halide::Param<std::int32_t> variable;
    variables_[variable.name()] = name;
    return variable;
}

void KernelAssembly::add_output(ValueId root, const Expr& start) {
    const auto& type = context_.tensor(root);
    if (start.defined()) output_start_ = variables_.at(start.as<Halide::Internal::Variable>()->name);
    const std::string name = outputs_.empty() ? "out" : fmt::format("out{}", outputs_.size() + 1);
    outputs_.push_back(static_cast<int>(result_.arguments.size()));
    result_.kernel.nest.parameters.push_back({.name = name,
                                              .element = storage_kind(type.element),
                                              .elements = stored_count(type),
                                              .written = true,
                                              .type = type_text(type)});
    result_.arguments.push_back({root, -1, true});
}

void KernelAssembly::add_box(Halide::Func output, const std::vector<OutputLoop>& loops, std::int64_t offset,
                             int slots, const std::vector<ResultGap>& gaps) {
    std::map<std::string, BufferBinding> bindings;
    for (const auto& [image, number] : parameter_of_image_) bindings[image] = {.parameter = number};
    const auto buffers = output.output_buffers();
    HLO2C_CHECK(buffers.size() == outputs_.size(), "a pipeline writes an unexpected number of outputs");
    for (std::size_t i = 0; i < buffers.size(); i++) {
        Halide::OutputImageParam buffer = buffers[i];
        for (std::size_t d = 0; d < loops.size(); d++) {
            // The outputs of a tuple share the bounds of the first.
            if (i == 0) buffer.dim(static_cast<int>(d)).set_bounds(0, static_cast<int>(loops[d].extent));
            buffer.dim(static_cast<int>(d)).set_stride(static_cast<int>(loops[d].stride));
        }
        bindings[buffer.name()] = {outputs_[i], offset, output_start_, gaps};
    }
    statements_.push_back(append_statement(result_.kernel.nest, lowered_statement(Halide::Pipeline(output)),
                                           bindings, variables_, slots));
}

namespace {

void mark_shared(LoopNest& nest, NodeId statement) {
    if (nest[statement].kind == NodeKind::Block)
        for (const NodeId each : nest[statement].operands) mark_shared(nest, each);
    Node& loop = nest.nodes[statement];
    if (loop.kind == NodeKind::For && loop.loop == LoopKind::Serial) loop.loop = LoopKind::Shared;
}

}  // namespace

/// Inputs get the names that they were given; the others are numbered.
void KernelAssembly::name_inputs() {
    LoopNest& nest = result_.kernel.nest;
    frontend::NameTable taken;
    take_names(nest, taken);
    for (const BufferParameter& parameter : nest.parameters) taken.release(parameter.name);
    std::map<std::string, std::string> names;
    int numbered = 0;
    for (std::size_t i = 0; i < nest.parameters.size(); i++) {
        const KernelArgument& argument = result_.arguments[i];
        std::string& name = nest.parameters[i].name;
        std::string wanted = name;
        if (!argument.written && argument.packed < 0) {
            const auto given = input_names_.find(argument.value);
            wanted = given != input_names_.end() ? given->second : fmt::format("x{}", numbered++);
        }
        const std::string known = std::exchange(name, taken.claim(wanted));
        names[known] = name;
    }
    for (Node& node : nest.nodes)
        if (const auto found = names.find(node.symbol); found != names.end()) node.symbol = found->second;
}

LoweredKernel KernelAssembly::finish() {
    name_inputs();
    LoopNest& nest = result_.kernel.nest;
    if (shared_ < statements_.size() && has_parallel_loop(nest, statements_[shared_]))
        for (std::size_t i = 0; i < shared_; i++) mark_shared(nest, statements_[i]);
    nest.body = statements_.size() == 1 ? statements_[0] : nest.block(statements_);
    for (auto held = held_.rbegin(); held != held_.rend(); ++held)
        nest.body = nest.add(
            {.kind = NodeKind::LetStatement, .operands = {held->second, nest.body}, .symbol = held->first});
    std::vector<std::size_t> order(nest.parameters.size());
    for (std::size_t i = 0; i < order.size(); i++) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const auto rank = [&](std::size_t i) {
            return result_.arguments[i].written ? 2 : result_.arguments[i].packed >= 0 ? 1 : 0;
        };
        return rank(a) < rank(b);
    });
    std::vector<BufferParameter> parameters;
    std::vector<KernelArgument> arguments;
    for (std::size_t i : order) {
        parameters.push_back(nest.parameters[i]);
        arguments.push_back(result_.arguments[i]);
    }
    nest.parameters = std::move(parameters);
    result_.arguments = std::move(arguments);
    return std::move(result_);
}

}  // namespace hlo2c::scheduler::halide
