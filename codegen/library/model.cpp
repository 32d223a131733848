#include "codegen/library/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "codegen/library/checksum.h"
#include "codegen/text/text.h"
#include "codegen/text/writer.h"
#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "scheduler/error_numbers.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::codegen {
namespace {

using frontend::ElementType;
using scheduler::BufferRole;
using scheduler::FunctionPlan;
using scheduler::Plan;
using scheduler::Port;
using scheduler::ScalarKind;

constexpr std::int64_t automatic_limit = 1 << 20;

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

FunctionModel function_model(const FunctionPlan& function, std::int64_t alignment) {
    FunctionModel model;
    model.plan = &function;
    model.inputs = port_models(function.inputs);
    model.outputs = port_models(function.outputs);
    model.arena_bytes = function.arena_bytes;
    if (const std::int64_t bytes = scheduler::call_area_bytes(function); bytes > 0) {
        model.call_area = round_up(function.arena_bytes, alignment);
        model.arena_bytes = model.call_area + bytes;
    }
    return model;
}

/// A name for an entry point whose structures have free names, too.
std::string claim_entry_point(NameTable& symbols, const std::string& wanted) {
    for (;;) {
        const std::string symbol = symbols.claim(wanted);
        const std::string inputs = symbol + "_inputs", outputs = symbol + "_outputs";
        if (symbols.has(inputs) || symbols.has(outputs)) continue;
        symbols.take(inputs);
        symbols.take(outputs);
        return symbol;
    }
}

void name_functions(LibraryModel& model, NameTable& symbols) {
    NameTable plain, uppers, constants;
    for (FunctionModel& function : model.functions) {
        const std::string wanted =
            identifier(function.plan->name == "main" ? "main_function" : function.plan->name);
        function.name = function.plan->name == "main" ? plain.claim("main") : plain.claim(wanted);
        function.upper = uppers.claim(upper_case(function.name));
        function.symbol = claim_entry_point(symbols, model.name + "_" + function.name);
        const bool alone = model.functions.size() == 1;
        function.arena_macro = alone ? model.upper + "_ARENA_BYTES"
                                     : fmt::format("{}_{}_ARENA_BYTES", model.upper, function.upper);
        const std::string prefix = alone ? "AT_" : function.upper + "_AT_";
        for (const scheduler::Buffer& buffer : function.plan->buffers)
            function.buffer_constants.push_back(
                buffer.role == BufferRole::Arena
                    ? constants.claim(prefix + upper_case(identifier(buffer.name)))
                    : "");
    }
    for (FunctionModel& function : model.functions) {
        function.checker = symbols.claim("check_" + function.name);
        function.caller = symbols.claim("call_" + function.name);
        function.input_table = symbols.claim(function.name + "_inputs");
        function.output_table = symbols.claim(function.name + "_outputs");
        for_each_step(function.plan->steps, [&](const scheduler::Step& step) {
            const auto* loop = std::get_if<scheduler::WhileStep>(&step.action);
            if (loop == nullptr || !loop->is_parallel()) return;
            const std::size_t number = function.slot_functions.size() + 1;
            function.slot_functions[loop] = symbols.claim(fmt::format("loop{}_of_{}", number, function.name));
        });
    }
}

/// What every library declares beside its entry points, and names in its source file that look like that.
NameTable interface_names(const std::string& name, const Plan& plan) {
    NameTable symbols;
    for (const char* suffix : {"abi", "call", "functions", "kernel_names", "weights", "check_weights",
                               "collectives", "custom_call", "custom_calls"})
        symbols.claim(name + "_" + suffix);
    for (const char* local : {"find_weights", "custom_calls", "transfers"}) symbols.take(local);
    for (const scheduler::Combiner& combiner : plan.combiners) symbols.take(combiner.name);
    const std::vector<scheduler::MemoryPool>& pools = plan.target.pools;
    if (pools.empty()) return symbols;
    for (const char* suffix : {"pools", "memory"}) symbols.claim(name + "_" + suffix);
    for (const scheduler::MemoryPool& pool : pools) symbols.claim(name + "_memory_" + pool.name);
    return symbols;
}

std::vector<PoolModel> pool_models(const LibraryModel& model) {
    std::vector<PoolModel> models;
    for (const scheduler::MemoryPool& pool : model.plan->target.value_pools()) {
        PoolModel next{.pool = pool};
        next.macro = fmt::format("{}_POOL_{}", model.upper, upper_case(pool.name));
        next.address = models.empty() ? "arena" : "pool_" + pool.name;
        next.array = fmt::format("{}_memory_{}", model.name, pool.name);
        if (models.empty()) next.bytes = model.arena_bytes;
        for (const FunctionPlan& function : model.plan->functions)
            if (!models.empty())
                next.bytes = std::max(next.bytes, function.further_pools.at(models.size() - 1).bytes);
        models.push_back(std::move(next));
    }
    return models;
}

/// Fails if the pool of weights is too small for them.
void require_weights_fit(const LibraryModel& model) {
    const scheduler::MemoryPool* const pool = model.plan->target.weights_pool();
    if (pool == nullptr || !model.has_weights()) return;
    const std::int64_t wanted = weight_pool_bytes(model);
    if (wanted <= pool->bytes) return;
    std::vector<const scheduler::Weight*> largest;
    for (const scheduler::Weight& weight : model.plan->weights) largest.push_back(&weight);
    std::stable_sort(largest.begin(), largest.end(),
                     [](const scheduler::Weight* a, const scheduler::Weight* b) {
                         return a->bytes.size() > b->bytes.size();
                     });
    constexpr std::size_t listed = 5;
    std::string rows;
    for (std::size_t i = 0; i < std::min(listed, largest.size()); i++)
        rows += fmt::format("{}: {} bytes, {}{}{}\n", largest[i]->name, largest[i]->bytes.size(),
                            largest[i]->type, largest[i]->source.empty() ? "" : ", ", largest[i]->source);
    if (largest.size() > listed) rows += fmt::format("and {} more", largest.size() - listed);
    fail(scheduler::memory_error::weights, {},
         fmt::format("the weights take {} bytes, and the pool {} has {}", wanted, pool->name, pool->bytes),
         "Give the pool more bytes in the target's description, or pass large constants as arguments.", rows);
}

/// One function per target and element types, in program order.
std::vector<CustomFunctionModel> custom_functions(const Plan& plan) {
    using scheduler::CustomCallTensor;
    const auto elements = [](const std::vector<CustomCallTensor>& tensors) {
        std::vector<ElementType> types;
        for (const CustomCallTensor& tensor : tensors) types.push_back(tensor.element);
        return types;
    };
    const auto signature = [&](std::size_t number) {
        const scheduler::CustomCall& call = plan.custom_calls.at(number);
        return std::tuple(call.target, elements(call.inputs), elements(call.outputs));
    };
    std::vector<CustomFunctionModel> functions;
    NameTable members;
    for (const char* other : {"struct_bytes", "user"}) members.take(other);
    for (std::size_t i = 0; i < plan.custom_calls.size(); i++) {
        if (plan.custom_calls[i].is_assertion) continue;
        auto found =
            std::find_if(functions.begin(), functions.end(), [&](const CustomFunctionModel& function) {
                return signature(function.calls.front()) == signature(i);
            });
        if (found == functions.end())
            found = functions.insert(found, {members.claim(identifier(plan.custom_calls[i].target)), {}});
        found->calls.push_back(i);
    }
    return functions;
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

}  // namespace

std::string library_name(const Plan& plan, const LibraryOptions& options) {
    return identifier(options.name.empty() ? plan.program_name : options.name);
}

WeightStorage weight_storage(const Plan& plan, const LibraryOptions& options) {
    if (options.weights != WeightStorage::Automatic) return options.weights;
    return plan.weight_bytes() < automatic_limit ? WeightStorage::C : WeightStorage::Blob;
}

std::string kernel_prefix(const Plan& plan, const LibraryOptions& options) {
    const std::string name = library_name(plan, options);
    const NameTable reserved = interface_names(name, plan);
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
    NameTable symbols = interface_names(model.name, plan);
    if (const auto pools = plan.target.value_pools(); !pools.empty())
        model.arena_alignment = pools.front().alignment;
    for (const FunctionPlan& function : plan.functions) {
        model.functions.push_back(function_model(function, model.arena_alignment));
        model.arena_bytes = std::max(model.arena_bytes, model.functions.back().arena_bytes);
    }
    name_functions(model, symbols);
    model.pools = pool_models(model);
    name_weights(model);
    require_weights_fit(model);
    model.custom_functions = custom_functions(plan);
    if (model.has_blob()) model.weights_checksum = xxh64(weights_payload(plan));
    for (const scheduler::Kernel& kernel : plan.kernels)
        model.has_parallel_loops = model.has_parallel_loops || has_parallel_loop(kernel.nest);
    for (const FunctionModel& function : model.functions)
        model.has_parallel_loops = model.has_parallel_loops || !function.slot_functions.empty();
    return model;
}

std::int64_t weight_pool_bytes(const LibraryModel& model) {
    const scheduler::MemoryPool* const pool = model.plan->target.weights_pool();
    HLO2C_CHECK(pool != nullptr, "there is a pool of weights");
    if (!model.has_weights()) return 0;
    if (model.has_blob()) return model.weight_bytes + blob_header_bytes;
    std::int64_t bytes = 0;
    for (const scheduler::Weight& weight : model.plan->weights)
        bytes += round_up(std::max<std::int64_t>(static_cast<std::int64_t>(weight.bytes.size()), 1),
                          pool->alignment);
    return bytes;
}

std::int64_t largest_alignment(const LibraryModel& model) {
    std::int64_t largest = std::max(model.arena_alignment, area_alignment);
    for (const PoolModel& pool : model.pools) largest = std::max(largest, pool.pool.alignment);
    return largest;
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
