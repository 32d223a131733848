#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace hlo2c::frontend {

class FileBytes;

/// Immutable bytes in memory or in a file; copies share them. A file must keep its content while it is in
/// use.
class SharedBytes {
public:
    SharedBytes() = default;
    /// The bytes of these elements.
    template <typename T>
    SharedBytes(std::vector<T> elements) {
        static_assert(std::is_trivially_copyable_v<T>);
        const auto owned = std::make_shared<const std::vector<T>>(std::move(elements));
        begin_ = reinterpret_cast<const std::byte*>(owned->data());
        size_ = owned->size() * sizeof(T);
        owner_ = owned;
    }
    /// `size` bytes of the file from `begin` on.
    SharedBytes(std::shared_ptr<const FileBytes> file, std::size_t begin, std::size_t size);

    operator std::span<const std::byte>() const { return view(); }
    std::span<const std::byte> view() const {
        return owner_ ? std::span<const std::byte>(begin_, size_) : std::span<const std::byte>();
    }
    const std::byte* data() const { return view().data(); }
    std::size_t size() const { return view().size(); }
    bool empty() const { return size() == 0; }
    /// Whether both are the same memory.
    bool is_shared_with(const SharedBytes& other) const {
        return data() == other.data() && size() == other.size();
    }
    /// Whether both hold the same values.
    bool operator==(const SharedBytes& other) const;

    /// Frees the memory of pages that can be read from their file again.
    void release_pages() const;

private:
    std::shared_ptr<const void> owner_;
    const FileBytes* file_ = nullptr;
    const std::byte* begin_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace hlo2c::frontend
