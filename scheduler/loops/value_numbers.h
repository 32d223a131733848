#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Numbers of the expressions of one nest. Expressions that apply the same operations to the same names and
/// constants have equal numbers; their values are equal if no store runs in between.
class ValueNumbers {
public:
    explicit ValueNumbers(const LoopNest& nest) : nest_(nest) {}

    int of(NodeId id);

private:
    using Key = std::tuple<NodeKind, ScalarKind, int, std::vector<int>, std::string, std::int64_t,
                           std::vector<int>, NodeKind>;
    const LoopNest& nest_;
    std::map<NodeId, int> numbers_;
    std::map<Key, int> keys_;
};

}  // namespace hlo2c::scheduler
