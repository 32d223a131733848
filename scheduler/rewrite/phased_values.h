#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "frontend/passes/builder.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::scheduler {

/// A tensor in parts: in each of some dimensions, every `count`-th element belongs to the same part.
struct PhasedValue {
    struct Dimension {
        std::size_t position = 0;
        std::int64_t count = 1;
    };
    std::vector<Dimension> dimensions;
    std::vector<std::int64_t> shape;       ///< of the whole tensor
    std::vector<frontend::ValueId> parts;  ///< in the order of `each_phase`

    /// The shape of every part. Its last elements are beyond the tensor's end in some parts.
    std::vector<std::int64_t> part_shape() const;
};

/// Calls the body for each combination of phases, the last dimension innermost.
void each_phase(const std::vector<PhasedValue::Dimension>& dimensions,
                const std::function<void(const std::vector<std::int64_t>& phase)>& body);

/// Emits the whole tensor.
frontend::ValueId interleaved(frontend::Rewriter& rewriter, const PhasedValue& value);

/// Results of the elementwise ops behind convolutions of dilated operands that one phase can compute without
/// the others, such as a bias and an activation: of all values that are made from a convolution, others read
/// only one.
std::set<frontend::ValueId> phased_consumers(const frontend::Function& function);

/// Emits an elementwise op part by part if all its operands that `phased` has are in the same phases.
std::optional<PhasedValue> in_phases(frontend::Rewriter& rewriter, const frontend::Op& op,
                                     const std::map<frontend::ValueId, PhasedValue>& phased);

}  // namespace hlo2c::scheduler
