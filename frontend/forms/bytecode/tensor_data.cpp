#include "frontend/forms/bytecode/tensor_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "frontend/error_numbers.h"

namespace hlo2c::frontend::bytecode {
namespace {

/// Copies the data in pieces and releases each piece of the file, so that a large constant is not in memory
/// twice.
std::vector<std::byte> copied(std::string_view data, const ByteReader& at) {
    constexpr std::size_t piece = 1 << 22;
    const auto* begin = reinterpret_cast<const std::byte*>(data.data());
    const bool releases = at.origin().release && data.size() >= piece;
    if (!releases) return {begin, begin + data.size()};
    const std::size_t offset = at.origin().base + at.position() - data.size();
    std::vector<std::byte> bytes;
    bytes.reserve(data.size());
    for (std::size_t done = 0; done < data.size(); done += piece) {
        const std::size_t size = std::min(piece, data.size() - done);
        bytes.insert(bytes.end(), begin + done, begin + done + size);
        at.origin().release(offset + done, size);
    }
    return bytes;
}

bool is_narrow(ElementType type) {
    return bit_width(type) < 8 && !is_boolean(type);
}

/// Extends each narrow value to a byte, with its sign if its type is signed, as literals store it.
void extend_signs(ElementType type, std::vector<std::byte>& bytes) {
    const int width = bit_width(type);
    const auto mask = static_cast<unsigned>((1 << width) - 1), sign = 1u << (width - 1);
    for (std::byte& byte : bytes) {
        const unsigned value = std::to_integer<unsigned>(byte) & mask;
        const bool negative = is_signed_integer(type) && (value & sign) != 0;
        byte = static_cast<std::byte>(negative ? value | ~mask : value);
    }
}

Literal boolean_literal(const TensorType& type, std::string_view data, const ByteReader& at) {
    constexpr char all_true = '\xFF';
    const auto count = static_cast<std::size_t>(type.element_count());
    const std::size_t packed = (count + 7) / 8;
    if (data.size() == 1 && count > 0 && (data[0] == all_true || data[0] == '\0'))
        return Literal(type, {data[0] == all_true ? std::byte{1} : std::byte{0}}, count != 1);
    if (data.size() == packed && data.size() != count) {
        std::vector<std::byte> flags(count);
        for (std::size_t i = 0; i < count; i++)
            flags[i] = static_cast<std::byte>(static_cast<unsigned char>(data[i / 8]) >> (i % 8) & 1);
        return Literal(type, std::move(flags));
    }
    const bool splat = data.size() == 1 && count > 1;
    if (!splat && data.size() != count)
        at.malformed(fmt::format("a constant has {} bytes of data, but {} needs {}", data.size(),
                                 to_string(type), packed));
    std::vector<std::byte> flags = copied(data, at);
    for (std::byte& flag : flags) flag = flag == std::byte{0} ? std::byte{0} : std::byte{1};
    return Literal(type, std::move(flags), splat);
}

}  // namespace

Literal literal_of(const TensorType& type, std::string_view data, const ByteReader& at) {
    if (is_boolean(type.element)) return boolean_literal(type, data, at);
    if (type.element == ElementType::TF32)
        at.refuse(read_error::malformed, "constants of the type tf32 are not supported",
                  "Write the constant as f32.");
    const auto count = static_cast<std::uint64_t>(type.element_count());
    const auto width = static_cast<std::uint64_t>(byte_width(type.element));
    const bool splat = data.size() == width && count > 1;
    if (!splat && (data.size() / width != count || data.size() % width != 0))
        at.malformed(fmt::format("a constant has {} bytes of data, but {} needs {}", data.size(),
                                 to_string(type), count * width));
    std::vector<std::byte> bytes = copied(data, at);
    if (is_narrow(type.element)) extend_signs(type.element, bytes);
    return Literal(type, std::move(bytes), splat);
}

std::string data_of(const Literal& literal) {
    const ElementType element = literal.type().element;
    std::span<const std::byte> bytes = literal.bytes();
    const auto width = static_cast<std::size_t>(byte_width(element));
    // Writes equal elements as a splat, like all other writers.
    if (!is_boolean(element) && bytes.size() > width &&
        std::memcmp(bytes.data(), bytes.data() + width, bytes.size() - width) == 0)
        bytes = bytes.first(width);
    std::string data(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (is_boolean(element)) {
        if (literal.is_splat()) return std::string(1, bytes[0] == std::byte{0} ? '\0' : '\xFF');
        std::string packed((bytes.size() + 7) / 8, '\0');
        bool all = !bytes.empty();
        for (std::size_t i = 0; i < bytes.size(); i++) {
            const bool flag = bytes[i] != std::byte{0};
            all = all && flag;
            if (flag) packed[i / 8] = static_cast<char>(packed[i / 8] | 1 << (i % 8));
        }
        return all ? std::string(1, '\xFF') : packed;
    }
    if (is_narrow(element)) {
        const auto mask = static_cast<char>((1 << bit_width(element)) - 1);
        for (char& byte : data) byte = static_cast<char>(byte & mask);
    }
    return data;
}

}  // namespace hlo2c::frontend::bytecode
