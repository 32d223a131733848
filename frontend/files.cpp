#include "frontend/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::error_code ignored;
    if (!file || std::filesystem::is_directory(path, ignored)) {
        const char* reason = file ? "it is a directory" : std::strerror(errno);
        fail(604, Place{.file = path.string()}, fmt::format("cannot read the file: {}", reason),
             "Check the path.");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    const std::filesystem::path temporary = path.string() + fmt::format(".{}.tmp", getpid());
    std::ofstream file(temporary, std::ios::binary);
    file << text;
    file.close();
    std::error_code error;
    if (file) std::filesystem::rename(temporary, path, error);
    if (!file || error) {
        const std::string reason = error ? error.message() : std::strerror(errno);
        std::filesystem::remove(temporary, error);
        fail(605, Place{.file = path.string()}, fmt::format("cannot write the file: {}", reason),
             "Check that the directory exists and can be written.");
    }
}

}  // namespace hlo2c::frontend
