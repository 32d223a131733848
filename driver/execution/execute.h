#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "driver/compile_library.h"
#include "driver/execution/process.h"
#include "driver/execution/toolchain.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::driver {

/// The input of a run on a grid of ranks; lists are indexed by rank.
struct RankRun {
    frontend::ProcessGrid grid;
    std::vector<std::vector<frontend::Literal>> arguments;
    std::vector<std::vector<frontend::Literal>> infeed;  ///< infeed arrays in the order read; empty: none
    std::vector<std::size_t> functions;  ///< indices of entry points; empty: the first for every rank
};

/// The output by rank: results in the program's order, and the outfeed arrays in order of arrival.
struct RankResults {
    std::vector<std::vector<frontend::Literal>> results;
    std::vector<std::vector<frontend::Literal>> outfeed;
    std::vector<std::size_t> infeed_read;  ///< number of infeed arrays that the rank read
};

/// Fails with H0617 or H0214 if a program around a library ended because a hook is missing or an assertion
/// does not hold; the output says where.
void check_refusal(const ProcessResult& result);
/// The same, and fails with H0614 if the program ended for another reason.
void check_run(const ProcessResult& result);

/// Fails with H0659 if an option has no effect on the run of a library with this plan: --custom-calls without
/// a custom call, --threads as below.
void require_use(const scheduler::Plan& plan, const BuildOptions& options, Console& console);
/// Fails with H0659 if there are several threads and only one slot; notes threads beyond the slots. The
/// remedy is what gives more slots.
void require_slots(const scheduler::Target& target, int threads, const std::string& remedy, Console& console);

/// A library written to a directory and built into an executable that calls its entry point.
class BuiltLibrary {
public:
    /// Writes and builds `library` in --keep's directory, or in a temporary one. `optimisation` is "-O1",
    /// "-O2" or "-O3".
    BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options, const char* optimisation,
                 Console& console);

    /// The same with a harness that runs the entry point on several ranks.
    BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options, const RankOptions& ranks,
                 Console& console);

    /// Runs one entry point on each rank of the grid concurrently; the library must be built for ranks. Fails
    /// with H0617 if a hook is missing, and with H0616 if a rank fails.
    RankResults run_ranks(const RankRun& run) const;

    /// Runs an entry point (by default the first) in its own process, on the arguments of the program as
    /// read, without the bound ones. Returns results in the program's order, cut to their sizes. Fails with
    /// H0617 if a hook is missing, and with H0614 if the process fails otherwise.
    std::vector<frontend::Literal> run(const std::vector<frontend::Literal>& arguments,
                                       std::size_t function = 0) const;

    /// Sets the number of threads for later runs.
    void use_threads(int threads) { threads_ = threads; }

    /// Repeats the call for `seconds` and returns the process's measurements: a JSON object with runs,
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
