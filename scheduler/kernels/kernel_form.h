#pragma once

#include <cstddef>
#include <vector>

#include "scheduler/kernels/function_schedules.h"
#include "scheduler/layout/lowering_context.h"

namespace hlo2c::scheduler {

/// Everything that determines the kernel of a group: its ops and those that may be inlined into them, the
/// values that they read and define, and the schedule. The function, the group and the schedule must outlive
/// it.
class KernelForm {
public:
    KernelForm(const LoweringContext& context, const Group& group, const ScheduledGroup& scheduled);

    /// Whether the kernels are equal once the `values()` of one replace those of the other, in order.
    bool operator==(const KernelForm& other) const;
    /// Every value that the kernel may read, compute or write, ascending.
    const std::vector<frontend::ValueId>& values() const { return values_; }

private:
    /// What the lowering sees of a value besides its type.
    struct ValueForm {
        std::size_t storage = 0;
        bool is_defined_here = false, is_in_memory = false, is_constant = false;
        const frontend::Literal* data = nullptr;  ///< of a constant whose value the kernel holds
    };

    void collect(const LoweringContext& context, frontend::ValueId value, std::vector<int>& positions);
    void collect_region(const LoweringContext& context, const frontend::Region& region,
                        std::vector<int>& positions);
    std::size_t number(frontend::ValueId value) const;
    bool is_same(const std::vector<frontend::ValueId>& own, const KernelForm& other,
                 const std::vector<frontend::ValueId>& others) const;
    bool is_same(const frontend::Op& own, const KernelForm& other, const frontend::Op& others) const;
    bool is_same(const frontend::Region& own, const KernelForm& other, const frontend::Region& others) const;
    bool has_same_values(const KernelForm& other) const;

    const frontend::Function& function_;
    const Group& group_;
    const ScheduledGroup& scheduled_;
    std::vector<frontend::ValueId> values_;
    std::vector<ValueForm> forms_;          ///< of each value
    std::vector<const frontend::Op*> ops_;  ///< in program order
    std::vector<Stage> stages_;             ///< of the group, with the numbers of `ops_`
};

}  // namespace hlo2c::scheduler
