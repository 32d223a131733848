#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// Placement, layout and sharding calls: no-ops in one process, if the types stay the same.
Replacement pass_through(Rewriter& rewriter, Op& op) {
    if (op.operands.size() < op.results.size()) return std::nullopt;
    for (std::size_t i = 0; i < op.results.size(); i++)
        if (rewriter.type(op.operands[i]) != rewriter.type(op.results[i])) return std::nullopt;
    return std::vector(op.operands.begin(),
                       op.operands.begin() + static_cast<std::ptrdiff_t>(op.results.size()));
}

/// Uninitialised memory: any content is valid, so zeros.
Replacement allocate_buffer(Rewriter& rewriter, Op& op) {
    std::vector<ValueId> buffers;
    for (const ValueId result : op.results) {
        if (!rewriter.type(result).is_tensor() || !rewriter.tensor(result).is_static()) return std::nullopt;
        const TensorType& type = rewriter.tensor(result);
        std::vector<std::byte> zero(static_cast<std::size_t>(byte_width(type.element)));
        buffers.push_back(rewriter.emit_constant(Literal(type, std::move(zero), type.element_count() != 1)));
    }
    return buffers;
}

/// Removes an assertion that is known to hold.
Replacement remove_if_true(Rewriter& rewriter, Op& op) {
    const Literal* condition = rewriter.constant(op.operands[0]);
    if (condition == nullptr || condition->integer(0) == 0) return std::nullopt;
    return std::vector<ValueId>{};
}

constexpr auto decompositions = by_enumerator<last_library_call, SimplifyRule>({
    {LibraryCall::AllocateBuffer, allocate_buffer},
    {LibraryCall::Annotation, pass_through},
    {LibraryCall::ApproximateTopK, decompose_approximate_top_k},
    {LibraryCall::DynamicApproximateTopK, decompose_approximate_top_k},
    {LibraryCall::DynamicTopK, decompose_custom_top_k},
    {LibraryCall::FullToShard, pass_through},
    {LibraryCall::Pin, pass_through},
    {LibraryCall::ResultSharding, pass_through},
    {LibraryCall::ShapeAssertion, remove_if_true},
    {LibraryCall::ShardToFull, pass_through},
    {LibraryCall::Sharding, pass_through},
    {LibraryCall::TopK, decompose_custom_top_k},
    {LibraryCall::Unpin, pass_through},
});

Replacement decompose_custom_call(Rewriter& rewriter, Op& op) {
    const LibraryRow& row = library_row(op);
    const SimplifyRule rule = decompositions[static_cast<std::size_t>(row.call)];
    return rule != nullptr && has_counts(row, op) ? rule(rewriter, op) : std::nullopt;
}

constexpr auto custom_call_rows = std::to_array<RuleEntry>({
    {OpCode::CustomCall, decompose_custom_call},
});

}  // namespace

constinit const RuleRows custom_call_rules = custom_call_rows;

}  // namespace hlo2c::frontend
