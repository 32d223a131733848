#include <catch2/catch.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

constexpr const char* product =
    R"(func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x32xf32>) -> tensor<16x32xf32> {
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>
}
)";

/// Compiles a product with this text as its tuning.
hlo2c::driver::ProcessResult compile_with(const Folder& folder, const std::string& tuning) {
    return command({"compile", folder.file("p.mlir", product), "-o", folder.path("library"), "--target",
                    "x86-64-v3", "--tuning", folder.file("t.yaml", tuning)});
}

}  // namespace

TEST_CASE("a tuning that is not there, no YAML or wrong is an error with its place") {
    const Folder folder;
    const auto missing = command({"compile", folder.file("p.mlir", product), "-o", folder.path("library"),
                                  "--tuning", folder.path("none.yaml")});
    CHECK(missing.status == 1);
    CHECK(error_number(missing.output) == 485);
    CHECK(error_number(compile_with(folder, "target: [").output) == 486);
    const auto wrong = compile_with(folder, "target: x86-64-v3\nspeed: 3\n");
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.output, Contains("t.yaml:2:1: error H0487: unknown key 'speed'"));
    CHECK(folder.names() == std::vector<std::string>{"p.mlir", "t.yaml"});
}

TEST_CASE("a tuning for another target or other rules says what to do") {
    const Folder folder;
    const auto other =
        compile_with(folder, "target: x86-64-v4 (native)\ncompiler: c\nfp: strict\nschedules: []\n");
    CHECK(other.status == 1);
    CHECK_THAT(other.output, Contains("H0488") && Contains("--target=native"));
    const auto rules = compile_with(folder, "target: x86-64-v3\ncompiler: c\nfp: fast\nschedules: []\n");
    CHECK(rules.status == 1);
    CHECK_THAT(rules.output, Contains("H0488") && Contains("Compile with --fp=fast"));
}

TEST_CASE("figures that are not whole are an error with their line") {
    const Folder folder;
    const auto read = [&](const std::string& figures) {
        return command({"tune", folder.file("p.mlir", product), "--target", "x86-64-v3", "-o",
                        folder.path("t.yaml"), "--read", folder.file("f.txt", figures)});
    };
    const auto empty = read("");
    CHECK(empty.status == 1);
    CHECK_THAT(empty.output, Contains("f.txt:1:1: error H0655: the first line is not 'hlo2c figures 1'"));
    const std::string head = "hlo2c figures 1\ntarget x86-64-v2\nfp strict\ncompiler c\n";
    CHECK(error_number(read(head).output) == 655);
    CHECK(error_number(read(head + "round\nend\n").output) == 657);
    CHECK(folder.names() == std::vector<std::string>{"f.txt", "p.mlir"});
}
