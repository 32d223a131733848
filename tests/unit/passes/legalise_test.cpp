#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "frontend/data/compare.h"
#include "frontend/passes/legalise_complex.h"
#include "frontend/passes/legalise_quantization.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

Literal pairs(std::vector<std::int64_t> shape, const std::vector<float>& parts) {
    std::vector<std::byte> bytes(parts.size() * sizeof(float));
    std::memcpy(bytes.data(), parts.data(), bytes.size());
    return Literal({std::move(shape), ElementType::C64, {}, {}}, std::move(bytes));
}

bool has_complex_inside(const Program& program) {
    bool found = false;
    for_each_op(program.main().body, [&](const Op& op) {
        for (ValueId result : op.results)
            found = found || (op.code != OpCode::Complex && program.main().type(result).is_tensor() &&
                              is_complex(program.main().tensor(result).element));
    });
    return found;
}

/// The program has equal results before and after, on four complex numbers with these `parts`, and keeps no
/// complex tensor except its result.
void check_complex(const std::string& body, const std::string& result = "tensor<4xcomplex<f32>>",
                   const std::vector<float>& parts = {0.5F, -0.25F, 0.75F, 2, -1.5F, 0.125F, -0.5F, -3}) {
    Program program = program_of("func.func @main(%a: tensor<4xcomplex<f32>>) -> " + result + " {\n" + body +
                                 "\nreturn %r : " + result + "\n}\n");
    const Literal argument = pairs({4}, parts);
    const std::vector<Literal> before = evaluate(program, std::vector{argument});
    legalise_complex(program);
    verify(program);
    const std::vector<Literal> after = evaluate(program, std::vector{argument});
    const Comparison verdict = compare(after.at(0), before.at(0), {1e-5, 0});
    INFO(body << "\n" << verdict.text);
    CHECK(verdict.equal);
    CHECK_FALSE(has_complex_inside(program));
}

}  // namespace

TEST_CASE("The remainder of complex numbers has no meaning, and the error says so") {
    Program program = program_of(
        "func.func @main(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {\n"
        "%r = stablehlo.remainder %a, %a : tensor<4xcomplex<f32>>\nreturn %r : tensor<4xcomplex<f32>>\n}\n");
    const std::string reason = "no specification defines the remainder of complex numbers";
    CHECK_THROWS_WITH(evaluate(program, std::vector{pairs({4}, {1, 2, 3, 4, 5, 6, 7, 8})}),
                      Catch::Contains(reason));
    CHECK_THROWS_WITH(legalise_complex(program), Catch::Contains(reason));
}

TEST_CASE("Functions of complex numbers are computed on their parts") {
    for (const std::string name :
         {"negate", "sign", "sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log",
          "log_plus_one", "logistic", "tanh", "sine", "cosine", "tan"})
        check_complex("%r = stablehlo." + name + " %a : tensor<4xcomplex<f32>>");
    for (const std::string name :
         {"sinh", "cosh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "conj", "square"})
        check_complex("%r = chlo." + name + " %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>");
    for (const std::string name :
         {"add", "subtract", "multiply", "divide", "power", "atan2", "maximum", "minimum"})
        check_complex("%b = stablehlo.reverse %a, dims = [0] : tensor<4xcomplex<f32>>\n%r = stablehlo." +
                      name + " %a, %b : tensor<4xcomplex<f32>>");
    check_complex("%r = stablehlo.abs %a : (tensor<4xcomplex<f32>>) -> tensor<4xf32>", "tensor<4xf32>");
}

TEST_CASE("Functions of complex numbers hold at the largest numbers and at infinity") {
    constexpr float largest = 3.4e38F, infinity = std::numeric_limits<float>::infinity();
    for (const std::string name : {"asin", "acos", "atan", "asinh", "acosh", "atanh", "square"})
        for (const float size : {largest, infinity})
            check_complex("%r = chlo." + name + " %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>",
                          "tensor<4xcomplex<f32>>", {size, size, -size, 1, 2, -size, -size, -size});
    check_complex("%r = stablehlo.sqrt %a : tensor<4xcomplex<f32>>", "tensor<4xcomplex<f32>>",
                  {largest, largest, -largest, 1, 1e-45F, 1e-45F, -infinity, 1});
}

TEST_CASE("Quotients of infinite, zero and other complex numbers follow annex G of C") {
    constexpr float infinity = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> numbers = {infinity, -infinity, 0.0F, -0.0F, 2.0F, -1e-45F, 3e38F, nan};
    for (const float re : numbers)
        for (const float im : numbers)
            for (std::size_t i = 0; i < numbers.size(); i += 2)
                check_complex(
                    "%b = stablehlo.reverse %a, dims = [0] : tensor<4xcomplex<f32>>\n"
                    "%r = stablehlo.divide %a, %b : tensor<4xcomplex<f32>>",
                    "tensor<4xcomplex<f32>>",
                    {re, im, numbers[i + 1], 1, numbers[i], numbers[i + 1], -re, im});
}

TEST_CASE("Sums and products of complex tensors are sums and products of their parts") {
    check_complex(
        "%r = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<4xcomplex<f32>>, "
        "tensor<4xcomplex<f32>>) -> tensor<complex<f32>>",
        "tensor<complex<f32>>");
    const std::string one = "%i = stablehlo.constant dense<(1.0, 0.5)> : tensor<complex<f32>>\n";
    for (const std::string op : {"add", "multiply"})
        check_complex(one + "%r = stablehlo.reduce(%a init: %i) applies stablehlo." + op +
                          " across dimensions = [0] : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> "
                          "tensor<complex<f32>>",
                      "tensor<complex<f32>>");
}

TEST_CASE("Loops carry the parts of complex values") {
    check_complex(R"(
%zero = stablehlo.constant dense<0> : tensor<i32>
%n, %r = stablehlo.while(%i = %zero, %z = %a) : tensor<i32>, tensor<4xcomplex<f32>>
cond {
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %more : tensor<i1>
} do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %half = stablehlo.constant dense<(0.5, 0.25)> : tensor<4xcomplex<f32>>
  %w = stablehlo.multiply %z, %half : tensor<4xcomplex<f32>>
  stablehlo.return %next, %w : tensor<i32>, tensor<4xcomplex<f32>>
})");
}

TEST_CASE("Ops that are not split get interleaved pairs") {
    Program program = program_of(R"(func.func @main(%a: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %b = stablehlo.add %a, %a : tensor<4xcomplex<f32>>
  %f = stablehlo.fft %b, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %r = stablehlo.real %f : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %r : tensor<4xf32>
})");
    legalise_complex(program);
    verify(program);
    CHECK(ops_of(program) ==
          std::vector<std::string>{"real", "imag", "real", "imag", "add", "add", "complex", "fft", "real"});
}

TEST_CASE("Quantized arithmetic gives what the formulas of the specification give") {
    const std::string q = "tensor<2x2x!quant.uniform<i8:f32, 0.5:-3>>";
    const std::string w = "tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.25, 0.125}>>";
    const std::string wide = "tensor<2x2x!quant.uniform<i32:f32:1, {0.125, 0.0625}>>";
    Program program = program_of(
        "func.func @main(%x: tensor<2x2xf32>, %w: " + w + ") -> (tensor<2x2xf32>, " + q +
        ", tensor<2x2xf32>) {\n" + "%q = stablehlo.uniform_quantize %x : (tensor<2x2xf32>) -> " + q + "\n" +
        "%d = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (" + q + ", " + w + ") -> " +
        wide + "\n" + "%o = stablehlo.uniform_dequantize %d : (" + wide + ") -> tensor<2x2xf32>\n" +
        "%s = stablehlo.add %q, %q : " + q + "\n" +
        "%h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, " + w +
        ") -> tensor<2x2xf32>\n" + "return %o, %s, %h : tensor<2x2xf32>, " + q + ", tensor<2x2xf32>\n}\n");
    const std::vector<Literal> arguments = {
        Literal::from_values<float>({{2, 2}, ElementType::F32, {}, {}}, {1.3F, -7.25F, 100, 0.25F}),
        Literal::from_values<int>(program.main().tensor(program.main().arguments()[1]), {3, -100, 127, 5})};
    const std::vector<Literal> before = evaluate(program, arguments);
    legalise_quantization(program);
    verify(program);
    for (const Value& value : program.main().values) CHECK_FALSE(value.type.as_tensor().is_quantized());
    const Literal plain(program.main().tensor(program.main().arguments()[1]),
                        {arguments[1].bytes().begin(), arguments[1].bytes().end()});
    const std::vector<Literal> after = evaluate(program, std::vector{arguments[0], plain});
    for (std::size_t i = 0; i < before.size(); i++)
        CHECK(std::memcmp(before[i].bytes().data(), after[i].bytes().data(), before[i].bytes().size()) == 0);
}

TEST_CASE("contractions of quantized bytes add up integers exactly, and scale once") {
    const std::string q = "tensor<2x300x!quant.uniform<i8:f32, 0.1",
                      w = "tensor<300x2x!quant.uniform<i8:f32:1, {0.1, 0.3}>>";
    for (const std::string zero_point : {"", ":7"}) {
        const std::string a = q + zero_point + ">>";
        Program program = program_of("func.func @main(%a: " + a + ", %b: " + w + ") -> tensor<2x2xf32> {\n" +
                                     "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (" +
                                     a + ", " + w + ") -> tensor<2x2xf32>\nreturn %r : tensor<2x2xf32>\n}\n");
        std::vector<std::int64_t> lhs, rhs, sums(4), magnitudes(4);
        for (std::int64_t i = 0; i < 600; i++) {
            lhs.push_back(i * 37 % 251 - 125);
            rhs.push_back(i * 91 % 247 - 120);
        }
        for (std::size_t i = 0; i < 4; i++)
            for (std::size_t k = 0; k < 300; k++) {
                const std::int64_t product =
                    (lhs[i / 2 * 300 + k] - (zero_point.empty() ? 0 : 7)) * rhs[k * 2 + i % 2];
                sums[i] += product;
                magnitudes[i] += std::abs(product);
            }
        const std::vector<Literal> arguments = {
            Literal::from_values(program.main().tensor(program.main().arguments()[0]), lhs),
            Literal::from_values(program.main().tensor(program.main().arguments()[1]), rhs)};
        const std::vector<Literal> before = evaluate(program, arguments);
        legalise_quantization(program);
        verify(program);
        for_each_op(program.main().body, [&](const Op& op) {
            if (op.code != OpCode::DotGeneral) return;
            CHECK(program.main().tensor(op.results[0]).element == ElementType::I32);
            CHECK(program.main().tensor(op.operands[1]).element ==
                  (zero_point.empty() ? ElementType::I8 : ElementType::I16));
        });
        std::vector<Literal> stored;
        for (std::size_t i = 0; i < 2; i++)
            stored.push_back(Literal::from_values(program.main().tensor(program.main().arguments()[i]),
                                                  i == 0 ? lhs : rhs));
        const std::vector<Literal> after = evaluate(program, stored);
        for (std::size_t i = 0; i < 4; i++) {
            const float scale = 0.1F * (i % 2 == 0 ? 0.1F : 0.3F);
            const double found = after[0].real(static_cast<std::int64_t>(i));
            CHECK(found == static_cast<float>(sums[i]) * scale);
            // The formula as written rounds both factors of each product.
            const double written = before[0].real(static_cast<std::int64_t>(i));
            CHECK(std::fabs(found - written) <= 0x1p-22 * static_cast<double>(magnitudes[i]) * scale);
        }
    }
}

TEST_CASE("contractions whose integer sums may overflow stay in floats") {
    const std::string a = "tensor<1x40000x!quant.uniform<i8:f32, 0.5>>",
                      b = "tensor<40000x1x!quant.uniform<i8:f32, 0.5>>";
    Program program = program_of("func.func @main(%a: " + a + ", %b: " + b + ") -> tensor<1x1xf32> {\n" +
                                 "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (" + a +
                                 ", " + b + ") -> tensor<1x1xf32>\nreturn %r : tensor<1x1xf32>\n}\n");
    legalise_quantization(program);
    for_each_op(program.main().body, [&](const Op& op) {
        if (op.code == OpCode::DotGeneral)
            CHECK(program.main().tensor(op.operands[0]).element == ElementType::F32);
    });
}
