#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// Reads a NumPy array file (format versions 1, 2 and 3; C and Fortran order; either byte order) as a
/// literal.
///
/// Types that NumPy lacks are stored as their bits: bf16 as uint16 (or two-byte void), f8/f6/f4 as uint8, i4
/// and i2 as int8, ui4 and ui2 as uint8, tf32 as float32, quantized values as their storage integers.
///
/// With `expected`, the array must have its shape (a dynamic size matches any) and the dtype that stores its
/// element type; the literal then has that element type. Otherwise the dtype determines the element type.
/// Errors: 0301 unreadable file, 0302 not an array file, or its length contradicts its header, 0303 wrong
/// dtype, 0304 wrong shape.
Literal read_npy(const std::string& path, const TensorType* expected = nullptr);

/// The same for the bytes of a file; `name` stands for it in diagnostics.
Literal parse_npy(std::span<const std::byte> bytes, const std::string& name,
                  const TensorType* expected = nullptr);

/// Writes version 1.0, C order, little endian. Error 0305 when the file cannot be written.
void write_npy(const std::string& path, const Literal& literal);

/// The bytes that `write_npy` writes.
std::vector<std::byte> npy_bytes(const Literal& literal);

/// The dtype that stores values of a type, as NumPy spells it: "<f4", "|b1", "<u2" for bf16.
std::string npy_dtype(ElementType type);

/// Whether an array of `stored` elements, a NumPy type, can hold elements of `type`, directly or as their
/// bits.
bool carries_bits(ElementType stored, ElementType type);

/// The size of a file that can be read. Error 0301.
std::size_t bytes_in_file(const std::string& path);
/// All bytes of a file. Error 0301.
std::vector<std::byte> read_bytes(const std::string& path);

}  // namespace hlo2c::frontend
