#include "scheduler/rewrite/flat_gathers.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Builder;
using frontend::ElementType;
using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

/// A gather of single elements, whose indices select them in neighbouring dimensions.
struct ElementGather {
    frontend::GatherDimensions dimensions;
    std::size_t first = 0;    ///< indexed dimension
    std::int64_t extent = 1;  ///< of the indexed dimensions together
};

/// True if the value is in memory, so that its elements are found by a flat index.
bool is_stored(const Rewriter& rewriter, ValueId value) {
    const Op* op = rewriter.definition(value);
    while (op != nullptr && op->code == OpCode::Reshape) op = rewriter.definition(op->operands[0]);
    return op == nullptr || !rule_of(*op).is_inlinable() || op->code == OpCode::Constant;
}

std::optional<ElementGather> element_gather(const Rewriter& rewriter, const Op& op) {
    if (op.code != OpCode::Gather) return std::nullopt;
    const TensorType &operand = rewriter.tensor(op.operands[0]), &indices = rewriter.tensor(op.operands[1]);
    ElementGather gather{.dimensions = op[attr::gather_dimension_numbers]};
    const Shape sizes = op[attr::slice_sizes];
    const Shape& indexed = gather.dimensions.start_index_map;
    if (!operand.is_static() || !indices.is_static() || operand.is_quantized() || indexed.size() < 2 ||
        std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size != 1; }) ||
        gather.dimensions.collapsed_slice_dims != indexed ||
        !gather.dimensions.operand_batching_dims.empty() || frontend::bit_width(indices.element) < 32 ||
        rewriter.constant(op.operands[1]) != nullptr || !is_stored(rewriter, op.operands[0]))
        return std::nullopt;
    gather.first = static_cast<std::size_t>(indexed[0]);
    for (std::size_t i = 0; i < indexed.size(); i++) {
        if (indexed[i] != indexed[0] + static_cast<std::int64_t>(i)) return std::nullopt;
        gather.extent *= operand.shape[gather.first + i];
    }
    if (gather.extent == 0 || operand.element_count() > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return gather;
}

/// One of the indices, without the dimension along which they lie.
ValueId component(const Rewriter& rewriter, Builder& builder, ValueId indices, std::size_t dimension,
                  std::size_t number) {
    Shape shape = builder.tensor(indices).shape;
    const auto count = static_cast<std::size_t>(shape[dimension]);
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dimension));
    const Op* joined = rewriter.definition(indices, OpCode::Concatenate);
    const auto is_one = [&](ValueId part) { return builder.tensor(part).shape[dimension] == 1; };
    if (joined != nullptr && joined->operands.size() == count &&
        std::all_of(joined->operands.begin(), joined->operands.end(), is_one))
        return builder.reshape(joined->operands[number], shape);
    return builder.reshape(builder.slice_along(indices, dimension, static_cast<std::int64_t>(number), 1),
                           shape);
}

ValueId clamped(Rewriter& rewriter, Builder& builder, ValueId index, std::int64_t last) {
    const ValueId least = builder.uniform_like(index, 0);
    const ValueId most = builder.uniform_like(index, static_cast<double>(last));
    return rewriter.emit(Op{.code = OpCode::Clamp, .operands = {least, index, most}}, rewriter.type(index));
}

/// Each index is clamped to its dimension.
ValueId flat_index(Rewriter& rewriter, Builder& builder, const Op& op, const ElementGather& gather) {
    const Shape shape = rewriter.tensor(op.operands[0]).shape;
    const auto dimension = static_cast<std::size_t>(gather.dimensions.index_vector_dim);
    ValueId flat = frontend::no_value;
    for (std::size_t i = 0; i < gather.dimensions.start_index_map.size(); i++) {
        const std::int64_t extent = shape[gather.first + i];
        ValueId index = component(rewriter, builder, op.operands[1], dimension, i);
        index = clamped(rewriter, builder, index, extent - 1);
        if (builder.tensor(index).element != ElementType::I32)
            index = builder.convert(index, ElementType::I32);
        if (flat != frontend::no_value)
            index = builder.add(
                builder.multiply(flat, builder.uniform_like(flat, static_cast<double>(extent))), index);
        flat = index;
    }
    Shape with_vector = builder.tensor(flat).shape;
    with_vector.push_back(1);
    return builder.reshape(flat, with_vector);
}

std::optional<std::vector<ValueId>> flattened(Rewriter& rewriter, const Op& op) {
    const std::optional<ElementGather> found = element_gather(rewriter, op);
    if (!found) return std::nullopt;
    Builder builder(rewriter);
    const frontend::Type result = rewriter.type(op.results[0]);
    const ValueId indices = flat_index(rewriter, builder, op, *found);
    const auto first = static_cast<std::ptrdiff_t>(found->first);
    const auto count = static_cast<std::ptrdiff_t>(found->dimensions.start_index_map.size());
    Shape shape = builder.tensor(op.operands[0]).shape, sizes(shape.size(), 1);
    for (Shape* each : {&shape, &sizes})
        each->erase(each->begin() + first + 1, each->begin() + first + count);
    shape[found->first] = found->extent;
    Op gather{.code = OpCode::Gather, .operands = {builder.reshape(op.operands[0], shape), indices}};
    frontend::GatherDimensions dimensions = found->dimensions;
    dimensions.collapsed_slice_dims = dimensions.start_index_map = {static_cast<std::int64_t>(first)};
    dimensions.index_vector_dim = builder.tensor(indices).rank() - 1;
    gather.set_attribute(attr::gather_dimension_numbers, attribute_of(dimensions));
    gather.set(attr::slice_sizes, sizes);
    return std::vector{rewriter.emit(std::move(gather), result)};
}

}  // namespace

void flatten_gathers(frontend::Program& program) {
    bool changed = false;
    for (Function& function : program.functions)
        changed = Rewriter(program, function).run([](Rewriter& rewriter, Op& op) {
            return flattened(rewriter, op);
        }) || changed;
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
