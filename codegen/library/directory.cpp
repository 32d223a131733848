#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "codegen/library/library.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

namespace filesystem = std::filesystem;

[[noreturn]] void fail_to_write(const filesystem::path& path, const std::string& reason) {
    fail(522, {path.string()}, fmt::format("cannot write {}: {}", path.string(), reason),
         "choose a directory that you may write to, on a disk with enough room");
}

/// Removes what it names unless told to keep it.
class Temporary {
public:
    explicit Temporary(filesystem::path path) : path_(std::move(path)) {}
    ~Temporary() {
        std::error_code ignored;
        if (!path_.empty()) filesystem::remove_all(path_, ignored);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    const filesystem::path& path() const { return path_; }
    void keep() { path_.clear(); }

private:
    filesystem::path path_;
};

/// Whether `directory` is a library of ours: its CMakeLists.txt begins with our notice.
bool is_our_library(const filesystem::path& directory) {
    std::ifstream file(directory / "CMakeLists.txt");
    std::string line;
    return std::getline(file, line) && line.rfind("# Written by hlo2c ", 0) == 0;
}

void check_target(const filesystem::path& directory) {
    std::error_code error;
    const filesystem::file_status status = filesystem::status(directory, error);
    if (!filesystem::exists(status)) return;
    const bool replaceable = filesystem::is_directory(status) &&
                             (filesystem::is_empty(directory, error) || is_our_library(directory));
    if (error) fail_to_write(directory, error.message());
    if (!replaceable)
        fail(521, {directory.string()},
             fmt::format("{} exists and is not a library that hlo2c wrote", directory.string()),
             "choose another directory, or remove this one");
}

void write_file(const filesystem::path& path, const std::string& text) {
    std::error_code error;
    filesystem::create_directories(path.parent_path(), error);
    if (error) fail_to_write(path.parent_path(), error.message());
    std::ofstream stream(path, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (!stream) fail_to_write(path, std::strerror(errno));
}

}  // namespace

void write_directory(const std::vector<CFile>& files, const filesystem::path& directory) {
    std::error_code error;
    filesystem::path target = filesystem::absolute(directory, error).lexically_normal();
    if (!target.has_filename()) target = target.parent_path();
    check_target(target);
    filesystem::create_directories(target.parent_path(), error);
    if (error) fail_to_write(target.parent_path(), error.message());

    const std::string suffix = fmt::format(".{}", ::getpid());
    const filesystem::path parent = target.parent_path();
    Temporary fresh(parent / ("." + target.filename().string() + suffix + ".new"));
    Temporary old(parent / ("." + target.filename().string() + suffix + ".old"));
    filesystem::create_directory(fresh.path(), error);
    if (error) fail_to_write(target, error.message());
    for (const CFile& file : files) write_file(fresh.path() / file.path, file.text);

    const bool replaces = filesystem::exists(target, error);
    if (replaces) filesystem::rename(target, old.path(), error);
    if (error) fail_to_write(target, error.message());
    filesystem::rename(fresh.path(), target, error);
    if (error) {
        const std::string reason = error.message();
        if (replaces) filesystem::rename(old.path(), target, error);
        old.keep();
        fail_to_write(target, reason);
    }
    fresh.keep();
}

}  // namespace hlo2c::codegen
