#pragma once

#include <variant>

#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"

namespace hlo2c::scheduler::halide {

/// What lowerings have in common: the group, its kernel under assembly, and a builder of elements that reads
/// what the kernel loads.
class GroupLowering {
protected:
    explicit GroupLowering(const GroupToLower& request)
        : request_(request),
          context_(request.context),
          assembly_(request.context),
          builder_(make_builder()) {}
    GroupLowering(const GroupLowering&) = delete;
    GroupLowering& operator=(const GroupLowering&) = delete;

    ElementBuilder make_builder() {
        return {context_, [this](frontend::ValueId value, const Halide::Expr& flat) {
                    return assembly_.load(value, flat);
                }};
    }
    /// Records what the kernel computes and how it is scheduled.
    void describe() {
        assembly_.describe(builder_, request_.group);
        assembly_.describe(request_.schedule);
    }

    const GroupToLower& request_;
    const LoweringContext& context_;
    KernelAssembly assembly_;
    ElementBuilder builder_;
};

/// A lowering for problems and schedules of these types.
template <typename Problem, typename Schedule>
class ScheduledLowering : protected GroupLowering {
protected:
    explicit ScheduledLowering(const GroupToLower& request)
        : GroupLowering(request),
          problem_(std::get<Problem>(request.problem.problem.form)),
          schedule_(std::get<Schedule>(request.schedule)) {}

    const Problem& problem_;
    const Schedule& schedule_;
};

}  // namespace hlo2c::scheduler::halide
