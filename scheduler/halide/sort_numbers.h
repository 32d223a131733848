#pragma once

#include "scheduler/groups/sort_key.h"
#include "scheduler/halide/sort_rows.h"

namespace hlo2c::scheduler::halide {

/// Sorts of rows by the elements' keys, as unsigned numbers whose order is that of the sort.
class SortNumbers : protected SortRows {
protected:
    /// The problem has a key.
    SortNumbers(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request);

    /// The number of the element at a position of the current row.
    NodeId number_at(NodeId position);

private:
    NodeId number_of(NodeId key);
    NodeId number_of_float(NodeId key);
    NodeId same_bits(NodeId value, ScalarKind kind);
    NodeId sign_bit();

    const SortKey key_;
    const ScalarKind computed_;
    frontend::Region of_key_;  ///< the comparator, with the key as its result

protected:
    const ValueType number_;
};

}  // namespace hlo2c::scheduler::halide
