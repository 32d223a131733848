#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "driver/compile_library.h"
#include "driver/process.h"
#include "driver/toolchain.h"

namespace hlo2c::driver {

/// A library that was written to a directory and built into an executable around its entry point.
class BuiltLibrary {
public:
    /// Writes and builds `library` in --keep's directory, or in a temporary one. `optimisation` is "-O1",
    /// "-O2" or "-O3".
    BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options, const char* optimisation,
                 Console& console);

    /// Runs an entry point, the first unless another number is given, in a process of its own, on the
    /// arguments of the program as read; the bound ones are left out. Results in the program's order. Fails
    /// with H0614 where the process fails or takes longer than ten minutes.
    std::vector<frontend::Literal> run(const std::vector<frontend::Literal>& arguments,
                                       std::size_t function = 0) const;

    /// Repeats the call for `seconds`, and returns what the process measured: a JSON object with runs,
    /// min_ns, median_ns, mean_ns, arena_bytes, and kernels [{name, calls, ns}] of one call.
    Json measure(const std::vector<frontend::Literal>& arguments, double seconds) const;

    const std::filesystem::path& directory() const { return directory_; }

private:
    std::string start(const std::vector<frontend::Literal>& arguments, std::size_t number,
                      const std::filesystem::path& exchange, const std::vector<std::string>& options) const;

    const CompiledLibrary& library_;
    Toolchain toolchain_;
    std::unique_ptr<TemporaryDirectory> temporary_;
    std::filesystem::path directory_, executable_;
    int threads_ = 1;
};

}  // namespace hlo2c::driver
