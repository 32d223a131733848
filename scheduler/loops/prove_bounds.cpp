#include "scheduler/loops/prove_bounds.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "frontend/integer_division.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/node_kinds.h"

namespace hlo2c::scheduler {

namespace {

class Prover {
public:
    explicit Prover(const LoopNest& nest, std::map<std::string, std::int64_t> numbers = {})
        : nest_(nest), numbers_(std::move(numbers)) {
        for (const BufferParameter& parameter : nest.parameters)
            elements_[parameter.name] = parameter.elements;
    }

    void run() { statement(nest_.body); }
    const std::vector<std::string>& unproven() const { return unproven_; }
    const std::map<std::string, ParameterAccess>& accesses() const { return accesses_; }

private:
    const Node& node(NodeId id) const { return nest_[id]; }

    Affine atom(const std::string& name, Interval interval) {
        facts_.set(name, interval);
        Affine result;
        result.terms[name] = 1;
        return result;
    }

    std::string lane_atom(int lanes) {
        const std::string name = "#lane" + std::to_string(lanes);
        facts_.set(name, {0, lanes - 1});
        return name;
    }

    /// A value of which only its interval and its name are known.
    Affine opaque(const std::string& name, Interval interval) {
        if (interval.low == interval.high) return {interval.low, {}};
        return atom(name, interval);
    }

    /// The node's value. Where 32 bits or less may wrap, it is a number of which only the type is known.
    Affine exact_value(NodeId id) {
        const Affine ideal = value(id);
        const Interval range = type_interval(node(id).type.kind);
        return within(range, ideal) ? ideal : opaque("wrapped(" + to_text(ideal) + ")", range);
    }

    bool within(Interval range, const Affine& place) {
        const Interval x = facts_.interval(place);
        return (x.low >= range.low && x.high <= range.high) ||
               (facts_.lower_bound(place) >= range.low && facts_.upper_bound(place) <= range.high);
    }

    /// The node's value as if integers had no ends: it is equal modulo the size of the node's type.
    Affine value(NodeId id) {
        const Node& n = node(id);
        const auto operand = [&](std::size_t i) { return value(n.operands[i]); };
        const auto exact = [&](std::size_t i) { return exact_value(n.operands[i]); };
        const Interval range = type_interval(n.type.kind);
        switch (n.kind) {
            case NodeKind::Integer: return {n.integer, {}};
            case NodeKind::Load:
                if (const auto known = numbers_.find(n.symbol); known != numbers_.end())
                    return {known->second, {}};
                break;
            case NodeKind::Variable: {
                const auto found = values_.find(n.symbol);
                return found != values_.end() ? found->second : opaque("$" + n.symbol, range);
            }
            case NodeKind::Add: return operand(0) + operand(1);
            case NodeKind::Subtract: return operand(0) - operand(1);
            case NodeKind::Negate: return operand(0) * -1;
            case NodeKind::Multiply: {
                const Affine a = operand(0);
                return product(a, operand(1));
            }
            case NodeKind::Minimum:
            case NodeKind::Maximum: return extremum(exact(0), exact(1), n.kind == NodeKind::Maximum);
            case NodeKind::Divide: {
                const Affine divisor = operand(1), dividend = exact(0);
                if (!divisor.is_constant() || divisor.constant <= 0 || facts_.lower_bound(dividend) < 0)
                    break;
                return division(dividend, divisor.constant, false);
            }
            case NodeKind::FloorDivide:
            case NodeKind::FloorRemainder: {
                const Affine divisor = operand(1);
                if (!divisor.is_constant() || divisor.constant <= 0) break;
                return division(exact(0), divisor.constant, n.kind == NodeKind::FloorRemainder);
            }
            case NodeKind::Select: {
                const Affine a = operand(1), b = operand(2);
                return a == b ? a : choice(id, a, b);
            }
            case NodeKind::Convert: {
                if (is_float(node(n.operands[0]).type.kind) || is_float(n.type.kind)) break;
                const Affine a = exact(0);
                if (within(range, a)) return a;
                break;
            }
            case NodeKind::Broadcast: return operand(0);
            case NodeKind::Ramp: {
                const Affine base = operand(0);
                return ramp(base, operand(1), n.type.lanes);
            }
            case NodeKind::Shuffle: {
                Interval lanes = facts_.interval(operand(0));
                for (std::size_t i = 1; i < n.operands.size(); i++)
                    lanes = hull(lanes, facts_.interval(operand(i)));
                return unnamed(id, lanes);
            }
            case NodeKind::Let: bind(n.symbol, n.operands[0]); return value(n.operands[1]);
            default: break;
        }
        return unnamed(id, range);
    }

    /// A value of which only its interval is known.
    Affine unnamed(NodeId id, Interval interval) { return opaque("%" + std::to_string(id), interval); }

    /// A value that is `a` where the node's condition holds, and `b` elsewhere.
    Affine choice(NodeId id, const Affine& a, const Affine& b) {
        const Affine result = unnamed(id, hull(facts_.interval(a), facts_.interval(b)));
        if (result.is_constant()) return result;
        std::vector<Alternative>& alternatives = choices_[result.terms.begin()->first];
        alternatives.clear();
        for (const bool holds : {true, false}) {
            const std::size_t facts = facts_.count();
            assume(node(id).operands[0], holds);
            alternatives.push_back({holds ? a : b, facts_.since(facts)});
            facts_.undo(facts);
        }
        return result;
    }

    /// True if the place is in the range, whichever alternatives its choices take.
    bool is_proven(Interval range, const Affine& place) {
        if (within(range, place)) return true;
        for (const auto& [atom, coefficient] : place.terms) {
            const auto found = choices_.find(atom);
            if (found == choices_.end()) continue;
            const Affine others = place - Affine{0, {{atom, coefficient}}};
            bool are_proven = true;
            for (const Alternative& each : found->second) {
                const std::size_t facts = facts_.count();
                for (const Affine& fact : each.facts) facts_.assume(fact);
                are_proven = are_proven && is_proven(range, others + each.value * coefficient);
                facts_.undo(facts);
            }
            return are_proven;
        }
        return false;
    }

    /// The values that the place may have.
    Interval range(const Affine& place) {
        const Interval x = facts_.interval(place);
        Interval result{std::max(x.low, facts_.lower_bound(place)),
                        std::min(x.high, facts_.upper_bound(place))};
        for (const auto& [atom, coefficient] : place.terms) {
            const auto found = choices_.find(atom);
            if (found == choices_.end()) continue;
            const Affine others = place - Affine{0, {{atom, coefficient}}};
            std::optional<Interval> any;
            for (const Alternative& each : found->second) {
                const std::size_t facts = facts_.count();
                for (const Affine& fact : each.facts) facts_.assume(fact);
                const Interval here = range(others + each.value * coefficient);
                any = any ? hull(*any, here) : here;
                facts_.undo(facts);
            }
            return any ? Interval{std::max(result.low, any->low), std::min(result.high, any->high)} : result;
        }
        return result;
    }

    void note_access(const std::string& buffer, NodeId index) {
        const Interval elements = range(exact_value(index));
        const auto [found, is_new] = accesses_.try_emplace(buffer, ParameterAccess{elements});
        if (!is_new) found->second.elements = hull(found->second.elements, elements);
    }

    void note_store(const Node& n) {
        note_access(n.symbol, n.operands[0]);
        ParameterAccess& access = accesses_.at(n.symbol);
        std::optional<std::int64_t> stored;
        if (!is_float(node(n.operands[1]).type.kind))
            if (const Affine number = exact_value(n.operands[1]); number.is_constant())
                stored = number.constant;
        access.stored = access.is_stored && access.stored != stored ? std::nullopt : stored;
        access.is_stored = true;
    }

    Affine product(const Affine& a, const Affine& b) {
        if (b.is_constant()) return a * b.constant;
        if (a.is_constant()) return b * a.constant;
        return opaque("(" + to_text(a) + ")*(" + to_text(b) + ")", facts_.interval(a) * facts_.interval(b));
    }

    Affine ramp(const Affine& base, const Affine& stride, int lanes) {
        Affine lane;
        lane.terms[lane_atom(lanes)] = 1;
        if (stride.is_constant()) return base + lane * stride.constant;
        return base +
               opaque("(" + to_text(stride) + ")*lane", facts_.interval(stride) * Interval{0, lanes - 1});
    }

    Affine extremum(const Affine& a, const Affine& b, bool maximum) {
        const Interval x = facts_.interval(a), y = facts_.interval(b);
        if (x.high <= y.low) return maximum ? b : a;
        if (y.high <= x.low) return maximum ? a : b;
        const std::string name = (maximum ? "max(" : "min(") + to_text(a) + "," + to_text(b) + ")";
        const Affine result =
            opaque(name, maximum ? Interval{std::max(x.low, y.low), std::max(x.high, y.high)}
                                 : Interval{std::min(x.low, y.low), std::min(x.high, y.high)});
        for (const Affine& each : {a, b}) facts_.assume(maximum ? each - result : result - each);
        return result;
    }

    /// floor(a / divisor) or its remainder. Terms that the divisor divides are split off first. If the
    /// coefficients of the other terms and the divisor have a common divisor `step`, remainders differ by
    /// multiples of `step`.
    Affine division(const Affine& a, std::int64_t divisor, bool remainder) {
        Affine whole, rest;
        std::int64_t step = divisor;
        whole.constant = floor_divide(a.constant, divisor);
        rest.constant = a.constant - whole.constant * divisor;
        for (const auto& [name, coefficient] : a.terms) {
            const std::int64_t part = floor_divide(coefficient, divisor);
            if (coefficient % divisor == 0) {
                whole.terms[name] = part;
            } else {
                rest.terms[name] = coefficient;
                step = std::gcd(step, coefficient);
            }
        }
        const Interval x = facts_.interval(rest);
        if (x.low >= 0 && x.high < divisor) return remainder ? rest : whole;
        const std::string text = "(" + to_text(rest) + ")";
        const Affine quotient = opaque(text + "/" + std::to_string(divisor),
                                       {floor_divide(x.low, divisor), floor_divide(x.high, divisor)});
        const std::int64_t least = rest.constant % step;
        const Affine modulus = opaque(text + "%" + std::to_string(divisor), {least, divisor - step + least});
        const Affine identity = quotient * divisor + modulus - rest;
        facts_.assume(identity);
        facts_.assume(identity * -1);
        // What is known here, under the conditions around, may narrow the quotient further.
        const Affine largest_quotient{floor_divide(facts_.upper_bound(rest, 2), divisor), {}},
            least_quotient{floor_divide(facts_.lower_bound(rest, 2), divisor), {}};
        facts_.assume(quotient - largest_quotient);
        facts_.assume(least_quotient - quotient);
        return remainder ? modulus : whole + quotient;
    }

    void bind(const std::string& symbol, NodeId id) {
        const ScalarKind kind = node(id).type.kind;
        if (kind == ScalarKind::Boolean) {
            conditions_[symbol] = id;
        } else if (!is_float(kind)) {
            values_[symbol] = value(id);
        }
        check_loads(id);
    }

    /// Assumes what follows from the condition (or from its negation).
    void assume(NodeId id, bool holds) {
        const Node& n = node(id);
        switch (n.kind) {
            case NodeKind::And:
            case NodeKind::Or:
                if ((n.kind == NodeKind::And) != holds) return;
                assume(n.operands[0], holds);
                assume(n.operands[1], holds);
                return;
            case NodeKind::Not: assume(n.operands[0], !holds); return;
            case NodeKind::Broadcast: assume(n.operands[0], holds); return;
            case NodeKind::Variable:
                if (const auto found = conditions_.find(n.symbol); found != conditions_.end()) {
                    assume(found->second, holds);
                }
                return;
            case NodeKind::Less:
            case NodeKind::LessEqual:
            case NodeKind::Equal:
            case NodeKind::NotEqual: break;
            default: return;
        }
        const ScalarKind kind = node(n.operands[0]).type.kind;
        if (is_float(kind) || kind == ScalarKind::Boolean || is_unsigned(kind)) return;
        const Affine a = exact_value(n.operands[0]), b = exact_value(n.operands[1]);
        const Affine one{1, {}};
        if (n.kind == NodeKind::Equal || n.kind == NodeKind::NotEqual) {
            const Affine difference = a - b;
            if (holds == (n.kind == NodeKind::Equal)) {
                facts_.assume(difference);
                facts_.assume(difference * -1);
            } else if (facts_.upper_bound(difference) == 0) {
                facts_.assume(difference + one);
            } else if (facts_.lower_bound(difference) == 0) {
                facts_.assume(one - difference);
            }
        } else if (n.kind == NodeKind::Less) {
            facts_.assume(holds ? a - b + one : b - a);
        } else {
            facts_.assume(holds ? a - b : b - a + one);
        }
    }

    void check_access(const char* what, const Node& n, NodeId index) {
        const auto buffer = elements_.find(n.symbol);
        const Affine place = exact_value(index);
        const std::int64_t count = buffer == elements_.end() ? 0 : buffer->second;
        if (is_proven({0, count - 1}, place)) return;
        const Interval x{facts_.lower_bound(place), facts_.upper_bound(place)};
        const std::string text = std::string(what) + " " + n.symbol + "[" + to_text(place) + "]: index " +
                                 std::to_string(x.low) + ".." + std::to_string(x.high) + " of " +
                                 std::to_string(count) + " elements";
        if (reported_.insert(text).second) unproven_.push_back(text);
    }

    void check_loads(NodeId id) {
        const Node& n = node(id);
        if (n.kind == NodeKind::Let) {
            bind(n.symbol, n.operands[0]);
            check_loads(n.operands[1]);
            return;
        }
        for (NodeId each : n.operands) check_loads(each);
        if (n.kind != NodeKind::Load) return;
        const std::size_t facts = facts_.count();
        if (n.operands.size() > 1) assume(n.operands[1], true);
        check_access("load", n, n.operands[0]);
        note_access(n.symbol, n.operands[0]);
        facts_.undo(facts);
    }

    void statement(NodeId id) {
        const Node& n = node(id);
        const std::size_t facts = facts_.count();
        switch (n.kind) {
            case NodeKind::Block:
                for (NodeId each : n.operands) statement(each);
                break;
            case NodeKind::For: loop(n); break;
            case NodeKind::LetStatement:
                bind(n.symbol, n.operands[0]);
                statement(n.operands[1]);
                break;
            case NodeKind::If:
                check_loads(n.operands[0]);
                for (std::size_t branch = 1; branch < n.operands.size(); branch++) {
                    const std::size_t before = facts_.count();
                    assume(n.operands[0], branch == 1);
                    statement(n.operands[branch]);
                    facts_.undo(before);
                }
                break;
            case NodeKind::Store:
                for (NodeId each : n.operands) check_loads(each);
                if (n.operands.size() > 2) assume(n.operands[2], true);
                check_access("store", n, n.operands[0]);
                note_store(n);
                break;
            case NodeKind::Allocate:
                elements_[n.symbol] = n.integer;
                statement(n.operands[0]);
                break;
            case NodeKind::Prefetch:
                check_loads(n.operands[0]);
                check_access("prefetch", n, n.operands[0]);
                break;
            default:
                for (NodeId each : n.operands) {
                    if (is_statement(node(each).kind)) {
                        statement(each);
                    } else {
                        check_loads(each);
                    }
                }
        }
        facts_.undo(facts);
    }

    void loop(const Node& n) {
        check_loads(n.operands[0]);
        check_loads(n.operands[1]);
        const Affine begin = exact_value(n.operands[0]), end = begin + exact_value(n.operands[1]);
        const Interval range{facts_.lower_bound(begin, 2), facts_.upper_bound(end, 2) - 1};
        if (range.high < range.low) return;  // the body never runs
        const Affine variable = atom(n.symbol + "@" + std::to_string(loops_++), range);
        facts_.assume(begin - variable);
        facts_.assume(variable - end + Affine{1, {}});
        values_[n.symbol] = variable;
        statement(n.operands[2]);
    }

    /// One of the values of a choice, and what holds where it has this value.
    struct Alternative {
        Affine value;
        std::vector<Affine> facts;
    };

    const LoopNest& nest_;
    const std::map<std::string, std::int64_t> numbers_;  ///< in parameters of one element
    AffineFacts facts_;
    std::map<std::string, std::vector<Alternative>> choices_;
    std::map<std::string, std::int64_t> elements_;
    std::map<std::string, Affine> values_;
    std::map<std::string, NodeId> conditions_;
    std::vector<std::string> unproven_;
    std::set<std::string> reported_;
    std::map<std::string, ParameterAccess> accesses_;
    int loops_ = 0;
};

}  // namespace

std::vector<std::string> prove_bounds(const LoopNest& nest) {
    Prover prover(nest);
    prover.run();
    return prover.unproven();
}

std::map<std::string, ParameterAccess> parameter_accesses(
    const LoopNest& nest, const std::map<std::string, std::int64_t>& numbers) {
    Prover prover(nest, numbers);
    prover.run();
    return prover.accesses();
}

}  // namespace hlo2c::scheduler
