#include "frontend/forms/bytecode/writer.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/bytecode/reader.h"
#include "frontend/forms/forms.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;

namespace {

std::string text(Program program) {
    for (Function& function : program.functions)
        for (Value& value : function.values) value.name.clear();
    return print_stablehlo_text(program);
}

/// Reads the program from text, and from the artifact written from it; both must be equal, locations
/// included.
std::string artifact_of(const std::string& source) {
    const Program program = read_stablehlo_text(source, "");
    verify(program);
    std::string artifact = write_portable_artifact(program);
    const Program again = read_bytecode(artifact, "");
    verify(again);
    CHECK(text(again) == text(program));
    CHECK(write_portable_artifact(again) == artifact);
    return artifact;
}

}  // namespace

TEST_CASE("a program written as an artifact is the same program") {
    artifact_of(R"(
        module @m attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32} {
          func.func public @main(%x: tensor<4x3xf32> {tf.aliasing_output = 0 : i32} loc("x"), %n: tensor<i32>)
              -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<4xi1>) {
            %zero = stablehlo.constant dense<0.0> : tensor<f32>
            %flags = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
            %narrow = stablehlo.constant dense<[-2, 7]> : tensor<2xi4>
            %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
              : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32> loc("model.py":3:4 to :9)
            %wide = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
            %r = func.call @twice(%wide) : (tensor<4x3xf32>) -> tensor<4x3xf32>
            return %r, %flags : tensor<4x3xf32>, tensor<4xi1>
          }
          func.func private @twice(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
            %y = stablehlo.add %x, %x : tensor<4x3xf32>
            return %y : tensor<4x3xf32>
          }
        })");
}

TEST_CASE("regions see the values around them, in the artifact too") {
    artifact_of(R"(
        func.func public @main(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %r:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<f32>
            cond {
              %more = stablehlo.compare GT, %i, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %more : tensor<i1>
            } do {
              %p = stablehlo.compare GT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
              %b = "stablehlo.if"(%p) ({
                stablehlo.return %x : tensor<f32>
              }, {
                %c = stablehlo.multiply %a, %x : tensor<f32>
                stablehlo.return %c : tensor<f32>
              }) : (tensor<i1>) -> tensor<f32>
              %j = stablehlo.subtract %i, %one : tensor<i32>
              stablehlo.return %j, %b : tensor<i32>, tensor<f32>
            }
          return %r#1 : tensor<f32>
        })");
}

TEST_CASE("fields of structured attributes in StableHLO are separate attributes in VHLO") {
    artifact_of(R"(
        func.func public @main(%x: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x4xf32>, %i: tensor<3x1xi32>,
                               %a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<1x6x6x4xf32> {
          %c = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
            {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
            : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
          %d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST]
            : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
          %g = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
            collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<3x1xi32>) -> tensor<3x3xf32>
          return %c : tensor<1x6x6x4xf32>
        })");
}

TEST_CASE("an attribute that StableHLO may omit has the value in VHLO that its absence means") {
    artifact_of(R"(
        func.func public @main(%x: tensor<4x5xf32>) -> tensor<4x4xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = "stablehlo.reduce_window"(%x, %zero) ({
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              %c = stablehlo.add %a, %b : tensor<f32>
              stablehlo.return %c : tensor<f32>
          }) {window_dimensions = array<i64: 1, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x4xf32>
          %1 = "stablehlo.sort"(%0) ({
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
              stablehlo.return %c : tensor<i1>
          }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
          %2 = "stablehlo.select_and_scatter"(%1, %1, %zero) ({
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
              stablehlo.return %c : tensor<i1>
          }, {
            ^bb0(%a: tensor<f32>, %b: tensor<f32>):
              %c = stablehlo.add %a, %b : tensor<f32>
              stablehlo.return %c : tensor<f32>
          }) {window_dimensions = array<i64: 1, 1>}
            : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
          return %2 : tensor<4x4xf32>
        })");
}

TEST_CASE("shardings go through the dialect sdy, with conversions around its ops") {
    const std::string artifact = artifact_of(R"(
        module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
          sdy.mesh @mesh = <["x"=2]>
          func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
            %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<4xf32>
            %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>]
                manual_axes={"x"} (%b: tensor<2xf32>) {
              %2 = stablehlo.add %b, %b : tensor<2xf32>
              sdy.return %2 : tensor<2xf32>
            } : (tensor<4xf32>) -> tensor<4xf32>
            return %1 : tensor<4xf32>
          }
        })");
    CHECK(artifact.find("unrealized_conversion_cast") != std::string::npos);
}

TEST_CASE("quantized and bounded types keep their parameters") {
    artifact_of(R"(
        func.func public @main(%x: tensor<?x2xf32, #stablehlo.bounds<4, ?>>,
            %q: tensor<4x!quant.uniform<i8:f32, 0.5:3>>, %p: tensor<2x!quant.uniform<u8:f32:0, {0.5:1, 0.25}>>)
            -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
          return %q : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
        })");
}

TEST_CASE("an artifact names the oldest release that knows all of its ops") {
    const auto producer = [](const std::string& artifact) { return artifact.substr(5, 17); };
    CHECK(producer(artifact_of(
              "func.func public @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }")) ==
          "StableHLO_v1.17.0");
    const std::string reduce = artifact_of(R"(
        func.func public @main(%x: tensor<f32>) -> tensor<f32> {
          %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
            : (tensor<f32>) -> tensor<f32>
          return %r : tensor<f32>
        })");
    CHECK(producer(reduce) == "StableHLO_v1.17.0");
    CHECK(reduce.find("collective_broadcast_v1") != std::string::npos);
}

TEST_CASE("an op without a form in VHLO is refused with its place") {
    const Program program = read_stablehlo_text(R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
          %y = chlo.bessel_i1e %x : tensor<f32> -> tensor<f32>
          return %y : tensor<f32>
        })",
                                                "p.mlir");
    try {
        write_portable_artifact(program);
        FAIL("it was written");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 123);
        CHECK(error.diagnostic().message == "chlo.bessel_i1e cannot be written as a portable artifact");
        CHECK(error.diagnostic().place.line == 2);
    }
}

TEST_CASE("the file name determines the form that is written") {
    CHECK(form_for_file("a.mlirbc").form == ProgramForm::MlirBytecode);
    CHECK(form_for_file("a.mlir.bc").form == ProgramForm::MlirBytecode);
    CHECK(form_for_file("a.mlir").form == ProgramForm::StablehloText);
    CHECK(form_for_file("a").form == ProgramForm::StablehloText);
    CHECK(form_called("artifact")->form == ProgramForm::MlirBytecode);
    CHECK(form_called("paper") == nullptr);
}

TEST_CASE("functions of an artifact may pass buffers and unranked tensors") {
    artifact_of(R"(
        func.func public @main(%b: memref<2x?xf32>, %c: memref<4xcomplex<f32>>, %t: tensor<*xi32>)
            -> (memref<2x?xf32>, memref<4xcomplex<f32>>, tensor<*xi32>) {
          return %b, %c, %t : memref<2x?xf32>, memref<4xcomplex<f32>>, tensor<*xi32>
        })");
}

TEST_CASE("a composite keeps its regions in an artifact") {
    artifact_of(R"(
        func.func public @main(%x: tensor<f32>) -> tensor<f32> {
          %r = "stablehlo.composite"(%x) ({
            %y = stablehlo.negate %x : tensor<f32>
            stablehlo.return %y : tensor<f32>
          }) {name = "my.op", decomposition = @f} : (tensor<f32>) -> tensor<f32>
          return %r : tensor<f32>
        }
        func.func private @f(%x: tensor<f32>) -> tensor<f32> {
          return %x : tensor<f32>
        })");
}

TEST_CASE("a custom call without operands keeps the layouts of its results in an artifact") {
    artifact_of(R"(
        func.func public @main() -> tensor<2x3xf32> {
          %r = stablehlo.custom_call @make() {operand_layouts = [], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}
            : () -> tensor<2x3xf32>
          return %r : tensor<2x3xf32>
        })");
}

TEST_CASE("CHLO functions become composites with decompositions in an artifact") {
    const auto compare = [](const std::string& op, int operands, std::vector<double> x,
                            std::vector<double> y) {
        INFO(op);
        const TensorType type{{static_cast<std::int64_t>(x.size())}, ElementType::F64, {}, {}};
        const std::string text = to_string(type);
        const Program program = read_stablehlo_text(
            "func.func @main(%x: " + text + ", %y: " + text + ") -> " + text + " {\n  %r = chlo." + op +
                " %x" + (operands == 2 ? ", %y : " + text + ", " + text : " : " + text) + " -> " + text +
                "\n  return %r : " + text + "\n}\n",
            "");
        verify(program);
        const Program again = read_bytecode(write_program(program, ProgramForm::MlirBytecode), "");
        verify(again);
        REQUIRE(again.functions.size() == 2);
        CHECK(again.functions[0].body.ops[0].code == OpCode::Composite);
        CHECK(again.functions[0].body.ops[0][attr::composite_name] == "chlo." + op);
        const std::vector<Literal> arguments = {Literal::from_values(type, x), Literal::from_values(type, y)};
        const Literal wanted = evaluate(program, arguments).at(0), given = evaluate(again, arguments).at(0);
        for (std::size_t i = 0; i < x.size(); i++) {
            const auto at = static_cast<std::int64_t>(i);
            INFO(x[i] << " " << y[i] << ": " << given.real(at) << " instead of " << wanted.real(at));
            if (std::isfinite(wanted.real(at))) {
                CHECK(given.real(at) == Approx(wanted.real(at)).epsilon(1e-12).margin(1e-14));
            } else {
                CHECK(std::isnan(given.real(at)) == std::isnan(wanted.real(at)));
                CHECK((std::isnan(wanted.real(at)) || given.real(at) == wanted.real(at)));
            }
        }
    };
    const std::vector<double> inside = {-1, -0.99, -0.5, -1e-9, 0, 1e-300, 0.3, 0.7, 0.999999, 1};
    const std::vector<double> all = {-700.5, -30.25, -8.5, -2.5, -1, -0.3,  0,  1e-9,
                                     0.6,    1.5,    2.75, 9,    27, 170.5, 720};
    const std::vector<double> above = {1, 1.000001, 1.5, 3, 1e10, 1e200};
    for (const char* op : {"asin", "acos", "atanh", "erf_inv"}) compare(op, 1, inside, inside);
    for (const char* op : {"atan", "asinh", "sinh", "cosh", "erf", "erfc", "lgamma"})
        compare(op, 1, all, all);
    compare("digamma", 1, {-2.5, -0.3, 0.1, 0.5, 1.5, 4, 30}, std::vector<double>(7));
    compare("acosh", 1, above, above);
    compare("bessel_i1e", 1, all, all);
    compare("zeta", 2, {1.5, 2, 3, 10.5, 1, 0.5}, {1, 0.5, 2.25, 7, 3, 2});
    compare("polygamma", 2, {0, 1, 2, 3, 5, 0.5}, {1.5, 0.5, 3, 2.25, 7, 2});
}

TEST_CASE("CHLO ops that stand for a few primitive ops become these in an artifact") {
    const Program program = read_stablehlo_text(R"(
        func.func @main(%x: tensor<3x2xf32>, %y: tensor<2xf32>, %i: tensor<4xi32>)
            -> (tensor<3x2xf32>, tensor<3x2xi1>, tensor<3x1xf32>, tensor<3x1xi32>, tensor<4xi32>) {
          %0 = chlo.broadcast_add %x, %y : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
          %1 = chlo.is_inf %x : tensor<3x2xf32> -> tensor<3x2xi1>
          %2, %3 = chlo.top_k(%x, k = 1) : tensor<3x2xf32> -> (tensor<3x1xf32>, tensor<3x1xi32>)
          %4 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
          return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<3x2xi1>, tensor<3x1xf32>, tensor<3x1xi32>, tensor<4xi32>
        })",
                                                "");
    verify(program);
    const Program again = read_bytecode(write_program(program, ProgramForm::MlirBytecode), "");
    verify(again);
    const TensorType matrix{{3, 2}, ElementType::F32, {}, {}};
    const std::vector<Literal> arguments = {
        Literal::from_values<double>(matrix, {1, 2, 3, -4, 1e300, 6}),
        Literal::from_values<double>(TensorType{{2}, ElementType::F32, {}, {}}, {10, 20}),
        Literal::from_values<std::int64_t>(TensorType{{4}, ElementType::I32, {}, {}},
                                           {1 << 20, -(1 << 20), 7, -1})};
    CHECK(evaluate(again, arguments) == evaluate(program, arguments));
}

TEST_CASE("CHLO scans, ragged dots, high-half products and complex functions can be written to an artifact") {
    const Program program = read_stablehlo_text(R"(
        func.func @main(%a: tensor<3x4xi32>, %c: tensor<4xi32>, %x: tensor<4x3xf32>, %y: tensor<2x3x5xf32>,
                        %i: tensor<3xi64>, %z: tensor<2xcomplex<f64>>)
            -> (tensor<3x4xi32>, tensor<4xi32>, tensor<4x5xf32>, tensor<3xi64>, tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) {
          %g = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
          %0:2 = chlo.scan(%a) inits (%c) dimension = 0 attributes {is_reverse = true} {
          ^bb0(%p: tensor<4xi32>, %q: tensor<4xi32>):
            %s = stablehlo.add %p, %q : tensor<4xi32>
            stablehlo.return %s, %s : tensor<4xi32>, tensor<4xi32>
          } : (tensor<3x4xi32>, tensor<4xi32>) -> (tensor<3x4xi32>, tensor<4xi32>)
          %1 = "chlo.ragged_dot"(%x, %y, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi64>) -> tensor<4x5xf32>
          %2 = chlo.mulhi %i, %i : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
          %3 = chlo.acos %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
          %4 = chlo.sinh %z : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>>
          return %0#0, %0#1, %1, %2, %3, %4 : tensor<3x4xi32>, tensor<4xi32>, tensor<4x5xf32>, tensor<3xi64>, tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
        })",
                                                "");
    verify(program);
    const Program again = read_bytecode(write_program(program, ProgramForm::MlirBytecode), "");
    verify(again);
    const auto integers = [](std::vector<std::int64_t> shape, ElementType element,
                             std::vector<std::int64_t> values) {
        return Literal::from_values<std::int64_t>({std::move(shape), element, {}, {}}, values);
    };
    std::vector<double> x(12), y(30);
    for (std::size_t i = 0; i < x.size(); i++) x[i] = static_cast<double>(i) - 5;
    for (std::size_t i = 0; i < y.size(); i++) y[i] = static_cast<double>(i % 7) - 3;
    const std::vector<double> parts = {0.5, -0.25, 3, 2};
    std::vector<std::byte> pairs(32);
    std::memcpy(pairs.data(), parts.data(), pairs.size());
    const std::vector<Literal> arguments = {
        integers({3, 4}, ElementType::I32, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
        integers({4}, ElementType::I32, {10, 20, 30, 40}),
        Literal::from_values<double>({{4, 3}, ElementType::F32, {}, {}}, x),
        Literal::from_values<double>({{2, 3, 5}, ElementType::F32, {}, {}}, y),
        integers({3}, ElementType::I64, {std::int64_t{1} << 40, -(std::int64_t{3} << 50), -1}),
        Literal({{2}, ElementType::C128, {}, {}}, pairs)};
    const std::vector<Literal> wanted = evaluate(program, arguments), given = evaluate(again, arguments);
    for (std::size_t i = 0; i < 4; i++) CHECK(given[i] == wanted[i]);
    const auto part = [](const Literal& literal, std::size_t i) {
        double value = 0;
        std::memcpy(&value, literal.bytes().data() + i * sizeof value, sizeof value);
        return value;
    };
    for (std::size_t i = 4; i < 6; i++)
        for (std::size_t k = 0; k < 4; k++)
            CHECK(part(given[i], k) == Approx(part(wanted[i], k)).epsilon(1e-12));
}

TEST_CASE("a program with elided constants cannot be written as an artifact") {
    const Program program = read_stablehlo_text(R"(func.func @main() -> tensor<4xf32> {
          %y = stablehlo.constant dense_resource<__elided__> : tensor<4xf32>
          return %y : tensor<4xf32>
        })",
                                                "p.mlir");
    verify(program);
    try {
        write_program(program, ProgramForm::MlirBytecode);
        FAIL("it was written");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 105);
        CHECK(error.diagnostic().place.line == 2);
    }
}
