#pragma once

#include <string_view>

#include "frontend/forms/bytecode/byte_reader.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend::bytecode {

/// The constant of a static type whose elements are `data`: little endian, row-major, one element for a
/// splat. Types below 8 bits have a byte per element, i1 has a bit per element, the first in the lowest bit
/// (or, in files of some versions, a byte). Data of another size is malformed. `at` stands behind the data.
Literal literal_of(const TensorType& type, std::string_view data, const ByteReader& at);

/// The inverse: the bytes that such a constant is written as.
std::string data_of(const Literal& literal);

}  // namespace hlo2c::frontend::bytecode
