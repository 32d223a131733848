#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Proves that every load and store stays inside its buffer, with affine forms over loop variables of known
/// intervals and with the conditions of enclosing ifs and of masks. Returns one sentence for each access that
/// it cannot prove: "load a[...]: index 0..128 of 128 elements".
std::vector<std::string> prove_bounds(const LoopNest& nest);

/// What a kernel accesses of a parameter: all elements that it loads or stores are in `elements`. `stored` is
/// the number that every store writes, if it is known.
struct ParameterAccess {
    Interval elements;
    bool is_stored = false;
    std::optional<std::int64_t> stored;
};

/// By the name of the parameter, for a call in which some parameters of one element hold these numbers.
std::map<std::string, ParameterAccess> parameter_accesses(const LoopNest& nest,
                                                          const std::map<std::string, std::int64_t>& numbers);

}  // namespace hlo2c::scheduler
