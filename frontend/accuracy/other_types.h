#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// An op of a function that can be run again on other operands, in other types.
struct OtherRun {
    const Program& program;
    const Function& function;
    const Op& op;

    /// Runs the op on these operands, whose types replace the declared ones; result i has the element type
    /// `results[i]`, without quantization. Regions are omitted; with `body`, only the last one is replaced,
    /// by that op on two scalars of the first result's type.
    std::vector<Literal> operator()(std::span<const Literal> operands, std::span<const ElementType> results,
                                    std::optional<OpCode> body = std::nullopt) const;
};

/// f64 for a float type, complex f64 for a complex one, otherwise the type itself.
ElementType widest(ElementType type);

}  // namespace hlo2c::frontend
