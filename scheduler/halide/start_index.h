#pragma once

#include <Halide.h>

#include <cstdint>

#include "scheduler/halide/element_builder.h"

namespace hlo2c::scheduler::halide {

/// A start index as Int(32), clamped to [least, limit]. Types that may not fit Int(32) are clamped before the
/// conversion. Narrower types are not, because the bounds may not fit them.
Halide::Expr narrowed_index(Halide::Expr start, std::int64_t least, std::int64_t limit);

/// The array of start indices of a gather or scatter. If it has a dimension `vector_dimension`, the
/// components of one start index lie along it; `batch` is a position in the other dimensions.
struct StartIndices {
    std::size_t rank;
    std::int64_t vector_dimension;
    Index batch;

    /// The position of a component.
    Index component(std::size_t number) const;
    /// The position along a dimension, which is not `vector_dimension`.
    const Halide::Expr& along(std::int64_t dimension) const;
};

}  // namespace hlo2c::scheduler::halide
