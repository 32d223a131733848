#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>

namespace hlo2c::frontend {

enum class Unfinished : std::uint8_t { File, Folder };

/// A file, or a folder with its contents, that is removed with this object, or when a signal ends the
/// process, unless it is kept.
class UnfinishedPath {
public:
    UnfinishedPath(Unfinished kind, std::filesystem::path path);
    ~UnfinishedPath();
    UnfinishedPath(const UnfinishedPath&) = delete;
    UnfinishedPath& operator=(const UnfinishedPath&) = delete;

    const std::filesystem::path& path() const { return path_; }
    void keep();

private:
    Unfinished kind_;
    std::filesystem::path path_;
};

/// While it exists, no signal ends the process: a step that is done whole or not at all. Files are made in
/// such steps, so that nothing appears in what a signal removes.
class WholeStep {
public:
    WholeStep();

private:
    std::unique_lock<std::recursive_mutex> lock_;
};

/// Removes all unfinished paths. Threads that make, keep or remove one stop for good: the process has to end.
void remove_unfinished_paths();

}  // namespace hlo2c::frontend
