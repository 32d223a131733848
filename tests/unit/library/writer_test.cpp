#include "codegen/text/writer.h"

#include <catch2/catch.hpp>

using hlo2c::codegen::break_line;

namespace {

std::string repeated(const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; i++) result += text;
    return result;
}

}  // namespace

TEST_CASE("A line that fits stays whole") {
    CHECK(break_line("x = f(a, b);", 4) == "    x = f(a, b);\n");
}

TEST_CASE("A line breaks between arguments rather than inside of a subscript") {
    const std::string inner = repeated("abs_f32x8(", 7);
    const std::string text =
        "store_f32x8(&out[block * 32], " + inner + "x[block * 32]" + std::string(7, ')') + ");";
    CHECK(break_line(text, 0) ==
          "store_f32x8(&out[block * 32],\n    " + inner + "x[block * 32]" + std::string(7, ')') + ");\n");
}

TEST_CASE("A line without a comma breaks behind a parenthesis") {
    const std::string calls = repeated("abs_f32x8(", 12);
    CHECK(break_line(calls + "x" + std::string(12, ')') + ";", 0) == repeated("abs_f32x8(", 10) + "\n    " +
                                                                         repeated("abs_f32x8(", 2) + "x" +
                                                                         std::string(12, ')') + ";\n");
}

TEST_CASE("A text in quotes is not broken") {
    const std::string quoted = "\"" + repeated("a, (", 20) + "\"";
    CHECK(break_line("print(first, " + quoted + ", " + quoted + ");", 0) ==
          "print(first, " + quoted + ",\n    " + quoted + ");\n");
}
