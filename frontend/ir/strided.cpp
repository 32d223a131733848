#include "frontend/ir/strided.h"

#include <cstring>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {
namespace {

struct Copy {
    const Shape& shape;
    const std::byte* from;
    const Walk& from_walk;
    std::byte* to;
    const Walk& to_walk;

    template <std::size_t width>
    void innermost(std::int64_t from_at, std::int64_t to_at) const {
        const std::size_t last = shape.size() - 1;
        const std::int64_t from_stride = from_walk.strides[last], to_stride = to_walk.strides[last];
        const std::int64_t count = shape[last];
        if (from_stride == 1 && to_stride == 1) {
            std::memcpy(to + to_at * static_cast<std::int64_t>(width),
                        from + from_at * static_cast<std::int64_t>(width),
                        static_cast<std::size_t>(count) * width);
            return;
        }
        for (std::int64_t i = 0; i < count; i++)
            std::memcpy(to + (to_at + i * to_stride) * static_cast<std::int64_t>(width),
                        from + (from_at + i * from_stride) * static_cast<std::int64_t>(width), width);
    }

    template <std::size_t width>
    void dimension(std::size_t depth, std::int64_t from_at, std::int64_t to_at) const {
        if (depth + 1 == shape.size()) return innermost<width>(from_at, to_at);
        for (std::int64_t i = 0; i < shape[depth]; i++)
            dimension<width>(depth + 1, from_at + i * from_walk.strides[depth],
                             to_at + i * to_walk.strides[depth]);
    }

    template <std::size_t width>
    void run() const {
        if (shape.empty())
            std::memcpy(to + to_walk.offset * static_cast<std::int64_t>(width),
                        from + from_walk.offset * static_cast<std::int64_t>(width), width);
        else
            dimension<width>(0, from_walk.offset, to_walk.offset);
    }
};

}  // namespace

Walk row_major_walk(const Shape& shape) {
    return {0, row_major_strides(shape)};
}

void copy_strided(const Shape& shape, const std::byte* from, const Walk& from_walk, std::byte* to,
                  const Walk& to_walk, std::size_t width) {
    if (count_of(shape) == 0) return;
    const Copy copy{shape, from, from_walk, to, to_walk};
    switch (width) {
        case 1: return copy.run<1>();
        case 2: return copy.run<2>();
        case 4: return copy.run<4>();
        case 8: return copy.run<8>();
        case 16: return copy.run<16>();
        default: HLO2C_CHECK(false, "an element of a width that no type has");
    }
}

Literal read_strided(const Literal& from, const Walk& walk, const TensorType& type) {
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    const std::int64_t count = type.element_count();
    if (from.is_splat() && count > 1) {
        const std::span<const std::byte> bytes = from.bytes();
        return Literal(type, {bytes.begin(), bytes.end()}, true);
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(count) * width);
    if (from.is_splat() && count == 1) {
        std::memcpy(bytes.data(), from.bytes().data(), width);
        return Literal(type, std::move(bytes));
    }
    copy_strided(type.shape, from.bytes().data(), walk, bytes.data(), row_major_walk(type.shape), width);
    return Literal(type, std::move(bytes));
}

bool next_index(Shape& index, const Shape& shape) {
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (++index[i] < shape[i]) return true;
        index[i] = 0;
    }
    return false;
}

std::int64_t count_of(const Shape& shape) {
    std::int64_t count = 1;
    for (std::int64_t size : shape) count *= size;
    return count;
}

std::int64_t dot_product(const Shape& a, const Shape& b) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < a.size(); i++) sum += a[i] * b[i];
    return sum;
}

}  // namespace hlo2c::frontend
