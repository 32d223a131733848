#include <catch2/catch.hpp>
#include <set>

#include "driver/batches/differential.h"
#include "driver/execution/process.h"
#include "frontend/data/check.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/library_calls.h"
#include "frontend/random_programs/rules.h"
#include "frontend/random_programs/shrink.h"

using namespace hlo2c;
using namespace hlo2c::driver;
using namespace hlo2c::frontend::random_programs;
using frontend::Literal;
using frontend::OpCode;
using frontend::TestCase;
using frontend::TestOutcome;
using frontend::TestProgram;
using frontend::TestStatus;

namespace {

RandomProgram program(const std::string& text, std::vector<Literal> arguments) {
    return {frontend::read_stablehlo_text(text, "test.mlir"), std::move(arguments)};
}

Literal floats(std::vector<std::int64_t> shape, const std::vector<float>& values) {
    return Literal::from_values({std::move(shape), frontend::ElementType::F32, {}, {}}, values);
}

std::size_t op_count(const RandomProgram& random) {
    return random.program.main().body.ops.size() - 1;
}

}  // namespace

TEST_CASE("a seed and a number give the same program and arguments again") {
    for (const std::uint64_t number : {0, 1, 17}) {
        const RandomProgram first = random_program(5, number), again = random_program(5, number);
        CHECK(first.program == again.program);
        CHECK(first.arguments == again.arguments);
    }
    CHECK_FALSE(random_program(5, 1).program == random_program(5, 2).program);
    CHECK_FALSE(random_program(5, 1).program == random_program(6, 1).program);
}

TEST_CASE("random programs are printed so that they read back equal") {
    for (std::uint64_t number = 0; number < 100; number++) {
        const frontend::Program made = random_program(11, number).program;
        const std::string text = frontend::print_stablehlo_text(made);
        CHECK(frontend::print_stablehlo_text(frontend::read_stablehlo_text(text, "test.mlir")) == text);
    }
}

TEST_CASE("per-axis quantized tensors have that dimension") {
    for (std::uint64_t number = 4000; number < 5000; number++)
        for (const frontend::Function& function : random_program(32, number).program.functions)
            for (const frontend::Value& value : function.values) {
                if (!value.type.is_tensor() || !value.type.as_tensor().is_quantized()) continue;
                const frontend::TensorType& type = value.type.as_tensor();
                REQUIRE(type.quantization.front().axis < type.rank());
            }
}

TEST_CASE("within a few thousand programs, every rule generates its op, and every element type occurs") {
    std::set<OpCode> codes;
    std::set<frontend::ElementType> types;
    for (std::uint64_t number = 0; number < 4000; number++) {
        const frontend::Program made = random_program(3, number).program;
        for (const frontend::Function& function : made.functions) {
            frontend::for_each_op(function.body, [&](const frontend::Op& op) { codes.insert(op.code); });
            for (const frontend::Value& value : function.values)
                if (value.type.is_tensor()) types.insert(value.type.as_tensor().element);
        }
    }
    for (const Rule& rule : rules()) {
        INFO(frontend::spelling(rule.code));
        CHECK(codes.count(rule.code) == 1);
    }
    types.erase(frontend::ElementType::TF32);  // a precision of dots, not an element type of tensors
    CHECK(types.size() == static_cast<std::size_t>(frontend::ElementType::Index) - 1);
}

TEST_CASE("random programs have calls of libraries that the compiler knows") {
    std::set<std::string> targets;
    for (std::uint64_t number = 0; number < 2000; number++)
        for (const frontend::Function& function : random_program(3, number).program.functions)
            frontend::for_each_op(function.body, [&](const frontend::Op& op) {
                if (op.code != OpCode::CustomCall) return;
                CHECK(frontend::library_call(op) != frontend::LibraryCall::Unknown);
                targets.insert(op[attr::call_target_name]);
            });
    CHECK(targets.count("mhlo.topk") == 1);
    CHECK(targets.count("MoveToHost") == 1);
}

TEST_CASE("every eighth program is large enough for tiles, packed operands and threads") {
    std::size_t contractions = 0, maps = 0, reductions = 0;
    for (std::uint64_t number = 7; number < 8 * 120; number += 8) {
        const RandomProgram random = random_program(5, number);
        const frontend::Function& main = random.program.main();
        const auto elements = [&](frontend::ValueId value) {
            return main.type(value).is_tensor() ? main.tensor(value).element_count() : 0;
        };
        for (const frontend::Op& op : main.body.ops) {
            if (op.operands.empty() || op.results.empty()) continue;
            const std::int64_t from = elements(op.operands[0]), to = elements(op.results[0]);
            CHECK(to <= 1 << 19);
            const bool contracts = op.code == OpCode::DotGeneral || op.code == OpCode::Convolution;
            contractions += contracts && from + to > 10000;
            reductions += op.code == OpCode::Reduce && from >= 100000;
            const Rule* rule = rule_of(op.code);
            maps += rule != nullptr && rule->elementwise && to > 131072;
        }
    }
    CHECK(contractions > 20);
    CHECK(reductions > 5);
    CHECK(maps > 20);
}

TEST_CASE("every eighth program is a chain of convolutions, in either layout of images and of kernels") {
    std::set<std::pair<std::int64_t, std::int64_t>> layouts;
    std::size_t depthwise = 0, uneven = 0, padded = 0;
    for (std::uint64_t number = 3; number < 8 * 60; number += 8) {
        const RandomProgram random = random_program(5, number);
        const frontend::Function& main = random.program.main();
        std::size_t convolutions = 0;
        for (const frontend::Op& op : main.body.ops) {
            if (op.code != OpCode::Convolution) continue;
            convolutions++;
            const frontend::ConvolutionDimensions roles = op[attr::convolution_dimension_numbers];
            layouts.insert({roles.output_feature, roles.kernel_output_feature});
            const std::int64_t features =
                main.tensor(op.operands[0]).shape[static_cast<std::size_t>(roles.input_feature)];
            depthwise += features > 1 && op[attr::feature_group_count] == features;
            const std::vector<std::int64_t> padding = op[attr::padding.over(2)];
            uneven += padding[0] != padding[1];
            padded += padding[0] > 0;
        }
        CHECK((convolutions >= 2 && convolutions <= 4));
    }
    CHECK(layouts.size() == 4);
    CHECK(depthwise > 20);
    CHECK(uneven > 20);
    CHECK(padded > 40);
}

TEST_CASE("a program gives equal bits with several thread counts") {
    BatchOptions options;
    options.target = "native";
    const TemporaryDirectory folder;
    options.directory = folder.path();
    options.modes = {{"threads", "gcc", "-O1", {1, 2, 4}}};
    options.read = [](const TestCase&, const frontend::Observer&) {
        return judged_program(random_program(3, 7));
    };
    const TestCase test;
    std::vector<TestOutcome> outcomes;
    run_batch({&test}, options,
              {[](std::size_t) {}, [] {},
               [&](std::size_t, const TestOutcome& outcome) { outcomes.push_back(outcome); }});
    REQUIRE(outcomes.size() == 1);
    INFO(outcomes[0].reason);
    CHECK(outcomes[0].status == TestStatus::Passed);
}

TEST_CASE("a float sum is compared with a tolerance relative to its terms, a copy bit by bit") {
    const RandomProgram random = program(R"(
      func.func @main(%a: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<3xf32>) {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
            : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
        %copy = stablehlo.reverse %a, dims = [0] : tensor<3xf32>
        %sine = stablehlo.sine %a : tensor<3xf32>
        return %sum, %copy, %sine : tensor<f32>, tensor<3xf32>, tensor<3xf32>
      })",
                                         {floats({3}, {1000.1F, -1000.1F, 0.3F})});
    const TestProgram judged = judged_program(random);
    REQUIRE(judged.comparands.size() == 3);
    CHECK(judged.comparands[0].estimate->bound(0) == Approx(0x1p-24 * (3 * 2000.5 + 0.3)));
    CHECK(judged.comparands[1].estimate->is_exact());
    CHECK(judged.comparands[2].estimate->bound(2) == 2 * 0x1p-25);
}

TEST_CASE("a sum with cancellation is compared with a tolerance relative to its terms") {
    const RandomProgram random = program(R"(
      func.func @main(%a: tensor<6xf32>) -> (tensor<f32>, tensor<2xf32>, tensor<f32>) {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %sum = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
            : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
        %windows = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 3>,
            window_strides = array<i64: 3>}> ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %both = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %both : tensor<f32>
        }) : (tensor<6xf32>, tensor<f32>) -> tensor<2xf32>
        %largest = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [0]
            : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
        func.return %sum, %windows, %largest : tensor<f32>, tensor<2xf32>, tensor<f32>
      })",
                                         {floats({6}, {4.1F, -4.1F, 4.1F, -4.1F, 4.1F, -4.1F})});
    const TestProgram judged = judged_program(random);
    CHECK(judged.comparands[0].estimate->bound(0) == Approx(6 * 0x1p-24 * 24.6));
    CHECK(judged.comparands[1].estimate->bound(0) == Approx(0x1p-24 * (3 * 12.3 + 4.1)));
    CHECK(judged.comparands[2].estimate->is_exact());
}

TEST_CASE("a reduction over a bounded size is judged without the elements past the size") {
    const RandomProgram random =
        program(R"(
module {
  func.func public @main(%x: tensor<3xf32>, %n: tensor<i32>, %init: tensor<f32>) -> tensor<f32> {
    %part = stablehlo.set_dimension_size %x, %n, dim = 0
        : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<3>>
    %r = stablehlo.reduce(%part init: %init) applies stablehlo.minimum across dimensions = [0]
        : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<f32>) -> tensor<f32>
    func.return %r : tensor<f32>
  }
})",
                {floats({3}, {4, 2, 1}), Literal::scalar(frontend::ElementType::I32, std::int64_t{2}),
                 floats({}, {3})});
    const TestProgram judged = judged_program(random);
    REQUIRE(judged.comparands.size() == 1);
    CHECK(judged.comparands[0].estimate->value == floats({}, {2}));
}

TEST_CASE("a failing program shrinks to the failing op on sliced values") {
    const RandomProgram random = program(R"(
      func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
        %sum = stablehlo.add %a, %b : tensor<4xf32>
        %sine = stablehlo.sine %sum : tensor<4xf32>
        %floor = stablehlo.floor %sine : tensor<4xf32>
        %other = stablehlo.multiply %a, %floor : tensor<4xf32>
        return %other, %sum : tensor<4xf32>, tensor<4xf32>
      })",
                                         {floats({4}, {1, 2, 3, 4}), floats({4}, {4, 3, 2, 1})});
    const auto has_sine = [](const std::vector<RandomProgram>& programs) {
        for (std::size_t i = 0; i < programs.size(); i++)
            for (const frontend::Op& op : programs[i].program.main().body.ops)
                if (op.code == OpCode::Sine) return static_cast<int>(i);
        return -1;
    };
    const RandomProgram small = shrink(random, has_sine);
    CHECK(op_count(small) == 1);
    CHECK(small.program.main().body.ops[0].code == OpCode::Sine);
    REQUIRE(small.arguments.size() == 1);
    CHECK(small.arguments[0].type().element_count() == 1);
}
