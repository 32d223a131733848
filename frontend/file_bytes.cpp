#include "frontend/file_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "frontend/error_numbers.h"

namespace hlo2c::frontend {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    fail(read_error::file, {.file = path}, fmt::format("the file cannot be read: {}", why),
         "Check the path and the permissions.");
}

/// Closes a file when it goes out of scope.
struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};

}  // namespace

FileBytes::FileBytes(const std::string& path) {
    const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat status {};
    if (file.number < 0 || fstat(file.number, &status) != 0) refuse(path, std::strerror(errno));
    if (S_ISDIR(status.st_mode)) refuse(path, "it is a directory");
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
        if (mapped != MAP_FAILED) {
            mapping_ = mapped;
            view_ = {static_cast<const char*>(mapped), size};
            return;
        }
    }
    std::array<char, 1 << 16> buffer;
    while (true) {
        const ssize_t count = ::read(file.number, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(path, std::strerror(errno));
        if (count == 0) break;
        read_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    view_ = read_;
}

FileBytes::~FileBytes() {
    if (mapping_ != nullptr) munmap(mapping_, view_.size());
}

Place with_line(Place place) {
    std::error_code error;
    if (place.line == 0 || !place.line_text.empty() || !std::filesystem::is_regular_file(place.file, error))
        return place;
    std::ifstream file(place.file);
    for (int line = 1; line < place.line && file; line++)
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    if (file) std::getline(file, place.line_text);
    if (!place.line_text.empty() && place.line_text.back() == '\r') place.line_text.pop_back();
    return place;
}

void FileBytes::release(std::size_t begin, std::size_t size) const {
    if (mapping_ == nullptr) return;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t first = (begin + page - 1) / page * page, last = (begin + size) / page * page;
    if (first < last) madvise(static_cast<char*>(mapping_) + first, last - first, MADV_DONTNEED);
}

}  // namespace hlo2c::frontend
