#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "frontend/ir/literal.h"

// Types of libzip.
struct zip;
struct zip_error;
struct zip_source;

namespace hlo2c::frontend {

/// A NumPy archive (.npz): a zip file of arrays, stored or deflated, of any size. Members are unpacked when
/// they are read. Errors: 0301 unreadable file, 0306 not a zip archive or a damaged one, and those of
/// `parse_npy`.
class Npz {
public:
    explicit Npz(const std::string& path);
    /// The same for the bytes of a file; `name` stands for it in diagnostics.
    Npz(std::vector<std::byte> bytes, std::string name);

    /// Names of the arrays in the order of the archive, without ".npy".
    const std::vector<std::string>& names() const { return names_; }
    bool has(const std::string& name) const;
    /// Reads the array `name`. Error 0307 if there is none.
    Literal read(const std::string& name, const TensorType* expected = nullptr) const;

private:
    void open(zip_source* source, zip_error* error);
    std::vector<std::byte> unpack(std::size_t index) const;

    std::string path_;
    std::vector<std::byte> bytes_;  // of an archive in memory
    std::unique_ptr<zip, void (*)(zip*)> archive_{nullptr, nullptr};
    std::vector<std::string> names_;
};

}  // namespace hlo2c::frontend
