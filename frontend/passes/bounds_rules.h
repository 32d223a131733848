#pragma once

#include "frontend/passes/bounds_filling.h"

namespace hlo2c::frontend::bounds {

/// Rewrites an op to work on tensors at their bounds, and determines the run-time sizes of its result. Inside
/// these sizes, the result equals that of the op on tensors of the run-time sizes; elements past them are
/// arbitrary.
using Rule = Replacement (*)(BoundsFilling& filling, Op& op);

/// The rule of an op, from a table over all of them.
Rule rule_of(OpCode code);

// fill_bounds_collectives.cpp
Replacement exchange_whole(BoundsFilling& filling, Op& op);
Replacement all_gather(BoundsFilling& filling, Op& op);
Replacement reduce_scatter(BoundsFilling& filling, Op& op);
Replacement all_to_all(BoundsFilling& filling, Op& op);

// fill_bounds_contraction.cpp
Replacement reduce(BoundsFilling& filling, Op& op);
Replacement reduce_window(BoundsFilling& filling, Op& op);
Replacement contract(BoundsFilling& filling, Op& op);
Replacement ragged_dot(BoundsFilling& filling, Op& op);
Replacement fft(BoundsFilling& filling, Op& op);
Replacement cholesky(BoundsFilling& filling, Op& op);
Replacement triangular_solve(BoundsFilling& filling, Op& op);

// fill_bounds_control.cpp
Replacement barrier(BoundsFilling& filling, Op& op);
Replacement loop(BoundsFilling& filling, Op& op);
Replacement scan(BoundsFilling& filling, Op& op);
Replacement branch(BoundsFilling& filling, Op& op);
Replacement make_tuple(BoundsFilling& filling, Op& op);
Replacement element_of_tuple(BoundsFilling& filling, Op& op);

// fill_bounds_convolution.cpp
Replacement convolution(BoundsFilling& filling, Op& op);
Replacement dynamic_convolution(BoundsFilling& filling, Op& op);

// fill_bounds_indexing.cpp
Replacement gather(BoundsFilling& filling, Op& op);
Replacement dynamic_gather(BoundsFilling& filling, Op& op);
Replacement scatter(BoundsFilling& filling, Op& op);
Replacement select_and_scatter(BoundsFilling& filling, Op& op);
Replacement sort(BoundsFilling& filling, Op& op);

// fill_bounds_movement.cpp
Replacement bitcast(BoundsFilling& filling, Op& op);
Replacement broadcast(BoundsFilling& filling, Op& op);
Replacement broadcast_to(BoundsFilling& filling, Op& op);
Replacement dynamic_iota(BoundsFilling& filling, Op& op);
Replacement random(BoundsFilling& filling, Op& op);
Replacement concatenate(BoundsFilling& filling, Op& op);
Replacement pad(BoundsFilling& filling, Op& op);
Replacement dynamic_pad(BoundsFilling& filling, Op& op);
Replacement real_dynamic_slice(BoundsFilling& filling, Op& op);
Replacement dynamic_slice(BoundsFilling& filling, Op& op);
Replacement dynamic_update_slice(BoundsFilling& filling, Op& op);
Replacement reverse(BoundsFilling& filling, Op& op);
Replacement slice(BoundsFilling& filling, Op& op);
Replacement transpose(BoundsFilling& filling, Op& op);

// fill_bounds_reshape.cpp
Replacement reshape(BoundsFilling& filling, Op& op);
Replacement dynamic_reshape(BoundsFilling& filling, Op& op);

// fill_bounds_sizes.cpp
Replacement set_size(BoundsFilling& filling, Op& op);
Replacement get_size(BoundsFilling& filling, Op& op);
Replacement by_element(BoundsFilling& filling, Op& op);
Replacement custom_call(BoundsFilling& filling, Op& op);
Replacement constant_like(BoundsFilling& filling, Op& op);
Replacement give_results(BoundsFilling& filling, Op& op);

// Shared by rules of several families.

/// Padding of `dimension` to `length`: the first element goes to position `low`, the next ones `step` apart.
struct Along {
    std::int64_t dimension, length;
    ValueId low, step;
};
/// Equal groups into which an op splits a dimension; `width` is the size of a group at the bound.
struct Groups {
    std::int64_t dimension, count, width;
};
ValueId spread_groups(BoundsFilling& filling, const Op& op, ValueId value, const Groups& groups,
                      ValueId size);
ValueId join_groups(BoundsFilling& filling, const Op& op, ValueId value, const Groups& groups, ValueId size,
                    std::int64_t length);
RunSizes sizes_from(BoundsFilling& filling, const Op& op, ValueId shape);
ValueId with_room(BoundsFilling& filling, ValueId value, const Shape& high);
ValueId taken(BoundsFilling& filling, ValueId value, std::int64_t dimension, ValueId positions);
ValueId padded_along(BoundsFilling& filling, ValueId value, const Along& along, ValueId size, ValueId fill);
ValueId rearranged(BoundsFilling& filling, ValueId value, const TensorType& type, const RunSizes& sizes);

}  // namespace hlo2c::frontend::bounds
