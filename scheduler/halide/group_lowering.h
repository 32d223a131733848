#pragma once

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

}  // namespace hlo2c::scheduler::halide
