#include "frontend/data/stored_array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "frontend/data/npy.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"

namespace hlo2c::frontend {
namespace {

bool shape_matches(const std::vector<std::int64_t>& shape, const TensorType& expected) {
    if (shape.size() != expected.shape.size()) return false;
    for (std::size_t i = 0; i < shape.size(); i++)
        if (expected.shape[i] != dynamic_size && expected.shape[i] != shape[i]) return false;
    return true;
}

void check_values(std::span<const std::byte> data, ElementType type, const std::string& name) {
    const int bits = bit_width(type);
    if (bits >= 8) return;
    for (std::size_t i = 0; i < data.size(); i++) {
        const int value = std::to_integer<int>(data[i]);
        const int top =
            is_signed_integer(type) ? static_cast<signed char>(value) >> (bits - 1) : value >> bits;
        if (top == 0 || (is_signed_integer(type) && top == -1)) continue;
        fail(array_error::dtype, Place{.file = name},
             fmt::format("element {} holds the bits {:#x}, which is not a value of {}", i, value,
                         spelling(type)),
             "Write one value per byte, sign extended for signed integers.");
    }
}

}  // namespace

std::size_t stored_element_count(const std::vector<std::int64_t>& shape, const std::string& name) {
    constexpr std::size_t most_elements = std::size_t{1} << 56;
    std::size_t count = 1;
    bool is_empty = false;
    for (const std::int64_t size : shape) {
        is_empty = is_empty || size == 0;
        const auto factor = static_cast<std::size_t>(std::max<std::int64_t>(size, 1));
        if (count > most_elements / factor)
            fail(array_error::format, Place{.file = name}, "the array has more than 2^56 elements",
                 "Check that the file is not damaged.");
        count *= factor;
    }
    return is_empty ? 0 : count;
}

TensorType stored_type(const std::vector<std::int64_t>& shape, ElementType stored,
                       std::string_view stored_name, bool carries, const TensorType* expected,
                       const std::string& name) {
    if (expected == nullptr) return {shape, stored, {}, {}};
    if (!carries)
        fail(array_error::dtype, Place{.file = name},
             fmt::format("the array has dtype '{}', but {} is stored as '{}'", stored_name,
                         to_string(*expected), npy_dtype(expected->element)),
             "Convert the array, or check that it belongs to this position.");
    if (!shape_matches(shape, *expected))
        fail(array_error::shape, Place{.file = name},
             fmt::format("the array has shape [{}], but the program expects {}", fmt::join(shape, ", "),
                         to_string(*expected)),
             "Give an array of that shape, or check that it belongs to this position.");
    TensorType type{shape, expected->element, {}, {}};
    type.quantization = expected->quantization;
    return type;
}

SharedBytes file_bytes(const std::shared_ptr<const FileBytes>& file, std::size_t begin, std::size_t size) {
    constexpr std::size_t alignment = 8;
    const auto bytes = std::as_bytes(std::span(file->view())).subspan(begin, size);
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0) return {file, begin, size};
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

Literal stored_literal(TensorType type, SharedBytes data, const std::string& name) {
    check_values(data, type.element, name);
    return Literal(std::move(type), std::move(data));
}

}  // namespace hlo2c::frontend
