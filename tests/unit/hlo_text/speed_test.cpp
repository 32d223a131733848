#include <fmt/format.h>

#include <chrono>

#include "frontend/forms/hlo_text/program.h"
#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

template <typename Work>
double seconds_of(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

// The limits leave room for slow and busy machines; they catch quadratic work.
TEST_CASE("a module of 50000 instructions is read in seconds") {
    std::string text = "HloModule m\nENTRY e {\n  v0 = f32[64,64]{1,0} parameter(0)\n";
    for (int i = 1; i < 50000; i++)
        text += fmt::format(
            "  v{} = f32[64,64]{{1,0}} add(v{}, v{}), metadata={{op_name=\"jit(f)/add\" "
            "source_file=\"a.py\" source_line={}}}\n",
            i, i - 1, i / 2, i);
    text += "}\n";
    HloText read;
    CHECK(seconds_of([&] { read = read_text(text); }) < 8);
    CHECK(read.module.computations(0).instructions_size() == 50000);
}

TEST_CASE("a tuple of 80000 elements is taken apart in seconds") {
    std::string shape = "(", elements = "p", text;
    constexpr int count = 80000;
    for (int i = 0; i < count; i++) {
        shape += i > 0 ? ", f32[4]" : "f32[4]";
        if (i > 0) elements += ", p";
        text += fmt::format("  e{0} = f32[4] get-tuple-element(t), index={0}\n", i);
    }
    text = "HloModule m\nENTRY e {\n  p = f32[4] parameter(0)\n  t = " + shape + ") tuple(" + elements +
           ")\n" + text + fmt::format("  ROOT r = add(e0, e{})\n}}\n", count - 1);
    CHECK(seconds_of([&] { read_hlo_text_program(text, "test.hlo"); }) < 8);
}

TEST_CASE("a constant of many elements is read in linear time") {
    std::string text = "HloModule m\nENTRY e {\n  c = f32[1000,1000] constant({";
    for (int i = 0; i < 1000; i++) {
        text += i > 0 ? ", {" : "{";
        for (int k = 0; k < 1000; k++)
            text += fmt::format("{}{:.7g}", k > 0 ? ", " : "", i * 0.001 + k * 1.7e-5);
        text += "}";
    }
    text += "})\n}\n";
    HloText read;
    const double seconds = seconds_of([&] { read = read_text(text); });
    CHECK(read.module.computations(0).instructions(0).literal().f32s_size() == 1000000);
    CHECK(static_cast<double>(text.size()) / 1e6 / seconds > 5);
}
