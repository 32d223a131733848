#include <catch2/catch.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

const std::string sum = R"(
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
)";

const std::string check = R"(
  func.func public @sum() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %b = stablehlo.add %a, %a : tensor<2xi32>
    check.expect_eq_const %b, dense<[2, 4]> : tensor<2xi32>
    func.return
  }
}
)";

const std::string note = "the program was exported for cuda, rocm and runs on a CPU here";

std::string exported_for(const std::string& platforms, const std::string& functions) {
    return "module attributes {hlo2c.platforms = [" + platforms + "]} {" + functions;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) count++;
    return count;
}

}  // namespace

TEST_CASE("every verb that runs or compiles a program for another platform says so once") {
    const Folder folder;
    const std::string program = folder.file("sum.mlir", exported_for(R"("cuda", "rocm")", sum));
    const std::string array = folder.npy("x.npy", "<f4", "(2,)", two_floats);
    const std::vector<std::vector<std::string>> verbs = {
        {"run", program, "--arg", array},
        {"eval", program, "--arg", array},
        {"verify", program},
        {"bench", program},
        {"inspect", program, "-o", folder.path("sum.html")},
        {"compile", program, "-o", folder.path("sum")},
        {"tune", program, "--target", "native", "-o", folder.path("sum.yaml")},
    };
    for (const std::vector<std::string>& words : verbs) {
        CAPTURE(words.front());
        const auto result = command(words);
        CHECK(result.status == 0);
        CHECK(count_of(result.output, note) == 1);
    }
}

TEST_CASE("a test whose program was exported for another platform says so") {
    const Folder folder;
    const std::string tests = folder.file("tests.mlir", exported_for(R"("cuda", "rocm")", check));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"test", tests}, std::vector<std::string>{"test", "--evaluator", tests}}) {
        const auto result = command(words);
        CHECK(result.status == 0);
        CHECK(count_of(result.output, note) == 1);
        CHECK_THAT(result.output, Contains("1 passed"));
    }
}
