#include "scheduler/loops/byte_words.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

/// True if b - a is `distance`.
bool is_apart(const LoopNest& nest, NodeId a, NodeId b, std::int64_t distance) {
    std::vector<NodeId> terms;
    const auto term = [&](NodeId id) -> std::optional<Affine> {
        const auto known =
            std::find_if(terms.begin(), terms.end(), [&](NodeId each) { return same_code(nest, each, id); });
        const std::string name = "#" + std::to_string(known - terms.begin());
        if (known == terms.end()) terms.push_back(id);
        return Affine{0, {{name, 1}}};
    };
    const std::optional<Affine> first = affine_form(nest, a, term), second = affine_form(nest, b, term);
    return first && second && *second - *first == Affine{distance, {}};
}

/// The index of the first byte that a load takes, if its lanes are words apart; else no_node.
NodeId first_byte(const LoopNest& nest, const Node& load) {
    if (load.kind != NodeKind::Load || load.operands.size() != 1) return no_node;
    if (!load.type.is_vector()) return load.operands[0];
    const Node& index = nest[load.operands[0]];
    if (index.kind != NodeKind::Ramp) return no_node;
    const Node& stride = nest[index.operands[1]];
    return stride.kind == NodeKind::Integer && stride.integer == bytes_in_word ? index.operands[0] : no_node;
}

NodeId load_of_word(LoopNest& nest, const Node& word) {
    if (!is_word_in_memory(nest, word)) return no_node;
    const Node first = nest[word.operands[0]];
    const NodeId begin = first_byte(nest, first);
    const int lanes = bytes_in_word * word.type.lanes;
    const ValueType index = nest[begin].type;
    const NodeId neighbours = nest.add({.kind = NodeKind::Ramp,
                                        .type = index.with_lanes(lanes),
                                        .operands = {begin, nest.integer(1, index)}});
    const NodeId load = nest.add({.kind = NodeKind::Load,
                                  .type = first.type.with_lanes(lanes),
                                  .operands = {neighbours},
                                  .symbol = first.symbol});
    return nest.add({.kind = NodeKind::Reinterpret, .type = word.type, .operands = {load}});
}

}  // namespace

std::string dot_product_of_words(bool first_is_signed, bool second_is_signed, bool biased) {
    return std::string(biased ? "biased_dot_" : "dot_") + (first_is_signed ? 's' : 'u') +
           (second_is_signed ? 's' : 'u');
}

bool is_word_in_memory(const LoopNest& nest, const Node& node) {
    if (node.kind != NodeKind::Call || node.symbol != word_of_bytes) return false;
    const Node& first = nest[node.operands[0]];
    const NodeId begin = first_byte(nest, first);
    if (begin == no_node) return false;
    for (std::size_t i = 1; i < node.operands.size(); i++) {
        const Node& each = nest[node.operands[i]];
        const NodeId byte = first_byte(nest, each);
        if (byte == no_node || each.symbol != first.symbol ||
            !is_apart(nest, begin, byte, static_cast<std::int64_t>(i)))
            return false;
    }
    return true;
}

LoopNest load_words(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& result, Node& node) { return load_of_word(result, node); });
}

}  // namespace hlo2c::scheduler
