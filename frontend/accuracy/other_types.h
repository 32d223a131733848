#pragma once

#include <optional>
#include <span>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// An op of a function that is run again: on other operands, in other types.
struct OtherRun {
    const Program& program;
    const Function& function;
    const Op& op;

    /// Runs the op on these operands, whose types count in place of the declared ones; result i has the
    /// element type `results[i]`, and no quantization. Regions are left out, or one body of two scalars in
    /// the type of the first result takes their place.
    std::vector<Literal> operator()(std::span<const Literal> operands, std::span<const ElementType> results,
                                    std::optional<OpCode> body = std::nullopt) const;
};

/// f64 in place of a float type, complex of f64 in place of a complex one; any other type as it is.
ElementType widest(ElementType type);

}  // namespace hlo2c::frontend
