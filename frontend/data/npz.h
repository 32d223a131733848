#pragma once

#include <string>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// A NumPy archive (.npz): a zip file of arrays, stored or deflated. Members are unpacked when they are read.
/// Errors: 0301 unreadable file, 0306 not a zip archive or a damaged one, and those of `parse_npy`.
class Npz {
public:
    explicit Npz(const std::string& path);
    /// The same for the bytes of a file; `name` stands for it in diagnostics.
    Npz(std::vector<std::byte> bytes, std::string name);

    /// Names of the arrays in the order of the archive, without ".npy".
    std::vector<std::string> names() const;
    bool has(const std::string& name) const;
    /// The array `name`; it must exist (0307).
    Literal read(const std::string& name, const TensorType* expected = nullptr) const;

private:
    struct Member {
        std::string name;
        int method = 0;
        std::size_t local_header = 0, packed_bytes = 0, bytes = 0;
    };
    void read_directory();

    std::string path_;
    std::vector<std::byte> archive_;
    std::vector<Member> members_;
};

}  // namespace hlo2c::frontend
