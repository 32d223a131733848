#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/read_error.h"

namespace hlo2c::frontend {

/// The bytes of a file, mapped into memory where the system can; a pipe is read. They stay while this lives.
class FileBytes {
public:
    /// Throws H0101 when the file is missing or cannot be read.
    explicit FileBytes(const std::string& path);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    std::string_view view() const { return view_; }
    /// Gives the memory of these bytes back; reading them again brings them back from the file.
    void release(std::size_t begin, std::size_t size) const;

private:
    std::string_view view_;
    std::string read_;  ///< where the file is not mapped
    void* mapping_ = nullptr;
};

/// The place with the text of its line, where the file is one that can be read once more.
Place with_line(Place place);

}  // namespace hlo2c::frontend
