#pragma once

#include <optional>
#include <string>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// A function that the emitted code calls: an operation on a type, or from one
/// type to another.
struct SupportCall {
    std::string operation;
    scheduler::ValueType type;
    std::optional<scheduler::ValueType> second = {};

    /// The name in C: "fma_f32x8", "convert_f32x8_i32x8".
    std::string name() const {
        return operation + "_" + spelling(type) + (second ? "_" + spelling(*second) : "");
    }
};

}  // namespace hlo2c::codegen
