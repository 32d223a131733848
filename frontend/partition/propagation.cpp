#include "frontend/partition/propagation.h"

#include <algorithm>
#include <set>

namespace hlo2c::frontend {
namespace {

bool is_strict_prefix(const AxisList& prefix, const AxisList& list) {
    return prefix.size() < list.size() && std::equal(prefix.begin(), prefix.end(), list.begin());
}

/// The sharding of one tensor by factors.
struct TensorFactors {
    struct Entry {
        AxisList axes;
        bool is_present = false;
        bool is_closed = false;
        bool is_minor = true;  ///< in its dimension
    };
    std::vector<Entry> factors;
    AxisList reserved;
    AxisList left;  ///< axes in use that belong to no factor
};

TensorFactors project(const DeviceGrid& grid, const ShardingRule& rule,
                      const std::vector<DimensionFactors>& dimensions, const ValueSharding& sharding) {
    TensorFactors tensor{std::vector<TensorFactors::Entry>(rule.factors.size()), sharding.reserved, {}};
    for (std::size_t d = 0; d < dimensions.size(); d++) {
        const ValueSharding::Dimension& dimension = sharding.dimensions[d];
        std::size_t next = 0;
        bool is_closed = !dimension.is_open;
        for (std::size_t i = 0; i < dimensions[d].size(); i++) {
            TensorFactors::Entry& entry = tensor.factors[static_cast<std::size_t>(dimensions[d][i])];
            entry.is_present = true;
            entry.is_minor = i + 1 == dimensions[d].size();
            std::int64_t rest = rule.factors[static_cast<std::size_t>(dimensions[d][i])].size;
            while (next < dimension.axes.size() &&
                   (entry.is_minor || rest % grid.size(dimension.axes[next]) == 0)) {
                rest /= entry.is_minor ? 1 : grid.size(dimension.axes[next]);
                entry.axes.push_back(dimension.axes[next++]);
            }
            // Axes are left that this factor cannot take: nothing may be appended to it, or come after it.
            if (rest > 1 && !entry.is_minor && next < dimension.axes.size()) {
                entry.is_closed = true;
                for (std::size_t later = i + 1; later < dimensions[d].size(); later++) {
                    TensorFactors::Entry& closed =
                        tensor.factors[static_cast<std::size_t>(dimensions[d][later])];
                    closed.is_present = closed.is_closed = true;
                    closed.is_minor = later + 1 == dimensions[d].size();
                }
                break;
            }
            entry.is_closed = is_closed;
        }
        tensor.left.insert(tensor.left.end(), dimension.axes.begin() + static_cast<std::ptrdiff_t>(next),
                           dimension.axes.end());
    }
    return tensor;
}

/// The axes of a dimension from those of its factors. A factor that is not fully cut ends the list: what
/// follows would be a strided part.
AxisList joined_axes(const DeviceGrid& grid, const ShardingRule& rule, const DimensionFactors& dimension,
                     const TensorFactors& tensor) {
    AxisList axes;
    for (const int factor : dimension) {
        const AxisList& own = tensor.factors[static_cast<std::size_t>(factor)].axes;
        axes.insert(axes.end(), own.begin(), own.end());
        if (grid.size(own) != rule.factors[static_cast<std::size_t>(factor)].size) break;
    }
    return axes;
}

class StepPropagation {
public:
    StepPropagation(const DeviceGrid& grid, const PropagationStep& step,
                    const std::vector<std::vector<std::int64_t>>& shapes,
                    const std::vector<ValueSharding>& shardings)
        : grid_(grid), step_(step), shapes_(shapes) {
        for (std::size_t t = 0; t < shardings.size(); t++)
            tensors_.push_back(project(grid, step.rule, dimensions(t), shardings[t]));
    }

    void run(Direction direction, Strategy strategy, bool all_factors) {
        std::vector<std::size_t> factors;
        for (std::size_t f = 0; f < step_.rule.factors.size(); f++) {
            const Factor& factor = step_.rule.factors[f];
            if (!factor.is_blocked && (all_factors || factor.kind == FactorKind::PassThrough))
                factors.push_back(f);
        }
        if (strategy == Strategy::Basic) {
            for (const std::size_t f : factors) basic(f, direction);
        } else {
            aggressive(factors, direction);
        }
    }

    bool store(std::vector<ValueSharding>& shardings) const {
        bool changed = false;
        for (std::size_t t = 0; t < shardings.size(); t++)
            for (std::size_t d = 0; d < dimensions(t).size(); d++) {
                AxisList axes = joined_axes(grid_, step_.rule, dimensions(t)[d], tensors_[t]);
                if (!is_strict_prefix(shardings[t].dimensions[d].axes, axes)) continue;
                shardings[t].dimensions[d].axes = std::move(axes);
                changed = true;
            }
        return changed;
    }

private:
    using Entry = TensorFactors::Entry;

    const std::vector<DimensionFactors>& dimensions(std::size_t tensor) const {
        const std::size_t operands = step_.rule.operands.size();
        return tensor < operands ? step_.rule.operands[tensor] : step_.rule.results[tensor - operands];
    }
    bool is_operand(std::size_t tensor) const { return tensor < step_.rule.operands.size(); }

    /// The axes along which all tensors can cut a factor, ignoring other factors: the longest list that
    /// begins with the list of each tensor, up to the first mismatch.
    AxisList compatible(std::size_t factor, Direction direction) const {
        AxisList common;
        bool may_grow = true;
        for (std::size_t t = 0; t < tensors_.size(); t++) {
            const Entry& entry = tensors_[t].factors[factor];
            if (!entry.is_present) continue;
            const auto [mine, theirs] =
                std::mismatch(entry.axes.begin(), entry.axes.end(), common.begin(), common.end());
            if (mine == entry.axes.end()) continue;
            const unsigned needed = is_operand(t) ? 1u : 2u;
            if (theirs != common.end()) {
                common.erase(theirs, common.end());
                may_grow = false;
            } else if (may_grow && (static_cast<unsigned>(direction) & needed) != 0) {
                common = entry.axes;
            }
        }
        return common;
    }

    /// The prefix of `axes` that the tensor can take for a factor without conflict.
    AxisList fitting(std::size_t tensor, std::size_t factor, AxisList axes) const {
        const TensorFactors& own = tensors_[tensor];
        const Entry& entry = own.factors[factor];
        std::int64_t parts = 1;
        for (std::size_t i = 0; i < axes.size(); i++) {
            parts *= grid_.size(axes[i]);
            bool conflicts =
                has_axis(own.left, axes[i]) || (entry.is_present && has_axis(own.reserved, axes[i]));
            for (std::size_t other = 0; other < own.factors.size(); other++)
                conflicts = conflicts || (other != factor && has_axis(own.factors[other].axes, axes[i]));
            if (entry.is_present && i >= entry.axes.size())
                conflicts = conflicts || entry.is_closed ||
                            (!entry.is_minor && step_.rule.factors[factor].size % parts != 0);
            if (conflicts) {
                axes.resize(i);
                break;
            }
        }
        return axes;
    }

    bool give(std::size_t tensor, std::size_t factor, const AxisList& axes) {
        Entry& entry = tensors_[tensor].factors[factor];
        if (!entry.is_present || !is_strict_prefix(entry.axes, axes)) return false;
        entry.axes = axes;
        return true;
    }

    void basic(std::size_t factor, Direction direction) {
        AxisList axes = compatible(factor, direction);
        for (std::size_t t = 0; t < tensors_.size(); t++) axes = fitting(t, factor, std::move(axes));
        for (std::size_t t = 0; t < tensors_.size(); t++) give(t, factor, axes);
    }

    /// A factor's axes, and the tensor that they come from.
    struct Source {
        std::size_t factor;
        AxisList axes;
        std::int64_t weight;  ///< elements of the tensor; for elementwise ops, parts of the factor
        std::size_t tensor;
    };

    Source source_of(std::size_t factor, AxisList axes) const {
        Source best{factor, std::move(axes), -1, 0};
        for (std::size_t t = 0; t < tensors_.size(); t++) {
            const Entry& entry = tensors_[t].factors[factor];
            if (!entry.is_present || entry.axes.size() < best.axes.size() ||
                !std::equal(best.axes.begin(), best.axes.end(), entry.axes.begin()))
                continue;
            std::int64_t weight = 1;
            if (step_.is_elementwise)
                weight = grid_.size(best.axes);
            else
                for (const std::int64_t size : shapes_[t]) weight *= size;
            if (weight > best.weight) {
                best.weight = weight;
                best.tensor = t;
            }
        }
        return best;
    }

    void aggressive(const std::vector<std::size_t>& factors, Direction direction) {
        std::vector<Source> sources;
        for (const std::size_t f : factors)
            if (AxisList axes = compatible(f, direction); !axes.empty())
                sources.push_back(source_of(f, std::move(axes)));
        std::stable_sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.tensor < b.tensor;
        });
        for (const Source& source : sources) {
            AxisList for_operands = source.axes;
            for (std::size_t t = step_.rule.operands.size(); t < tensors_.size(); t++) {
                const Entry& entry = tensors_[t].factors[source.factor];
                if (!entry.is_present) continue;
                give(t, source.factor, fitting(t, source.factor, source.axes));
                // An operand of an elementwise op that were cut further than the result would be gathered.
                if (step_.is_elementwise && is_strict_prefix(entry.axes, for_operands))
                    for_operands = entry.axes;
            }
            for (std::size_t t = 0; t < step_.rule.operands.size(); t++)
                give(t, source.factor, fitting(t, source.factor, for_operands));
        }
    }

    const DeviceGrid& grid_;
    const PropagationStep& step_;
    const std::vector<std::vector<std::int64_t>>& shapes_;
    std::vector<TensorFactors> tensors_;
};

struct Level {
    bool needs_single_use = false;
    bool only_elementwise = false;
    bool all_factors = false;
    bool broadcast_forward = false;
};
constexpr Level levels[] = {
    {.needs_single_use = true, .only_elementwise = true},
    {.only_elementwise = true},
    {},
    {.all_factors = true},
    {.all_factors = true, .broadcast_forward = true},
};

Direction direction_at(const Level& level, const PropagationStep& step) {
    const bool is_first = step.kind == StepKind::Elementwise || step.kind == StepKind::DynamicSlice;
    if (level.only_elementwise && (!is_first || (level.needs_single_use && !step.is_single_use)))
        return Direction::None;
    if (level.only_elementwise && step.kind == StepKind::DynamicSlice) return Direction::Forward;
    if (step.kind == StepKind::Broadcast && !level.broadcast_forward) return Direction::Backward;
    return Direction::Both;
}

std::vector<std::int64_t> shape_of(const Function& function, ValueId value) {
    return function.type(value).is_tensor() ? function.tensor(value).shape : std::vector<std::int64_t>{};
}

/// Propagates at one level until nothing changes.
void reach_fixed_point(const DeviceGrid& grid, const Function& function,
                       const std::vector<PropagationStep>& steps, const Level& level, Strategy strategy,
                       std::vector<ValueSharding>& shardings) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const PropagationStep& step : steps) {
            const Direction direction = direction_at(level, step);
            if (direction == Direction::None) continue;
            std::vector<ValueId> values = step.operands;
            values.insert(values.end(), step.results.begin(), step.results.end());
            std::vector<ValueSharding> own;
            std::vector<std::vector<std::int64_t>> shapes;
            for (const ValueId value : values) {
                own.push_back(shardings[value]);
                shapes.push_back(shape_of(function, value));
            }
            if (!propagate_step(grid, step, shapes, direction, strategy,
                                level.all_factors || level.only_elementwise, own))
                continue;
            changed = true;
            // A value may be several of the step's tensors: the first that changed counts.
            std::set<ValueId> stored;
            for (std::size_t i = 0; i < values.size(); i++)
                if (own[i] != shardings[values[i]] && stored.insert(values[i]).second)
                    shardings[values[i]] = std::move(own[i]);
        }
    }
}

}  // namespace

bool propagate_step(const DeviceGrid& grid, const PropagationStep& step,
                    const std::vector<std::vector<std::int64_t>>& shapes, Direction direction,
                    Strategy strategy, bool all_factors, std::vector<ValueSharding>& shardings) {
    StepPropagation propagation(grid, step, shapes, shardings);
    propagation.run(direction, strategy, all_factors);
    return propagation.store(shardings);
}

void propagate(const DeviceGrid& grid, const Function& function, const std::vector<PropagationStep>& steps,
               std::vector<ValueSharding>& shardings) {
    // Until its turn comes, a dimension of a later priority is empty, and its axes stay unused.
    const std::vector<ValueSharding> stated = shardings;
    std::set<int> priorities = {0};
    for (ValueSharding& sharding : shardings)
        for (ValueSharding::Dimension& dimension : sharding.dimensions) {
            priorities.insert(dimension.priority);
            if (dimension.priority == 0) continue;
            sharding.reserved.insert(sharding.reserved.end(), dimension.axes.begin(), dimension.axes.end());
            dimension.axes.clear();
            dimension.is_open = false;
        }
    for (const int priority : priorities) {
        for (std::size_t value = 0; priority > 0 && value < shardings.size(); value++)
            for (std::size_t d = 0; d < shardings[value].dimensions.size(); d++) {
                const ValueSharding::Dimension& own = stated[value].dimensions[d];
                if (own.priority != priority) continue;
                shardings[value].dimensions[d] = own;
                std::erase_if(shardings[value].reserved, [&](int axis) { return has_axis(own.axes, axis); });
            }
        for (const Level& level : levels)
            for (const Strategy strategy : {Strategy::Basic, Strategy::Aggressive})
                reach_fixed_point(grid, function, steps, level, strategy, shardings);
    }
}

}  // namespace hlo2c::frontend
