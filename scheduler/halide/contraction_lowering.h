#pragma once

#include "scheduler/halide/contraction_access.h"
#include "scheduler/halide/group_lowering.h"

namespace hlo2c::scheduler::halide {

/// What the lowerings of contractions have in common. There is one for each type of schedule.
template <typename Schedule>
class ScheduledContraction : protected ScheduledLowering<ContractionProblem, Schedule> {
protected:
    explicit ScheduledContraction(const GroupToLower& request)
        : ScheduledLowering<ContractionProblem, Schedule>(request), access_(request.context, request.group) {}

    const ContractionAccess access_;
};

}  // namespace hlo2c::scheduler::halide
