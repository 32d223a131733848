#include "frontend/partition/propagation.h"

#include <catch2/catch.hpp>
#include <map>

#include "frontend/forms/text/parser.h"
#include "frontend/partition/annotations.h"
#include "frontend/partition/sharding_choice.h"
#include "tests/unit/partition/programs.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

/// The chosen shardings of named values, of a program whose arguments are %x, %y, ... .
std::map<std::string, std::string> shardings_of(const std::string& mesh, int ranks,
                                                const std::string& function) {
    Program program = read_stablehlo_text(module_of(ranks, mesh, function), "test.mlir");
    const DeviceGrid grid = device_grid(program, stated_shardings(program, ranks), ranks);
    const ShardingChoice choice = choose_shardings(program, grid, ranks);
    std::map<std::string, std::string> texts;
    for (std::size_t value = 0; value < program.main().values.size(); value++)
        if (const std::string& name = program.main().values[value].name; !name.empty())
            texts[name] = to_string(grid, choice.shardings[value]);
    return texts;
}

const std::string abc = R"(["a"=2, "b"=2, "c"=2])";

}  // namespace

TEST_CASE("shardings pass elementwise ops and contractions") {
    const auto found =
        shardings_of(abc, 8,
                     R"(
  func.func @main(%x: tensor<8x8xf32>)" +
                         sharded(R"([{"a"}, {"b"}])") + R"(, %y: tensor<8x8xf32>, %z: tensor<8x16xf32>)
      -> tensor<8x16xf32> {
    %s = stablehlo.add %x, %y : tensor<8x8xf32>
    %d = stablehlo.dot_general %s, %z, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    return %d : tensor<8x16xf32>
  })");
    CHECK(found.at("x") == R"([{"a"}, {"b"}])");
    CHECK(found.at("y") == R"([{"a", ?}, {"b", ?}])");
    CHECK(found.at("s") == R"([{"a", ?}, {"b", ?}])");
    CHECK(found.at("z") == R"([{"b", ?}, {?}])");
    CHECK(found.at("d") == R"([{"a", ?}, {?}])");
}

TEST_CASE("the larger operand of a contraction keeps an axis that both want") {
    const auto found = shardings_of(abc, 8,
                                    R"(
  func.func @main(%x: tensor<8x4xf32>)" +
                                        sharded(R"([{"a", "b"}, {?}])") + ", %y: tensor<4x16xf32>" +
                                        sharded(R"([{?}, {"a", "c"}])") + R"() -> tensor<8x16xf32> {
    %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    return %d : tensor<8x16xf32>
  })");
    CHECK(found.at("d") == R"([{?}, {"a", "c", ?}])");
}

TEST_CASE("reshapes split and join axes") {
    const auto reshaped = [](const std::string& mesh, int ranks, const std::string& from,
                             const std::string& axes, const std::string& to) {
        return shardings_of(mesh, ranks,
                            "func.func @main(%x: tensor<" + from + "xf32>" + sharded(axes) + ") -> tensor<" +
                                to + "xf32> {\n%r = stablehlo.reshape %x : (tensor<" + from +
                                "xf32>) -> tensor<" + to + "xf32>\nreturn %r : tensor<" + to + "xf32>\n}")
            .at("r");
    };
    CHECK(reshaped(R"(["a"=4])", 4, "8", R"([{"a"}])", "2x4") == R"([{"a":(1)2, ?}, {"a":(2)2, ?}])");
    CHECK(reshaped(R"(["a"=2, "b"=2])", 4, "16", R"([{"b", "a"}])", "4x4") == R"([{"b", "a", ?}, {?}])");
    CHECK(reshaped(R"(["a"=2, "b"=2])", 4, "4x4", R"([{"a"}, {"b"}])", "16") == R"([{"a", ?}])");
}

TEST_CASE("elementwise ops propagate before contractions") {
    const auto found =
        shardings_of(R"(["a"=2])", 2,
                     R"(
  func.func @main(%x: tensor<8x8xf32>)" +
                         sharded(R"([{"a", ?}, {?}])") + R"(, %y: tensor<8x8xf32>) -> (tensor<8x8xf32>)" +
                         sharded(R"([{?}, {"a", ?}])") + R"() {
    %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %e = stablehlo.add %d, %d : tensor<8x8xf32>
    return %e : tensor<8x8xf32>
  })");
    CHECK(found.at("d") == R"([{?}, {"a", ?}])");
    CHECK(found.at("e") == R"([{?}, {"a", ?}])");
    CHECK(found.at("y") == R"([{?}, {"a", ?}])");
}

TEST_CASE("values of several uses wait for those of one use") {
    const auto found =
        shardings_of(R"(["a"=2])", 2,
                     R"(
  func.func @main(%x: tensor<8x8xf32>)" +
                         sharded(R"([{"a"}, {}])") + R"() -> (tensor<8x8xf32>)" + sharded(R"([{}, {"a"}])") +
                         ", tensor<8x8xf32>" + sharded(R"([{}, {"a"}])") + R"() {
    %s = stablehlo.sine %x : tensor<8x8xf32>
    %t = stablehlo.add %s, %s : tensor<8x8xf32>
    %u = stablehlo.add %s, %s : tensor<8x8xf32>
    %v = stablehlo.cosine %t : tensor<8x8xf32>
    %w = stablehlo.cosine %u : tensor<8x8xf32>
    return %v, %w : tensor<8x8xf32>, tensor<8x8xf32>
  })");
    CHECK(found.at("s") == R"([{"a", ?}, {?}])");
    CHECK(found.at("t") == R"([{?}, {"a", ?}])");
    CHECK(found.at("u") == R"([{?}, {"a", ?}])");
}

TEST_CASE("dimensions of a later priority wait") {
    const auto found =
        shardings_of(abc, 8,
                     R"(
  func.func @main(%x: tensor<8x8xf32>)" +
                         sharded(R"([{"a"}, {"b"}p4])") + R"(, %y: tensor<8x8xf32>, %z: tensor<8x8xf32>)
      -> (tensor<8x8xf32>)" +
                         sharded(R"([{?}, {"c", ?}p1])") + R"() {
    %s = stablehlo.add %x, %y : tensor<8x8xf32>
    %d = stablehlo.divide %s, %z : tensor<8x8xf32>
    return %d : tensor<8x8xf32>
  })");
    CHECK(found.at("x") == R"([{"a"}, {"b"}])");
    for (const char* name : {"y", "z", "s", "d"}) CHECK(found.at(name) == R"([{"a", ?}, {"c", ?}])");
}

TEST_CASE("a carry of a loop has one sharding") {
    const auto found = shardings_of(R"(["a"=2])", 2,
                                    R"(
  func.func @main(%x: tensor<8xf32>)" + sharded(R"([{"a"}])") +
                                        R"() -> tensor<8xf32> {
    %start = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%i = %start, %h = %x) : tensor<i32>, tensor<8xf32>
)" + three_iterations +
                                        R"(      %g = stablehlo.add %h, %h : tensor<8xf32>
      stablehlo.return %n, %g : tensor<i32>, tensor<8xf32>
    }
    return %r#1 : tensor<8xf32>
  })");
    CHECK(found.at("h") == R"([{"a", ?}])");
    CHECK(found.at("g") == R"([{"a", ?}])");
}

TEST_CASE("shardings that contradict themselves are refused") {
    const auto refuses = [](const std::string& mesh, const std::string& dimensions) {
        const auto choose = [&] {
            shardings_of(mesh, 2,
                         "func.func @main(%x: tensor<4x4xf32>" + sharded(dimensions) +
                             ") -> tensor<4x4xf32> { return %x : tensor<4x4xf32> }");
        };
        CHECK_THROWS_AS(choose(), hlo2c::DiagnosticError);
    };
    const std::string x = R"(["x"=2])";
    refuses(x, R"([{"x"}, {"x"}])");
    refuses(x, R"([{"x"}, {}], replicated={"x"})");
    refuses(x, R"([{"x"}])");
    refuses(x, R"([{}, {}], unreduced={"x"})");
    refuses(x, R"([{"y"}, {}])");
    refuses(R"(["x"=2], device_ids=[1, 1])", R"([{"x"}, {}])");
    refuses(R"(["x"=2], device_ids=[0, 5])", R"([{"x"}, {}])");
}
