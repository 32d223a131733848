#pragma once

#include <map>
#include <string>

#include "frontend/name_table.h"
#include "scheduler/kernels/function_kernels.h"
#include "scheduler/plan.h"

namespace hlo2c::scheduler {

/// Collects the kernels, combiners and weights of a plan; equal ones are kept once.
class KernelTable {
public:
    explicit KernelTable(Plan& plan) : plan_(plan) {}

    /// Number of an equal kernel, or of this one, added under a unique name.
    KernelId intern(Kernel kernel);
    /// Number of a combiner with these kernels, or of this one, added under a unique name.
    int intern(Combiner combiner);
    /// Number of a weight with these bytes, or of this one, added under a unique name.
    int intern_weight(Weight weight);

private:
    Plan& plan_;
    std::map<std::string, KernelId> kernels_;  // by what they do
    frontend::NameTable names_{"_v"}, weight_names_;
    std::multimap<std::size_t, int> weights_;  // by a hash of their bytes
};

}  // namespace hlo2c::scheduler
