#include "scheduler/loops/row_vectors.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

bool is_step(const Node& node) {
    return node.kind == NodeKind::Call && node.symbol == step_of_row;
}

/// A loop whose iterations are computed together.
struct RowLoop {
    Node loop;
    std::int64_t begin = 0, extent = 0;
    int lanes = 1;
    std::vector<NodeId> loads;  ///< one of each code
    std::set<std::string> stored;
    std::map<std::string, NodeId> bindings;  ///< of the lets in the body
};

class RowVectors {
public:
    RowVectors(const LoopNest& nest, int vector_bytes) : vector_bytes_(vector_bytes) {
        take_names(nest, taken_);
    }

    LoopNest run(const LoopNest& nest) {
        const LoopNest unrolled = rebuild(nest, [this](LoopNest& result, Node& node) {
            result_ = &result;
            return node.kind == NodeKind::For ? loop(node) : no_node;
        });
        return rebuild(unrolled,
                       [](LoopNest&, Node& node) { return is_step(node) ? node.operands[0] : no_node; });
    }

private:
    using Values = std::map<std::string, NodeId>;

    LoopNest& nest() { return *result_; }
    const Node& at(NodeId id) const { return (*result_)[id]; }

    NodeId loop(const Node& node) {
        const Node &begin = at(node.operands[0]), &extent = at(node.operands[1]);
        if (node.loop != LoopKind::Serial || begin.kind != NodeKind::Integer ||
            extent.kind != NodeKind::Integer)
            return no_node;
        RowLoop row{.loop = node, .begin = begin.integer, .extent = extent.integer};
        std::set<NodeId> seen;
        if (!collect(node.operands[2], row, seen) || row.loads.empty()) return no_node;
        row.lanes = vector_bytes_ / byte_width(at(row.loads[0]).type.kind);
        return row.extent < row.lanes || !loads_neighbours(row) ? no_node : unrolled(row);
    }

    /// Finds the loads, the stores and the lets of a body. False if some of it cannot be copied.
    bool collect(NodeId id, RowLoop& row, std::set<NodeId>& seen) const {
        if (!seen.insert(id).second) return true;
        const Node& node = at(id);
        if (is_step(node) && !add_load(node, row)) return false;
        const bool binds = node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement;
        if (is_statement(node.kind) && !binds && node.kind != NodeKind::Block && node.kind != NodeKind::Store)
            return false;
        if (binds && !row.bindings.emplace(node.symbol, node.operands[0]).second) return false;
        if (node.kind == NodeKind::Store) row.stored.insert(node.symbol);
        return std::all_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId operand) { return collect(operand, row, seen); });
    }

    bool add_load(const Node& step, RowLoop& row) const {
        const NodeId load = step.operands[0];
        if (at(load).kind != NodeKind::Load || at(load).operands.size() != 1 || at(load).type.is_vector())
            return false;
        if (!row.loads.empty() && at(load).type != at(row.loads[0]).type) return false;
        if (number_of(load, row) == row.loads.size()) row.loads.push_back(load);
        return true;
    }

    std::size_t number_of(NodeId load, const RowLoop& row) const {
        const auto found = std::find_if(row.loads.begin(), row.loads.end(),
                                        [&](NodeId each) { return same_code(*result_, each, load); });
        return static_cast<std::size_t>(found - row.loads.begin());
    }

    /// True if iterations load neighbours, of memory that they do not write.
    bool loads_neighbours(const RowLoop& row) const {
        return std::all_of(row.loads.begin(), row.loads.end(), [&](NodeId load) {
            const std::optional<Affine> form = index_form(at(load).operands[0], row);
            if (!form || row.stored.count(at(load).symbol) != 0) return false;
            const auto step = form->terms.find(row.loop.symbol);
            return step != form->terms.end() && step->second == 1;
        });
    }

    /// An index as a sum of the loop's variable and of what stays the same in the loop.
    std::optional<Affine> index_form(NodeId index, const RowLoop& row) const {
        return affine_form(*result_, index, [&](NodeId id) -> std::optional<Affine> {
            const Node& node = at(id);
            if (node.kind == NodeKind::Variable) {
                const auto binding = row.bindings.find(node.symbol);
                if (binding != row.bindings.end()) return index_form(binding->second, row);
                return Affine{0, {{node.symbol, 1}}};
            }
            if (moves(id, row)) return std::nullopt;
            return Affine{0, {{"#" + std::to_string(id), 1}}};
        });
    }

    bool moves(NodeId id, const RowLoop& row) const {
        const Node& node = at(id);
        if (node.kind == NodeKind::Variable) {
            const auto binding = row.bindings.find(node.symbol);
            return node.symbol == row.loop.symbol ||
                   (binding != row.bindings.end() && moves(binding->second, row));
        }
        return std::any_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId operand) { return moves(operand, row); });
    }

    NodeId unrolled(const RowLoop& row) {
        const ValueType type = at(row.loop.operands[0]).type;
        const std::int64_t trips = row.extent / row.lanes;
        std::vector<NodeId> parts;
        if (trips == 1) {
            parts.push_back(vector_steps(row, nest().integer(row.begin, type)));
        } else {
            const NodeId first = nest().binary(NodeKind::Multiply, nest().variable(row.loop.symbol, type),
                                               nest().integer(row.lanes, type));
            Node loop = row.loop;
            const NodeId body = vector_steps(row, plus(first, row.begin));
            loop.operands = {nest().integer(0, type), nest().integer(trips, type), body};
            parts.push_back(nest().add(std::move(loop)));
        }
        for (std::int64_t done = trips * row.lanes; done < row.extent; done++) {
            Values values = {{row.loop.symbol, nest().integer(row.begin + done, type)}};
            parts.push_back(copied(row.loop.operands[2], row, values, {}, 0));
        }
        return parts.size() == 1 ? parts[0] : nest().block(parts);
    }

    NodeId plus(NodeId index, std::int64_t by) {
        if (by == 0) return index;
        return nest().binary(NodeKind::Add, index, nest().integer(by, at(index).type));
    }

    /// As many iterations as a vector has lanes.
    NodeId vector_steps(const RowLoop& row, NodeId first) {
        std::vector<Node> lets;
        std::vector<NodeId> vectors, statements;
        for (const NodeId load : row.loads) {
            Node vector = at(load);
            vector.type.lanes = row.lanes;
            const NodeId index = without_lets(vector.operands[0], row, Values{{row.loop.symbol, first}});
            const ValueType type = at(index).type;
            vector.operands[0] = nest().add({.kind = NodeKind::Ramp,
                                             .type = type.with_lanes(row.lanes),
                                             .operands = {index, nest().integer(1, type)}});
            const ValueType vector_type = vector.type;
            lets.push_back({.kind = NodeKind::LetStatement,
                            .operands = {nest().add(std::move(vector))},
                            .symbol = taken_.claim("row")});
            vectors.push_back(nest().variable(lets.back().symbol, vector_type));
        }
        for (int lane = 0; lane < row.lanes; lane++) {
            Values values = {{row.loop.symbol, plus(first, lane)}};
            statements.push_back(copied(row.loop.operands[2], row, values, vectors, lane));
        }
        NodeId body = nest().block(statements);
        for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
            let->operands.push_back(body);
            body = nest().add(*let);
        }
        return body;
    }

    /// An index with `values`, and with the values of the body's lets in place of their names.
    NodeId without_lets(NodeId id, const RowLoop& row, const Values& values) {
        Node node = at(id);
        if (node.kind == NodeKind::Variable) {
            const auto value = values.find(node.symbol);
            if (value != values.end()) return value->second;
            const auto binding = row.bindings.find(node.symbol);
            return binding == row.bindings.end() ? id : without_lets(binding->second, row, values);
        }
        for (NodeId& operand : node.operands) operand = without_lets(operand, row, values);
        return nest().add(std::move(node));
    }

    /// A copy of the body with `values`, and with new names for its lets. Steps take this lane of `vectors`;
    /// without vectors they load.
    NodeId copied(NodeId id, const RowLoop& row, Values& values, const std::vector<NodeId>& vectors,
                  int lane) {
        Node node = at(id);
        const Node& step = node.kind == NodeKind::Broadcast ? at(node.operands[0]) : node;
        if (is_step(step) && !vectors.empty())
            return nest().add({.kind = NodeKind::Shuffle,
                               .type = node.type,
                               .operands = {vectors[number_of(step.operands[0], row)]},
                               .lanes = std::vector<int>(static_cast<std::size_t>(node.type.lanes), lane)});
        if (is_step(node)) return copied(node.operands[0], row, values, vectors, lane);
        if (node.kind == NodeKind::Variable) {
            const auto value = values.find(node.symbol);
            return value == values.end() ? id : value->second;
        }
        const bool binds = node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement;
        for (std::size_t i = 0; i < node.operands.size(); i++) {
            node.operands[i] = copied(node.operands[i], row, values, vectors, lane);
            if (!binds || i > 0) continue;
            const std::string name = taken_.claim(node.symbol);
            values[node.symbol] = nest().variable(name, at(node.operands[0]).type);
            node.symbol = name;
        }
        return nest().add(std::move(node));
    }

    const int vector_bytes_;
    LoopNest* result_ = nullptr;
    frontend::NameTable taken_;
};

}  // namespace

LoopNest load_row_vectors(const LoopNest& nest, int vector_bytes) {
    if (std::none_of(nest.nodes.begin(), nest.nodes.end(), is_step)) return nest;
    return RowVectors(nest, vector_bytes).run(nest);
}

}  // namespace hlo2c::scheduler
