#include "frontend/data/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "frontend/data/stored_array.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/file_bytes.h"
#include "frontend/unfinished_path.h"

namespace hlo2c::frontend {
namespace {

/// The contents of an array file's header.
struct Header {
    std::string dtype;
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
    std::size_t data_begin = 0;
};

[[noreturn]] void malformed(const std::string& name, const std::string& what) {
    fail(array_error::format, Place{.file = name}, what, "Write the array with numpy.save.");
}

std::string_view value_of(std::string_view header, std::string_view key, const std::string& name) {
    const std::size_t found = header.find(fmt::format("'{}'", key));
    if (found == std::string_view::npos) malformed(name, fmt::format("the header has no '{}'", key));
    const std::size_t colon = header.find(':', found);
    if (colon == std::string_view::npos) malformed(name, "the header is not a dictionary");
    const std::size_t begin = header.find_first_not_of(' ', colon + 1);
    if (begin == std::string_view::npos) malformed(name, "the header ends early");
    return header.substr(begin);
}

std::vector<std::int64_t> parse_shape(std::string_view text, const std::string& name) {
    if (text.empty() || text.front() != '(') malformed(name, "the shape is not a tuple");
    std::vector<std::int64_t> shape;
    std::int64_t size = -1;
    for (char c : text.substr(1)) {
        if (c >= '0' && c <= '9') {
            size = std::max<std::int64_t>(size, 0) * 10 + (c - '0');
            if (size > (std::int64_t{1} << 48)) malformed(name, "a size in the shape is too large");
        } else if (c == ',' || c == ')') {
            if (size >= 0) shape.push_back(size);
            size = -1;
            if (c == ')') return shape;
        } else if (c != ' ' && c != 'L') {
            malformed(name, "the shape is not a tuple of integers");
        }
    }
    malformed(name, "the shape does not end");
}

Header parse_header(std::span<const std::byte> bytes, const std::string& name) {
    static constexpr unsigned char magic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    if (bytes.size() < 10 || std::memcmp(bytes.data(), magic, sizeof magic) != 0)
        malformed(name, "this is not an .npy file");
    const int major = std::to_integer<int>(bytes[6]);
    if (major < 1 || major > 3) malformed(name, fmt::format("version {} of the format is unknown", major));
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = 0; i < length_bytes && 8 + i < bytes.size(); i++)
        length |= std::to_integer<std::size_t>(bytes[8 + i]) << (8 * i);
    Header header;
    header.data_begin = 8 + length_bytes + length;
    if (header.data_begin > bytes.size()) malformed(name, "the file ends inside its header");
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8 + length_bytes, length);
    std::string_view dtype = value_of(text, "descr", name);
    if (dtype.front() != '\'') malformed(name, "arrays of records are not supported");
    dtype = dtype.substr(1);
    header.dtype = dtype.substr(0, dtype.find('\''));
    header.fortran_order = value_of(text, "fortran_order", name).starts_with("True");
    header.shape = parse_shape(value_of(text, "shape", name), name);
    return header;
}

struct DtypeRow {
    std::string_view code;  ///< without the byte-order character
    ElementType type;
};
constexpr DtypeRow npy_dtypes[] = {
    {"b1", ElementType::I1},   {"i1", ElementType::I8},    {"i2", ElementType::I16},
    {"i4", ElementType::I32},  {"i8", ElementType::I64},   {"u1", ElementType::UI8},
    {"u2", ElementType::UI16}, {"u4", ElementType::UI32},  {"u8", ElementType::UI64},
    {"f2", ElementType::F16},  {"f4", ElementType::F32},   {"f8", ElementType::F64},
    {"c8", ElementType::C64},  {"c16", ElementType::C128},
};

std::string_view dtype_code(ElementType type) {
    for (const DtypeRow& row : npy_dtypes)
        if (row.type == type) return row.code;
    if (type == ElementType::Index) return "i8";
    if (type == ElementType::TF32) return "f4";
    if (is_signed_integer(type)) return "i1";
    return byte_width(type) == 2 ? "u2" : "u1";
}

/// The code of a dtype without its byte-order character. NumPy writes bfloat16 as a two-byte void.
std::string code_of(std::string_view dtype) {
    std::string code(dtype);
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos)
        code.erase(0, 1);
    if (code == "V2") return "u2";
    return code == "V1" ? "u1" : code;
}

/// Also accepts unsigned bytes for booleans (0 and 1) and for integers narrower than a byte.
bool carries(std::string_view code, ElementType type) {
    return dtype_code(type) == code || (code == "u1" && !is_float(type) && bit_width(type) < 8);
}

std::optional<ElementType> element_of_npy(std::string_view code) {
    for (const DtypeRow& row : npy_dtypes)
        if (row.code == code) return row.type;
    return std::nullopt;
}

void swap_byte_order(std::vector<std::byte>& data, std::size_t width) {
    for (std::size_t begin = 0; begin + width <= data.size(); begin += width)
        std::reverse(data.begin() + static_cast<std::ptrdiff_t>(begin),
                     data.begin() + static_cast<std::ptrdiff_t>(begin + width));
}

/// NumPy's extension types write integers narrower than a byte as voids, without sign extension.
void extend_signs(std::vector<std::byte>& data, int bits) {
    const int sign = 1 << (bits - 1), mask = (1 << bits) - 1;
    for (std::byte& each : data)
        if (const int value = std::to_integer<int>(each); (value & ~mask) == 0)
            each = static_cast<std::byte>((value ^ sign) - sign);
}

std::vector<std::byte> to_row_major(const std::vector<std::byte>& data,
                                    const std::vector<std::int64_t>& shape, std::size_t width) {
    std::vector<std::byte> result(data.size());
    std::vector<std::int64_t> index(shape.size(), 0);
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = 1; i < shape.size(); i++) strides[i] = strides[i - 1] * shape[i - 1];
    for (std::size_t at = 0; at < data.size(); at += width) {
        std::int64_t from = 0;
        for (std::size_t i = 0; i < shape.size(); i++) from += index[i] * strides[i];
        std::memcpy(result.data() + at, data.data() + static_cast<std::size_t>(from) * width, width);
        for (std::size_t i = shape.size(); i-- > 0;) {
            if (++index[i] < shape[i]) break;
            index[i] = 0;
        }
    }
    return result;
}

}  // namespace

namespace {

/// The file, with its end as the position to read from.
std::ifstream open_at_end(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        fail(array_error::file, Place{.file = path}, "this is a folder, but a file was expected",
             "Name the file itself.");
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file)
        fail(array_error::file, Place{.file = path}, "the file cannot be read",
             "Check that it exists and is readable.");
    return file;
}

}  // namespace

std::size_t bytes_in_file(const std::string& path) {
    return static_cast<std::size_t>(std::max<std::streamoff>(open_at_end(path).tellg(), 0));
}

std::vector<std::byte> read_bytes(const std::string& path) {
    std::ifstream file = open_at_end(path);
    const std::streamoff size = file.tellg();
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::max<std::streamoff>(size, 0)));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file && !bytes.empty())
        fail(array_error::file, Place{.file = path}, "the file cannot be read to its end",
             "Check the disk it is on.");
    return bytes;
}

std::string npy_dtype(ElementType type) {
    const std::string_view code = dtype_code(type);
    return (byte_width(type) == 1 ? "|" : "<") + std::string(code);
}

bool carries_bits(ElementType stored, ElementType type) {
    const bool has_dtype = std::any_of(std::begin(npy_dtypes), std::end(npy_dtypes),
                                       [&](const DtypeRow& row) { return row.type == stored; });
    return has_dtype && carries(dtype_code(stored), type);
}

namespace {

/// Makes the array's literal; `data_of` gives its stored bytes, a range of the file.
template <typename DataOf>
Literal array_of(std::span<const std::byte> bytes, const std::string& name, const TensorType* expected,
                 const DataOf& data_of) {
    const Header header = parse_header(bytes, name);
    const std::string code = code_of(header.dtype);
    const std::optional<ElementType> found = element_of_npy(code);
    if (!found)
        fail(array_error::dtype, Place{.file = name},
             fmt::format("arrays of dtype '{}' are not supported", header.dtype),
             "Use booleans, integers, floats or complex numbers; other types are stored as their bits.");
    TensorType type = stored_type(header.shape, *found, header.dtype,
                                  expected == nullptr || carries(code, expected->element), expected, name);
    const auto width = static_cast<std::size_t>(byte_width(*found));
    const std::span<const std::byte> stored = bytes.subspan(header.data_begin);
    const std::size_t wanted = stored_element_count(header.shape, name) * width;
    if (stored.size() != wanted)
        malformed(name,
                  fmt::format("the header announces {} bytes of data, but {} follow", wanted, stored.size()));
    const bool is_unextended =
        header.dtype.ends_with("V1") && is_signed_integer(type.element) && bit_width(type.element) < 8;
    if (header.dtype.front() != '>' && !header.fortran_order && !is_unextended)
        return stored_literal(std::move(type), data_of(header.data_begin, wanted), name);
    std::vector<std::byte> data(stored.begin(), stored.end());
    if (header.dtype.front() == '>') swap_byte_order(data, is_complex(*found) ? width / 2 : width);
    if (header.fortran_order) data = to_row_major(data, type.shape, width);
    if (is_unextended) extend_signs(data, bit_width(type.element));
    return stored_literal(std::move(type), std::move(data), name);
}

}  // namespace

Literal parse_npy(std::span<const std::byte> bytes, const std::string& name, const TensorType* expected) {
    return array_of(bytes, name, expected, [&](std::size_t begin, std::size_t size) {
        const std::span<const std::byte> data = bytes.subspan(begin, size);
        return std::vector<std::byte>(data.begin(), data.end());
    });
}

Literal read_npy(const std::string& path, const TensorType* expected) {
    if (bytes_in_file(path) < least_mapped_bytes) return parse_npy(read_bytes(path), path, expected);
    const auto file = std::make_shared<const FileBytes>(path);
    return array_of(std::as_bytes(std::span(file->view())), path, expected,
                    [&](std::size_t begin, std::size_t size) { return file_bytes(file, begin, size); });
}

std::vector<std::byte> npy_bytes(const Literal& literal) {
    std::string shape;
    for (std::int64_t size : literal.type().shape) shape += fmt::format("{}, ", size);
    if (literal.type().rank() > 1) shape.resize(shape.size() - 2);
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                     npy_dtype(literal.type().element), shape);
    constexpr std::size_t fixed = 10, alignment = 64;
    const std::size_t total = (fixed + header.size() + 1 + alignment - 1) / alignment * alignment;
    header.append(total - fixed - header.size() - 1, ' ');
    header += '\n';
    std::string prefix("\x93NUMPY\x01\x00", 8);
    prefix += static_cast<char>(header.size() & 0xff);
    prefix += static_cast<char>(header.size() >> 8);
    const std::string text = prefix + header;
    const std::vector<std::byte> data = literal.expanded();
    std::vector<std::byte> bytes(text.size() + data.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    if (!data.empty()) std::memcpy(bytes.data() + text.size(), data.data(), data.size());
    return bytes;
}

void write_npy(const std::string& path, const Literal& literal) {
    const std::vector<std::byte> bytes = npy_bytes(literal);
    std::ofstream file;
    {
        const WholeStep step;
        file.open(path, std::ios::binary);
    }
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file)
        fail(array_error::not_writable, Place{.file = path}, "the file cannot be written",
             "Check that the folder exists, is writable and has space.");
}

}  // namespace hlo2c::frontend
