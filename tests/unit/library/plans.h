#pragma once

#include <string>
#include <vector>

#include "codegen/library/library.h"

/// Small hand-written plans with kernels in plain C, and helpers to build and run their libraries.
namespace hlo2c::codegen::testing {

struct Sample {
    scheduler::Plan plan;
    PrintedKernels kernels;
};

/// main(x: f32[2,3]) -> (scaled: f32[2,3], total: f32[]) with a weight "factor" f32[2,3]; the sum goes over
/// an arena buffer.
Sample scale_and_sum();
/// main(count: i32[], selector: i32[], flag: i1[], state: i32[] updated in place) -> (state, doubled: i32[]):
/// a while loop, a case of three and an if.
Sample control_flow();
/// Two functions: "init"() -> f32[2], and "step"(value: f32[2]) -> f32[2] with the value given twice.
Sample two_functions();
/// One function with `count` inputs f32[1] that sums them up.
Sample many_inputs(int count);

LibraryOptions options_for_tests();
const CFile& file_named(const std::vector<CFile>& files, const std::string& path);
bool has_file(const std::vector<CFile>& files, const std::string& path);

std::string read_text(const std::filesystem::path& path);

/// A directory below the system's temporary one that is removed at the end.
class TemporaryDirectory {
public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct CommandResult {
    int status = 0;
    std::string output;
};
/// Runs a shell command in `directory`; standard error goes with standard output.
CommandResult run_command(const std::filesystem::path& directory, const std::string& command);

/// The compilers of this machine among gcc and clang-14, with each of the two modes.
std::vector<std::string> compilers();
inline const std::string strict_flags = " -Wall -Wextra -pedantic -Werror -O1 -Iinclude -Isrc ";

}  // namespace hlo2c::codegen::testing
