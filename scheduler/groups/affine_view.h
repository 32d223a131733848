#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// Where a dynamic slice begins along a dimension: at the scalar `index`, clamped to 0 .. `most`, times
/// `stride` elements.
struct DynamicStart {
    frontend::ValueId index = frontend::no_value;
    std::int64_t most = 0, stride = 1;
};

/// The starts of a window of size `size` in a value of shape `whole`, whose scalar `indices` have one for
/// each dimension; none where the window has the whole dimension.
std::vector<DynamicStart> dynamic_starts(std::span<const frontend::ValueId> indices,
                                         const std::vector<std::int64_t>& whole,
                                         const std::vector<std::int64_t>& size,
                                         const std::vector<std::int64_t>& strides);

/// A value as strided memory: element (i0, i1, ...) is element offset + i0*strides[0] + i1*strides[1] + ...
/// of the row-major value `base`, moved by all `starts`.
struct AffineView {
    frontend::ValueId base = frontend::no_value;
    std::int64_t offset = 0;
    std::vector<std::int64_t> strides;
    std::vector<DynamicStart> starts;
};

/// Follows transpose, broadcast, slice, dynamic_slice, reverse, real, imag, and reshapes that only split or
/// join dimensions of matching strides, down to a value that no such op defines or that is in `memory`. The
/// walk stops at a reshape that would need a copy, and at a dynamic slice of a constant, which a kernel would
/// pack as a whole. It also follows exact conversions of constants: the reader of the base converts.
AffineView affine_view(const RegionGraph& graph, const std::set<frontend::ValueId>& memory,
                       frontend::ValueId value);

/// Strides that give memory laid out as `shape` with `strides` the shape `to`; nullopt if there are none.
std::optional<std::vector<std::int64_t>> reshape_strides(const std::vector<std::int64_t>& shape,
                                                         const std::vector<std::int64_t>& strides,
                                                         const std::vector<std::int64_t>& to);

}  // namespace hlo2c::scheduler
