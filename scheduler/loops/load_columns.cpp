#include "scheduler/loops/load_columns.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Loads of one buffer whose indices differ by a constant, by this constant.
struct ShortRows {
    std::int64_t stride = 0;
    ValueType type;
    Affine terms;
    std::map<std::int64_t, std::vector<NodeId>> loads;
};

class ColumnLoads {
public:
    explicit ColumnLoads(const LoopNest& nest) {
        take_names(nest, names_);
        for (const BufferParameter& parameter : nest.parameters)
            if (!parameter.written) read_only_.insert(parameter.name);
    }

    NodeId change(LoopNest& nest, const Node& statement) {
        std::size_t first = 0, end = 1;
        if (statement.kind == NodeKind::Store)
            first = 1, end = statement.operands.size();
        else if (statement.kind != NodeKind::LetStatement)
            return no_node;
        nest_ = &nest;
        lets_.clear();
        columns_.clear();
        const std::vector<NodeId> values(statement.operands.begin() + static_cast<std::ptrdiff_t>(first),
                                         statement.operands.begin() + static_cast<std::ptrdiff_t>(end));
        for (ShortRows& matrix : matrices_of(values)) separate(matrix);
        if (columns_.empty()) return no_node;
        Node changed = statement;
        for (std::size_t i = first; i < end; i++) changed.operands[i] = copied(changed.operands[i]);
        NodeId body = nest.add(std::move(changed));
        for (auto let = lets_.rbegin(); let != lets_.rend(); ++let) {
            let->operands.push_back(body);
            body = nest.add(*let);
        }
        return body;
    }

private:
    const Node& at(NodeId id) const { return (*nest_)[id]; }

    std::vector<ShortRows> matrices_of(const std::vector<NodeId>& values) const {
        std::set<std::string> bound;
        std::vector<NodeId> loads;
        for_each_below(*nest_, values, [&](NodeId id) {
            if (at(id).kind == NodeKind::Let) bound.insert(at(id).symbol);
            if (at(id).kind == NodeKind::Load) loads.push_back(id);
        });
        std::vector<ShortRows> found;
        for (const NodeId id : loads) {
            const Node& load = at(id);
            const Node& index = at(load.operands[0]);
            if (load.operands.size() != 1 || index.kind != NodeKind::Ramp ||
                read_only_.count(load.symbol) == 0)
                continue;
            const Node& stride = at(index.operands[1]);
            if (stride.kind != NodeKind::Integer || !are_separable(stride.integer)) continue;
            auto place = affine_form(*nest_, index.operands[0], std::map<std::string, NodeId>{});
            const auto is_inner = [&](const auto& term) { return bound.count(term.first) != 0; };
            if (!place || std::any_of(place->terms.begin(), place->terms.end(), is_inner)) continue;
            const std::int64_t constant = std::exchange(place->constant, 0);
            auto matrix = std::find_if(found.begin(), found.end(), [&](const ShortRows& each) {
                return each.stride == stride.integer && each.type == load.type && each.terms == *place &&
                       at(each.loads.begin()->second[0]).symbol == load.symbol;
            });
            if (matrix == found.end())
                matrix = found.insert(found.end(), {stride.integer, load.type, *place, {}});
            matrix->loads[constant].push_back(id);
        }
        return found;
    }

    /// Finds neighbouring columns of whole rows, and separates them.
    void separate(ShortRows& matrix) {
        while (!matrix.loads.empty()) {
            const std::int64_t begin = matrix.loads.begin()->first;
            std::vector<std::vector<NodeId>> columns;
            for (auto each = matrix.loads.begin(); each != matrix.loads.end(); ++each) {
                if (each->first != begin + static_cast<std::int64_t>(columns.size())) break;
                if (static_cast<std::int64_t>(columns.size()) == matrix.stride) break;
                columns.push_back(each->second);
            }
            if (static_cast<std::int64_t>(columns.size()) == matrix.stride)
                replace(columns, separated(neighbours(matrix, begin)));
            for (std::size_t i = 0; i < columns.size(); i++) matrix.loads.erase(matrix.loads.begin());
        }
    }

    void replace(const std::vector<std::vector<NodeId>>& columns, const std::vector<NodeId>& vectors) {
        for (std::size_t i = 0; i < columns.size(); i++)
            for (const NodeId load : columns[i]) columns_[load] = vectors[i];
    }

    NodeId named(NodeId value, const std::string& stem) {
        lets_.push_back({.kind = NodeKind::LetStatement, .operands = {value}, .symbol = names_.claim(stem)});
        return nest_->variable(lets_.back().symbol, at(value).type);
    }

    /// The rows as vectors, in the order of memory.
    std::vector<NodeId> neighbours(const ShortRows& matrix, std::int64_t begin) {
        const Node like = at(matrix.loads.begin()->second[0]);
        const ValueType index = at(at(like.operands[0]).operands[0]).type;
        std::vector<NodeId> vectors;
        for (std::int64_t i = 0; i < matrix.stride; i++) {
            Affine place = matrix.terms;
            place.constant = begin + i * matrix.type.lanes;
            Node load = like;
            load.operands = {
                nest_->add({.kind = NodeKind::Ramp,
                            .type = index.with_lanes(matrix.type.lanes),
                            .operands = {add_affine(*nest_, place, index), nest_->integer(1, index)}})};
            vectors.push_back(named(nest_->add(std::move(load)), "rows"));
        }
        return vectors;
    }

    /// Every n-th element of n vectors, beginning with each of the first n: those at even places, which are
    /// separated further, take turns with those at odd ones.
    std::vector<NodeId> separated(const std::vector<NodeId>& vectors) {
        if (vectors.size() == 1) return vectors;
        std::vector<NodeId> halves[2];
        for (const int odd : {0, 1})
            for (std::size_t i = 0; i < vectors.size(); i += 2) {
                const ValueType type = at(vectors[i]).type;
                Node shuffle{
                    .kind = NodeKind::Shuffle, .type = type, .operands = {vectors[i], vectors[i + 1]}};
                for (int lane = 0; lane < type.lanes; lane++) shuffle.lanes.push_back(2 * lane + odd);
                const NodeId half = nest_->add(std::move(shuffle));
                halves[odd].push_back(vectors.size() == 2 ? half : named(half, odd ? "odd" : "even"));
            }
        const std::vector<NodeId> even = separated(halves[0]), odd = separated(halves[1]);
        std::vector<NodeId> columns;
        for (std::size_t i = 0; i < even.size(); i++) {
            columns.push_back(even[i]);
            columns.push_back(odd[i]);
        }
        return columns;
    }

    NodeId copied(NodeId id) {
        if (const auto known = columns_.find(id); known != columns_.end()) return known->second;
        Node node = at(id);
        bool is_changed = false;
        for (NodeId& operand : node.operands) {
            const NodeId copy = copied(operand);
            is_changed = is_changed || copy != operand;
            operand = copy;
        }
        const NodeId copy = is_changed ? nest_->add(std::move(node)) : id;
        columns_[id] = copy;
        return copy;
    }

    LoopNest* nest_ = nullptr;
    frontend::NameTable names_;
    std::set<std::string> read_only_;
    std::vector<Node> lets_;            ///< around the statement, without their bodies
    std::map<NodeId, NodeId> columns_;  ///< what replaces loads, and what has been copied with it
};

}  // namespace

LoopNest load_columns(const LoopNest& nest) {
    ColumnLoads columns(nest);
    return rebuild(nest, [&](LoopNest& made, Node& node) { return columns.change(made, node); });
}

}  // namespace hlo2c::scheduler
