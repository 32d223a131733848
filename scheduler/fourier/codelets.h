#pragma once

#include <string>
#include <vector>

#include "scheduler/loops/loop_builder.h"

namespace hlo2c::scheduler {

/// Vectors (or scalars) of real and imaginary parts.
struct ComplexNode {
    NodeId real = no_node, imaginary = no_node;
};

/// Binds both parts to names, the second one with "_i" behind the stem.
ComplexNode bound(LoopBuilder& loops, const std::string& stem, ComplexNode a);
/// a * (cosine + i * sine).
ComplexNode rotated(LoopBuilder& loops, ComplexNode a, NodeId cosine, NodeId sine);

/// The discrete Fourier transform of `x` as straight-line code. The length is a power of two up to 8, or a
/// prime up to `largest_prime_codelet` of `schedule/`. The results are in natural order, each bound to a
/// name.
std::vector<ComplexNode> codelet(LoopBuilder& loops, const std::vector<ComplexNode>& x, ValueType type);

/// The square matrix of the vectors `rows`, transposed.
std::vector<NodeId> transposed(LoopBuilder& loops, std::vector<NodeId> rows);

}  // namespace hlo2c::scheduler
