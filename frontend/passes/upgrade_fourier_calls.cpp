#include <cstring>
#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {
namespace {

/// The root table of a flatbuffer. The vtable gives the offset of each field; an absent field has its
/// default.
class FlatTable {
public:
    explicit FlatTable(std::span<const std::byte> bytes) : bytes_(bytes) {
        table_ = number<std::uint32_t>(0).value_or(0);
        fields_ = static_cast<std::int64_t>(table_) - number<std::int32_t>(table_).value_or(0);
    }

    template <typename T>
    std::optional<T> field(int index, T otherwise) const {
        const std::optional<std::size_t> at = place(index);
        return at ? number<T>(*at) : otherwise;
    }

    /// The elements of a vector of T; empty if the field is absent.
    template <typename T>
    std::optional<std::vector<std::int64_t>> vector(int index) const {
        std::vector<std::int64_t> values;
        const std::optional<std::size_t> at = place(index);
        if (!at) return values;
        const std::size_t begin = *at + number<std::uint32_t>(*at).value_or(0);
        const std::uint32_t count = number<std::uint32_t>(begin).value_or(0);
        for (std::uint32_t i = 0; i < count; i++) {
            const std::optional<T> value = number<T>(begin + 4 + i * sizeof(T));
            if (!value) return std::nullopt;
            values.push_back(static_cast<std::int64_t>(*value));
        }
        return values;
    }

private:
    template <typename T>
    std::optional<T> number(std::size_t at) const {
        if (at > bytes_.size() || bytes_.size() - at < sizeof(T)) return std::nullopt;
        T value;
        std::memcpy(&value, bytes_.data() + at, sizeof value);
        return value;
    }

    std::optional<std::size_t> place(int index) const {
        if (fields_ < 0) return std::nullopt;
        const auto fields = static_cast<std::size_t>(fields_);
        const std::size_t entry = 4 + 2 * static_cast<std::size_t>(index);
        if (entry + 2 > number<std::uint16_t>(fields).value_or(0)) return std::nullopt;
        const std::uint16_t offset = number<std::uint16_t>(fields + entry).value_or(0);
        return offset == 0 ? std::nullopt : std::optional<std::size_t>(table_ + offset);
    }

    std::span<const std::byte> bytes_;
    std::size_t table_ = 0;
    std::int64_t fields_ = 0;
};

/// The options of one transform. Strides are ignored: the arrays are contiguous.
struct Transform {
    std::int8_t kind = 0;  ///< complex to complex, complex to real, real to complex
    bool forward = true;
    std::vector<std::int64_t> axes;
    double scale = 0;  ///< of the static form; an operand of the dynamic form
};

/// Fields of the static form: type, kind, shape, two strides, axes, direction, scale. Fields of the dynamic
/// form: rank, type, kind, axes, direction.
std::optional<Transform> transform_of(std::span<const std::byte> bytes, bool is_dynamic) {
    const FlatTable table(bytes);
    const auto kind = table.field<std::int8_t>(is_dynamic ? 2 : 1, 0);
    const auto axes = table.vector<std::uint32_t>(is_dynamic ? 3 : 5);
    const auto forward = table.field<std::uint8_t>(is_dynamic ? 4 : 6, 0);
    const auto scale = is_dynamic ? std::optional<double>(0) : table.field<double>(7, 0);
    if (!kind || !axes || !forward || !scale || *kind < 0 || *kind > 2) return std::nullopt;
    return Transform{*kind, *forward != 0, *axes, *scale};
}

/// The value with all elements multiplied by a real number.
ValueId scaled(Rewriter& rewriter, ValueId value, ValueId factor) {
    Builder build(rewriter);
    const TensorType type = rewriter.tensor(value);
    const ValueId converted = build.convert(build.reshape(factor, {}), type.element);
    return build.multiply(value, build.broadcast(converted, {}, type.shape));
}

std::optional<std::vector<ValueId>> upgrade(Rewriter& rewriter, const Op& op, bool is_dynamic) {
    const Literal* descriptor = rewriter.constant(op.operands[0]);
    if (descriptor == nullptr || descriptor->type().element != ElementType::UI8) return std::nullopt;
    const std::optional<Transform> transform = transform_of(descriptor->bytes(), is_dynamic);
    const Type& input = rewriter.type(op.operands[1]);
    const Type& output = rewriter.type(op.results[0]);
    if (!transform || !input.is_tensor() || !output.is_tensor()) return std::nullopt;
    const std::int64_t rank = input.as_tensor().rank();
    const auto count = static_cast<std::int64_t>(transform->axes.size());
    std::vector<std::int64_t> last(transform->axes.size());
    std::iota(last.begin(), last.end(), rank - count);
    if (count < 1 || count > 3 || count > rank || transform->axes != last) return std::nullopt;

    // The lengths are those of the side with the full spectrum or signal.
    const TensorType& whole = transform->kind == 1 ? output.as_tensor() : input.as_tensor();
    if (!whole.is_static() || !output.as_tensor().is_static()) return std::nullopt;
    const std::vector<std::int64_t> lengths(whole.shape.end() - count, whole.shape.end());
    const FftType complex_kind = transform->forward ? FftType::Fft : FftType::Ifft;
    Op fft{.code = OpCode::Fft, .operands = {op.operands[1]}};
    fft.set(attr::fft_type, transform->kind == 0   ? complex_kind
                            : transform->kind == 1 ? FftType::Irfft
                                                   : FftType::Rfft);
    fft.set(attr::fft_length, lengths);
    ValueId result = rewriter.emit(std::move(fft), output);

    // stablehlo.fft divides an inverse transform by the number of elements; these calls have an explicit
    // scale.
    const bool divides = transform->kind == 1 || (transform->kind == 0 && !transform->forward);
    const double usual = divides ? std::accumulate(lengths.begin(), lengths.end(), 1.0,
                                                   [](double product, std::int64_t length) {
                                                       return product * static_cast<double>(length);
                                                   })
                                 : 1.0;
    Builder build(rewriter);
    const TensorType real{{}, ElementType::F64, {}, {}};
    if (is_dynamic) {
        const ValueId factor = build.reshape(op.operands[5], {});
        result =
            scaled(rewriter, result, divides ? build.multiply(factor, build.uniform(real, usual)) : factor);
    } else if (transform->scale * usual != 1) {
        result = scaled(rewriter, result, build.uniform(real, transform->scale * usual));
    }
    return std::vector{result};
}

}  // namespace

std::optional<std::vector<ValueId>> upgrade_fourier(Rewriter& rewriter, const Op& op) {
    return upgrade(rewriter, op, false);
}

std::optional<std::vector<ValueId>> upgrade_dynamic_fourier(Rewriter& rewriter, const Op& op) {
    return upgrade(rewriter, op, true);
}

}  // namespace hlo2c::frontend
