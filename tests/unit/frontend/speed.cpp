// Reads and verifies a module of many ops, and one with a large constant, within limits of processor time and
// memory.
#include <fmt/format.h>
#include <sys/resource.h>

#include <ctime>
#include <iostream>

#include "frontend/ops/verify.h"
#include "frontend/text/parser.h"

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

std::string many_ops() {
    constexpr int ops = 50000;
    constexpr const char* names[] = {"add", "multiply", "subtract", "maximum"};
    std::string text = "func.func @main(%a: tensor<16x32xf32>) -> tensor<16x32xf32> {\n";
    std::string last = "a";
    for (int i = 0; i < ops; i++) {
        text += fmt::format("  %{} = stablehlo.{} %{}, %a : tensor<16x32xf32> loc(\"model.py\":{}:2)\n", i,
                            names[i % 4], last, i + 1);
        last = std::to_string(i);
    }
    return text + "  return %" + last + " : tensor<16x32xf32>\n}\n";
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
    good &= within(seconds_for(many_ops()), 2.0, "seconds for 50000 ops");
    return good ? 0 : 1;
}
