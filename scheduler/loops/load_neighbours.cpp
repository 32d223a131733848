#include "scheduler/loops/load_neighbours.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

/// The lanes of an index: a sum of multiples of scalars, which all lanes share, and an offset of each lane.
struct Lanes {
    struct Term {
        NodeId scalar = no_node;
        std::int64_t factor = 1;
    };
    std::vector<Term> terms;
    std::vector<std::int64_t> offsets;

    bool is_constant() const { return terms.empty(); }
    bool is_uniform() const {
        return std::all_of(offsets.begin(), offsets.end(), [&](std::int64_t o) { return o == offsets[0]; });
    }
    void scale(std::int64_t factor) {
        for (Term& term : terms) term.factor *= factor;
        for (std::int64_t& offset : offsets) offset *= factor;
    }
    void add(const Lanes& other) {
        terms.insert(terms.end(), other.terms.begin(), other.terms.end());
        for (std::size_t i = 0; i < offsets.size(); i++) offsets[i] += other.offsets[i];
    }
};

class NeighbourLoads {
public:
    explicit NeighbourLoads(const LoopNest& nest) : nest_(nest) {
        const LocalNames locals(nest);
        for (const Node& node : nest.nodes)
            if ((node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement) &&
                locals.bound.at(node.symbol) == 1)
                lets_[node.symbol] = node.operands[0];
        for (const BufferParameter& parameter : nest.parameters)
            if (!parameter.written) read_only_.insert(parameter.name);
    }

    LoopNest run() {
        return rebuild(nest_, [this](LoopNest& made, const Node& node, NodeId id) {
            if (!node.type.is_vector()) return no_node;
            if (node.kind == NodeKind::Load && nest_[nest_[id].operands[0]].kind != NodeKind::Ramp)
                return load(made, id, loaded_lanes(id));
            if (node.kind == NodeKind::Shuffle) return shuffled(made, nest_[id]);
            return no_node;
        });
    }

private:
    /// The elements that an unmasked load takes.
    std::optional<Lanes> loaded_lanes(NodeId load) const {
        const Node& node = nest_[load];
        if (node.operands.size() > 1) return std::nullopt;
        return node.type.is_vector() ? lanes_of(node.operands[0]) : of_scalar(node.operands[0], 1);
    }

    /// A shuffle of narrow loads of one read-only buffer.
    NodeId shuffled(LoopNest& made, const Node& shuffle) {
        std::vector<Lanes> operands;
        NodeId first = no_node;
        bool is_narrow = false;
        for (NodeId operand : shuffle.operands) {
            if (nest_[operand].kind == NodeKind::Variable) {
                const auto let = lets_.find(nest_[operand].symbol);
                if (let == lets_.end()) return no_node;
                operand = let->second;
            }
            const Node& load = nest_[operand];
            if (load.kind != NodeKind::Load || read_only_.count(load.symbol) == 0) return no_node;
            if (first == no_node) first = operand;
            is_narrow = is_narrow || load.type.lanes < shuffle.type.lanes;
            auto lanes = loaded_lanes(operand);
            if (!lanes || load.symbol != nest_[first].symbol ||
                (!operands.empty() && !have_equal_terms(*lanes, operands[0])))
                return no_node;
            operands.push_back(std::move(*lanes));
        }
        if (!is_narrow) return no_node;
        Lanes taken{operands[0].terms, {}};
        for (int lane : shuffle.lanes) {
            std::size_t operand = 0;
            while (lane >= static_cast<int>(operands[operand].offsets.size()))
                lane -= static_cast<int>(operands[operand++].offsets.size());
            taken.offsets.push_back(operands[operand].offsets[static_cast<std::size_t>(lane)]);
        }
        return load(made, first, taken);
    }

    bool have_equal_terms(const Lanes& a, const Lanes& b) const {
        return std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                          [&](const Lanes::Term& x, const Lanes::Term& y) {
                              return x.factor == y.factor && same_code(nest_, x.scalar, y.scalar);
                          });
    }

    std::optional<Lanes> lanes_of(NodeId id) const {
        const Node& node = nest_[id];
        const auto count = static_cast<std::size_t>(node.type.lanes);
        switch (node.kind) {
            case NodeKind::Integer: return Lanes{{}, std::vector<std::int64_t>(count, node.integer)};
            case NodeKind::Broadcast: return of_scalar(node.operands[0], count);
            case NodeKind::Ramp: {
                const Node& stride = nest_[node.operands[1]];
                if (stride.kind != NodeKind::Integer) return std::nullopt;
                Lanes lanes = of_scalar(node.operands[0], count);
                for (std::size_t i = 0; i < count; i++)
                    lanes.offsets[i] += static_cast<std::int64_t>(i) * stride.integer;
                return lanes;
            }
            case NodeKind::Variable: {
                const auto let = lets_.find(node.symbol);
                return let == lets_.end() ? std::nullopt : lanes_of(let->second);
            }
            case NodeKind::Add:
            case NodeKind::Subtract:
            case NodeKind::Multiply:
            case NodeKind::FloorDivide:
            case NodeKind::FloorRemainder: return of_arithmetic(node);
            default: return std::nullopt;
        }
    }

    Lanes of_scalar(NodeId scalar, std::size_t count) const {
        const Node& node = nest_[scalar];
        if (node.kind == NodeKind::Integer) return {{}, std::vector<std::int64_t>(count, node.integer)};
        if (node.kind == NodeKind::Add) {
            Lanes sum = of_scalar(node.operands[0], count);
            sum.add(of_scalar(node.operands[1], count));
            return sum;
        }
        return {{{scalar, 1}}, std::vector<std::int64_t>(count, 0)};
    }

    std::optional<Lanes> of_arithmetic(const Node& node) const {
        auto first = lanes_of(node.operands[0]), second = lanes_of(node.operands[1]);
        if (!first || !second) return std::nullopt;
        if (node.kind == NodeKind::Add || node.kind == NodeKind::Subtract) {
            if (node.kind == NodeKind::Subtract) second->scale(-1);
            first->add(*second);
            return first;
        }
        if (!second->is_constant() || !second->is_uniform()) return std::nullopt;
        const std::int64_t constant = second->offsets[0];
        if (node.kind == NodeKind::Multiply) {
            first->scale(constant);
            return first;
        }
        if (!first->is_constant()) return std::nullopt;
        for (std::int64_t& offset : first->offsets)
            offset = node.kind == NodeKind::FloorDivide ? floor_divide(offset, constant)
                                                        : offset - floor_divide(offset, constant) * constant;
        return first;
    }

    /// Loads `lanes` of the buffer that the load `like` takes; no_node if they are unknown or too far apart.
    NodeId load(LoopNest& made, NodeId like, const std::optional<Lanes>& from) {
        if (!from) return no_node;
        const Lanes& lanes = *from;
        Node gather = nest_[like];
        gather.type.lanes = static_cast<int>(lanes.offsets.size());
        const auto [low, high] = std::minmax_element(lanes.offsets.begin(), lanes.offsets.end());
        const std::int64_t span = *high - *low + 1;
        if (span == 1) {
            Node scalar = gather;
            scalar.type.lanes = 1;
            scalar.operands = {index(made, gather, lanes, *low)};
            return made.add({.kind = NodeKind::Broadcast,
                             .type = gather.type,
                             .operands = {made.add(std::move(scalar))}});
        }
        int width = 2;
        while (width * 2 <= span && width < gather.type.lanes) width *= 2;
        if (span > 2 * width) return no_node;
        const bool is_boolean = gather.type.kind == ScalarKind::Boolean;
        Node shuffle{.kind = NodeKind::Shuffle,
                     .type = is_boolean ? gather.type.with_kind(ScalarKind::U8) : gather.type};
        const std::int64_t second = *high - width + 1;
        shuffle.operands = {neighbours(made, gather, lanes, *low, width)};
        if (span > width) shuffle.operands.push_back(neighbours(made, gather, lanes, second, width));
        for (const std::int64_t offset : lanes.offsets) {
            const bool is_first = offset - *low < width;
            shuffle.lanes.push_back(static_cast<int>(is_first ? offset - *low : offset - second + width));
        }
        bool is_in_order = shuffle.operands.size() == 1 && width == gather.type.lanes;
        for (int i = 0; is_in_order && i < width; i++)
            is_in_order = shuffle.lanes[static_cast<std::size_t>(i)] == i;
        const ValueType type = shuffle.type;
        const NodeId vector = is_in_order ? shuffle.operands[0] : made.add(std::move(shuffle));
        if (!is_boolean) return vector;
        return made.add(
            {.kind = NodeKind::NotEqual, .type = gather.type, .operands = {vector, made.integer(0, type)}});
    }

    /// Loads `width` neighbours, the first at `offset`. Booleans are loaded as bytes.
    NodeId neighbours(LoopNest& made, const Node& gather, const Lanes& lanes, std::int64_t offset,
                      int width) {
        const NodeId first = index(made, gather, lanes, offset);
        const ValueType type = made[first].type;
        Node load = gather;
        load.type.lanes = width;
        if (load.type.kind == ScalarKind::Boolean) load.type.kind = ScalarKind::U8;
        load.operands = {made.add({.kind = NodeKind::Ramp,
                                   .type = type.with_lanes(width),
                                   .operands = {first, made.integer(1, type)}})};
        return made.add(std::move(load));
    }

    NodeId index(LoopNest& made, const Node& gather, const Lanes& lanes, std::int64_t offset) {
        const ValueType type = nest_[gather.operands[0]].type.with_lanes(1);
        NodeId sum = no_node;
        for (const Lanes::Term& term : lanes.terms) {
            NodeId each = copy(made, term.scalar);
            if (term.factor != 1)
                each = made.binary(NodeKind::Multiply, each, made.integer(term.factor, type));
            sum = sum == no_node ? each : made.binary(NodeKind::Add, sum, each);
        }
        if (sum == no_node) return made.integer(offset, type);
        return offset == 0 ? sum : made.binary(NodeKind::Add, sum, made.integer(offset, type));
    }

    NodeId copy(LoopNest& made, NodeId id) const {
        Node node = nest_[id];
        for (NodeId& operand : node.operands) operand = copy(made, operand);
        return made.add(std::move(node));
    }

    const LoopNest& nest_;
    std::map<std::string, NodeId> lets_;
    std::set<std::string> read_only_;
};

}  // namespace

LoopNest load_neighbours(const LoopNest& nest) {
    return NeighbourLoads(nest).run();
}

}  // namespace hlo2c::scheduler
