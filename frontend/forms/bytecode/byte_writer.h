#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo2c::frontend::bytecode {

/// The inverse of ByteReader: appends to a string of bytes.
class ByteWriter {
public:
    ByteWriter& byte(std::uint8_t value);
    ByteWriter& bytes(std::string_view text);
    ByteWriter& varint(std::uint64_t value);
    ByteWriter& signed_varint(std::int64_t value);
    ByteWriter& flagged_varint(std::uint64_t value, bool flag) { return varint(value << 1 | (flag ? 1 : 0)); }
    ByteWriter& section(std::uint8_t id, std::string_view content);

    const std::string& data() const { return data_; }
    std::string take() { return std::move(data_); }
    bool empty() const { return data_.empty(); }

private:
    std::string data_;
};

}  // namespace hlo2c::frontend::bytecode
