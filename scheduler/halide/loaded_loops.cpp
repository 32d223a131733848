#include "scheduler/halide/loaded_loops.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "scheduler/loops/transpose_copies.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;
using Halide::Var;

namespace {

/// What a load reads takes up no more than this many times the elements of the result.
constexpr std::int64_t most_spread = 2;
/// Longest sequence of different steps of a load.
constexpr std::int64_t longest_period = 8;
/// Most loops that run as one: rows of repeated pixels.
constexpr int most_joined_loops = 3;
/// Steps of loads that take their elements from whole vectors.
constexpr std::int64_t largest_step = 4;

class LoadIndexCollector : public Halide::Internal::IRGraphVisitor {
public:
    LoadIndices found;

protected:
    using Halide::Internal::IRGraphVisitor::visit;
    void visit(const Halide::Internal::Call* op) override {
        if (op->call_type == Halide::Internal::Call::Image)
            found.indices.push_back(op->args[0]);
        else
            Halide::Internal::IRGraphVisitor::visit(op);
    }
    void visit(const Halide::Internal::Variable*) override { found.reads_position = true; }
};

/// What `index` advances in `period` iterations of `var`, if all of them start at multiples of `period`;
/// nullopt if that varies, or if some of these iterations is not inside of it.
std::optional<std::int64_t> periodic_step(const Expr& index, const Var& var, std::int64_t period) {
    const auto at = [&](std::int64_t iteration) {
        return Halide::Internal::substitute(
            var.name(), var * static_cast<int>(period) + static_cast<int>(iteration), index);
    };
    std::optional<std::int64_t> step;
    const Expr first = at(0);
    for (std::int64_t iteration = period; iteration > 0; iteration--) {
        const Expr difference = Halide::Internal::simplify(at(iteration) - first);
        const auto distance = Halide::Internal::as_const_int(difference);
        if (!distance) return std::nullopt;
        if (!step) step = *distance;
        if (*distance < std::min<std::int64_t>(*step, 0) || *distance > std::max<std::int64_t>(*step, 0))
            return std::nullopt;
    }
    return step;
}

/// The number of iterations of the first of `loops` after which `index` repeats its steps, if what it reads
/// in a few of them takes up little more memory than the `columns` elements that each of them stores; else 0.
std::int64_t near_period(const Expr& index, const std::vector<DomainLoop>& loops, std::int64_t columns) {
    std::int64_t span = 1;
    for (std::size_t l = 1; l < loops.size(); l++) {
        const auto step = coefficient(index, loops[l].var);
        if (!step) return 0;
        span += std::abs(*step) * (loops[l].extent - 1);
    }
    if (span > most_spread * columns) return 0;
    for (std::int64_t period = 1; period <= longest_period; period++)
        if (const auto step = periodic_step(index, loops[0].var, period))
            return std::abs(*step) <= most_spread * columns * period ? period : 0;
    return 0;
}

}  // namespace

LoadIndices loads_of(const std::vector<Expr>& expressions) {
    LoadIndexCollector collector;
    for (const Expr& each : expressions) each.accept(&collector);
    return std::move(collector.found);
}

int loaded_loop(const LoopDomain& domain, const Expr& element) {
    const LoadIndices loads = loads_of({element});
    if (loads.reads_position) return -1;
    for (int l = static_cast<int>(domain.loops.size()) - 2; l >= 0; l--) {
        bool is_strided = false;
        const auto fits = [&](const Expr& index) {
            const auto across = coefficient(index, domain.loops[static_cast<std::size_t>(l)].var);
            const auto along = coefficient(index, domain.loops.back().var);
            if (!across || !along) return false;
            is_strided = is_strided || (*across == 1 && *along > 1);
            return is_unit_or_zero(*across) || is_unit_or_zero(*along);
        };
        if (std::all_of(loads.indices.begin(), loads.indices.end(), fits) && is_strided) return l;
    }
    return -1;
}

bool walk_pairs(const LoadIndices& loads, const DomainLoop& rows, const DomainLoop& columns) {
    return std::all_of(loads.indices.begin(), loads.indices.end(), [&](const Expr& index) {
        const auto row = coefficient(index, rows.var), column = coefficient(index, columns.var);
        if (!row || !column) return false;
        return (*column == 1 && *row == columns.extent) || (*row == 0 && is_unit_or_zero(*column)) ||
               (*column == 0 && *row == 1);
    });
}

bool walk_rows(const LoadIndices& loads, const DomainLoop& rows) {
    return std::all_of(loads.indices.begin(), loads.indices.end(), [&](const Expr& index) {
        const auto step = coefficient(index, rows.var);
        return step && *step >= 0 && *step <= largest_step;
    });
}

JoinedLoops joined_loops(const LoadIndices& loads, const std::vector<DomainLoop>& loops) {
    JoinedLoops joined;
    if (loads.reads_position || loops.back().stride != 1) return joined;
    std::int64_t columns = loops.back().extent;
    while (joined.loops < std::min(most_joined_loops, static_cast<int>(loops.size()))) {
        const auto rows = loops.end() - joined.loops - 1;
        if (rows->stride != columns) break;
        std::int64_t period = 1;
        for (const Expr& index : loads.indices)
            period = std::lcm(period, near_period(index, {rows, loops.end()}, columns));
        if (period == 0 || period > longest_period) break;
        columns *= rows->extent;
        joined.loops++;
        joined.period = period;
        if (period > 1) break;
    }
    return joined;
}

}  // namespace hlo2c::scheduler::halide
