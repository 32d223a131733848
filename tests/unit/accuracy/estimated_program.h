#pragma once

#include <vector>

#include "frontend/accuracy/analysis.h"
#include "frontend/forms/text/parser.h"

namespace hlo2c::frontend::testing {

constexpr double unit = 0x1p-24;  // of f32

inline Literal floats(const std::vector<double>& values) {
    return Literal::from_values<double>(
        {{static_cast<std::int64_t>(values.size())}, ElementType::F32, {}, {}}, values);
}

inline std::vector<Estimate> run(const std::string& text, const std::vector<Literal>& arguments) {
    return estimate(read_stablehlo_text(text, "test.mlir"), arguments);
}

}  // namespace hlo2c::frontend::testing
