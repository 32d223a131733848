#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

/// The bytes of a file: memory-mapped if possible, otherwise (a pipe, for instance) read into memory. They
/// stay valid for the lifetime of this object.
class FileBytes {
public:
    /// Throws H0101 when the file is missing or cannot be read.
    explicit FileBytes(const std::string& path);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    std::string_view view() const { return view_; }
    /// Releases the mapped pages inside this range; a later access loads them from the file again.
    void release(std::size_t begin, std::size_t size) const;

private:
    std::string_view view_;
    std::string read_;  ///< the bytes, if the file is not mapped
    void* mapping_ = nullptr;
};

/// Fills in a missing `line_text`, if the file is a regular file and so can be read again.
Place with_line(Place place);

}  // namespace hlo2c::frontend
