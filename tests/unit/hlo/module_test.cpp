#include "frontend/forms/hlo/module.h"

#include <google/protobuf/text_format.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "frontend/error_numbers.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/forms/hlo/read_hlo.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"

using namespace hlo2c::frontend;

namespace {

wire::HloModuleProto message(const std::string& text) {
    wire::HloModuleProto module;
    REQUIRE(google::protobuf::TextFormat::ParseFromString(text, &module));
    return module;
}

Program program_of(const std::string& text) {
    Program program = program_of_module(message(text), {"test.pb", {}});
    verify(program);
    return program;
}

/// The values of the only result.
std::vector<double> values_of(const Program& program, const std::vector<Literal>& arguments) {
    const std::vector<Literal> results = evaluate(program, arguments);
    REQUIRE(results.size() == 1);
    std::vector<double> values;
    for (std::int64_t i = 0; i < results[0].type().element_count(); i++) values.push_back(results[0].real(i));
    return values;
}

Literal floats(std::vector<std::int64_t> shape, const std::vector<double>& values) {
    return Literal::from_values(TensorType{std::move(shape), ElementType::F32, {}, {}}, values);
}

int number_of_failure(const std::string& text) {
    try {
        program_of(text);
    } catch (const hlo2c::DiagnosticError& error) {
        return error.diagnostic().number;
    }
    return 0;
}

/// A module of one computation with these instructions, the last of which has the id `root`.
std::string module_text(const std::string& instructions, int root) {
    return "name: \"m\" entry_computation_id: 1 computations { name: \"entry\" id: 1 root_id: " +
           std::to_string(root) + " " + instructions + " }";
}

const std::string f32_2x3 =
    "shape { element_type: F32 dimensions: 2 dimensions: 3 layout { minor_to_major: 1 "
    "minor_to_major: 0 } } ";
const std::string parameter = "instructions { name: \"p\" opcode: \"parameter\" id: 1 " + f32_2x3 + "} ";

}  // namespace

TEST_CASE("a bitcast of a scheduled module reads the operand in the order of memory") {
    const Program program = program_of(
        "schedule {} " +
        module_text(parameter +
                        "instructions { name: \"b\" opcode: \"bitcast\" id: 2 operand_ids: 1 shape { "
                        "element_type: F32 "
                        "dimensions: 3 dimensions: 2 layout { minor_to_major: 0 minor_to_major: 1 } } }",
                    2));
    // The operand is row-major and the result column-major, so the result is the transpose.
    CHECK(values_of(program, {floats({2, 3}, {1, 2, 3, 4, 5, 6})}) == std::vector<double>{1, 4, 2, 5, 3, 6});
}

TEST_CASE("a bitcast from columns to a list gives the columns") {
    const Program program = program_of(
        "schedule {} " +
        module_text(
            "instructions { name: \"p\" opcode: \"parameter\" id: 1 shape { element_type: F32 dimensions: 2 "
            "dimensions: 3 layout { minor_to_major: 0 minor_to_major: 1 } } } instructions { name: \"b\" "
            "opcode: "
            "\"bitcast\" id: 2 operand_ids: 1 shape { element_type: F32 dimensions: 6 layout { "
            "minor_to_major: 0 "
            "} } }",
            2));
    CHECK(values_of(program, {floats({2, 3}, {1, 2, 3, 4, 5, 6})}) == std::vector<double>{1, 4, 2, 5, 3, 6});
}

TEST_CASE("a bitcast of a module without a schedule keeps the logical order") {
    const Program program = program_of(module_text(
        parameter +
            "instructions { name: \"b\" opcode: \"bitcast\" id: 2 operand_ids: 1 shape { element_type: F32 "
            "dimensions: 3 dimensions: 2 layout { minor_to_major: 0 minor_to_major: 1 } } }",
        2));
    CHECK(values_of(program, {floats({2, 3}, {1, 2, 3, 4, 5, 6})}) == std::vector<double>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("the data of a constant lies in the order of its layout") {
    const Program program = program_of(module_text(
        "instructions { name: \"c\" opcode: \"constant\" id: 1 " + f32_2x3 +
            "literal { shape { element_type: F32 dimensions: 2 dimensions: 3 layout { minor_to_major: 0 "
            "minor_to_major: 1 } } f32s: 1 f32s: 2 f32s: 3 f32s: 4 f32s: 5 f32s: 6 } }",
        1));
    CHECK(values_of(program, {}) == std::vector<double>{1, 3, 5, 2, 4, 6});
}

TEST_CASE("tuples at the entry become several arguments and results") {
    const std::string pair =
        "shape { element_type: TUPLE tuple_shapes { element_type: F32 } tuple_shapes { "
        "element_type: S32 } } ";
    const Program program = program_of(
        module_text("instructions { name: \"p\" opcode: \"parameter\" id: 1 " + pair +
                        "} instructions { name: \"g\" opcode: \"get-tuple-element\" id: 2 operand_ids: 1 "
                        "tuple_index: 1 shape { "
                        "element_type: S32 } } instructions { name: \"t\" opcode: \"tuple\" id: 3 "
                        "operand_ids: 2 operand_ids: 1 "
                        "shape { element_type: TUPLE tuple_shapes { element_type: S32 } tuple_shapes { "
                        "element_type: TUPLE "
                        "tuple_shapes { element_type: F32 } tuple_shapes { element_type: S32 } } } }",
                    3));
    CHECK(program.main().arguments().size() == 2);
    CHECK(program.main().result_types.size() == 3);
}

TEST_CASE("an HLO scatter drops a window entirely if it is partly out of range") {
    const Program program = program_of(
        "name: \"m\" entry_computation_id: 1 computations { name: \"second\" id: 2 root_id: 22 instructions "
        "{ name: "
        "\"a\" opcode: \"parameter\" id: 21 shape { element_type: F32 } } instructions { name: \"b\" opcode: "
        "\"parameter\" id: 22 parameter_number: 1 shape { element_type: F32 } } } computations { name: "
        "\"entry\" id: "
        "1 root_id: 4 instructions { name: \"x\" opcode: \"parameter\" id: 1 shape { element_type: F32 "
        "dimensions: 3 "
        "} } instructions { name: \"i\" opcode: \"parameter\" id: 2 parameter_number: 1 shape { "
        "element_type: S32 "
        "dimensions: 1 } } instructions { name: \"u\" opcode: \"parameter\" id: 3 parameter_number: 2 shape "
        "{ "
        "element_type: F32 dimensions: 2 } } instructions { name: \"s\" opcode: \"scatter\" id: 4 "
        "operand_ids: 1 "
        "operand_ids: 2 operand_ids: 3 called_computation_ids: 2 shape { element_type: F32 dimensions: 3 } "
        "scatter_dimension_numbers { update_window_dims: 0 scatter_dims_to_operand_dims: 0 } } }");
    const Literal index = Literal::from_values<int>(TensorType{{1}, ElementType::I32, {}, {}}, {2});
    CHECK(values_of(program, {floats({3}, {1, 2, 3}), index, floats({2}, {8, 9})}) ==
          std::vector<double>{1, 2, 3});
}

TEST_CASE("malformed modules are refused with the instruction") {
    SECTION("an operand that is not defined before") {
        CHECK(number_of_failure(
                  module_text("instructions { name: \"n\" opcode: \"negate\" id: 2 operand_ids: 1 " +
                                  f32_2x3 + "} " + parameter,
                              2)) == read_error::malformed_hlo);
    }
    SECTION("a computation that calls itself") {
        CHECK(number_of_failure(module_text(parameter +
                                                "instructions { name: \"c\" opcode: \"call\" id: 2 "
                                                "operand_ids: 1 called_computation_ids: 1 " +
                                                f32_2x3 + "}",
                                            2)) == read_error::malformed_hlo);
    }
    SECTION("a constant whose data does not fill its shape") {
        CHECK(
            number_of_failure(module_text(
                "instructions { name: \"c\" opcode: \"constant\" id: 1 shape { element_type: F32 dimensions: "
                "1000000000000 } literal { shape { element_type: F32 dimensions: 1000000000000 } f32s: 1 } }",
                1)) == read_error::malformed_hlo);
    }
    SECTION("an element that a tuple does not have") {
        CHECK(number_of_failure(module_text(parameter +
                                                "instructions { name: \"g\" opcode: \"get-tuple-element\" "
                                                "id: 2 operand_ids: 1 tuple_index: 3 " +
                                                f32_2x3 + "}",
                                            2)) == read_error::malformed_hlo);
    }
    SECTION("a shape of more elements than there can be") {
        CHECK(number_of_failure(
                  module_text("instructions { name: \"p\" opcode: \"parameter\" id: 1 shape { "
                              "element_type: F32 dimensions: 4294967296 dimensions: 4294967296 } }",
                              1)) == read_error::malformed_hlo);
    }
    SECTION("a layout that is no permutation") {
        CHECK(
            number_of_failure(module_text(
                "instructions { name: \"p\" opcode: \"parameter\" id: 1 shape { element_type: F32 "
                "dimensions: 2 "
                "dimensions: 3 layout { minor_to_major: 1 minor_to_major: 1 } } } instructions { name: \"b\" "
                "opcode: \"bitcast\" id: 2 operand_ids: 1 shape { element_type: F32 dimensions: 6 } }",
                2)) == read_error::malformed_hlo);
    }
}

TEST_CASE("tuples that double at each step are rejected before they are built") {
    std::string instructions = parameter;
    for (int id = 2; id < 60; id++)
        instructions += "instructions { name: \"t\" opcode: \"tuple\" id: " + std::to_string(id) +
                        " operand_ids: " + std::to_string(id - 1) +
                        " operand_ids: " + std::to_string(id - 1) +
                        " shape { element_type: TUPLE tuple_shapes { element_type: F32 } } } ";
    CHECK(number_of_failure(module_text(instructions, 59)) == read_error::malformed_hlo);
}

TEST_CASE("a snapshot provides its arguments, in text and in binary form") {
    const std::string text =
        "hlo { hlo_module { " + module_text(parameter, 1) +
        " } } arguments { shape { element_type: F32 dimensions: 2 dimensions: 3 } f32s: [1, 2, "
        "3, 4, 5, 6] }";
    REQUIRE(is_hlo_message_text(text));
    wire::HloSnapshot snapshot;
    REQUIRE(google::protobuf::TextFormat::ParseFromString(text, &snapshot));
    for (const std::string& bytes : {text, snapshot.SerializeAsString()}) {
        const RecordedProgram recorded = read_hlo_message(bytes, "test.pb");
        REQUIRE(recorded.arguments.size() == 1);
        CHECK(recorded.arguments.at(0) == floats({2, 3}, {1, 2, 3, 4, 5, 6}));
    }
}

TEST_CASE("a bare module and one inside of HloProto read as the same program") {
    wire::HloProto proto;
    *proto.mutable_hlo_module() = message(module_text(parameter, 1));
    const Program bare = read_hlo_message(proto.hlo_module().SerializeAsString(), "test.pb").program;
    CHECK(read_hlo_message(proto.SerializeAsString(), "test.pb").program == bare);
}

TEST_CASE("a truncated file is rejected with the byte where it ends") {
    const std::string whole = message(module_text(parameter, 1)).SerializeAsString();
    for (std::size_t size = 1; size < whole.size(); size++) {
        try {
            read_hlo_message(std::string_view(whole).substr(0, size), "test.pb");
        } catch (const hlo2c::DiagnosticError& error) {
            CHECK(error.diagnostic().number == read_error::malformed_hlo);
        }
    }
}

TEST_CASE("a damaged module is refused with the byte and the path of the field that does not fit") {
    std::string bytes = message(module_text(parameter, 1)).SerializeAsString();
    const std::size_t opcode = bytes.find("parameter");
    bytes[opcode - 1] = 'x';  // its length: longer than the instruction
    try {
        read_hlo_message(bytes, "test.pb");
        FAIL("it is read");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().place.byte_offset == static_cast<long long>(opcode) - 2);
        CHECK(error.diagnostic().place.op == "computations entry/instructions p/opcode");
    }
}

TEST_CASE("values captured by loops and branches become operands of their computations") {
    const Program program =
        read_stablehlo_text(R"(func.func @main(%a: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<f32>
    cond {
      %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %2 = stablehlo.compare EQ, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = "stablehlo.if"(%2) ({
        %5 = stablehlo.add %x, %a : tensor<f32>
        stablehlo.return %5 : tensor<f32>
      }, {
        stablehlo.return %x : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      %4 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %4, %3 : tensor<i32>, tensor<f32>
    }
  return %0#1 : tensor<f32>
})",
                            "test.mlir");
    verify(program);
    const Program again = program_of_module(module_of_program(program, read_sharding_text), {"test.pb", {}});
    verify(again);
    const Literal three = Literal::scalar<int>(ElementType::I32, 3);
    CHECK(values_of(again, {floats({}, {2}), three}) == values_of(program, {floats({}, {2}), three}));
}

TEST_CASE("a dimension of size 1 is removed before HLO broadcasts") {
    const Program program = read_stablehlo_text(
        "func.func @main(%a: tensor<1x2xf32>) -> tensor<3x2xf32> {\n  %0 = stablehlo.broadcast_in_dim %a, "
        "dims = [0, "
        "1] : (tensor<1x2xf32>) -> tensor<3x2xf32>\n  return %0 : tensor<3x2xf32>\n}",
        "test.mlir");
    const Program again = program_of_module(module_of_program(program, read_sharding_text), {"test.pb", {}});
    verify(again);
    CHECK(values_of(again, {floats({1, 2}, {1, 2})}) == std::vector<double>{1, 2, 1, 2, 1, 2});
}

TEST_CASE("replica groups that are axes of a mesh are written as a table") {
    const Program program = read_stablehlo_text(
        "module @m attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {\n"
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
        "func.func public @main(%a: tensor<5xf32>) -> tensor<10xf32> {\n"
        "%0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, replica_groups = "
        "#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = \"x\">]>, "
        "use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : "
        "(tensor<5xf32>) -> tensor<10xf32>\n"
        "return %0 : tensor<10xf32>\n}\n}",
        "test.mlir");
    const Program again = program_of_module(module_of_program(program, read_sharding_text), {"test.pb", {}});
    const auto gather = std::find_if(again.main().body.ops.begin(), again.main().body.ops.end(),
                                     [](const Op& op) { return op.code == OpCode::AllGather; });
    REQUIRE(gather != again.main().body.ops.end());
    const auto* groups = gather->attribute("replica_groups")->get_if<Literal>();
    REQUIRE(groups != nullptr);
    CHECK(*groups == Literal::from_values<std::int64_t>({{2, 2}, ElementType::I64, {}, {}}, {0, 2, 1, 3}));
}

TEST_CASE("a function keeps a name that starts with _ or with a letter") {
    const Program program = read_stablehlo_text(R"(
        func.func @main(%a: tensor<f32>) -> tensor<f32> {
          %0 = call @_where(%a) : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }
        func.func private @_where(%a: tensor<f32>) -> tensor<f32> {
          return %a : tensor<f32>
        }
    )",
                                                "names.mlir");
    const wire::HloModuleProto module = module_of_program(program, read_sharding_text);
    std::set<std::string> names;
    for (const auto& computation : module.computations()) names.insert(computation.name());
    CHECK(names == std::set<std::string>{"_where", "main"});
}

TEST_CASE("writing the same program twice gives the same bytes") {
    const Program program = program_of(module_text(parameter, 1));
    CHECK(print_hlo_message(program, read_sharding_text) == print_hlo_message(program, read_sharding_text));
}

TEST_CASE("text that is not UTF-8 cannot be written to a message") {
    const auto number = [](const std::string& text) {
        try {
            print_hlo_message(read_stablehlo_text(text, "test.mlir"), read_sharding_text);
        } catch (const hlo2c::DiagnosticError& error) {
            return error.diagnostic().number;
        }
        return 0;
    };
    const std::string call =
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = "
        "stablehlo.custom_call @\"f\\C3\\";
    const std::string rest = "\"(%a) : (tensor<2xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}";
    CHECK(number(call + "A9" + rest) == 0);
    CHECK(number(call + "29" + rest) == write_error::no_hlo_form);
    CHECK(number("module @\"m\\FF\" {\n" + call + "A9" + rest + "\n}") == write_error::no_hlo_form);
}

TEST_CASE("the scales of a scaled dot apply to blocks of its operands") {
    const auto array = [](const std::string& name, int id, const std::string& sizes,
                          const std::string& rest) {
        return "instructions { name: \"" + name + "\" id: " + std::to_string(id) +
               " shape { element_type: F32 " + sizes + " } " + rest + " } ";
    };
    const auto argument = [](int number) {
        return "opcode: \"parameter\" parameter_number: " + std::to_string(number);
    };
    const Program program = program_of(
        module_text(array("a", 1, "dimensions: 1 dimensions: 4", argument(0)) +
                        array("b", 2, "dimensions: 4 dimensions: 1", argument(1)) +
                        array("s", 3, "dimensions: 1 dimensions: 2", argument(2)) +
                        array("t", 4, "dimensions: 1 dimensions: 1", argument(3)) +
                        array("d", 5, "dimensions: 1 dimensions: 1",
                              "opcode: \"scaled-dot\" operand_ids: [1, 2, 3, 4] dot_dimension_numbers { "
                              "lhs_contracting_dimensions: 1 rhs_contracting_dimensions: 0 }"),
                    5));
    CHECK(values_of(program, {floats({1, 4}, {1, 2, 3, 4}), floats({4, 1}, {1, 1, 1, 1}),
                              floats({1, 2}, {10, 100}), floats({1, 1}, {2})}) ==
          std::vector<double>{2 * (30 + 700)});
}

TEST_CASE("topk of the smallest gives the first of equal ones first") {
    const Program program = program_of(module_text(
        "instructions { name: \"p\" opcode: \"parameter\" id: 1 shape { element_type: F32 dimensions: 5 } } "
        "instructions { name: \"k\" opcode: \"topk\" id: 2 operand_ids: 1 k: 3 shape { element_type: TUPLE "
        "tuple_shapes { element_type: F32 dimensions: 3 } tuple_shapes { element_type: S32 dimensions: 3 } } "
        "} "
        "instructions { name: \"g\" opcode: \"get-tuple-element\" id: 3 operand_ids: 2 tuple_index: 1 shape "
        "{ "
        "element_type: S32 dimensions: 3 } }",
        3));
    CHECK(values_of(program, {floats({5}, {4, 1, 3, 1, 2})}) == std::vector<double>{1, 3, 4});
}

TEST_CASE("a module keeps shardings, frontend attributes and call site locations") {
    const std::string text = R"(
#loc1 = loc("model.py":10:4 to :9)
#loc2 = loc("f"(#loc1))
#loc3 = loc("model.py":20:2 to :8)
#loc4 = loc("main"(#loc3))
#loc5 = loc(callsite(#loc2 at #loc4))
#loc6 = loc("jit(main)/add"(#loc5))
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %b: tensor<4x2xf32>)
      -> (tensor<4x2xf32> {mhlo.sharding = "{replicated}"}, tensor<4x2xf32> {mhlo.sharding = "{maximal device=1}"}) {
    %0 = stablehlo.add %a, %b : tensor<4x2xf32> loc(#loc6)
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.frontend_attributes = {key = "value"}, mhlo.sharding = "{devices=[1,2]<=[2]}"}
      : (tensor<4x2xf32>) -> tensor<4x2xf32> loc(#loc6)
    func.return %0, %1 : tensor<4x2xf32>, tensor<4x2xf32>
  }
}
)";
    const Program program = read_stablehlo_text(text, "test.mlir");
    verify(program);
    const Program again = program_of_module(module_of_program(program, read_sharding_text), {"test.pb", {}});
    const Function &before = program.main(), &after = again.main();
    CHECK(after.argument_attributes == before.argument_attributes);
    CHECK(after.result_attributes == before.result_attributes);
    CHECK(again.locations == program.locations);
    for (std::size_t i = 0; i < 2; i++) {
        CHECK(after.body.ops[i].location == before.body.ops[i].location);
        CHECK(after.body.ops[i].attributes == before.body.ops[i].attributes);
    }
}

TEST_CASE("a conditional needs a computation for each branch, and two where a predicate selects") {
    const auto number = [](const std::string& type, const std::string& called) {
        const std::string shape = "shape { element_type: " + type + " } ";
        return number_of_failure(
            module_text("instructions { name: \"p\" opcode: \"parameter\" id: 1 " + shape +
                            "} instructions { name: \"c\" opcode: \"conditional\" id: 2 operand_ids: 1 "
                            "operand_ids: 1 operand_ids: 1 " +
                            called + shape + "}",
                        2) +
            " computations { name: \"f\" id: 7 root_id: 3 instructions { name: \"x\" opcode: \"parameter\" "
            "id: 3 " +
            shape + "} }");
    };
    CHECK(number("PRED", "") == 130);
    CHECK(number("PRED", "called_computation_ids: 7 ") == 130);
    CHECK(number("S32", "") == 130);
    CHECK(number("PRED", "called_computation_ids: 7 called_computation_ids: 7 ") == 0);
    CHECK(number("S32", "called_computation_ids: 7 ") == 0);
}
