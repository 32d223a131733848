#include "frontend/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/unfinished_path.h"

namespace hlo2c::frontend {

std::filesystem::path without_links(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path place = std::filesystem::absolute(path, error);
    constexpr int most_links = 40;
    for (int i = 0; i < most_links; i++) {
        std::filesystem::path known = std::filesystem::weakly_canonical(place, error);
        if (error) break;
        if (!known.has_filename()) known = known.parent_path();
        place = std::move(known);
        if (!std::filesystem::is_symlink(place, error)) break;
        place = place.parent_path() / std::filesystem::read_symlink(place, error);
    }
    return place;
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::error_code ignored;
    if (!file || std::filesystem::is_directory(path, ignored)) {
        const char* reason = file ? "it is a directory" : std::strerror(errno);
        fail(file_error::unreadable, Place{.file = path.string()},
             fmt::format("cannot read the file: {}", reason), "Check the path.");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::error_code error;
    const std::filesystem::file_type before = std::filesystem::symlink_status(path, error).type();
    const bool replaces =
        before == std::filesystem::file_type::regular || before == std::filesystem::file_type::not_found;
    const std::filesystem::path written =
        replaces ? path.string() + fmt::format(".{}.tmp", getpid()) : path.string();
    error.clear();
    std::optional<UnfinishedPath> unfinished;
    if (replaces) unfinished.emplace(Unfinished::File, written);
    std::ofstream file;
    {
        const WholeStep step;
        file.open(written, std::ios::binary);
    }
    file << text;
    file.close();
    if (file && replaces) std::filesystem::rename(written, path, error);
    if (!file || error) {
        const std::string reason = error ? error.message() : std::strerror(errno);
        fail(file_error::not_writable, Place{.file = path.string()},
             fmt::format("cannot write the file: {}", reason),
             "Check that the directory exists and can be written.");
    }
}

}  // namespace hlo2c::frontend
