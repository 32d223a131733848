#include "frontend/ir/type.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend {
namespace {

std::string storage_spelling(ElementType type) {
    std::string text(spelling(type));
    return is_unsigned_integer(type) ? text.substr(1) : text;
}

bool has_default_range(const Quantization& quantization) {
    const int bits = bit_width(quantization.storage);
    if (is_unsigned_integer(quantization.storage))
        return quantization.storage_minimum == 0 &&
               quantization.storage_maximum == (std::int64_t{1} << bits) - 1;
    return quantization.storage_minimum == -(std::int64_t{1} << (bits - 1)) &&
           quantization.storage_maximum == (std::int64_t{1} << (bits - 1)) - 1;
}

std::string to_string(const Quantization& quantization) {
    std::string text = "!quant.uniform<";
    if (is_unsigned_integer(quantization.storage)) text += 'u';
    text += storage_spelling(quantization.storage);
    if (!has_default_range(quantization))
        text += fmt::format("<{}:{}>", quantization.storage_minimum, quantization.storage_maximum);
    text += fmt::format(":{}", spelling(quantization.expressed));
    const bool per_axis = quantization.axis >= 0;
    if (per_axis) text += fmt::format(":{}", quantization.axis);
    text += per_axis ? ", {" : ", ";
    for (std::size_t i = 0; i < quantization.scales.size(); i++) {
        if (i > 0) text += ",";
        text += float_text(quantization.scales[i]);
        if (quantization.zero_points[i] != 0) text += fmt::format(":{}", quantization.zero_points[i]);
    }
    return text + (per_axis ? "}>" : ">");
}

/// Passes can create tensors larger than those of the program, which the readers have checked.
[[noreturn]] void refuse_size(const std::string& what) {
    unsupported(read_error::type, {}, fmt::format("{} has more elements than can be counted", what),
                "A tensor may have at most 2^56 elements.");
}

std::string list(const std::vector<Type>& types) {
    std::string text;
    for (const Type& type : types) text += (text.empty() ? "" : ", ") + to_string(type);
    return text;
}

}  // namespace

bool TensorType::is_static() const {
    for (std::int64_t size : shape)
        if (size == dynamic_size) return false;
    return true;
}

std::int64_t TensorType::element_count() const {
    HLO2C_CHECK(is_static(), "element_count of a tensor whose shape is not static");
    const std::optional<std::int64_t> count = product_of(shape);
    if (!count || *count > most_elements) refuse_size(to_string(*this));
    return *count;
}

bool TupleType::operator==(const TupleType& other) const {
    return elements == other.elements;
}

bool FutureType::operator==(const FutureType& other) const {
    return elements == other.elements;
}

std::string float_text(double value) {
    std::string text = fmt::format("{}", value);
    if (text.find('.') != std::string::npos) return text;
    const std::size_t exponent = text.find('e');
    if (exponent == std::string::npos) return text + ".0";
    return text.substr(0, exponent) + ".0" + text.substr(exponent);
}

std::string to_string(const TensorType& type) {
    std::string text = "tensor<";
    for (std::int64_t size : type.shape) text += size == dynamic_size ? "?x" : fmt::format("{}x", size);
    text += type.is_quantized() ? to_string(type.quantization.front()) : std::string(spelling(type.element));
    if (!type.bounds.empty()) {
        text += ", #stablehlo.bounds<";
        for (std::size_t i = 0; i < type.bounds.size(); i++) {
            if (i > 0) text += ", ";
            text += type.bounds[i] == dynamic_size ? "?" : fmt::format("{}", type.bounds[i]);
        }
        text += ">";
    }
    if (!type.encoding.empty()) text += ", " + type.encoding;
    return text + ">";
}

std::string to_string(const Type& type) {
    struct Speller {
        std::string operator()(const TensorType& tensor) const { return to_string(tensor); }
        std::string operator()(const TokenType&) const { return "!stablehlo.token"; }
        std::string operator()(const TupleType& tuple) const { return "tuple<" + list(tuple.elements) + ">"; }
        std::string operator()(const FutureType& future) const {
            return "!stablehlo.future<" + list(future.elements) + ">";
        }
        std::string operator()(const ForeignType& foreign) const { return foreign.text; }
    };
    return std::visit(Speller{}, type.value);
}

std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) {
        HLO2C_CHECK(shape[i] != dynamic_size, "strides of a shape that is not static");
        if (__builtin_mul_overflow(strides[i], shape[i], &strides[i - 1]))
            refuse_size(fmt::format("a tensor with a dimension of size {}", shape[i]));
    }
    return strides;
}

std::vector<std::int64_t> inverse_permutation(const std::vector<std::int64_t>& permutation) {
    std::vector<std::int64_t> inverse(permutation.size());
    for (std::size_t i = 0; i < permutation.size(); i++)
        inverse[static_cast<std::size_t>(permutation[i])] = static_cast<std::int64_t>(i);
    return inverse;
}

}  // namespace hlo2c::frontend
