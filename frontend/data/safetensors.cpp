#include "frontend/data/safetensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "frontend/data/npy.h"
#include "frontend/data/stored_array.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"

namespace hlo2c::frontend {
namespace {

using nlohmann::json;

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t longest_header = 100'000'000;  // the limit of the safetensors library

/// Element types of whole bytes. Narrower types are packed and not supported.
constexpr auto safetensors_dtypes = std::to_array<std::pair<std::string_view, ElementType>>({
    {"BOOL", ElementType::I1},
    {"I8", ElementType::I8},
    {"I16", ElementType::I16},
    {"I32", ElementType::I32},
    {"I64", ElementType::I64},
    {"U8", ElementType::UI8},
    {"U16", ElementType::UI16},
    {"U32", ElementType::UI32},
    {"U64", ElementType::UI64},
    {"F8_E4M3", ElementType::F8E4M3FN},
    {"F8_E4M3FNUZ", ElementType::F8E4M3FNUZ},
    {"F8_E5M2", ElementType::F8E5M2},
    {"F8_E5M2FNUZ", ElementType::F8E5M2FNUZ},
    {"F8_E8M0", ElementType::F8E8M0FNU},
    {"BF16", ElementType::BF16},
    {"F16", ElementType::F16},
    {"F32", ElementType::F32},
    {"F64", ElementType::F64},
    {"C64", ElementType::C64},
});

std::optional<ElementType> element_of_safetensors(std::string_view dtype) {
    const auto* row = std::find_if(safetensors_dtypes.begin(), safetensors_dtypes.end(),
                                   [&](const auto& each) { return each.first == dtype; });
    return row == safetensors_dtypes.end() ? std::nullopt : std::optional(row->second);
}

/// The field `name` of an object; a JSON null if it is absent.
const json& field(const json& object, const char* name) {
    static const json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

/// The elements of a JSON list of unsigned integers; nullopt for any other value.
std::optional<std::vector<std::uint64_t>> numbers(const json& list) {
    if (!list.is_array()) return std::nullopt;
    std::vector<std::uint64_t> values;
    for (const json& value : list) {
        if (!value.is_number_unsigned()) return std::nullopt;
        values.push_back(value.get<std::uint64_t>());
    }
    return values;
}

}  // namespace

Safetensors::Safetensors(const std::string& path)
    : name_(path), file_(std::make_shared<const FileBytes>(path)), bytes_(file_->view()) {
    read_header();
}

Safetensors::Safetensors(std::string_view bytes, std::string name) : name_(std::move(name)), bytes_(bytes) {
    read_header();
}

bool Safetensors::is_beginning(std::string_view bytes) {
    return bytes.size() > length_bytes && bytes[length_bytes] == '{' && bytes.substr(0, 2) != "PK";
}

void Safetensors::damaged(const std::string& what) const {
    fail(array_error::safetensors, Place{.file = name_}, what,
         "Write the tensors with safetensors, as save_file does.");
}

void Safetensors::read_header() {
    if (bytes_.size() < length_bytes) damaged("this is not a safetensors file");
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < length_bytes; i++)
        length |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
    if (length > longest_header || length > bytes_.size() - length_bytes)
        damaged(fmt::format("the header is declared to have {} bytes, but the file has {}", length,
                            bytes_.size()));
    const std::string_view text = bytes_.substr(length_bytes, length);
    data_ = bytes_.substr(length_bytes + length);

    std::set<std::string> seen;
    const auto take_once = [&](int depth, json::parse_event_t event, json& parsed) {
        if (depth == 1 && event == json::parse_event_t::key && !seen.insert(parsed.get<std::string>()).second)
            damaged(fmt::format("the header contains '{}' twice", parsed.get<std::string>()));
        return true;
    };
    const json header = json::parse(text.begin(), text.end(), take_once, false);
    if (!header.is_object()) damaged("the header is not a JSON object");
    std::vector<std::pair<std::size_t, std::size_t>> ranges;
    for (const auto& [name, described] : header.items()) {
        if (name == "__metadata__") continue;
        const auto shape = numbers(field(described, "shape")),
                   range = numbers(field(described, "data_offsets"));
        const json& dtype = field(described, "dtype");
        if (!described.is_object() || !dtype.is_string() || !shape || !range || range->size() != 2)
            damaged(fmt::format("the header has no dtype, shape and data_offsets for '{}'", name));
        Tensor tensor;
        tensor.dtype = dtype.get<std::string>();
        const std::optional<ElementType> element = element_of_safetensors(tensor.dtype);
        if (!element)
            unsupported(array_error::dtype, Place{.file = name_ + ":" + name},
                        fmt::format("tensors of dtype '{}' are not supported", tensor.dtype),
                        "Write booleans, integers, or floats of whole bytes.");
        tensor.element = *element;
        for (const std::uint64_t size : *shape) {
            if (size > INT64_MAX) damaged(fmt::format("'{}' has an invalid size", name));
            tensor.shape.push_back(static_cast<std::int64_t>(size));
        }
        const std::size_t wanted = stored_element_count(tensor.shape, name_ + ":" + name) *
                                   static_cast<std::size_t>(byte_width(*element));
        tensor.begin = (*range)[0];
        tensor.end = (*range)[1];
        if (tensor.begin > tensor.end || tensor.end > data_.size() || tensor.end - tensor.begin != wanted)
            damaged(
                fmt::format("'{}' has {} bytes, but its range is {} .. {} of the {} that follow the header",
                            name, wanted, tensor.begin, tensor.end, data_.size()));
        ranges.emplace_back(tensor.begin, tensor.end);
        tensors_.emplace(name, std::move(tensor));
    }
    std::sort(ranges.begin(), ranges.end());
    std::size_t end = 0;
    for (const auto& [first, last] : ranges) {
        if (first != end) damaged(fmt::format("tensors overlap, or leave a gap, at byte {}", first));
        end = last;
    }
    if (end != data_.size())
        damaged(fmt::format("the tensors have {} bytes, but {} follow the header", end, data_.size()));
}

std::vector<std::string> Safetensors::names() const {
    std::vector<std::string> all;
    for (const auto& [name, tensor] : tensors_) all.push_back(name);
    return all;
}

Literal Safetensors::read(const std::string& name, const TensorType* expected) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end())
        fail(array_error::no_array, Place{.file = name_}, fmt::format("the file has no tensor '{}'", name),
             fmt::format("It holds: {}.", fmt::join(names(), ", ")));
    const Tensor& tensor = found->second;
    const std::string place = name_ + ":" + name;
    const bool carries = expected == nullptr || tensor.element == expected->element ||
                         carries_bits(tensor.element, expected->element);
    TensorType type = stored_type(tensor.shape, tensor.element, tensor.dtype, carries, expected, place);
    const std::string_view stored = data_.substr(tensor.begin, tensor.end - tensor.begin);
    if (file_ != nullptr && stored.size() >= least_mapped_bytes) {
        const auto offset = static_cast<std::size_t>(stored.data() - bytes_.data());
        return stored_literal(std::move(type), file_bytes(file_, offset, stored.size()), place);
    }
    const auto* begin = reinterpret_cast<const std::byte*>(stored.data());
    return stored_literal(std::move(type), std::vector<std::byte>(begin, begin + stored.size()), place);
}

}  // namespace hlo2c::frontend
