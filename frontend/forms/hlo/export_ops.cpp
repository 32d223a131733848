#include "frontend/forms/hlo/export.h"
#include "frontend/forms/hlo/literals.h"
#include "frontend/forms/hlo/op_fields.h"
#include "frontend/forms/hlo/shapes.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"

namespace hlo2c::frontend {
namespace {

/// Splat constants with more elements than this are exported as a broadcast scalar.
constexpr std::int64_t written_out = 64;

using Sizes = std::vector<std::int64_t>;

void export_constant(ComputationExport& to, const Op& op) {
    const Literal& literal = op[attr::value];
    to.result_types(op);
    if (literal.is_splat() && literal.type().element_count() > written_out) {
        const auto bytes = literal.bytes();
        const TensorType scalar{{}, literal.type().element, {}, {}};
        wire::HloInstructionProto& one = to.add("constant", shape_of(Type(scalar)), nullptr);
        *one.mutable_literal() = literal_message(Literal(scalar, {bytes.begin(), bytes.end()}));
        to.define(op.results[0], to.add_simple("broadcast", shape_of(Type(literal.type())), &op, {one.id()}));
        return;
    }
    wire::HloInstructionProto& constant = to.add("constant", shape_of(Type(literal.type())), &op);
    if (!is_elided(literal)) *constant.mutable_literal() = literal_message(literal);
    to.define(op.results[0], constant.id());
}

std::int64_t reshape(ComputationExport& to, const Op& op, std::int64_t operand, const TensorType& type) {
    return to.add_simple("reshape", shape_of(Type(type)), &op, {operand});
}

/// HLO does not expand dimensions of size 1 in a broadcast, so a reshape removes them first.
void export_broadcast_in_dim(ComputationExport& to, const Op& op) {
    const std::vector<Type> results = to.result_types(op);
    const TensorType& result = results[0].as_tensor();
    TensorType operand = to.type(op.operands[0]).as_tensor();
    const Sizes dimensions = op[attr::broadcast_dimensions];
    std::int64_t from = to.instruction_of(op.operands[0]);
    Sizes shape, kept;
    for (std::size_t i = 0; i < dimensions.size(); i++) {
        if (operand.shape[i] != result.shape[static_cast<std::size_t>(dimensions[i])]) continue;
        shape.push_back(operand.shape[i]);
        kept.push_back(dimensions[i]);
    }
    if (shape.size() != operand.shape.size()) {
        operand.shape = shape;
        operand.bounds.clear();
        from = reshape(to, op, from, operand);
    }
    wire::HloInstructionProto& instruction = to.add("broadcast", shape_of(results), &op);
    instruction.add_operand_ids(from);
    write_integers(kept, *instruction.mutable_dimensions());
    to.define(op.results[0], instruction.id());
}

/// `stablehlo.broadcast` adds its new dimensions in front.
void export_broadcast(ComputationExport& to, const Op& op) {
    const std::size_t added = op[attr::broadcast_sizes].size();
    wire::HloInstructionProto& instruction = to.add("broadcast", shape_of(to.result_types(op)), &op);
    instruction.add_operand_ids(to.instruction_of(op.operands[0]));
    for (int i = 0; i < to.type(op.operands[0]).as_tensor().rank(); i++)
        instruction.add_dimensions(static_cast<std::int64_t>(added) + i);
    to.define(op.results[0], instruction.id());
}

void export_dot(ComputationExport& to, const Op& op) {
    const std::vector<std::int64_t> ids = to.operands(op);
    wire::HloInstructionProto& dot = to.add("dot", shape_of(to.result_types(op)), &op);
    for (const std::int64_t id : ids) dot.add_operand_ids(id);
    const int last = to.type(op.operands[0]).as_tensor().rank() - 1;
    dot.mutable_dot_dimension_numbers()->add_lhs_contracting_dimensions(last);
    dot.mutable_dot_dimension_numbers()->add_rhs_contracting_dimensions(0);
    precision_field.write(op, to.function(), dot);
    to.define(op.results[0], dot.id());
}

void export_rng(ComputationExport& to, const Op& op) {
    wire::HloInstructionProto& rng = to.add("rng", shape_of(to.result_types(op)), &op);
    for (std::size_t i = 0; i < 2; i++) rng.add_operand_ids(to.instruction_of(op.operands[i]));
    rng.set_distribution(op[attr::rng_distribution] == RngDistribution::Normal ? wire::RNG_NORMAL
                                                                               : wire::RNG_UNIFORM);
    to.define(op.results[0], rng.id());
}

/// HLO takes one scalar per size, so the vector of sizes is split into scalars.
void export_dynamic_reshape(ComputationExport& to, const Op& op) {
    const TensorType& sizes = to.type(op.operands[1]).as_tensor();
    const std::vector<Type> results = to.result_types(op);
    const std::int64_t vector = to.instruction_of(op.operands[1]);
    std::vector<std::int64_t> ids = {to.instruction_of(op.operands[0])};
    for (int i = 0; i < results[0].as_tensor().rank(); i++) {
        wire::HloInstructionProto& slice =
            to.add("slice", shape_of(Type(TensorType{{1}, sizes.element, {}, {}})), &op);
        slice.add_operand_ids(vector);
        auto& range = *slice.add_slice_dimensions();
        range.set_start(i);
        range.set_limit(i + 1);
        range.set_stride(1);
        ids.push_back(reshape(to, op, slice.id(), TensorType{{}, sizes.element, {}, {}}));
    }
    to.define(op.results[0], to.add_simple("dynamic-reshape", shape_of(results), &op, ids));
}

void export_tuple(ComputationExport& to, const Op& op) {
    to.result_types(op);
    to.define(op.results[0], to.add_tuple(op.operands, &op));
}

void export_get_tuple_element(ComputationExport& to, const Op& op) {
    const std::int64_t tuple = to.instruction_of(op.operands[0]);
    to.define(op.results[0],
              to.add_element(tuple, static_cast<int>(op[attr::index]), to.result_types(op)[0], &op));
}

void export_token(ComputationExport& to, const Op& op) {
    to.define(op.results[0], to.add_simple("after-all", shape_of(to.result_types(op)), &op, to.operands(op)));
}

/// The op disappears: its result is its operand.
void export_identity(ComputationExport& to, const Op& op) {
    to.result_types(op);
    to.define(op.results[0], to.instruction_of(op.operands[0]));
}

void export_square(ComputationExport& to, const Op& op) {
    const std::int64_t operand = to.instruction_of(op.operands[0]);
    to.define(op.results[0],
              to.add_simple("multiply", shape_of(to.result_types(op)), &op, {operand, operand}));
}

void export_barrier(ComputationExport& to, const Op& op) {
    const std::vector<Type> results = to.result_types(op);
    if (results.size() == 1)
        return to.define(op.results[0],
                         to.add_simple("opt-barrier", shape_of(results), &op, to.operands(op)));
    const std::int64_t tuple = to.add_tuple(op.operands, &op);
    to.define_results(op, to.add_simple("opt-barrier", tuple_shape(results), &op, {tuple}));
}

/// Scalars that the comparator uses from outside become additional operands of the sort, broadcast to its
/// shape.
void export_sort(ComputationExport& to, const Op& op) {
    const std::vector<ValueId> outside = to.captured(op.regions);
    std::vector<std::int64_t> ids = to.operands(op);
    std::vector<Type> types = to.result_types(op);
    const std::vector<std::int64_t> shape = types.at(0).as_tensor().shape;
    for (const ValueId value : outside) {
        if (!to.type(value).is_tensor() || to.type(value).as_tensor().rank() != 0)
            to.refuse(op, "a comparator that uses arrays");
        types.emplace_back(TensorType{shape, to.type(value).as_tensor().element, {}, {}});
        ids.push_back(to.add_simple("broadcast", shape_of(types.back()), &op, {to.instruction_of(value)}));
    }
    ComputationExport body = to.inner("sort_body");
    body.add_parameters(op.regions[0].arguments);
    for (const ValueId value : outside) body.add_parameters({value, value});
    const std::vector<ValueId> root = body.add_ops(op.regions[0]);
    body.finish(root, false);
    wire::HloInstructionProto& sort = to.add("sort", shape_of(types), &op);
    for (const std::int64_t id : ids) sort.add_operand_ids(id);
    sort.add_called_computation_ids(body.id());
    const std::int64_t rank = static_cast<std::int64_t>(shape.size()), dimension = op[attr::sort_dimension];
    sort.add_dimensions(dimension < 0 ? dimension + rank : dimension);
    stable_field.write(op, to.function(), sort);
    if (types.size() == 1) return to.define(op.results[0], sort.id());
    for (std::size_t i = 0; i < op.results.size(); i++)
        to.define(op.results[i], to.add_element(sort.id(), static_cast<int>(i), types[i], &op));
}

/// If the split and concat dimensions differ, the operand gets a dimension of parts, which is exchanged and
/// then moved in front of the concat dimension.
void export_all_to_all(ComputationExport& to, const Op& op) {
    const std::vector<Type> results = to.result_types(op);
    const std::int64_t split = op[attr::split_dimension], join = op[attr::concat_dimension],
                       count = op[attr::split_count];
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        TensorType type = to.type(op.operands[i]).as_tensor();
        std::int64_t value = to.instruction_of(op.operands[i]);
        const auto exchange = [&](std::int64_t operand, const TensorType& shape, std::int64_t dimension) {
            wire::HloInstructionProto& instruction = to.add("all-to-all", shape_of(Type(shape)), &op);
            instruction.add_operand_ids(operand);
            instruction.add_dimensions(dimension);
            replica_groups_field.write(op, to.function(), instruction);
            channel_field.write(op, to.function(), instruction);
            return instruction.id();
        };
        if (split == join) {
            to.define(op.results[i], exchange(value, type, split));
            continue;
        }
        if (!type.is_static()) to.refuse(op, "an exchange of arrays of unknown sizes");
        type.shape[static_cast<std::size_t>(split)] /= count;
        type.shape.insert(type.shape.begin() + split, count);
        value = exchange(reshape(to, op, value, type), type, split);
        Sizes order;  // the dimension of parts goes in front of the concat dimension
        for (std::int64_t d = 0; d < type.rank(); d++)
            if (d != split) order.push_back(d);
        order.insert(order.begin() + join, split);
        TensorType moved = type;
        for (std::size_t d = 0; d < order.size(); d++)
            moved.shape[d] = type.shape[static_cast<std::size_t>(order[d])];
        wire::HloInstructionProto& transpose = to.add("transpose", shape_of(Type(moved)), &op);
        transpose.add_operand_ids(value);
        write_integers(order, *transpose.mutable_dimensions());
        to.define(op.results[i], reshape(to, op, transpose.id(), results[i].as_tensor()));
    }
}

/// Ops that differ from their HLO counterparts; all others are written as the rows of `opcodes` say.
constexpr auto functions = partial<ExportFunction>({
    {OpCode::AllToAll, export_all_to_all},
    {OpCode::AsyncDone, export_async_done},
    {OpCode::AsyncStart, export_async_start},
    {OpCode::Broadcast, export_broadcast},
    {OpCode::BroadcastInDim, export_broadcast_in_dim},
    {OpCode::Call, export_call},
    {OpCode::Case, export_branches},
    {OpCode::ChloConstant, export_constant},
    {OpCode::ChloSquare, export_square},
    {OpCode::Composite, export_call},
    {OpCode::Constant, export_constant},
    {OpCode::CreateToken, export_token},
    {OpCode::CustomCall, export_custom_call},
    {OpCode::Dot, export_dot},
    {OpCode::DynamicReshape, export_dynamic_reshape},
    {OpCode::GetTupleElement, export_get_tuple_element},
    {OpCode::If, export_branches},
    {OpCode::Infeed, export_infeed},
    {OpCode::OptimizationBarrier, export_barrier},
    {OpCode::Outfeed, export_outfeed},
    {OpCode::Recv, export_recv},
    {OpCode::Rng, export_rng},
    {OpCode::SdyShardingConstraint, export_identity},
    {OpCode::Send, export_send},
    {OpCode::Sort, export_sort},
    {OpCode::Tuple, export_tuple},
    {OpCode::While, export_while},
});

consteval bool have_stated_attributes() {
    for (std::size_t i = 0; i < op_count; i++)
        if (functions[i] != nullptr && !rows::table[i].attributes.empty() &&
            !hlo::has_hlo_form(static_cast<OpCode>(i)))
            return false;
    return true;
}
static_assert(have_stated_attributes(), "op_fields says nothing of the attributes of an op with a function");

}  // namespace

ExportFunction export_function(OpCode code) {
    return behaviour(functions, code);
}

}  // namespace hlo2c::frontend
