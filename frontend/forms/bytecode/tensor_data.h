#pragma once

#include <string_view>

#include "frontend/forms/bytecode/byte_reader.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend::bytecode {

/// Decodes a constant of a static type from `data`: little endian, row-major, one element for a splat. Types
/// narrower than 8 bits take a byte per element; i1 takes a bit per element, lowest bit first (or a byte, in
/// files of some versions). Data of any other size is malformed. `at` is just past the data.
Literal literal_of(const TensorType& type, std::string_view data, const ByteReader& at);

/// The inverse: encodes the elements of a constant.
std::string data_of(const Literal& literal);

}  // namespace hlo2c::frontend::bytecode
