#include "scheduler/halide/loaded_loops.h"

#include <algorithm>
#include <cstdlib>

#include "scheduler/loops/transpose_copies.h"

namespace hlo2c::scheduler::halide {

using Halide::Expr;

namespace {

/// Rows of a load are near each other if this many of them take up no more than one row more than without
/// gaps.
constexpr std::int64_t most_spread = 2;
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

bool walk_near_pairs(const LoadIndices& loads, const DomainLoop& rows, const DomainLoop& columns) {
    return std::all_of(loads.indices.begin(), loads.indices.end(), [&](const Expr& index) {
        const auto row = coefficient(index, rows.var), column = coefficient(index, columns.var);
        if (!row || !column) return false;
        const std::int64_t row_step = std::abs(*row), column_step = std::abs(*column);
        if (row_step == 0 || column_step == 0) return row_step <= 1 && column_step <= 1;
        return column_step == 1 && most_spread * row_step <= (most_spread + 1) * columns.extent;
    });
}

}  // namespace hlo2c::scheduler::halide
