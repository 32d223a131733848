#include "scheduler/halide/combining_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loop_domain.h"

namespace hlo2c::scheduler::halide {

using Halide::VarOrRVar;

namespace {

Var lane_var() {
    return Var("lane");
}

Expr combined_by_halves(std::vector<Expr> lanes,
                        const std::function<Expr(const Expr&, const Expr&)>& combine) {
    for (std::size_t half = lanes.size() / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; i++) lanes[i] = combine(lanes[i], lanes[i + half]);
        lanes.resize(half);
    }
    return lanes[0];
}

/// The lanes of `sum`, combined by halves. Its arguments are `kept`, the lane and `at`.
Expr combined_lanes(const Func& sum, const std::vector<Expr>& kept, const std::vector<Expr>& at, int width,
                    const std::function<Expr(const Expr&, const Expr&)>& combine) {
    std::vector<Expr> lanes;
    for (int i = 0; i < width; i++) {
        std::vector<Expr> arguments = kept;
        arguments.emplace_back(i);
        arguments.insert(arguments.end(), at.begin(), at.end());
        lanes.push_back(sum(arguments));
    }
    return combined_by_halves(std::move(lanes), combine);
}

/// Defines the sums of a chain, the innermost first.
class ChainDefinition {
public:
    ChainDefinition(const CombiningTree& tree, const ChainElements& elements, const std::vector<Var>& kept)
        : tree_(tree), elements_(elements), kept_(kept), levels_(levels_of(elements.loops)) {}

    /// The levels, outermost first.
    std::vector<ChainLevel> run() {
        const std::vector<Expr> begin(elements_.loops.size(), Expr(0));
        if (levels_.empty()) {
            Func only(tree_.sums);
            only(arguments(true, {})) = tree_.element(element_positions(begin));
            return {{only, {}}};
        }
        define(0, {}, begin);
        std::reverse(defined_.begin(), defined_.end());
        return std::move(defined_);
    }

private:
    static std::vector<Expr> expressions(const std::vector<Var>& vars) { return {vars.begin(), vars.end()}; }

    /// Arguments of a sum inside the stretches that `outer` selects.
    std::vector<Var> arguments(bool innermost, const std::vector<Var>& outer) const {
        std::vector<Var> result = kept_;
        if (tree_.along_rows)
            result.insert(result.begin(), lane_var());
        else if (innermost)
            result.push_back(lane_var());
        result.insert(result.end(), outer.begin(), outer.end());
        return result;
    }

    std::vector<Expr> element_positions(std::vector<Expr> at) const {
        at.back() = at.back() * elements_.width + lane_var() + static_cast<int>(elements_.begin);
        return at;
    }

    /// Defines the sums of a level, inside the stretches that `outer` selects, from `begin` on.
    void define(std::size_t level, const std::vector<Var>& outer, const std::vector<Expr>& begin) {
        const ChainParts& parts = levels_[level];
        const bool innermost = level + 1 == levels_.size();
        if (!innermost) {
            std::vector<Var> stretch;
            for (std::size_t i = 0; i < parts.size(); i++)
                stretch.emplace_back(fmt::format("stretch{}_{}", level, i));
            std::vector<Var> inner = outer;
            inner.insert(inner.end(), stretch.begin(), stretch.end());
            define(level + 1, inner, advanced(begin, parts, expressions(stretch)));
        }
        const LevelTerms terms = terms_of(parts, elements_.loops, begin);
        const std::vector<Var> here = arguments(innermost, outer);
        Func sum(innermost ? tree_.sums : "stretches");
        sum(here) = tree_.identity;
        const Expr before = sum(expressions(here));
        sum(here) = innermost ? over_domain(terms.domain,
                                            tree_.accumulate(before, element_positions(terms.positions)))
                              : tree_.combine(before, stretch_sum(level + 1, here, outer, terms.steps));
        defined_.push_back({sum, terms.domain});
    }

    /// The sum of `level` for the stretch at `steps`, read by a sum with the arguments `here`.
    Expr stretch_sum(std::size_t level, const std::vector<Var>& here, const std::vector<Var>& outer,
                     const std::vector<Expr>& steps) const {
        const Func& sum = defined_.back().sum;
        if (tree_.along_rows || level + 1 < levels_.size()) {
            std::vector<Expr> at = expressions(here);
            at.insert(at.end(), steps.begin(), steps.end());
            return sum(at);
        }
        std::vector<Expr> at = expressions(outer);
        at.insert(at.end(), steps.begin(), steps.end());
        return combined_lanes(sum, expressions(kept_), at, elements_.width, tree_.combine);
    }

    const CombiningTree& tree_;
    const ChainElements& elements_;
    const std::vector<Var>& kept_;
    const std::vector<ChainParts> levels_;
    std::vector<ChainLevel> defined_;  // innermost first
};

}  // namespace

std::vector<Expr> advanced(std::vector<Expr> positions, const ChainParts& parts,
                           const std::vector<Expr>& steps) {
    for (std::size_t i = 0; i < parts.size(); i++) {
        Expr& position = positions[parts[i].loop];
        position = Halide::Internal::simplify(position + steps[i] * static_cast<int>(parts[i].factor));
    }
    return positions;
}

LevelTerms terms_of(const ChainParts& parts, const std::vector<std::int64_t>& extents,
                    const std::vector<Expr>& begin) {
    Halide::Region region;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        region.push_back({0, static_cast<int>(part->extent)});
    LevelTerms terms{.domain = RDom(region)};
    for (int d = terms.domain.dimensions(); d-- > 0;) terms.steps.push_back(terms.domain[d]);
    terms.positions = advanced(begin, parts, terms.steps);
    for (const ChainPart& part : parts)
        if (!part.covers)
            terms.domain.where(terms.positions[part.loop] < static_cast<int>(extents[part.loop]));
    return terms;
}

bool take_sequence(CombiningTree& tree, const Expr& initial) {
    if (!tree.rounds || !are_in_sequence(tree.order.extents)) return false;
    tree.order.lanes = 1;
    tree.identity = initial;
    return true;
}

void take_rows(CombiningTree& tree, ScalarKind kind) {
    tree.order.lanes = lanes_of_rows(kind);
    tree.order.narrowest = narrowest_row_chain;
    tree.along_rows = true;
}

Expr combined_elements(const CombiningTree& tree, const Expr& initial) {
    Expr sum = initial;
    const std::vector<ChainElements> chains = chains_in(tree.order);
    for (auto chain = chains.rbegin(); chain != chains.rend(); ++chain) {
        HLO2C_CHECK(levels_of(chain->loops).size() <= 1, "a short row has no stretches");
        std::vector<Expr> lanes;
        for (int lane = 0; lane < chain->width; lane++) {
            const auto position = [&](std::int64_t step) {
                return std::vector<Expr>{Expr(static_cast<int>(chain->begin + step * chain->width + lane))};
            };
            Expr each = tree.element(position(0));
            for (std::int64_t step = 1; step < chain->loops.back(); step++)
                each = tree.accumulate(each, position(step));
            lanes.push_back(each);
        }
        sum = tree.combine(sum, combined_by_halves(std::move(lanes), tree.combine));
    }
    return sum;
}

Chain::Chain(const CombiningTree& tree, const ChainElements& elements, const std::vector<Var>& kept)
    : width_(elements.width),
      along_rows_(tree.along_rows),
      kept_(kept),
      combine_(tree.combine),
      levels_(ChainDefinition(tree, elements, kept).run()) {}

std::vector<Chain> chains_of(const CombiningTree& tree, const std::vector<Var>& kept) {
    std::vector<Chain> chains;
    for (const ChainElements& elements : chains_in(tree.order)) chains.emplace_back(tree, elements, kept);
    return chains;
}

Expr Chain::lane(const Expr& lane, const std::vector<Expr>& kept) const {
    HLO2C_CHECK(along_rows_, "a lane of lanes that are combined");
    std::vector<Expr> at = {lane};
    at.insert(at.end(), kept.begin(), kept.end());
    return levels_.front().sum(at);
}

Expr Chain::combined(const std::vector<Expr>& kept) const {
    HLO2C_CHECK(!along_rows_, "the lanes of a row stay apart");
    const Func& sum = levels_.front().sum;
    return levels_.size() > 1 ? Expr(sum(kept)) : combined_lanes(sum, kept, {}, width_, combine_);
}

void Chain::compute_at(const Func& consumer, const Var& loop, const LaneSchedule& how) {
    for (std::size_t level = 0; level < levels_.size(); level++) {
        Func& sum = levels_[level].sum;
        if (level == 0)
            sum.compute_at(consumer, loop);
        else
            sum.compute_at(levels_[level - 1].sum, levels_[level - 1].steps[0]);
        sum.store_in(Halide::MemoryType::Register);
        schedule(levels_[level], level + 1 == levels_.size(), how);
    }
}

void Chain::schedule(ChainLevel& level, bool innermost, const LaneSchedule& how) {
    Func& sum = level.sum;
    Var vector("vector"), x("x"), group("group"), member("member");
    const Var along = along_rows_ ? lane_var() : kept_.front();
    const int extent = along_rows_ ? width_ : how.results;
    const int lanes = std::min(how.vector_lanes, extent);
    const int vectors = extent / lanes;
    const bool unrolls_lanes = !along_rows_ && innermost;
    (along_rows_ ? sum.bound(along, 0, extent) : sum.bound_extent(along, extent));
    sum.split(along, vector, x, lanes).vectorize(x).unroll(vector);
    if (unrolls_lanes) sum.bound(lane_var(), 0, width_).unroll(lane_var());
    if (how.shared) sum.bound_extent(how.shared->loop, how.shared->results).unroll(how.shared->loop);
    if (!level.steps.defined()) return;

    // Groups of the tree's lanes, each with an innermost loop of its own.
    Halide::Stage update = sum.update(0);
    update.split(along, vector, x, lanes).vectorize(x);
    std::vector<VarOrRVar> order = {x};
    if (!along_rows_) order.push_back(vector);
    if (innermost) {
        const int all = along_rows_ ? vectors : width_;
        const int shared = how.shared ? how.shared->results : 1;
        const int together = sums_together(along_rows_ ? shared : vectors);
        update.split(along_rows_ ? vector : lane_var(), group, member, std::min(all, together));
        order.push_back(member);
    } else if (along_rows_) {
        order.push_back(vector);
    }
    if (how.shared) order.push_back(how.shared->loop);
    for (int d = 0; d < level.steps.dimensions(); d++) order.push_back(level.steps[d]);
    if (innermost) order.push_back(group);
    update.reorder(order);
    if (innermost) update.unroll(member).unroll(group);
    if (!along_rows_ || !innermost) update.unroll(vector);
    if (how.shared) update.unroll(how.shared->loop);
}

}  // namespace hlo2c::scheduler::halide
