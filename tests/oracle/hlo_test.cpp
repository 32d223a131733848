#include "frontend/forms/hlo_text/program.h"
#include "frontend/passes/flatten_tuples.h"
#include "tests/oracle/programs.h"

using namespace hlo2c::frontend;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<Literal> run_hlo(const std::string& computation, const std::vector<Literal>& arguments) {
    Program program = read_hlo_text_program("HloModule m\n" + computation, "test.hlo");
    upgrade_custom_calls(program);
    verify(program);
    return evaluate(program, arguments);
}

Literal f32(std::vector<std::int64_t> shape, const Numbers& values) {
    return array(ElementType::F32, std::move(shape), values);
}

bool same(const Numbers& found, const Numbers& expected) {
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                      [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
}

}  // namespace

TEST_CASE("reduce-precision to five and ten bits is NumPy's float16, with subnormal numbers as zero") {
    CHECK(same(numbers(run_hlo("ENTRY e {\n a = f32[9] parameter(0)\n ROOT r = f32[9] reduce-precision(a), "
                               "exponent_bits=5, mantissa_bits=10\n}",
                               {f32({9}, {0.1, 1.0005, -3.14159265, 65519, 65520, 6.2e-5, 6.0e-5, -infinite,
                                          not_a_number})})
                           .at(0)),
               {0.0999755859375, 1.0009765625, -3.140625, 65504, infinite, 6.198883056640625e-05, 0,
                -infinite, not_a_number}));
}

TEST_CASE("reduce-precision without a mantissa leaves powers of two, and NaN as it is") {
    // numpy: (bits + 0x3fffff + (bits >> 23 & 1)) & 0xff800000 of the bits of float32, as XLA's emitters do.
    CHECK(same(numbers(run_hlo("ENTRY e {\n a = f32[6] parameter(0)\n ROOT r = f32[6] reduce-precision(a), "
                               "exponent_bits=8, mantissa_bits=0\n}",
                               {f32({6}, {1.25, 1.75, 3.0, 6.0, -0.4, not_a_number})})
                           .at(0)),
               {1, 2, 2, 8, -0.5, not_a_number}));
}

TEST_CASE("topk is NumPy's stable argsort, of the largest and of the smallest") {
    // a = [3, -1, 7, 3, 0, 7, -1]: argsort(-a, kind='stable')[:4], argsort(a, kind='stable')[:4]
    const auto first = [](const std::string& largest) {
        return run_hlo(
            "ENTRY e {\n a = f32[7] parameter(0)\n ROOT r = (f32[4], s32[4]) topk(a), k=4, largest=" +
                largest + "\n}",
            {f32({7}, {3, -1, 7, 3, 0, 7, -1})});
    };
    CHECK(numbers(first("true").at(0)) == Numbers{7, 7, 3, 3});
    CHECK(numbers(first("true").at(1)) == Numbers{2, 5, 0, 3});
    CHECK(numbers(first("false").at(0)) == Numbers{-1, -1, 0, 3});
    CHECK(numbers(first("false").at(1)) == Numbers{1, 6, 4, 0});
}

TEST_CASE("topk of unsigned and of negative integers follows their values") {
    const auto first = [](ElementType type, const std::string& name, const Numbers& values) {
        return numbers(run_hlo("ENTRY e {\n a = " + name + "[4] parameter(0)\n ROOT r = (" + name +
                                   "[2], s32[2]) topk(a), k=2, largest=false\n}",
                               {array(type, {4}, values)})
                           .at(1));
    };
    CHECK(first(ElementType::UI8, "u8", {200, 3, 255, 4}) == Numbers{1, 3});
    CHECK(first(ElementType::I8, "s8", {100, -3, -128, 4}) == Numbers{2, 1});
}

TEST_CASE("a stochastic conversion rounds up if the fraction exceeds the random number over 2^32") {
    CHECK(numbers(run_hlo("ENTRY e {\n a = f32[7] parameter(0)\n r = u32[7] parameter(1)\n ROOT s = s8[7] "
                          "stochastic-convert(a, r)\n}",
                          {f32({7}, {2.25, 2.25, -1.5, -1.5, 300, -infinite, not_a_number}),
                           array(ElementType::UI32, {7}, {1073741823, 1073741824, 0, 4294967295, 0, 0, 0})})
                      .at(0)) == Numbers{3, 2, -2, -1, 127, -128, 0});
}

TEST_CASE("booleans are bytes in a bitcast, and numbers in an iota and a dot") {
    CHECK(numbers(run_hlo("ENTRY e {\n a = pred[2] parameter(0)\n ROOT b = u8[2] bitcast-convert(a)\n}",
                          {array(ElementType::I1, {2}, {0, 1})})
                      .at(0)) == Numbers{0, 1});
    CHECK(numbers(run_hlo("ENTRY e {\n a = u8[3] parameter(0)\n ROOT b = pred[3] bitcast-convert(a)\n}",
                          {array(ElementType::UI8, {3}, {0, 1, 2})})
                      .at(0)) == Numbers{0, 1, 1});
    // numpy.arange(3).astype(bool)
    CHECK(numbers(run_hlo("ENTRY e {\n ROOT b = pred[3] iota(), iota_dimension=0\n}", {}).at(0)) ==
          Numbers{0, 1, 1});
    // [[1, 1], [0, 0]] @ [[1, 0], [1, 0]] of bool
    CHECK(numbers(run_hlo("ENTRY e {\n a = pred[2,2] parameter(0)\n b = pred[2,2] parameter(1)\n ROOT d = "
                          "pred[2,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}",
                          {array(ElementType::I1, {2, 2}, {1, 1, 0, 0}),
                           array(ElementType::I1, {2, 2}, {1, 0, 1, 0})})
                      .at(0)) == Numbers{1, 0, 0, 0});
}

TEST_CASE("a dot of integers with floats is NumPy's product after conversion") {
    // array([[1, -2], [3, 4]], int8) @ array([[0.5, 1.25], [-0.75, 2]], float32)
    CHECK(numbers(run_hlo("ENTRY e {\n a = s8[2,2] parameter(0)\n b = f32[2,2] parameter(1)\n ROOT d = "
                          "f32[2,2] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}",
                          {array(ElementType::I8, {2, 2}, {1, -2, 3, 4}), f32({2, 2}, {0.5, 1.25, -0.75, 2})})
                      .at(0)) == Numbers{2, -2.75, -1.5, 11.75});
}

TEST_CASE("a scaled dot is NumPy's product of operands times their repeated scales") {
    // (a * repeat(s, 2, 1)) @ (b * repeat(t, 4, 0)), s = [[2, 0.5], [1, 4]], t = [[0.25, 8]]
    CHECK(numbers(
              run_hlo("ENTRY e {\n a = f32[2,4] parameter(0)\n b = f32[4,2] parameter(1)\n s = f32[2,2] "
                      "parameter(2)\n t = f32[1,2] parameter(3)\n ROOT d = f32[2,2] scaled-dot(a, b, s, "
                      "t), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}",
                      {f32({2, 4}, {1, 2, 3, -4, 0.5, 1, -2, 0.25}), f32({4, 2}, {1, 0, -1, 2, 0.5, 3, 1, 1}),
                       f32({2, 2}, {2, 0.5, 1, 4}), f32({1, 2}, {0.25, 8})})
                  .at(0)) == Numbers{-0.8125, 84, -0.875, -168});
}

TEST_CASE("starts of a slice may be one vector, as in older programs") {
    // arange(12).reshape(3, 4)[1:3, 2:4], the second start moved from 3
    CHECK(numbers(run_hlo("ENTRY e {\n a = s32[3,4] parameter(0)\n i = s32[2] parameter(1)\n ROOT d = "
                          "s32[2,2] dynamic-slice(a, i), dynamic_slice_sizes={2,2}\n}",
                          {array(ElementType::I32, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
                           array(ElementType::I32, {2}, {1, 3})})
                      .at(0)) == Numbers{6, 7, 10, 11});
    CHECK(numbers(run_hlo("ENTRY e {\n a = s32[4] parameter(0)\n u = s32[2] parameter(1)\n i = s32[1] "
                          "parameter(2)\n ROOT d = s32[4] dynamic-update-slice(a, u, i)\n}",
                          {array(ElementType::I32, {4}, {0, 1, 2, 3}), array(ElementType::I32, {2}, {8, 9}),
                           array(ElementType::I32, {1}, {1})})
                      .at(0)) == Numbers{0, 8, 9, 3});
}

TEST_CASE("Threefry without its state gives the published words") {
    // Random123, known answers of threefry2x32 with 20 rounds: key 0 and counter 0.
    CHECK(numbers(run_hlo("ENTRY e {\n s = u64[2] parameter(0)\n ROOT r = u32[2] rng-bit-generator(s), "
                          "algorithm=rng_three_fry\n}",
                          {array(ElementType::UI64, {2}, {0, 0})})
                      .at(0)) == Numbers{0x6B200159, 0x99BA4EFE});
}

TEST_CASE("the parts of a real number are the number and zero, and a select may be between tuples") {
    CHECK(numbers(run_hlo("ENTRY e {\n a = f32[2] parameter(0)\n ROOT r = f32[2] imag(a)\n}",
                          {f32({2}, {1.5, -2})})
                      .at(0)) == Numbers{0, 0});
    CHECK(numbers(run_hlo("ENTRY e {\n a = f32[2] parameter(0)\n ROOT r = f32[2] real(a)\n}",
                          {f32({2}, {1.5, -2})})
                      .at(0)) == Numbers{1.5, -2});
    const std::vector<Literal> chosen = run_hlo(
        "ENTRY e {\n p = pred[] parameter(0)\n a = f32[] parameter(1)\n b = s32[] parameter(2)\n c = "
        "f32[] parameter(3)\n d = s32[] parameter(4)\n t = (f32[], s32[]) tuple(a, b)\n u = (f32[], "
        "s32[]) tuple(c, d)\n ROOT r = (f32[], s32[]) select(p, t, u)\n}",
        {array(ElementType::I1, {}, {0}), f32({}, {1}), array(ElementType::I32, {}, {2}), f32({}, {3}),
         array(ElementType::I32, {}, {4})});
    CHECK(numbers(chosen.at(0)) == Numbers{3});
    CHECK(numbers(chosen.at(1)) == Numbers{4});
}

TEST_CASE("leaves of the entry point's tuples come in order, nested ones included") {
    Program program = read_stablehlo_text(
        "func.func @main(%t: tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>, %x: tensor<i32>) -> "
        "tuple<tuple<tensor<i32>, tensor<i32>>, tensor<i32>> {\n"
        "%a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>) -> "
        "tensor<i32>\n"
        "%p = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tuple<tensor<i32>, tensor<i32>>>) -> "
        "tuple<tensor<i32>, tensor<i32>>\n"
        "%b = stablehlo.get_tuple_element %p[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>\n"
        "%d = stablehlo.subtract %a, %b : tensor<i32>\n"
        "%q = stablehlo.tuple %d, %x : tuple<tensor<i32>, tensor<i32>>\n"
        "%r = stablehlo.tuple %q, %a : tuple<tuple<tensor<i32>, tensor<i32>>, tensor<i32>>\n"
        "return %r : tuple<tuple<tensor<i32>, tensor<i32>>, tensor<i32>>\n}",
        "test.mlir");
    flatten_tuples(program);
    verify(program);
    const auto number = [](double value) { return array(ElementType::I32, {}, {value}); };
    std::vector<double> found;
    for (const Literal& result : evaluate(program, std::vector{number(10), number(20), number(3), number(4)}))
        found.push_back(result.real(0));
    CHECK(found == std::vector<double>{7, 4, 10});
}
