#include "scheduler/plan.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace hlo2c::scheduler {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto role_names = frontend::by_every_enumerator<BufferRole::WithinResult, const char*>({
    {BufferRole::Argument, "argument"},
    {BufferRole::Result, "result"},
    {BufferRole::Weight, "weight"},
    {BufferRole::Arena, "arena"},
    {BufferRole::WithinResult, "within_result"},
});
constexpr auto phase_names = frontend::by_every_enumerator<Phase::Idle, const char*>({
    {Phase::Whole, "whole"},
    {Phase::Start, "start"},
    {Phase::Done, "done"},
    {Phase::Idle, "idle"},
});
constexpr auto collective_names = frontend::by_every_enumerator<CollectiveKind::RaggedAllToAll, const char*>({
    {CollectiveKind::AllGather, "all_gather"},
    {CollectiveKind::AllReduce, "all_reduce"},
    {CollectiveKind::AllToAll, "all_to_all"},
    {CollectiveKind::Broadcast, "broadcast"},
    {CollectiveKind::Permute, "permute"},
    {CollectiveKind::ReduceScatter, "reduce_scatter"},
    {CollectiveKind::Reduce, "reduce"},
    {CollectiveKind::RaggedAllToAll, "ragged_all_to_all"},
});
constexpr auto grouping_names = frontend::by_every_enumerator<frontend::Grouping::FlattenedIds, const char*>({
    {frontend::Grouping::CrossReplica, "cross_replica"},
    {frontend::Grouping::CrossPartition, "cross_partition"},
    {frontend::Grouping::CrossReplicaAndPartition, "cross_replica_and_partition"},
    {frontend::Grouping::FlattenedIds, "flattened_ids"},
});

Json json_of(const Kernel& kernel) {
    Json json{{"name", kernel.name}, {"origin", name_of(kernel.origin)}};
    if (kernel.origin == KernelOrigin::Runtime) {
        json["runtime_function"] = kernel.runtime_function;
        json["runtime_unit"] = kernel.runtime_unit;
        for (const auto& [name, value] : kernel.runtime_constants) json["runtime_constants"][name] = value;
    }
    json["ops"] = kernel.ops;
    json["scopes"] = kernel.scopes;
    json["sources"] = kernel.sources;
    json["shapes"] = shapes_of(kernel);
    json["schedule"] = kernel.schedule;
    json["tuned"] = kernel.is_tuned;
    json["tile"] = kernel.tile;
    json["vector_lanes"] = kernel.vector_lanes;
    json["flops"] = kernel.flops;
    json["bytes"] = kernel.bytes;
    json["scratch_bytes"] = kernel.nest.scratch_bytes;
    json["parameters"] = Json::array();
    for (const BufferParameter& parameter : kernel.nest.parameters) {
        json["parameters"].push_back({{"name", parameter.name},
                                      {"element", spelling(parameter.element)},
                                      {"elements", parameter.elements},
                                      {"written", parameter.written}});
    }
    return json;
}

Json json_of(const Buffer& buffer) {
    Json json{{"name", buffer.name},   {"role", name_of(buffer.role)}, {"index", buffer.index},
              {"bytes", buffer.bytes}, {"type", buffer.type},          {"element", spelling(buffer.element)}};
    const bool is_value = buffer.role == BufferRole::Arena || buffer.role == BufferRole::WithinResult;
    if (is_value || buffer.role == BufferRole::Weight) json["offset"] = buffer.offset;
    if (is_value) {
        if (buffer.pool != 0) json["pool"] = buffer.pool;
        json["first_step"] = buffer.first_step;
        json["last_step"] = buffer.last_step;
        json["is_scratch"] = buffer.is_scratch;
        if (buffer.slots > 1) json["slots"] = buffer.slots;
    }
    json["sources"] = buffer.sources;
    return json;
}

Json json_of(const BufferRange& range) {
    return {{"buffer", range.buffer}, {"byte_offset", range.byte_offset}};
}

Json json_of(const std::vector<Step>& steps);

Json json_of(const Step& step, const CallStep& call) {
    Json json{{"time", step.time}, {"do", "call"}, {"kernel", call.kernel}, {"arguments", Json::array()}};
    for (const BufferRange& range : call.arguments) json["arguments"].push_back(json_of(range));
    if (call.scratch >= 0) json["scratch"] = call.scratch;
    return json;
}

Json json_of(const Step& step, const CopyStep& copy) {
    return {{"time", step.time},
            {"do", "copy"},
            {"destination", json_of(copy.destination)},
            {"source", json_of(copy.source)},
            {"bytes", copy.bytes},
            {"unless_shared", copy.unless_shared}};
}

Json json_of(const Step& step, const WhileStep& loop) {
    if (loop.count) {
        const LoopCounter& count = *loop.count;
        Json json{{"time", step.time},
                  {"do", "for"},
                  {"trip_count", loop.trip_count},
                  {"counter", json_of(count.counter)},
                  {"first", count.first ? Json(*count.first) : Json()},
                  {"comparison", frontend::keyword(count.comparison)},
                  {"last", count.last ? Json(*count.last) : json_of(count.limit)},
                  {"step", count.step},
                  {"body", json_of(loop.body)}};
        if (loop.is_parallel()) json["slots"] = loop.slots;
        return json;
    }
    return {{"time", step.time},
            {"do", "while"},
            {"trip_count", loop.trip_count},
            {"condition", json_of(loop.condition)},
            {"predicate", json_of(loop.predicate)},
            {"body", json_of(loop.body)}};
}

Json json_of(const Step& step, const BranchStep& branch) {
    Json json{{"time", step.time},
              {"do", branch.is_if ? "if" : "case"},
              {"selector", json_of(branch.selector)},
              {"branches", Json::array()}};
    for (const std::vector<Step>& steps : branch.branches) json["branches"].push_back(json_of(steps));
    return json;
}

Json json_of(const Step& step, const CollectiveStep& collective) {
    Json json{{"time", step.time},
              {"do", "collective"},
              {"collective", collective.collective},
              {"phase", phase_names[static_cast<std::size_t>(collective.phase)]},
              {"input", json_of(collective.input)},
              {"output", json_of(collective.output)},
              {"numbers", Json::array()}};
    for (const BufferRange& range : collective.numbers) json["numbers"].push_back(json_of(range));
    if (collective.scratch >= 0) json["scratch"] = collective.scratch;
    if (collective.request >= 0) json["request"] = collective.request;
    return json;
}

Json json_of(const Step& step, const TransferStep& transfer) {
    Json json{{"time", step.time},
              {"do", "transfer"},
              {"transfer", transfer.transfer},
              {"phase", phase_names[static_cast<std::size_t>(transfer.phase)]},
              {"repeats", transfer.repeats},
              {"data", json_of(transfer.data)}};
    if (transfer.request >= 0) json["request"] = transfer.request;
    return json;
}

Json json_of(const Step& step, const CustomCallStep& call) {
    Json json{{"time", step.time},
              {"do", "custom_call"},
              {"custom_call", call.custom_call},
              {"inputs", Json::array()},
              {"outputs", Json::array()}};
    for (const BufferRange& range : call.inputs) json["inputs"].push_back(json_of(range));
    for (const BufferRange& range : call.outputs) json["outputs"].push_back(json_of(range));
    if (call.request >= 0) json["request"] = call.request;
    return json;
}

Json json_of(const Step& step, const ProcessIdStep& id) {
    return {{"time", step.time},
            {"do", id.is_replica ? "replica_id" : "partition_id"},
            {"destination", json_of(id.destination)}};
}

Json json_of(const std::vector<Step>& steps) {
    Json json = Json::array();
    for (const Step& step : steps) {
        json.push_back(std::visit([&](const auto& action) { return json_of(step, action); }, step.action));
        if (!step.comment.empty()) json.back()["comment"] = step.comment;
    }
    return json;
}

Json json_of(const std::vector<Port>& ports) {
    Json json = Json::array();
    for (const Port& port : ports) {
        json.push_back({{"name", port.name},
                        {"type", to_string(port.type)},
                        {"position", port.position},
                        {"buffer", port.buffer},
                        {"donated_to", port.donated_to},
                        {"description", port.description}});
    }
    return json;
}

Json json_of(const DimensionView& view) {
    return {view.outer, view.size, view.inner};
}

Json json_of(const Collective& collective) {
    return {{"kind", collective_names[static_cast<std::size_t>(collective.kind)]},
            {"op", collective.op},
            {"channel", collective.channel},
            {"grouping", grouping_names[static_cast<std::size_t>(collective.table.grouping)]},
            {"groups", collective.table.rows},
            {"element", frontend::spelling(collective.element)},
            {"input_bytes", collective.input_bytes},
            {"output_bytes", collective.output_bytes},
            {"split", json_of(collective.split)},
            {"join", json_of(collective.join)},
            {"combiner", collective.combiner}};
}

Json json_of(const Transfer& transfer) {
    return {{"kind", name_of(transfer.kind)}, {"op", transfer.op},
            {"config", transfer.config},      {"channel", transfer.channel},
            {"pairs", transfer.pairs.rows},   {"element", frontend::spelling(transfer.element)},
            {"bytes", transfer.bytes}};
}

Json json_of(const CustomCallTensor& tensor) {
    Json json{
        {"element", frontend::spelling(tensor.element)}, {"shape", tensor.shape}, {"bytes", tensor.bytes}};
    if (tensor.shares >= 0) json["shares"] = tensor.shares;
    return json;
}

Json json_of(const CustomCall& call) {
    Json json{{"op", call.op},
              {"target", call.target},
              {"config", call.config},
              {"api_version", call.api_version},
              {"has_side_effect", call.has_side_effect},
              {"inputs", Json::array()},
              {"outputs", Json::array()}};
    for (const CustomCallTensor& tensor : call.inputs) json["inputs"].push_back(json_of(tensor));
    for (const CustomCallTensor& tensor : call.outputs) json["outputs"].push_back(json_of(tensor));
    return json;
}

Json json_of(const Weight& weight) {
    return {
        {"name", weight.name},     {"type", weight.type},          {"element", spelling(weight.element)},
        {"offset", weight.offset}, {"bytes", weight.bytes.size()}, {"program_bytes", weight.program_bytes},
        {"source", weight.source}};
}

/// More pointers than this exceed the stack bound of a function.
constexpr std::size_t pointers_on_stack = 128;

}  // namespace

const char* name_of(BufferRole role) {
    return role_names[static_cast<std::size_t>(role)];
}

const char* name_of(KernelOrigin origin) {
    switch (origin) {
        case KernelOrigin::Halide: return "halide";
        case KernelOrigin::Runtime: return "runtime";
        case KernelOrigin::Direct: return "direct";
    }
    return "";
}

std::int64_t call_area_bytes(const FunctionPlan& function) {
    const std::size_t pointers = function.inputs.size() + function.outputs.size();
    if (pointers <= pointers_on_stack) return 0;
    return 8 * (static_cast<std::int64_t>(pointers) + 2) + 2 * arena_alignment;
}

std::int64_t Plan::weight_bytes() const {
    std::int64_t bytes = 0;
    for (const Weight& weight : weights) bytes += static_cast<std::int64_t>(weight.bytes.size());
    return bytes;
}

std::vector<std::int64_t> calls_of_kernels(const Plan& plan) {
    std::vector<std::int64_t> calls(plan.kernels.size(), 0);
    for (const FunctionPlan& function : plan.functions)
        for_each_step(function.steps, [&](const Step& step) {
            if (const auto* call = std::get_if<CallStep>(&step.action)) calls.at(call->kernel)++;
        });
    return calls;
}

std::string memory_text(const Plan& plan) {
    std::string text;
    for (const FunctionPlan& function : plan.functions) {
        text += fmt::format("{}: {} bytes, lower bound {}, {}\n", function.name, function.arena_bytes,
                            function.arena_lower_bound, function.memory_proof);
        for (const Buffer& buffer : function.buffers) {
            if (buffer.role != BufferRole::Arena && buffer.role != BufferRole::WithinResult) continue;
            text += fmt::format("  {} {}: bytes {} to {}", name_of(buffer.role), buffer.name, buffer.offset,
                                buffer.offset + buffer.bytes);
            text += buffer.pool == 0 ? "" : fmt::format(" of pool {}", buffer.pool);
            text += fmt::format(", steps {} to {}\n", buffer.first_step, buffer.last_step);
        }
    }
    return text;
}

Json json_of(const FunctionPlan& function) {
    Json json{{"name", function.name},
              {"inputs", json_of(function.inputs)},
              {"outputs", json_of(function.outputs)},
              {"arena_bytes", function.arena_bytes},
              {"arena_lower_bound", function.arena_lower_bound},
              {"value_bytes", function.value_bytes},
              {"scratch_bytes", function.scratch_bytes},
              {"memory_proof", function.memory_proof}};
    for (const PoolUse& use : function.further_pools)
        json["further_pools"].push_back(
            {{"bytes", use.bytes}, {"lower_bound", use.lower_bound}, {"proof", use.proof}});
    json["buffers"] = Json::array();
    json["steps"] = json_of(function.steps);
    for (const Buffer& buffer : function.buffers) json["buffers"].push_back(json_of(buffer));
    return json;
}

Json json_of(const Plan& plan) {
    Json json{{"program", plan.program_name}, {"source_file", plan.source_file}, {"target", plan.target.name},
              {"functions", Json::array()},   {"kernels", Json::array()},        {"weights", Json::array()}};
    for (const MemoryPool& pool : plan.target.value_pools())
        json["pools"].push_back({{"name", pool.name}, {"bytes", pool.bytes}, {"alignment", pool.alignment}});
    for (const FunctionPlan& function : plan.functions) json["functions"].push_back(json_of(function));
    for (const Kernel& kernel : plan.kernels) json["kernels"].push_back(json_of(kernel));
    for (const Weight& weight : plan.weights) json["weights"].push_back(json_of(weight));
    for (const Collective& collective : plan.collectives) json["collectives"].push_back(json_of(collective));
    for (const Combiner& combiner : plan.combiners)
        json["combiners"].push_back({{"name", combiner.name},
                                     {"block_kernel", combiner.block_kernel},
                                     {"single_kernel", combiner.single_kernel},
                                     {"block_elements", combiner.block_elements}});
    for (const Transfer& transfer : plan.transfers) json["transfers"].push_back(json_of(transfer));
    for (const CustomCall& call : plan.custom_calls) json["custom_calls"].push_back(json_of(call));
    return json;
}

}  // namespace hlo2c::scheduler
