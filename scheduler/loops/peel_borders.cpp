#include "scheduler/loops/peel_borders.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/index_arithmetic.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

using Lets = std::map<std::string, NodeId>;

bool is_call_or_zero(const Node& node) {
    return node.kind == NodeKind::Call && node.symbol == element_or_zero;
}

bool is_call_inside(const Node& node) {
    return node.kind == NodeKind::Call && (node.symbol == element_inside || node.symbol == element_or_zero);
}

/// The value of an index, if those of its variables are known.
std::optional<std::int64_t> value_of(const LoopNest& nest, NodeId id, const Lets& lets) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Integer) return node.integer;
    if (node.kind == NodeKind::Broadcast) return value_of(nest, node.operands[0], lets);
    if (node.kind == NodeKind::Variable) {
        const auto found = lets.find(node.symbol);
        return found == lets.end() ? std::nullopt : value_of(nest, found->second, lets);
    }
    if (node.operands.size() != 2) return std::nullopt;
    const auto a = value_of(nest, node.operands[0], lets);
    const auto b = a ? value_of(nest, node.operands[1], lets) : std::nullopt;
    return b ? index_value(node.kind, *a, *b) : std::nullopt;
}

/// The elements that may be padding in the body of a loop, and the names that it binds.
struct Body {
    std::vector<NodeId> calls;
    Lets lets;
    std::set<std::string> loops;  ///< inside
};

class Peeling {
public:
    explicit Peeling(const LoopNest& nest) { take_names(nest, names_); }

    LoopNest run(const LoopNest& nest) {
        return rebuild(nest, [this](LoopNest& made, Node& node) {
            made_ = &made;
            return node.kind == NodeKind::For ? loop(node) : no_node;
        });
    }

private:
    LoopNest& made() { return *made_; }
    const Node& at(NodeId id) const { return (*made_)[id]; }

    NodeId loop(const Node& node) {
        Body body;
        std::set<NodeId> seen;
        collect(node.operands[2], body, seen);
        if (body.calls.empty()) return no_node;
        const auto begin = value_of(made(), node.operands[0], {}),
                   extent = value_of(made(), node.operands[1], {});
        const bool may_split = !is_call_or_zero(at(body.calls.front()));
        if (may_split && begin && extent && depends_on_it_alone(node, body))
            return split(node, body, *begin, *begin + *extent);
        return clipped(node, body);
    }

    void collect(NodeId id, Body& body, std::set<NodeId>& seen) const {
        if (!seen.insert(id).second) return;
        const Node& node = at(id);
        if (is_call_inside(node)) body.calls.push_back(id);
        if (node.kind == NodeKind::For) body.loops.insert(node.symbol);
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let)
            body.lets.emplace(node.symbol, node.operands[0]);
        for (const NodeId each : node.operands) collect(each, body, seen);
    }

    /// Calls `visit` with each position of the calls, and the size that it must be less than.
    template <typename Visit>
    void each_position(const Body& body, Visit visit) const {
        for (const NodeId call : body.calls)
            for (std::size_t i = 1; i + 1 < at(call).operands.size(); i += 2)
                visit(at(call).operands[i], *value_of(*made_, at(call).operands[i + 1], {}));
    }

    /// The same with values of positions that are known in iteration `t`, and only there.
    template <typename Visit>
    void each_known(const Node& loop, const Body& body, std::int64_t t, Visit visit) {
        Lets here = body.lets;
        here[loop.symbol] = made().integer(t);
        each_position(body, [&](NodeId position, std::int64_t size) {
            if (value_of(made(), position, body.lets)) return;
            if (const auto value = value_of(made(), position, here)) visit(position, *value, size);
        });
    }

    bool depends_on_it_alone(const Node& loop, const Body& body) {
        bool depends = false;
        each_known(loop, body, 0, [&](NodeId, std::int64_t, std::int64_t) { depends = true; });
        return depends;
    }

    /// The iterations without padding, and each other one alone.
    NodeId split(const Node& loop, const Body& body, std::int64_t begin, std::int64_t end) {
        const auto has_padding = [&](std::int64_t t) {
            bool found = false;
            each_known(loop, body, t, [&](NodeId, std::int64_t value, std::int64_t size) {
                found = found || value < 0 || value >= size;
            });
            return found;
        };
        std::int64_t first = begin;
        while (first < end && has_padding(first)) first++;
        std::int64_t last = first;
        while (last < end && !has_padding(last)) last++;
        std::vector<NodeId> parts;
        const auto alone = [&](std::int64_t t) {
            std::map<NodeId, std::int64_t> known;
            each_known(loop, body, t,
                       [&](NodeId position, std::int64_t value, std::int64_t) { known[position] = value; });
            const ValueType type = at(loop.operands[0]).type;
            const NodeId iteration = with_known(loop.operands[2], body, known);
            made().append(parts, apart(iteration, {{loop.symbol, made().integer(t, type)}}));
        };
        for (std::int64_t t = begin; t < first; t++) alone(t);
        if (last - first == 1) {
            alone(first);
        } else if (last > first) {
            std::set<NodeId> inside;
            each_known(loop, body, first,
                       [&](NodeId position, std::int64_t, std::int64_t) { inside.insert(position); });
            const ValueType type = at(loop.operands[0]).type;
            Node rest = loop;
            rest.operands = {made().integer(first, type), made().integer(last - first, type),
                             without(loop.operands[2], body, inside)};
            parts.push_back(made().add(std::move(rest)));
        }
        for (std::int64_t t = last; t < end; t++) alone(t);
        return made().block(std::move(parts));
    }

    /// The statement, whose calls have these numbers for positions.
    NodeId with_known(NodeId statement, const Body& body, const std::map<NodeId, std::int64_t>& known) {
        std::map<NodeId, NodeId> copies;
        for (const NodeId call : body.calls) {
            Node changed = at(call);
            for (std::size_t i = 1; i < changed.operands.size(); i += 2)
                if (const auto found = known.find(changed.operands[i]); found != known.end())
                    changed.operands[i] = made().integer(found->second);
            copies[call] = made().add(std::move(changed));
        }
        return copied(statement, copies);
    }

    /// The statement, whose calls are inside at these positions.
    NodeId without(NodeId statement, const Body& body, const std::set<NodeId>& positions) {
        std::map<NodeId, std::int64_t> inside;
        for (const NodeId position : positions) inside[position] = 0;
        return with_known(statement, body, inside);
    }

    /// A copy that shares no nodes, with values in place of variables, and with new names for its lets.
    NodeId apart(NodeId id, const Lets& values) {
        Node node = at(id);
        if (node.kind == NodeKind::Variable)
            if (const auto found = values.find(node.symbol); found != values.end())
                return apart(found->second, {});
        if (node.kind != NodeKind::LetStatement && node.kind != NodeKind::Let) {
            for (NodeId& each : node.operands) each = apart(each, values);
            return made().add(std::move(node));
        }
        Lets inside = values;
        node.operands[0] = apart(node.operands[0], values);
        const std::string name = names_.claim(node.symbol);
        inside[node.symbol] = made().variable(name, at(node.operands[0]).type);
        node.symbol = name;
        node.operands[1] = apart(node.operands[1], inside);
        return made().add(std::move(node));
    }

    /// An index without the names that `values` has.
    NodeId in_place(NodeId id, const Lets& values) {
        Node node = at(id);
        if (node.kind == NodeKind::Variable) {
            const auto found = values.find(node.symbol);
            return found == values.end() ? apart(id, {}) : in_place(found->second, values);
        }
        for (NodeId& each : node.operands) each = in_place(each, values);
        return made().add(std::move(node));
    }

    NodeId copied(NodeId id, std::map<NodeId, NodeId>& copies) {
        if (const auto known = copies.find(id); known != copies.end()) return known->second;
        Node node = at(id);
        for (NodeId& each : node.operands) each = copied(each, copies);
        const NodeId copy = node.operands == at(id).operands ? id : made().add(std::move(node));
        return copies[id] = copy;
    }

    /// A position as a sum of the loop's variable and of what stays the same in the loop.
    std::optional<Affine> form_of(NodeId position, const Lets& lets) {
        return affine_form(made(), scalar(position), [&](NodeId id) -> std::optional<Affine> {
            const Node& node = at(id);
            if (node.kind != NodeKind::Variable) return Affine{0, {{"#" + std::to_string(id), 1}}};
            const auto bound = lets.find(node.symbol);
            return bound == lets.end() ? Affine{0, {{node.symbol, 1}}} : form_of(bound->second, lets);
        });
    }

    /// True if a position depends on loops inside the body.
    bool depends_on(NodeId position, const Body& body) const {
        const Node& node = at(position);
        if (node.kind == NodeKind::Variable) {
            const auto bound = body.lets.find(node.symbol);
            return bound == body.lets.end() ? body.loops.count(node.symbol) > 0
                                            : depends_on(bound->second, body);
        }
        return std::any_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId each) { return depends_on(each, body); });
    }

    /// The iterations in which a position that all calls have is inside.
    NodeId clipped(const Node& loop, const Body& body) {
        std::set<NodeId> inside;
        std::optional<Affine> form;
        std::int64_t least_size = 0;
        NodeId position = no_node;
        bool is_one_line = true;
        each_position(body, [&](NodeId each, std::int64_t size) {
            const std::optional<Affine> other = form_of(each, body.lets);
            if (!other || other->terms.count(loop.symbol) == 0 || depends_on(each, body)) return;
            is_one_line = is_one_line && (!form || (*form == *other && least_size == size));
            form = other;
            least_size = size;
            position = each;
            inside.insert(each);
        });
        HLO2C_CHECK(is_one_line || is_call_or_zero(at(body.calls.front())),
                    "all products of an iteration read the same line");
        if (!form || !is_one_line) return no_node;
        return with_limits(loop, body, {position, form->terms.at(loop.symbol), least_size}, inside);
    }

    struct Limit {
        NodeId position;
        std::int64_t step, size;
    };

    NodeId with_limits(const Node& loop, const Body& body, const Limit& limit,
                       const std::set<NodeId>& inside) {
        const ValueType type = at(loop.operands[0]).type;
        const auto number = [&](std::int64_t value) { return made().integer(value, type); };
        const auto combine = [&](NodeKind kind, NodeId a, NodeId b) { return made().binary(kind, a, b); };
        Lets at_begin = body.lets;
        at_begin[loop.symbol] = number(0);
        const auto steps = [&](std::int64_t from) {
            const NodeId distance = combine(NodeKind::Subtract, number(from + limit.step - 1),
                                            in_place(scalar(limit.position), at_begin));
            return limit.step == 1 ? distance : combine(NodeKind::FloorDivide, distance, number(limit.step));
        };
        const NodeId end = combine(NodeKind::Add, loop.operands[0], loop.operands[1]);
        const NodeId low = combine(NodeKind::Maximum, loop.operands[0], steps(0));
        const NodeId high = combine(NodeKind::Minimum, end, steps(limit.size));
        const std::string first = names_.claim(loop.symbol + "_first"),
                          last = names_.claim(loop.symbol + "_end");
        Node rest = loop;
        // Unrolled, each iteration would test whether it is one of them.
        rest.loop = LoopKind::Rolled;
        rest.operands = {
            made().variable(first, type),
            combine(NodeKind::Subtract, made().variable(last, type), made().variable(first, type)),
            without(loop.operands[2], body, inside)};
        const NodeId inner = made().add(std::move(rest));
        const NodeId outer =
            made().add({.kind = NodeKind::LetStatement, .operands = {high, inner}, .symbol = last});
        return made().add({.kind = NodeKind::LetStatement, .operands = {low, outer}, .symbol = first});
    }

    NodeId scalar(NodeId index) const {
        return at(index).kind == NodeKind::Broadcast ? scalar(at(index).operands[0]) : index;
    }

    LoopNest* made_ = nullptr;
    frontend::NameTable names_;
};

/// Leaves out the products whose elements are known to be padding.
LoopNest without_padding(const LoopNest& nest) {
    std::set<NodeId> padding;
    return rebuild(nest, [&padding](LoopNest& made, Node& node) {
        if (is_call_or_zero(node)) return node.operands[0];
        if (is_call_inside(node)) {
            bool is_inside = true;
            for (std::size_t i = 1; i + 1 < node.operands.size(); i += 2) {
                const auto position = value_of(made, node.operands[i], {});
                HLO2C_CHECK(position, "the loops of a kernel tell which elements are padding");
                is_inside =
                    is_inside && *position >= 0 && *position < *value_of(made, node.operands[i + 1], {});
            }
            if (is_inside) return node.operands[0];
            node.operands.clear();
            const NodeId outside = made.add(node);
            padding.insert(outside);
            return outside;
        }
        if (node.kind == NodeKind::Fma &&
            (padding.count(node.operands[0]) || padding.count(node.operands[1])))
            return node.operands[2];
        if (node.kind == NodeKind::Store && node.operands.size() == 2) {
            const Node& value = made[node.operands[1]];
            if (value.kind == NodeKind::Load && value.symbol == node.symbol && value.operands.size() == 1 &&
                same_code(made, value.operands[0], node.operands[0]))
                return made.block({});
        }
        return no_node;
    });
}

}  // namespace

LoopNest peel_borders(const LoopNest& nest) {
    if (std::none_of(nest.nodes.begin(), nest.nodes.end(), is_call_inside)) return nest;
    return without_padding(Peeling(nest).run(nest));
}

}  // namespace hlo2c::scheduler
