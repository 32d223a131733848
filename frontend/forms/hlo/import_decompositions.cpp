#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "frontend/forms/hlo/import.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/library_calls.h"

namespace hlo2c::frontend {
namespace {

using Sizes = std::vector<std::int64_t>;

TensorType with_element(TensorType type, ElementType element) {
    type.element = element;
    return type;
}

ValueId compare(InstructionImport& import, ComparisonDirection direction, ComparisonType type, ValueId lhs,
                ValueId rhs) {
    return import.emit(OpCode::Compare, {lhs, rhs}, with_element(import.tensor(lhs), ElementType::I1),
                       {attr::comparison_direction.with(direction), attr::compare_type.with(type)});
}

ValueId select(InstructionImport& import, ValueId condition, ValueId on_true, ValueId on_false) {
    return import.emit(OpCode::Select, {condition, on_true, on_false}, import.type(on_true));
}

/// Element i of a vector as a scalar.
ValueId element(InstructionImport& import, ValueId vector, std::int64_t i) {
    const TensorType type{{1}, import.tensor(vector).element, {}, {}};
    const ValueId part = import.emit(
        OpCode::Slice, {vector}, type,
        {attr::start_indices.with({i}), attr::limit_indices.with({i + 1}), attr::strides.with({1})});
    return import.reshape(part, {});
}

/// Repeats the scale of each block for all elements of the block. `shape` is passed by value because adding
/// ops invalidates references to types.
ValueId repeated(InstructionImport& import, ValueId scale, Sizes shape) {
    const TensorType type = import.tensor(scale);
    if (type.shape == shape) return scale;
    import.site().require(type.shape.size() == shape.size(), "a scale does not have the rank of its operand");
    Sizes blocks, kept;
    for (std::size_t d = 0; d < shape.size(); d++) {
        import.site().require(type.shape[d] > 0 && shape[d] >= 0 && shape[d] % type.shape[d] == 0,
                              "the sizes of a scale do not divide those of its operand");
        kept.push_back(static_cast<std::int64_t>(blocks.size()));
        blocks.insert(blocks.end(), {type.shape[d], shape[d] / type.shape[d]});
    }
    const ValueId wide =
        import.emit(OpCode::BroadcastInDim, {scale}, TensorType{blocks, type.element, {}, {}},
                    {attr::broadcast_dimensions.with(kept)});
    return import.reshape(wide, shape);
}

ValueId scaled(InstructionImport& import, ValueId operand, ValueId scale, ElementType element) {
    const ValueId value = import.converted(operand, element);
    const ValueId factor = repeated(import, import.converted(scale, element), import.tensor(value).shape);
    return import.binary(OpCode::Multiply, value, factor);
}

/// The float type that can represent both types.
ElementType wider(ElementType a, ElementType b) {
    if (a == b || !is_float(b) || is_complex(b)) return a;
    if (!is_float(a) || is_complex(a)) return b;
    if (bit_width(a) == bit_width(b)) return ElementType::F32;
    return bit_width(a) > bit_width(b) ? a : b;
}

}  // namespace

/// An iota of booleans counts in i32 and converts the numbers: only 0 is false.
Leaves import_iota(InstructionImport& import) {
    if (import.result().element != ElementType::I1) return import_row(import);
    const wire::HloInstructionProto& instruction = import.instruction();
    import.site().require(instruction.dimensions_size() == 1,
                          "the instruction does not have exactly one dimension");
    const ValueId numbers = import.emit(OpCode::Iota, {}, with_element(import.result(), ElementType::I32),
                                        {attr::iota_dimension.with(instruction.dimensions(0))});
    return {import.converted(numbers, ElementType::I1)};
}

/// HLO also takes real and imag of real numbers.
Leaves import_real(InstructionImport& import) {
    const TensorType type = import.tensor(import.value(0));
    if (is_complex(type.element)) return import_row(import);
    if (import.instruction().opcode() == "real") return {import.value(0)};
    if (!type.is_static())  // x < x is always false
        return {import.converted(
            compare(import, ComparisonDirection::Lt, ComparisonType::Float, import.value(0), import.value(0)),
            type.element)};
    const std::vector<std::byte> zero(static_cast<std::size_t>(byte_width(type.element)));
    return {import.constant(Literal(type, zero, true))};
}

/// Old programs also select between tuples.
Leaves import_select(InstructionImport& import) {
    const Leaves &on_true = import.operand(1), &on_false = import.operand(2);
    import.site().require(on_true.size() == on_false.size(), "the two values have different shapes");
    Leaves leaves;
    for (std::size_t i = 0; i < on_true.size(); i++) {
        const bool chosen = on_true[i] != no_value && import.type(on_true[i]).is_tensor();
        leaves.push_back(chosen ? select(import, import.value(0), on_true[i], on_false[i]) : on_true[i]);
    }
    return leaves;
}

/// Without mantissa bits a NaN has no encoding of its own. XLA's CPU keeps the NaN; StableHLO's reference
/// interpreter turns it into an infinity.
Leaves import_reduce_precision(InstructionImport& import) {
    Leaves rounded = import_row(import);
    if (import.instruction().mantissa_bits() != 0) return rounded;
    const ValueId value = import.value(0);
    return {select(import, compare(import, ComparisonDirection::Ne, ComparisonType::Float, value, value),
                   value, rounded.front())};
}

/// The start indices are one scalar per dimension, or, in an older form, a vector.
Leaves import_dynamic_slice(InstructionImport& import) {
    const bool update = import.instruction().opcode() == "dynamic-update-slice";
    const std::size_t first = update ? 2 : 1;
    const bool vector = import.operand_count() == first + 1 && import.tensor(import.value(first)).rank() == 1;
    if (!vector) return import_row(import);
    const ValueId starts = import.value(first);
    Leaves operands = {import.value(0)};
    if (update) operands.push_back(import.value(1));
    import.site().require(import.tensor(starts).is_static(),
                          "the number of a slice's start indices is not known");
    const std::int64_t count = import.tensor(starts).shape[0];
    import.site().require(count == import.tensor(operands[0]).rank(),
                          "there must be one start index per dimension");
    for (std::int64_t i = 0; i < count; i++) operands.push_back(element(import, starts, i));
    const auto& sizes = import.instruction().dynamic_slice_sizes();
    std::vector<NamedAttribute> attributes;
    if (!update) attributes.push_back(attr::slice_sizes.with({sizes.begin(), sizes.end()}));
    return {import.emit(update ? OpCode::DynamicUpdateSlice : OpCode::DynamicSlice, std::move(operands),
                        import.result(), std::move(attributes))};
}

/// StableHLO takes the result's shape as an operand.
Leaves import_rng(InstructionImport& import) {
    const wire::RandomDistribution distribution = import.instruction().distribution();
    import.site().require(distribution == wire::RNG_UNIFORM || distribution == wire::RNG_NORMAL,
                          "the distribution is neither uniform nor normal");
    const TensorType result = import.result();
    import.site().require(result.is_static(), "the result has a size that is not known");
    const TensorType sizes{{result.rank()}, ElementType::I64, {}, {}};
    const ValueId shape = import.constant(Literal::from_values<std::int64_t>(sizes, result.shape));
    const RngDistribution drawn =
        distribution == wire::RNG_UNIFORM ? RngDistribution::Uniform : RngDistribution::Normal;
    return {import.emit(OpCode::Rng, {import.value(0), import.value(1), shape}, result,
                        {attr::rng_distribution.with(drawn)})};
}

/// An older form returns the numbers without the state.
Leaves import_rng_bit_generator(InstructionImport& import) {
    if (import.instruction().shape().element_type() == wire::TUPLE) return import_row(import);
    const OpcodeRow* row = row_of(import.instruction().opcode());
    HLO2C_CHECK(row != nullptr, "rng-bit-generator has no row");
    return {import.emit_row(*row, {import.type(import.value(0)), import.result()}).back()};
}

/// Multiplies both operands by the scales of their blocks, then emits a dot.
Leaves import_scaled_dot(InstructionImport& import) {
    const TensorType result = import.result();
    const bool wide = result.element == ElementType::F64;
    const ElementType element = wide ? ElementType::F64 : ElementType::F32;
    Op op;
    op.code = OpCode::DotGeneral;
    op.operands = {scaled(import, import.value(0), import.value(2), element),
                   scaled(import, import.value(1), import.value(3), element)};
    for (const Field* field : {&dot_field, &precision_field})
        field->read(import.instruction(), import.function(), import.site(), op);
    return import.emit(std::move(op), {result});
}

/// StableHLO has no such op, so it becomes a custom call with the name of MHLO's op.
Leaves import_stochastic_convert(InstructionImport& import) {
    const TensorType from = import.tensor(import.value(0)), random = import.tensor(import.value(1)),
                     to = import.result();
    if (is_float(to.element))
        import.site().reject(std::string(no_stochastic_floats), std::string(stochastic_floats_remedy));
    import.site().require(
        is_float(from.element) && is_unsigned_integer(random.element) && is_integer(to.element),
        "a stochastic conversion takes floats and unsigned integers and gives integers");
    Op op;
    op.code = OpCode::CustomCall;
    op.operands = {import.value(0), import.value(1)};
    op.attributes = {attr::call_target_name.with(std::string(stochastic_convert_target))};
    return import.emit(std::move(op), {to});
}

/// Booleans have eight bits here; any set bit means true.
Leaves import_bitcast_convert(InstructionImport& import) {
    const TensorType from = import.tensor(import.value(0)), to = import.result();
    const auto bits_of = [](const TensorType& type) {
        return with_element(type, is_boolean(type.element) ? ElementType::UI8 : type.element);
    };
    if (!is_boolean(from.element) && !is_boolean(to.element)) return import_row(import);
    const ValueId bits = import.converted(import.value(0), bits_of(from).element);
    const ValueId cast =
        bits_of(from) == bits_of(to) ? bits : import.emit(OpCode::BitcastConvert, {bits}, bits_of(to));
    return {import.converted(cast, to.element)};
}

/// Operands whose kind differs from the result's, or whose types differ, are first converted to a common
/// type. An integer result of floats is converted afterwards. A boolean result is computed as an integer sum
/// and is true unless that is 0.
Leaves import_contraction(InstructionImport& import) {
    if (import.operand(0).size() != 1 || import.operand(1).size() != 1)
        import.site().reject("a sparse operand is not supported", "Export the program with dense operands.");
    const TensorType lhs = import.tensor(import.value(0)), rhs = import.tensor(import.value(1)),
                     result = import.result();
    const auto group = [](ElementType type) {
        if (is_complex(type)) return ElementKind::Complex;
        return is_float(type) ? ElementKind::Float : ElementKind::Signed;
    };
    const ElementKind wanted = group(result.element);
    if (!is_boolean(result.element) && group(lhs.element) == wanted && group(rhs.element) == wanted &&
        (lhs.element == rhs.element || import.instruction().opcode() == "dot"))
        return import_row(import);
    const bool floats = group(lhs.element) == ElementKind::Float || group(rhs.element) == ElementKind::Float;
    ElementType element = result.element;
    if (is_boolean(element)) element = ElementType::I32;
    if (wanted == ElementKind::Signed && floats)
        element = lhs.element == rhs.element ? lhs.element : ElementType::F32;
    if (wanted == ElementKind::Float) element = wider(element, wider(lhs.element, rhs.element));
    const OpcodeRow* row = row_of(import.instruction().opcode());
    HLO2C_CHECK(row != nullptr, "a contraction has no row");
    const Leaves operands = {import.converted(import.value(0), element),
                             import.converted(import.value(1), element)};
    const ValueId made = import.emit_row(*row, {with_element(result, element)}, operands).front();
    return {import.converted(made, result.element)};
}

/// The smallest elements, with their indices, are the first of a stable sort.
Leaves import_topk(InstructionImport& import) {
    if (import.instruction().largest()) return import_row(import);
    const TensorType type = import.tensor(import.value(0));
    const std::vector<Type> results = import.result_types();
    import.site().require(type.rank() > 0 && type.is_static() && results.size() == 2,
                          "topk takes an array and gives values and indices");
    const std::int64_t last = type.rank() - 1, k = import.instruction().k();
    import.site().require(k >= 0 && k <= type.shape.back(), "k is larger than the dimension");
    const TensorType numbers = with_element(type, ElementType::I32);
    Op sort;
    sort.code = OpCode::Sort;
    sort.operands = {import.value(0),
                     import.emit(OpCode::Iota, {}, numbers, {attr::iota_dimension.with(last)})};
    sort.attributes = {attr::sort_dimension.with(last), attr::is_stable.with(true)};
    const ElementType element = type.element;
    sort.regions.push_back(import.comparator({element, element, ElementType::I32, ElementType::I32},
                                             is_float(element)            ? ComparisonType::TotalOrder
                                             : is_signed_integer(element) ? ComparisonType::Signed
                                                                          : ComparisonType::Unsigned));
    Leaves firsts;
    for (const ValueId sorted : import.emit(std::move(sort), {type, numbers})) {
        TensorType part = import.tensor(sorted);
        part.shape.back() = k;
        const Sizes starts(part.shape.size(), 0), limits = part.shape, strides(part.shape.size(), 1);
        firsts.push_back(import.emit(OpCode::Slice, {sorted}, part,
                                     {attr::start_indices.with(starts), attr::limit_indices.with(limits),
                                      attr::strides.with(strides)}));
    }
    return firsts;
}

}  // namespace hlo2c::frontend
