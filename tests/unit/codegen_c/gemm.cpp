#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/unit/codegen_c/compiled_kernel.h"
#include "tests/unit/codegen_c/gemm_nest.h"

using namespace hlo2c::codegen::testing;

namespace {

std::vector<float> numbers(std::size_t count, unsigned seed) {
    std::vector<float> values;
    for (std::size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        values.push_back(static_cast<float>(static_cast<int>(seed >> 8) - (1 << 23)) / (1 << 23));
    }
    return values;
}

/// The longest run of instructions of the assembly that ends in a backward jump and holds fused
/// multiply-adds.
std::vector<std::string> inner_loop(const std::string& assembly) {
    std::vector<std::string> lines;
    std::map<std::string, std::size_t> labels;
    std::vector<std::string> best;
    std::size_t best_count = 0;
    std::istringstream stream(assembly);
    for (std::string line; std::getline(stream, line);) {
        line = line.substr(0, line.find('#'));
        while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.pop_back();
        if (line.empty() || line.find("\t.") == 0) continue;
        if (line.back() == ':') labels[line.substr(0, line.size() - 1)] = lines.size();
        std::smatch jump;
        if (std::regex_search(line, jump, std::regex("\tj[a-z]+\t(\\.L[A-Za-z0-9_]+)"))) {
            const auto target = labels.find(jump[1]);
            if (target != labels.end()) {
                std::vector<std::string> body(lines.begin() + static_cast<std::ptrdiff_t>(target->second),
                                              lines.end());
                std::size_t count = 0;
                bool nested = false;
                for (std::size_t i = 0; i < body.size(); i++) {
                    count += body[i].find("vfmadd") != std::string::npos;
                    nested = nested || body[i].find("\tj") == 0;
                }
                if (!nested && count > best_count) best = body, best_count = count;
            }
        }
        lines.push_back(line);
    }
    return best;
}

std::string assembly_of(const std::string& compiler, const std::string& flags, const std::string& source) {
    const std::string file = temporary_path("gemm.c"), output = temporary_path("gemm.s");
    std::ofstream(file) << source;
    shell(compiler + " " + flags + " -S -fno-asynchronous-unwind-tables " + file + " -o " + output);
    std::ifstream stream(output);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("A matrix product gives the same bits with every compiler, standard and optimisation") {
    const auto plan = plan_of(gemm_nest(12, 37, 32, 6, 2, 8), 32);
    const Buffers input = {bytes_of(numbers(12 * 37, 1)), bytes_of(numbers(37 * 32, 2)),
                           bytes_of(numbers(32, 3)), std::vector<unsigned char>(12 * 32 * 4)};
    const auto expected = values_of<float>(run_kernel(plan, all_builds()[0], input)[3]);
    const auto a = numbers(12 * 37, 1), b = numbers(37 * 32, 2), bias = numbers(32, 3);
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < 32; j++) {
            float sum = 0;
            for (int k = 0; k < 37; k++) {
                sum = std::fma(a[static_cast<std::size_t>(i * 37 + k)],
                               b[static_cast<std::size_t>(k * 32 + j)], sum);
            }
            sum += bias[static_cast<std::size_t>(j)];
            REQUIRE(expected[static_cast<std::size_t>(i * 32 + j)] == (sum > 0 ? sum : 0));
        }
    }
    for (const Build& build : all_builds()) {
        INFO(build.compiler << " " << build.flags);
        CHECK(values_of<float>(run_kernel(plan, build, input)[3]) == expected);
    }
}

TEST_CASE("The inner loop of a matrix product is fused multiply-adds without stack traffic") {
    struct Case {
        const char *compiler, *flags;
        int rows, vectors, lanes;
    };
    for (const Case& each :
         {Case{"gcc", "-O3 -march=x86-64-v3", 6, 2, 8}, Case{"clang-14", "-O3 -march=x86-64-v3", 6, 2, 8},
          Case{"gcc", "-O3 -march=x86-64-v4", 12, 2, 16},
          Case{"clang-14", "-O3 -march=x86-64-v4", 12, 2, 16}}) {
        const auto plan =
            plan_of(gemm_nest(96, 256, 96, each.rows, each.vectors, each.lanes), each.lanes * 4);
        const auto loop = inner_loop(assembly_of(each.compiler, each.flags, source_of(plan)));
        std::string text;
        int fused = 0, stack = 0, calls = 0;
        for (const std::string& line : loop) {
            text += line + "\n";
            fused += line.find("vfmadd") != std::string::npos;
            stack += line.find("(%rsp") != std::string::npos || line.find("(%rbp") != std::string::npos;
            calls += line.find("call") != std::string::npos;
        }
        INFO(each.compiler << " " << each.flags << "\n" << text);
        CHECK(fused % (each.rows * each.vectors) == 0);
        CHECK(fused > 0);
        CHECK(stack == 0);
        CHECK(calls == 0);
        CHECK(static_cast<int>(loop.size()) <= 2 * fused + 2);
    }
}
