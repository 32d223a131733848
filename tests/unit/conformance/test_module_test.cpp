#include "frontend/test_modules/test_module.h"

#include <catch2/catch.hpp>

#include "frontend/forms/text/parser.h"

using namespace hlo2c::frontend;

TEST_CASE("a test module is taken apart in steps that can be seen") {
    const Program module = read_stablehlo_text(R"(
func.func @other() {
  return
}
func.func @checked() {
  %a = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  func.call @compare(%a) : (tensor<2xi32>) -> ()
  return
}
func.func private @compare(%a: tensor<2xi32>) {
  %b = stablehlo.abs %a : tensor<2xi32>
  check.expect_eq_const %b, dense<[1, 2]> : tensor<2xi32>
  return
}
)",
                                               "test.mlir");
    std::vector<std::string_view> seen;
    std::vector<std::size_t> functions, arguments, ops;
    const TestProgram test =
        take_module_apart(module, "checked", [&](std::string_view step, const Program& program) {
            const Function& function = *program.function(seen.size() < 2 ? "checked" : "main");
            seen.push_back(step);
            functions.push_back(program.functions.size());
            arguments.push_back(function.arguments().size());
            ops.push_back(function.body.ops.size());
        });
    CHECK(seen == test_module_steps());
    CHECK(functions == std::vector<std::size_t>{3, 3, 2, 1, 1, 1});
    CHECK(arguments == std::vector<std::size_t>{0, 0, 0, 0, 0, 1});
    CHECK(ops == std::vector<std::size_t>{3, 3, 3, 4, 4, 2});
    CHECK(test.comparands.size() == 1);
}
