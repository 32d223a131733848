#include "frontend/forms/hlo/result_shape.h"

#include <algorithm>
#include <map>

#include "frontend/forms/hlo/shapes.h"
#include "frontend/ops/op_row.h"
#include "frontend/ops/verify.h"

namespace hlo2c::frontend {
namespace {

std::vector<ValueId> add_values(Function& function, const wire::ShapeProto& shape, const Site& site) {
    std::vector<ValueId> values;
    for (Type& type : leaf_types(shape, site)) values.push_back(function.add_value(std::move(type)));
    return values;
}

/// The computation as far as types go: its parameters, and a terminator with the leaves of its root.
Region signature_region(Function& function, const CalledComputation& called, const Site& site) {
    std::map<std::int64_t, const wire::HloInstructionProto*> parameters;
    for (const wire::HloInstructionProto& each : called.computation->instructions())
        if (each.opcode() == "parameter") parameters[each.parameter_number()] = &each;
    Region region;
    for (const auto& [number, parameter] : parameters)
        for (const ValueId value : add_values(function, parameter->shape(), site))
            region.arguments.push_back(value);
    Op terminator;
    terminator.code = OpCode::Return;
    terminator.operands = add_values(function, called.root->shape(), site);
    region.ops.push_back(std::move(terminator));
    return region;
}

/// The declared result as inference uses it: with its element type and unknown sizes.
Type declared_result(const Function& function, const Op& op) {
    if (op.operands.empty() || !function.type(op.operands[0]).is_tensor()) return TokenType{};
    TensorType type = function.tensor(op.operands[0]);
    std::fill(type.shape.begin(), type.shape.end(), dynamic_size);
    type.bounds.clear();
    return type;
}

bool has_open_size(const Type& type) {
    if (!type.is_tensor()) return false;
    const TensorType& tensor = type.as_tensor();
    for (std::size_t i = 0; i < tensor.shape.size(); i++)
        if (tensor.shape[i] == dynamic_size && (tensor.bounds.empty() || tensor.bounds[i] == dynamic_size))
            return true;
    return false;
}

}  // namespace

std::optional<wire::ShapeProto> result_shape(const OpcodeRow& row,
                                             const wire::HloInstructionProto& instruction,
                                             const std::vector<const wire::HloInstructionProto*>& operands,
                                             const CalledComputation* called, const Site& site) {
    Program program;
    program.source_path = site.path;
    Function function;
    Op op;
    op.code = row.code;
    op.position = site.position;
    bool open = false;
    for (const wire::HloInstructionProto* operand : operands)
        for (const ValueId value : add_values(function, operand->shape(), site)) {
            open = open || has_open_size(function.type(value));
            op.operands.push_back(value);
        }
    const OpRow& known = frontend::row(row.code);
    if (!known.takes_operands(op.operands.size()) || known.regions != (called != nullptr ? 1 : 0))
        return std::nullopt;
    if (called != nullptr) op.regions.push_back(signature_region(function, *called, site));
    const std::size_t results = called != nullptr ? leaf_count(called->root->shape(), site) : 1;
    for (std::size_t i = 0; i < results; i++)
        op.results.push_back(function.add_value(declared_result(function, op)));
    for (const Field* field : *row.fields) field->read(instruction, function, site, op);
    const std::vector<Type> types = infer_result_types(program, function, op);
    if (!open && std::any_of(types.begin(), types.end(), has_open_size)) return std::nullopt;
    return shape_of(types);
}

}  // namespace hlo2c::frontend
