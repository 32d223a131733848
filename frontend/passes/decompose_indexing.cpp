#include <algorithm>
#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/passes/all_static.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// A gather of slices of size 1 along the selected dimension.
Replacement decompose_torch_index_select(Rewriter& rewriter, Op& op) {
    if (!all_static(rewriter, op)) return std::nullopt;
    const TensorType& operand = rewriter.tensor(op.operands[0]);
    const std::int64_t rank = operand.rank(), index_rank = rewriter.tensor(op.operands[1]).rank();
    const std::int64_t dimension = op[attr::dim], batches = op[attr::batch_dims];
    Shape sizes = operand.shape, batching(static_cast<std::size_t>(batches)), offsets;
    std::iota(batching.begin(), batching.end(), 0);
    for (const std::int64_t d : batching)
        sizes[static_cast<std::size_t>(d)] = std::min<std::int64_t>(1, sizes[static_cast<std::size_t>(d)]);
    sizes[static_cast<std::size_t>(dimension)] = 1;
    for (std::int64_t d = batches; d < rank; d++)
        if (d != dimension) offsets.push_back(d < dimension ? d : d - 1 + index_rank - batches);
    op.code = OpCode::Gather;
    op.attributes.clear();
    op.set_attribute(attr::gather_dimension_numbers,
                     attribute_of(GatherDimensions{.offset_dims = offsets,
                                                   .collapsed_slice_dims = {dimension},
                                                   .operand_batching_dims = batching,
                                                   .start_indices_batching_dims = batching,
                                                   .start_index_map = {dimension},
                                                   .index_vector_dim = index_rank}));
    op.set(attr::slice_sizes, sizes);
    rewriter.touch();
    return std::nullopt;
}

/// The body of a window reduction over (value, place) pairs: the first pair stays as long as `select` prefers
/// it. Place -1 means none. Quantized values are reduced as storage.
Region selecting_body(Rewriter& rewriter, Region select, const TensorType& element) {
    const auto scalar = [&](ElementType type) { return TensorType{{}, type, {}, {}}; };
    std::vector<ValueId> arguments;
    for (const ElementType type : {element.element, ElementType::I64, element.element, ElementType::I64})
        arguments.push_back(rewriter.new_value(scalar(type)));
    return rewriter.make_region(arguments, [&] {
        Builder b(rewriter);
        const ValueId none = b.uniform(scalar(ElementType::I64), -1);
        const auto value = [&](ValueId stored) {
            return element.is_quantized()
                       ? rewriter.emit(Op{.code = OpCode::BitcastConvert, .operands = {stored}}, element)
                       : stored;
        };
        const ValueId chosen =
            rewriter.splice(std::move(select), {value(arguments[0]), value(arguments[2])})[0];
        const ValueId stays =
            b.binary(OpCode::And, b.compare(ComparisonDirection::Ne, arguments[1], none), chosen);
        const ValueId first =
            b.binary(OpCode::Or, stays, b.compare(ComparisonDirection::Eq, arguments[3], none));
        return std::vector{b.select(first, arguments[0], arguments[2]),
                           b.select(first, arguments[1], arguments[3])};
    });
}

/// True if so many windows overlap that the sum of an element's sources, in sequence, would lose digits.
bool overlaps_often(const Rewriter& rewriter, const Op& op) {
    constexpr std::int64_t longest = 48;
    if (rewriter.tensor(op.operands[0]).element != ElementType::F32) return false;
    const std::size_t rank = rewriter.tensor(op.operands[0]).shape.size();
    const std::vector<std::int64_t> sizes = op[attr::selection_window],
                                    strides = op[attr::window_strides.over(rank)];
    std::int64_t windows = 1;
    for (std::size_t d = 0; d < rank; d++) windows *= (sizes[d] + strides[d] - 1) / strides[d];
    return windows > longest;
}

/// Only complex numbers and long sums are lowered.
Replacement decompose_select_and_scatter(Rewriter& rewriter, Op& op) {
    const TensorType& type = rewriter.tensor(op.operands[0]);
    if (!all_static(rewriter, op) || type.element_count() == 0) return std::nullopt;
    if (!is_complex(type.element) && !overlaps_often(rewriter, op)) return std::nullopt;
    const auto same = [](ValueId places) { return places; };
    return std::vector{scatter_to_places(rewriter, op, same, same)};
}

}  // namespace

ValueId scatter_to_places(Rewriter& rewriter, Op& op, const PlacesRule& of_operand,
                          const PlacesRule& of_windows) {
    const TensorType type = rewriter.tensor(op.operands[0]);
    Builder b(rewriter);
    const std::int64_t count = type.element_count();
    const TensorType place{{}, ElementType::I64, {}, {}}, line{{count}, ElementType::I64, {}, {}};
    Op find{.code = OpCode::ReduceWindow, .attributes = op.attributes};
    const ValueId stored = type.is_quantized() ? b.bitcast(op.operands[0], type.element) : op.operands[0];
    find.operands = {stored, of_operand(b.reshape(b.iota(line, 0), type.shape)),
                     b.uniform({{}, type.element, {}, {}}, 0), b.uniform(place, -1)};
    find.regions.push_back(selecting_body(rewriter, std::move(op.regions[0]),
                                          TensorType{{}, type.element, {}, type.quantization}));
    const TensorType windows = rewriter.tensor(op.operands[1]);
    const std::vector<Type> types = {TensorType{windows.shape, type.element, {}, {}},
                                     TensorType{windows.shape, ElementType::I64, {}, {}}};
    const ValueId found = of_windows(rewriter.emit(std::move(find), types)[1]);
    const std::int64_t updates = windows.element_count();
    Op scatter{.code = OpCode::Scatter};
    scatter.operands = {b.broadcast(op.operands[2], {}, {count}), b.reshape(found, {updates, 1}),
                        b.reshape(op.operands[1], {updates})};
    scatter.set_attribute(
        attr::scatter_dimension_numbers,
        attribute_of(ScatterDimensions{
            .inserted_window_dims = {0}, .scatter_dims_to_operand_dims = {0}, .index_vector_dim = 1}));
    scatter.regions.push_back(std::move(op.regions[1]));
    if (only_adds(scatter.regions[0]) && overlaps_often(rewriter, op))
        return b.reshape(scatter_in_wider_type(rewriter, std::move(scatter)), type.shape);
    // Splice the scatter, so that values which its body captures are renamed.
    scatter.results = {rewriter.new_value(TensorType{{count}, type.element, {}, type.quantization})};
    Region region;
    region.ops = {std::move(scatter)};
    region.ops.push_back(Op{.code = OpCode::Return, .operands = region.ops.front().results});
    const ValueId flat = rewriter.splice(std::move(region))[0];
    return b.reshape(flat, type.shape);
}

namespace {

constexpr auto indexing_rows = std::to_array<RuleEntry>({
    {OpCode::SelectAndScatter, decompose_select_and_scatter},
    {OpCode::TorchIndexSelect, decompose_torch_index_select},
});

}  // namespace

constinit const RuleRows indexing_rules = indexing_rows;

}  // namespace hlo2c::frontend
