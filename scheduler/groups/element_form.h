#pragma once

#include <string>

#include "frontend/ir/element_type.h"
#include "frontend/ir/program.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// How kernels compute the elements of a type, and how memory stores them, both inside the library and at its
/// boundary. Complex numbers are stored as pairs: `stored` is the kind of one part.
struct ElementForm {
    ScalarKind computed = ScalarKind::F32;  ///< f32 for narrower floats, 8 bits for integers of 2 and 4 bits
    ScalarKind stored =
        ScalarKind::F32;  ///< narrow floats are stored as their bits; a type of up to 8 bits takes one byte
    /// Floats narrower than f32: the conversions in C are `from_NAME` and `to_NAME`, and
    /// `nearest_NAME` rounds an f32. Otherwise empty.
    std::string narrow;
    int wrapped_bits = 0;  ///< integers of 2 and 4 bits: width that results wrap to
    bool operator==(const ElementForm&) const = default;
};

ElementForm element_form(frontend::ElementType element);

/// The kind of one element, or of one part of a complex element, in memory.
ScalarKind storage_kind(frontend::ElementType element);

/// The kind in which values of an element type are computed. Complex numbers have become pairs of tensors
/// before.
ScalarKind compute_kind(frontend::ElementType element);

}  // namespace hlo2c::scheduler
