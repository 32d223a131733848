#pragma once

#include <string>
#include <vector>

#include "codegen/c/kernel_printer.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen::testing {

/// A compiler with flags that printed kernels are built with.
struct Build {
    std::string compiler, flags;
};

/// gcc and clang, gnu11 and c11, -O1 and -O3, the scalar form, and a build without the target's instructions.
std::vector<Build> all_builds();

/// The bytes of a kernel's buffers, as input and as output.
using Buffers = std::vector<std::vector<unsigned char>>;

template <typename T>
std::vector<unsigned char> bytes_of(const std::vector<T>& values) {
    const auto* begin = reinterpret_cast<const unsigned char*>(values.data());
    return {begin, begin + values.size() * sizeof(T)};
}
template <typename T>
std::vector<T> values_of(const std::vector<unsigned char>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<unsigned char*>(values.data()));
    return values;
}

/// A plan with one kernel, after the loop passes for vectors of `vector_bytes`.
scheduler::Plan plan_of(scheduler::LoopNest nest, int vector_bytes, const std::string& name = "kernel");

/// Prints the kernel, builds it with -Wall -Wextra -pedantic -Werror, runs it on the buffers (one per
/// parameter of the nest, in order), and returns their new contents. Fails the test on any compiler
/// diagnostic.
Buffers run_kernel(const scheduler::Plan& plan, const Build& build, const Buffers& buffers);

/// A C file with the header's text before the kernel.
std::string source_of(const scheduler::Plan& plan);

/// Builds a C program of the support functions that `text` calls and `text` itself, with -lm and warnings as
/// errors, runs it and returns its output. Fails the test where it does not compile or does not return 0.
std::string run_program(const std::string& text, const Build& build);

/// Runs a shell command and returns its output; fails the test where the command fails.
std::string shell(const std::string& command);
/// A fresh path in the test's own temporary folder.
std::string temporary_path(const std::string& name);

}  // namespace hlo2c::codegen::testing
