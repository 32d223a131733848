#include "frontend/data/npz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

#include "frontend/data/npy.h"
#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

constexpr std::uint64_t end_of_directory = 0x06054b50, directory_entry = 0x02014b50, local_entry = 0x04034b50;
constexpr std::size_t end_bytes = 22, entry_bytes = 46, local_bytes = 30;
constexpr int stored_method = 0, deflated_method = 8;

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
    fail(306, Place{.file = path}, what, "Write the archive with numpy.savez.");
}

/// Little-endian fields of the archive, checked against its end.
struct Reader {
    const std::vector<std::byte>& bytes;
    const std::string& path;

    std::uint64_t at(std::size_t offset, std::size_t width) const {
        if (offset > bytes.size() || width > bytes.size() - offset) damaged(path, "the archive ends early");
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; i++)
            value |= std::to_integer<std::uint64_t>(bytes[offset + i]) << (8 * i);
        return value;
    }
    std::string text(std::size_t offset, std::size_t length) const {
        at(offset, 0);
        if (length > bytes.size() - offset) damaged(path, "the archive ends early");
        return {reinterpret_cast<const char*>(bytes.data()) + offset, length};
    }
};

std::vector<std::byte> inflate_bytes(std::span<const std::byte> packed, std::size_t size,
                                     const std::string& path) {
    constexpr std::size_t most_for_each_byte = 1032;  // of what deflate says with one byte
    if (size / most_for_each_byte > packed.size())
        damaged(path, fmt::format("a deflated member has no data for {} bytes", size));
    std::vector<std::byte> result(size);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) damaged(path, "zlib does not start");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    const int status = inflate(&stream, Z_FINISH);
    const std::size_t produced = stream.total_out;
    inflateEnd(&stream);
    if (status != Z_STREAM_END || produced != size) damaged(path, "a deflated member is damaged");
    return result;
}

}  // namespace

Npz::Npz(const std::string& path) : Npz(read_bytes(path), path) {}

Npz::Npz(std::vector<std::byte> bytes, std::string name)
    : path_(std::move(name)), archive_(std::move(bytes)) {
    read_directory();
}

void Npz::read_directory() {
    const Reader reader{archive_, path_};
    if (archive_.size() < end_bytes) damaged(path_, "this is not a zip archive");
    std::size_t end = archive_.size() - end_bytes;
    while (reader.at(end, 4) != end_of_directory) {
        if (end == 0) damaged(path_, "this is not a zip archive");
        end--;
    }
    const std::uint64_t count = reader.at(end + 10, 2);
    std::size_t at = reader.at(end + 16, 4);
    for (std::uint64_t i = 0; i < count; i++) {
        if (reader.at(at, 4) != directory_entry) damaged(path_, "the directory of the archive is damaged");
        const std::size_t name_bytes = reader.at(at + 28, 2), extra_bytes = reader.at(at + 30, 2);
        const std::size_t comment_bytes = reader.at(at + 32, 2);
        Member member;
        member.method = static_cast<int>(reader.at(at + 10, 2));
        member.packed_bytes = reader.at(at + 20, 4);
        member.bytes = reader.at(at + 24, 4);
        member.local_header = reader.at(at + 42, 4);
        member.name = reader.text(at + entry_bytes, name_bytes);
        if (member.name.ends_with(".npy")) member.name.resize(member.name.size() - 4);
        if (member.bytes == UINT32_MAX || member.packed_bytes == UINT32_MAX)
            unsupported(306, Place{.file = path_}, fmt::format("'{}' is larger than 4 GiB", member.name),
                        "Write large arrays as separate .npy files.");
        members_.push_back(std::move(member));
        at += entry_bytes + name_bytes + extra_bytes + comment_bytes;
    }
}

std::vector<std::string> Npz::names() const {
    std::vector<std::string> all;
    for (const Member& member : members_) all.push_back(member.name);
    return all;
}

bool Npz::has(const std::string& name) const {
    return std::any_of(members_.begin(), members_.end(),
                       [&](const Member& member) { return member.name == name; });
}

Literal Npz::read(const std::string& name, const TensorType* expected) const {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const Member& member) { return member.name == name; });
    if (found == members_.end())
        fail(307, Place{.file = path_}, fmt::format("the archive has no array '{}'", name),
             fmt::format("It holds: {}.", fmt::join(names(), ", ")));
    const Reader reader{archive_, path_};
    if (reader.at(found->local_header, 4) != local_entry)
        damaged(path_, "a member of the archive is damaged");
    const std::size_t begin = found->local_header + local_bytes + reader.at(found->local_header + 26, 2) +
                              reader.at(found->local_header + 28, 2);
    if (begin > archive_.size() || found->packed_bytes > archive_.size() - begin)
        damaged(path_, "the archive ends early");
    const auto packed = std::span<const std::byte>(archive_).subspan(begin, found->packed_bytes);
    const std::string place = path_ + ":" + name;
    if (found->method == stored_method) return parse_npy(packed, place, expected);
    if (found->method != deflated_method)
        unsupported(306, Place{.file = path_},
                    fmt::format("'{}' is packed by method {}", name, found->method),
                    "Write the archive with numpy.savez or numpy.savez_compressed.");
    return parse_npy(inflate_bytes(packed, found->bytes, path_), place, expected);
}

}  // namespace hlo2c::frontend
