#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "driver/compile_library.h"
#include "driver/execution/process.h"
#include "driver/execution/toolchain.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::driver {

/// What the ranks of a grid run together; lists are by rank.
struct RankRun {
    frontend::ProcessGrid grid;
    std::vector<std::vector<frontend::Literal>> arguments;
    std::vector<std::vector<frontend::Literal>> infeed;  ///< arrays in the order read; empty: none
    std::vector<std::size_t> functions;  ///< numbers of entry points; empty: the first for every rank
};

/// What they leave, by rank: results in the program's order, and the arrays of the outfeed as they came.
struct RankResults {
    std::vector<std::vector<frontend::Literal>> results;
    std::vector<std::vector<frontend::Literal>> outfeed;
};

/// A library that was written to a directory and built into an executable around its entry point.
class BuiltLibrary {
public:
    /// Writes and builds `library` in --keep's directory, or in a temporary one. `optimisation` is "-O1",
    /// "-O2" or "-O3".
    BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options, const char* optimisation,
                 Console& console);

    /// The same around a harness that runs the entry point on several ranks.
    BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options, const RankOptions& ranks,
                 Console& console);

    /// Runs entry points of a library that was built for ranks, one on each rank of the grid, all at the same
    /// time. Fails with H0617 where a hook is missing, and with H0616 where a rank fails.
    RankResults run_ranks(const RankRun& run) const;

    /// Runs an entry point, the first unless another number is given, in a process of its own, on the
    /// arguments of the program as read; the bound ones are left out. Results in the program's order, cut
    /// to their sizes. Fails with H0617 where the program needs a hook that it is not given, and with H0614
    /// where the process fails otherwise.
    std::vector<frontend::Literal> run(const std::vector<frontend::Literal>& arguments,
                                       std::size_t function = 0) const;

    /// Kernels of later runs may use so many threads.
    void use_threads(int threads) { threads_ = threads; }

    /// Repeats the call for `seconds`, and returns what the process measured: a JSON object with runs,
    /// min_ns, median_ns, mean_ns, arena_bytes, and kernels [{name, calls, ns}] of one call.
    Json measure(const std::vector<frontend::Literal>& arguments, double seconds) const;

    const std::filesystem::path& directory() const { return directory_; }

private:
    void build(const std::vector<codegen::CFile>& harness, const BuildOptions& options,
               const char* optimisation, const std::vector<std::string>& compile_options,
               const std::vector<std::string>& link_options, Console& console);
    void write_inputs(const std::vector<frontend::Literal>& arguments, const std::filesystem::path& folder,
                      std::size_t function = 0) const;
    std::vector<frontend::Literal> read_outputs(const std::filesystem::path& folder,
                                                std::size_t function = 0) const;
    std::vector<std::string> weights_option() const;
    std::string start(const std::vector<frontend::Literal>& arguments, std::size_t number,
                      const std::filesystem::path& exchange, const std::vector<std::string>& options) const;

    const CompiledLibrary& library_;
    Toolchain toolchain_;
    std::unique_ptr<TemporaryDirectory> temporary_;
    std::filesystem::path directory_, executable_;
    int threads_ = 1;
    RankOptions ranks_;
};

}  // namespace hlo2c::driver
