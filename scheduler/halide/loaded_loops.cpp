#include "scheduler/halide/loaded_loops.h"

#include <algorithm>
#include <cstdlib>

#include "scheduler/loops/transpose_copies.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;

namespace {

/// What a load reads for this many elements of a result takes up no more than as many and half of them.
constexpr std::int64_t most_spread = 2;
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

/// True if what `index` reads in a few iterations of the first of `loops` takes up little more memory than
/// the `columns` elements that each of them stores.
bool spans_little(const Expr& index, const std::vector<DomainLoop>& loops, std::int64_t columns) {
    const auto is_little = [&](std::int64_t span) {
        return most_spread * span <= (most_spread + 1) * columns;
    };
    std::int64_t span = 1;
    for (std::size_t l = 0; l < loops.size(); l++) {
        const auto step = coefficient(index, loops[l].var);
        if (!step || (l == 0 && !is_little(std::abs(*step)))) return false;
        if (l > 0) span += std::abs(*step) * (loops[l].extent - 1);
    }
    return is_little(span);
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

int joined_loops(const LoadIndices& loads, const std::vector<DomainLoop>& loops) {
    if (loads.reads_position || loops.back().stride != 1) return 1;
    std::int64_t columns = loops.back().extent;
    int joined = 1;
    while (joined < std::min(most_joined_loops, static_cast<int>(loops.size()))) {
        const auto rows = loops.end() - joined - 1;
        if (rows->stride != columns) break;
        const auto is_near = [&](const Expr& index) {
            return spans_little(index, {rows, loops.end()}, columns);
        };
        if (!std::all_of(loads.indices.begin(), loads.indices.end(), is_near)) break;
        columns *= rows->extent;
        joined++;
    }
    return joined;
}

}  // namespace hlo2c::scheduler::halide
