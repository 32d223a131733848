// Reads and verifies modules of many ops, functions and arguments, and one with a large constant, within
// limits of processor time and memory.
#include <fmt/format.h>
#include <sys/resource.h>

#include <ctime>
#include <iostream>

#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "tests/unit/frontend/many_ops.h"

namespace {

using namespace hlo2c::frontend;

constexpr double mebibyte = 1024.0 * 1024.0;

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

double seconds_for(const std::string& text) {
    const double start = processor_seconds();
    verify(read_stablehlo_text(text, ""));
    return processor_seconds() - start;
}

bool within(double value, double limit, const char* what) {
    std::cout << fmt::format("{}: {:.3g}, limit {:.3g}\n", what, value, limit);
    return value <= limit;
}

std::string large_constant() {
    constexpr std::size_t elements = 50 * 1024 * 1024 / 4;
    std::string text = "func.func @main() {\n  %0 = stablehlo.constant dense<\"0x";
    text.reserve(elements * 8 + 1000);
    for (std::size_t i = 0; i < elements; i++) text += i % 2 == 0 ? "0011AAff" : "0000803F";
    return text + fmt::format("\"> : tensor<{}xf32>\n  return\n}}\n", elements);
}

std::string many_functions() {
    constexpr int functions = 50000;
    std::string text =
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.negate %a : tensor<4xf32>\n";
    for (int i = 1; i <= functions; i++)
        text += fmt::format("  %{0} = call @f{0}(%{1}) : (tensor<4xf32>) -> tensor<4xf32>\n", i, i - 1);
    text += fmt::format("  return %{} : tensor<4xf32>\n}}\n", functions);
    for (int i = 1; i <= functions; i++)
        text += fmt::format(
            "func.func private @f{}(%a: tensor<4xf32>) -> tensor<4xf32> {{\n  return %a : "
            "tensor<4xf32>\n}}\n",
            i);
    return text;
}

std::string long_line() {
    constexpr int arguments = 100000;
    std::string text = "func.func @main(%a: tensor<4xf32>";
    for (int i = 1; i < arguments; i++) text += fmt::format(", %a{}: tensor<4xf32>", i);
    return text + ") -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\n";
}

}  // namespace

int main() {
    bool good = true;
    {
        const std::string text = large_constant();
        const auto size = static_cast<double>(text.size());
        good &= within(seconds_for(text), size / mebibyte / 50.0,
                       "seconds for a constant of 100 MiB of hexadecimal digits");
        good &= within(peak_bytes() / size, 2.5, "peak memory by the size of that text");
    }
    good &= within(seconds_for(text_of_many_ops(large_op_count)), 2.0, "seconds for 50000 ops");
    good &= within(seconds_for(many_functions()), 5.0, "seconds for 50000 functions and their calls");
    good &= within(seconds_for(long_line()), 2.0, "seconds for 100000 arguments on one line");
    return good ? 0 : 1;
}
