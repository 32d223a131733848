#include "scheduler/plan.h"

#include <nlohmann/json.hpp>

namespace hlo2c::scheduler {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(KernelOrigin origin) {
    switch (origin) {
        case KernelOrigin::Halide: return "halide";
        case KernelOrigin::Runtime: return "runtime";
        case KernelOrigin::Direct: return "direct";
    }
    return "";
}

const char* name_of(BufferRole role) {
    switch (role) {
        case BufferRole::Argument: return "argument";
        case BufferRole::Result: return "result";
        case BufferRole::Weight: return "weight";
        case BufferRole::Arena: return "arena";
    }
    return "";
}

Json json_of(const Kernel& kernel) {
    Json json{{"name", kernel.name}, {"origin", name_of(kernel.origin)}};
    if (kernel.origin == KernelOrigin::Runtime) {
        json["runtime_function"] = kernel.runtime_function;
        json["runtime_unit"] = kernel.runtime_unit;
        for (const auto& [name, value] : kernel.runtime_constants) json["runtime_constants"][name] = value;
    }
    json["ops"] = kernel.ops;
    json["sources"] = kernel.sources;
    json["shapes"] = kernel.shapes;
    json["schedule"] = kernel.schedule;
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
    if (buffer.role == BufferRole::Arena || buffer.role == BufferRole::Weight) json["offset"] = buffer.offset;
    if (buffer.role == BufferRole::Arena) {
        json["first_step"] = buffer.first_step;
        json["last_step"] = buffer.last_step;
        json["reuses"] = buffer.reuses;
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
            {"bytes", copy.bytes}};
}

Json json_of(const Step& step, const WhileStep& loop) {
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

Json json_of(const FunctionPlan& function) {
    Json json{{"name", function.name},
              {"inputs", json_of(function.inputs)},
              {"outputs", json_of(function.outputs)},
              {"arena_bytes", function.arena_bytes},
              {"arena_lower_bound", function.arena_lower_bound},
              {"memory_proof", function.memory_proof},
              {"buffers", Json::array()},
              {"steps", json_of(function.steps)}};
    for (const Buffer& buffer : function.buffers) json["buffers"].push_back(json_of(buffer));
    return json;
}

Json json_of(const Weight& weight) {
    return {{"name", weight.name},     {"type", weight.type},          {"element", spelling(weight.element)},
            {"offset", weight.offset}, {"bytes", weight.bytes.size()}, {"source", weight.source}};
}

}  // namespace

std::string to_json(const Plan& plan) {
    Json json{{"program", plan.program_name}, {"source_file", plan.source_file}, {"target", plan.target.name},
              {"functions", Json::array()},   {"kernels", Json::array()},        {"weights", Json::array()}};
    for (const FunctionPlan& function : plan.functions) json["functions"].push_back(json_of(function));
    for (const Kernel& kernel : plan.kernels) json["kernels"].push_back(json_of(kernel));
    for (const Weight& weight : plan.weights) json["weights"].push_back(json_of(weight));
    // Names and comments come from programs, which may hold any bytes.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hlo2c::scheduler
