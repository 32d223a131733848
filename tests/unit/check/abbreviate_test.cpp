#include "codegen/check/abbreviate.h"

#include <algorithm>
#include <catch2/catch.hpp>

using hlo2c::codegen::abbreviate_number_lists;

TEST_CASE("a long list of numbers becomes {0} and keeps its line breaks") {
    const std::string text =
        "static const float w[4] = {\n    0x1.8p+1f, -2.5e-3f,\n    1u, 0xFFUL\n};\nint next;\n";
    CHECK(abbreviate_number_lists(text, 8) == "static const float w[4] = {0}\n\n\n;\nint next;\n");
}

TEST_CASE("a short list of numbers stays") {
    const std::string text = "static const int w[2] = {1, 2};\n";
    CHECK(abbreviate_number_lists(text, 100) == text);
}

TEST_CASE("a list with names in it stays, whatever its length") {
    const std::string text = "static const hook table[2] = { first_function, second_function };\n";
    CHECK(abbreviate_number_lists(text, 8) == text);
}

TEST_CASE("braces of functions, comments and strings are no lists") {
    const std::string text =
        "int f(void) { 1; 2; 3; 4; 5; }\n/* = {1, 2, 3, 4, 5, 6} */\n// = {1, 2, 3, 4, 5, 6}\n"
        "const char s[] = \"= {1, 2, 3, 4, 5, 6} \\\" = {1, 2, 3, 4, 5, 6}\"; const char q = '\"';\n";
    CHECK(abbreviate_number_lists(text, 8) == text);
}

TEST_CASE("nested lists of numbers are abbreviated as one") {
    CHECK(abbreviate_number_lists("int a[2][2] = {{1, 2}, {3, 4}};", 8) == "int a[2][2] = {0};");
}

TEST_CASE("an unclosed list stays, so that the parser reports it") {
    const std::string text = "int a[3] = {1, 2, 3, 4, 5, 6, 7";
    CHECK(abbreviate_number_lists(text, 8) == text);
}
