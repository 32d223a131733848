#pragma once

#include <string>

#include "frontend/ir/element_type.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// How elements of a type are computed inside kernels and how they lie in memory, at the library's boundary
/// and inside. Complex numbers lie as pairs: `stored` is the kind of one part.
struct ElementForm {
    ScalarKind computed = ScalarKind::F32;  ///< floats narrower than f32 compute in f32, 2 and 4 bits in 8
    ScalarKind stored = ScalarKind::F32;    ///< narrow floats as their bits, all of up to 8 bits in one byte
    /// Floats narrower than f32: the conversions in C are `from_NAME` and `to_NAME`. Otherwise empty.
    std::string narrow;
    int wrapped_bits = 0;  ///< integers of 2 and 4 bits: what results are wrapped to
    bool operator==(const ElementForm&) const = default;
};

ElementForm element_form(frontend::ElementType element);

/// The kind of one element, or of one part of a complex element, in memory.
ScalarKind storage_kind(frontend::ElementType element);

}  // namespace hlo2c::scheduler
