#include "frontend/ir/attributes.h"
#include "frontend/ops/op_row.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {

TensorType quantized_type(Draft& draft, const std::vector<std::int64_t>& shape, bool per_axis) {
    static const std::vector<ElementType> storages = {ElementType::I8,  ElementType::I8,   ElementType::UI8,
                                                      ElementType::I16, ElementType::UI16, ElementType::I4,
                                                      ElementType::UI4, ElementType::I32};
    Quantization quantization;
    Random& random = draft.random();
    quantization.storage = random.pick(storages);
    const int width = bit_width(quantization.storage);
    const bool is_signed = is_signed_integer(quantization.storage);
    quantization.storage_minimum = is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
    quantization.storage_maximum = (std::int64_t{1} << (is_signed ? width - 1 : width)) - 1;
    if (random.chance(10)) {
        quantization.storage_minimum += 1;
        quantization.storage_maximum -= random.between(0, 2);
    }
    if (per_axis && !shape.empty() && random.chance(25))
        quantization.axis = static_cast<int>(random.between(0, static_cast<std::int64_t>(shape.size()) - 1));
    const std::int64_t scales =
        quantization.axis < 0 ? 1 : shape[static_cast<std::size_t>(quantization.axis)];
    if (scales == 0 || scales > 40) throw Rejected{};
    for (std::int64_t i = 0; i < scales; i++) {
        quantization.scales.push_back(static_cast<double>(random.between(1, 64)) / 64);
        quantization.zero_points.push_back(is_signed ? random.between(-3, 3) : random.between(0, 7));
    }
    return {shape, quantization.storage, {}, {quantization}};
}

TensorType requantized_type(Draft& draft, const TensorType& type) {
    TensorType other = quantized_type(draft, {}, false);
    other.shape = type.shape;
    Quantization& quantization = other.quantization.front();
    const Quantization& given = type.quantization.front();
    other.element = quantization.storage = given.storage;
    quantization.expressed = given.expressed;
    quantization.storage_minimum = given.storage_minimum;
    quantization.storage_maximum = given.storage_maximum;
    if (is_unsigned_integer(given.storage)) quantization.zero_points = {draft.random().between(0, 7)};
    return other;
}

namespace make {

void quantize(Draft& draft, const Rule& rule) {
    Wanted wanted{rule.kinds, rule.tolerates, {}, 0};
    wanted.also = [](const TensorType& type) {
        return type.is_quantized() || type.element == ElementType::F32;
    };
    const bool again = draft.random().chance(40);  // from one quantization to another
    const ValueId x =
        again ? draft.argument(quantized_type(draft, random_shape(draft.random()))) : draft.operand(wanted);
    draft.emit(rule.code, {x}, quantized_type(draft, draft.shape(x)));
}

void dequantize(Draft& draft, const Rule& rule) {
    TensorType type = quantized_type(draft, random_shape(draft.random()));
    const ValueId x = draft.argument(type);
    type.quantization.clear();
    type.element = ElementType::F32;
    draft.emit(rule.code, {x}, type);
}

void quantized(Draft& draft, const Rule& rule) {
    const TensorType type = quantized_type(draft, random_shape(draft.random(), 512), false);
    Op op{.code = rule.code, .operands = {draft.argument(type)}};
    const int most = row(rule.code).most_operands();
    while (static_cast<int>(op.operands.size()) < most)
        op.operands.push_back(
            draft.argument(draft.random().chance(60) ? type : requantized_type(draft, type)));
    if (rule.code == OpCode::Compare) {
        static const std::vector<ComparisonDirection> orders = {
            ComparisonDirection::Eq, ComparisonDirection::Ne, ComparisonDirection::Lt,
            ComparisonDirection::Le, ComparisonDirection::Gt, ComparisonDirection::Ge};
        op.set(attr::comparison_direction, draft.random().pick(orders));
        TensorType flags = type;
        flags.quantization.clear();
        flags.element = ElementType::I1;
        draft.emit(std::move(op), {flags});
        return;
    }
    const bool same = rule.accuracy == Accuracy::Verbatim || draft.random().chance(30);
    draft.emit(std::move(op), {same ? type : requantized_type(draft, type)});
}

}  // namespace make
}  // namespace hlo2c::frontend::random_programs
