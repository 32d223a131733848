#include "scheduler/loops/byte_words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

constexpr int bytes = 4;

bool equal(const LoopNest& nest, NodeId a, NodeId b) {
    if (a == b) return true;
    const Node &x = nest[a], &y = nest[b];
    if (x.operands.size() != y.operands.size()) return false;
    for (std::size_t i = 0; i < x.operands.size(); i++)
        if (!equal(nest, x.operands[i], y.operands[i])) return false;
    Node like_y = x;
    like_y.operands = y.operands;
    return like_y == y;
}

/// constant + sum of coefficient * term.
struct LinearForm {
    std::int64_t constant = 0;
    std::vector<std::pair<NodeId, std::int64_t>> terms;
};

/// Adds factor * the expression; what is no sum and no multiple is a term.
void collect(const LoopNest& nest, NodeId id, std::int64_t factor, LinearForm& form) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Integer) {
        form.constant += node.integer * factor;
        return;
    }
    if (node.kind == NodeKind::Add || node.kind == NodeKind::Subtract) {
        collect(nest, node.operands[0], factor, form);
        collect(nest, node.operands[1], node.kind == NodeKind::Add ? factor : -factor, form);
        return;
    }
    if (node.kind == NodeKind::Multiply) {
        for (int side = 0; side < 2; side++) {
            const Node& multiple = nest[node.operands[static_cast<std::size_t>(side)]];
            if (multiple.kind != NodeKind::Integer) continue;
            collect(nest, node.operands[static_cast<std::size_t>(1 - side)], factor * multiple.integer, form);
            return;
        }
    }
    const auto found = std::find_if(form.terms.begin(), form.terms.end(),
                                    [&](const auto& term) { return equal(nest, term.first, id); });
    if (found == form.terms.end())
        form.terms.emplace_back(id, factor);
    else
        found->second += factor;
}

/// True if b - a is `distance`.
bool is_apart(const LoopNest& nest, NodeId a, NodeId b, std::int64_t distance) {
    LinearForm form;
    collect(nest, b, 1, form);
    collect(nest, a, -1, form);
    return form.constant == distance && std::all_of(form.terms.begin(), form.terms.end(),
                                                    [](const auto& term) { return term.second == 0; });
}

/// The index of the first byte that a load takes, if its lanes are words apart; else no_node.
NodeId first_byte(const LoopNest& nest, const Node& load) {
    if (load.kind != NodeKind::Load || load.operands.size() != 1) return no_node;
    if (!load.type.is_vector()) return load.operands[0];
    const Node& index = nest[load.operands[0]];
    if (index.kind != NodeKind::Ramp) return no_node;
    const Node& stride = nest[index.operands[1]];
    return stride.kind == NodeKind::Integer && stride.integer == bytes ? index.operands[0] : no_node;
}

NodeId load_of_word(LoopNest& nest, const Node& word) {
    const Node first = nest[word.operands[0]];
    const NodeId begin = first_byte(nest, first);
    if (begin == no_node) return no_node;
    for (std::size_t i = 1; i < word.operands.size(); i++) {
        const Node& each = nest[word.operands[i]];
        const NodeId byte = first_byte(nest, each);
        if (byte == no_node || each.symbol != first.symbol ||
            !is_apart(nest, begin, byte, static_cast<std::int64_t>(i)))
            return no_node;
    }
    const int lanes = bytes * word.type.lanes;
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

LoopNest load_words(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& result, Node& node) {
        return node.kind == NodeKind::Call && node.symbol == word_of_bytes ? load_of_word(result, node)
                                                                           : no_node;
    });
}

}  // namespace hlo2c::scheduler
