#include "scheduler/steps/weight_packing.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "frontend/diagnostic.h"
#include "frontend/ir/strided.h"
#include "scheduler/schedule/winograd_transform.h"

namespace hlo2c::scheduler {
namespace {

/// The pages of a mapped constant are freed each time that this many bytes are packed.
constexpr std::size_t bytes_between_releases = std::size_t{1} << 24;
/// Rows and columns of the windows that Winograd's algorithm transforms.
constexpr std::int64_t window_size = 3;

/// A loop of a packed block, with strides in bytes on both sides.
struct CopyLoop {
    std::int64_t extent, from, to;
};

/// The loops of a block, outermost first. Its elements have `width` bytes and follow each other in the
/// result.
std::vector<CopyLoop> loops_of(const PackedBlock& block, std::int64_t width) {
    std::vector<CopyLoop> loops;
    std::int64_t step = width;
    for (std::size_t l = block.loops.size(); l-- > 0;) {
        const auto& [extent, stride] = block.loops[l];
        loops.insert(loops.begin(), {extent, stride * width, step});
        step *= extent;
    }
    return loops;
}

/// Orders loops by their strides in the constant, which is then read in its order. Elements that follow each
/// other on both sides become one element, of `width` bytes.
void order_by_source(std::vector<CopyLoop>& loops, std::size_t& width) {
    std::reverse(loops.begin(), loops.end());
    std::stable_sort(loops.begin(), loops.end(), [](const CopyLoop& a, const CopyLoop& b) {
        return std::abs(a.from) > std::abs(b.from);
    });
    while (!loops.empty()) {
        const auto whole = static_cast<std::int64_t>(width);
        const auto next = std::find_if(loops.begin(), loops.end(), [&](const CopyLoop& loop) {
            return loop.from == whole && loop.to == whole;
        });
        if (next == loops.end()) break;
        width *= static_cast<std::size_t>(next->extent);
        loops.erase(next);
    }
}

/// Calls `visit(position, from, to)` for each position of the loops, with its distances on both sides.
template <typename Visit>
void for_each_position(const std::vector<CopyLoop>& loops, const Visit& visit) {
    frontend::Shape position(loops.size(), 0), extents, from, to;
    for (const CopyLoop& loop : loops) {
        extents.push_back(loop.extent);
        from.push_back(loop.from);
        to.push_back(loop.to);
    }
    do {
        visit(position, frontend::dot_product(position, from), frontend::dot_product(position, to));
    } while (frontend::next_index(position, extents));
}

/// Runs a loop whose body copies `width` bytes.
void copy_run(const std::byte* from, std::byte* to, const CopyLoop& loop, std::size_t width) {
    const auto run = [&](const auto& copy) {
        for (std::int64_t i = 0; i < loop.extent; i++) copy(to + i * loop.to, from + i * loop.from);
    };
    switch (width) {
        case 1: return run([](std::byte* to, const std::byte* from) { *to = *from; });
        case 2: return run([](std::byte* to, const std::byte* from) { std::memcpy(to, from, 2); });
        case 4: return run([](std::byte* to, const std::byte* from) { std::memcpy(to, from, 4); });
        case 8: return run([](std::byte* to, const std::byte* from) { std::memcpy(to, from, 8); });
        default: return run([&](std::byte* to, const std::byte* from) { std::memcpy(to, from, width); });
    }
}

/// Copies a block whose loops are in the order in which the constant is read.
void copy_block(const std::byte* from, std::byte* to, std::vector<CopyLoop> loops, std::size_t width,
                const frontend::Literal& literal) {
    CopyLoop innermost{1, 0, 0};
    if (!loops.empty()) {
        innermost = loops.back();
        loops.pop_back();
    }
    std::size_t since_release = 0;
    for_each_position(loops, [&](const frontend::Shape&, std::int64_t read, std::int64_t written) {
        copy_run(from + read, to + written, innermost, width);
        since_release += width * static_cast<std::size_t>(innermost.extent);
        if (since_release < bytes_between_releases) return;
        literal.shared_bytes().release_pages();
        since_release = 0;
    });
}

/// One element of a transformed window: the weighted sum over the window of f32 at `from`, rounded once.
float transformed(const std::byte* from, const TransformedWindows& windows, const std::vector<double>& rows,
                  const std::vector<double>& columns) {
    double sum = 0;
    for (std::int64_t row = 0; row < window_size; row++)
        for (std::int64_t column = 0; column < window_size; column++) {
            float weight = 0;
            const std::int64_t at = row * windows.row_stride + column * windows.column_stride;
            std::memcpy(&weight, from + at * static_cast<std::int64_t>(sizeof weight), sizeof weight);
            sum += rows[static_cast<std::size_t>(row)] * columns[static_cast<std::size_t>(column)] *
                   static_cast<double>(weight);
        }
    return static_cast<float>(sum);
}

/// Writes a block of transformed windows, in the order of its loops.
void transform_block(const std::byte* from, std::byte* to, const PackedBlock& block) {
    const WinogradTransform::Matrix& matrix = winograd_transform(block.windows->outputs).weights;
    for_each_position(loops_of(block, sizeof(float)),
                      [&](const frontend::Shape& position, std::int64_t read, std::int64_t written) {
                          const float sum = transformed(from + read, *block.windows,
                                                        matrix[static_cast<std::size_t>(position[0])],
                                                        matrix[static_cast<std::size_t>(position[1])]);
                          std::memcpy(to + written, &sum, sizeof sum);
                      });
}

/// Checks the first and the last element that a block reads.
void require_inside(const PackedBlock& block, std::int64_t count) {
    std::int64_t first = block.offset, last = block.offset;
    const auto walk = [&](std::int64_t extent, std::int64_t stride) {
        (stride < 0 ? first : last) += stride * (extent - 1);
    };
    for (const auto& loop : block.loops) walk(loop.extent, loop.stride);
    if (block.windows) {
        walk(window_size, block.windows->row_stride);
        walk(window_size, block.windows->column_stride);
    }
    HLO2C_CHECK(first >= 0 && last < count, "a packed weight reads outside of its constant");
}

}  // namespace

std::vector<std::byte> pack(const frontend::Literal& literal, const PackedWeight& packed) {
    const auto element = static_cast<std::size_t>(frontend::byte_width(literal.type().element));
    std::vector<std::byte> expanded;
    if (literal.is_splat() || literal.bytes().empty()) expanded = literal.expanded();
    const std::byte* const source = expanded.empty() ? literal.bytes().data() : expanded.data();
    std::vector<std::byte> result(static_cast<std::size_t>(packed.element_count()) * element);
    std::byte* to = result.data();
    for (const PackedBlock& block : packed.blocks) {
        if (block.element_count() == 0) continue;
        require_inside(block, literal.type().element_count());
        const std::byte* const from = source + block.offset * static_cast<std::int64_t>(element);
        if (block.windows) {
            HLO2C_CHECK(literal.type().element == frontend::ElementType::F32,
                        "only windows of f32 are transformed");
            transform_block(from, to, block);
        } else {
            std::size_t width = element;
            std::vector<CopyLoop> loops = loops_of(block, static_cast<std::int64_t>(width));
            order_by_source(loops, width);
            copy_block(from, to, std::move(loops), width, literal);
        }
        to += static_cast<std::size_t>(block.element_count()) * element;
    }
    literal.shared_bytes().release_pages();
    return result;
}

}  // namespace hlo2c::scheduler
