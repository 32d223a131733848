#include "scheduler/rewrite/narrow_integers.h"

#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::ElementType;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

/// Every pattern of the low bits of each element, and some of the high ones.
std::vector<Literal> any_arguments(const Program& program) {
    std::vector<Literal> arguments;
    for (const auto value : program.main().arguments()) {
        const hlo2c::frontend::TensorType& type = program.main().tensor(value);
        std::vector<std::int64_t> elements;
        for (std::int64_t i = 0; i < type.element_count(); i++)
            elements.push_back((i * 2654435761 + static_cast<std::int64_t>(arguments.size()) * 40503) >> 7);
        arguments.push_back(Literal::from_values(type, elements));
    }
    return arguments;
}

/// The element type in which the program multiplies, adds, ... after the rewrite, which changes no result.
ElementType computed_in(OpCode code, const std::string& signature, const std::string& body,
                        int vector_bytes = 32) {
    const Program before = program_of(signature, body);
    Program after = before;
    Target target;
    target.vector_bytes = vector_bytes;
    narrow_integers(after, target);
    hlo2c::frontend::verify(after);
    const std::vector<Literal> arguments = any_arguments(before);
    CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
    for (const Op& op : after.main().body.ops)
        if (op.code == code) return after.main().tensor(op.results[0]).element;
    FAIL("no such op");
    return ElementType::F32;
}

/// (77 x + 150 y) `shift` 8, computed in `type` and converted to bytes. `leaf` is the type of x and y.
std::string weighted(const std::string& leaf, const std::string& type, const std::string& shift,
                     const std::string& weight = "150") {
    const std::string wide = "tensor<512x" + type + ">";
    return R"(
  %a = stablehlo.convert %x : (tensor<512x)" +
           leaf + ">) -> " + wide + R"(
  %b = stablehlo.convert %y : (tensor<512x)" +
           leaf + ">) -> " + wide + R"(
  %ca = stablehlo.constant dense<77> : )" +
           wide + R"(
  %cb = stablehlo.constant dense<)" +
           weight + "> : " + wide + R"(
  %eight = stablehlo.constant dense<8> : )" +
           wide + R"(
  %pa = stablehlo.multiply %a, %ca : )" +
           wide + R"(
  %pb = stablehlo.multiply %b, %cb : )" +
           wide + R"(
  %s = stablehlo.add %pa, %pb : )" +
           wide + R"(
  %h = stablehlo.)" +
           shift + " %s, %eight : " + wide + R"(
  %r = stablehlo.convert %h : ()" +
           wide + R"() -> tensor<512xui8>
  return %r : tensor<512xui8>
)";
}

const std::string of_bytes = "(%x: tensor<512xui8>, %y: tensor<512xui8>) -> tensor<512xui8>";
const std::string of_signed_bytes = "(%x: tensor<512xi8>, %y: tensor<512xi8>) -> tensor<512xui8>";

/// The low byte of the sum of eight words, or of what `before` makes of them in %v.
std::string low_byte_of_sum(const std::string& before, const std::string& combiner = "add") {
    return before + R"(
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %t = stablehlo.reduce(%v init: %zero) applies stablehlo.)" +
           combiner + R"( across dimensions = [1] : (tensor<64x8xui32>, tensor<ui32>) -> tensor<64xui32>
  %r = stablehlo.convert %t : (tensor<64xui32>) -> tensor<64xui8>
  return %r : tensor<64xui8>
)";
}

}  // namespace

TEST_CASE("weighted sums of bytes are computed in 16 bits") {
    CHECK(computed_in(OpCode::Multiply, of_bytes, weighted("ui8", "ui32", "shift_right_logical")) ==
          ElementType::UI16);
    CHECK(computed_in(OpCode::Multiply, of_bytes, weighted("ui8", "i32", "shift_right_arithmetic")) ==
          ElementType::UI16);
    CHECK(computed_in(OpCode::Multiply, of_signed_bytes,
                      weighted("i8", "i32", "shift_right_arithmetic", "150")) == ElementType::I16);
}

TEST_CASE("zeros that are shifted in above the bits that are kept change nothing") {
    CHECK(computed_in(OpCode::Multiply, of_signed_bytes, weighted("i8", "i32", "shift_right_logical")) ==
          ElementType::I16);
    for (const std::string amount : {"1", "15"}) {
        std::string body = weighted("i8", "i32", "shift_right_logical");
        body.replace(body.find("dense<8>"), 8, "dense<" + amount + ">");
        CHECK(computed_in(OpCode::Multiply, of_signed_bytes, body) == ElementType::I16);
    }
}

TEST_CASE("sums that 16 bits do not hold stay as wide as they are") {
    CHECK(computed_in(OpCode::Multiply, of_bytes, weighted("ui8", "ui32", "shift_right_logical", "181")) ==
          ElementType::UI32);
    CHECK(computed_in(OpCode::Multiply, of_signed_bytes,
                      weighted("i8", "i32", "shift_right_arithmetic", "180")) == ElementType::I32);
}

TEST_CASE("sums whose low byte is kept are computed in bytes") {
    const std::string signature = "(%x: tensor<64x8xui8>) -> tensor<64xui8>";
    const std::string converted = "  %v = stablehlo.convert %x : (tensor<64x8xui8>) -> tensor<64x8xui32>";
    CHECK(computed_in(OpCode::Reduce, signature, low_byte_of_sum(converted)) == ElementType::UI8);
    CHECK(computed_in(OpCode::Reduce, signature, low_byte_of_sum(converted, "maximum")) == ElementType::UI32);
    CHECK(computed_in(OpCode::Reduce, signature, low_byte_of_sum(converted), 4) == ElementType::UI32);
}

TEST_CASE("values of a wide type, and those that others read, stay") {
    CHECK(computed_in(OpCode::Reduce, "(%v: tensor<64x8xui32>) -> tensor<64xui8>", low_byte_of_sum("")) ==
          ElementType::UI32);
    CHECK(computed_in(OpCode::Add, "(%x: tensor<64xui8>) -> (tensor<64xui8>, tensor<64xui32>)", R"(
  %v = stablehlo.convert %x : (tensor<64xui8>) -> tensor<64xui32>
  %s = stablehlo.add %v, %v : tensor<64xui32>
  %r = stablehlo.convert %s : (tensor<64xui32>) -> tensor<64xui8>
  return %r, %s : tensor<64xui8>, tensor<64xui32>
)") == ElementType::UI32);
}

TEST_CASE("limits are computed in a type that holds what they limit") {
    const auto limited = [](const std::string& limit) {
        return R"(
  %a = stablehlo.convert %x : (tensor<512xi8>) -> tensor<512xi32>
  %b = stablehlo.convert %y : (tensor<512xi8>) -> tensor<512xi32>
  %s = stablehlo.subtract %a, %b : tensor<512xi32>
  %least = stablehlo.constant dense<)" +
               limit + R"(> : tensor<i32>
  %most = stablehlo.constant dense<100> : tensor<i32>
  %c = stablehlo.clamp %least, %s, %most : (tensor<i32>, tensor<512xi32>, tensor<i32>) -> tensor<512xi32>
  %r = stablehlo.convert %c : (tensor<512xi32>) -> tensor<512xui8>
  return %r : tensor<512xui8>
)";
    };
    CHECK(computed_in(OpCode::Clamp, of_signed_bytes, limited("-100")) == ElementType::I16);
    CHECK(computed_in(OpCode::Clamp, of_signed_bytes, limited("-100000")) == ElementType::I32);
}
