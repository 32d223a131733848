#include "frontend/forms/bytecode/byte_reader.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "frontend/error_numbers.h"

namespace hlo2c::frontend::bytecode {

Place Origin::place(std::size_t offset) const {
    Place place{.file = path};
    place.op = fmt::format("{}", fmt::join(ops, "/"));
    place.byte_offset = static_cast<long long>(base + offset);
    return place;
}

void ByteReader::malformed(const std::string& message) const {
    fail(read_error::malformed, place(), message, "The file is damaged or truncated: export it again.");
}

void ByteReader::refuse(int number, std::string message, std::string remedy) const {
    unsupported(number, place(), std::move(message), std::move(remedy));
}

ByteReader ByteReader::within(std::size_t begin, std::size_t end) const {
    return ByteReader(bytes_, begin, end, *origin_);
}

std::uint8_t ByteReader::byte() {
    if (at_end()) malformed("the bytes end early: one more was expected");
    return static_cast<std::uint8_t>(bytes_[position_++]);
}

std::string_view ByteReader::take(std::uint64_t count) {
    if (count > remaining())
        malformed(fmt::format("{} bytes were expected, but {} are left", count, remaining()));
    const std::string_view taken = bytes_.substr(position_, count);
    position_ += count;
    return taken;
}

std::string_view ByteReader::zero_terminated() {
    const std::string_view rest = bytes_.substr(position_, remaining());
    const std::size_t length = rest.find('\0');
    if (length == std::string_view::npos) malformed("a string is not terminated");
    position_ += length + 1;
    return rest.substr(0, length);
}

std::uint64_t ByteReader::varint() {
    const std::uint8_t first = byte();
    if (first & 1) return first >> 1;
    const auto following = first == 0 ? 8u : static_cast<unsigned>(std::countr_zero(first));
    std::uint64_t value = 0;
    std::memcpy(&value, take(following).data(), following);
    if (first == 0) return value;
    return (value << 8 | first) >> (following + 1);
}

std::int64_t ByteReader::signed_varint() {
    const std::uint64_t value = varint();
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

ByteReader::Flagged ByteReader::flagged_varint() {
    const std::uint64_t value = varint();
    return {value >> 1, (value & 1) != 0};
}

std::uint64_t ByteReader::count(std::size_t least_bytes) {
    const std::uint64_t value = varint();
    if (value > remaining() / least_bytes)
        malformed(fmt::format("a list declares {} elements, but {} bytes are left", value, remaining()));
    return value;
}

std::uint64_t ByteReader::check_index(std::uint64_t index, std::size_t limit, std::string_view what) const {
    if (index >= limit) malformed(fmt::format("{} {} does not exist: the file has {}", what, index, limit));
    return index;
}

std::uint64_t ByteReader::index(std::size_t limit, std::string_view what) {
    return check_index(varint(), limit, what);
}

std::vector<std::int64_t> ByteReader::signed_varints() {
    std::vector<std::int64_t> values(count());
    for (std::int64_t& value : values) value = signed_varint();
    return values;
}

ByteReader::Section ByteReader::section() {
    constexpr std::uint8_t aligned = 0x80;
    constexpr char padding = '\xCB';
    const std::uint8_t tag = byte();
    const std::uint64_t length = varint();
    if (tag & aligned) {
        const std::uint64_t alignment = varint();
        if (!std::has_single_bit(alignment) || alignment > 1u << 30)
            malformed(fmt::format("{} is not an alignment of a section", alignment));
        while (position_ % alignment != 0)
            if (take(1)[0] != padding) malformed("the padding before a section is damaged");
    }
    if (length > remaining())
        malformed(fmt::format("a section declares {} bytes, but {} are left", length, remaining()));
    const ByteReader data = within(position_, position_ + length);
    position_ += length;
    return {static_cast<std::uint8_t>(tag & ~aligned), data};
}

void ByteReader::expect_end(std::string_view what) const {
    if (!at_end()) malformed(fmt::format("{} bytes are left at the end of {}", remaining(), what));
}

}  // namespace hlo2c::frontend::bytecode
