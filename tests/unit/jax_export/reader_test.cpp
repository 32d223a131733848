#include "frontend/forms/jax_export/reader.h"

#include <exported_generated.h>

#include <catch2/catch.hpp>

#include "frontend/forms/jax_export/tree_paths.h"
#include "frontend/ir/attributes.h"
#include "frontend/platforms.h"
#include "tests/unit/bytecode/file_builder.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;
using jax_export::Tree;
namespace wire = hlo2c::frontend::jax_export::wire;
using Builder = FileBuilder;
using Names = std::vector<std::string>;

namespace {

Tree leaf() {
    return {};
}
Tree tuple(std::vector<Tree> children) {
    return {Tree::Kind::Tuple, std::move(children), {}};
}
Tree dictionary(Names names, std::vector<Tree> children) {
    return {Tree::Kind::Dictionary, std::move(children), std::move(names)};
}

/// (x, y) -> x * y on f32[2].
std::string product() {
    Builder build(6);
    const std::uint64_t pair = build.tensor({2}, build.f32());
    const std::string multiply =
        build.op({.dialect = "vhlo", .name = "multiply_v1", .results = {pair}, .operands = {0, 1}});
    const std::string end = build.op({.dialect = "vhlo", .name = "return_v1", .operands = {2}});
    const std::string body = build.region(3, {pair, pair}, {multiply, end});
    return build.file({build.function("main", {pair, pair}, {pair}, body)});
}

flatbuffers::Offset<wire::TreeNode> write(flatbuffers::FlatBufferBuilder& builder, const Tree& tree) {
    std::vector<flatbuffers::Offset<wire::TreeNode>> children;
    for (const Tree& child : tree.children) children.push_back(write(builder, child));
    return wire::CreateTreeNode(builder, static_cast<std::int8_t>(tree.kind), builder.CreateVector(children),
                                builder.CreateVectorOfStrings(tree.names));
}

/// (platform, x, y) -> x * y on i32 and f32[2].
std::string product_for_platforms() {
    Builder build(6);
    const std::uint64_t number = build.tensor({}, build.type("vhlo", Builder::varint(13)));
    const std::uint64_t pair = build.tensor({2}, build.f32());
    const std::string multiply =
        build.op({.dialect = "vhlo", .name = "multiply_v1", .results = {pair}, .operands = {1, 2}});
    const std::string end = build.op({.dialect = "vhlo", .name = "return_v1", .operands = {3}});
    const std::string body = build.region(4, {number, pair, pair}, {multiply, end});
    return build.file({build.function("main", {number, pair, pair}, {pair}, body)});
}

/// f(params, unused, *, scale), where `unused` is dropped and the result is a dictionary.
std::string exported(const std::string& artifact, unsigned devices = 1, const Names& platforms = {"cpu"}) {
    flatbuffers::FlatBufferBuilder builder;
    const Tree arguments = tuple({dictionary({"bias"}, {leaf()}), leaf()});
    const auto inputs = write(builder, tuple({arguments, dictionary({"scale"}, {leaf()})}));
    const auto outputs = write(builder, dictionary({"logits"}, {leaf()}));
    const auto value = wire::CreateValue(builder, 0, builder.CreateVectorOfStrings(Names{"2"}), 10, 1);
    const auto values = builder.CreateVector(std::vector{value});
    const auto first = builder.CreateVector(std::vector<std::uint32_t>{0, 0, 0});
    const auto result = builder.CreateVector(std::vector<std::uint32_t>{0});
    const auto kept = builder.CreateVector(std::vector<std::uint16_t>{0, 2});
    const auto mesh = wire::CreateMesh(builder, builder.CreateVector(std::vector<std::uint32_t>{2}),
                                       builder.CreateVectorOfStrings(Names{"x"}));
    const auto axes = wire::CreateAxesOfDimension(builder, builder.CreateVectorOfStrings(Names{"x"}));
    const auto partition = wire::CreatePartition(builder, builder.CreateVector(std::vector{axes}));
    const auto named = wire::CreateNamedSharding(builder, mesh, partition);
    const auto shardings = builder.CreateVector(std::vector{named});
    const auto sharding_of = builder.CreateVector(std::vector<std::uint32_t>{1, 0, 0});
    const auto bytes =
        builder.CreateVector(reinterpret_cast<const std::uint8_t*>(artifact.data()), artifact.size());
    const auto name = builder.CreateString("f");
    const auto platform_names = builder.CreateVectorOfStrings(platforms);
    wire::ExportedBuilder table(builder);
    table.add_serialization_version(3);
    table.add_function_name(name);
    table.add_inputs(inputs);
    table.add_outputs(outputs);
    table.add_artifact(bytes);
    table.add_calling_convention(10);
    table.add_kept_inputs(kept);
    table.add_devices(devices);
    table.add_platforms(platform_names);
    table.add_unique_values(values);
    table.add_unique_shardings(shardings);
    table.add_input_value_indices(first);
    table.add_output_value_indices(result);
    table.add_input_sharding_indices(sharding_of);
    builder.Finish(table.Finish());
    return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
}

std::string argument_name(const Program& program, std::size_t index) {
    const Function& main = program.main();
    return program.locations.name(main.values[main.arguments()[index]].location);
}

}  // namespace

TEST_CASE("leaves are named by their path") {
    const Tree tree = tuple({leaf(), dictionary({"a", "b"}, {leaf(), tuple({leaf(), leaf()})})});
    CHECK(jax_export::leaf_paths(tree) == Names{"[0]", "[1]['a']", "[1]['b'][0]", "[1]['b'][1]"});
    CHECK(jax_export::leaf_paths(leaf()) == Names{""});
    CHECK(jax_export::leaf_paths({Tree::Kind::None, {}, {}}).empty());
}

TEST_CASE("keyword arguments are named by keyword, others by position") {
    const Tree tree = tuple({tuple({leaf(), leaf()}), dictionary({"scale"}, {leaf()})});
    CHECK(jax_export::input_paths(tree) == Names{"args[0]", "args[1]", "scale"});
}

TEST_CASE("the program of an export has the names of its trees; dropped arguments keep their number") {
    const Program program = read_jax_export_program(exported(product()), "");
    CHECK(program.name == "f");
    CHECK(argument_name(program, 0) == "args[0]['bias']");
    CHECK(argument_name(program, 1) == "scale");
    const auto& [key, value] = program.main().result_attributes.at(0).entries.at(0);
    CHECK(key == "jax.result_info");
    CHECK(*value.get_if<std::string>() == "result['logits']");
}

TEST_CASE("an export that is not for a CPU keeps its platform") {
    const auto platforms_of = [](const Names& platforms) {
        return foreign_platforms(read_jax_export_program(exported(product(), 1, platforms), ""));
    };
    CHECK(platforms_of({"cuda"}) == Names{"cuda"});
    CHECK(platforms_of({"cpu"}).empty());
    CHECK(foreign_platforms(read_jax_export_program(exported(product_for_platforms(), 1, {"tpu", "rocm"}),
                                                    "")) == Names{"tpu", "rocm"});
    CHECK(foreign_platforms(read_jax_export_program(exported(product_for_platforms(), 1, {"tpu", "cpu"}), ""))
              .empty());
}

TEST_CASE("an export for several platforms has the function's arguments, and the CPU's platform index") {
    const auto number_of = [](const Names& platforms) {
        const Program program = read_jax_export_program(exported(product_for_platforms(), 1, platforms), "");
        REQUIRE(program.main().arguments().size() == 2);
        REQUIRE(program.main().argument_attributes.size() == 2);
        CHECK(argument_name(program, 0) == "args[0]['bias']");
        CHECK(argument_name(program, 1) == "scale");
        const Op& constant = program.main().body.ops.at(0);
        REQUIRE(constant.code == OpCode::Constant);
        return constant[attr::value].integer(0);
    };
    CHECK(number_of({"cuda", "tpu", "cpu"}) == 2);
    CHECK(number_of({"cuda", "tpu"}) == 0);
}

TEST_CASE("shardings of an export for several devices reach its arguments") {
    CHECK(read_jax_export_program(exported(product()), "").main().argument_attributes[0].entries.empty());
    const Program program = read_jax_export_program(exported(product(), 2), "");
    const auto& [key, value] = program.main().argument_attributes.at(0).entries.at(0);
    CHECK(key == "sdy.sharding");
    CHECK(value.get_if<StructAttribute>()->raw == "mesh<[\"x\"=2]>, [{\"x\"}]");
    CHECK(program.main().argument_attributes[1].entries.empty());
}

TEST_CASE("an error in the artifact of an export has its byte in the file") {
    std::string artifact = product();
    artifact[4] = Builder::varint(7)[0];
    const std::string bytes = exported(artifact);
    REQUIRE(is_jax_export(bytes));
    try {
        read_jax_export_program(bytes, "");
        FAIL("it was read");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 121);
        CHECK(error.diagnostic().place.byte_offset == static_cast<long long>(bytes.find("ML\xefR") + 5));
    }
}

TEST_CASE("an export with any one byte changed reads or is an error") {
    const std::string bytes = exported(product(), 2);
    for (std::size_t i = 0; i < bytes.size(); i++)
        for (const int change : {0x01, 0x80, 0xFF}) {
            std::string changed = bytes;
            changed[i] = static_cast<char>(changed[i] ^ change);
            try {
                read_jax_export_program(changed, "");
            } catch (const hlo2c::DiagnosticError& error) {
                CHECK(error.diagnostic().number / 100 == 1);
            }
        }
}

TEST_CASE("a cut export is an error") {
    const std::string bytes = exported(product());
    for (std::size_t length = 0; length < bytes.size(); length += 7)
        CHECK_THROWS_AS(read_jax_export_program(bytes.substr(0, length), ""), hlo2c::DiagnosticError);
}
