#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/forms/bytecode/byte_reader.h"

namespace hlo2c::frontend::bytecode {

/// The encoding of one attribute or type: bytes `[begin, end)` of the file. `own_encoding` is false if the
/// entry is stored as text instead of in the dialect's own encoding.
struct Entry {
    std::string_view dialect;
    bool own_encoding = true;
    std::size_t begin = 0, end = 0;
};

/// An op name such as "vhlo.add_v1". `registered`: the op's properties are in the dialect's own encoding.
struct OpName {
    std::string spelling;
    bool registered = false;
};

/// Bytes `[begin, end)` of the file.
struct Range {
    std::size_t begin = 0, end = 0;
};

/// A resource of a dialect; `kind` is 0 for a blob.
struct Resource {
    std::string_view key;
    std::uint8_t kind = 0;
    Range data;
};

/// The tables in the sections of an MLIR bytecode file (versions 0 to 6), not yet decoded. Views and ranges
/// refer to the bytes that were read.
struct Container {
    std::uint64_t version = 0;
    std::string_view producer;
    std::vector<std::string_view> strings;
    std::vector<OpName> op_names;
    std::vector<Entry> attributes, types;
    std::vector<Range> properties;
    std::vector<Resource> resources;
    Range ir;

    // Features by version of the format.
    bool has_nested_regions() const { return version >= 2; }
    bool has_use_orders() const { return version >= 3; }
    bool has_argument_flags() const { return version >= 4; }
    bool has_properties() const { return version >= 5; }
    bool has_native_segments() const { return version >= 6; }
};

inline constexpr std::string_view magic = "ML\xefR";
inline constexpr std::uint64_t newest_version = 6;

/// Reads the sections of the file and their tables. Checks every index and size in the tables, so allocations
/// stay proportional to the file.
Container read_container(std::string_view bytes, const Origin& origin);

namespace section_id {
inline constexpr std::uint8_t strings = 0, dialects = 1, entries = 2, entry_offsets = 3, ir = 4,
                              resources = 5, resource_offsets = 6, dialect_version = 7, properties = 8,
                              count = 9;
}  // namespace section_id

}  // namespace hlo2c::frontend::bytecode
