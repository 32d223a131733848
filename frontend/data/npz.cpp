#include "frontend/data/npz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <utility>

#include "frontend/data/npy.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"

namespace hlo2c::frontend {
namespace {

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
    fail(array_error::archive, Place{.file = path}, what, "Write the archive with numpy.savez.");
}

}  // namespace

Npz::Npz(const std::string& path) : path_(path) {
    if (bytes_in_file(path) == 0) damaged(path, "this is not a zip archive: it is empty");
    zip_error_t error;
    zip_error_init(&error);
    open(zip_source_file_create(path.c_str(), 0, -1, &error), &error);
}

Npz::Npz(std::vector<std::byte> bytes, std::string name) : path_(std::move(name)), bytes_(std::move(bytes)) {
    if (bytes_.empty()) damaged(path_, "this is not a zip archive: it is empty");
    zip_error_t error;
    zip_error_init(&error);
    open(zip_source_buffer_create(bytes_.data(), bytes_.size(), 0, &error), &error);
}

void Npz::open(zip_source* source, zip_error* error) {
    zip_t* const archive = source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, error);
    // The file exists, so NOENT means that a field is missing in the archive's directory.
    const bool lacks_field = zip_error_code_zip(error) == ZIP_ER_NOENT;
    const std::string why = lacks_field ? "its directory is damaged" : zip_error_strerror(error);
    zip_error_fini(error);
    if (archive == nullptr) {
        zip_source_free(source);
        damaged(path_, "this is not a zip archive: " + why);
    }
    archive_ = {archive, zip_discard};
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    for (zip_int64_t i = 0; i < count; i++) {
        const char* const name = zip_get_name(archive, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
        if (name == nullptr) damaged(path_, "the directory of the archive is damaged");
        names_.emplace_back(name);
        if (names_.back().ends_with(".npy")) names_.back().resize(names_.back().size() - 4);
    }
}

bool Npz::has(const std::string& name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
}

/// Memory grows with the unpacked data, whatever size the directory states.
std::vector<std::byte> Npz::unpack(std::size_t index) const {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive_.get(), index, 0, &stat) != 0)
        damaged(path_, "the directory of the archive is damaged");
    const std::string& name = names_[index];
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
        unsupported(array_error::archive, Place{.file = path_},
                    fmt::format("'{}' is compressed with the unsupported method {}", name, stat.comp_method),
                    "Write the archive with numpy.savez or numpy.savez_compressed.");
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive_.get(), index, 0),
                                                                 zip_fclose);
    if (file == nullptr)
        damaged(path_, fmt::format("'{}' is damaged: {}", name, zip_strerror(archive_.get())));
    constexpr std::size_t first_part = 1 << 16;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    for (zip_int64_t part = 1; part > 0; size += static_cast<std::size_t>(part)) {
        if (size == bytes.size()) {
            const zip_uint64_t wanted = std::max<zip_uint64_t>(first_part, 2 * size);
            bytes.resize(static_cast<std::size_t>(std::min(wanted, stat.size + 1)));
        }
        part = size == bytes.size() ? 0 : zip_fread(file.get(), bytes.data() + size, bytes.size() - size);
        if (part < 0) damaged(path_, fmt::format("'{}' is damaged: {}", name, zip_file_strerror(file.get())));
    }
    if (size != stat.size)
        damaged(path_, fmt::format("'{}' is damaged: it has {} bytes, and the directory says {}", name, size,
                                   stat.size));
    bytes.resize(size);
    return bytes;
}

Literal Npz::read(const std::string& name, const TensorType* expected) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end())
        fail(array_error::no_array, Place{.file = path_}, fmt::format("the archive has no array '{}'", name),
             fmt::format("It holds: {}.", fmt::join(names_, ", ")));
    return parse_npy(unpack(static_cast<std::size_t>(found - names_.begin())), path_ + ":" + name, expected);
}

}  // namespace hlo2c::frontend
