#include "frontend/ir/attributes.h"
#include "frontend/ir/combiner.h"
#include "frontend/ir/scatter_window.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// HLO skips an update whose window is not entirely inside; StableHLO skips single elements. This moves the
/// start of such a window behind the end, so that all of its elements are skipped.
void decompose_whole_windows(Rewriter& rewriter, Op& op) {
    if (!op[attr::whole_windows]) return;
    const std::size_t count = (op.operands.size() - 1) / 2;
    const ScatterDimensions dimensions = op[attr::scatter_dimension_numbers];
    const TensorType& input = rewriter.tensor(op.operands[0]);
    const TensorType& updates = rewriter.tensor(op.operands[count + 1]);
    TensorType table = rewriter.tensor(op.operands[count]);
    if (!input.is_static() || !updates.is_static() || !table.is_static()) return;
    const Shape sizes = scatter_window_sizes(dimensions, input, updates);
    Shape last, behind;
    bool single = true;
    for (const std::int64_t d : dimensions.scatter_dims_to_operand_dims) {
        const auto at = static_cast<std::size_t>(d);
        last.push_back(input.shape[at] - sizes[at]);
        behind.push_back(input.shape[at]);
        single = single && sizes[at] == 1;
    }
    op.remove_attribute(attr::whole_windows);
    rewriter.touch();
    if (single) return;

    Builder builder(rewriter);
    const std::int64_t along = dimensions.index_vector_dim;
    if (along == table.rank()) table.shape.push_back(1);
    table.element = ElementType::I64;
    const ValueId indices =
        builder.convert(builder.reshape(op.operands[count], table.shape), ElementType::I64);
    const auto components = [&](const Shape& values) {
        const TensorType type{{static_cast<std::int64_t>(values.size())}, ElementType::I64, {}, {}};
        return builder.broadcast(rewriter.emit_constant(Literal::from_values<std::int64_t>(type, values)),
                                 {along}, table.shape);
    };
    const ValueId before = builder.compare(ComparisonDirection::Lt, indices, builder.uniform(table, 0));
    const ValueId after = builder.compare(ComparisonDirection::Gt, indices, components(last));
    const ValueId outside =
        builder.sum(builder.convert(builder.binary(OpCode::Or, before, after), ElementType::I32), {along});
    Shape rest;
    for (std::int64_t d = 0; d < table.rank(); d++)
        if (d != along) rest.push_back(d);
    const ValueId any = builder.compare(ComparisonDirection::Gt, outside, builder.uniform_like(outside, 0));
    op.operands[count] =
        builder.select(builder.broadcast(any, rest, table.shape), components(behind), indices);
}

/// True for a scatter that adds so many f32 updates to an element, on average, that sums in sequence would
/// lose digits. Elements that random places add to most often have about three times the average.
bool sums_in_sequence(const Rewriter& rewriter, const Op& op) {
    constexpr std::int64_t longest = 16;
    if (op.operands.size() != 3 || !only_adds(op.regions[0])) return false;
    const TensorType &input = rewriter.tensor(op.operands[0]), &updates = rewriter.tensor(op.operands[2]);
    return real_part(input.element) == ElementType::F32 && input.is_static() && updates.is_static() &&
           updates.element_count() / longest > input.element_count();
}

Replacement decompose_scatter(Rewriter& rewriter, Op& op) {
    decompose_whole_windows(rewriter, op);
    if (!sums_in_sequence(rewriter, op)) return std::nullopt;
    return std::vector{scatter_in_wider_type(rewriter, op)};
}

constexpr auto scatter_rows = std::to_array<RuleEntry>({
    {OpCode::Scatter, decompose_scatter},
});

}  // namespace

bool only_adds(const Region& computation) {
    const Op* op = combiner(computation);
    return op && op->code == OpCode::Add;
}

ValueId scatter_in_wider_type(Rewriter& rewriter, Op op) {
    Builder b(rewriter);
    TensorType type = rewriter.tensor(op.operands[0]);
    const ElementType element = type.element;
    type.element = is_complex(element) ? ElementType::C128 : ElementType::F64;
    for (const std::size_t operand : {0, 2})
        op.operands[operand] = b.convert(op.operands[operand], type.element);
    op.regions = {b.combiner(OpCode::Add, type.element)};
    op.results.clear();
    return b.convert(rewriter.emit(std::move(op), type), element);
}

constinit const RuleRows scatter_rules = scatter_rows;

}  // namespace hlo2c::frontend
