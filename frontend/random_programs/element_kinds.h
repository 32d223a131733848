#pragma once

#include "frontend/ir/type.h"
#include "frontend/random_programs/random.h"

namespace hlo2c::frontend::random_programs {

/// Kinds of elements that an op takes; a set of bits.
namespace kinds {
inline constexpr unsigned B = 1, S = 2, U = 4, F = 8, C = 16;
inline constexpr unsigned I = S | U, FC = F | C, Number = I | FC, Any = B | Number;
}  // namespace kinds

unsigned kind_bit(frontend::ElementType type);

/// A tensor whose sizes are all known: what is compared. Tuples and bounded tensors occur on the way only.
bool is_static_tensor(const frontend::Type& type);

/// An element type of these kinds. Every type has its chance; those that programs use most have more.
frontend::ElementType random_element(Random& random, unsigned kinds);

/// Ranks 0 to 5, sizes 0 and 1 and odd ones among them; at most `most_elements`.
std::vector<std::int64_t> random_shape(Random& random, std::int64_t most_elements = 4096);

}  // namespace hlo2c::frontend::random_programs
