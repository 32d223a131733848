#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

TEST_CASE("an error has the line, the column, the text and a remedy") {
    const Diagnostic refusal = refusal_of("HloModule m\n\nENTRY e {\n  p = f32[2] parametr(0)\n}\n");
    CHECK(refusal.number == 103);
    CHECK(refusal.place.file == "test.hlo");
    CHECK(refusal.place.line == 4);
    CHECK(refusal.place.column == 14);
    CHECK(refusal.place.line_text == "  p = f32[2] parametr(0)");
    CHECK_FALSE(refusal.remedy.empty());
}

TEST_CASE("names have to be defined once and before they are used") {
    CHECK(refusal_of_line("r = f32[] negate(x)").number == 104);
    CHECK(refusal_of_line("p = f32[] parameter(0)\n p = f32[] parameter(1)").number == 106);
    CHECK(refusal_of_line("p = f32[] parameter(0)\n r = f32[] call(p), to_apply=f").number == 104);
    CHECK(refusal_of("f { ROOT p = f32[] parameter(0) }\nf { ROOT p = f32[] parameter(0) }").number == 106);
    CHECK(refusal_of_line("p = f32[] parameter(0), control-predecessors={q}").number == 104);
}

TEST_CASE("opcodes with one dimension do not take another number of them") {
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = get-dimension-size(p), dimensions={}").number ==
          108);
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = concatenate(p), dimensions={0,1}").number == 108);
}

TEST_CASE("an attribute must belong to the opcode, and required ones must be present") {
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = f32[2] negate(p), dimensions={0}").number == 102);
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = f32[2] reverse(p)").number == 102);
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = f32[2] reverse(p), dimensions={0}, dimensions={0}")
              .number == 106);
}

TEST_CASE("operands have to be of the right number and shape") {
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = f32[2] add(p)").number == 108);
    CHECK(refusal_of_line("p = f32[2] parameter(0)\n r = f32[2] negate(f32[3] p)").number == 107);
    CHECK(refusal_of_line("p = (f32[2]) parameter(0)\n r = f32[2] get-tuple-element(p), index=1").number ==
          107);
    CHECK(refusal_of_line("p = f32[2] parameter(1)").number == 108);
}

TEST_CASE("a custom call has as many operand layouts as operands") {
    const std::string call =
        "p = f32[2] parameter(0)\n r = f32[2] custom-call(p), custom_call_target=\"f\", "
        "operand_layout_constraints=";
    CHECK(refusal_of_line(call + "{f32[3]{0}}").number == 107);
    CHECK(refusal_of_line(call + "{f32[2]{0}, f32[2]{0}}").number == 108);
    CHECK(refusal_of_line(call + "{}").number == 108);
}

TEST_CASE("a transfer ends on the channel that it began on") {
    const std::string recv =
        "t = token[] after-all()\n r = (f32[], u32[], token[]) recv(t), channel_id=3\n "
        "ROOT d = (f32[], token[]) recv-done(r)";
    CHECK(refusal_of_line(recv).number == 107);
    CHECK(refusal_of_line(recv + ", channel_id=4").number == 107);
    CHECK(refusal_of_line(
              "p = f32[] parameter(0)\n t = token[] after-all()\n s = (f32[], u32[], token[]) send(p, t), "
              "channel_id=3\n ROOT d = token[] send-done(s)")
              .number == 107);
}

TEST_CASE("a module has one entry, a computation one root") {
    CHECK(refusal_of("ENTRY a { p = f32[] parameter(0) }\nENTRY b { p = f32[] parameter(0) }").number == 106);
    CHECK(refusal_of_line("ROOT p = f32[] parameter(0)\n ROOT q = f32[] parameter(1)").number == 106);
    CHECK(refusal_of("ENTRY a { }").number == 108);
    CHECK(refusal_of("HloModule m\n").number == 109);
    CHECK(refusal_of(
              "HloModule m, is_scheduled=true, is_scheduled=true\nENTRY f {\n ROOT p = f32[] parameter(0)\n}")
              .number == 106);
}

TEST_CASE("shapes that are given twice must agree") {
    CHECK(refusal_of("%f (p: f32[2]) -> f32[3] {\n ROOT %p = f32[2] parameter(0)\n}").number == 107);
    CHECK(refusal_of("HloModule m, entry_computation_layout={()->f32[2]}\nENTRY f {\n"
                     " ROOT p = f32[2] parameter(0)\n}")
              .number == 108);
}

TEST_CASE("the parts of an asynchronous operation must match") {
    const auto number = [](const std::string& lines) {
        return refusal_of("c {\n ROOT p = f32[2] parameter(0)\n}\nENTRY e {\n q = f32[2] parameter(0)\n" +
                          lines + "\n}\n")
            .number;
    };
    CHECK(number("s = (f32[2], f32[2]) async-start(q), calls=c") == 107);
    CHECK(number("d = f32[2] async-done(q)") == 107);
    CHECK(number("s = ((f32[2]), f32[2]) negate-start(q)\n d = f32[2] abs-done(s)") == 107);
    CHECK(number("s = ((f32[2]), f32[2]) async-start(q), calls=c\n t = ((f32[2]), f32[2]) async-start(q), "
                 "calls=c") == 107);
    CHECK(number("s = ((f32[2]), f32[2], u32[]) copy-update(q)") == 103);
}

TEST_CASE("a truncated text is reported as such") {
    CHECK(refusal_of("HloModule m\nENTRY e {\n  p = f32[2] param").number == 103);
    CHECK(refusal_of("HloModule m\nENTRY e {\n  p = f32[2] parameter(").number == 109);
    CHECK(refusal_of("HloModule m\nENTRY e {\n  /* p").number == 109);
    CHECK(refusal_of("HloModule m\nENTRY e {\n  p = f32[] parameter(0), backend_config=\"a").number == 109);
    CHECK(refusal_of("HloModule m\nENTRY e {\n  p = f32[] parameter(0), backend_config={\"a").number == 109);
}

TEST_CASE("nesting is bounded") {
    CHECK(refusal_of_line("p = " + std::string(100000, '(')).number == 110);
    CHECK(refusal_of_line("p = f32[] parameter(0), sharding=" + std::string(100000, '{')).number == 110);
    CHECK(refusal_of_line("p = f32[] parameter(0), origin={" + std::string(100000, '(')).number == 110);
    std::string inlined = "p = f32[] parameter(0)\n";
    for (int i = 0; i < 100000; i++) inlined += "r = call(p), to_apply={ p = f32[] parameter(0)\n";
    CHECK(refusal_of_line(inlined).number == 110);
}

TEST_CASE("sizes that no array has are refused, whatever numbers they come from") {
    const auto number = [](const std::string& lines) {
        return refusal_of_line("p = f32[4,3] parameter(0)\n z = f32[] parameter(1)\n " + lines).number;
    };
    CHECK(number("r = pad(p, z), padding=-9223372036854775808_0x0_0") == 202);
    CHECK(number("r = pad(p, z), padding=9223372036854775807_9223372036854775807x0_0") == 202);
    CHECK(number("r = pad(p, z), padding=0_0_9223372036854775807x0_0") == 202);
    CHECK(number("r = slice(p), slice={[0:9223372036854775807:4611686018427387903], [0:3]}") == 202);
    CHECK(refusal_of_line("p = f32[72057594037927936] parameter(0)\n r = concatenate(p, p), dimensions={0}")
              .number == 202);
    CHECK(refusal_of_line("p = s8[268435456,4] parameter(0)\n"
                          " r = dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
                          " s = dot(r, r), lhs_contracting_dims={1}, rhs_contracting_dims={1}\n"
                          " t = dot(s, p), lhs_contracting_dims={}, rhs_contracting_dims={}")
              .number == 113);
    CHECK(refusal_of_line("p = f32[?,4] parameter(0)\n r = all-gather(p), dimensions={0}, "
                          "replica_groups={{0,1}}")
              .number == 113);
    CHECK(refusal_of_line("p = f32[4] parameter(0)\n r = all-gather(p), dimensions={0}, "
                          "replica_groups=mesh['x'=4611686018427387904] {'x','x'}")
              .number == 113);
    CHECK(refusal_of_line("p = f32[4611686018427387904] parameter(0)").number == 113);
}

TEST_CASE("windows must have a size, and each field once for all dimensions") {
    const auto number = [](const std::string& window) {
        return refusal_of_line("x = f32[8,9] parameter(0)\n r = f32[8,9] reduce-window(x, x), window={" +
                               window + "}, to_apply=f")
            .number;
    };
    CHECK(number("stride=1x1") == 102);
    CHECK(number("stride=1x1 size=2") == 108);
    CHECK(number("pad=0_0x0_0 size=2") == 108);
    CHECK(number("size=2 pad=0_0x0_0") == 108);
    CHECK(number("size=2x2 stride=1x1 size=2x2") == 102);
    CHECK(number("size=2x2 shape=1x1") == 102);
}

TEST_CASE("a convolution has no more labels than dimensions an array can have") {
    const auto number = [](std::size_t unused) {
        return refusal_of_line(
                   "n = f32[1,8,3] parameter(0)\n k = f32[3,3,5] parameter(1)\n r = convolution(n, k), "
                   "window={size=3}, dim_labels=b0f_" +
                   std::string(unused, '?') + "0io->b0f")
            .number;
    };
    CHECK(number(62) == 102);
    CHECK(number(100) == 102);
}

TEST_CASE("domains have a kind, an entry and an exit, each once") {
    const auto number = [](const std::string& domain) {
        return refusal_of_line("p = f32[2] parameter(0)\n r = f32[2] domain(p), domain={" + domain + "}")
            .number;
    };
    CHECK(number("kind=\"sharding\", entry={replicated}") == 102);
    CHECK(number("kind=\"sharding\", entry={replicated}, entry={replicated}") == 106);
    CHECK(number("kind=\"colour\", entry={replicated}, exit={replicated}") == 102);
}

TEST_CASE("a predicate selects true_computation or false_computation, an index selects a branch") {
    const auto number = [](const std::string& type, const std::string& attributes) {
        return refusal_of("HloModule m\nf {\n ROOT x = f32[] parameter(0)\n}\nENTRY e {\n p = " + type +
                          " parameter(0)\n a = f32[] parameter(1)\n r = f32[] conditional(p, a, a)" +
                          attributes + "\n}\n")
            .number;
    };
    CHECK(number("pred[]", "") == 102);
    CHECK(number("pred[]", ", true_computation=f") == 102);
    CHECK(number("pred[]", ", branch_computations={f,f}") == 107);
    CHECK(number("s32[]", ", true_computation=f, false_computation=f") == 107);
}

TEST_CASE("wider numbers are not truncated to 32 bits") {
    CHECK(refusal_of_line("p = f32[] parameter(0), metadata={profile_type={4294967297}}").number == 102);
    CHECK(refusal_of("HloModule m\n\nFileNames\n1 \"a\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n"
                     "1 {file_name_id=1 function_name_id=1 line=1 column=1}\n\nStackFrames\n"
                     "1 {file_location_id=1 parent_frame_id=-2147483648}\n\nENTRY e {\n"
                     " ROOT p = f32[] parameter(0)\n}\n")
              .number == 102);
}

TEST_CASE("a few characters cannot make more elements than memory holds") {
    CHECK(refusal_of_line("c = c128[67108864] constant((1, 2))").number == 111);
    CHECK(refusal_of_line("a = f32[4096,4096] constant(1)\nb = f64[4096,4096] constant(1)\n"
                          "c = f64[4096,4096] constant(1)")
              .number == 111);
}
