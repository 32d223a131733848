#include "codegen/library/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/library/checksum.h"
#include "codegen/text/text.h"
#include "codegen/text/writer.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

using frontend::ElementType;
using scheduler::BufferRole;
using scheduler::FunctionPlan;
using scheduler::Plan;
using scheduler::Port;
using scheduler::ScalarKind;

constexpr std::int64_t automatic_limit = 1 << 20;
/// Structures of more inputs and outputs than this exceed the stack bound.
constexpr std::size_t ports_on_stack = 128;

std::int64_t round_up(std::int64_t value, std::int64_t step) {
    return (value + step - 1) / step * step;
}

std::vector<PortModel> port_models(const std::vector<Port>& ports) {
    NameTable members;
    std::vector<PortModel> models;
    for (const Port& port : ports) {
        PortModel model;
        model.port = &port;
        model.member = members.claim(identifier(port.name));
        model.element_type = c_type(port.type.element);
        model.element_bytes = frontend::byte_width(frontend::real_part(port.type.element));
        model.bytes = port.type.byte_size();
        model.donated_to = port.donated_to;
        models.push_back(std::move(model));
    }
    return models;
}

FunctionModel function_model(const FunctionPlan& function) {
    FunctionModel model;
    model.plan = &function;
    model.inputs = port_models(function.inputs);
    model.outputs = port_models(function.outputs);
    model.arena_bytes = function.arena_bytes;
    if (model.inputs.size() + model.outputs.size() > ports_on_stack) {
        model.call_area = round_up(function.arena_bytes, arena_alignment);
        const auto pointers = static_cast<std::int64_t>(model.inputs.size() + model.outputs.size());
        model.arena_bytes = model.call_area + 8 * (pointers + 2) + 2 * arena_alignment;
    }
    return model;
}

void name_functions(LibraryModel& model, NameTable& symbols) {
    NameTable plain, constants;
    for (FunctionModel& function : model.functions) {
        const std::string wanted =
            identifier(function.plan->name == "main" ? "main_function" : function.plan->name);
        function.name = function.plan->name == "main" ? plain.claim("main") : plain.claim(wanted);
        function.symbol = symbols.claim(model.name + "_" + function.name);
        symbols.claim(function.symbol + "_inputs");
        symbols.claim(function.symbol + "_outputs");
        const bool alone = model.functions.size() == 1;
        function.arena_macro = alone
                                   ? model.upper + "_ARENA_BYTES"
                                   : fmt::format("{}_{}_ARENA_BYTES", model.upper, upper_case(function.name));
        const std::string prefix = alone ? "AT_" : upper_case(function.name) + "_AT_";
        for (const scheduler::Buffer& buffer : function.plan->buffers)
            function.buffer_constants.push_back(
                buffer.role == BufferRole::Arena
                    ? constants.claim(prefix + upper_case(identifier(buffer.name)))
                    : "");
    }
}

NameTable interface_names(const std::string& name) {
    NameTable symbols;
    for (const char* suffix : {"abi", "call", "functions", "kernel_names", "weights", "check_weights"})
        symbols.claim(name + "_" + suffix);
    return symbols;
}

void name_weights(LibraryModel& model) {
    NameTable names;
    for (const scheduler::Weight& weight : model.plan->weights) {
        const std::string plain = identifier(weight.name);
        model.weight_names.push_back(names.claim(model.storage == WeightStorage::C
                                                     ? model.name + "_weight_" + plain
                                                     : "WEIGHT_" + upper_case(plain)));
        const auto end = weight.offset + static_cast<std::int64_t>(weight.bytes.size());
        model.weight_bytes = std::max(model.weight_bytes, end);
    }
}

bool has_parallel_loop(const scheduler::LoopNest& nest) {
    return std::any_of(nest.nodes.begin(), nest.nodes.end(), [](const scheduler::Node& node) {
        return node.kind == scheduler::NodeKind::For && node.loop == scheduler::LoopKind::Parallel;
    });
}

}  // namespace

std::string library_name(const Plan& plan, const LibraryOptions& options) {
    return identifier(options.name.empty() ? plan.program_name : options.name);
}

WeightStorage weight_storage(const Plan& plan, const LibraryOptions& options) {
    if (options.weights != WeightStorage::Automatic) return options.weights;
    std::int64_t bytes = 0;
    for (const scheduler::Weight& weight : plan.weights)
        bytes += static_cast<std::int64_t>(weight.bytes.size());
    return bytes < automatic_limit ? WeightStorage::C : WeightStorage::Blob;
}

std::string kernel_prefix(const Plan& plan, const LibraryOptions& options) {
    const std::string name = library_name(plan, options);
    const NameTable reserved = interface_names(name);
    for (const scheduler::Kernel& kernel : plan.kernels) {
        const std::string symbol = name + "_" + kernel.name;
        bool meets = reserved.has(symbol) || kernel.name.starts_with("weight_");
        for (const FunctionPlan& function : plan.functions)
            meets = meets || kernel.name.starts_with(identifier(function.name)) ||
                    kernel.name.starts_with(function.name);
        if (meets) return name + "_kernel";
    }
    return name;
}

LibraryModel make_model(const Plan& plan, const PrintedKernels& kernels, const LibraryOptions& options) {
    HLO2C_CHECK(kernels.kernels.size() == plan.kernels.size(),
                "there is one printed kernel per kernel of the plan");
    LibraryModel model;
    model.plan = &plan;
    model.kernels = &kernels;
    model.options = &options;
    model.name = library_name(plan, options);
    model.upper = upper_case(model.name);
    model.storage = weight_storage(plan, options);
    NameTable symbols = interface_names(model.name);
    for (const FunctionPlan& function : plan.functions) {
        model.functions.push_back(function_model(function));
        model.arena_bytes = std::max(model.arena_bytes, model.functions.back().arena_bytes);
    }
    name_functions(model, symbols);
    name_weights(model);
    if (model.has_blob()) model.weights_checksum = xxh64(weights_payload(plan));
    for (const scheduler::Kernel& kernel : plan.kernels)
        model.has_parallel_loops = model.has_parallel_loops || has_parallel_loop(kernel.nest);
    return model;
}

std::string c_type(ElementType type) {
    const int bits = 8 * frontend::byte_width(type);
    switch (frontend::kind(type)) {
        case frontend::ElementKind::Boolean: return "uint8_t";
        case frontend::ElementKind::Signed: return fmt::format("int{}_t", bits);
        case frontend::ElementKind::Unsigned: return fmt::format("uint{}_t", bits);
        case frontend::ElementKind::Complex: return c_type(frontend::real_part(type));
        case frontend::ElementKind::Float: break;
    }
    if (type == ElementType::F32) return "float";
    if (type == ElementType::F64) return "double";
    return fmt::format("uint{}_t", bits);
}

std::string c_type(ScalarKind kind) {
    if (kind == ScalarKind::Boolean) return "uint8_t";
    if (kind == ScalarKind::F32) return "float";
    if (kind == ScalarKind::F64) return "double";
    return fmt::format("{}int{}_t", scheduler::is_unsigned(kind) ? "u" : "", scheduler::bit_width(kind));
}

std::string short_type(const frontend::TensorType& type) {
    std::vector<std::string> sizes;
    for (std::int64_t size : type.shape) sizes.push_back(std::to_string(size));
    return fmt::format("{}[{}]", frontend::spelling(type.element), join(sizes, ","));
}

std::string dtype_constant(ElementType type) {
    if (type == ElementType::C64) return "HLO2C_C64";
    if (type == ElementType::C128) return "HLO2C_C128";
    if (type == ElementType::Index) return "HLO2C_I64";
    return "HLO2C_" + upper_case(frontend::spelling(type));
}

std::string notice_text(const LibraryModel& model) {
    return fmt::format("Written by hlo2c {} from {} for {}; do not edit. You own this generated file.",
                       model.options->version, model.plan->source_file, model.plan->target.name);
}

std::string file_notice(const LibraryModel& model, const std::string& file, const std::string& what) {
    Writer writer;
    writer.comment(fmt::format("{}  {}\n{}", file, what, notice_text(model)));
    return writer.text();
}

}  // namespace hlo2c::codegen
