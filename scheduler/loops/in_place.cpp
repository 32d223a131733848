#include "scheduler/loops/in_place.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/loop_builder.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/tail_loads.h"

namespace hlo2c::scheduler {
namespace {

/// A read of the input or a store of the output, in the order of the code.
struct Access {
    Affine place;
    bool is_store;
    std::vector<std::string> loops;  ///< around it, inside of its row
};

/// What the iterations of a loop read and store.
struct RowAccesses {
    std::vector<Access> accesses;
    bool are_known = true;
    std::vector<std::string> loops;  ///< around the current node
};

class InPlaceCheck {
public:
    InPlaceCheck(const LoopNest& nest, const std::string& input, const std::string& output, bool stores_once)
        : nest_(nest), input_(input), output_(output), stores_once_(stores_once) {}

    bool holds() { return holds(nest_.body) || holds_by_rows(nest_.body); }

private:
    struct Loop {
        std::string atom;
        std::int64_t extent;
    };

    bool holds(NodeId id) {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::Store:
                if (node.symbol == output_)
                    return stores_once_ && reads_only_at(node.operands[1], node.operands[0]) &&
                           !reads(node.operands[0]);
                break;
            case NodeKind::Load:
                if (node.symbol == input_) return false;
                break;
            case NodeKind::For:
                return holds(node.operands[0]) && holds(node.operands[1]) &&
                       inside(node.symbol, fresh(node.symbol), [&] { return holds(node.operands[2]); });
            case NodeKind::Let:
            case NodeKind::LetStatement:
                return holds(node.operands[0]) &&
                       inside(node.symbol, bound(node), [&] { return holds(node.operands[1]); });
            default: break;
        }
        return std::all_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId operand) { return holds(operand); });
    }

    /// True if `id`, which makes all accesses, reads before it stores, or if the iterations of a loop in it
    /// do.
    bool holds_by_rows(NodeId id) {
        if (reads_before_stores(id)) return true;
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Store) return false;
        const auto makes_accesses = [&](NodeId operand) { return accesses(operand); };
        const auto inner = std::find_if(node.operands.begin(), node.operands.end(), makes_accesses);
        if (inner == node.operands.end() || std::any_of(inner + 1, node.operands.end(), makes_accesses))
            return false;
        if (node.kind == NodeKind::For) {
            const Affine variable = fresh(node.symbol);
            if (const auto extent = extent_of_slots(nest_, node)) {
                extent_in_slots_ = extent;
            } else {
                const Interval range = range_of(node);
                loops_.push_back(
                    {variable.terms.begin()->first, extent_in_slots_.value_or(range.high - range.low + 1)});
                extent_in_slots_.reset();
            }
            return inside(node.symbol, variable, [&] { return holds_by_rows(*inner); });
        }
        if (node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement)
            return inside(node.symbol, bound(node), [&] { return holds_by_rows(*inner); });
        return holds_by_rows(*inner);
    }

    /// The values of a loop's variable; everything if they are not constant.
    Interval range_of(const Node& loop) const {
        const Node &begin = nest_[loop.operands[0]], &extent = nest_[loop.operands[1]];
        if (begin.kind != NodeKind::Integer || extent.kind != NodeKind::Integer)
            return Interval::everything();
        return {begin.integer, begin.integer + extent.integer - 1};
    }

    /// True if `id` reads before it stores, and no other iteration of the loops around it accesses the same
    /// elements.
    bool reads_before_stores(NodeId id) {
        RowAccesses row;
        walk_row(id, row);
        return row.are_known && are_apart(row.accesses, loops_) && is_read_before_stored(row.accesses);
    }

    bool is_read_before_stored(const std::vector<Access>& row) {
        for (std::size_t read = 0; read < row.size(); read++)
            for (std::size_t store = 0; store < row.size(); store++)
                if (!row[read].is_store && row[store].is_store &&
                    !is_safe(row[read], row[store], read < store))
                    return false;
        return true;
    }

    /// True if the store never changes an element before it is read. `follows`: it comes after the read.
    bool is_safe(const Access& read, const Access& store, bool follows) {
        if (inner_range(read.place).high < inner_range(store.place).low ||
            inner_range(store.place).high < inner_range(read.place).low)
            return true;
        if (!follows) return false;
        if (stores_once_ && read.loops == store.loops && read.place == store.place) return true;
        const auto parting =
            std::mismatch(read.loops.begin(), read.loops.end(), store.loops.begin(), store.loops.end());
        // The loops around the row stand still.
        std::vector<Loop> common = loops_;
        for (Loop& loop : common) loop.extent = 1;
        for (auto atom = read.loops.begin(); atom != parting.first; ++atom) {
            const Interval range = inner_.at(*atom);
            common.push_back({*atom, range.high - range.low + 1});
        }
        return are_apart({read, store}, common);
    }

    /// Notes the accesses of a row in the order of the code.
    void walk_row(NodeId id, RowAccesses& row) {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::For: return walk_loop(node, row);
            case NodeKind::Let:
            case NodeKind::LetStatement:
                walk_row(node.operands[0], row);
                inside(node.symbol, bound(node), [&] {
                    walk_row(node.operands[1], row);
                    return true;
                });
                return;
            default: break;
        }
        for (const NodeId operand : node.operands) walk_row(operand, row);
        if (node.kind == NodeKind::Load && node.symbol == input_) note_place(node, false, row);
        if (node.kind == NodeKind::Store && node.symbol == output_) note_place(node, true, row);
    }

    void walk_loop(const Node& loop, RowAccesses& row) {
        walk_row(loop.operands[0], row);
        walk_row(loop.operands[1], row);
        const Affine variable = fresh(loop.symbol);
        const std::string& atom = variable.terms.begin()->first;
        inner_[atom] = range_of(loop);
        row.loops.push_back(atom);
        inside(loop.symbol, variable, [&] {
            walk_row(loop.operands[2], row);
            return true;
        });
        row.loops.pop_back();
    }

    void note_place(const Node& access, bool is_store, RowAccesses& row) {
        const Node& index = nest_[access.operands[0]];
        const bool is_ramp = index.kind == NodeKind::Ramp;
        std::optional<Affine> place = affine(is_ramp ? index.operands[0] : access.operands[0]);
        if (place && is_ramp) {
            const std::string lane = "lane of " + std::to_string(index.type.lanes);
            inner_[lane] = {0, index.type.lanes - 1};
            const std::optional<Affine> stride = affine(index.operands[1]);
            place = stride && stride->is_constant()
                        ? std::optional(*place + Affine{0, {{lane, 1}}} * stride->constant)
                        : std::nullopt;
        }
        if (place)
            row.accesses.push_back({*place, is_store, row.loops});
        else
            row.are_known = false;
    }

    /// The values of a place's part inside of a row.
    Interval inner_range(const Affine& place) const {
        Interval range{place.constant, place.constant};
        for (const auto& [atom, coefficient] : place.terms)
            if (const auto known = inner_.find(atom); known != inner_.end())
                range = range + known->second * Interval{coefficient, coefficient};
        return range;
    }

    /// True if different iterations of the loops access different elements: the places of one iteration,
    /// whose terms in the loops' variables are equal, are closer together than the iterations.
    bool are_apart(const std::vector<Access>& accesses, const std::vector<Loop>& loops) const {
        Affine outer;
        Interval around{0, 0};
        for (std::size_t i = 0; i < accesses.size(); i++) {
            const Affine& place = accesses[i].place;
            Affine of_loops;
            Interval inside{place.constant, place.constant};
            for (const auto& [atom, coefficient] : place.terms) {
                const auto known = inner_.find(atom);
                const bool is_inside = known != inner_.end() &&
                                       std::none_of(loops.begin(), loops.end(),
                                                    [&](const Loop& loop) { return loop.atom == atom; });
                if (is_inside)
                    inside = inside + known->second * Interval{coefficient, coefficient};
                else
                    of_loops.terms[atom] = coefficient;
            }
            if (i > 0 && of_loops != outer) return false;
            around = i == 0 ? inside
                            : Interval{std::min(around.low, inside.low), std::max(around.high, inside.high)};
            outer = of_loops;
        }
        if (!contains({INT32_MIN, INT32_MAX}, around)) return false;
        std::int64_t span = around.high - around.low;
        std::size_t found = 0;
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            const auto term = outer.terms.find(loop->atom);
            const std::int64_t distance = term == outer.terms.end() ? 0 : std::abs(term->second);
            found += term == outer.terms.end() ? 0 : 1;
            if (loop->extent <= 1) continue;
            if (distance <= span || loop->extent > INT32_MAX) return false;
            span += distance * (loop->extent - 1);
        }
        return found == outer.terms.size();
    }

    bool accesses(NodeId id) const { return reads(id) || stores(id); }

    bool stores(NodeId id) const {
        const Node& node = nest_[id];
        return (node.kind == NodeKind::Store && node.symbol == output_) ||
               std::any_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId operand) { return stores(operand); });
    }

    bool reads(NodeId id) const {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::Load && node.symbol == input_) return true;
        for (NodeId operand : node.operands)
            if (reads(operand)) return true;
        return false;
    }

    bool reads_only_at(NodeId value, NodeId index) {
        const Node& node = nest_[value];
        if (node.kind == NodeKind::Load && node.symbol == input_)
            return node.operands.size() == 1 && same_place(node.operands[0], index);
        // An index inside the binding could mean another value by the same name.
        if (node.kind == NodeKind::Let) return !reads(value);
        for (NodeId operand : node.operands)
            if (!reads_only_at(operand, index)) return false;
        return true;
    }

    /// True if both are equal as expressions, or as sums of products of symbols with constants.
    bool same_place(NodeId a, NodeId b) const {
        if (same_code(nest_, a, b)) return true;
        const Node &x = nest_[a], &y = nest_[b];
        if (x.kind == NodeKind::Ramp && y.kind == NodeKind::Ramp)
            return x.type.lanes == y.type.lanes && same_place(x.operands[0], y.operands[0]) &&
                   same_place(x.operands[1], y.operands[1]);
        const std::optional<Affine> first = affine(a), second = affine(b);
        return first && second && *first == *second;
    }

    std::optional<Affine> affine(NodeId id) const {
        return affine_form(nest_, id, [this](NodeId term) -> std::optional<Affine> {
            const Node& node = nest_[term];
            if (node.kind != NodeKind::Variable) return std::nullopt;
            const auto known = values_.find(node.symbol);
            return known != values_.end() ? known->second : Affine{0, {{node.symbol, 1}}};
        });
    }

    /// A value of which nothing is known, and that no other symbol has.
    Affine fresh(const std::string& symbol) { return {0, {{symbol + "#" + std::to_string(symbols_++), 1}}}; }

    Affine bound(const Node& let) {
        const std::optional<Affine> value = affine(let.operands[0]);
        return value ? *value : fresh(let.symbol);
    }

    bool inside(const std::string& symbol, Affine value, const std::function<bool()>& body) {
        const auto before = values_.find(symbol);
        const std::optional<Affine> outer =
            before != values_.end() ? std::optional(before->second) : std::nullopt;
        values_[symbol] = std::move(value);
        const bool result = body();
        if (outer)
            values_[symbol] = *outer;
        else
            values_.erase(symbol);
        return result;
    }

    const LoopNest& nest_;
    const std::string &input_, &output_;
    const bool stores_once_;
    std::vector<Loop> loops_;                      ///< around the current node, the outermost first
    std::optional<std::int64_t> extent_in_slots_;  ///< of the next loop, if slots divide its iterations
    std::map<std::string, Interval> inner_;        ///< of loops inside a row, and of lanes
    std::map<std::string, Affine> values_;         ///< of the symbols around the current node
    int symbols_ = 0;
};

}  // namespace

std::optional<LoopNest> made_in_place(const LoopNest& nest, int input, int output, bool stores_once) {
    if (nest.body == no_node) return std::nullopt;
    const BufferParameter& from = nest.parameters[static_cast<std::size_t>(input)];
    const BufferParameter& to = nest.parameters[static_cast<std::size_t>(output)];
    if (from.element != to.element || from.elements != to.elements) return std::nullopt;
    LoopNest result = nest;
    if (!InPlaceCheck(result, from.name, to.name, stores_once).holds()) {
        if (stores_once) return std::nullopt;
        result = load_tails_first(nest, from.name);
        if (!InPlaceCheck(result, from.name, to.name, false).holds()) return std::nullopt;
    }
    for (Node& node : result.nodes)
        if (node.kind == NodeKind::Load && node.symbol == from.name) node.symbol = to.name;
    result.parameters.erase(result.parameters.begin() + input);
    return result;
}

}  // namespace hlo2c::scheduler
