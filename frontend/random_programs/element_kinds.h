#pragma once

#include "frontend/ir/type.h"
#include "frontend/random_programs/random.h"

namespace hlo2c::frontend::random_programs {

/// Kinds of elements that an op takes; a set of bits.
namespace kinds {
inline constexpr unsigned B = 1, S = 2, U = 4, F = 8, C = 16;
inline constexpr unsigned I = S | U, FC = F | C, Number = I | FC, Any = B | Number;
}  // namespace kinds

unsigned kind_bit(ElementType type);

/// Whether the value is a tensor of static sizes, which can be compared. Tuples and bounded tensors only
/// occur as intermediates.
bool is_static_tensor(const Type& type);

/// A random element type of these kinds. Types that programs use most are more likely.
ElementType random_element(Random& random, unsigned kinds);

/// A random shape: ranks 0 to 5, with sizes including 0, 1 and odd ones; at most `most_elements`.
std::vector<std::int64_t> random_shape(Random& random, std::int64_t most_elements = 4096);

}  // namespace hlo2c::frontend::random_programs
