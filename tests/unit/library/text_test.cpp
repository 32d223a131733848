#include "codegen/text/text.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "codegen/library/arrays.h"
#include "codegen/text/escape.h"
#include "codegen/text/literals.h"
#include "codegen/text/names.h"

using namespace hlo2c::codegen;
using hlo2c::scheduler::ScalarKind;

namespace {

template <typename T>
std::string rows(const std::vector<T>& values, ScalarKind kind) {
    Writer writer;
    write_values(writer, std::as_bytes(std::span(values)), kind);
    return writer.text();
}

}  // namespace

TEST_CASE("text in comments cannot close them, open others, or reorder the visible text") {
    CHECK(c_comment("a */ b /* c") == "a * / b / * c");
    CHECK(c_comment("trigraph ?"
                    "?/") == "trigraph ? ?/");
    CHECK(c_comment("tab\tbell\a") == "tab?bell?");
    CHECK(c_comment("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
    CHECK(c_comment("\xe2\x80\xae"
                    "right to left") == "?right to left");
    CHECK(c_comment("broken \xc3") == "broken ?");
}

TEST_CASE("invisible or reordering characters reach neither a file nor a terminal") {
    CHECK(visible_text("a\x1b[31m\xc2\x85\xe2\x80\x8b\xef\xbb\xbf\xe2\x80\xa8z\nb") == "a?[31m????z\nb");
    CHECK(terminal_text("a\x1b[31m\tb\r\n") == "a?[31m\tb?\n");
    CHECK(visible_text("\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80") == "?????????");
    CHECK(visible_text("\xf0\x9f\x98\x80") == "\xf0\x9f\x98\x80");
    CHECK(c_comment("joined \\\nwith \\") == "joined \\ \nwith \\ ");
    CHECK(hash_comment("a \\\nall:\n\trm") == "a / all: ?rm");
    CHECK(plain_value("$(shell x) @NAME@ #\\ ok-1.2") == "  shell x   NAME     ok-1.2");
    CHECK(escape_html("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    CHECK(escape_markdown("a|b\n[c](d) `e`") == "a\\|b \\[c\\](d) \\`e\\`");
}

TEST_CASE("placeholders are substituted once, whatever the values contain") {
    CHECK(fill_in("@a@ @b@ x@y", {{"a", "@b@"}, {"b", "2"}}) == "@b@ 2 x@y");
    CHECK(fill_in("@OTHER@ @a@", {{"a", "1"}}) == "@OTHER@ 1");
}

TEST_CASE("strings become C literals") {
    CHECK(c_string("a\"b\\c") == "\"a\\\"b\\\\c\"");
    CHECK(c_string("line\n") == "\"line\\012\"");
    CHECK(c_string("?"
                   "?=") == "\"\\?\\?=\"");
}

TEST_CASE("a text that is too long for a literal is an array of characters") {
    CHECK(c_text("a\"b") == "\"a\\\"b\"");
    CHECK(c_text(std::string(4095, 'x')).front() == '"');
    const std::string array = c_text(std::string(4096, '\xff'));
    CHECK(array.substr(0, 29) == "(const char[]){\n    '\\377', '");
    CHECK(array.substr(array.size() - 11) == " '\\377', 0}");
}

TEST_CASE("arrays keep every bit: floats as bits, minimum integers without an overflowing literal") {
    CHECK(rows<float>({1.0f, -0.0f}, ScalarKind::F32) == "0x3f800000, 0x80000000,\n");
    CHECK(rows<double>({1.0}, ScalarKind::F64) == "0x3ff0000000000000u,\n");
    CHECK(rows<std::int8_t>({-128, 127}, ScalarKind::I8) == "-128, 127,\n");
    CHECK(rows<std::int32_t>({INT32_MIN, 5}, ScalarKind::I32) == "-2147483647-1, 5,\n");
    CHECK(rows<std::int64_t>({INT64_MIN}, ScalarKind::I64) == "-9223372036854775807-1,\n");
    CHECK(rows<std::uint64_t>({UINT64_MAX}, ScalarKind::U64) == "18446744073709551615u,\n");
}

TEST_CASE("integers become constants of their type, the lowest ones their names") {
    const auto check = [](ScalarKind kind, std::int64_t value, const std::string& text) {
        CHECK(integer_literal(kind, value).text == text);
    };
    check(ScalarKind::I32, -7, "-7");
    check(ScalarKind::I32, INT32_MIN, "INT32_MIN");
    check(ScalarKind::I64, INT64_MIN, "INT64_MIN");
    check(ScalarKind::I64, INT32_MIN, "INT64_C(-2147483648)");
    check(ScalarKind::I64, 7, "7");
    check(ScalarKind::U8, -1, "255");
    check(ScalarKind::U32, 7, "7u");
    check(ScalarKind::U64, -1, "UINT64_C(18446744073709551615)");
    CHECK(integer_literal(ScalarKind::I32, -7).within(primary) == "(-7)");
    CHECK(integer_literal(ScalarKind::I32, INT32_MIN).within(primary) == "INT32_MIN");
    CHECK(hexadecimal_literal(255) == "UINT64_C(0xff)");
    CHECK(hexadecimal_literal(255, 4) == "UINT64_C(0x00ff)");
    CHECK(size_literal(INT64_C(4294967295)) == "4294967295u");
    CHECK(size_literal(INT64_C(4294967296)) == "4294967296ull");
}

TEST_CASE("floats become the shortest decimal with the same bits, or a call where there is none") {
    CHECK(real_literal(ScalarKind::F32, 0x3dcccccd).text == "0.1f");
    CHECK(real_literal(ScalarKind::F32, 0x3f800000).text == "1.0f");
    CHECK(real_literal(ScalarKind::F32, INT64_C(0x80000000)).within(primary) == "(-0.0f)");
    CHECK(real_literal(ScalarKind::F64, INT64_C(0x3ff0000000000000)).text == "1.0");
    CHECK(real_literal(ScalarKind::F32, 0x7f800000).text == "infinity_f32()");
    CHECK(real_literal(ScalarKind::F64, INT64_C(-0x10000000000000)).text == "-infinity_f64()");
    CHECK(real_literal(ScalarKind::F32, 0x7fc00001).text == "bits_f32_u32(0x7fc00001u)");
}

TEST_CASE("names that are asked for again get numbers, and may be given back") {
    NameTable names, others(".", 1);
    CHECK(names.claim("sum") == "sum");
    CHECK(names.claim("sum") == "sum_2");
    CHECK(names.claim("sum") == "sum_3");
    names.release("sum_2");
    CHECK(names.claim("sum") == "sum_2");
    others.take("a.1");
    CHECK(others.claim("a") == "a");
    CHECK(others.claim("a") == "a.2");
}

TEST_CASE("lines are wrapped between words, and a word that is too long between characters") {
    CHECK(wrap("one two  three", 7) == std::vector<std::string>{"one two", "three"});
    CHECK(wrap("one\n\ntwo", 7) == std::vector<std::string>{"one", "", "two"});
    CHECK(wrap("one two three", 8, 2) == std::vector<std::string>{"one two", "  three"});
    CHECK(wrap("  one two\nthree four", 7) == std::vector<std::string>{"  one", "  two", "three", "four"});
    CHECK(wrap("abcdefgh", 3) == std::vector<std::string>{"abc", "def", "gh"});
    CHECK(wrap("gr\xc3\xbc\xc3\x9f", 3) == std::vector<std::string>{"gr", "\xc3\xbc", "\xc3\x9f"});
}

TEST_CASE("identifiers are those of C and C++, without underscores in front") {
    CHECK(identifier("conv-1/kernel:0") == "conv_1_kernel_0");
    CHECK(identifier("7up") == "x7up");
    CHECK(identifier("__Reserved") == "Reserved");
    CHECK(identifier("template") == "template_");
    CHECK(identifier("") == "x");
}

TEST_CASE("calls that are too long break behind commas, below the first argument") {
    Writer writer;
    writer.indent();
    writer.call("function", {std::string(50, 'a'), std::string(50, 'b'), "c"}, ";");
    CHECK(writer.text() ==
          "    function(" + std::string(50, 'a') + ",\n             " + std::string(50, 'b') + ", c);\n");
}

TEST_CASE("calls break with eight spaces if an argument does not fit below the first one") {
    Writer writer;
    writer.call(std::string(40, 'f'), {"a", std::string(80, 'b')}, ";");
    CHECK(writer.text() ==
          std::string(40, 'f') + "(a,\n" + std::string(8, ' ') + std::string(80, 'b') + ");\n");
}
