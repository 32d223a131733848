#include "frontend/forms/hlo_text/program.h"

#include <cmath>

#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/forms.h"
#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

std::string stablehlo_of(std::string_view text) {
    const Program program = read_hlo_text_program(text, "test.hlo");
    verify(program);
    return print_stablehlo_text(program);
}

}  // namespace

TEST_CASE("HLO text is known by its content, with and without the line HloModule") {
    CHECK(detect_form("// a comment\nHloModule m") == ProgramForm::HloText);
    CHECK(detect_form("/* a comment */ ENTRY e { }") == ProgramForm::HloText);
    CHECK(detect_form("%add (a: f32[]) -> f32[] {") == ProgramForm::HloText);
    CHECK(detect_form("fusion {\n p = f32[] parameter(0) }") == ProgramForm::HloText);
    CHECK(detect_form("f32[2]{0} add(f32[2]{0} %a, f32[2]{0} %b)") == ProgramForm::HloText);
    CHECK(detect_form("(f32[], s32[2]) tuple(f32[] %a, s32[2] %b)") == ProgramForm::HloText);
    CHECK(detect_form("ROOT %r = negate(f32[2] %a)") == ProgramForm::HloText);
    CHECK(detect_form("%0 = stablehlo.add %a, %b : tensor<2xf32>") == std::nullopt);
    CHECK(detect_form("module {\n}") == ProgramForm::StablehloText);
    CHECK(detect_form("/* no end") == std::nullopt);
}

TEST_CASE("HLO text becomes a program that verifies") {
    const std::string text = stablehlo_of("ENTRY e {\n a = f32[4] parameter(0)\n ROOT r = add(a, a)\n}\n");
    CHECK(text.find("stablehlo.add") != std::string::npos);
    CHECK(text.find("tensor<4xf32>") != std::string::npos);
}

TEST_CASE("a text of one instruction is a program whose arguments are its operands") {
    const std::string with_name = stablehlo_of("%r = f32[4]{0} add(f32[4]{0} %a, f32[4]{0} %b)");
    CHECK(with_name.find("@main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32>") !=
          std::string::npos);
    CHECK(stablehlo_of("f32[4]{0} multiply(f32[4]{0} %a, f32[4]{0} %a)")
              .find("@main(%a: tensor<4xf32>) -> tensor<4xf32>") != std::string::npos);
    const std::string fusion = stablehlo_of(
        "f32[4] fusion(f32[4] %x), kind=kLoop, calls={\n  p = f32[4] parameter(0)\n"
        "  ROOT n = f32[4] negate(p)\n}\n");
    CHECK(fusion.find("stablehlo.negate") != std::string::npos);
    CHECK(refusal_of("f32[4] negate(%a)").number == 104);
    const Diagnostic second = refusal_of("r = f32[4] negate(f32[4] %a)\ns = f32[4] negate(r)");
    CHECK(second.place.line == 2);
    CHECK(second.remedy.find("HloModule") != std::string::npos);
}

TEST_CASE("aliases between results and operands of a custom call survive every form") {
    const std::string_view body =
        " a = f32[2] parameter(0)\n b = s32[3] parameter(1)\n t = (f32[2], s32[3]) tuple(a, b)\n"
        " ROOT r = (s32[3], f32[2]) custom-call(a, t), custom_call_target=\"f\", "
        "output_to_operand_aliasing={{0}: (1, {1}), {1}: (0, {})}\n";
    const std::string text = stablehlo_of("ENTRY e {\n" + std::string(body) + "}\n");
    CHECK(text.find("output_tuple_indices = [0], operand_index = 2, operand_tuple_indices = []") !=
          std::string::npos);
    CHECK(text.find("output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []") !=
          std::string::npos);
    const Program again = read_stablehlo_text(text, "again.mlir");
    CHECK(print_hlo_text_program(again).find("output_to_operand_aliasing={{0}: (2, {}), {1}: (0, {})}") !=
          std::string::npos);
    const std::string one = stablehlo_of(
        "ENTRY e {\n a = f32[2] parameter(0)\n ROOT r = f32[2] custom-call(a), custom_call_target=\"f\", "
        "output_to_operand_aliasing={{}: (0, {})}\n}\n");
    CHECK(one.find("output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []") !=
          std::string::npos);
}

TEST_CASE("a constant of a bounded size holds all of its elements") {
    const std::string text = stablehlo_of("ENTRY e {\n ROOT c = s32[<=3]{0} constant({7, 8, 9})\n}\n");
    CHECK(text.find("dense<[7, 8, 9]> : tensor<3xi32>") != std::string::npos);
    CHECK(text.find("stablehlo.set_dimension_size") != std::string::npos);
    CHECK(text.find("tensor<?xi32, #stablehlo.bounds<3>>") != std::string::npos);
}

TEST_CASE("a program with elided constants can be read, written and read back, but not executed") {
    const Program program = read_hlo_text_program(
        "ENTRY e {\n a = f32[4] parameter(0)\n c = f32[4] constant({...})\n ROOT r = add(a, c)\n}\n",
        "test.hlo");
    verify(program);
    const std::string text = print_stablehlo_text(program);
    CHECK(text.find("stablehlo.constant dense_resource<__elided__> : tensor<4xf32>") != std::string::npos);
    const Program again = read_stablehlo_text(text, "again.mlir");
    verify(again);
    CHECK(print_hlo_text_program(again).find("constant({...})") != std::string::npos);
    try {
        require_executable(program);
        FAIL("a program without its data is executable");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().number == 105);
        CHECK(error.diagnostic().place.line == 3);
    }
    const std::vector<Literal> arguments = {
        Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 2, 3, 4})};
    CHECK_THROWS_AS(evaluate(program, arguments), DiagnosticError);
}

TEST_CASE("a verifier error has the line of the text") {
    const Program program = read_hlo_text_program(
        "ENTRY e {\n a = f32[4] parameter(0)\n\n ROOT r = f32[5] add(a, a)\n}\n", "test.hlo");
    try {
        verify(program);
        FAIL("the program verifies");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().place.line == 4);
    }
}

TEST_CASE("a scaled dot repeats each scale for the elements of its block") {
    const std::string text = stablehlo_of(
        "ENTRY e {\n a = f32[2,10] parameter(0)\n b = f32[10,2] parameter(1)\n s = f32[2,2] parameter(2)\n"
        " t = f32[2,2] parameter(3)\n ROOT r = f32[2,2] scaled-dot(a, b, s, t), lhs_contracting_dims={1}, "
        "rhs_contracting_dims={0}\n}\n");
    CHECK(text.find("tensor<2x1x2x5xf32>") != std::string::npos);
}

TEST_CASE("a program becomes HLO text that reads back to it") {
    const Program program = read_stablehlo_text(R"(
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.exponential %arg0 : tensor<2x3xf32>
  %1 = stablehlo.reduce(%0 init: %arg1) applies stablehlo.add across dimensions = [1]
    : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
)",
                                                "test.mlir");
    verify(program);
    const std::string text = print_hlo_text_program(program);
    INFO(text);
    CHECK(text.find("reduce(") != std::string::npos);
    const Program again = read_hlo_text_program(text, "printed.hlo");
    verify(again);
    CHECK(print_stablehlo_text(again).find("applies stablehlo.add across dimensions = [1]") !=
          std::string::npos);
}

TEST_CASE("the algorithm of a product survives HLO text") {
    const auto product = [](const std::string& operands, const std::string& type, int products,
                            bool imprecise) {
        return read_stablehlo_text(
            "func.func @main(%x: tensor<2x3x" + operands + ">, %y: tensor<3x4x" + operands +
                ">) -> tensor<2x4xf32> {\n"
                "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <"
                "lhs_precision_type = " +
                type + ", rhs_precision_type = " + type +
                ", accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
                "num_primitive_operations = " +
                std::to_string(products) + ", allow_imprecise_accumulation = " +
                (imprecise ? "true" : "false") + "> : (tensor<2x3x" + operands + ">, tensor<3x4x" + operands +
                ">) -> tensor<2x4xf32>\n"
                "  return %0 : tensor<2x4xf32>\n}\n",
            "test.mlir");
    };
    const auto algorithm_of = [](const Program& program) {
        return *program.main().body.ops[0].attribute(attr::algorithm);
    };
    const std::tuple<const char*, const char*, int, bool, const char*> cases[] = {
        {"f32", "tf32", 3, false, "dot_tf32_tf32_f32_x3"},
        {"f32", "bf16", 1, false, "dot_bf16_bf16_f32"},
        {"f8E4M3FN", "f8E4M3FN", 1, true, "dot_any_f8_any_f8_f32_fast_accum"},
    };
    for (const auto& [operands, type, products, imprecise, name] : cases) {
        const Program program = product(operands, type, products, imprecise);
        verify(program);
        const std::string text = print_hlo_text_program(program);
        CHECK_THAT(text, Catch::Matchers::Contains(std::string("algorithm=") + name));
        const Program again = read_hlo_text_program(text, "printed.hlo");
        verify(again);
        CHECK(algorithm_of(again) == algorithm_of(program));
    }
}

TEST_CASE("arc tangents and reductions to one process are written, and read back") {
    const Program program = read_stablehlo_text(R"(
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = chlo.atan %a : tensor<2xf32> -> tensor<2xf32>
  %1 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
)",
                                                "test.mlir");
    const Program again = read_hlo_text_program(print_hlo_text_program(program), "printed.hlo");
    verify(again);
    const std::string text = print_stablehlo_text(again);
    CHECK(text.find("chlo.atan") != std::string::npos);
    CHECK(text.find("stablehlo.collective_reduce") != std::string::npos);
}

TEST_CASE("a root that an operand names, and groups of global ids, are written, and read back") {
    const std::string broadcast =
        "HloModule m\nENTRY e {\n p = f32[2] parameter(0)\n root = s32[1] parameter(1)\n"
        " ROOT r = f32[2] collective-broadcast(p, root), replica_groups={{0,1}}, has_dynamic_root=true\n}\n";
    const std::string reduce =
        "HloModule m\nadd { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n"
        "ENTRY e {\n p = f32[2] parameter(0)\n root = s32[1] parameter(1)\n"
        " ROOT r = collective-reduce(p, root), channel_id=1, replica_groups={{0,1}},"
        " use_global_device_ids=true, has_dynamic_root=true, to_apply=add\n}\n";
    for (const std::string& module : {broadcast, reduce}) {
        const Program program = read_hlo_text_program(module, "m.hlo");
        verify(program);
        const std::string text = print_stablehlo_text(program);
        INFO(text);
        CHECK(text.find("has_dynamic_root") != std::string::npos);
        CHECK((text.find("use_global_device_ids") != std::string::npos) == (module == reduce));
        const Program again = read_hlo_text_program(print_hlo_text_program(program), "printed.hlo");
        CHECK(print_stablehlo_text(again) == text);
    }
}

TEST_CASE("old programs may select between tuples") {
    CHECK(stablehlo_of("HloModule m\nENTRY e {\n p = pred[] parameter(0)\n a = f32[2] parameter(1)\n"
                       " t = (f32[2]) tuple(a)\n u = (f32[2]) tuple(a)\n"
                       " ROOT r = (f32[2]) tuple-select(p, t, u)\n}\n")
              .find("stablehlo.select") != std::string::npos);
}

TEST_CASE("a quantized argument is refused: HLO has no such type") {
    const Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1> {\n"
        "%r = stablehlo.is_finite %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1>\n"
        "return %r : tensor<2xi1>\n}\n",
        "test.mlir");
    CHECK_THROWS_WITH(print_hlo_text_program(program), Catch::Contains("cannot be written in HLO"));
}

TEST_CASE("a program out of HLO text reads back from the StableHLO text that it prints, locations and all") {
    const Program program = read_hlo_text_program(R"(HloModule m
sum {
  x = f32[] parameter(0), metadata={op_name="inner" source_file="m.py" source_line=7}
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y), metadata={op_name="sum" source_file="m.py" source_line=9}
}
ENTRY e {
  a = f32[4] parameter(0), metadata={op_name="a"}
  c = f32[] constant(0), metadata={op_name="zero" source_file="m.py" source_line=2}
  ROOT r = f32[] reduce(a, c), dimensions={0}, to_apply=sum, metadata={op_name="all" source_file="m.py" source_line=1}
}
)",
                                                  "test.hlo");
    verify(program);
    const std::string text = print_stablehlo_text(program);
    INFO(text);
    CHECK(read_stablehlo_text(text, "test.mlir").locations == program.locations);
}

TEST_CASE(
    "arrays that a token waits for, random numbers without their state and sends without a context are "
    "read") {
    const std::string text = stablehlo_of(
        "ENTRY e {\n a = f32[] parameter(0)\n t = token[] after-all()\n u = token[] after-all(a, t)\n"
        " s = u64[2] parameter(1)\n r = u32[4] rng-bit-generator(s), algorithm=rng_default\n"
        " c = f32[] send(a, u), channel_id=1\n d = token[] send-done(c), channel_id=1\n"
        " ROOT q = (u32[4], token[]) tuple(r, d)\n}\n");
    INFO(text);
    CHECK(text.find("stablehlo.after_all %0 ") != std::string::npos);
    CHECK(text.find("rng_bit_generator") != std::string::npos);
    CHECK(text.find("stablehlo.send") != std::string::npos);
}

TEST_CASE("a collective with a wider computation type combines converted values") {
    const std::string text = stablehlo_of(
        "sum {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT z = f32[] add(x, y)\n}\n"
        "ENTRY e {\n a = bf16[4] parameter(0)\n"
        " ROOT r = bf16[4] all-reduce(a), replica_groups={{0,1}}, to_apply=sum\n}\n");
    CHECK(text.find("(tensor<4xbf16>) -> tensor<4xf32>") != std::string::npos);
    CHECK(text.find("(tensor<4xf32>) -> tensor<4xbf16>") != std::string::npos);
}

TEST_CASE("the state of the random number generator belongs to the caller") {
    const std::string text =
        stablehlo_of("ENTRY e {\n ROOT r = u64[2] rng-get-and-update-state(), delta=4096\n}\n");
    CHECK(text.find("@rng_get_and_update_state") != std::string::npos);
    CHECK(text.find("delta = 4096") != std::string::npos);
}

TEST_CASE("a convolution of two float types computes in the wider one") {
    const std::string text = stablehlo_of(
        "ENTRY e {\n a = bf16[2,3] parameter(0)\n b = f32[3,4] parameter(1)\n"
        " ROOT r = bf16[2,4] convolution(a, b), dim_labels=bf_io->bf\n}\n");
    CHECK(text.find("(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>") != std::string::npos);
}

TEST_CASE("a sparse operand is rejected by name") {
    try {
        stablehlo_of(
            "ENTRY e {\n a = f32[1,4] parameter(0)\n b = f32[1,1] parameter(1)\n c = s32[1,1] parameter(2)\n"
            " k = (f32[1,1], s32[1,1]) tuple(b, c)\n ROOT r = f32[1,1] convolution(a, k), "
            "dim_labels=bf_io->bf, "
            "sparsity_config={rhs={sparsity=1x4 dimension=0 stride=1}}\n}\n");
        FAIL("it is read");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().number == 112);
        CHECK(error.diagnostic().place.line == 6);
    }
}

TEST_CASE("a bitcast of a scheduled module goes through tiles, whose padding is zero") {
    const auto results = [](const std::string& from, const std::string& to, const Literal& argument) {
        const Program program =
            read_hlo_text_program("HloModule m, is_scheduled=true\n\nENTRY e {\n a = " + from +
                                      " parameter(0)\n ROOT b = " + to + " bitcast(a)\n}\n",
                                  "test.hlo");
        verify(program);
        std::vector<double> values;
        const Literal result = evaluate(program, std::vector{argument}).at(0);
        for (std::int64_t i = 0; i < result.type().element_count(); i++) values.push_back(result.real(i));
        return values;
    };
    const auto floats = [](std::vector<std::int64_t> shape, const std::vector<double>& values) {
        return Literal::from_values(TensorType{std::move(shape), ElementType::F32, {}, {}}, values);
    };
    CHECK(results("f32[2,3]{1,0:T(2,2)}", "f32[8]{0}", floats({2, 3}, {1, 2, 3, 4, 5, 6})) ==
          std::vector<double>{1, 2, 4, 5, 3, 0, 6, 0});
    CHECK(results("f32[8]{0}", "f32[2,3]{1,0:T(2,2)}", floats({8}, {1, 2, 4, 5, 3, 0, 6, 0})) ==
          std::vector<double>{1, 2, 3, 4, 5, 6});
    CHECK(results("f32[3]{0:T(4)}", "f32[]{:T(4)}", floats({3}, {7, 8, 9})) == std::vector<double>{7});
    CHECK(results("f32[4,2]{1,0:T(4,2)(2,1)}", "f32[8]{0}", floats({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})) ==
          std::vector<double>{1, 3, 2, 4, 5, 7, 6, 8});
}

TEST_CASE("sends and receives take their pairs from an attribute, a receive from that of either half") {
    const std::string begin =
        "HloModule m\n\nENTRY e {\n a = f32[4] parameter(0)\n t = token[] after-all()\n"
        " r = (f32[4], u32[], token[]) recv(t), channel_id=1, "
        "frontend_attributes={_xla_send_recv_source_target_pairs=\"";
    const std::string end =
        "\"}\n s = (f32[4], u32[], token[]) send(a, t), channel_id=1, "
        "frontend_attributes={_xla_send_recv_source_target_pairs={{1,0}}}\n"
        " d = (f32[4], token[]) recv-done(r), channel_id=1\n"
        " e = token[] send-done(s), channel_id=1\n"
        " ROOT x = f32[4] get-tuple-element(d), index=0\n}\n";
    const std::string text = stablehlo_of(begin + "{{0,1},{1,2}}" + end);
    CHECK(text.find("source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>") != std::string::npos);
    CHECK(text.find("source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>") != std::string::npos);
    for (const char* wrong : {"{{0,1},{1}}", "{{0,x}}", "{{0,99999999999}}"})
        CHECK_THROWS_AS(stablehlo_of(begin + wrong + end), DiagnosticError);
}

TEST_CASE("a collective that ends in its own computation is asynchronous; one carried by a loop is not") {
    const std::string sum =
        "add {\n x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT z = add(x, y)\n}\n";
    const std::string begun = " a = f32[4] parameter(0)\n s = f32[4] all-reduce-start(a), to_apply=add\n";
    const std::string here =
        stablehlo_of(sum + "ENTRY e {\n" + begun + " ROOT d = f32[4] all-reduce-done(s)\n}\n");
    CHECK(here.find("stablehlo.async_start") < here.find("stablehlo.all_reduce"));
    CHECK(here.find("stablehlo.async_done") != std::string::npos);
    const std::string twice = stablehlo_of(sum + "ENTRY e {\n" + begun +
                                           " d = f32[4] all-reduce-done(s)\n c = f32[4] all-reduce-done(s)\n"
                                           " ROOT r = add(c, d)\n}\n");
    CHECK(twice.find("async") == std::string::npos);
    const std::string carried =
        stablehlo_of(sum + "ENTRY e {\n" + begun + " ROOT t = (f32[4]) tuple(s)\n}\n");
    CHECK(carried.find("async") == std::string::npos);
    CHECK(carried.find("stablehlo.all_reduce") != std::string::npos);
}

TEST_CASE("a receive carried by a loop completes at its end, with the pairs of its start") {
    const std::string state = "(s32[], (f32[4], u32[], token[]))", data = "(f32[4], u32[], token[])";
    const auto recv = [&](const std::string& name, const std::string& channel, const std::string& pair) {
        return " t" + name + " = token[] after-all()\n " + name + " = " + data + " recv(t" + name +
               "), channel_id=" + channel + ", frontend_attributes={_xla_send_recv_source_target_pairs={{" +
               pair + "}}}\n";
    };
    const auto carried = [&](const std::string& first, const std::string& next, const std::string& use) {
        return "body {\n p = " + state +
               " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n b = " + data +
               " get-tuple-element(p), index=1\n d = (f32[4], token[]) recv-done(b), channel_id=1\n" + next +
               " ROOT r = " + state + " tuple(i, n)\n}\ncondition {\n p = " + state +
               " parameter(0)\n ROOT c = pred[] constant(false)\n}\nENTRY e {\n" + first +
               " i = s32[] constant(0)\n s = " + state + " tuple(i, f)\n w = " + state +
               " while(s), condition=condition, body=body\n g = " + data +
               " get-tuple-element(w), index=1\n" + use;
    };
    const std::string end =
        " d = (f32[4], token[]) recv-done(g), channel_id=1\n ROOT x = f32[4] get-tuple-element(d), "
        "index=0\n}\n";
    const auto count = [](const std::string& text, const std::string& word) {
        int found = 0;
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) found++;
        return found;
    };
    const std::string same = stablehlo_of(carried(recv("f", "1", "0,1"), recv("n", "1", "0,1"), end));
    CHECK(count(same, "stablehlo.recv") == 2);
    CHECK(count(same, "dense<[[0, 1]]>") == 2);
    CHECK(count(same, "stablehlo.if") == 0);
    const std::string other = stablehlo_of(carried(recv("f", "1", "0,1"), recv("n", "2", "1,0"), end));
    CHECK(count(other, "stablehlo.if") == 2);
    CHECK(count(other, "dense<[[0, 1]]>") == 2);
    CHECK(count(other, "dense<[[1, 0]]>") == 2);

    const auto message = [](const std::string& text) {
        try {
            read_hlo_text_program(text, "test.hlo");
        } catch (const DiagnosticError& error) {
            CHECK(error.diagnostic().number == 130);
            CHECK_FALSE(error.diagnostic().remedy.empty());
            return error.diagnostic().message;
        }
        return std::string();
    };
    const std::string used = " h = f32[4] get-tuple-element(n), index=0\n m = f32[4] negate(h)\n";
    CHECK(message(carried(recv("f", "1", "0,1"), recv("n", "1", "0,1") + used, end))
              .find("not been received") != std::string::npos);
    CHECK(message("ENTRY e {\n" + recv("f", "1", "0,1") + " ROOT r = (" + data + ") tuple(f)\n}\n")
              .find("not been received") != std::string::npos);
    const std::string no_recv = " ROOT d = (f32[4], token[]) recv-done(p), channel_id=1\n}\n";
    CHECK(message("ENTRY e {\n p = " + data + " parameter(0)\n" + no_recv).find("not a recv") !=
          std::string::npos);
}

TEST_CASE("a wrapped asynchronous operation may be carried by a loop") {
    const std::string future = "((f32[4]), f32[4])", state = "(s32[], ((f32[4]), f32[4]))";
    const auto program = [&](const std::string& end, const std::string& done = "async-done") {
        return "w {\n p = f32[4] parameter(0)\n ROOT r = f32[4] negate(p)\n}\n"
               "v {\n p = f32[4] parameter(0)\n ROOT r = f32[4] negate(p)\n}\n"
               "body {\n p = " +
               state +
               " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
               " one = s32[] constant(1)\n j = s32[] add(i, one)\n b = " +
               future + " get-tuple-element(p), index=1\n" + end +
               " m = f32[4] multiply(d, d)\n n = " + future + " async-start(m), calls=w\n ROOT r = " + state +
               " tuple(j, n)\n}\ncondition {\n p = " + state +
               " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n three = s32[] constant(3)\n"
               " ROOT c = pred[] compare(i, three), direction=LT\n}\nENTRY e {\n a = f32[4] parameter(0)\n"
               " z = s32[] constant(0)\n f = " +
               future + " async-start(a), calls=v\n s = " + state + " tuple(z, f)\n loop = " + state +
               " while(s), condition=condition, body=body\n g = " + future +
               " get-tuple-element(loop), index=1\n ROOT d = f32[4] " + done + "(g)\n}\n";
    };
    const Program read = read_hlo_text_program(
        program(" u = " + future + " async-update(b)\n d = f32[4] async-done(u)\n", "negate-done"),
        "test.hlo");
    verify(read);
    const std::vector<float> values = {1, 2, -1, 0.5};
    const Literal argument = Literal::from_values<float>(TensorType{{4}, ElementType::F32, {}, {}}, values);
    const Literal result = evaluate(read, std::vector{argument}).at(0);
    for (std::int64_t i = 0; i < 4; i++)
        CHECK(result.real(i) == -std::pow(values[static_cast<std::size_t>(i)], 8));

    CHECK(refusal_of(program(" d = f32[5] async-done(b)\n")).number == 107);
    CHECK(
        refusal_of(program(" u = ((f32[4]), f32[5]) async-update(b)\n d = f32[5] async-done(u)\n")).number ==
        107);
    CHECK(refusal_of(program(" t = ((f32[4]), f32[4]) tuple(b, b)\n d = f32[4] async-done(t)\n")).number ==
          107);
}

TEST_CASE("a wrapped computation is asynchronous only if it is a single collective") {
    const auto started = [](const std::string& wrapped) {
        return stablehlo_of(
            "w {\n p = f32[4] parameter(0)\n" + wrapped +
            "}\nENTRY e {\n a = f32[4] parameter(0)\n s = ((f32[4]), f32[4]) async-start(a), "
            "calls=w\n u = ((f32[4]), f32[4]) async-update(s)\n ROOT d = f32[4] async-done(u)\n}\n");
    };
    const std::string permute = " collective-permute(p), source_target_pairs={{0,1}}\n";
    CHECK(started(" ROOT r = f32[4]" + permute).find("stablehlo.async_done") != std::string::npos);
    CHECK(started(" ROOT r = negate(p)\n").find("async") == std::string::npos);
    CHECK(started(" q = f32[4]" + permute + " ROOT r = negate(q)\n").find("async") == std::string::npos);
}

TEST_CASE("loops nested to the maximum depth survive HLO text") {
    std::string begin, end, state = "%p";
    constexpr int depth = 190;
    for (int i = 0; i < depth; i++) {
        const std::string n = std::to_string(i);
        begin += "%r" + n + " = stablehlo.while(%s" + n + " = " + state +
                 ") : tensor<i1>\n cond {\n  stablehlo.return %s" + n + " : tensor<i1>\n } do {\n";
        state = "%s" + n;
        end = "  stablehlo.return " + (i + 1 < depth ? "%r" + std::to_string(i + 1) : "%y") +
              " : tensor<i1>\n }\n" + end;
    }
    const Program program = read_stablehlo_text("func.func @main(%p: tensor<i1>) -> tensor<i1> {\n" + begin +
                                                    "%y = stablehlo.not " + state + " : tensor<i1>\n" + end +
                                                    "return %r0 : tensor<i1>\n}\n",
                                                "test.mlir");
    verify(program);
    verify(read_hlo_text_program(print_hlo_text_program(program), "test.hlo"));
}

TEST_CASE("instructions whose element count overflows are rejected") {
    const auto number = [](const std::string& text) {
        try {
            read_hlo_text_program(text, "test.hlo");
        } catch (const DiagnosticError& error) {
            return error.diagnostic().number;
        }
        return 0;
    };
    CHECK(number("HloModule m, is_scheduled=true\n\nENTRY e {\n p = f32[2,3]{1,0:T(4294967296,4294967296)} "
                 "parameter(0)\n ROOT r = f32[6]{0} bitcast(p)\n}\n") == 130);
    CHECK(number("ENTRY e {\n p = s8[36028797018963968] parameter(0)\n"
                 " ROOT r = (s8[36028797018963968], s8[36028797018963968], s8[36028797018963968]) "
                 "all-to-all(p, p, p)\n}\n") == 130);
    CHECK(number("ENTRY e {\n p = f32[4] parameter(0)\n ROOT r = f32[8] all-gather(p), dimensions={0}, "
                 "replica_groups=mesh['x'=1048576] {'x','x','x','x'}\n}\n") == 130);
}
