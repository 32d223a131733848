#pragma once

#include "scheduler/halide/contraction_access.h"
#include "scheduler/halide/group_lowering.h"

namespace hlo2c::scheduler::halide {

/// What the lowerings of contractions have in common. There is one for each type of schedule.
template <typename Schedule>
class ScheduledContraction : protected ScheduledLowering<ContractionProblem, Schedule> {
protected:
    explicit ScheduledContraction(const GroupToLower& request)
        : ScheduledLowering<ContractionProblem, Schedule>(request), access_(request.context, request.group) {
        name_operands();
        access_.lhs_start = held_start(false);
        access_.rhs_start = held_start(true);
    }

    ContractionAccess access_;

private:
    void name_operands() {
        const frontend::ValueId lhs = access_.contraction.lhs.base, rhs = access_.contraction.rhs.base;
        if (lhs == rhs) return;
        this->assembly_.name_input(lhs, "lhs");
        this->assembly_.name_input(rhs, "rhs");
    }

    Halide::Expr held_start(bool is_rhs) {
        const Halide::Expr start = access_.dynamic_start(this->builder_, is_rhs);
        return start.defined() ? this->assembly_.hold(is_rhs ? "rhs_start" : "lhs_start", start) : start;
    }
};

}  // namespace hlo2c::scheduler::halide
