#include <numeric>

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
    if (op.results.size() != 2 || !all_plain(rewriter, op)) return std::nullopt;
    Builder builder(rewriter);
    const TensorType& kept = rewriter.tensor(op.results[0]);
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
    bool largest = true;
    for (const char* dictionary : {"mhlo.attributes", "mhlo.backend_config"})
        if (const Attribute* attributes = op.attribute(dictionary))
            if (const auto* entries = attributes->get_if<DictionaryAttribute>())
                for (const auto& [name, value] : entries->entries)
                    if (const bool* given = name == "largest" ? value.get_if<bool>() : nullptr)
                        largest = *given;
    return top_k(rewriter, op, largest);
}

Replacement decompose_approximate_top_k(Rewriter& rewriter, Op& op) {
    if (op.results.size() != 2 || op.operands.size() < 2 || !all_plain(rewriter, op)) return std::nullopt;
    const Attribute* called = op.attribute("called_computations");
    const auto* names = called != nullptr ? called->get_if<ArrayAttribute>() : nullptr;
    const auto* name = names != nullptr && names->elements.size() == 1
                           ? names->elements[0].get_if<SymbolAttribute>()
                           : nullptr;
    const Function* comparator = name != nullptr ? rewriter.program().function(name->name) : nullptr;
    if (comparator == nullptr) return std::nullopt;
    std::string direction;
    for (const Op& each : comparator->body.ops)
        if (each.code == OpCode::Compare) direction = each.text("comparison_direction", "");
    if (direction != "GT" && direction != "LT") return std::nullopt;
    // Where the result is smaller than the operand is the dimension that is searched.
    const auto& from = rewriter.tensor(op.operands[0]).shape;
    const auto& to = rewriter.tensor(op.results[0]).shape;
    std::int64_t dimension = static_cast<std::int64_t>(from.size()) - 1;
    for (const char* dictionary : {"mhlo.backend_config", "backend_config"})
        if (const Attribute* config = op.attribute(dictionary))
            if (const auto* entries = config->get_if<DictionaryAttribute>())
                for (const auto& [key, value] : entries->entries)
                    if (const auto* number =
                            key == "reduction_dim" ? value.get_if<IntegerAttribute>() : nullptr)
                        dimension = number->value;
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(to.size())) return std::nullopt;
    const std::int64_t kept = to[static_cast<std::size_t>(dimension)];
    if (kept > from[static_cast<std::size_t>(dimension)]) return std::nullopt;
    Builder builder(rewriter);
    return first_of_sorted(builder, op.operands[0], op.operands[1], dimension, kept, direction == "GT");
}

void add_top_k_rules(std::map<OpCode, SimplifyRule>& table) {
    table[OpCode::ChloTopK] = decompose_top_k;
}

}  // namespace hlo2c::frontend
