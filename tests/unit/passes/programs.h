#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/verify.h"

namespace hlo2c::frontend {

inline Program program_of(const std::string& text) {
    return read_stablehlo_text(text, "test.mlir");
}

/// Spellings of the ops of the entry point, regions included, without constants and terminators.
inline std::vector<std::string> ops_of(const Program& program) {
    std::vector<std::string> names;
    for_each_op(program.main().body, [&](const Op& op) {
        if (op.code != OpCode::Constant && !has_trait(op.code, op_trait::Terminator))
            names.emplace_back(spelling(op.code).substr(spelling(op.code).find('.') + 1));
    });
    return names;
}

/// A function of one f32[4] argument %a that returns %r of this type.
inline Program unary_program(const std::string& body, const std::string& type = "tensor<4xf32>") {
    return program_of("func.func @main(%a: tensor<4xf32>) -> " + type + " {\n" + body +
                      "\nreturn %r : " + type + "\n}\n");
}

/// The condition of a loop that counts %i from 0 to 3, and the beginning of its body, which makes %n the next
/// %i.
inline const std::string three_iterations = R"(
   cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
)";

/// The literal that the entry point returns, when it returns a constant.
inline const Literal* returned_constant(const Program& program) {
    const std::vector<Op>& ops = program.main().body.ops;
    const ValueId value = ops.back().operands.at(0);
    for (const Op& op : ops)
        if (op.code == OpCode::Constant && op.results.at(0) == value) return &op[attr::value];
    return nullptr;
}

}  // namespace hlo2c::frontend
