#include "scheduler/loops/join_tails.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "frontend/integer_division.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/substitution.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

using Names = std::map<std::string, std::string>;

/// Where the last iteration begins if the others are `step` apart, in lowest terms.
struct Begins {
    std::int64_t step = 0, last = 0;
};

/// An index: its form, its coefficient of the loop variable, and what the copy adds to the other terms.
struct Index {
    Affine form;
    std::int64_t coefficient = 0, offset = 0;
};

/// Compares statements with a copy of them in which indices differ: those in `variable`, which has one value
/// in the copy, or, without a variable, all by constants.
class Copy {
public:
    Copy(const LoopNest& nest, const AffineFacts& extents, std::string variable)
        : nest_(nest), extents_(extents), variable_(std::move(variable)) {}

    bool matches(NodeId a, NodeId b) {
        a = behind_lets(a);
        b = behind_lets(b);
        if (const auto known = compared_.find(a); known != compared_.end()) return known->second == b;
        compared_[a] = b;
        const Node &one = nest_[a], &other = nest_[b];
        if (one.type != other.type) return false;
        if (is_index_arithmetic(a) && is_index_arithmetic(b)) {
            const auto x = form(a), y = form(b, &names_);
            if (x && y) return takes(a, *x, *y);
            if (reads_variable(a)) {
                divisions_.emplace_back(a, b);
                return true;
            }
        }
        if (!alike(one, other)) return false;
        if (one.kind == NodeKind::For && !(same(one, other, 0) && same(one, other, 1))) return false;
        for (std::size_t i = 0; i < one.operands.size(); i++)
            if (!matches(one.operands[i], other.operands[i])) return false;
        return true;
    }

    /// The indices that differ, by node.
    const std::map<NodeId, Index>& indices() const { return indices_; }

    /// The place of the copy among the iterations of the loop; none if its indices have none in common.
    std::optional<Begins> begins() const {
        Begins begins;
        for (const auto& [id, index] : indices_) {
            if (begins.step == 0) {
                const std::int64_t divisor = std::gcd(index.coefficient, index.offset);
                begins = {index.coefficient / divisor, index.offset / divisor};
                if (begins.step < 0) begins = {-begins.step, -begins.last};
            }
            if (index.coefficient * begins.last != index.offset * begins.step) return std::nullopt;
        }
        if (begins.step == 0) return std::nullopt;
        const bool agree = std::all_of(divisions_.begin(), divisions_.end(), [&](const auto& pair) {
            const auto x = settled(pair.first, nullptr, begins), y = settled(pair.second, &names_, begins);
            return x && y && *x == *y;
        });
        return agree ? std::optional(begins) : std::nullopt;
    }

    /// The form of an index; `names`: of what the copy binds.
    std::optional<Affine> form(NodeId id, const Names* names = nullptr) const {
        auto sum = affine_form(nest_, id, [&](NodeId term) { return variable_form(term, names); });
        if (sum && !fits(*sum)) sum.reset();
        return sum;
    }

private:
    /// Integers of elements wrap, indices do not: with small factors, the sum has the bits of the expression.
    static bool fits(const Affine& sum) {
        const auto is_small = [](std::int64_t value) { return value >= -INT32_MAX && value <= INT32_MAX; };
        return is_small(sum.constant) && std::all_of(sum.terms.begin(), sum.terms.end(),
                                                     [&](const auto& term) { return is_small(term.second); });
    }

    /// The statement in those that give names to indices, which stand for their values.
    NodeId behind_lets(NodeId id) {
        while (nest_[id].kind == NodeKind::LetStatement && is_index_arithmetic(nest_[id].operands[0]) &&
               (!variable_.empty() || form(nest_[id].operands[0]))) {
            lets_[nest_[id].symbol] = nest_[id].operands[0];
            id = nest_[id].operands[1];
        }
        return id;
    }

    bool is_index_arithmetic(NodeId id) const {
        bool is = !is_statement(nest_[id].kind);
        for_each_below(nest_, {id}, [&](NodeId each) {
            const Node& node = nest_[each];
            is = is && node.type.is_index() &&
                 (is_arithmetic(node.kind) || node.kind == NodeKind::Integer ||
                  node.kind == NodeKind::Variable);
        });
        return is;
    }

    bool reads_variable(NodeId id) const {
        if (variable_.empty()) return false;
        bool reads = false;
        for_each_below(nest_, {id}, [&](NodeId each) {
            const auto let = lets_.find(nest_[each].symbol);
            reads =
                reads || nest_[each].symbol == variable_ ||
                (let != lets_.end() && nest_[each].kind == NodeKind::Variable && reads_variable(let->second));
        });
        return reads;
    }

    std::optional<Affine> variable_form(NodeId id, const Names* names) const {
        const Node& node = nest_[id];
        if (node.kind != NodeKind::Variable) return std::nullopt;
        if (const auto let = lets_.find(node.symbol); let != lets_.end()) return form(let->second, names);
        std::string symbol = node.symbol;
        if (names)
            if (const auto name = names->find(symbol); name != names->end()) symbol = name->second;
        return Affine{0, {{symbol, 1}}};
    }

    bool takes(NodeId id, const Affine& a, const Affine& b) {
        Affine rest = b - a;
        Index index{.form = a, .offset = rest.constant};
        rest.constant = 0;
        if (const auto term = a.terms.find(variable_); term != a.terms.end()) {
            index.coefficient = term->second;
            rest = rest + Affine{0, {{variable_, term->second}}};
        }
        if (!rest.is_constant() || !fits({index.offset, {}})) return false;
        if (index.coefficient == 0 && index.offset == 0) return true;
        if (!variable_.empty() && index.coefficient == 0) return false;
        indices_[id] = index;
        return true;
    }

    /// The value of an index where the copy is, divisions included.
    std::optional<Affine> settled(NodeId id, const Names* names, Begins begins) const {
        auto value = affine_form(nest_, id, [&](NodeId term) -> std::optional<Affine> {
            const Node& node = nest_[term];
            if (const auto let = lets_.find(node.symbol);
                node.kind == NodeKind::Variable && let != lets_.end())
                return settled(let->second, names, begins);
            if (node.kind != NodeKind::FloorDivide && node.kind != NodeKind::FloorRemainder)
                return variable_form(term, names);
            const auto dividend = settled(node.operands[0], names, begins),
                       divisor = settled(node.operands[1], names, begins);
            if (!dividend || !divisor || !divisor->is_constant()) return std::nullopt;
            return quotient(*dividend, divisor->constant, node.kind == NodeKind::FloorRemainder);
        });
        if (!value) return value;
        if (const auto term = value->terms.find(variable_); term != value->terms.end()) {
            if (term->second % begins.step != 0) return std::nullopt;
            value->constant += term->second / begins.step * begins.last;
            value->terms.erase(term);
        }
        return value;
    }

    /// The quotient or the remainder if the extents of loops determine it.
    std::optional<Affine> quotient(const Affine& dividend, std::int64_t divisor, bool is_remainder) const {
        Affine whole, rest{dividend.constant, {}};
        for (const auto& [atom, coefficient] : dividend.terms) {
            if (!extents_.knows(atom)) return std::nullopt;
            (coefficient % divisor == 0 ? whole : rest).terms[atom] = coefficient;
        }
        const Interval values = extents_.interval(rest);
        const std::int64_t count = floor_divide(values.low, divisor);
        if (count != floor_divide(values.high, divisor)) return std::nullopt;
        if (is_remainder) return rest + Affine{-count * divisor, {}};
        for (auto& [atom, coefficient] : whole.terms) coefficient /= divisor;
        return whole + Affine{count, {}};
    }

    /// True but for operands, whose names may differ if the copy binds them.
    bool alike(const Node& a, const Node& b) {
        const bool binds = a.kind == NodeKind::For || a.kind == NodeKind::LetStatement ||
                           a.kind == NodeKind::Let || a.kind == NodeKind::Allocate ||
                           a.kind == NodeKind::Declare;
        if (binds) names_[b.symbol] = a.symbol;
        Node renamed = b;
        renamed.operands = a.operands;
        if (const auto name = names_.find(b.symbol); name != names_.end()) renamed.symbol = name->second;
        return a.operands.size() == b.operands.size() && renamed == a;
    }

    bool same(const Node& a, const Node& b, std::size_t operand) const {
        return nest_[a.operands[operand]] == nest_[b.operands[operand]];
    }

    const LoopNest& nest_;
    const AffineFacts& extents_;
    const std::string variable_;
    Names names_;
    std::map<std::string, NodeId> lets_;
    std::map<NodeId, NodeId> compared_;
    std::map<NodeId, Index> indices_;
    std::vector<std::pair<NodeId, NodeId>> divisions_;
};

/// The statement with other indices. `new_form`: the form of an index that changes.
template <typename NewForm>
NodeId with_indices(LoopNest& nest, NodeId statement, NewForm new_form) {
    return Replacement(nest,
                       [&](NodeId id) {
                           const Node& node = nest[id];
                           if (!node.type.is_index() || is_statement(node.kind)) return no_node;
                           const std::optional<Affine> form = new_form(id);
                           return form ? add_affine(nest, *form, node.type) : no_node;
                       })
        .in(statement);
}

/// True if `holds` does for the statement or one in it.
template <typename Holds>
bool has_statement(const LoopNest& nest, NodeId statement, Holds holds) {
    const Node& node = nest[statement];
    return holds(node) || std::any_of(node.operands.begin(), node.operands.end(), [&](NodeId operand) {
               return is_statement(nest[operand].kind) && has_statement(nest, operand, holds);
           });
}

bool is_loop(const Node& node) {
    return node.kind == NodeKind::For;
}

/// True for code that is worth a minimum in each iteration.
bool holds_tile(const LoopNest& nest, NodeId statement) {
    return has_statement(nest, statement,
                         [](const Node& node) { return is_loop(node) || node.kind == NodeKind::Allocate; });
}

class Joining {
public:
    explicit Joining(const LoopNest& nest) {
        take_names(nest, names_);
        std::map<std::string, Interval> values;
        for (const Node& node : nest.nodes) {
            if (!is_loop(node)) continue;
            const auto extent = constant_extent(nest, node);
            const Interval range = extent ? Interval{0, *extent - 1} : Interval::everything();
            const auto [known, is_new] = values.insert({node.symbol, range});
            if (!is_new) known->second = hull(known->second, range);
        }
        for (const auto& [symbol, range] : values) extents_.set(symbol, range);
    }

    /// The statements of a block, with loops for copies; no_node if nothing changes.
    NodeId sequence(LoopNest& nest, const std::vector<NodeId>& statements) {
        std::vector<NodeId> result;
        for (std::size_t i = 0; i < statements.size();) {
            const auto [statement, count] = next(nest, statements, i);
            result.push_back(statement);
            i += count;
        }
        if (result.size() == statements.size()) return no_node;
        return result.size() == 1 ? result[0] : nest.block(result);
    }

private:
    using Joined = std::pair<NodeId, std::size_t>;  ///< a statement, and how many it stands for

    Joined next(LoopNest& nest, const std::vector<NodeId>& statements, std::size_t at) {
        if (const auto loop = loop_with_tail(nest, statements, at)) return *loop;
        if (at + 1 < statements.size())
            if (const auto both = loop_of_two(nest, statements[at], statements[at + 1])) return {*both, 2};
        return {statements[at], 1};
    }

    std::optional<Joined> loop_with_tail(LoopNest& nest, const std::vector<NodeId>& statements,
                                         std::size_t at) {
        Node loop = nest[statements[at]];
        if (!is_loop(loop) || loop.loop != LoopKind::Serial) return std::nullopt;
        const auto extent = constant_extent(nest, loop);
        std::vector<NodeId> body;
        nest.append(body, loop.operands[2]);
        if (!extent || at + body.size() >= statements.size() || !holds_tile(nest, loop.operands[2]))
            return std::nullopt;
        Copy copy(nest, extents_, loop.symbol);
        for (std::size_t i = 0; i < body.size(); i++)
            if (!copy.matches(body[i], statements[at + 1 + i])) return std::nullopt;
        const auto begins = copy.begins();
        if (!begins || begins->last <= (*extent - 1) * begins->step || begins->last > *extent * begins->step)
            return std::nullopt;
        const ValueType type = nest[loop.operands[0]].type;
        loop.operands[1] = nest.integer(*extent + 1, type);
        if (begins->last < *extent * begins->step)
            loop.operands[2] = body_with_early_end(nest, loop, type, copy, *begins);
        return Joined{nest.add(std::move(loop)), 1 + body.size()};
    }

    NodeId body_with_early_end(LoopNest& nest, const Node& loop, ValueType type, const Copy& copy,
                               Begins begins) {
        const std::string first = names_.claim("first");
        const auto new_form = [&](NodeId id) {
            auto form = copy.form(id);
            if (form && form->terms.count(loop.symbol) == 0) form.reset();
            if (!form) return form;
            form->terms[first] = form->terms[loop.symbol] / begins.step;
            form->terms.erase(loop.symbol);
            return form;
        };
        Node let{.kind = NodeKind::LetStatement, .type = type, .symbol = first};
        const NodeId place = nest.binary(NodeKind::Multiply, nest.variable(loop.symbol, type),
                                         nest.integer(begins.step, type));
        let.operands = {nest.binary(NodeKind::Minimum, place, nest.integer(begins.last, type)),
                        with_indices(nest, loop.operands[2], new_form)};
        return nest.add(std::move(let));
    }

    /// For a tile, or a loop over tiles, that sums in a loop.
    std::optional<NodeId> loop_of_two(LoopNest& nest, NodeId one, NodeId other) {
        const Node& statement = nest[one];
        const bool is_loop_of_tiles = is_loop(statement) && statement.loop == LoopKind::Serial &&
                                      holds_tile(nest, statement.operands[2]);
        const bool is_tile = statement.kind == NodeKind::Allocate &&
                             statement.memory == MemoryKind::Registers && has_statement(nest, one, is_loop);
        Copy copy(nest, extents_, "");
        if (!(is_loop_of_tiles || is_tile) || !copy.matches(one, other) || copy.indices().empty())
            return std::nullopt;
        const ValueType type = nest[copy.indices().begin()->first].type;
        Node loop{.kind = NodeKind::For, .type = {}, .symbol = names_.claim("tile")};
        const auto new_form = [&](NodeId id) -> std::optional<Affine> {
            const auto index = copy.indices().find(id);
            if (index == copy.indices().end()) return std::nullopt;
            return index->second.form + Affine{0, {{loop.symbol, index->second.offset}}};
        };
        loop.operands = {nest.integer(0, type), nest.integer(2, type), with_indices(nest, one, new_form)};
        return nest.add(std::move(loop));
    }

    frontend::NameTable names_;
    AffineFacts extents_;
};

}  // namespace

LoopNest join_tails(const LoopNest& nest) {
    Joining joining(nest);
    return rebuild(nest, [&](LoopNest& made, const Node& node) {
        return node.kind == NodeKind::Block ? joining.sequence(made, node.operands) : no_node;
    });
}

}  // namespace hlo2c::scheduler
