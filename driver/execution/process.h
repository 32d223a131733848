#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "frontend/unfinished_path.h"

namespace hlo2c::driver {

/// Result of a finished child process: `status` is its exit code, or 128 + the signal that ended it.
struct ProcessResult {
    int status = 0;
    std::string output;  ///< stdout and stderr, in the order written
};

/// Runs `words[0]`, found in PATH, with the other words as arguments, and waits for it. Status 127 if it
/// cannot be started.
ProcessResult run_process(const std::vector<std::string>& words);
/// Runs the commands, at most `jobs` concurrently; results are in the order of the commands.
std::vector<ProcessResult> run_processes(const std::vector<std::vector<std::string>>& commands, int jobs);
/// Splits at blanks: "-O3 -march=native" -> two words.
std::vector<std::string> split_words(const std::string& text);
/// The command as a person would type it.
std::string command_text(const std::vector<std::string>& words);

/// A new directory that the destructor removes with its contents, as does a signal that ends the process.
class TemporaryDirectory {
public:
    /// Creates it below `parent`, or $TMPDIR, or /tmp. Fails with H0610.
    explicit TemporaryDirectory(const std::filesystem::path& parent = {});

    const std::filesystem::path& path() const { return directory_->path(); }

private:
    std::optional<frontend::UnfinishedPath> directory_;
};

}  // namespace hlo2c::driver
