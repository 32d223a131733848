#pragma once

#include <string>

#include "frontend/forms/text/parser.h"

namespace hlo2c::scheduler {

/// The program `func.func @main` with this signature and body.
inline frontend::Program program_of(const std::string& signature, const std::string& body) {
    return frontend::read_stablehlo_text("func.func @main" + signature + " {\n" + body + "}\n", "test.mlir");
}

/// The softmax of each row of %x.
inline frontend::Program softmax_of(int rows, int columns) {
    const std::string row = "tensor<" + std::to_string(rows) + "xf32>";
    const std::string all = "tensor<" + std::to_string(rows) + "x" + std::to_string(columns) + "xf32>";
    const std::string reduced = " across dimensions = [1] : (" + all + ", tensor<f32>) -> " + row + "\n";
    const std::string repeated = ", dims = [0] : (" + row + ") -> " + all + "\n";
    return program_of("(%x: " + all + ") -> " + all,
                      "  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
                      "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
                      "  %largest = stablehlo.reduce(%x init: %least) applies stablehlo.maximum" +
                          reduced + "  %shift = stablehlo.broadcast_in_dim %largest" + repeated +
                          "  %shifted = stablehlo.subtract %x, %shift : " + all +
                          "\n  %powers = stablehlo.exponential %shifted : " + all +
                          "\n  %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add" + reduced +
                          "  %divisor = stablehlo.broadcast_in_dim %sum" + repeated +
                          "  %r = stablehlo.divide %powers, %divisor : " + all + "\n  return %r : " + all +
                          "\n");
}

}  // namespace hlo2c::scheduler
