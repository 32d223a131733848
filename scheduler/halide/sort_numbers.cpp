#include "scheduler/halide/sort_numbers.h"

namespace hlo2c::scheduler::halide {
namespace {

ScalarKind unsigned_of_size(ScalarKind kind) {
    switch (byte_width(kind)) {
        case 1: return ScalarKind::U8;
        case 2: return ScalarKind::U16;
        case 4: return ScalarKind::U32;
        default: return ScalarKind::U64;
    }
}

ScalarKind signed_of_size(ScalarKind kind) {
    return byte_width(kind) == 4 ? ScalarKind::I32 : ScalarKind::I64;
}

}  // namespace

SortNumbers::SortNumbers(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
    : SortRows(assembly, builder, request),
      key_(*sort_key(assembly.context().graph.function(), op_)),
      computed_(*problem_.key),
      of_key_(op_.regions[0]),
      number_{unsigned_of_size(*problem_.key), 1} {
    of_key_.ops.back().operands = {key_.value};
}

NodeId SortNumbers::number_at(NodeId position) {
    std::vector<NodeId> element;
    for (std::size_t q = 0; q < operands(); q++)
        element.push_back(loops_.let(numbered("x", q), load(input_[q], q, position)));
    return number_of(apply(of_key_, element, element));
}

NodeId SortNumbers::number_of(NodeId key) {
    NodeId bits = key;
    if (is_float(computed_))
        bits = number_of_float(key);
    else if (computed_ == ScalarKind::Boolean)
        bits = converted(key, number_);
    else if (is_signed(computed_))
        bits = nest_.binary(NodeKind::Xor, same_bits(key, number_.kind), sign_bit());
    return key_.is_descending ? nest_.unary(NodeKind::Not, bits) : bits;
}

/// Negative numbers have all bits inverted, the others the sign only.
NodeId SortNumbers::number_of_float(NodeId key) {
    if (!key_.orders_zeros) {
        const NodeId zero = loops_.real(0, {computed_, 1});
        key = loops_.select(nest_.binary(NodeKind::Equal, key, zero), zero, key);
    }
    const ValueType whole{signed_of_size(computed_), 1};
    const NodeId bits = loops_.let("bits", same_bits(key, whole.kind));
    const NodeId sign = nest_.binary(NodeKind::ShiftRightArithmetic, bits,
                                     nest_.integer(8 * byte_width(whole.kind) - 1, whole));
    return nest_.binary(NodeKind::Xor, same_bits(bits, number_.kind),
                        nest_.binary(NodeKind::Or, same_bits(sign, number_.kind), sign_bit()));
}

NodeId SortNumbers::same_bits(NodeId value, ScalarKind kind) {
    return nest_.add({.kind = NodeKind::Reinterpret, .type = {kind, 1}, .operands = {value}});
}

NodeId SortNumbers::sign_bit() {
    const int sign = 8 * byte_width(number_.kind) - 1;
    return nest_.integer(static_cast<std::int64_t>(std::uint64_t{1} << sign), number_);
}

}  // namespace hlo2c::scheduler::halide
