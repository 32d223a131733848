#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "codegen/library/checksum.h"
#include "codegen/library/files.h"
#include "codegen/library/scratch.h"
#include "codegen/text/escape.h"
#include "codegen/text/text.h"
#include "frontend/counted.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

using nlohmann::ordered_json;

std::string storage_text(const LibraryModel& model) {
    if (!model.has_weights()) return "none";
    return weight_storage_names[static_cast<std::size_t>(model.storage)];
}

/// Escapes everything but ASCII and replaces bytes that are not valid UTF-8.
std::string json_text(const ordered_json& json) {
    return json.dump(2, ' ', true, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json port_json(const PortModel& port) {
    ordered_json json;
    json["name"] = port.member;
    json["position"] = port.port->position;
    json["dtype"] = std::string(frontend::spelling(port.port->type.element));
    json["shape"] = port.port->type.shape;
    json["bytes"] = port.bytes;
    json["alignment"] = port.element_bytes;
    if (port.donated_to >= 0) json["donated_to"] = port.donated_to;
    for (const auto& [dimension, size] : port.port->sizes) json["sizes"][std::to_string(dimension)] = size;
    if (!port.port->description.empty()) json["description"] = port.port->description;
    return json;
}

ordered_json kernel_json(const LibraryModel& model, std::size_t index, std::int64_t calls) {
    const scheduler::Kernel& kernel = model.plan->kernels[index];
    ordered_json json;
    json["name"] = kernel.name;
    json["function"] = model.kernels->kernels[index].name;
    json["origin"] = name_of(kernel.origin);
    if (!kernel.runtime_function.empty()) json["runtime_function"] = kernel.runtime_function;
    json["tile"] = kernel.tile;
    json["vector_lanes"] = kernel.vector_lanes;
    json["flops"] = kernel.flops;
    json["bytes"] = kernel.bytes;
    json["call_sites"] = calls;
    json["shapes"] = shapes_of(kernel);
    json["schedule"] = kernel.schedule;
    json["estimate"] = kernel.estimate;
    json["problem"] = kernel.problem;
    json["tuned"] = kernel.is_tuned;
    if (kernel.nest.scratch_bytes > 0) json["scratch"] = scratch_json(kernel);
    json["ops"] = kernel.ops;
    json["scopes"] = kernel.scopes;
    json["sources"] = kernel.sources;
    return json;
}

/// A pool of the target, and the bytes of it that one function or all of them use.
ordered_json pool_json(const scheduler::MemoryPool& pool, std::int64_t bytes) {
    ordered_json json;
    json["name"] = pool.name;
    json["holds"] = pool.holds_weights ? "weights" : "values";
    json["bytes"] = bytes;
    json["available"] = pool.bytes;
    json["alignment"] = pool.alignment;
    if (!pool.section.empty()) json["section"] = pool.section;
    return json;
}

ordered_json pools_json(const LibraryModel& model) {
    ordered_json json = ordered_json::array();
    for (const PoolModel& pool : model.pools) json.push_back(pool_json(pool.pool, pool.bytes));
    if (const scheduler::MemoryPool* const pool = model.plan->target.weights_pool())
        json.push_back(pool_json(*pool, weight_pool_bytes(model)));
    return json;
}

/// What the function uses of each pool.
ordered_json pools_json(const LibraryModel& model, const FunctionModel& function) {
    ordered_json json = ordered_json::array();
    for (std::size_t i = 0; i < model.pools.size(); i++) {
        const scheduler::PoolUse use =
            i == 0 ? scheduler::PoolUse{function.arena_bytes, function.plan->arena_lower_bound,
                                        function.plan->memory_proof}
                   : function.plan->further_pools.at(i - 1);
        ordered_json row;
        row["name"] = model.pools[i].pool.name;
        row["bytes"] = use.bytes;
        row["lower_bound"] = use.lower_bound;
        row["proof"] = use.proof;
        json.push_back(row);
    }
    return json;
}

/// The loops that slots divide, by the names of their functions.
ordered_json slot_loops_json(const LibraryModel& model, const FunctionModel& function) {
    ordered_json json = ordered_json::array();
    for_each_step(function.plan->steps, [&](const scheduler::Step& step) {
        const auto* loop = std::get_if<scheduler::WhileStep>(&step.action);
        if (loop == nullptr || !loop->is_parallel()) return;
        ordered_json row;
        row["function"] = function.slot_functions.at(loop);
        row["slots"] = loop->slots;
        row["iterations"] = loop->trip_count;
        row["kernels"] = ordered_json::array();
        for_each_step(loop->body, [&](const scheduler::Step& inner) {
            if (const auto* call = std::get_if<scheduler::CallStep>(&inner.action))
                row["kernels"].push_back(model.plan->kernels.at(call->kernel).name);
        });
        json.push_back(row);
    });
    return json;
}

ordered_json function_json(const LibraryModel& model, const FunctionModel& function) {
    ordered_json json;
    json["name"] = function.plan->name;
    json["symbol"] = function.symbol;
    json["inputs"] = ordered_json::array();
    for (const PortModel& port : function.inputs) json["inputs"].push_back(port_json(port));
    json["outputs"] = ordered_json::array();
    for (const PortModel& port : function.outputs) json["outputs"].push_back(port_json(port));
    if (!function.slot_functions.empty()) json["slot_loops"] = slot_loops_json(model, function);
    ordered_json& memory = json["memory"];
    memory["arena_bytes"] = std::max<std::int64_t>(function.arena_bytes, 1);
    memory["plan_bytes"] = function.plan->arena_bytes;
    memory["lower_bound"] = function.plan->arena_lower_bound;
    memory["value_bytes"] = function.plan->value_bytes;
    memory["scratch_bytes"] = function.plan->scratch_bytes;
    memory["proof"] = function.plan->memory_proof;
    if (!model.pools.empty()) memory["pools"] = pools_json(model, function);
    memory["buffers"] = ordered_json::array();
    for (const scheduler::Buffer& buffer : function.plan->buffers) {
        const bool is_within = buffer.role == scheduler::BufferRole::WithinResult;
        if (buffer.role != scheduler::BufferRole::Arena && !is_within) continue;
        ordered_json row;
        row["name"] = buffer.name;
        row["type"] = buffer.type;
        if (is_within)
            row["within_result"] = function.outputs.at(static_cast<std::size_t>(buffer.index)).member;
        else if (!model.pools.empty())
            row["pool"] = model.pools.at(static_cast<std::size_t>(buffer.pool)).pool.name;
        row["offset"] = buffer.offset;
        row["bytes"] = buffer.bytes;
        row["scratch"] = buffer.is_scratch;
        if (buffer.slots > 1) row["slots"] = buffer.slots;
        row["live"] = {buffer.first_step, buffer.last_step};
        memory["buffers"].push_back(row);
    }
    return json;
}

ordered_json weights_json(const LibraryModel& model) {
    ordered_json json;
    json["storage"] = storage_text(model);
    if (!model.has_weights()) return json;
    json["bytes"] = model.weight_bytes;
    if (model.has_blob()) {
        json["file"] = fmt::format("weights/{}.weights", model.name);
        json["header_bytes"] = blob_header_bytes;
        json["xxh64"] = fmt::format("{:016x}", model.weights_checksum);
    }
    json["arrays"] = ordered_json::array();
    for (const scheduler::Weight& weight : model.plan->weights) {
        ordered_json row;
        row["name"] = weight.name;
        row["type"] = weight.type;
        row["offset"] = weight.offset;
        row["bytes"] = weight.bytes.size();
        row["program_bytes"] = weight.program_bytes;
        if (!weight.source.empty()) row["source"] = weight.source;
        json["arrays"].push_back(row);
    }
    return json;
}

/// How many numbers of each result the self-test checks, or why it checks none.
ordered_json self_test_json(const LibraryModel& model) {
    ordered_json json;
    const bool has_values = !model.options->test_vectors.empty() && !model.may_refuse();
    json["values"] = has_values;
    if (!has_values) {
        const std::string& why = model.options->untested;
        json["reason"] = model.may_refuse() ? "Calls need hooks, or may fail an assertion."
                         : why.empty()      ? "There are no test vectors."
                                            : why;
        return json;
    }
    if (!model.options->untested.empty()) json["reason"] = model.options->untested;
    json["judged"] = ordered_json::array();
    for (const TestVector& vector : model.options->test_vectors)
        for (const TestOutput& output : vector.outputs) json["judged"].push_back(output.places.size());
    return json;
}

std::string table_row(const std::vector<std::string>& cells) {
    return "| " + join(cells, " | ") + " |\n";
}

std::string ports_table(const FunctionModel& function) {
    std::string text = "| | name | type | bytes | |\n|---|---|---|---|---|\n";
    for (const PortModel& port : function.inputs)
        text += table_row(
            {"input", "`" + port.member + "`", short_type(port.port->type), std::to_string(port.bytes),
             port.donated_to >= 0
                 ? fmt::format("may share memory with `{}`",
                               function.outputs[static_cast<std::size_t>(port.donated_to)].member)
                 : escape_markdown(port.port->description)});
    for (const PortModel& port : function.outputs)
        text += table_row({"output", "`" + port.member + "`", short_type(port.port->type),
                           std::to_string(port.bytes), escape_markdown(port.port->description)});
    return text;
}

}  // namespace

CFile write_manifest(const LibraryModel& model) {
    const scheduler::Target& target = model.plan->target;
    ordered_json json;
    json["name"] = model.name;
    json["program"] = model.plan->program_name;
    json["source"] = model.plan->source_file;
    json["written_by"] = "hlo2c " + model.options->version;
    json["target"] = {{"name", target.name},       {"architecture", spelling(target.architecture)},
                      {"c_flags", target.c_flags}, {"vector_bytes", target.vector_bytes},
                      {"fma", target.has_fma},     {"slots", target.cores}};
    json["float_rules"] = scheduler::spelling(model.plan->float_rules);
    if (!model.plan->target.pools.empty()) json["pools"] = pools_json(model);
    json["functions"] = ordered_json::array();
    for (const FunctionModel& function : model.functions)
        json["functions"].push_back(function_json(model, function));
    json["weights"] = weights_json(model);
    json["kernels"] = ordered_json::array();
    const std::vector<std::int64_t> calls = calls_of_kernels(*model.plan);
    for (std::size_t i = 0; i < model.plan->kernels.size(); i++)
        json["kernels"].push_back(kernel_json(model, i, calls[i]));
    json["self_test"] = self_test_json(model);
    json["certificate"] = nullptr;
    return {model.name + ".json", json_text(json), FilePart::Document};
}

/// The memory pools, with what the library uses of them.
std::string pools_section(const LibraryModel& model) {
    const scheduler::Target& target = model.plan->target;
    if (target.pools.empty()) return "";
    std::string text =
        "\n## Memory pools\n\n| pool | holds | bytes | of | alignment | section "
        "|\n|---|---|---|---|---|---|\n";
    const auto row = [&](const scheduler::MemoryPool& pool, const char* holds, std::int64_t bytes) {
        text += table_row({pool.name, holds, std::to_string(bytes), std::to_string(pool.bytes),
                           std::to_string(pool.alignment), escape_markdown(pool.section)});
    };
    for (const PoolModel& pool : model.pools) row(pool.pool, "values", pool.bytes);
    if (const scheduler::MemoryPool* const pool = target.weights_pool())
        row(*pool, "weights", weight_pool_bytes(model));
    if (!model.pools.empty())
        text += fmt::format(
            "\nThe arena is `{}`. `{}_DEFINE_MEMORY` in `include/{}.h` defines an array for each pool of "
            "values.\n",
            model.pools.front().pool.name, model.upper, model.name);
    return text;
}

/// What the caller must provide: transports between processes, and functions for custom calls.
std::string hooks_section(const LibraryModel& model) {
    std::string text;
    if (model.has_processes())
        text += fmt::format(
            "Communication between processes, infeed and outfeed go through hooks of the context, which "
            "`include/{0}.h` lists. The library includes transports for threads of one process "
            "(`{0}::{0}_rank_threads`), for ranks of an MPI job (`{0}::{0}_rank_mpi`), and for a single "
            "process (`include/hlo2c_loopback.h`).\n",
            model.name);
    if (!model.custom_functions.empty()) {
        if (!text.empty()) text += "\n";
        text += fmt::format(
            R"(Custom calls go to functions that you implement; `include/{0}.h` gives their prototypes in `{0}_custom_calls`.

```c
const {0}_custom_calls calls = {{.struct_bytes = sizeof calls, .{1} = my_{1}}};
const hlo2c_hooks hooks = {{
    .struct_bytes = sizeof hooks,
    .custom_call = {0}_custom_call,
    .custom_call_user = (void *)&calls,
}};
const hlo2c_context context = {{.struct_bytes = sizeof context, .hooks = &hooks}};
```
)",
            model.name, model.custom_functions.front().member);
    }
    return text.empty() ? text : "\n## Hooks\n\n" + text;
}

void insert_certificate(std::vector<CFile>& files, const ordered_json& certificate) {
    for (CFile& file : files) {
        if (file.part != FilePart::Document || !file.path.ends_with(".json")) continue;
        ordered_json json = ordered_json::parse(file.text);
        json["certificate"] = certificate;
        file.text = json_text(json);
        return;
    }
    broken_invariant("NAME.json", __FILE__, __LINE__, "a library has a manifest");
}

CFile write_readme(const LibraryModel& model) {
    const std::string& name = model.name;
    std::string text = fmt::format(
        "# {}\n\n{}\n\n{}\n", name,
        model.options->description.empty()
            ? fmt::format("The program {} as a C11 library.", escape_markdown(model.program_name()))
            : escape_markdown(model.options->description),
        escape_markdown(notice_text(model)));
    text += fmt::format(R"(
    make && make test
    cmake -S . -B build && cmake --build build && ctest --test-dir build

The header `include/{0}.h` describes the interface. In CMake: `add_subdirectory(...)`, or install and
`find_package({0})`, then `target_link_libraries(... {0}::{0})`. With pkg-config: `pkg-config --cflags --libs {0}`.
)",
                        name);
    for (const FunctionModel& function : model.functions) {
        text += fmt::format("\n## {}\n\n", function.symbol) + ports_table(function);
        text +=
            fmt::format("\nArena: {} bytes; lower bound for this order of operations: {}.\n",
                        std::max<std::int64_t>(function.arena_bytes, 1), function.plan->arena_lower_bound);
    }
    text += pools_section(model);
    if (model.has_weights()) {
        text += fmt::format("\n## Weights\n\n{} bytes in {}, ", model.plan->weight_bytes(),
                            frontend::counted(model.plan->weights.size(), "array"));
        text += model.storage == WeightStorage::C ? "compiled in from `weights/*.c`.\n"
                : model.storage == WeightStorage::Blob
                    ? fmt::format(
                          "in the file `weights/{}.weights`, which the caller maps or loads as "
                          "`include/{}.h` shows.\n",
                          name, name)
                    : fmt::format(
                          "in the file `weights/{0}.weights`, which you link as the symbol `{0}_weights`.\n",
                          name);
    }
    if (model.has_parallel_loops)
        text += fmt::format(
            "\n## Threads\n\nLoops run in the calling thread unless the context has a `parallel_for` hook. "
            "`hooks/` has one on POSIX threads (CMake target `{0}::{0}_threads`) and one on OpenMP.\n",
            name);
    text += hooks_section(model);
    text += "\n## Kernels\n\n| kernel | from | schedule | flops | bytes |\n|---|---|---|---|---|\n";
    for (const scheduler::Kernel& kernel : model.plan->kernels)
        text += table_row({"`" + kernel.name + "`", name_of(kernel.origin), escape_markdown(kernel.schedule),
                           std::to_string(kernel.flops), std::to_string(kernel.bytes)});
    text += fmt::format("\n`{}.json` has the same for tools, and the results of the checker.\n", name);
    return {"README.md", text, FilePart::Document};
}

}  // namespace hlo2c::codegen
