#pragma once

#include <map>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// What a kernel computes several stored values with, such as an epilogue. It is printed once, as a function.
struct RepeatedValue {
    struct Parameter {
        std::string name;  ///< that of what the first value reads, without numbers
        scheduler::ValueType type;
    };
    scheduler::NodeId value = scheduler::no_node;  ///< the first one
    bool is_epilogue = false;                      ///< of locals that the kernel sums in
    std::vector<Parameter> parameters;
    /// The number of the parameter for each node of `value` that is an argument.
    std::map<scheduler::NodeId, std::size_t> arguments;
};

/// A value that one of these functions computes.
struct RepeatedValueCall {
    std::size_t function = 0;
    std::vector<scheduler::NodeId> arguments;  ///< in the order of the parameters
};

struct RepeatedValues {
    std::vector<RepeatedValue> functions;
    std::map<scheduler::NodeId, RepeatedValueCall> calls;  ///< by stored value
};

/// Finds what at least three stores compute with the same operations, at least three, each from its own
/// locals and elements.
RepeatedValues repeated_values(const scheduler::LoopNest& nest);

}  // namespace hlo2c::codegen
