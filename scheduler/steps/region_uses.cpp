#include "scheduler/steps/region_uses.h"

#include <algorithm>

namespace hlo2c::scheduler {

RegionUses::RegionUses(const PendingFunction& function, const PendingRegion& region,
                       const std::set<const frontend::Op*>& kept_sends) {
    const auto count = static_cast<int>(region.steps.size());
    for (int s = 0; s < count; s++) {
        const PendingStep& step = region.steps[static_cast<std::size_t>(s)];
        const bool sends = step.control && step.control->code == frontend::OpCode::Send &&
                           kept_sends.count(step.control) == 0;
        for (const frontend::ValueId value : step.writes)
            if (StorageUse& use = uses_[value]; use.writer < 0) use.writer = s;
        for (const frontend::ValueId value : step.reads) {
            StorageUse& use = uses_[value];
            use.last_reader = std::max(use.last_reader, sends ? count : s);
            use.readers++;
        }
    }
    for (const frontend::ValueId value : region.results) uses_[function.resolve(value)].results++;
}

}  // namespace hlo2c::scheduler
