#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/ir/dimension_numbers.h"
#include "frontend/ir/strided.h"

namespace hlo2c::frontend {

/// The number of windows along each dimension of an operand.
Shape window_counts(const Shape& shape, const Window& window);

/// The window of a select_and_scatter of an operand of this rank.
Window selection_window(const Op& op, std::size_t rank);

/// Row-major number of the element under one element of a window, or -1 for padding and holes.
std::int64_t element_under(const Shape& shape, const Window& window, const Shape& position,
                           const Shape& element);

/// Calls visit(window number, element number or -1), windows and their elements in row-major order.
template <typename Visit>
void for_each_window_element(const Shape& shape, const Window& window, const Shape& counts, Visit visit) {
    if (count_of(counts) == 0 || count_of(window.size) == 0) return;
    Shape position(counts.size(), 0);
    std::size_t number = 0;
    do {
        Shape element(window.size.size(), 0);
        do {
            visit(number, element_under(shape, window, position, element));
        } while (next_index(element, window.size));
        number++;
    } while (next_index(position, counts));
}

}  // namespace hlo2c::frontend
