#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Assembles the MLIR bytecode of one module byte by byte, well formed or not, for tests of the reader. It
/// shares no code with the compiler.
class FileBuilder {
public:
    explicit FileBuilder(int version, bool isolated = true) : version_(version), isolated_(isolated) {}

    static std::string varint(std::uint64_t value);
    static std::string signed_varint(std::int64_t value);
    static std::string flagged(std::uint64_t value, bool flag) { return varint(value << 1 | flag); }
    static std::string section(int id, const std::string& data);
    static std::string list(const std::vector<std::uint64_t>& values);

    /// Each function returns the index of what it adds; `body` is the encoding including its code.
    std::uint64_t string(std::string_view text);
    std::uint64_t attribute(std::string_view dialect, std::string body);
    /// An attribute of a dialect without an encoding of its own.
    std::uint64_t text_attribute(std::string_view dialect, std::string text);
    std::uint64_t type(std::string_view dialect, std::string body);
    /// A type of a dialect that has no encoding for it.
    std::uint64_t text_type(std::string_view dialect, std::string text);
    std::uint64_t op_name(std::string_view dialect, std::string_view name);

    using Attributes = std::vector<std::pair<std::string, std::uint64_t>>;  ///< sorted by name
    struct Op {
        std::string dialect, name;
        Attributes attributes;  ///< as properties where the version has them
        std::vector<std::uint64_t> results, operands;
        std::string regions;  ///< the bytes of all regions, empty for none
        std::uint64_t region_count = 1;
        bool has_properties = false;  ///< although there are no attributes
    };
    std::string op(const Op& op);
    /// One block with these arguments and ops; `values` counts what both define.
    std::string region(std::uint64_t values, const std::vector<std::uint64_t>& arguments,
                       const std::vector<std::string>& ops);
    /// The whole file: a module with `ops`.
    std::string file(const std::vector<std::string>& ops, std::string_view producer = "StableHLO_v1.0.0");

    /// `func.func @main` of VHLO around a region, with the argument and result types given.
    std::string function(std::string_view name, const std::vector<std::uint64_t>& inputs,
                         const std::vector<std::uint64_t>& results, std::string body);

    std::uint64_t f32() { return type("vhlo", varint(4)); }
    std::uint64_t tensor(const std::vector<std::int64_t>& shape, std::uint64_t element);

private:
    struct Entry {
        std::string dialect, body;
        bool own_encoding = true;
        bool operator==(const Entry&) const = default;
    };
    std::uint64_t dialect(std::string_view name);
    std::string entry_offsets(const std::vector<Entry>& entries);

    int version_;
    bool isolated_;
    std::vector<std::string> strings_, dialects_, properties_;
    std::vector<Entry> attributes_, types_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> op_names_;  ///< dialect and string
};
