#pragma once

#include <fmt/format.h>

#include <string>

namespace hlo2c::frontend {

constexpr int large_op_count = 50000;

/// A program of `large_op_count` ops, whose locations are in `lines` lines of a file.
inline std::string text_of_many_ops(int lines) {
    constexpr const char* names[] = {"add", "multiply", "subtract", "maximum"};
    std::string text = "func.func public @main(%a: tensor<16x32xf32>) -> tensor<16x32xf32> {\n";
    std::string last = "a";
    for (int i = 0; i < large_op_count; i++) {
        text += fmt::format("  %{} = stablehlo.{} %{}, %a : tensor<16x32xf32> loc(\"model.py\":{}:2)\n", i,
                            names[i % 4], last, i % lines + 1);
        last = std::to_string(i);
    }
    return text + "  return %" + last + " : tensor<16x32xf32>\n}\n";
}

}  // namespace hlo2c::frontend
