#include "frontend/forms/bytecode/byte_writer.h"

#include <bit>

namespace hlo2c::frontend::bytecode {

ByteWriter& ByteWriter::byte(std::uint8_t value) {
    data_ += static_cast<char>(value);
    return *this;
}

ByteWriter& ByteWriter::bytes(std::string_view text) {
    data_ += text;
    return *this;
}

ByteWriter& ByteWriter::varint(std::uint64_t value) {
    const int bits = 64 - std::countl_zero(value | 1);
    const int following = (bits - 1) / 7;
    if (following > 7) {
        byte(0);
        for (int i = 0; i < 8; i++) byte(static_cast<std::uint8_t>(value >> (8 * i)));
        return *this;
    }
    const std::uint64_t encoded = (value << 1 | 1) << following;
    for (int i = 0; i <= following; i++) byte(static_cast<std::uint8_t>(encoded >> (8 * i)));
    return *this;
}

ByteWriter& ByteWriter::signed_varint(std::int64_t value) {
    return varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

ByteWriter& ByteWriter::section(std::uint8_t id, std::string_view content) {
    return byte(id).varint(content.size()).bytes(content);
}

}  // namespace hlo2c::frontend::bytecode
