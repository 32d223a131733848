#include "frontend/forms/bytecode/reader.h"

#include <catch2/catch.hpp>

#include "frontend/forms/bytecode/byte_reader.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ops/verify.h"
#include "tests/unit/bytecode/file_builder.h"

using namespace hlo2c::frontend;
using Builder = FileBuilder;

namespace {

/// x -> x + 1.5 on f32[2].
std::string add_constant(int version, bool isolated) {
    Builder build(version, isolated);
    const std::uint64_t pair = build.tensor({2}, build.f32());
    std::string data("\x00\x00\xc0\x3f", 4);
    const std::uint64_t value =
        build.attribute("vhlo", Builder::varint(15) + Builder::varint(pair) + Builder::varint(4) + data);
    const std::string constant = build.op(
        {.dialect = "vhlo", .name = "constant_v1", .attributes = {{"value", value}}, .results = {pair}});
    const std::string add =
        build.op({.dialect = "vhlo", .name = "add_v1", .results = {pair}, .operands = {0, 1}});
    const std::string end = build.op({.dialect = "vhlo", .name = "return_v1", .operands = {2}});
    const std::string body = build.region(3, {pair}, {constant, add, end});
    return build.file({build.function("main", {pair}, {pair}, body)});
}

hlo2c::Diagnostic refusal(const std::string& bytes) {
    try {
        read_bytecode(bytes, "test.mlirbc");
    } catch (const hlo2c::DiagnosticError& error) {
        return error.diagnostic();
    }
    FAIL("the bytes were read");
    return {};
}

std::string generic_text(Program program) {
    for (Function& function : program.functions)
        for (Value& value : function.values) value.name.clear();
    return print_stablehlo_text(program, {.locations = false, .pretty = false});
}

}  // namespace

TEST_CASE("a complex number is encoded as text") {
    Builder build(6);
    const std::uint64_t number = build.type("vhlo", Builder::varint(1) + Builder::varint(build.f32()));
    const std::uint64_t pair = build.tensor({2}, number);
    const std::uint64_t value =
        build.text_attribute("complex", "#complex.number<:f32 1.500000e+00, -2.000000e+00> : complex<f32>");
    const std::string like = build.op({.dialect = "chlo",
                                       .name = "constant_like",
                                       .attributes = {{"value", value}},
                                       .results = {pair},
                                       .operands = {0}});
    const std::string end = build.op({.dialect = "vhlo", .name = "return_v1", .operands = {1}});
    const std::string body = build.region(2, {pair}, {like, end});
    Program program =
        read_bytecode(build.file({build.function("main", {pair}, {pair}, body)}), "test.mlirbc");
    verify(program);
    CHECK_THAT(generic_text(program),
               Catch::Contains("value = #complex.number<:f32 1.5, -2.0> : complex<f32>"));
}

TEST_CASE("narrow floats of the builtin dialect are text in older files and have codes in those of MLIR 23") {
    const std::pair<std::string, int> types[] = {
        {"f8E5M2", 22},     {"f8E4M3", 23},        {"f8E4M3FN", 24}, {"f8E5M2FNUZ", 25},
        {"f8E4M3FNUZ", 26}, {"f8E4M3B11FNUZ", 27}, {"f8E3M4", 28},   {"f4E2M1FN", 29},
        {"f6E2M3FN", 30},   {"f6E3M2FN", 31},      {"f8E8M0FNU", 32}};
    for (std::size_t i = 0; i < 2 * std::size(types); i++) {
        const auto& [spelled, code] = types[i / 2];
        const bool is_text = i % 2 == 0;
        INFO(spelled << " " << is_text);
        Builder build(4);
        const std::uint64_t element =
            is_text ? build.text_type("builtin", spelled)
                    : build.type("builtin", Builder::varint(static_cast<std::uint64_t>(code)));
        const std::uint64_t pair =
            build.type("builtin", Builder::varint(13) + Builder::varint(1) + Builder::signed_varint(2) +
                                      Builder::varint(element));
        const std::uint64_t signature =
            build.type("builtin", Builder::varint(2) + Builder::list({pair}) + Builder::list({pair}));
        const auto text = [&](std::string_view value) {
            return build.attribute("builtin", Builder::varint(2) + Builder::varint(build.string(value)));
        };
        const std::uint64_t function_type =
            build.attribute("builtin", Builder::varint(6) + Builder::varint(signature));
        const std::string data(2, '\0');
        const std::uint64_t zeros = build.attribute(
            "builtin", Builder::varint(18) + Builder::varint(pair) + Builder::varint(data.size()) + data);
        const std::uint64_t scale = build.attribute(
            "builtin", Builder::varint(9) + Builder::varint(element) + std::string(1, '\x01'));
        const std::string constant = build.op({.dialect = "stablehlo",
                                               .name = "constant",
                                               .attributes = {{"value", zeros}},
                                               .results = {pair}});
        const std::string add = build.op({.dialect = "stablehlo",
                                          .name = "add",
                                          .attributes = {{"test.scale", scale}},
                                          .results = {pair},
                                          .operands = {0, 1}});
        const std::string end = build.op({.dialect = "func", .name = "return", .operands = {2}});
        const std::string function =
            build.op({.dialect = "func",
                      .name = "func",
                      .attributes = {{"function_type", function_type}, {"sym_name", text("main")}},
                      .regions = build.region(3, {pair}, {constant, add, end})});
        const Program program = read_bytecode(build.file({function}, "MLIR20"), "test.mlirbc");
        verify(program);
        CHECK_THAT(generic_text(program), Catch::Contains("tensor<2x" + spelled + ">"));
    }
}

TEST_CASE("attributes of StableHLO in plain bytecode have the codes that StableHLO 1.17 writes") {
    Builder build(4);
    const std::uint64_t f32 = build.type("builtin", Builder::varint(5));
    const std::uint64_t signature =
        build.type("builtin", Builder::varint(2) + Builder::list({}) + Builder::list({}));
    const auto number = [](std::int64_t value) { return Builder::signed_varint(value); };
    const auto stablehlo = [&](std::uint64_t code, const std::string& body) {
        return build.attribute("stablehlo", Builder::varint(code) + body);
    };
    const auto text = [&](std::string_view value) {
        return build.attribute("builtin", Builder::varint(2) + Builder::varint(build.string(value)));
    };
    const std::string element = Builder::varint(f32), yes(1, '\x01'), no(1, '\0');
    const std::uint64_t algorithm =
        stablehlo(15, element + element + element + number(1) + number(1) + number(6) + yes);
    const std::uint64_t mode = stablehlo(16, Builder::varint(2));
    const std::uint64_t accuracy = stablehlo(17, number(0) + number(0) + number(3) + Builder::varint(mode));
    const std::uint64_t part = stablehlo(19, number(1) + number(2));
    const std::uint64_t axis = stablehlo(20, Builder::varint(text("x")) + yes + Builder::varint(part));
    const std::uint64_t whole_axis = stablehlo(20, Builder::varint(text("y")) + no);
    const std::uint64_t mesh_axis = stablehlo(21, Builder::varint(text("x")) + number(4));
    const std::uint64_t axes =
        build.attribute("builtin", Builder::varint(0) + Builder::list({axis, whole_axis}));
    const std::uint64_t mesh_axes =
        build.attribute("builtin", Builder::varint(0) + Builder::list({mesh_axis}));
    const std::uint64_t mesh = stablehlo(22, Builder::varint(mesh_axes) + no);
    const std::uint64_t groups = stablehlo(18, Builder::varint(mesh) + Builder::varint(axes));
    const std::string end =
        build.op({.dialect = "func",
                  .name = "return",
                  .attributes = {
                      {"test.accuracy", accuracy}, {"test.algorithm", algorithm}, {"test.groups", groups}}});
    const std::uint64_t function_type =
        build.attribute("builtin", Builder::varint(6) + Builder::varint(signature));
    const std::string function =
        build.op({.dialect = "func",
                  .name = "func",
                  .attributes = {{"function_type", function_type}, {"sym_name", text("main")}},
                  .regions = build.region(0, {}, {end})});
    const std::string printed = generic_text(read_bytecode(build.file({function}, "MLIR23"), "test.mlirbc"));
    INFO(printed);
    for (const char* wanted :
         {"lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32",
          "num_primitive_operations = 6, allow_imprecise_accumulation = true", "ulps = 3",
          "mode = #stablehlo.result_accuracy_mode<TOLERANCE>", "name = \"x\", sub_axis_info = (1)2",
          "#stablehlo.mesh_axis<name = \"x\", size = 4>"})
        CHECK_THAT(printed, Catch::Contains(wanted));
}

TEST_CASE("a prefix varint has as many further bytes as its first byte has trailing zeros") {
    const hlo2c::frontend::bytecode::Origin origin;
    const auto read = [&](const std::string& bytes) {
        hlo2c::frontend::bytecode::ByteReader reader(bytes, origin);
        const std::uint64_t value = reader.varint();
        CHECK(reader.at_end());
        return value;
    };
    CHECK(read("\x0d") == 6);
    CHECK(read("\x0e\x02") == 131);
    for (const std::uint64_t value :
         {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{1} << 48,
          (std::uint64_t{1} << 56) - 1, std::uint64_t{1} << 56, ~std::uint64_t{0}})
        CHECK(read(Builder::varint(value)) == value);
}

TEST_CASE("every version of the container reads, with isolated or inline regions") {
    const std::string expected = generic_text(read_stablehlo_text(R"(
        func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
          %c = stablehlo.constant dense<1.5> : tensor<2xf32>
          %s = stablehlo.add %x, %c : tensor<2xf32>
          return %s : tensor<2xf32>
        })",
                                                                  ""));
    for (const int version : {0, 1, 2, 3, 4, 5, 6})
        for (const bool isolated : {false, true}) {
            CAPTURE(version, isolated);
            const Program program = read_bytecode(add_constant(version, isolated), "");
            verify(program);
            CHECK(generic_text(program) == expected);
        }
}

TEST_CASE("every prefix of a file gives an error with a byte position, never a crash") {
    const std::string bytes = add_constant(6, true);
    for (std::size_t length = 4; length < bytes.size(); length++) {
        CAPTURE(length);
        const hlo2c::Diagnostic diagnostic = refusal(bytes.substr(0, length));
        CHECK(diagnostic.place.byte_offset >= 0);
        CHECK(diagnostic.place.byte_offset <= static_cast<long long>(length));
    }
}

TEST_CASE("a file with any single byte changed is read or gives an error") {
    const std::string bytes = add_constant(6, true);
    for (std::size_t i = 0; i < bytes.size(); i++)
        for (const int change : {0x01, 0x02, 0x80, 0xFF}) {
            std::string changed = bytes;
            changed[i] = static_cast<char>(changed[i] ^ change);
            try {
                read_bytecode(changed, "");
            } catch (const hlo2c::DiagnosticError& error) {
                CHECK(error.diagnostic().number / 100 == 1);
            }
        }
}

TEST_CASE("an error has the path of ops and the byte position") {
    Builder build(6);
    const std::uint64_t scalar = build.tensor({}, build.f32());
    const std::string future = build.op({.dialect = "vhlo", .name = "constant_v99", .results = {scalar}});
    const std::string body = build.region(1, {}, {future});
    const hlo2c::Diagnostic diagnostic = refusal(build.file({build.function("main", {}, {}, body)}));
    CHECK(diagnostic.number == 103);
    CHECK(diagnostic.severity == hlo2c::Severity::Unsupported);
    CHECK(diagnostic.message == "the op 'vhlo.constant_v99' is not supported (written by StableHLO_v1.0.0)");
    CHECK(diagnostic.place.op == "main/vhlo.constant_v99");
    CHECK(diagnostic.place.byte_offset > 0);
}

TEST_CASE("ops of older versions become today's, their new attributes at the default") {
    Builder build(6);
    const std::uint64_t scalar = build.tensor({}, build.f32());
    const std::string cosine =
        build.op({.dialect = "vhlo", .name = "cosine_v1", .results = {scalar}, .operands = {0}});
    const std::string end = build.op({.dialect = "vhlo", .name = "return_v1", .operands = {1}});
    const std::string body = build.region(2, {scalar}, {cosine, end});
    const Program program = read_bytecode(build.file({build.function("main", {scalar}, {scalar}, body)}), "");
    verify(program);
    const Op& op = program.main().body.ops.front();
    CHECK(op.code == OpCode::Cosine);
    CHECK(place_of(program, op).byte_offset > 0);
    CHECK(op.attributes.empty());
}

TEST_CASE("a newer version of the container is refused") {
    std::string bytes = add_constant(6, true);
    bytes[4] = Builder::varint(7)[0];
    CHECK(refusal(bytes).number == 121);
}

TEST_CASE("a type that contains itself is an error") {
    Builder build(6);
    build.type("vhlo", Builder::varint(23) + Builder::list({0}));  // tuple<itself>
    const std::string body = build.region(1, {0}, {});
    const hlo2c::Diagnostic diagnostic = refusal(build.file({build.function("main", {0}, {}, body)}));
    CHECK(diagnostic.number == 120);
    CHECK(diagnostic.message == "type 0 contains itself");
}

TEST_CASE("types that double in size with each level do not exhaust memory") {
    Builder build(6);
    std::uint64_t type = build.type("vhlo", Builder::varint(22));
    for (int level = 0; level < 60; level++)
        type = build.type("vhlo", Builder::varint(23) + Builder::list({type, type}));
    const std::string body = build.region(1, {type}, {});
    CHECK(refusal(build.file({build.function("main", {type}, {}, body)})).number == 122);
}

TEST_CASE("a list longer than the file is refused before it is made") {
    Builder build(6);
    build.type("vhlo", Builder::varint(23) + Builder::varint(std::uint64_t{1} << 40));
    const std::string body = build.region(1, {0}, {});
    CHECK(refusal(build.file({build.function("main", {0}, {}, body)})).number == 120);
}

TEST_CASE("a use before the definition is rejected") {
    Builder build(6);
    const std::uint64_t scalar = build.tensor({}, build.f32());
    const std::string add =
        build.op({.dialect = "vhlo", .name = "add_v1", .results = {scalar}, .operands = {0, 1}});
    const std::string body = build.region(2, {scalar}, {add});
    const hlo2c::Diagnostic diagnostic = refusal(build.file({build.function("main", {scalar}, {}, body)}));
    CHECK(diagnostic.number == 120);
    CHECK(diagnostic.message == "the value 1 is used before it is defined");
}
