#pragma once

#include <set>
#include <unordered_map>

#include "scheduler/steps/pending_steps.h"

namespace hlo2c::scheduler {

/// What the steps of one region do with each storage value.
struct StorageUse {
    int writer = -1;       ///< the first step that writes it
    int last_reader = -1;  ///< the number of steps, where it is read until the region ends
    int readers = 0;       ///< steps that read it
    int results = 0;       ///< results of the region that it is
};

class RegionUses {
public:
    /// What a send reads is read until the region ends, unless the op is among `kept_sends`, which send a
    /// copy.
    RegionUses(const PendingFunction& function, const PendingRegion& region,
               const std::set<const frontend::Op*>& kept_sends);

    StorageUse of(frontend::ValueId storage) const {
        const auto found = uses_.find(storage);
        return found != uses_.end() ? found->second : StorageUse{};
    }

private:
    std::unordered_map<frontend::ValueId, StorageUse> uses_;
};

}  // namespace hlo2c::scheduler
