#include <numeric>

#include "frontend/ops/custom_top_k.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// The first `kept` elements of each row along `dimension` of values and indices after a stable sort of the
/// values: descending or ascending, floats in total order.
std::vector<ValueId> first_of_sorted(Builder& builder, ValueId values, ValueId indices,
                                     std::int64_t dimension, std::int64_t kept, bool descending) {
    const std::vector<ValueId> sorted = builder.sort({values, indices}, dimension, descending ? "GT" : "LT");
    std::vector<ValueId> results;
    for (ValueId value : sorted) {
        std::vector<std::int64_t> limits = builder.tensor(value).shape;
        limits[static_cast<std::size_t>(dimension)] = kept;
        results.push_back(builder.slice_to(value, limits));
    }
    return results;
}

bool is_plain(const Rewriter& rewriter, ValueId value) {
    const TensorType* type = std::get_if<TensorType>(&rewriter.type(value).value);
    return type != nullptr && type->is_static() && !type->is_quantized() && !is_complex(type->element);
}

bool all_plain(const Rewriter& rewriter, const Op& op) {
    for (ValueId value : op.operands)
        if (!is_plain(rewriter, value)) return false;
    for (ValueId value : op.results)
        if (!is_plain(rewriter, value)) return false;
    return true;
}

Replacement top_k(Rewriter& rewriter, const Op& op, bool descending) {
    if (op.results.size() != 2 || op.operands.empty() || !all_plain(rewriter, op)) return std::nullopt;
    Builder builder(rewriter);
    const TensorType kept = rewriter.tensor(op.results[0]);
    const TensorType given = rewriter.tensor(op.operands[0]);
    if (given.rank() == 0 || kept.rank() != given.rank() || kept.shape.back() > given.shape.back())
        return std::nullopt;
    const std::int64_t last = kept.rank() - 1;
    TensorType type = rewriter.tensor(op.operands[0]);
    type.element = rewriter.tensor(op.results[1]).element;
    return first_of_sorted(builder, op.operands[0], builder.iota(type, last), last, kept.shape.back(),
                           descending);
}

Replacement decompose_top_k(Rewriter& rewriter, Op& op) {
    return top_k(rewriter, op, true);
}

}  // namespace

Replacement decompose_custom_top_k(Rewriter& rewriter, Op& op) {
    return top_k(rewriter, op, custom_top_k(op).largest);
}

Replacement decompose_approximate_top_k(Rewriter& rewriter, Op& op) {
    if (op.results.size() != 2 || op.operands.size() < 2 || !all_plain(rewriter, op)) return std::nullopt;
    const CustomTopK options = custom_top_k(op);
    const Function* comparator = rewriter.program().function(options.comparator);
    if (comparator == nullptr) return std::nullopt;
    std::string direction;
    for (const Op& each : comparator->body.ops)
        if (each.code == OpCode::Compare) direction = each.text("comparison_direction", "");
    if (direction != "GT" && direction != "LT") return std::nullopt;
    const auto& from = rewriter.tensor(op.operands[0]).shape;
    const auto& to = rewriter.tensor(op.results[0]).shape;
    const auto rank = static_cast<std::int64_t>(to.size());
    const std::int64_t dimension = options.dimension.value_or(rank - 1);
    if (from.size() != to.size() || dimension < 0 || dimension >= rank) return std::nullopt;
    const std::int64_t kept = to[static_cast<std::size_t>(dimension)];
    if (kept > from[static_cast<std::size_t>(dimension)]) return std::nullopt;
    Builder builder(rewriter);
    return first_of_sorted(builder, op.operands[0], op.operands[1], dimension, kept, direction == "GT");
}

void add_top_k_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::ChloTopK] = decompose_top_k;
}

}  // namespace hlo2c::frontend
