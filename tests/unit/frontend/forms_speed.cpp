// Reads and verifies a program of many ops in each writable form, and an artifact with a large constant,
// within limits on CPU time and memory. Each file is written and read in a separate process, so that its
// costs are not counted for the others.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "frontend/forms/forms.h"
#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "tests/unit/frontend/many_ops.h"

namespace {

using namespace hlo2c::frontend;

constexpr double mebibyte = 1024.0 * 1024.0;

struct Usage {
    double seconds = 0, peak_bytes = 0;
    bool good = false;
};

/// Runs the work in a separate process.
template <typename Work>
Usage measured(Work&& work) {
    const pid_t child = fork();
    if (child == 0) {
        try {
            work();
        } catch (const std::exception& error) {
            std::cerr << error.what();
            std::_Exit(1);
        }
        std::_Exit(0);
    }
    int status = 1;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child) return {};
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) * 1024.0,
            status == 0};
}

Program many_ops() {
    return read_stablehlo_text(text_of_many_ops(1000), "");
}

Program large_constant() {
    const TensorType type{{100 * 1024 * 1024 / 4}, ElementType::F32, {}, {}};
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.byte_size()));
    for (std::size_t i = 0; i < bytes.size(); i++)
        bytes[i] = static_cast<std::byte>((i * 2654435761u >> 13) & 0x3f);
    Program program = read_stablehlo_text(
        "func.func public @main() -> tensor<26214400xf32> {\n"
        "  %0 = stablehlo.constant dense<0.0> : tensor<26214400xf32>\n"
        "  return %0 : tensor<26214400xf32>\n}\n",
        "");
    program.main().body.ops[0].set_attribute("value", Literal(type, bytes));
    return program;
}

bool within(double value, double limit, const std::string& what) {
    std::cout << fmt::format("{}: {:.3g}, limit {:.3g}\n", what, value, limit);
    return value <= limit;
}

/// Writes the program that `make` returns to a file, and reads it.
template <typename Make>
Usage read_as(const Form& form, const std::filesystem::path& path, Make&& make) {
    const Usage written = measured([&] {
        const std::string bytes = write_program(make(), form.form);
        std::ofstream(path, std::ios::binary) << bytes;
    });
    return written.good ? measured([&] { verify(read_program(path)); }) : Usage{};
}

}  // namespace

int main() {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / fmt::format("hlo2c-forms-speed-{}", getpid());
    bool good = true;
    for (const Form& form : writable_forms()) {
        const Usage usage = read_as(form, path, many_ops);
        good &= usage.good;
        good &= within(usage.seconds, 2.0, fmt::format("seconds for 50000 ops as {}", form.description));
    }
    const Form& artifact = *form_called("artifact");
    const Usage usage = read_as(artifact, path, large_constant);
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    good &= usage.good;
    good &=
        within(usage.seconds, size / mebibyte / 200.0, "seconds for an artifact with a constant of 100 MiB");
    good &= within(usage.peak_bytes / size, 2.5, "peak memory by the size of that artifact");
    std::filesystem::remove(path);
    return good ? 0 : 1;
}
