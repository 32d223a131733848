#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/partition/local_forms.h"

namespace hlo2c::frontend {
namespace {

TensorType indices_of_shape(std::vector<std::int64_t> shape) {
    return {std::move(shape), ElementType::I64, {}, {}, {}};
}

ValueId clamped(LocalOps& local, ValueId value, ValueId least, ValueId most) {
    return local.binary(OpCode::Minimum, local.binary(OpCode::Maximum, value, least), most);
}

}  // namespace

LocalResults local_dynamic_slice(ShardedOp& sharded) {
    sharded.op.set(attr::slice_sizes, sharded.results[0].as_tensor().shape);
    return emit_as_it_is(sharded);
}

/// Each device writes what the update and its part have in common. The place of the update is clamped in the
/// whole tensor first.
LocalResults local_dynamic_update_slice(ShardedOp& sharded) {
    LocalOps& local = sharded.local;
    Op& op = sharded.op;
    const Cut cut = sharded.operand_cut(0);
    const TensorType part = local.tensor(op.operands[0]);
    const std::vector<std::int64_t> whole = sharded.whole(0).shape, update = sharded.whole(1).shape;
    std::vector<std::size_t> crossed;  // dimensions that are cut, and that the update does not fill
    for (std::size_t d = 0; d < cut.size(); d++)
        if (!cut[d].empty() && whole[d] != update[d]) crossed.push_back(d);
    if (crossed.empty()) return emit_as_it_is(sharded);

    const ValueId zero = local.index(0);
    std::vector<ValueId> starts, offsets(cut.size(), no_value);
    for (std::size_t d = 0; d < cut.size(); d++)
        starts.push_back(local.convert(op.operands[2 + d], ElementType::I64));
    TensorType region = local.tensor(op.operands[1]);
    for (const std::size_t d : crossed) {
        const ValueId place = clamped(local, starts[d], zero, local.index(whole[d] - update[d]));
        offsets[d] = local.binary(OpCode::Subtract, place, local.start(cut[d], part.shape[d]));
        starts[d] = zero;
        region.shape[d] = part.shape[d];
    }
    // The update, moved to its place in the part.
    ValueId moved = op.operands[1];
    for (const std::size_t d : crossed) {
        TensorType padded = local.tensor(moved);
        const std::int64_t size = part.shape[d];
        Integers low(cut.size(), 0);
        low[d] = size;
        padded.shape[d] += 2 * size;
        TensorType element = padded;
        element.shape.clear();
        const ValueId fill = local.zero(element);
        const ValueId wide =
            local.emit(Op{.code = OpCode::Pad,
                          .operands = {moved, fill},
                          .attributes = {attr::edge_padding_high.with(low), attr::edge_padding_low.with(low),
                                         attr::interior_padding.with(Integers(cut.size(), 0))}},
                       padded);
        Op slice{.code = OpCode::DynamicSlice, .operands = {wide}};
        const ValueId first = local.binary(OpCode::Subtract, local.index(size), offsets[d]);
        for (std::size_t other = 0; other < cut.size(); other++)
            slice.operands.push_back(other == d ? clamped(local, first, zero, local.index(size + update[d]))
                                                : zero);
        padded.shape[d] = size;
        slice.set(attr::slice_sizes, padded.shape);
        moved = local.emit(std::move(slice), padded);
    }
    ValueId is_updated = no_value;
    for (const std::size_t d : crossed) {
        const ValueId places = local.iota(indices_of_shape(region.shape), static_cast<std::int64_t>(d));
        const auto spread = [&](ValueId scalar) { return local.broadcast(scalar, {}, region.shape); };
        const ValueId end = local.binary(OpCode::Add, offsets[d], local.index(update[d]));
        const ValueId is_in = local.is_within(places, spread(offsets[d]), spread(end));
        is_updated = is_updated == no_value ? is_in : local.binary(OpCode::And, is_updated, is_in);
    }
    Op current{.code = OpCode::DynamicSlice, .operands = {op.operands[0]}};
    current.operands.insert(current.operands.end(), starts.begin(), starts.end());
    current.set(attr::slice_sizes, region.shape);
    const ValueId kept = local.emit(std::move(current), region);
    op.operands[1] = local.select(is_updated, moved, kept);
    std::copy(starts.begin(), starts.end(), op.operands.begin() + 2);
    return emit_as_it_is(sharded);
}

namespace {

/// Index vectors into a tensor that is cut along indexed dimensions.
class CutIndices {
public:
    /// `map` has the tensor's dimension for each element of an index vector.
    CutIndices(LocalOps& local, ValueId indices, std::int64_t vector_dimension, const Integers& map,
               const Cut& cut, const std::vector<std::int64_t>& whole)
        : local_(local),
          indices_(local.convert(indices, ElementType::I64)),
          vector_dimension_(vector_dimension),
          map_(map),
          cut_(cut),
          whole_(whole) {}

    /// Makes all indices legal, as a gather of single elements of the indexed dimensions does. Other
    /// dimensions keep their indices, which the op clamps.
    void clamp(const Integers& slice_sizes) {
        indices_ = clamped(local_, indices_, spread_table([](std::size_t) { return 0; }),
                           spread_table([&](std::size_t d) { return whole_[d] - slice_sizes[d]; }));
    }

    /// The indices in the device's part.
    ValueId in_part() {
        std::vector<ValueId> firsts;
        for (const std::int64_t dimension : map_) {
            const auto d = static_cast<std::size_t>(dimension);
            firsts.push_back(local_.reshape(local_.start(cut_[d], part_size(d)), {1}));
        }
        ValueId all = firsts[0];
        if (firsts.size() > 1)
            all = local_.emit(
                Op{.code = OpCode::Concatenate, .operands = firsts, .attributes = {attr::dimension.with(0)}},
                indices_of_shape({static_cast<std::int64_t>(firsts.size())}));
        return indices_ = local_.binary(OpCode::Subtract, indices_, spread(all));
    }

    /// For each index vector, whether it is in the device's part. `in_part` comes before.
    ValueId is_in_part() {
        const ValueId within = local_.is_within(indices_, spread_table([](std::size_t) { return 0; }),
                                                spread_table([&](std::size_t d) { return part_size(d); }));
        std::vector<std::int64_t> shape = local_.tensor(indices_).shape;
        if (vector_dimension_ == static_cast<std::int64_t>(shape.size())) return within;
        shape.erase(shape.begin() + vector_dimension_);
        const TensorType flag{{}, ElementType::I1, {}};
        return local_.emit(Op{.code = OpCode::Reduce,
                              .operands = {within, local_.uniform(flag, 1)},
                              .attributes = {attr::dimensions.with({vector_dimension_})},
                              .regions = {local_.combiner(OpCode::And, ElementType::I1)}},
                           TensorType{shape, ElementType::I1, {}, {}, {}});
    }

private:
    /// The size of a part; for a dimension that is not cut, the whole size.
    std::int64_t part_size(std::size_t d) const { return whole_[d] / local_.size(cut_[d]); }

    /// A value for each element of an index vector, for all index vectors.
    ValueId spread(ValueId vector) {
        const std::vector<std::int64_t> shape = local_.tensor(indices_).shape;
        if (vector_dimension_ == static_cast<std::int64_t>(shape.size()))
            return local_.broadcast(local_.reshape(vector, {}), {}, shape);
        return local_.broadcast(vector, {vector_dimension_}, shape);
    }

    template <typename ValueOf>
    ValueId spread_table(const ValueOf& value_of) {
        std::vector<std::int64_t> values;
        for (const std::int64_t d : map_) values.push_back(value_of(static_cast<std::size_t>(d)));
        const TensorType type = indices_of_shape({static_cast<std::int64_t>(values.size())});
        return spread(local_.constant(Literal::from_values(type, values)));
    }

    LocalOps& local_;
    ValueId indices_;
    std::int64_t vector_dimension_;
    const Integers& map_;
    const Cut& cut_;
    const std::vector<std::int64_t>& whole_;
};

ElementType bits_of(ElementType type) {
    switch (byte_width(type)) {
        case 1: return ElementType::UI8;
        case 2: return ElementType::UI16;
        case 4: return ElementType::UI32;
        default: return ElementType::UI64;
    }
}

}  // namespace

LocalResults local_gather(ShardedOp& sharded) {
    LocalOps& local = sharded.local;
    Op& op = sharded.op;
    const GatherDimensions at = op[attr::gather_dimension_numbers];
    const Cut cut = sharded.operand_cut(0);
    const std::vector<std::int64_t> whole = sharded.whole(0).shape;
    const Integers whole_sizes = op[attr::slice_sizes];
    Integers sizes = whole_sizes;
    for (std::size_t d = 0; d < cut.size(); d++)
        if (sizes[d] == whole[d]) sizes[d] /= local.size(cut[d]);
    op.set(attr::slice_sizes, sizes);
    if (sharded.reduced().empty()) return emit_as_it_is(sharded);

    Cut indexed = cut;
    for (std::size_t d = 0; d < cut.size(); d++)
        if (!contains(at.collapsed_slice_dims, static_cast<std::int64_t>(d))) indexed[d].clear();
    CutIndices indices(local, op.operands[1], at.index_vector_dim, at.start_index_map, indexed, whole);
    indices.clamp(whole_sizes);
    op.operands[1] = indices.in_part();
    op.remove_attribute(attr::indices_are_sorted);
    const ValueId is_own = indices.is_in_part();
    const TensorType type = sharded.results[0].as_tensor();
    const ValueId gathered = emit_as_it_is(sharded).values[0];
    Integers batch;
    for (std::int64_t d = 0; d < type.rank(); d++)
        if (!contains(at.offset_dims, d)) batch.push_back(d);
    // The other devices give zeros. Their bits are combined, so that the element arrives as it is.
    const ValueId own = local.select(local.broadcast(is_own, batch, type.shape), gathered, local.zero(type));
    const bool is_flag = is_boolean(type.element);
    const ElementType bits = is_flag ? type.element : bits_of(type.element);
    const ValueId combined = local.all_reduce(is_flag ? own : local.bitcast(own, bits), sharded.reduced(),
                                              local.combiner(OpCode::Or, bits));
    return {.values = {is_flag ? combined : local.bitcast(combined, type.element)}};
}

/// Updates for other devices' parts have indices outside of this part, and are dropped.
LocalResults local_scatter(ShardedOp& sharded) {
    Op& op = sharded.op;
    const ScatterDimensions at = op[attr::scatter_dimension_numbers];
    const std::size_t inputs = sharded.results.size();
    Cut indexed = sharded.operand_cut(0);
    for (std::size_t d = 0; d < indexed.size(); d++)
        if (!contains(at.inserted_window_dims, static_cast<std::int64_t>(d))) indexed[d].clear();
    if (!is_whole(indexed))
        op.operands[inputs] = CutIndices(sharded.local, op.operands[inputs], at.index_vector_dim,
                                         at.scatter_dims_to_operand_dims, indexed, sharded.whole(0).shape)
                                  .in_part();
    return emit_as_it_is(sharded);
}

}  // namespace hlo2c::frontend
