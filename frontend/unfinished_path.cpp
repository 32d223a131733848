#include "frontend/unfinished_path.h"

#include <map>
#include <system_error>
#include <utility>

namespace hlo2c::frontend {
namespace {

struct UnfinishedPaths {
    std::recursive_mutex mutex;
    std::map<std::filesystem::path, Unfinished> kinds;
};

void remove(const std::filesystem::path& path, Unfinished kind) {
    std::error_code ignored;
    if (kind == Unfinished::Folder)
        std::filesystem::remove_all(path, ignored);
    else
        std::filesystem::remove(path, ignored);
}

/// Never destroyed: a thread that waits for signals may outlive all other static objects.
UnfinishedPaths& unfinished_paths() {
    static auto& instance = *new UnfinishedPaths;
    return instance;
}

}  // namespace

UnfinishedPath::UnfinishedPath(Unfinished kind, std::filesystem::path path)
    : kind_(kind), path_(std::move(path)) {
    const WholeStep step;
    unfinished_paths().kinds[path_] = kind_;
}

UnfinishedPath::~UnfinishedPath() {
    const WholeStep step;
    if (path_.empty()) return;
    remove(path_, kind_);
    unfinished_paths().kinds.erase(path_);
}

void UnfinishedPath::keep() {
    const WholeStep step;
    unfinished_paths().kinds.erase(path_);
    path_.clear();
}

WholeStep::WholeStep() : lock_(unfinished_paths().mutex) {}

void remove_unfinished_paths() {
    unfinished_paths().mutex.lock();
    for (const auto& [path, kind] : unfinished_paths().kinds) remove(path, kind);
}

}  // namespace hlo2c::frontend
