#pragma once

#include <vector>

#include "scheduler/halide/loop_domain.h"

namespace hlo2c::scheduler::halide {

/// How expressions depend on positions: the indices of their loads, and whether a position takes part
/// otherwise.
struct LoadIndices {
    std::vector<Halide::Expr> indices;
    bool reads_position = false;
};

LoadIndices loads_of(const std::vector<Halide::Expr>& expressions);

/// See ElementBox::across.
int loaded_loop(const LoopDomain& domain, const Halide::Expr& element);

/// True if each load walks both loops as one, or depends on one of them only, with neighbours side by side.
bool walk_pairs(const LoadIndices& loads, const DomainLoop& rows, const DomainLoop& columns);

/// See ElementBox::walks_rows.
bool walk_rows(const LoadIndices& loads, const DomainLoop& rows);

/// See ElementBox::joined_loops and ElementBox::period.
struct JoinedLoops {
    int loops = 1;
    std::int64_t period = 1;
};

/// Those for `loads` in a value of `loops`.
JoinedLoops joined_loops(const LoadIndices& loads, const std::vector<DomainLoop>& loops);

}  // namespace hlo2c::scheduler::halide
