#include "scheduler/loops/native_width.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "frontend/diagnostic.h"
#include "frontend/name_table.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"

namespace hlo2c::scheduler {

namespace {

/// The consecutive pieces of a vector.
using Pieces = std::vector<NodeId>;

std::vector<int> piece_widths(int lanes, int widest) {
    std::vector<int> widths;
    while (lanes > 0) {
        const int width = std::min(widest, static_cast<int>(std::bit_floor(static_cast<unsigned>(lanes))));
        widths.push_back(width);
        lanes -= width;
    }
    return widths;
}

class Splitter {
public:
    Splitter(const LoopNest& nest, int vector_bytes) : nest_(nest), vector_bytes_(vector_bytes) {
        result_.parameters = nest.parameters;
        result_.scratch_bytes = nest.scratch_bytes;
        take_names(nest, taken_);
    }

    LoopNest run() {
        result_.body = statement(nest_.body);
        return std::move(result_);
    }

private:
    struct Parts {
        std::vector<std::string> names;
        std::vector<int> widths;
    };
    struct Pending {
        std::string name;
        NodeId value;
    };

    const Node& node(NodeId id) const { return nest_[id]; }

    std::string fresh(const std::string& stem, std::size_t number) {
        return taken_.claim(stem + "_" + std::to_string(number));
    }

    // The widest pieces that a statement may use.

    int widest_element(NodeId id) const {
        const Node& n = node(id);
        int bytes = n.type.is_vector() && n.type.kind != ScalarKind::Boolean ? byte_width(n.type.kind) : 0;
        for (std::size_t i = 0; i < n.operands.size(); i++) {
            const bool plain_index =
                n.kind == NodeKind::Load && i == 0 && node(n.operands[0]).kind == NodeKind::Ramp;
            if (!plain_index) bytes = std::max(bytes, widest_element(n.operands[i]));
        }
        return bytes;
    }
    int piece_lanes(NodeId value) const {
        const int bytes = widest_element(value);
        return std::max(1, vector_bytes_ / (bytes ? bytes : 4));
    }

    /// Operations of an expression; a function counts as several.
    int operations(NodeId id) const {
        const Node& n = node(id);
        int count = n.kind == NodeKind::Call ? 8 : is_arithmetic(n.kind) || n.kind == NodeKind::Convert;
        for (const NodeId each : n.operands) count += operations(each);
        return count;
    }
    /// Whether a conversion reads values of half its width that are computed: whole vectors of them, cut by
    /// one shuffle, take half the operations.
    bool widens_computed(const Node& n, int widest) const {
        if (n.kind != NodeKind::Convert || byte_width(n.type.kind) != 8) return false;
        const NodeId operand = n.operands[0];
        return byte_width(node(operand).type.kind) == 4 && n.type.lanes > widest &&
               piece_lanes(operand) == 2 * widest && operations(operand) > 1;
    }

    // Making and cutting pieces.

    NodeId constant(std::int64_t value, ValueType type) { return result_.integer(value, type.with_lanes(1)); }

    NodeId plus(NodeId base, std::int64_t offset, NodeId stride) {
        if (offset == 0) return base;
        const ValueType type = result_[base].type;
        if (result_[stride].kind == NodeKind::Integer) {
            const std::int64_t step = offset * result_[stride].integer;
            if (result_[base].kind == NodeKind::Integer) return constant(result_[base].integer + step, type);
            return result_.binary(NodeKind::Add, base, constant(step, type));
        }
        const NodeId step = result_.binary(NodeKind::Multiply, stride, constant(offset, type));
        return result_.binary(NodeKind::Add, base, step);
    }

    NodeId ramp(NodeId base, NodeId stride, ValueType type) {
        if (!type.is_vector()) return base;
        return result_.add({.kind = NodeKind::Ramp, .type = type, .operands = {base, stride}});
    }

    /// The given lanes of the concatenated `pieces`.
    NodeId take(const Pieces& pieces, const std::vector<int>& lanes) {
        std::vector<std::pair<NodeId, int>> sources;  // piece, lane in it
        for (int lane : lanes) {
            std::size_t piece = 0;
            while (lane >= result_[pieces[piece]].type.lanes) lane -= result_[pieces[piece++]].type.lanes;
            sources.push_back({pieces[piece], lane});
        }
        const NodeId first = sources[0].first;
        bool whole = result_[first].type.lanes == static_cast<int>(lanes.size());
        for (std::size_t i = 0; i < sources.size(); i++) {
            whole = whole && sources[i] == std::pair{first, static_cast<int>(i)};
        }
        if (whole) return first;
        Node shuffle{.kind = NodeKind::Shuffle,
                     .type = result_[first].type.with_lanes(static_cast<int>(lanes.size()))};
        std::map<NodeId, int> offsets;
        int total = 0;
        for (const auto& [piece, lane] : sources) {
            const auto [place, inserted] = offsets.emplace(piece, total);
            if (inserted) {
                shuffle.operands.push_back(piece);
                total += result_[piece].type.lanes;
            }
            shuffle.lanes.push_back(place->second + lane);
        }
        return result_.add(std::move(shuffle));
    }

    Pieces cut(const Pieces& pieces, const std::vector<int>& widths) {
        Pieces cuts;
        int begin = 0;
        for (int width : widths) {
            std::vector<int> lanes;
            for (int i = 0; i < width; i++) lanes.push_back(begin + i);
            cuts.push_back(take(pieces, lanes));
            begin += width;
        }
        return cuts;
    }

    /// Combines by halves, in the order in which the lanes of one piece are combined, so that the width of
    /// the pieces does not change the result.
    NodeId combine_all(Pieces pieces, NodeKind reduction) {
        while (pieces.size() > 1) {
            const std::size_t half = (pieces.size() + 1) / 2;
            for (std::size_t i = 0; i + half < pieces.size(); i++)
                pieces[i] = result_.binary(reduction, pieces[i], pieces[i + half]);
            pieces.resize(half);
        }
        return pieces[0];
    }

    // Expressions.

    Pieces expression(NodeId id, int widest) {
        const auto key = std::pair{id, widest};
        if (const auto found = memo_.find(key); found != memo_.end()) return found->second;
        Pieces pieces = split(id, widest);
        memo_[key] = pieces;
        return pieces;
    }

    NodeId scalar(NodeId id, int widest) {
        const Pieces pieces = expression(id, widest);
        HLO2C_CHECK(pieces.size() == 1, "a scalar came in pieces");
        return pieces[0];
    }

    Pieces split(NodeId id, int widest) {
        const Node& n = node(id);
        const std::vector<int> widths = piece_widths(n.type.lanes, widest);
        switch (n.kind) {
            case NodeKind::Integer:
            case NodeKind::Real: return by_lane(n, widths, {});
            case NodeKind::Variable: return variable(n, widths);
            case NodeKind::Broadcast: return broadcast(n, widths, widest);
            case NodeKind::Ramp: return steps(n, widths, widest);
            case NodeKind::Shuffle: return shuffle(n, widths, widest);
            case NodeKind::Reduce: return reduce(n, widths, widest);
            case NodeKind::Let: {
                bind(n.symbol, n.operands[0], &pending_);
                return expression(n.operands[1], widest);
            }
            default: break;
        }
        std::vector<Pieces> operands;
        if (widens_computed(n, widest))
            return by_lane(n, widths, {cut(named(expression(n.operands[0], 2 * widest)), widths)});
        for (NodeId each : n.operands) operands.push_back(expression(each, widest));
        return by_lane(n, widths, operands);
    }

    /// Variables for the pieces, which are defined before the statement.
    Pieces named(Pieces pieces) {
        for (NodeId& piece : pieces) {
            const std::string name = fresh("whole", pending_.size());
            pending_.push_back({name, piece});
            piece = result_.variable(name, result_[piece].type);
        }
        return pieces;
    }

    /// The node once for each width, on the operands' pieces of that width.
    Pieces by_lane(const Node& n, const std::vector<int>& widths, const std::vector<Pieces>& operands) {
        Pieces pieces;
        for (std::size_t i = 0; i < widths.size(); i++) {
            Node part = n;
            part.type.lanes = widths[i];
            for (std::size_t k = 0; k < operands.size(); k++) part.operands[k] = operands[k][i];
            pieces.push_back(result_.add(std::move(part)));
        }
        return pieces;
    }

    Pieces broadcast(const Node& n, const std::vector<int>& widths, int widest) {
        const NodeId value = scalar(n.operands[0], widest);
        Pieces pieces;
        for (int width : widths)
            pieces.push_back(width == 1 ? value
                                        : result_.add({.kind = NodeKind::Broadcast,
                                                       .type = n.type.with_lanes(width),
                                                       .operands = {value}}));
        return pieces;
    }

    /// The pieces of a ramp, each of which begins where the one before it ends.
    Pieces steps(const Node& n, const std::vector<int>& widths, int widest) {
        const NodeId base = scalar(n.operands[0], widest), stride = scalar(n.operands[1], widest);
        Pieces pieces;
        int begin = 0;
        for (int width : widths) {
            pieces.push_back(ramp(plus(base, begin, stride), stride, n.type.with_lanes(width)));
            begin += width;
        }
        return pieces;
    }

    Pieces shuffle(const Node& n, const std::vector<int>& widths, int widest) {
        Pieces sources, pieces;
        for (NodeId each : n.operands) {
            const Pieces parts = expression(each, widest);
            sources.insert(sources.end(), parts.begin(), parts.end());
        }
        auto first = n.lanes.begin();
        for (int width : widths) {
            pieces.push_back(take(sources, std::vector<int>(first, first + width)));
            first += width;
        }
        return pieces;
    }

    Pieces variable(const Node& n, const std::vector<int>& widths) {
        const auto found = parts_.find(n.symbol);
        if (found == parts_.end()) {
            const NodeId whole = result_.variable(n.symbol, n.type);
            return cut({whole}, widths);
        }
        Pieces pieces;
        for (std::size_t i = 0; i < found->second.names.size(); i++) {
            pieces.push_back(
                result_.variable(found->second.names[i], n.type.with_lanes(found->second.widths[i])));
        }
        return cut(pieces, widths);
    }

    Pieces reduce(const Node& n, const std::vector<int>& widths, int widest) {
        const Pieces sources = expression(n.operands[0], widest);
        const int factor = node(n.operands[0]).type.lanes / n.type.lanes;
        Pieces pieces;
        if (n.type.lanes == 1) {
            // Combine pieces of equal width lane by lane, then reduce each width to a scalar.
            std::map<int, Pieces> by_width;
            for (NodeId each : sources) by_width[result_[each].type.lanes].push_back(each);
            Pieces scalars;
            for (auto each = by_width.rbegin(); each != by_width.rend(); ++each) {
                const NodeId vector = combine_all(each->second, n.reduction);
                scalars.push_back(each->first == 1 ? vector
                                                   : result_.add({.kind = NodeKind::Reduce,
                                                                  .type = n.type,
                                                                  .operands = {vector},
                                                                  .reduction = n.reduction}));
            }
            return {combine_all(scalars, n.reduction)};
        }
        int begin = 0;
        for (int width : widths) {
            Pieces strides;
            for (int j = 0; j < factor; j++) {
                std::vector<int> lanes;
                for (int i = 0; i < width; i++) lanes.push_back((begin + i) * factor + j);
                strides.push_back(take(sources, lanes));
            }
            pieces.push_back(combine_all(strides, n.reduction));
            begin += width;
        }
        return pieces;
    }

    /// Binds `symbol` to the value; appends its definitions to `pending` in order.
    void bind(const std::string& symbol, NodeId value, std::vector<Pending>* pending) {
        const Pieces pieces = expression(value, piece_lanes(value));
        if (pieces.size() == 1) {
            parts_.erase(symbol);
            pending->push_back({symbol, pieces[0]});
            return;
        }
        Parts parts;
        for (std::size_t i = 0; i < pieces.size(); i++) {
            parts.names.push_back(fresh(symbol, i));
            parts.widths.push_back(result_[pieces[i]].type.lanes);
            pending->push_back({parts.names.back(), pieces[i]});
        }
        parts_[symbol] = std::move(parts);
    }

    NodeId with_lets(const std::vector<Pending>& lets, NodeId body) {
        for (std::size_t i = lets.size(); i-- > 0;) {
            body = result_.add(
                {.kind = NodeKind::LetStatement, .operands = {lets[i].value, body}, .symbol = lets[i].name});
        }
        return body;
    }

    // Statements.

    NodeId statement(NodeId id) {
        const Node n = node(id);
        memo_.clear();
        pending_.clear();
        switch (n.kind) {
            case NodeKind::Block: {
                std::vector<NodeId> statements;
                for (NodeId each : n.operands) statements.push_back(statement(each));
                return result_.block(std::move(statements));
            }
            case NodeKind::LetStatement: {
                bind(n.symbol, n.operands[0], &pending_);
                const std::vector<Pending> lets = std::exchange(pending_, {});
                return with_lets(lets, statement(n.operands[1]));
            }
            case NodeKind::Store: return store(n);
            case NodeKind::Declare: return declare(n);
            case NodeKind::Assign: return assign(n);
            default: break;
        }
        Node copy = n;
        std::vector<Pending> lets;
        for (std::size_t i = 0; i < n.operands.size(); i++) {
            if (is_statement(node(n.operands[i]).kind)) continue;
            copy.operands[i] = scalar(n.operands[i], piece_lanes(n.operands[i]));
        }
        lets = std::exchange(pending_, {});
        for (std::size_t i = 0; i < n.operands.size(); i++) {
            if (is_statement(node(n.operands[i]).kind)) copy.operands[i] = statement(n.operands[i]);
        }
        return with_lets(lets, result_.add(std::move(copy)));
    }

    bool loads_from(NodeId id, const std::string& buffer) const {
        const Node& n = node(id);
        if (n.kind == NodeKind::Load && n.symbol == buffer) return true;
        return std::any_of(n.operands.begin(), n.operands.end(),
                           [&](NodeId each) { return loads_from(each, buffer); });
    }

    NodeId store(const Node& n) {
        const int widest = piece_lanes(n.operands[1]);
        const Pieces index = expression(n.operands[0], widest);
        Pieces values = expression(n.operands[1], widest);
        Pieces masks;
        if (n.operands.size() > 2) masks = expression(n.operands[2], widest);
        std::vector<Pending> lets = std::exchange(pending_, {});
        if (values.size() > 1 && loads_from(n.operands[1], n.symbol)) {
            // Read everything before the first store.
            for (NodeId& value : values) {
                const std::string name = fresh(n.symbol + "_part", lets.size());
                lets.push_back({name, value});
                value = result_.variable(name, result_[value].type);
            }
        }
        std::vector<NodeId> stores;
        for (std::size_t i = 0; i < values.size(); i++) {
            Node part = n;
            part.operands = {index[i], values[i]};
            if (!masks.empty()) part.operands.push_back(masks[i]);
            stores.push_back(result_.add(std::move(part)));
        }
        return with_lets(lets, stores.size() == 1 ? stores[0] : result_.block(std::move(stores)));
    }

    NodeId declare(const Node& n) {
        const int bytes = n.type.kind == ScalarKind::Boolean ? 4 : byte_width(n.type.kind);
        Parts parts;
        parts.widths = piece_widths(n.type.lanes, std::max(1, vector_bytes_ / bytes));
        const bool whole = parts.widths.size() == 1;
        for (std::size_t i = 0; i < parts.widths.size(); i++) {
            parts.names.push_back(whole ? n.symbol : fresh(n.symbol, i));
        }
        Pieces initial;
        if (n.operands.size() > 1) {
            initial = cut(expression(n.operands[0], piece_lanes(n.operands[0])), parts.widths);
        }
        const std::vector<Pending> lets = std::exchange(pending_, {});
        parts_[n.symbol] = parts;
        NodeId body = statement(n.operands.back());
        for (std::size_t i = parts.names.size(); i-- > 0;) {
            Node part{.kind = NodeKind::Declare,
                      .type = n.type.with_lanes(parts.widths[i]),
                      .symbol = parts.names[i]};
            if (!initial.empty()) part.operands.push_back(initial[i]);
            part.operands.push_back(body);
            body = result_.add(std::move(part));
        }
        return with_lets(lets, body);
    }

    NodeId assign(const Node& n) {
        const auto found = parts_.find(n.symbol);
        HLO2C_CHECK(found != parts_.end(), "an assignment before its declaration");
        const Parts parts = found->second;
        Pieces values = cut(expression(n.operands[0], piece_lanes(n.operands[0])), parts.widths);
        const std::vector<Pending> lets = std::exchange(pending_, {});
        std::vector<NodeId> assignments;
        for (std::size_t i = 0; i < values.size(); i++) {
            assignments.push_back(
                result_.add({.kind = NodeKind::Assign, .operands = {values[i]}, .symbol = parts.names[i]}));
        }
        return with_lets(lets,
                         assignments.size() == 1 ? assignments[0] : result_.block(std::move(assignments)));
    }

    const LoopNest& nest_;
    int vector_bytes_;
    LoopNest result_;
    std::map<std::pair<NodeId, int>, Pieces> memo_;
    std::map<std::string, Parts> parts_;
    std::vector<Pending> pending_;
    frontend::NameTable taken_;
};

}  // namespace

LoopNest native_width(const LoopNest& nest, int vector_bytes) {
    HLO2C_CHECK(vector_bytes > 0, "the target has no vector width");
    return Splitter(nest, vector_bytes).run();
}

}  // namespace hlo2c::scheduler
