#include "scheduler/rewrite/convolution_phases.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Program;

namespace {

/// A transposed convolution, its bias and a leaky relu, and what `rest` makes of the convolution %0, the
/// biased values %1 and the result %4; `high` is the padding at the end of the columns, `columns` the columns
/// of the result.
Program decoder(const std::string& high, const std::string& columns, const std::string& rest,
                const std::string& results) {
    const std::string whole = "tensor<1x6x" + columns + "x4xf32>";
    std::string text = R"(  %zero = stablehlo.constant dense<0.0> : WHOLE
  %slope = stablehlo.constant dense<0.25> : tensor<f32>
  %slopes = stablehlo.broadcast_in_dim %slope, dims = [] : (tensor<f32>) -> WHOLE
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 2], [1, HIGH]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x2xf32>, tensor<3x3x2x4xf32>) -> WHOLE
  %biases = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<4xf32>) -> WHOLE
  %1 = stablehlo.add %0, %biases : WHOLE
  %2 = stablehlo.compare GE, %1, %zero : (WHOLE, WHOLE) -> MASK
  %3 = stablehlo.multiply %1, %slopes : WHOLE
  %4 = stablehlo.select %2, %1, %3 : MASK, WHOLE
REST)";
    const auto replace = [&](const std::string& word, const std::string& by) {
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
            text.replace(at, word.size(), by);
    };
    replace("REST", rest);
    replace("WHOLE", whole);
    replace("MASK", "tensor<1x6x" + columns + "x4xi1>");
    replace("HIGH", high);
    return program_of("(%x: tensor<1x3x4x2xf32>, %w: tensor<3x3x2x4xf32>, %b: tensor<4xf32>, %y: " + whole +
                          ") -> " + results,
                      text);
}

/// Elementwise ops that compute all elements of the result.
std::int64_t whole_ops(const Program& program) {
    const auto& shape = program.main().tensor(program.main().arguments()[3]).shape;
    const auto& ops = program.main().body.ops;
    return std::count_if(ops.begin(), ops.end(), [&](const Op& op) {
        return rule_of(op).is_elementwise() && program.main().tensor(op.results[0]).shape == shape;
    });
}

/// The number of `whole_ops` after the rewrite, which changes no result.
std::int64_t whole_ops_after(const Program& program) {
    Program after = program;
    split_convolution_phases(after);
    hlo2c::frontend::verify(after);
    std::vector<Literal> inputs;
    for (const ValueId argument : program.main().arguments()) {
        const TensorType& type = program.main().tensor(argument);
        std::vector<double> elements;
        for (int i = 0; i < type.element_count(); i++)
            elements.push_back(static_cast<double>((i + 7) * 37 % 101) / 16 - 3);
        inputs.push_back(Literal::from_values<double>(type, elements));
    }
    CHECK(hlo2c::frontend::evaluate(after, inputs) == hlo2c::frontend::evaluate(program, inputs));
    return whole_ops(after);
}

}  // namespace

TEST_CASE("a bias, an activation and an added tensor are computed phase by phase") {
    const std::string even = "tensor<1x6x8x4xf32>", odd = "tensor<1x6x7x4xf32>";
    CHECK(whole_ops_after(decoder("2", "8", "  return %4 : WHOLE\n", even)) == 0);
    CHECK(whole_ops_after(decoder("1", "7", "  return %4 : WHOLE\n", odd)) == 0);
    const std::string added = "  %5 = stablehlo.add %4, %y : WHOLE\n  return %5 : WHOLE\n";
    CHECK(whole_ops_after(decoder("2", "8", added, even)) == 0);
    CHECK(whole_ops_after(decoder("1", "7", added, odd)) == 1);
}

TEST_CASE("what several values behind a transposed convolution are read for is computed at once") {
    const Program both =
        decoder("2", "8", "  return %1, %4 : WHOLE, WHOLE\n", "(tensor<1x6x8x4xf32>, tensor<1x6x8x4xf32>)");
    CHECK(whole_ops_after(both) == 4);
}
