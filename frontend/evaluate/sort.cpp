#include <algorithm>
#include <functional>
#include <numeric>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"

namespace hlo2c::frontend {
namespace {

using Positions = std::vector<std::int64_t>;

/// Merge sort: stable, and safe for comparators that are no order.
void merge_sort(Positions& positions, Positions& scratch, std::size_t begin, std::size_t end,
                const std::function<bool(std::int64_t, std::int64_t)>& before) {
    if (end - begin < 2) return;
    const std::size_t middle = begin + (end - begin) / 2;
    merge_sort(positions, scratch, begin, middle, before);
    merge_sort(positions, scratch, middle, end, before);
    std::size_t left = begin, right = middle;
    for (std::size_t i = begin; i < end; i++) {
        const bool take_right = left == middle || (right < end && before(positions[right], positions[left]));
        scratch[i] = take_right ? positions[right++] : positions[left++];
    }
    std::copy(scratch.begin() + static_cast<std::ptrdiff_t>(begin),
              scratch.begin() + static_cast<std::ptrdiff_t>(end),
              positions.begin() + static_cast<std::ptrdiff_t>(begin));
}

}  // namespace

void evaluate_Sort(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    std::int64_t dimension = call.op().integer("dimension", -1);
    if (dimension < 0) dimension += static_cast<std::int64_t>(shape.size());
    const auto axis = static_cast<std::size_t>(dimension);
    const std::int64_t length = shape[axis], stride = row_major_strides(shape)[axis];
    const Region& comparator = call.op().regions[0];
    const int count = call.operand_count();

    std::vector<std::vector<std::byte>> sorted;
    for (int i = 0; i < count; i++) sorted.push_back(call.operand(i).expanded());
    const auto before = [&](std::int64_t a, std::int64_t b) {
        std::vector<Datum> arguments;
        for (int i = 0; i < count; i++) {
            arguments.emplace_back(scalar_at(call.operand(i), a));
            arguments.emplace_back(scalar_at(call.operand(i), b));
        }
        return call.run_region(comparator, std::move(arguments)).at(0).tensor().integer(0) != 0;
    };
    Positions positions(static_cast<std::size_t>(length)), scratch(positions.size());
    for (std::int64_t first = 0; first < count_of(shape); first++) {
        if (length == 0 || first / stride % length != 0) continue;
        for (std::int64_t i = 0; i < length; i++) positions[static_cast<std::size_t>(i)] = first + i * stride;
        merge_sort(positions, scratch, 0, positions.size(), before);
        for (int k = 0; k < count; k++) {
            const auto width = static_cast<std::ptrdiff_t>(byte_width(call.operand(k).type().element));
            for (std::int64_t i = 0; i < length; i++) {
                const std::span<const std::byte> element =
                    call.operand(k).element(positions[static_cast<std::size_t>(i)]);
                std::copy(element.begin(), element.end(),
                          sorted[static_cast<std::size_t>(k)].begin() + (first + i * stride) * width);
            }
        }
    }
    for (int i = 0; i < count; i++)
        call.give(Literal(call.operand(i).type(), std::move(sorted[static_cast<std::size_t>(i)])));
}

}  // namespace hlo2c::frontend
