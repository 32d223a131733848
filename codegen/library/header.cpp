#include <fmt/format.h>

#include "codegen/library/custom_calls.h"
#include "codegen/library/files.h"
#include "codegen/text/escape.h"
#include "codegen/text/literals.h"
#include "codegen/text/text.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {
namespace {

constexpr std::size_t members_in_example = 4;

std::string pointer_type(const PortModel& port, bool is_input) {
    return fmt::format("{}{} *", is_input ? "const " : "", port.element_type);
}

/// "f32[1,28,28,1] 3136 bytes; argument 0: image".
std::string port_comment(const FunctionModel& function, const PortModel& port, bool is_input) {
    std::string text = short_type(port.port->type);
    text += fmt::format("  {} bytes", port.bytes);
    if (!port.port->quantization.empty()) text += "; quantized: " + port.port->quantization;
    if (!port.port->whole.empty() && port.port->whole != "{replicated}")
        text += "; this rank's part of a tensor that is cut by " + port.port->whole;
    if (is_input && port.donated_to >= 0)
        text += fmt::format("; the output {} may have the same address",
                            function.outputs[static_cast<std::size_t>(port.donated_to)].member);
    const std::vector<PortModel>& ports = is_input ? function.inputs : function.outputs;
    for (const auto& [dimension, size] : port.port->sizes)
        text += fmt::format("; valid up to {1} in dimension {0}", dimension,
                            ports.at(static_cast<std::size_t>(size)).member);
    if (!port.port->description.empty()) text += "; " + port.port->description;
    return text;
}

void write_structure(Writer& writer, const FunctionModel& function, bool is_input) {
    const std::vector<PortModel>& ports = is_input ? function.inputs : function.outputs;
    const std::string tag = function.symbol + (is_input ? "_inputs" : "_outputs");
    writer.open("typedef struct " + tag);
    const std::string size_member = "size_t struct_bytes;";
    std::size_t widest = size_member.size();
    for (const PortModel& port : ports)
        widest = std::max(widest, pointer_type(port, is_input).size() + port.member.size());
    writer.line(size_member + std::string(widest + 3 - size_member.size(), ' ') +
                "/* size of this structure, or 0 */");
    for (const PortModel& port : ports) {
        const std::string declaration = pointer_type(port, is_input) + port.member + ";";
        const std::string comment = c_comment(port_comment(function, port, is_input));
        const std::string row =
            declaration + std::string(widest + 3 - declaration.size(), ' ') + "/* " + comment + " */";
        if (row.size() + 4 <= static_cast<std::size_t>(text_columns)) {
            writer.line(row);
        } else {
            writer.comment(comment);
            writer.line(declaration);
        }
    }
    writer.close(" " + tag + ";");
    writer.line();
}

std::string initialiser(const std::vector<PortModel>& ports) {
    std::vector<std::string> members;
    for (std::size_t i = 0; i < std::min(ports.size(), members_in_example); i++)
        members.push_back(fmt::format(".{0} = {0}", ports[i].member));
    if (ports.size() > members_in_example) members.push_back("...");
    return ports.empty() ? "{ 0 }" : "{ " + join(members, ", ") + " }";
}

/// True if the caller loads the weights and hands them over in the context.
bool loads_weights(const LibraryModel& model) {
    return model.has_blob() && model.storage == WeightStorage::Blob;
}

/// What a call needs of its context.
std::string context_text(const LibraryModel& model) {
    std::vector<std::string> needed;
    if (loads_weights(model)) needed.push_back("the weights");
    if (model.has_further_pools()) needed.push_back("the memory pools");
    return needed.empty() ? "`context` may carry hooks and the rank, or be NULL."
                          : fmt::format("`context` carries {}, and may carry hooks and the rank.",
                                        fmt::join(needed, " and "));
}

std::string example(const LibraryModel& model) {
    const FunctionModel& function = model.functions.front();
    std::string text = model.pools.empty()
                           ? fmt::format("  static _Alignas({0}_ARENA_ALIGN) unsigned char arena[{1}];\n",
                                         model.upper, function.arena_macro)
                           : fmt::format("  {}_DEFINE_MEMORY;\n", model.upper);
    text += fmt::format("  {0}_inputs inputs = {1};\n  {0}_outputs outputs = {2};\n", function.symbol,
                        initialiser(function.inputs), initialiser(function.outputs));
    const bool loads = loads_weights(model);
    if (loads)
        text +=
            "  hlo2c_context context = { .struct_bytes = sizeof context, .weights = address, .weights_bytes "
            "= "
            "size };\n";
    if (model.has_further_pools()) {
        if (!loads) text += "  hlo2c_context context = { .struct_bytes = sizeof context };\n";
        text += fmt::format("  context.pools = {}_memory;\n  context.pool_count = {}_POOL_COUNT;\n",
                            model.name, model.upper);
    }
    text += fmt::format("  int status = {}(&inputs, &outputs, {}, {});\n", function.symbol,
                        model.pools.empty() ? "arena" : model.pools.front().array,
                        loads || model.has_further_pools() ? "&context" : "NULL");
    return text;
}

/// How floating-point numbers are computed, and when results differ from those for other targets.
std::string float_rules_text(const scheduler::Plan& plan) {
    static constexpr const char* texts[] = {
        "each operation of the program is rounded as written",
        "a product and the addition that uses it are rounded once, together",
        "sums and products may be reordered, and values are assumed to be finite",
    };
    // A product can be rounded with its sum only by an instruction that does both.
    const bool keeps_products = plan.float_rules == scheduler::FloatRules::Contract && !plan.target.has_fma;
    const scheduler::FloatRules stated = keeps_products ? scheduler::FloatRules::Strict : plan.float_rules;
    std::string text = fmt::format("Floating point (--fp={}): {}.", scheduler::spelling(plan.float_rules),
                                   texts[static_cast<std::size_t>(stated)]);
    if (!plan.target.has_fma)
        text +=
            " The target has no fused multiply-add: the sums and functions of this library round products "
            "first, so their results differ in the last bits from those for targets that have it.";
    return text;
}

std::string top_comment(const LibraryModel& model) {
    std::string what = model.options->description;
    if (what.empty()) what = fmt::format("The program {} as a C library.", model.program_name());
    std::string text =
        fmt::format("{}.h  {}\n{}\n\n{}", model.name, what, notice_text(model), example(model));
    text += fmt::format(
        "\nThe library allocates nothing and keeps no state. Each call works in an arena that the caller "
        "owns, so any number of calls may run concurrently, each with its own arena and outputs. After the "
        "call, the contents of the arena are undefined; after a call that fails, those of the outputs too. A "
        "call may use its outputs as working memory before it writes their values. Tensors are row-major and "
        "aligned like their elements; the arena is aligned to {}_ARENA_ALIGN bytes. Inputs may overlap each "
        "other. Outputs may not overlap any other tensor, except where a comment below allows it. ",
        model.upper);
    text += model.has_parallel_loops
                ? "Loops run in the calling thread unless the context has a parallel_for hook."
                : "This library has no parallel loops.";
    text +=
        " The return value is HLO2C_OK (0) or an error code of hlo2c_runtime.h; the context's message then "
        "describes the error.";
    return text + "\n\n" + float_rules_text(*model.plan);
}

void write_arena_sizes(Writer& writer, const LibraryModel& model) {
    const auto define = [&](const std::string& macro, std::int64_t bytes, const std::string& comment) {
        writer.line(fmt::format("#define {} {}  /* {} */", macro,
                                size_literal(std::max<std::int64_t>(bytes, 1)), comment));
    };
    if (model.functions.size() == 1) {
        const scheduler::FunctionPlan& plan = *model.functions.front().plan;
        define(model.upper + "_ARENA_BYTES", model.arena_bytes,
               fmt::format("lower bound for this order of operations: {}", plan.arena_lower_bound));
    } else {
        define(model.upper + "_ARENA_BYTES", model.arena_bytes, "enough for each of the functions");
        for (const FunctionModel& function : model.functions)
            define(function.arena_macro, function.arena_bytes,
                   fmt::format("lower bound for this order of operations: {}",
                               function.plan->arena_lower_bound));
    }
    writer.line(fmt::format("#define {}_ARENA_ALIGN {}u", model.upper, model.arena_alignment));
    writer.line();
}

/// "sram of 2048 bytes, section .bss.sram".
std::string pool_text(const scheduler::MemoryPool& pool) {
    return fmt::format("{} of {} bytes{}", pool.name, pool.bytes,
                       pool.section.empty() ? "" : ", section " + pool.section);
}

/// The constants of the pools, and a macro that defines their arrays.
void write_pools(Writer& writer, const LibraryModel& model) {
    if (model.pools.empty()) return;
    const std::string& upper = model.upper;
    std::string text = "Memory pools of the target. The arena is " + pool_text(model.pools.front().pool);
    for (std::size_t i = 1; i < model.pools.size(); i++)
        text += fmt::format("; pool {} of the context is {}", i - 1, pool_text(model.pools[i].pool));
    text += fmt::format(
        ". {0}_DEFINE_MEMORY defines an array in its section for each{1}. Pools are working memory like the "
        "arena: concurrent calls need their own.",
        upper,
        model.has_further_pools() ? fmt::format(", and {0}_memory for the context's `pools`", model.name)
                                  : "");
    writer.comment(text);
    const PoolModel& arena = model.pools.front();
    writer.line(fmt::format("#define {}_BYTES {}_ARENA_BYTES", arena.macro, upper));
    writer.line(fmt::format("#define {}_ALIGN {}_ARENA_ALIGN", arena.macro, upper));
    for (std::size_t i = 1; i < model.pools.size(); i++) {
        const PoolModel& pool = model.pools[i];
        std::int64_t bound = 0;
        for (const FunctionModel& function : model.functions)
            bound = std::max(bound, function.plan->further_pools.at(i - 1).lower_bound);
        writer.line(fmt::format("#define {}_BYTES {}  /* lower bound for this choice of buffers: {} */",
                                pool.macro, size_literal(std::max<std::int64_t>(pool.bytes, 1)), bound));
        writer.line(fmt::format("#define {}_ALIGN {}u", pool.macro, pool.pool.alignment));
    }
    if (model.has_further_pools()) {
        writer.line(fmt::format("#define {}_POOL_COUNT {}", upper, model.pools.size() - 1));
        writer.line(fmt::format("extern const hlo2c_pool {}_pools[{}_POOL_COUNT];", model.name, upper));
    }
    std::vector<std::string> parts, addresses;
    for (const PoolModel& pool : model.pools) {
        parts.push_back(fmt::format("HLO2C_ALIGNAS({}_ALIGN) \\\n    static unsigned char {}[{}_BYTES]",
                                    pool.macro, pool.array, pool.macro));
        if (!pool.pool.section.empty())
            parts.back() += fmt::format(" \\\n        HLO2C_SECTION({})", c_string(pool.pool.section));
        if (&pool != &arena) addresses.push_back(pool.array);
    }
    if (!addresses.empty())
        parts.push_back(fmt::format("static void *const {}_memory[{}_POOL_COUNT] = {{{}}}", model.name, upper,
                                    join(addresses, ", ")));
    writer.line(fmt::format("#define {}_DEFINE_MEMORY \\", upper));
    for (const std::string& part : parts) writer.line("    " + part + (&part != &parts.back() ? "; \\" : ""));
    writer.line();
}

void write_weights_section(Writer& writer, const LibraryModel& model) {
    if (!model.has_blob()) return;
    const std::string file = fmt::format("weights/{}.weights", model.name);
    if (model.storage == WeightStorage::Blob) {
        writer.comment(fmt::format(
            "The weights are the file {0}: {1} bytes, which the library reads in place, so that the file can "
            "be mapped:\n\n"
            "  int file = open(\"{0}\", O_RDONLY);\n"
            "  void *address = mmap(NULL, {2}_WEIGHTS_BYTES, PROT_READ, MAP_PRIVATE, file, 0);\n"
            "  hlo2c_context context = {{ .struct_bytes = sizeof context, .weights = address,\n"
            "                            .weights_bytes = {2}_WEIGHTS_BYTES }};\n\n"
            "If it is read into memory instead, the memory must be {3}-byte aligned. Each call checks the "
            "header of the file; {4}_check_weights checks all of it.",
            file, model.weight_bytes + blob_header_bytes, model.upper, area_alignment, model.name));
    } else {
        const scheduler::MemoryPool* const pool = model.plan->target.weights_pool();
        const std::string section =
            pool != nullptr && !pool->section.empty() ? pool->section + ", \"a\"" : ".rodata";
        writer.comment(fmt::format(
            "The weights are the symbol {0}_weights. The CMake target {0}::{0}_weights links it; without "
            "CMake, define it from the file {1}, for instance in an assembly file:\n\n"
            "  .section {3}\n"
            "  .balign {2}\n"
            "  .global {0}_weights\n"
            "  {0}_weights: .incbin \"{1}\"\n\n"
            "or in a section of the linker script. Weights in the context take precedence over it. Each call "
            "checks the header of the file; {0}_check_weights checks all of it.",
            model.name, file, area_alignment, section));
    }
    writer.line(fmt::format("#define {}_WEIGHTS_BYTES {}", model.upper,
                            size_literal(model.weight_bytes + blob_header_bytes)));
    if (model.storage == WeightStorage::Extern)
        writer.line(
            fmt::format("extern const unsigned char {}_weights[{}_WEIGHTS_BYTES];", model.name, model.upper));
    writer.line(fmt::format("int {}_check_weights(const void *weights, size_t bytes);", model.name));
    writer.line();
}

std::string function_summary(const FunctionModel& function) {
    std::vector<std::string> inputs, outputs;
    for (const PortModel& port : function.inputs) inputs.push_back(short_type(port.port->type));
    for (const PortModel& port : function.outputs) outputs.push_back(short_type(port.port->type));
    if (inputs.size() > 6) inputs = {inputs[0], inputs[1], fmt::format("{} more", inputs.size() - 2)};
    if (outputs.size() > 6) outputs = {outputs[0], outputs[1], fmt::format("{} more", outputs.size() - 2)};
    return fmt::format("{}({}) -> {}", function.plan->name, join(inputs, ", "), join(outputs, ", "));
}

/// "infeed f32[2,3]", "send f32[2] on channel 1".
std::string transfer_text(const scheduler::Transfer& transfer) {
    frontend::TensorType type;
    type.element = transfer.element;
    type.shape = transfer.shape;
    std::string text = fmt::format("{} {}", name_of(transfer.kind), short_type(type));
    if (transfer.channel != 0) text += fmt::format(" on channel {}", transfer.channel);
    return text;
}

/// Writes the hooks that a call needs, and what transports can prepare for.
void write_process_section(Writer& writer, const LibraryModel& model) {
    const scheduler::Plan& plan = *model.plan;
    if (!plan.transfers.empty()) {
        constexpr std::size_t listed = 8;
        std::string text = "Needs hooks for these transfers, in program order:";
        for (std::size_t i = 0; i < std::min(plan.transfers.size(), listed); i++)
            text += "\n  " + transfer_text(plan.transfers[i]);
        if (plan.transfers.size() > listed)
            text += fmt::format("\n  and {} more", plan.transfers.size() - listed);
        text +=
            "\nThe hooks infeed and outfeed receive feed_user; send and receive receive transfer_user. A "
            "transfer gives type, shape and channel.";
        writer.comment(text);
        writer.line();
    }
    declare_custom_calls(writer, model);
    if (plan.collectives.empty()) return;
    writer.comment(
        "Needs the hook `collective` for operations between processes. This table lists them all, for "
        "transports that prepare their groups in advance, as hlo2c_mpi_prepare does.");
    writer.line(fmt::format("#define {}_COLLECTIVE_COUNT {}", model.upper, plan.collectives.size()));
    writer.line(fmt::format("extern const hlo2c_collective {}_collectives[{}_COLLECTIVE_COUNT];", model.name,
                            model.upper));
    writer.line();
}

}  // namespace

CFile write_header(const LibraryModel& model) {
    Writer writer;
    writer.comment(top_comment(model));
    writer.open_guard(model.upper + "_H");
    writer.line("#include \"hlo2c_runtime.h\"");
    writer.line();
    writer.line("#ifdef __cplusplus");
    writer.line("extern \"C\" {");
    writer.line("#endif");
    writer.line();
    writer.comment(
        "Interface version of this library: HLO2C_ABI_VERSION in its own copy of hlo2c_runtime.h. The "
        "caller's version may differ: structures begin with their sizes and only grow.");
    writer.line(fmt::format("int {}_abi(void);", model.name));
    writer.line();
    write_arena_sizes(writer, model);
    write_pools(writer, model);
    write_weights_section(writer, model);
    for (const FunctionModel& function : model.functions) {
        write_structure(writer, function, true);
        write_structure(writer, function, false);
        writer.comment(function_summary(function) + ". " + context_text(model));
        writer.call("int " + function.symbol,
                    {fmt::format("const {}_inputs *inputs", function.symbol),
                     fmt::format("const {}_outputs *outputs", function.symbol), "void *arena",
                     "const hlo2c_context *context"},
                    ";");
        writer.line();
    }
    writer.comment(
        "Generic interface for code that works with any library. The table ends with a function whose name "
        "is NULL. `inputs` and `outputs` hold the address of each input and output, in table order.");
    writer.line(fmt::format("#define {}_FUNCTION_COUNT {}", model.upper, model.functions.size()));
    writer.line(fmt::format("extern const hlo2c_function {}_functions[{}_FUNCTION_COUNT + 1];", model.name,
                            model.upper));
    writer.call(fmt::format("int {}_call", model.name),
                {"const char *function", "const void *const *inputs", "void *const *outputs", "void *arena",
                 "const hlo2c_context *context"},
                ";");
    writer.line();
    write_process_section(writer, model);
    writer.comment("Kernel names, in the order of the entries of hlo2c_profile.");
    writer.line(fmt::format("#define {}_KERNEL_COUNT {}", model.upper, model.plan->kernels.size()));
    writer.line(fmt::format("extern const char *const {}_kernel_names[{}_KERNEL_COUNT + 1];", model.name,
                            model.upper));
    writer.line();
    writer.line("#ifdef __cplusplus");
    writer.line("}");
    writer.line("#endif");
    writer.line();
    writer.line("#endif");
    return {fmt::format("include/{}.h", model.name), writer.text(), FilePart::Interface};
}

}  // namespace hlo2c::codegen
