#include "scheduler/rewrite/split_contractions.h"

#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "scheduler/schedule/contraction_order.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::ElementType;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;
using hlo2c::frontend::TensorType;

namespace {

Program product(const std::string& rows, const std::string& steps, const std::string& type) {
    const std::string lhs = "tensor<" + rows + "x" + steps + "x" + type + ">";
    const std::string rhs = "tensor<" + steps + "x3x" + type + ">";
    const std::string result = "tensor<" + rows + "x3x" + type + ">";
    return program_of("(%x: " + lhs + ", %y: " + rhs + ") -> " + result,
                      "  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (" + lhs + ", " +
                          rhs + ") -> " + result + "\n  return %r : " + result + "\n");
}

Program split(Program program) {
    split_contractions(program);
    hlo2c::frontend::verify(program);
    return program;
}

/// The number of steps of each contraction, in the order of the program.
std::vector<std::int64_t> steps_of_contractions(const Program& program) {
    std::vector<std::int64_t> steps;
    for (const Op& op : program.main().body.ops) {
        if (op.code == OpCode::DotGeneral)
            steps.push_back(program.main().tensor(op.operands[0]).shape[1]);
        else if (op.code == OpCode::Convolution)
            steps.push_back(program.main().tensor(op.operands[1]).shape[2]);
    }
    return steps;
}

using Steps = std::vector<std::int64_t>;

/// Compares the results for whole numbers, whose sums are exact.
void check_same_results(const Program& before, const Program& after) {
    std::vector<Literal> arguments;
    for (const auto value : before.main().arguments()) {
        const TensorType& type = before.main().tensor(value);
        std::vector<double> elements;
        for (std::int64_t i = 0; i < type.element_count(); i++) elements.push_back(i * 37 % 101 - 50);
        arguments.push_back(Literal::from_values<double>(type, elements));
    }
    CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
}

}  // namespace

TEST_CASE("a stretch takes the largest divisor up to 128 steps, else the shortest one above") {
    CHECK(stretch_iterations(768, 1) == 128);
    CHECK(stretch_iterations(768, 1, longest_fast_stretch) == 192);
    CHECK(stretch_iterations(784, 1) == 112);
    CHECK(stretch_iterations(96, 9) == 12);
    CHECK(stretch_iterations(13, 13) == 13);
    CHECK(stretch_iterations(2 * 199, 1) == 199);
    CHECK(stretch_iterations(577, 1) == 0);
    CHECK(stretch_iterations(2 * 4049, 1) == 0);
}

TEST_CASE("the sums of integers are cut into whole words of bytes") {
    const auto walked = [](std::int64_t steps, ScalarKind kind) {
        std::vector<ReductionLoop> loops{{steps, 1, 40}};
        split_reductions(loops, kind, longest_fast_stretch);
        return loops.back().extent;
    };
    CHECK(walked(300, ScalarKind::F32) == 150);
    CHECK(walked(300, ScalarKind::I32) == 100);
    CHECK(walked(4 * 199, ScalarKind::I32) == 4 * 199);
    CHECK(walked(298, ScalarKind::I32) == 149);
}

TEST_CASE("a long sum without stretches is split into whole stretches and the rest") {
    CHECK(steps_of_contractions(split(product("5", "577", "f32"))) == Steps{65, 512});
    CHECK(steps_of_contractions(split(product("5", "8098", "f64"))) == Steps{34, 8064});
    CHECK(steps_of_contractions(split(product("5", "578", "f32"))) == Steps{578});
    CHECK(steps_of_contractions(split(product("5", "199", "f32"))) == Steps{199});
    CHECK(steps_of_contractions(split(product("5", "577", "i32"))) == Steps{577});
}

TEST_CASE("a split contraction has the results of the whole one") {
    const Program before = product("4", "577", "f64");
    check_same_results(before, split(before));
}

TEST_CASE("the parts of a narrow sum are rounded once") {
    const Program program = split(product("4", "577", "bf16"));
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::DotGeneral || op.code == OpCode::Add)
            CHECK(program.main().tensor(op.results[0]).element == ElementType::F32);
    CHECK(program.main().body.ops[program.main().body.ops.size() - 2].code == OpCode::Convert);
}

TEST_CASE("a convolution is split along its input features") {
    const Program program =
        program_of("(%x: tensor<1x8x8x263xf32>, %w: tensor<3x3x263x4xf32>) -> tensor<1x6x6x4xf32>", R"(
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x8x8x263xf32>, tensor<3x3x263x4xf32>) -> tensor<1x6x6x4xf32>
  return %r : tensor<1x6x6x4xf32>
)");
    CHECK(steps_of_contractions(split(program)) == Steps{7, 256});
}

TEST_CASE(
    "a convolution is split along long windows, whatever their order and the steps between their elements") {
    for (const char* reversal : {"false", "true"}) {
        const Program before =
            program_of("(%x: tensor<1x801x2xf64>, %w: tensor<263x1x4xf64>) -> tensor<1x93x4xf64>",
                       std::string(R"(
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
      window = {stride = [3], rhs_dilate = [2], reverse = [)") +
                           reversal + R"(]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
      : (tensor<1x801x2xf64>, tensor<263x1x4xf64>) -> tensor<1x93x4xf64>
  return %r : tensor<1x93x4xf64>
)");
        const Program after = split(before);
        std::vector<std::int64_t> windows;
        for (const Op& op : after.main().body.ops)
            if (op.code == OpCode::Convolution)
                windows.push_back(after.main().tensor(op.operands[1]).shape[0]);
        CHECK(windows == std::vector<std::int64_t>{7, 256});
        check_same_results(before, after);
    }
}

TEST_CASE("a convolution is split along a window whose other extent is too short for a stretch") {
    for (const char* reversal : {"false, false", "true, true"}) {
        const Program before = program_of(
            "(%x: tensor<1x133x9x1xf64>, %w: tensor<131x4x1x3xf64>) -> tensor<1x3x6x3xf64>", std::string(R"(
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {reverse = [)") + reversal + R"(]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x133x9x1xf64>, tensor<131x4x1x3xf64>) -> tensor<1x3x6x3xf64>
  return %r : tensor<1x3x6x3xf64>
)");
        const Program after = split(before);
        std::vector<std::vector<std::int64_t>> windows;
        for (const Op& op : after.main().body.ops)
            if (op.code == OpCode::Convolution) windows.push_back(after.main().tensor(op.operands[1]).shape);
        CHECK(windows == std::vector<std::vector<std::int64_t>>{{3, 4, 1, 3}, {128, 4, 1, 3}});
        check_same_results(before, after);
    }
}

TEST_CASE("a product over several dimensions is split if only all of them together are a sequence") {
    const auto parts = [](const std::string& lhs, const std::string& rhs) {
        const std::string types = "(tensor<" + lhs + "xf64>, tensor<" + rhs + "xf64>) -> tensor<5xf64>";
        const Program before =
            program_of("(%x: tensor<" + lhs + "xf64>, %y: tensor<" + rhs + "xf64>) -> tensor<5xf64>",
                       "  %r = stablehlo.dot_general %x, %y, contracting_dims = [0, 1] x [1, 0] : " + types +
                           "\n  return %r : tensor<5xf64>\n");
        const Program after = split(before);
        check_same_results(before, after);
        std::vector<std::vector<std::int64_t>> shapes;
        for (const Op& op : after.main().body.ops)
            if (op.code == OpCode::DotGeneral) shapes.push_back(after.main().tensor(op.operands[0]).shape);
        return shapes;
    };
    using Shapes = std::vector<std::vector<std::int64_t>>;
    CHECK(parts("131x4", "4x131x5") == Shapes{{3, 4}, {128, 4}});
    CHECK(parts("202x3", "3x202x5") == Shapes{{34, 3}, {168, 3}});
    CHECK(parts("4x131", "131x4x5") == Shapes{{4, 131}});  // a stretch of 131 steps
    CHECK(parts("132x4", "4x132x5") == Shapes{{132, 4}});  // stretches of 33 times 4 steps
    CHECK(parts("61x4", "4x61x5") == Shapes{{61, 4}});     // short enough
}
