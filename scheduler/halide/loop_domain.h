#pragma once

#include <Halide.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "scheduler/halide/element_builder.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler::halide {

/// One loop over the elements of a value; dimensions that every access can walk as one are fused into one
/// loop.
struct DomainLoop {
    Halide::Var var;
    std::int64_t extent = 1;
    std::int64_t stride = 1;      ///< of the output, in elements
    std::vector<int> dimensions;  ///< dimensions of the value that it covers, ascending; the index of the
                                  ///< last one walks them all
};

/// The loops over a value's elements, outermost first; dimensions of size 1 have none.
struct LoopDomain {
    std::vector<DomainLoop> loops;
    /// Position in each dimension of the value. In a fused loop, the index of the last dimension walks them
    /// all; the others are 0.
    Index index;
};

/// The loops of a problem over a value of `rank` dimensions.
LoopDomain domain_over(const std::vector<ElementLoop>& loops, std::size_t rank);

/// The stride of an index in `var`; nullopt if it is not constant.
std::optional<std::int64_t> coefficient(const Halide::Expr& index, const Halide::Var& var);

/// Integer expressions through which `expressions` read memory or depend on a position: indices of loads,
/// sides of comparisons, positions used as values.
std::vector<Halide::Expr> position_accesses(const std::vector<Halide::Expr>& expressions);

/// `value`, made to depend on every variable of `domain`, so that a reduction over equal elements still runs
/// over all of them.
Halide::Expr over_domain(const Halide::RDom& domain, const Halide::Expr& value);

/// Loops over `shape` with output strides `strides`. `expressions(index)` returns what is computed at an
/// index; two neighbouring dimensions are fused if that changes no access. Dimensions `barrier` - 1 and
/// `barrier` are never fused (-1: no barrier).
LoopDomain make_domain(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
                       const std::function<std::vector<Halide::Expr>(const Index&)>& expressions,
                       int barrier = -1);

}  // namespace hlo2c::scheduler::halide
