#include "scheduler/kernels/combiner_programs.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "frontend/diagnostic.h"
#include "frontend/forms/text/json_printer.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/pipeline.h"
#include "scheduler/error_numbers.h"
#include "scheduler/processes/describe.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// The region as a function of two tensors of `elements` elements.
Function widened(const frontend::Program& program, const Function& function, const Op& op, int elements) {
    const Region& region = op.regions[0];
    Function wide;
    wide.name = "combine";
    std::map<ValueId, ValueId> values;
    const auto widen = [&](ValueId value) {
        TensorType type = function.tensor(value);
        if (type.rank() != 0) refuse_reduction(program, op, "works on more than single elements");
        type.shape = {elements};
        return values[value] = wide.add_value(type, function.values[value].name);
    };
    for (ValueId argument : region.arguments) wide.body.arguments.push_back(widen(argument));
    for (const Op& inner : region.ops) {
        Op copy = inner;
        if (!inner.regions.empty()) refuse_reduction(program, op, "has regions of its own");
        for (ValueId& operand : copy.operands) {
            if (!values.count(operand)) refuse_reduction(program, op, "reads values from outside");
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

/// The computation of `op` on so many elements, split into real and imaginary parts.
frontend::Program combiner_program(const frontend::Program& program, const Function& function, const Op& op,
                                   int elements) {
    frontend::Program alone;
    alone.source_path = program.source_path;
    alone.locations = program.locations;
    alone.functions.push_back(widened(program, function, op, elements));
    return frontend::run_passes(frontend::complex_passes(), std::move(alone));
}

}  // namespace

void refuse_reduction(const frontend::Program& program, const Op& op, const std::string& why) {
    unsupported(lowering_error::reduction, frontend::place_of(program, op),
                "the computation of this reduction " + why,
                "Make it compute one element from two with elementwise operations.");
}

const CombinerPrograms& FunctionCombiners::of(const Op& collective) const {
    const auto found = std::find_if(programs.begin(), programs.end(),
                                    [&](const auto& each) { return each.first == &collective; });
    HLO2C_CHECK(found != programs.end(), "a collective that reduces has a combiner");
    return found->second;
}

FunctionCombiners combiner_programs(const frontend::Program& program, const FunctionGraph& graph) {
    FunctionCombiners combiners;
    for (RegionId id = 0; id < graph.region_count(); id++)
        for (int position = 0; position < graph.region(id).op_count(); position++) {
            const Op& op = process_op(graph.region(id).op(position));
            if (!is_collective(op) || op.regions.empty()) continue;
            const auto on = [&](int elements) {
                return combiner_program(program, graph.function(), op, elements);
            };
            combiners.programs.push_back({&op, {on(CombinerPrograms::block_elements), on(1)}});
        }
    return combiners;
}

std::string to_text(const FunctionCombiners& combiners) {
    std::string text;
    for (const auto& [op, programs] : combiners.programs)
        text +=
            "// " + std::string(spelling(op->code)) + "\n" + frontend::print_stablehlo_text(programs.block);
    return text.empty() ? "no reduction between processes\n" : text;
}

nlohmann::ordered_json json_of(const FunctionCombiners& combiners) {
    using Json = nlohmann::ordered_json;
    Json json = Json::array();
    for (const auto& [op, programs] : combiners.programs)
        json.push_back({{"op", spelling(op->code)}, {"program", frontend::json_of(programs.block)}});
    return json;
}

}  // namespace hlo2c::scheduler
