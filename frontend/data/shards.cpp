#include "frontend/data/shards.h"

#include "frontend/diagnostic.h"
#include "frontend/ir/strided.h"

namespace hlo2c::frontend {
namespace {

std::vector<std::int64_t> sizes(const Box& box) {
    std::vector<std::int64_t> shape;
    for (const auto& [begin, end] : box) shape.push_back(end - begin);
    return shape;
}

/// The strided walk over the elements of `box` in a tensor of `shape`.
Walk walk_of(const std::vector<std::int64_t>& shape, const Box& box) {
    Walk walk = row_major_walk(shape);
    for (std::size_t i = 0; i < box.size(); i++) walk.offset += box[i].first * walk.strides[i];
    return walk;
}

}  // namespace

Literal cut(const Literal& whole, const Box& box) {
    TensorType type = whole.type();
    HLO2C_CHECK(box.size() == type.shape.size(), "a box has the dimensions of its tensor");
    const Walk from = walk_of(type.shape, box);
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    const std::vector<std::byte> source = whole.expanded();
    type.shape = sizes(box);
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.element_count()) * width);
    if (!bytes.empty())
        copy_strided(type.shape, source.data(), from, bytes.data(), row_major_walk(type.shape), width);
    return Literal(type, std::move(bytes));
}

Literal put_together(const std::vector<std::int64_t>& shape, std::span<const Box> boxes,
                     std::span<const Literal> parts) {
    HLO2C_CHECK(!parts.empty() && boxes.size() == parts.size(), "there is one part per box");
    TensorType type = parts.front().type();
    type.shape = shape;
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.element_count()) * width);
    for (std::size_t i = parts.size(); i-- > 0;) {
        const std::vector<std::byte> part = parts[i].expanded();
        if (part.empty()) continue;
        const std::vector<std::int64_t> local = sizes(boxes[i]);
        HLO2C_CHECK(local == parts[i].type().shape, "a part has the sizes of its box");
        copy_strided(local, part.data(), row_major_walk(local), bytes.data(), walk_of(shape, boxes[i]),
                     width);
    }
    return Literal(type, std::move(bytes));
}

}  // namespace hlo2c::frontend
