#include "frontend/shared_bytes.h"

#include <cstring>

#include "frontend/file_bytes.h"

namespace hlo2c::frontend {

SharedBytes::SharedBytes(std::shared_ptr<const FileBytes> file, std::size_t begin, std::size_t size)
    : owner_(file),
      file_(file.get()),
      begin_(reinterpret_cast<const std::byte*>(file->view().data()) + begin),
      size_(size) {
    HLO2C_CHECK(begin + size <= file->view().size(), "shared bytes lie inside of their file");
}

bool SharedBytes::operator==(const SharedBytes& other) const {
    return is_shared_with(other) ||
           (size() == other.size() && (empty() || std::memcmp(data(), other.data(), size()) == 0));
}

void SharedBytes::release_pages() const {
    if (!owner_ || file_ == nullptr) return;
    const auto* file_begin = reinterpret_cast<const std::byte*>(file_->view().data());
    file_->release(static_cast<std::size_t>(begin_ - file_begin), size_);
}

}  // namespace hlo2c::frontend
