#include "frontend/partition/op_sharding.h"

#include <algorithm>
#include <limits>

namespace hlo2c::frontend {
namespace {

/// A step costs as much as receiving this many bytes.
constexpr std::int64_t bytes_per_step = 64;
/// A device computes this many products while it receives a byte.
constexpr std::int64_t products_per_byte = 16;

class OpShardingChoice {
public:
    OpShardingChoice(const DeviceGrid& grid, const OpShardingProblem& problem)
        : grid_(grid), problem_(problem) {}

    OpSharding run() {
        const std::size_t operands = problem_.rule.operands.size();
        std::vector<std::vector<OpSharding>> by_tensor;
        for (const std::vector<Cut>& cuts : problem_.operand_cuts) {
            by_tensor.emplace_back();
            for (const Cut& cut : cuts)
                by_tensor.back().push_back(project(problem_.rule.operands[by_tensor.size() - 1], cut));
        }
        for (std::size_t i = 0; i < problem_.result_cuts.size(); i++)
            by_tensor.push_back({project(problem_.rule.results[i], problem_.result_cuts[i])});
        std::vector<std::size_t> order(by_tensor.size());
        for (std::size_t t = 0; t < order.size(); t++) order[t] = t;
        const auto consider_mixture = [&] {
            OpSharding mixture = undivided();
            for (const std::size_t t : order)
                if (!by_tensor[t].empty()) merge(by_tensor[t].front(), mixture);
            consider(mixture);
        };
        consider_mixture();
        std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(operands), order.end());
        consider_mixture();
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return problem_.bytes[a] > problem_.bytes[b]; });
        consider_mixture();
        for (const std::vector<OpSharding>& of_tensor : by_tensor)
            for (const OpSharding& alone : of_tensor) consider(alone);
        consider(undivided());
        return best_;
    }

private:
    OpSharding undivided() const { return {std::vector<AxisList>(problem_.rule.factors.size())}; }

    const std::vector<DimensionFactors>& dimensions(std::size_t tensor) const {
        const std::size_t operands = problem_.rule.operands.size();
        return tensor < operands ? problem_.rule.operands[tensor] : problem_.rule.results[tensor - operands];
    }
    std::size_t tensor_count() const { return problem_.shapes.size(); }

    OpSharding project(const std::vector<DimensionFactors>& dimensions, const Cut& cut) const {
        OpSharding sharding = undivided();
        for (std::size_t d = 0; d < dimensions.size(); d++) {
            std::size_t next = 0;
            for (std::size_t i = 0; i < dimensions[d].size() && next < cut[d].size(); i++) {
                const auto factor = static_cast<std::size_t>(dimensions[d][i]);
                const bool is_minor = i + 1 == dimensions[d].size();
                std::int64_t rest = problem_.rule.factors[factor].size;
                while (next < cut[d].size() && (is_minor || rest % grid_.size(cut[d][next]) == 0)) {
                    rest /= is_minor ? 1 : grid_.size(cut[d][next]);
                    sharding.factors[factor].push_back(cut[d][next++]);
                }
                if (rest > 1) break;
            }
        }
        return sharding;
    }

    /// Adds the axes of `from` that are not yet in use.
    void merge(const OpSharding& from, OpSharding& into) const {
        for (std::size_t f = 0; f < from.factors.size(); f++) {
            AxisList& own = into.factors[f];
            if (own.size() > from.factors[f].size() ||
                !std::equal(own.begin(), own.end(), from.factors[f].begin()))
                continue;
            for (std::size_t i = own.size(); i < from.factors[f].size(); i++) {
                if (uses_axis(into.factors, from.factors[f][i])) break;
                own.push_back(from.factors[f][i]);
            }
        }
    }

    /// Whether the op and each tensor can be divided so: evenly, and into parts that are no strided views.
    bool is_possible(const OpSharding& sharding) const {
        for (std::size_t f = 0; f < sharding.factors.size(); f++)
            if (grid_.size(sharding.factors[f]) > problem_.most_parts[f]) return false;
        for (std::size_t t = 0; t < tensor_count(); t++)
            for (std::size_t d = 0; d < dimensions(t).size(); d++) {
                bool is_full = true;
                std::int64_t parts = 1;
                for (const int f : dimensions(t)[d]) {
                    const auto factor = static_cast<std::size_t>(f);
                    const std::int64_t own = grid_.size(sharding.factors[factor]);
                    if (own > 1 && (!is_full || (dimensions(t)[d].size() > 1 &&
                                                 problem_.rule.factors[factor].size % own != 0)))
                        return false;
                    is_full = own == problem_.rule.factors[factor].size;
                    parts *= own;
                }
                if (problem_.shapes[t][d] % parts != 0) return false;
            }
        return true;
    }

    void consider(const OpSharding& wanted) {
        // Axes of factors that cannot be divided may divide others instead.
        OpSharding kept = undivided();
        AxisList free;
        for (std::size_t f = 0; f < wanted.factors.size(); f++)
            for (const int axis : wanted.factors[f]) {
                kept.factors[f].push_back(axis);
                if (is_possible(kept)) continue;
                kept.factors[f].pop_back();
                if (problem_.most_parts[f] > 1) break;
                free.push_back(axis);
            }
        consider_possible(kept);
        for (const int axis : free)
            for (std::size_t f = 0; f < kept.factors.size(); f++) {
                if (problem_.rule.factors[f].kind != FactorKind::PassThrough) continue;
                kept.factors[f].push_back(axis);
                if (is_possible(kept)) break;
                kept.factors[f].pop_back();
            }
        if (!free.empty()) consider_possible(kept);
    }

    void consider_possible(const OpSharding& sharding) {
        if (const std::int64_t own = cost(sharding); own < least_) {
            least_ = own;
            best_ = sharding;
        }
    }

    std::int64_t reshard_cost(const Cut& from, const Cut& to, std::int64_t bytes) const {
        const std::vector<ReshardStep> steps = reshard_steps(grid_, from, to);
        const auto moves = std::count_if(steps.begin(), steps.end(), [](const ReshardStep& step) {
            return step.kind != ReshardKind::Slice;
        });
        return received_bytes(grid_, from, steps, bytes) + bytes_per_step * moves;
    }

    std::int64_t cost(const OpSharding& sharding) const {
        std::int64_t total = 0;
        const std::size_t operands = problem_.rule.operands.size();
        for (std::size_t i = 0; i < operands; i++) {
            const Cut needed = cut_of(problem_.rule.operands[i], sharding);
            std::int64_t least = std::numeric_limits<std::int64_t>::max();
            for (const Cut& cut : problem_.operand_cuts[i])
                least = std::min(least, reshard_cost(cut, needed, problem_.bytes[i]));
            if (!problem_.operand_cuts[i].empty()) total += least;
        }
        const std::int64_t members = grid_.size(reduced_axes(problem_.rule, sharding));
        for (std::size_t i = 0; i < problem_.result_cuts.size(); i++) {
            const Cut made = cut_of(problem_.rule.results[i], sharding);
            const std::int64_t bytes = problem_.bytes[operands + i];
            if (members > 1) {
                std::int64_t local = bytes;
                for (const AxisList& axes : made) local /= grid_.size(axes);
                total += 2 * local * (members - 1) / members + bytes_per_step;
            }
            total += reshard_cost(made, problem_.result_cuts[i], bytes);
        }
        double products = 1;
        for (std::size_t f = 0; f < sharding.factors.size(); f++)
            products *= static_cast<double>(problem_.rule.factors[f].size) /
                        static_cast<double>(grid_.size(sharding.factors[f]));
        return total + static_cast<std::int64_t>(std::min(products, 1e15)) / products_per_byte;
    }

    const DeviceGrid& grid_;
    const OpShardingProblem& problem_;
    OpSharding best_;
    std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace

Cut cut_of(const std::vector<DimensionFactors>& dimensions, const OpSharding& sharding) {
    Cut cut;
    for (const DimensionFactors& factors : dimensions) {
        cut.emplace_back();
        for (const int factor : factors) {
            const AxisList& axes = sharding.factors[static_cast<std::size_t>(factor)];
            cut.back().insert(cut.back().end(), axes.begin(), axes.end());
        }
    }
    return cut;
}

AxisList reduced_axes(const ShardingRule& rule, const OpSharding& sharding) {
    AxisList axes;
    for (std::size_t f = 0; f < rule.factors.size(); f++)
        if (rule.factors[f].kind == FactorKind::Reduction)
            axes.insert(axes.end(), sharding.factors[f].begin(), sharding.factors[f].end());
    return axes;
}

OpSharding choose_op_sharding(const DeviceGrid& grid, const OpShardingProblem& problem) {
    return OpShardingChoice(grid, problem).run();
}

}  // namespace hlo2c::frontend
