#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend::bytecode {

/// Context for diagnostics: the file's path, the offset of the bytes in it, and the op being read.
struct Origin {
    std::string path;
    std::size_t base = 0;          ///< file offset of the first byte, for a program embedded in another file
    std::vector<std::string> ops;  ///< names of the enclosing ops, outermost first
    std::function<void(std::size_t begin, std::size_t size)> release = {};  ///< see BytecodeOptions

    Place place(std::size_t offset) const;
};

/// A bounds-checked cursor over a range of bytes. Reading past the end reports a malformed file.
class ByteReader {
public:
    ByteReader(std::string_view bytes, const Origin& origin) : ByteReader(bytes, 0, bytes.size(), origin) {}
    /// Reads `bytes[begin, end)`; positions are relative to the start of `bytes`.
    ByteReader(std::string_view bytes, std::size_t begin, std::size_t end, const Origin& origin)
        : bytes_(bytes), position_(begin), end_(end), origin_(&origin) {}

    std::size_t position() const { return position_; }
    std::size_t remaining() const { return end_ - position_; }
    bool at_end() const { return position_ == end_; }
    /// A reader of `[begin, end)` of the same bytes.
    ByteReader within(std::size_t begin, std::size_t end) const;

    std::uint8_t byte();
    std::string_view take(std::uint64_t count);
    std::string_view zero_terminated();
    /// A prefix varint of MLIR bytecode: the first byte has as many trailing zero bits as further bytes
    /// follow.
    std::uint64_t varint();
    std::int64_t signed_varint();
    struct Flagged {
        std::uint64_t value;
        bool flag;
    };
    Flagged flagged_varint();
    /// The length of a list whose elements take at least `least_bytes` bytes each. A length that the
    /// remaining bytes cannot hold is an error, so callers may allocate for it.
    std::uint64_t count(std::size_t least_bytes = 1);
    /// Reads an index, which must be below `limit`; `what` names the table in diagnostics.
    std::uint64_t index(std::size_t limit, std::string_view what);
    std::uint64_t check_index(std::uint64_t index, std::size_t limit, std::string_view what) const;
    std::vector<std::int64_t> signed_varints();

    struct Section;
    Section section();
    /// Reports a malformed file unless all bytes have been read.
    void expect_end(std::string_view what) const;

    const Origin& origin() const { return *origin_; }
    Place place() const { return origin_->place(position_); }
    [[noreturn]] void malformed(const std::string& message) const;
    [[noreturn]] void refuse(int number, std::string message, std::string remedy) const;

private:
    std::string_view bytes_;
    std::size_t position_, end_;
    const Origin* origin_;
};

struct ByteReader::Section {
    std::uint8_t id;
    ByteReader data;
};

}  // namespace hlo2c::frontend::bytecode
