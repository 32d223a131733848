#include "scheduler/loops/hoist_invariants.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// What is known of the expression below a node.
struct ScalarFacts {
    bool is_movable = false;  ///< only operations that may move
    bool is_worth = false;    ///< has an operation that is worth a name
    bool reads_name = false;  ///< of a value with such an operation
    bool has_load = false;
    std::set<std::string> variables;
};

struct RealName {
    const char* operation;  ///< spelling of the node, or the function it calls
    const char* name;       ///< of the result
};

constexpr RealName real_names[] = {
    {"add", "sum"},         {"subtract", "difference"}, {"multiply", "product"},   {"divide", "quotient"},
    {"minimum", "minimum"}, {"maximum", "maximum"},     {"select", "choice"},      {"negate", "negative"},
    {"abs", "magnitude"},   {"sqrt", "root"},           {"rsqrt", "inverse_root"}, {"exp", "exponential"},
    {"log", "logarithm"},
};

/// What a pass hoists.
class Sort {
public:
    Sort(const LoopNest& nest, Invariants sort) : nest_(nest), sort_(sort) {
        for (const BufferParameter& parameter : nest.parameters)
            if (!parameter.written) read_only_.insert(parameter.name);
    }

    bool may_move(const Node& node) const {
        if (node.type.is_vector()) return false;
        switch (sort_) {
            case Invariants::Divisions: return node.type.is_index() && is_index_arithmetic(node.kind);
            case Invariants::Elements: return is_of_element(node);
            case Invariants::Reals: return is_of_reals(node);
        }
        return false;
    }

    bool is_worth(const Node& node) const {
        switch (sort_) {
            case Invariants::Divisions: return is_division(node.kind);
            case Invariants::Elements: return node.kind == NodeKind::Load;
            case Invariants::Reals: return node.kind != NodeKind::Real && node.kind != NodeKind::Variable;
        }
        return false;
    }

    std::string name_of(const Node& node) const {
        switch (sort_) {
            case Invariants::Divisions: return "base";
            case Invariants::Elements: return "start";
            case Invariants::Reals: return name_of_real(node);
        }
        return "";
    }

    /// True if only parts of indices, bounds and conditions count.
    bool is_for_places() const { return sort_ == Invariants::Elements; }
    /// True if statements outside of loops share what they compute as well.
    bool shares_results() const { return sort_ == Invariants::Reals; }
    /// C compilers compute floats of constants.
    bool takes_constants() const { return sort_ != Invariants::Reals; }
    bool is_result(ValueType type) const {
        return sort_ == Invariants::Reals ? is_float(type.kind) && !type.is_vector() : type.is_index();
    }

private:
    static bool is_division(NodeKind kind) {
        return kind == NodeKind::FloorDivide || kind == NodeKind::FloorRemainder;
    }

    static bool is_index_arithmetic(NodeKind kind) {
        switch (kind) {
            case NodeKind::Integer:
            case NodeKind::Variable:
            case NodeKind::Add:
            case NodeKind::Subtract:
            case NodeKind::Multiply:
            case NodeKind::Minimum:
            case NodeKind::Maximum: return true;
            default: return is_division(kind);
        }
    }

    static bool is_comparison(NodeKind kind) {
        return kind == NodeKind::Less || kind == NodeKind::LessEqual || kind == NodeKind::Equal ||
               kind == NodeKind::NotEqual;
    }

    bool is_of_element(const Node& node) const {
        if (is_comparison(node.kind)) return nest_[node.operands[0]].type.is_index();
        if (!node.type.is_index() || is_division(node.kind)) return false;
        if (node.kind == NodeKind::Load) return node.operands.size() == 1 && read_only_.contains(node.symbol);
        return is_index_arithmetic(node.kind) || node.kind == NodeKind::Convert ||
               node.kind == NodeKind::Select;
    }

    bool is_of_reals(const Node& node) const {
        if (!is_float(node.type.kind)) return false;
        return node.kind == NodeKind::Real || node.kind == NodeKind::Variable ||
               node.kind == NodeKind::Call || is_arithmetic(node.kind);
    }

    /// "scaled_sum" for a product of a sum and a constant, "difference" for other differences.
    std::string name_of_real(const Node& node) const {
        const bool scales = node.kind == NodeKind::Multiply || node.kind == NodeKind::Divide;
        if (scales && nest_[node.operands[0]].kind == NodeKind::Variable &&
            nest_[node.operands[1]].kind == NodeKind::Real)
            return "scaled_" + std::string(without_numbers(nest_[node.operands[0]].symbol));
        const std::string operation = node.kind == NodeKind::Call ? node.symbol : spelling(node.kind);
        const auto known = std::find_if(std::begin(real_names), std::end(real_names),
                                        [&](const RealName& each) { return each.operation == operation; });
        return known == std::end(real_names) ? "scalar" : known->name;
    }

    const LoopNest& nest_;
    const Invariants sort_;
    std::set<std::string> read_only_;
};

bool is_choice(NodeKind kind) {
    return kind == NodeKind::Minimum || kind == NodeKind::Maximum || kind == NodeKind::Select;
}

/// The facts of all nodes. `worth`: the names of values that are worth one.
std::vector<ScalarFacts> facts_of(const LoopNest& nest, const Sort& sort,
                                  const std::set<std::string>& worth) {
    std::vector<ScalarFacts> facts(nest.nodes.size());
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        const Node& node = nest[id];
        ScalarFacts& own = facts[id];
        own.is_movable = sort.may_move(node);
        for (const NodeId operand : node.operands)
            own.is_movable = own.is_movable && facts[operand].is_movable;
        if (!own.is_movable) continue;
        own.has_load = node.kind == NodeKind::Load;
        if (node.kind == NodeKind::Variable) {
            own.variables.insert(node.symbol);
            own.reads_name = worth.contains(node.symbol);
        }
        for (const NodeId operand : node.operands)
            own.reads_name = own.reads_name || facts[operand].reads_name;
        own.is_worth = sort.is_worth(node) || (own.reads_name && is_choice(node.kind));
        for (const NodeId operand : node.operands) {
            own.is_worth = own.is_worth || facts[operand].is_worth;
            own.has_load = own.has_load || facts[operand].has_load;
            own.variables.insert(facts[operand].variables.begin(), facts[operand].variables.end());
        }
    }
    return facts;
}

/// The names that stand for elements, also clamped ones.
std::set<std::string> names_of_elements(const LoopNest& nest, const Sort& sort) {
    std::set<std::string> worth;
    while (sort.is_for_places()) {
        const std::vector<ScalarFacts> facts = facts_of(nest, sort, worth);
        const std::size_t known = worth.size();
        for (const Node& node : nest.nodes)
            if (node.kind == NodeKind::LetStatement &&
                (facts[node.operands[0]].is_worth || facts[node.operands[0]].reads_name))
                worth.insert(node.symbol);
        if (worth.size() == known) break;
    }
    return worth;
}

/// The operands of a node that say where it acts, or how often.
std::size_t places_of(const Node& node) {
    switch (node.kind) {
        case NodeKind::Load:
        case NodeKind::Store:
        case NodeKind::Prefetch:
        case NodeKind::If: return 1;
        case NodeKind::For: return 2;
        default: return 0;
    }
}

/// Marks the nodes that indices, bounds of loops and conditions are computed from, also through names.
std::vector<char> parts_of_places(const LoopNest& nest) {
    std::map<std::string, std::vector<NodeId>> named;
    std::vector<NodeId> work;
    for (const Node& node : nest.nodes) {
        if (node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement)
            named[node.symbol].push_back(node.operands[0]);
        work.insert(work.end(), node.operands.begin(),
                    node.operands.begin() + static_cast<std::ptrdiff_t>(places_of(node)));
    }
    std::vector<char> marked(nest.nodes.size(), 0);
    while (!work.empty()) {
        const NodeId id = work.back();
        work.pop_back();
        if (std::exchange(marked[id], 1) != 0) continue;
        work.insert(work.end(), nest[id].operands.begin(), nest[id].operands.end());
        if (nest[id].kind != NodeKind::Variable) continue;
        const std::vector<NodeId>& values = named[nest[id].symbol];
        work.insert(work.end(), values.begin(), values.end());
    }
    return marked;
}

class Hoister {
public:
    Hoister(const LoopNest& nest, Invariants sort)
        : nest_(nest),
          sort_(nest, sort),
          facts_(facts_of(nest, sort_, names_of_elements(nest, sort_))),
          times_bound_(LocalNames(nest).bound),
          is_part_of_place_(sort_.is_for_places() ? parts_of_places(nest)
                                                  : std::vector<char>(nest.nodes.size(), 1)) {
        take_names(nest, names_);
        result_.parameters = nest.parameters;
        result_.scratch_bytes = nest.scratch_bytes;
    }

    LoopNest run() {
        result_.body = copy(nest_.body);
        return std::move(result_);
    }

    bool has_moved_lets() const { return !moved_.empty(); }

private:
    struct Binding {
        NodeId original, value;  ///< in the nest, in the result
        std::string name;
    };
    /// Where an expression is used: under a condition, it may not be valid elsewhere.
    struct Use {
        NodeId id;
        bool is_conditional = false;
    };
    struct Computation {
        NodeId id;
        bool is_in_loop;
    };

    /// True if all of the expression may be computed before a loop that binds or changes the names `bound`.
    bool is_invariant(NodeId id, const std::set<std::string>& bound, bool is_conditional) const {
        const ScalarFacts& facts = facts_[id];
        const bool is_name = nest_[id].kind == NodeKind::Variable && facts.reads_name;
        return facts.is_movable && (facts.is_worth || is_name) && sort_.is_result(nest_[id].type) &&
               (sort_.takes_constants() || !facts.variables.empty()) && is_part_of_place_[id] != 0 &&
               !(is_conditional && facts.has_load && !facts.variables.empty()) &&
               std::none_of(facts.variables.begin(), facts.variables.end(),
                            [&](const std::string& variable) { return bound.contains(variable); });
    }

    /// The names that the statements bind or change.
    std::set<std::string> bound_below(std::span<const NodeId> statements) const {
        std::set<std::string> bound;
        for_each_below(nest_, {statements.begin(), statements.end()}, [&](NodeId id) {
            const bool is_use = nest_[id].kind == NodeKind::Variable || nest_[id].kind == NodeKind::Call;
            if (!is_use && !nest_[id].symbol.empty()) bound.insert(nest_[id].symbol);
        });
        return bound;
    }

    /// The lets that begin a loop's body and that the loop does not change; takes their names out of `bound`.
    std::vector<NodeId> leading_lets(const Node& loop, std::set<std::string>& bound) const {
        std::vector<NodeId> found;
        for (NodeId id = loop.operands[2]; nest_[id].kind == NodeKind::LetStatement;
             id = nest_[id].operands[1]) {
            const Node& let = nest_[id];
            if (times_bound_.at(let.symbol) > 1 || !is_invariant(let.operands[0], bound, may_be_empty(loop)))
                continue;
            found.push_back(id);
            bound.erase(let.symbol);
        }
        return found;
    }

    bool may_be_empty(const Node& loop) const { return constant_extent(nest_, loop).value_or(0) < 1; }

    /// The largest expressions below `open` that do not depend on the names `bound`.
    std::vector<NodeId> invariants(std::vector<Use> open, const std::set<std::string>& bound) const {
        std::vector<NodeId> found;
        std::set<NodeId> seen;
        while (!open.empty()) {
            const Use use = open.back();
            open.pop_back();
            if (!seen.insert(use.id).second || named_.contains(use.id)) continue;
            const Node& node = nest_[use.id];
            if (node.kind != NodeKind::Variable && is_invariant(use.id, bound, use.is_conditional)) {
                found.push_back(use.id);
                continue;
            }
            for (std::size_t i = node.operands.size(); i-- > 0;)
                if (i > 0 || !moved_.contains(use.id))
                    open.push_back(
                        {node.operands[i], use.is_conditional || (node.kind == NodeKind::If && i > 0)});
        }
        return found;
    }

    /// Marks the nodes that read `name`, or have operands that do.
    std::vector<char> readers_of(const std::string& name) const {
        std::vector<char> reads(nest_.nodes.size(), 0);
        for (NodeId id = 0; id < nest_.nodes.size(); id++) {
            const Node& node = nest_[id];
            const bool is_use = node.kind == NodeKind::Variable && node.symbol == name;
            reads[id] = is_use || std::any_of(node.operands.begin(), node.operands.end(),
                                              [&](NodeId operand) { return reads[operand] != 0; });
        }
        return reads;
    }

    /// The largest expressions of `name` that are worth a name of their own in statements that do not change
    /// it: a loop computes them, or they are computed twice.
    std::vector<NodeId> shared_expressions(std::span<const NodeId> statements,
                                           const std::string& name) const {
        const std::set<std::string> bound = bound_below(statements);
        if (bound.contains(name)) return {};
        const std::vector<char> reads = readers_of(name);
        std::vector<Computation> found, open;
        for (const NodeId each : statements) open.push_back({each, false});
        while (!open.empty()) {
            const Computation next = open.back();
            open.pop_back();
            if (reads[next.id] == 0 || named_.contains(next.id)) continue;
            const Node& node = nest_[next.id];
            if (node.kind != NodeKind::Variable && is_invariant(next.id, bound, false)) {
                found.push_back(next);
                continue;
            }
            for (std::size_t i = node.operands.size(); i-- > 0;)
                open.push_back({node.operands[i], next.is_in_loop || node.kind == NodeKind::For});
        }
        std::vector<NodeId> shared;
        for (const Computation& each : found)
            if (each.is_in_loop || std::count_if(found.begin(), found.end(), [&](const Computation& other) {
                                       return same_code(nest_, other.id, each.id);
                                   }) > 1)
                shared.push_back(each.id);
        return shared;
    }

    /// The floats that the statement assigns to.
    std::set<std::string> assigned_reals(NodeId statement) const {
        std::set<std::string> assigned;
        for_each_below(nest_, {statement}, [&](NodeId id) {
            const Node& node = nest_[id];
            if (node.kind != NodeKind::Assign) return;
            const ValueType type = nest_[node.operands[0]].type;
            if (is_float(type.kind) && !type.is_vector()) assigned.insert(node.symbol);
        });
        return assigned;
    }

    /// Copies a node and what is below it; a name replaces what is hoisted.
    NodeId copy(NodeId id) {
        if (const auto named = named_.find(id); named != named_.end())
            return result_.variable(named->second, nest_[id].type);
        if (const auto known = copies_.find(id); known != copies_.end()) return known->second;
        if (moved_.contains(id)) return copy(nest_[id].operands[1]);
        const Node& node = nest_[id];
        const NodeId made = node.kind == NodeKind::For            ? copy_loop(node)
                            : node.kind == NodeKind::LetStatement ? copy_let(node)
                            : node.kind == NodeKind::Block        ? copy_statements(node.operands)
                                                                  : copy_operands(node);
        copies_[id] = made;
        return made;
    }

    NodeId copy_operands(Node node) {
        for (NodeId& operand : node.operands) operand = copy(operand);
        return result_.add(std::move(node));
    }

    NodeId copy_loop(const Node& loop) {
        std::set<std::string> bound = bound_below(std::span(&loop.operands[2], 1));
        bound.insert(loop.symbol);
        std::vector<Binding> bindings;
        for (const NodeId each : leading_lets(loop, bound)) {
            const Node& let = nest_[each];
            bindings.push_back({let.operands[0], copy(let.operands[0]), let.symbol});
            moved_.insert(each);
        }
        std::vector<Use> uses = {{loop.operands[2], may_be_empty(loop)}};
        if (sort_.is_for_places()) uses.insert(uses.end(), {{loop.operands[0]}, {loop.operands[1]}});
        return copy_behind(std::move(bindings), invariants(std::move(uses), bound),
                           [&] { return copy_operands(loop); });
    }

    /// What the statements behind the let share of its value is named at once.
    NodeId copy_let(Node let) {
        const NodeId body = let.operands[1];
        const ValueType type = nest_[let.operands[0]].type;
        if (!sort_.shares_results() || !sort_.is_result(type)) return copy_operands(let);
        const std::vector<NodeId> shared = shared_expressions(std::span(&body, 1), let.symbol);
        let.operands = {copy(let.operands[0]), copy_behind({}, shared, [&] { return copy(body); })};
        return result_.add(std::move(let));
    }

    /// What statements share of a float is named behind the last assignment to it.
    NodeId copy_statements(std::span<const NodeId> statements) {
        std::vector<NodeId> made;
        while (!statements.empty()) {
            const NodeId first = statements.front();
            statements = statements.subspan(1);
            made.push_back(copy(first));
            std::vector<NodeId> shared;
            if (sort_.shares_results())
                for (const std::string& name : assigned_reals(first)) {
                    const std::vector<NodeId> more = shared_expressions(statements, name);
                    shared.insert(shared.end(), more.begin(), more.end());
                }
            if (shared.empty()) continue;
            made.push_back(copy_behind({}, shared, [&] { return copy_statements(statements); }));
            break;
        }
        return result_.block(std::move(made));
    }

    /// The copy of a statement behind `bindings` and those of the expressions `hoisted`, equal ones once.
    template <typename CopyStatement>
    NodeId copy_behind(std::vector<Binding> bindings, const std::vector<NodeId>& hoisted,
                       CopyStatement copy_statement) {
        std::map<NodeId, std::string> named = named_;
        for (const NodeId each : hoisted) {
            auto known = std::find_if(bindings.begin(), bindings.end(), [&](const Binding& other) {
                return same_code(nest_, other.original, each);
            });
            if (known == bindings.end())
                known = bindings.insert(known, {each, copy(each), names_.claim(sort_.name_of(nest_[each]))});
            named[each] = known->name;
        }
        if (bindings.empty()) return copy_statement();
        // Copies made inside use names that are not bound outside.
        const std::map<NodeId, NodeId> outside = copies_;
        std::swap(named_, named);
        NodeId made = copy_statement();
        named_ = std::move(named);
        copies_ = outside;
        for (std::size_t i = bindings.size(); i-- > 0;)
            made = result_.add({.kind = NodeKind::LetStatement,
                                .operands = {bindings[i].value, made},
                                .symbol = bindings[i].name});
        return made;
    }

    const LoopNest& nest_;
    const Sort sort_;
    const std::vector<ScalarFacts> facts_;
    const std::map<std::string, int> times_bound_;
    const std::vector<char> is_part_of_place_;
    LoopNest result_;
    std::set<NodeId> moved_;  ///< lets that stand before their loop now
    frontend::NameTable names_;
    std::map<NodeId, NodeId> copies_;      ///< of nodes whose names are bound here
    std::map<NodeId, std::string> named_;  ///< expressions that a name stands for here
};

}  // namespace

LoopNest hoist_invariants(const LoopNest& nest, Invariants sort) {
    Hoister hoister(nest, sort);
    LoopNest result = hoister.run();
    // What reads the names of lets that moved may move now as well.
    return hoister.has_moved_lets() ? hoist_invariants(result, sort) : result;
}

}  // namespace hlo2c::scheduler
