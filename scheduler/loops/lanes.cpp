#include "scheduler/loops/lanes.h"

#include <algorithm>

#include "scheduler/loops/index_arithmetic.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/same_code.h"

namespace hlo2c::scheduler {
namespace {

Lanes constant_lanes(std::int64_t value, std::size_t count) {
    return {{}, std::vector<std::int64_t>(count, value), std::nullopt};
}

}  // namespace

bool Lanes::is_uniform() const {
    return std::all_of(offsets.begin(), offsets.end(), [&](std::int64_t each) { return each == offsets[0]; });
}

Interval Lanes::range() const {
    const auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
    return {*low, *high};
}

void Lanes::scale(std::int64_t factor) {
    for (Term& term : terms) term.factor *= factor;
    for (std::int64_t& offset : offsets) offset *= factor;
    if (reach) reach = *reach * Interval{factor, factor};
}

void Lanes::add(const Lanes& other) {
    if (reach && other.reach)
        reach.reset();
    else if (reach || other.reach)
        reach = reach.value_or(range()) + other.reach.value_or(other.range());
    terms.insert(terms.end(), other.terms.begin(), other.terms.end());
    for (std::size_t i = 0; i < offsets.size(); i++) offsets[i] += other.offsets[i];
}

LaneAnalysis::LaneAnalysis(const LoopNest& nest) : nest_(nest) {
    const LocalNames locals(nest);
    for (const Node& node : nest.nodes)
        if ((node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement) &&
            locals.bound.at(node.symbol) == 1)
            lets_[node.symbol] = node.operands[0];
    for (const BufferParameter& parameter : nest.parameters)
        if (!parameter.contents.empty()) contents_[parameter.name] = &parameter.contents;
}

NodeId LaneAnalysis::let(const std::string& name) const {
    const auto found = lets_.find(name);
    return found == lets_.end() ? no_node : found->second;
}

std::optional<Lanes> LaneAnalysis::of(NodeId index) const {
    return nest_[index].type.is_vector() ? of_vector(index) : of_scalar(index, 1);
}

bool LaneAnalysis::have_equal_terms(const Lanes& a, const Lanes& b) const {
    return std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                      [&](const Lanes::Term& x, const Lanes::Term& y) {
                          return x.factor == y.factor && same_code(nest_, x.scalar, y.scalar);
                      });
}

std::optional<Lanes> LaneAnalysis::of_vector(NodeId id) const {
    const Node& node = nest_[id];
    const auto count = static_cast<std::size_t>(node.type.lanes);
    switch (node.kind) {
        case NodeKind::Integer: return constant_lanes(node.integer, count);
        case NodeKind::Broadcast: return of_scalar(node.operands[0], count);
        case NodeKind::Ramp: {
            const Node& stride = nest_[node.operands[1]];
            auto lanes = of_scalar(node.operands[0], count);
            if (stride.kind != NodeKind::Integer || !lanes) return std::nullopt;
            Lanes steps = constant_lanes(0, count);
            for (std::size_t i = 0; i < count; i++)
                steps.offsets[i] = static_cast<std::int64_t>(i) * stride.integer;
            lanes->add(steps);
            return lanes;
        }
        case NodeKind::Variable: {
            const NodeId value = let(node.symbol);
            return value == no_node ? std::nullopt : of_vector(value);
        }
        case NodeKind::Convert: return converted(node, of_vector(node.operands[0]));
        case NodeKind::Load: return of_load(node);
        case NodeKind::Add:
        case NodeKind::Subtract:
        case NodeKind::Multiply:
        case NodeKind::FloorDivide:
        case NodeKind::FloorRemainder:
        case NodeKind::Minimum:
        case NodeKind::Maximum:
            return of_arithmetic(node, of_vector(node.operands[0]), of_vector(node.operands[1]));
        default: return std::nullopt;
    }
}

std::optional<Lanes> LaneAnalysis::of_scalar(NodeId id, std::size_t count) const {
    const Node& node = nest_[id];
    if (node.kind == NodeKind::Integer) return constant_lanes(node.integer, count);
    if (is_known(id)) return of_number(id, count);
    if (node.kind == NodeKind::Add) {
        auto sum = of_scalar(node.operands[0], count), other = of_scalar(node.operands[1], count);
        if (!sum || !other) return std::nullopt;
        sum->add(*other);
        return sum;
    }
    return Lanes{{{id, 1}}, std::vector<std::int64_t>(count, 0), std::nullopt};
}

/// True if the scalar depends on a variable that is a number.
bool LaneAnalysis::is_known(NodeId id) const {
    const Node& node = nest_[id];
    if (numbers_.empty()) return false;
    if (node.kind == NodeKind::Variable) {
        const NodeId value = let(node.symbol);
        return numbers_.count(node.symbol) != 0 || (value != no_node && is_known(value));
    }
    return std::any_of(node.operands.begin(), node.operands.end(),
                       [&](NodeId each) { return is_known(each); });
}

/// A scalar that depends on such a variable, as a sum.
std::optional<Lanes> LaneAnalysis::of_number(NodeId id, std::size_t count) const {
    const Node& node = nest_[id];
    switch (node.kind) {
        case NodeKind::Variable: {
            const auto number = numbers_.find(node.symbol);
            return number != numbers_.end() ? constant_lanes(number->second, count)
                                            : of_scalar(let(node.symbol), count);
        }
        case NodeKind::Convert: return converted(node, of_scalar(node.operands[0], count));
        case NodeKind::Add:
        case NodeKind::Subtract:
        case NodeKind::Multiply:
        case NodeKind::FloorDivide:
        case NodeKind::FloorRemainder:
            return of_arithmetic(node, of_scalar(node.operands[0], count),
                                 of_scalar(node.operands[1], count));
        default: return std::nullopt;
    }
}

std::optional<Lanes> LaneAnalysis::of_arithmetic(const Node& node, std::optional<Lanes> first,
                                                 std::optional<Lanes> second) const {
    if (!first || !second) return std::nullopt;
    if (node.kind == NodeKind::Add || node.kind == NodeKind::Subtract) {
        if (node.kind == NodeKind::Subtract) second->scale(-1);
        first->add(*second);
        return first;
    }
    if (node.kind == NodeKind::Multiply && first->is_constant() && first->is_uniform())
        std::swap(first, second);
    if (!second->is_constant() || !second->is_uniform()) return std::nullopt;
    const std::int64_t constant = second->offsets[0];
    if (node.kind == NodeKind::Multiply) {
        first->scale(constant);
        return first;
    }
    if (!first->is_constant()) return std::nullopt;
    if (constant <= 0 && node.kind != NodeKind::Minimum && node.kind != NodeKind::Maximum)
        return std::nullopt;
    for (std::int64_t& offset : first->offsets) offset = *index_value(node.kind, offset, constant);
    const bool is_minimum = node.kind == NodeKind::Minimum;
    if (first->reach && (is_minimum || node.kind == NodeKind::Maximum))
        first->reach = Interval{*index_value(node.kind, first->reach->low, constant),
                                *index_value(node.kind, first->reach->high, constant)};
    else
        first->reach.reset();
    return first;
}

/// Lanes that the type of the result holds stay as they are.
std::optional<Lanes> LaneAnalysis::converted(const Node& node, std::optional<Lanes> lanes) const {
    const Interval whole = type_interval(node.type.kind);
    if (is_float(nest_[node.operands[0]].type.kind) || !lanes || !lanes->is_constant() ||
        !contains(whole, lanes->range()))
        return std::nullopt;
    if (lanes->reach && !contains(whole, *lanes->reach)) lanes->reach = whole;
    return lanes;
}

/// Known elements of a constant. Their bounds are those of any element.
std::optional<Lanes> LaneAnalysis::of_load(const Node& node) const {
    const auto contents = contents_.find(node.symbol);
    if (contents == contents_.end() || node.operands.size() != 1) return std::nullopt;
    auto places = of_vector(node.operands[0]);
    if (!places || !places->is_constant()) return std::nullopt;
    for (std::int64_t& each : places->offsets) {
        if (each < 0 || each >= static_cast<std::int64_t>(contents->second->size())) return std::nullopt;
        each = (*contents->second)[static_cast<std::size_t>(each)];
    }
    places->reach = type_interval(node.type.kind);
    return places;
}

}  // namespace hlo2c::scheduler
