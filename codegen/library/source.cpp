#include <fmt/format.h>

#include <algorithm>

#include "codegen/library/checksum.h"
#include "codegen/library/custom_calls.h"
#include "codegen/library/files.h"
#include "codegen/library/processes.h"
#include "codegen/library/steps.h"
#include "codegen/text/escape.h"
#include "codegen/text/literals.h"
#include "codegen/text/text.h"
#include "frontend/integer_division.h"

namespace hlo2c::codegen {
namespace {

using scheduler::Buffer;
using scheduler::BufferRole;

/// A constant of an enumeration, or of a macro if its value is too large for one.
struct Constant {
    std::string name;
    std::int64_t value;
    std::string comment;
};

void write_constants(Writer& writer, const std::string& title, const std::vector<Constant>& constants) {
    if (constants.empty()) return;
    writer.comment(title);
    std::size_t widest = 0;
    bool fits = true;
    for (const Constant& each : constants) {
        widest = std::max(widest, fmt::format("{}{}", each.name, each.value).size());
        fits = fits && each.value <= INT32_MAX;
    }
    if (fits) writer.open("enum");
    for (const Constant& each : constants) {
        std::string row = fits ? fmt::format("{} = {},", each.name, each.value)
                               : fmt::format("#define {} {}", each.name,
                                             integer_literal(scheduler::ScalarKind::U64, each.value).text);
        row += std::string(widest + (fits ? 6 : 22) - std::min(row.size(), widest + 5), ' ');
        const std::size_t room = static_cast<std::size_t>(text_columns) - row.size() - 10;
        const std::vector<std::string> comment =
            wrap(c_comment(each.comment), static_cast<int>(std::max<std::size_t>(room, 30)));
        writer.line(row + "/* " + comment[0] + (comment.size() > 1 ? " ... */" : " */"));
    }
    if (fits) writer.close(";");
    writer.line();
}

/// Lists the buffers in the memory of results.
void write_result_map(Writer& writer, const FunctionModel& function) {
    std::string text;
    for (const Buffer& buffer : function.plan->buffers) {
        if (buffer.role != BufferRole::WithinResult) continue;
        const PortModel& port = function.outputs.at(static_cast<std::size_t>(buffer.index));
        text += fmt::format("\n  {} in {}{}: {}, {} bytes, steps {}..{}", buffer.name, port.member,
                            buffer.offset == 0 ? "" : fmt::format(" from byte {}", buffer.offset),
                            buffer.type, buffer.bytes, buffer.first_step, buffer.last_step);
    }
    if (text.empty()) return;
    writer.comment(c_comment("Buffers of " + function.name +
                             " in the memory of outputs, before these are written:" + text));
    writer.line();
}

void write_arena_map(Writer& writer, const LibraryModel& model, const FunctionModel& function) {
    std::vector<Constant> constants;
    const scheduler::FunctionPlan& plan = *function.plan;
    for (std::size_t i = 0; i < plan.buffers.size(); i++) {
        const Buffer& buffer = plan.buffers[i];
        if (buffer.role != BufferRole::Arena) continue;
        std::string comment = fmt::format("{}, {} bytes, steps {}..{}", buffer.type, buffer.bytes,
                                          buffer.first_step, buffer.last_step);
        if (model.has_further_pools())
            comment = model.pools.at(static_cast<std::size_t>(buffer.pool)).pool.name + ": " + comment;
        constants.push_back({function.buffer_constants[i], buffer.offset, comment});
    }
    if (function.call_area >= 0)
        constants.push_back({function.upper + "_CALL_AREA", function.call_area,
                             "the structures of inputs and outputs, for calls by arrays"});
    std::string title = model.has_further_pools() ? "Offsets of the buffers in their pools"
                                                  : "Offsets of the buffers in the arena";
    if (model.functions.size() > 1) title += " of " + function.name;
    title += fmt::format(", in bytes. Plan: {}{} bytes, proven lower bound {}",
                         model.has_further_pools() ? model.pools.front().pool.name + " " : "",
                         plan.arena_bytes, plan.arena_lower_bound);
    if (!plan.memory_proof.empty()) title += " (" + plan.memory_proof + ")";
    for (std::size_t i = 0; i < plan.further_pools.size(); i++)
        title += fmt::format("; {} {} bytes, proven lower bound {} ({})", model.pools.at(i + 1).pool.name,
                             plan.further_pools[i].bytes, plan.further_pools[i].lower_bound,
                             plan.further_pools[i].proof);
    write_constants(writer, title + ".", constants);
    write_result_map(writer, function);
}

void write_weight_map(Writer& writer, const LibraryModel& model) {
    if (!model.has_blob()) return;
    std::vector<Constant> constants;
    for (std::size_t i = 0; i < model.plan->weights.size(); i++) {
        const scheduler::Weight& weight = model.plan->weights[i];
        std::string comment = fmt::format("{}, {} bytes", weight.type, weight.bytes.size());
        if (!weight.source.empty()) comment += ", " + weight.source;
        constants.push_back({model.weight_names[i], weight.offset, comment});
    }
    write_constants(writer, "Offsets of the weights in bytes, after the header of their file.", constants);
}

/// Writes rows of {name, type, rank, shape, bytes, alignment, position, donated_to}.
void write_tensor_table(Writer& writer, const FunctionModel& function, bool is_input) {
    const std::vector<PortModel>& ports = is_input ? function.inputs : function.outputs;
    if (ports.empty()) return;
    writer.open(fmt::format("static const hlo2c_tensor {}[{}] =",
                            is_input ? function.input_table : function.output_table, ports.size()));
    for (const PortModel& port : ports) {
        std::vector<std::string> sizes;
        for (std::int64_t size : port.port->type.shape) sizes.push_back(std::to_string(size));
        writer.line(fmt::format("{{{}, {}, {}, (const int64_t[]){{{}}}, {}, {}, {}, {}}},",
                                c_string(port.member), dtype_constant(port.port->type.element), sizes.size(),
                                sizes.empty() ? "1" : join(sizes, ", "), port.bytes, port.element_bytes,
                                port.port->position, port.donated_to));
    }
    writer.close(";");
    writer.line();
}

void write_function_table(Writer& writer, const LibraryModel& model) {
    for (const FunctionModel& function : model.functions) {
        write_tensor_table(writer, function, true);
        write_tensor_table(writer, function, false);
    }
    writer.open(
        fmt::format("const hlo2c_function {}_functions[{}_FUNCTION_COUNT + 1] =", model.name, model.upper));
    for (const FunctionModel& function : model.functions)
        writer.statement(fmt::format("{{{}, {}, {}_ARENA_ALIGN, {}, {}, {}, {}}},",
                                     c_string(function.plan->name), function.arena_macro, model.upper,
                                     function.inputs.size(), function.outputs.size(),
                                     function.inputs.empty() ? "NULL" : function.input_table,
                                     function.outputs.empty() ? "NULL" : function.output_table));
    writer.line("{NULL, 0, 0, 0, 0, NULL, NULL},");
    writer.close(";");
    writer.line();
}

void write_pool_table(Writer& writer, const LibraryModel& model) {
    if (!model.has_further_pools()) return;
    writer.open(fmt::format("const hlo2c_pool {}_pools[{}_POOL_COUNT] =", model.name, model.upper));
    for (std::size_t i = 1; i < model.pools.size(); i++)
        writer.line(fmt::format("{{{0}, {1}_BYTES, {1}_ALIGN}},", c_string(model.pools[i].pool.name),
                                model.pools[i].macro));
    writer.close(";");
    writer.line();
}

void write_kernel_names(Writer& writer, const LibraryModel& model) {
    writer.open(
        fmt::format("const char *const {}_kernel_names[{}_KERNEL_COUNT + 1] =", model.name, model.upper));
    const std::vector<scheduler::Kernel>& kernels = model.plan->kernels;
    for (std::size_t i = 0; i < kernels.size(); i++)
        writer.line(fmt::format("{}, /* {} */", c_string(kernels[i].name), i));
    writer.line("NULL,");
    writer.close(";");
    writer.line();
}

void write_weight_lookup(Writer& writer, const LibraryModel& model) {
    if (!model.has_blob()) return;
    const bool is_extern = model.storage == WeightStorage::Extern;
    const std::string& name = model.name;
    writer.line(
        fmt::format("#define WEIGHTS_PAYLOAD ({}_WEIGHTS_BYTES - HLO2C_WEIGHTS_HEADER_BYTES)", model.upper));
    writer.line("#define WEIGHTS_CHECKSUM " + hexadecimal_literal(model.weights_checksum, 16));
    writer.line();
    writer.comment(is_extern ? "Returns the weights of the context, or else the linked ones."
                             : "Returns the weights of the context, after checking their file's header.");
    writer.line("static int find_weights(const hlo2c_context *context, const unsigned char **weights)");
    writer.begin();
    writer.line("const int is_given = context != NULL && context->weights != NULL;");
    if (is_extern) {
        writer.line(fmt::format("const size_t bytes = is_given ? context->weights_bytes : {}_WEIGHTS_BYTES;",
                                model.upper));
        writer.line(fmt::format("const void *const file = is_given ? context->weights : {}_weights;", name));
    } else {
        writer.open("if (!is_given)");
        writer.call(
            "return hlo2c_error",
            {"context", "HLO2C_WEIGHTS_MISSING", c_string(name),
             c_string(fmt::format("load weights/{}.weights and set its address in the context", name))},
            ";");
        writer.close();
        writer.line("const size_t bytes = context->weights_bytes;");
        writer.line("const void *const file = context->weights;");
    }
    writer.lines(fmt::format(R"(if ((uintptr_t)file % {1} != 0) {{
    return hlo2c_error(context, HLO2C_MISALIGNED, "{0}", "the weights must be 64-byte aligned");
}}
if (!hlo2c_weights_match(file, bytes, WEIGHTS_PAYLOAD, WEIGHTS_CHECKSUM)) {{
    return hlo2c_error(context, HLO2C_WEIGHTS_MISMATCH, "{0}",
                       "these are not the weights of this library");
}}
*weights = (const unsigned char *)file + HLO2C_WEIGHTS_HEADER_BYTES;
return HLO2C_OK;)",
                             name,
                             model.arena_alignment == area_alignment ? model.upper + "_ARENA_ALIGN"
                                                                     : fmt::format("{}", area_alignment)));
    writer.close();
    writer.line();
    writer.lines(fmt::format(R"(int {}_check_weights(const void *weights, size_t bytes)
{{
    if (weights == NULL) {{
        return HLO2C_WEIGHTS_MISSING;
    }}
    if (!hlo2c_weights_are_intact(weights, bytes, WEIGHTS_PAYLOAD, WEIGHTS_CHECKSUM)) {{
        return HLO2C_WEIGHTS_MISMATCH;
    }}
    return HLO2C_OK;
}})",
                             name));
    writer.line();
}

/// Writes the checks of the caller's pointers, as a separate function of each entry point.
void write_checks(Writer& writer, const LibraryModel& model, const FunctionModel& function) {
    writer.call("static int " + function.checker,
                {fmt::format("const {}_inputs *inputs", function.symbol),
                 fmt::format("const {}_outputs *outputs", function.symbol), "const void *arena",
                 "const hlo2c_context *context"},
                "");
    writer.begin();
    writer.line("int status = hlo2c_check_context(context);");
    if (function.arena_bytes > 0)
        writer.line(fmt::format("hlo2c_check_pointer(context, &status, arena, {}_ARENA_ALIGN, \"arena\");",
                                model.upper));
    else
        writer.line("(void)arena;");
    for (std::size_t i = 0; i < function.plan->further_pools.size(); i++) {
        const PoolModel& pool = model.pools.at(i + 1);
        if (function.plan->further_pools[i].bytes > 0)
            writer.call("hlo2c_check_pointer",
                        {"context", "&status", fmt::format("hlo2c_pool_address(context, {})", i),
                         pool.macro + "_ALIGN", c_string("pool " + pool.pool.name)},
                        ";");
    }
    const auto check_all = [&](const std::vector<PortModel>& ports, const std::string& structure,
                               const std::string& table) {
        if (ports.empty()) {
            writer.line(fmt::format("(void){};", structure));
            return;
        }
        writer.line(fmt::format("hlo2c_check_pointer(context, &status, {0}, 1, \"{0}\");", structure));
        writer.open("if (status != HLO2C_OK)");
        writer.line("return status;");
        writer.close();
        writer.call("hlo2c_check_structure",
                    {"context", "&status", structure + "->struct_bytes", fmt::format("sizeof *{}", structure),
                     c_string(structure)},
                    ";");
        writer.open("if (status != HLO2C_OK)");
        writer.line("return status;");
        writer.close();
        for (std::size_t i = 0; i < ports.size(); i++)
            writer.call(
                "hlo2c_check_tensor",
                {"context", "&status", structure + "->" + ports[i].member, fmt::format("&{}[{}]", table, i)},
                ";");
    };
    check_all(function.inputs, "inputs", function.input_table);
    for (const PortModel& tensor : function.inputs)
        for (const auto& [dimension, number] : tensor.port->sizes) {
            const std::string& size = function.inputs.at(static_cast<std::size_t>(number)).member;
            writer.call("hlo2c_check_size",
                        {"context", "&status", "inputs->" + size,
                         std::to_string(tensor.port->type.shape.at(static_cast<std::size_t>(dimension))),
                         c_string(size)},
                        ";");
        }
    check_all(function.outputs, "outputs", function.output_table);
    writer.line("return status;");
    writer.close();
    writer.line();
}

/// Writes an entry point. True if it copies memory.
bool write_entry_point(Writer& writer, const LibraryModel& model, const FunctionModel& function) {
    Writer body(1);
    const StepUses uses = write_steps(writer, body, model, function);

    writer.call("int " + function.symbol,
                {fmt::format("const {}_inputs *inputs", function.symbol),
                 fmt::format("const {}_outputs *outputs", function.symbol), "void *memory",
                 "const hlo2c_context *context"},
                "");
    writer.begin();
    if (uses.pools.count(0) != 0) writer.line("unsigned char *const arena = memory;");
    for (const int pool : uses.pools)
        if (pool > 0)
            writer.line(fmt::format("unsigned char *const {} = hlo2c_pool_address(context, {});",
                                    model.pools.at(static_cast<std::size_t>(pool)).address, pool - 1));
    if (uses.weights) writer.line("const unsigned char *weights = NULL;");
    writer.line(fmt::format("int status = {}(inputs, outputs, memory, context);", function.checker));
    if (uses.weights) {
        writer.open("if (status == HLO2C_OK)");
        writer.line("status = find_weights(context, &weights);");
        writer.close();
    }
    writer.open("if (status != HLO2C_OK)");
    writer.line("return status;");
    writer.close();
    writer.line("hlo2c_profile_start(context);");
    writer.line();
    writer.outdent();
    writer.lines(body.text());
    writer.line();
    writer.line("    return HLO2C_OK;");
    writer.line("}");
    writer.line();
    return uses.memcpy;
}

/// Writes the checks of the pointers that the call with arrays uses itself.
void check_arrays(Writer& writer, const LibraryModel& model, const FunctionModel& function) {
    const bool in_arena = function.call_area >= 0;
    if (!in_arena && function.inputs.empty() && function.outputs.empty()) return;
    writer.line("int status = hlo2c_check_context(context);");
    if (in_arena)
        writer.line(fmt::format("hlo2c_check_pointer(context, &status, arena, {}_ARENA_ALIGN, \"arena\");",
                                model.upper));
    if (!function.inputs.empty())
        writer.line("hlo2c_check_pointer(context, &status, inputs, 1, \"inputs\");");
    if (!function.outputs.empty())
        writer.line("hlo2c_check_pointer(context, &status, outputs, 1, \"outputs\");");
    writer.open("if (status != HLO2C_OK)");
    writer.line("return status;");
    writer.close();
}

/// Writes the call with arrays, which fills the structures: on the stack, or in the arena if there are very
/// many pointers.
void write_array_call(Writer& writer, const LibraryModel& model, const FunctionModel& function) {
    const bool in_arena = function.call_area >= 0;
    const std::string dot = in_arena ? "->" : ".";
    writer.call(
        fmt::format("static int {}", function.caller),
        {"const void *const *inputs", "void *const *outputs", "void *arena", "const hlo2c_context *context"},
        "");
    writer.begin();
    check_arrays(writer, model, function);
    if (in_arena) {
        const std::int64_t outputs_at =
            round_up(8 * static_cast<std::int64_t>(function.inputs.size() + 1), area_alignment);
        const std::string area = function.upper + "_CALL_AREA";
        writer.lines(fmt::format(R"({0}_inputs *const in = ({0}_inputs *)((unsigned char *)arena + {1});
{0}_outputs *const out = ({0}_outputs *)((unsigned char *)arena + {1} + {2});)",
                                 function.symbol, area, outputs_at));
    } else {
        writer.line(fmt::format("{}_inputs in;", function.symbol));
        writer.line(fmt::format("{}_outputs out;", function.symbol));
    }
    writer.line(fmt::format("in{0}struct_bytes = sizeof {1};", dot, in_arena ? "*in" : "in"));
    writer.line(fmt::format("out{0}struct_bytes = sizeof {1};", dot, in_arena ? "*out" : "out"));
    for (std::size_t i = 0; i < function.inputs.size(); i++)
        writer.line(fmt::format("in{}{} = inputs[{}];", dot, function.inputs[i].member, i));
    if (function.inputs.empty()) {
        writer.line("(void)inputs;");
    }
    for (std::size_t i = 0; i < function.outputs.size(); i++)
        writer.line(fmt::format("out{}{} = outputs[{}];", dot, function.outputs[i].member, i));
    if (function.outputs.empty()) {
        writer.line("(void)outputs;");
    }
    writer.line(
        fmt::format("return {}({}, arena, context);", function.symbol, in_arena ? "in, out" : "&in, &out"));
    writer.close();
    writer.line();
}

void write_dispatch(Writer& writer, const LibraryModel& model) {
    writer.line(fmt::format("int {}_abi(void)", model.name));
    writer.line("{");
    writer.line("    return HLO2C_ABI_VERSION;");
    writer.line("}");
    writer.line();
    for (const FunctionModel& function : model.functions) write_array_call(writer, model, function);
    writer.call(fmt::format("int {}_call", model.name),
                {"const char *function", "const void *const *inputs", "void *const *outputs", "void *arena",
                 "const hlo2c_context *context"},
                "");
    writer.begin();
    for (const FunctionModel& function : model.functions) {
        writer.open(fmt::format("if (hlo2c_same_text(function, {}))", c_string(function.plan->name)));
        writer.line(fmt::format("return {}(inputs, outputs, arena, context);", function.caller));
        writer.close();
    }
    writer.call("return hlo2c_error",
                {"context", "HLO2C_UNKNOWN_FUNCTION", "function != NULL ? function : \"NULL\"",
                 c_string(fmt::format("{} has no function of this name", model.name))},
                ";");
    writer.close();
}

}  // namespace

CFile write_source(const LibraryModel& model) {
    Writer writer;
    const std::string file = model.name + ".c";
    writer.lines(file_notice(model, file, "Entry points, control flow and the memory plan."));
    Writer code, tables;
    write_custom_calls(tables, model);
    bool copies = write_process_tables(tables, model);
    for (const FunctionModel& function : model.functions) {
        write_checks(code, model, function);
        copies = write_entry_point(code, model, function) || copies;
    }
    if (copies || model.options->is_freestanding) {
        writer.line("#include <string.h>");
        writer.line();
    }
    writer.line(fmt::format("#include \"{}.h\"", model.name));
    writer.line(fmt::format("#include \"{}_kernels.h\"", model.name));
    if (model.has_weights() && !model.has_blob())
        writer.line(fmt::format("#include \"{}_weights.h\"", model.name));
    if (model.has_blob()) writer.line("#include \"rt_weights.h\"");
    writer.line();
    for (const FunctionModel& function : model.functions) write_arena_map(writer, model, function);
    write_weight_map(writer, model);
    write_function_table(writer, model);
    write_pool_table(writer, model);
    write_kernel_names(writer, model);
    write_weight_lookup(writer, model);
    if (model.may_refuse()) writer.lines(tables.text());
    writer.lines(code.text());
    write_dispatch(writer, model);
    return {"src/" + file, writer.text(), FilePart::Code};
}

}  // namespace hlo2c::codegen
