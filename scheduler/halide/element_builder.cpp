#include "scheduler/halide/element_builder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/start_index.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler::halide {

using frontend::ElementType;
using frontend::Literal;
using frontend::Op;
using frontend::ValueId;
using Halide::Expr;

Expr flat_index(const Index& index, const std::vector<std::int64_t>& shape) {
    const auto strides = frontend::row_major_strides(shape);
    Expr flat = 0;
    for (std::size_t i = 0; i < index.size(); i++)
        if (shape[i] != 1) flat = flat + index[i] * static_cast<int>(strides[i]);
    return Halide::Internal::simplify(flat);
}

Expr immediate(const Literal& literal, std::int64_t position) {
    const ElementType element = literal.type().element;
    const ScalarKind kind = compute_kind(element);
    std::uint64_t bits = 0;
    const auto bytes = literal.element(literal.is_splat() ? 0 : position);
    std::memcpy(&bits, bytes.data(), bytes.size());
    if (kind == ScalarKind::F32 && element != ElementType::F32)
        return opaque_real(kind, std::bit_cast<std::uint32_t>(static_cast<float>(literal.real(position))));
    if (is_float(kind)) return opaque_real(kind, bits);
    if (kind == ScalarKind::Boolean) return Halide::Internal::make_bool(bits != 0);
    if (is_unsigned(kind)) return Halide::Internal::UIntImm::make(halide_type(kind), bits);
    return Halide::Internal::IntImm::make(halide_type(kind), literal.integer(position));
}

Expr ElementBuilder::load(ValueId value, const Expr& flat) {
    return from_memory(load_(context_.storage(value), flat), context_.tensor(value).element);
}

void ElementBuilder::replace(ValueId value, std::function<Expr(const Index&)> source) {
    replacements_[value] = std::move(source);
}

Expr ElementBuilder::element(ValueId value, const Index& index) {
    const auto replacement = replacements_.find(value);
    if (replacement != replacements_.end()) return replacement->second(index);
    const auto constant = context_.constants.find(value);
    if (constant != context_.constants.end() && is_splat_constant(*constant->second))
        return immediate((*constant->second)[attr::value], 0);
    if (!roots_.count(value) && context_.in_memory(value))
        return load(value, flat_index(index, context_.tensor(value).shape));

    std::vector<const void*> nodes;
    for (const Expr& e : index) nodes.push_back(e.get());
    const auto key = std::make_pair(value, std::move(nodes));
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second.second;
    inlined_ops_.insert(context_.graph.position(value));
    const Expr result = inlined(*context_.graph.definition(value), index);
    known_[key] = {index, result};
    return result;
}

std::vector<Expr> ElementBuilder::apply(const frontend::Region& region, const std::vector<Expr>& arguments) {
    std::map<ValueId, Expr> values;
    for (std::size_t i = 0; i < arguments.size(); i++) values[region.arguments[i]] = arguments[i];
    const auto value_of = [&](ValueId id) {
        const auto found = values.find(id);
        return found != values.end() ? found->second : element(id, {});
    };
    for (const Op& op : region.ops) {
        std::vector<Expr> operands;
        for (ValueId operand : op.operands) operands.push_back(value_of(operand));
        const OpRule& rule = rule_of(op);
        if (rule.role == Role::Terminator) return operands;
        if (rule.role == Role::Constant) {
            values[op.results[0]] = immediate(op[attr::value], 0);
        } else if (rule.is_elementwise()) {
            values[op.results[0]] =
                elementwise(op, context_.tensor(op.operands[0]), context_.tensor(op.results[0]), operands);
        } else {
            HLO2C_CHECK(rule.movement == Movement::Reshape || rule.movement == Movement::BroadcastInDim,
                        "the computations of other ops have expressions on scalars only");
            values[op.results[0]] = operands[0];
        }
    }
    HLO2C_CHECK(false, "a region without a terminator");
    return {};
}

Expr ElementBuilder::clamped_index(ValueId scalar, std::int64_t most) {
    return narrowed_index(element(scalar, Index(context_.tensor(scalar).shape.size(), Expr(0))), 0, most);
}

Expr ElementBuilder::inlined(const Op& op, const Index& index) {
    const auto& result_shape = context_.tensor(op.results[0]).shape;
    const OpRule& rule = rule_of(op);
    if (rule.role == Role::Constant) return load(op.results[0], flat_index(index, result_shape));
    switch (rule.movement) {
        case Movement::BroadcastInDim: {
            const auto dimensions = op[attr::broadcast_dimensions];
            const auto& shape = context_.tensor(op.operands[0]).shape;
            Index from;
            for (std::size_t i = 0; i < shape.size(); i++)
                from.push_back(shape[i] == 1 ? Expr(0) : index[dimensions[i]]);
            return element(op.operands[0], from);
        }
        case Movement::Transpose: {
            const auto permutation = op[attr::permutation];
            Index from(index.size());
            for (std::size_t i = 0; i < index.size(); i++) from[permutation[i]] = index[i];
            return element(op.operands[0], from);
        }
        case Movement::Slice: {
            const auto start = op[attr::start_indices];
            const auto strides = op[attr::strides];
            Index from;
            for (std::size_t i = 0; i < index.size(); i++) {
                const int step = strides.empty() ? 1 : static_cast<int>(strides[i]);
                from.push_back(Halide::Internal::simplify(index[i] * step + static_cast<int>(start[i])));
            }
            return element(op.operands[0], from);
        }
        case Movement::Reverse: {
            Index from = index;
            for (std::int64_t d : op[attr::dimensions])
                from[d] = Halide::Internal::simplify(static_cast<int>(result_shape[d] - 1) - index[d]);
            return element(op.operands[0], from);
        }
        case Movement::Reshape: return reshaped(op, index);
        case Movement::RealPart: return pair_part(op.operands[0], index, 0);
        case Movement::ImaginaryPart: return pair_part(op.operands[0], index, 1);
        case Movement::Iota: {
            const auto dimension = op[attr::iota_dimension];
            return converted(index[dimension], ElementType::I32, context_.tensor(op.results[0]).element);
        }
        case Movement::DynamicSlice: {
            const auto& shape = context_.tensor(op.operands[0]).shape;
            Index from;
            for (std::size_t i = 0; i < index.size(); i++)
                from.push_back(clamped_index(op.operands[i + 1], shape[i] - result_shape[i]) + index[i]);
            return element(op.operands[0], from);
        }
        case Movement::Gather: return gathered(op, index);
        case Movement::None: break;
    }
    const bool is_recut = rule.arithmetic == Arithmetic::BitcastConvert &&
                          index.size() != context_.tensor(op.operands[0]).shape.size();
    if (is_recut) return recut(op, index);
    std::vector<Expr> operands;
    for (ValueId operand : op.operands)
        operands.push_back(element(operand, context_.tensor(operand).shape.empty() ? Index{} : index));
    return elementwise(op, context_.tensor(op.operands[0]), context_.tensor(op.results[0]), operands);
}

/// Bitcasts to a type of another width. A narrower type takes a part of an element's bits; a wider type joins
/// several elements, the first as the lowest bits.
Expr ElementBuilder::recut(const Op& op, const Index& index) {
    const ElementType from = context_.tensor(op.operands[0]).element,
                      to = context_.tensor(op.results[0]).element;
    const int from_bits_count = frontend::bit_width(from), to_bits_count = frontend::bit_width(to);
    const auto unsigned_kind = [](int bits) { return scalar_kind(Halide::UInt(std::max(8, bits))); };
    Index at = index;
    if (from_bits_count > to_bits_count) {
        const Expr bits = bits_of(element(op.operands[0], Index(index.begin(), index.end() - 1)), from);
        const Expr amount = opaque_convert(Halide::Internal::simplify(index.back() * to_bits_count),
                                           scalar_kind(bits.type()));
        const Expr part = opaque_convert(opaque_binary(NodeKind::ShiftRightLogical, bits, amount),
                                         unsigned_kind(to_bits_count));
        if (to != ElementType::I1) return from_bits(part, to);
        return from_bits(opaque_binary(NodeKind::And, part, Halide::Internal::make_one(part.type())), to);
    }
    const ScalarKind kind = unsigned_kind(to_bits_count);
    const Halide::Type type = halide_type(kind);
    Expr whole;
    at.emplace_back(0);
    for (int part = 0; part < to_bits_count / from_bits_count; part++) {
        at.back() = Expr(part);
        const Expr bits = opaque_convert(bits_of(element(op.operands[0], at), from), kind);
        const Expr shifted = opaque_binary(
            NodeKind::ShiftLeft, bits,
            Halide::Internal::UIntImm::make(type, static_cast<std::uint64_t>(part * from_bits_count)));
        whole = whole.defined() ? opaque_binary(NodeKind::Or, whole, shifted) : shifted;
    }
    return from_bits(whole, to);
}

/// A part of a complex value. These are always in memory, as pairs.
Expr ElementBuilder::pair_part(ValueId pairs, const Index& index, int part) {
    HLO2C_CHECK(context_.in_memory(pairs), "a complex value that is not in memory");
    return load(pairs,
                Halide::Internal::simplify(flat_index(index, context_.tensor(pairs).shape) * 2 + part));
}

/// An element of a reshape. Matching runs of dimensions are mapped separately, so that most reshapes need no
/// division; a value in memory is read by its flat index.
Expr ElementBuilder::reshaped(const Op& op, const Index& index) {
    const ValueId operand = op.operands[0];
    const auto& to = context_.tensor(op.results[0]).shape;
    const auto& from = context_.tensor(operand).shape;
    if (context_.in_memory(operand) && !replacements_.count(operand) && !context_.is_splat(operand))
        return load(operand, flat_index(index, to));
    Index result(from.size(), Expr(0));
    std::size_t i = 0, j = 0;
    while (i < from.size() || j < to.size()) {
        std::int64_t from_size = 1, to_size = 1;
        const std::size_t i_begin = i, j_begin = j;
        do {
            if (i < from.size() && (from_size <= to_size || j >= to.size()))
                from_size *= from[i++];
            else if (j < to.size())
                to_size *= to[j++];
        } while (from_size != to_size);
        Expr flat = 0;
        for (std::size_t k = j_begin; k < j; k++) flat = flat * static_cast<int>(to[k]) + index[k];
        flat = Halide::Internal::simplify(flat);
        for (std::size_t k = i; k-- > i_begin;) {
            if (from[k] == 1) continue;
            bool outermost = true;
            for (std::size_t l = i_begin; l < k; l++) outermost = outermost && from[l] == 1;
            const int size = static_cast<int>(from[k]);
            result[k] = Halide::Internal::simplify(outermost ? flat : flat % size);
            flat = flat / size;
        }
    }
    return element(operand, result);
}

Expr ElementBuilder::gathered(const Op& op, const Index& index) {
    const frontend::GatherDimensions dims = op[attr::gather_dimension_numbers];
    const auto& operand_shape = context_.tensor(op.operands[0]).shape;
    const auto sizes = op[attr::slice_sizes];
    // Slices without elements may still have results: XLA makes them 0.
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
        return converted(Expr(0), ElementType::I32, context_.tensor(op.results[0]).element);
    const auto contains = [](const std::vector<std::int64_t>& list, std::size_t value) {
        return std::find(list.begin(), list.end(), static_cast<std::int64_t>(value)) != list.end();
    };
    StartIndices starts{context_.tensor(op.operands[1]).shape.size(), dims.index_vector_dim, {}};
    Index offset;
    for (std::size_t d = 0; d < index.size(); d++)
        (contains(dims.offset_dims, d) ? offset : starts.batch).push_back(index[d]);

    Index from(operand_shape.size(), Expr(0));
    for (std::size_t c = 0; c < dims.start_index_map.size(); c++) {
        const std::int64_t d = dims.start_index_map[c];
        const std::int64_t most = operand_shape[d] - sizes[d];
        from[d] = narrowed_index(element(op.operands[1], starts.component(c)), 0, most);
    }
    for (std::size_t b = 0; b < dims.operand_batching_dims.size(); b++)
        from[dims.operand_batching_dims[b]] = starts.along(dims.start_indices_batching_dims[b]);
    std::size_t next = 0;
    for (std::size_t d = 0; d < operand_shape.size(); d++) {
        if (contains(dims.collapsed_slice_dims, d) || contains(dims.operand_batching_dims, d)) continue;
        from[d] = Halide::Internal::simplify(from[d] + offset[next++]);
    }
    return element(op.operands[0], from);
}

}  // namespace hlo2c::scheduler::halide
