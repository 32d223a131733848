#include "frontend/passes/fill_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "frontend/diagnostic.h"
#include "frontend/passes/builder.h"

namespace hlo2c::frontend {
namespace {

using Replacement = std::optional<std::vector<ValueId>>;
using Shape = std::vector<std::int64_t>;
/// Sizes that are known when the program runs: a scalar of type i32 for a dimension.
using RunSizes = std::map<std::int64_t, ValueId>;

bool is_bounded(const Type& type) {
    return type.is_tensor() && !type.as_tensor().is_static() && !type.as_tensor().bounds.empty();
}

/// The type with bounds for sizes.
TensorType filled(TensorType type) {
    for (std::size_t d = 0; d < type.shape.size() && d < type.bounds.size(); d++)
        if (type.shape[d] == dynamic_size) type.shape[d] = type.bounds[d];
    type.bounds.clear();
    return type;
}

class BoundsFilling {
public:
    Replacement operator()(Rewriter& rewriter, Op& op) {
        rewriter_ = &rewriter;
        if (op.code == OpCode::SetDimensionSize) return set_size(op);
        if (op.code == OpCode::GetDimensionSize) return get_size(op);
        const bool reads = std::any_of(op.operands.begin(), op.operands.end(),
                                       [&](ValueId value) { return sizes_.count(value) != 0; });
        const bool makes = std::any_of(op.results.begin(), op.results.end(),
                                       [&](ValueId value) { return is_bounded(rewriter.type(value)); });
        if (!reads && !makes) return std::nullopt;
        switch (op.code) {
            case OpCode::BroadcastInDim:
                return give(op, moved(op.operands[0], op.integers("broadcast_dimensions")));
            case OpCode::Concatenate: return concatenate(op);
            case OpCode::DotGeneral: return contract(op);
            case OpCode::DynamicBroadcastInDim: return broadcast_to(op);
            case OpCode::Gather: return gather(op);
            case OpCode::Pad: return pad(op);
            case OpCode::Reduce: return reduce(op);
            case OpCode::ReduceWindow: return reduce_window(op);
            case OpCode::Reshape: return reshape(op);
            case OpCode::Reverse: return reverse(op);
            case OpCode::Slice: return slice(op);
            case OpCode::Sort: return sort(op);
            case OpCode::Transpose: return transpose(op);
            default: break;
        }
        const bool by_element = has_trait(op.code, op_trait::Elementwise) || op.code == OpCode::Select ||
                                op.code == OpCode::Clamp;
        if (!by_element) refuse(op);
        RunSizes sizes;
        for (const ValueId operand : op.operands)
            if (rewriter.tensor(operand).rank() == rewriter.tensor(op.results[0]).rank())
                sizes.merge(RunSizes(sizes_of(operand)));
        return give(op, std::move(sizes));
    }

private:
    [[noreturn]] void refuse(const Op& op) const {
        unsupported(216, place_of(rewriter_->program(), op),
                    fmt::format("{} works on a size that is only bounded", spelling(op.code)),
                    "Give the program arguments of known sizes.");
    }

    RunSizes sizes_of(ValueId value) const {
        const auto known = sizes_.find(value);
        return known == sizes_.end() ? RunSizes{} : known->second;
    }

    /// Sizes of a value whose dimension d becomes places[d].
    RunSizes moved(ValueId value, const Shape& places) const {
        RunSizes sizes;
        for (const auto& [dimension, size] : sizes_of(value))
            sizes[places.at(static_cast<std::size_t>(dimension))] = size;
        return sizes;
    }

    /// The same op at the bounds.
    Replacement give(const Op& op, RunSizes sizes) {
        Op same = op;
        same.results.clear();
        const ValueId value = rewriter_->emit(std::move(same), filled(rewriter_->tensor(op.results[0])));
        if (!sizes.empty()) sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    Replacement set_size(const Op& op) {
        Builder b(*rewriter_);
        const ValueId operand = op.operands[0];
        const std::int64_t dimension = op.integer("dimension", 0);
        const TensorType type = rewriter_->tensor(operand);
        if (!type.is_static()) return std::nullopt;
        RunSizes sizes = sizes_of(operand);
        sizes[dimension] = b.convert(op.operands[1], ElementType::I32);
        // A value of its own, which has this size from here on.
        const ValueId value = rewriter_->emit(Op{.code = OpCode::Reshape, .operands = {operand}}, type);
        sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    Replacement get_size(const Op& op) {
        const RunSizes sizes = sizes_of(op.operands[0]);
        const auto known = sizes.find(op.integer("dimension", 0));
        if (known == sizes.end()) return std::nullopt;
        return std::vector{
            Builder(*rewriter_).convert(known->second, rewriter_->tensor(op.results[0]).element)};
    }

    /// `value` with `fill`, a scalar, past its size in these dimensions.
    ValueId masked(ValueId value, const Shape& dimensions, ValueId fill) {
        Builder b(*rewriter_);
        for (const auto& [dimension, size] : sizes_of(value)) {
            if (std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end()) continue;
            const Shape shape = b.tensor(value).shape;
            const ValueId at = b.iota(TensorType{shape, ElementType::I32, {}, {}}, dimension);
            const ValueId inside = b.compare("LT", at, b.broadcast(size, {}, shape));
            value = b.select(inside, value, spread(fill, b.tensor(value)));
        }
        return value;
    }

    ValueId spread(ValueId scalar, const TensorType& type) {
        Op op{.code = OpCode::BroadcastInDim, .operands = {scalar}};
        op.set_attribute("broadcast_dimensions", IntegerArray{{}, "i64"});
        return rewriter_->emit(std::move(op), type);
    }

    Replacement reduce(Op& op) {
        const Shape dimensions = op.integers("dimensions");
        const std::size_t inputs = op.operands.size() / 2;
        RunSizes sizes;
        for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
            if (std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end()) continue;
            const auto before = std::count_if(dimensions.begin(), dimensions.end(),
                                              [d = dimension](std::int64_t other) { return other < d; });
            sizes[dimension - before] = size;
        }
        for (std::size_t i = 0; i < inputs; i++)
            op.operands[i] = masked(op.operands[i], dimensions, op.operands[inputs + i]);
        return give_all(op, sizes);
    }

    /// What lies past the size counts as padding, which is made of initial values.
    Replacement reduce_window(Op& op) {
        Builder b(*rewriter_);
        const std::size_t inputs = op.operands.size() / 2;
        const auto rank = static_cast<std::size_t>(rewriter_->tensor(op.operands[0]).rank());
        const Shape window = op.integers("window_dimensions"), ones(rank, 1),
                    strides = op.integers("window_strides", ones),
                    dilation = op.integers("window_dilations", ones),
                    base_dilation = op.integers("base_dilations", ones),
                    padding = op.integers("padding", Shape(2 * rank, 0));
        RunSizes sizes;
        Shape dimensions;
        for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
            const auto d = static_cast<std::size_t>(dimension);
            dimensions.push_back(dimension);
            const ValueId holes = b.binary(OpCode::Maximum, b.subtract(size, number(1)), number(0));
            const ValueId wide = b.add(size, b.multiply(holes, number(base_dilation[d] - 1)));
            // As far as the first window can be moved, and at -1 none fits.
            const std::int64_t extent = (window[d] - 1) * dilation[d] + 1;
            const ValueId room = b.add(wide, number(padding[2 * d] + padding[2 * d + 1] - extent));
            const ValueId count = b.divide(b.add(room, number(strides[d])), number(strides[d]));
            sizes[dimension] = b.binary(OpCode::Maximum, count, number(0));
        }
        for (std::size_t i = 0; i < inputs; i++)
            op.operands[i] = masked(op.operands[i], dimensions, op.operands[inputs + i]);
        return give_all(op, sizes);
    }

    /// The same op with all its results at the bounds.
    std::vector<ValueId> give_all(const Op& op, const RunSizes& sizes) {
        std::vector<Type> types;
        for (const ValueId result : op.results) types.emplace_back(filled(rewriter_->tensor(result)));
        Op same = op;
        same.results.clear();
        const std::vector<ValueId> values = rewriter_->emit(std::move(same), std::move(types));
        if (!sizes.empty())
            for (const ValueId value : values) sizes_[value] = sizes;
        return values;
    }

    Replacement contract(Op& op) {
        const DotDimensions dimensions = dot_dimensions(op);
        Builder b(*rewriter_);
        RunSizes sizes;
        std::int64_t next = static_cast<std::int64_t>(dimensions.lhs_batching.size());
        for (const bool left : {true, false}) {
            ValueId& operand = op.operands[left ? 0 : 1];
            const Shape &batching = left ? dimensions.lhs_batching : dimensions.rhs_batching,
                        &contracting = left ? dimensions.lhs_contracting : dimensions.rhs_contracting;
            const TensorType type = rewriter_->tensor(operand);
            const RunSizes given = sizes_of(operand);
            if (!given.empty() && type.is_quantized()) refuse(op);
            for (std::int64_t d = 0; d < type.rank(); d++) {
                const auto batch = std::find(batching.begin(), batching.end(), d);
                const bool contracts =
                    std::find(contracting.begin(), contracting.end(), d) != contracting.end();
                if (contracts) continue;
                const std::int64_t place = batch != batching.end() ? batch - batching.begin() : next++;
                if (const auto size = given.find(d); size != given.end()) sizes[place] = size->second;
            }
            if (!given.empty())
                operand = masked(operand, contracting, b.uniform(TensorType{{}, type.element, {}, {}}, 0));
        }
        return give(op, std::move(sizes));
    }

    /// Sizes that are computed are those of the result.
    Replacement broadcast_to(Op& op) {
        Builder b(*rewriter_);
        const TensorType type = filled(rewriter_->tensor(op.results[0]));
        if (!type.is_static()) refuse(op);
        const ValueId shape = op.operands[1];
        RunSizes sizes;
        for (std::int64_t d = 0; d < type.rank(); d++) {
            if (rewriter_->tensor(op.results[0]).shape[static_cast<std::size_t>(d)] != dynamic_size) continue;
            Op part{.code = OpCode::Slice, .operands = {shape}};
            part.set_attribute("start_indices", IntegerArray{{d}, "i64"});
            part.set_attribute("limit_indices", IntegerArray{{d + 1}, "i64"});
            part.set_attribute("strides", IntegerArray{{1}, "i64"});
            const ValueId size =
                rewriter_->emit(std::move(part), TensorType{{1}, rewriter_->tensor(shape).element, {}, {}});
            sizes[d] = b.convert(b.reshape(size, {}), ElementType::I32);
        }
        const Shape places = op.integers("broadcast_dimensions"),
                    from = rewriter_->tensor(op.operands[0]).shape;
        for (std::size_t d = 0; d < places.size(); d++)
            if (from[d] != 1 && from[d] != type.shape[static_cast<std::size_t>(places[d])]) refuse(op);
        Op wide{.code = OpCode::BroadcastInDim, .operands = {op.operands[0]}};
        wide.set_attribute("broadcast_dimensions", IntegerArray{places, "i64"});
        const ValueId value = rewriter_->emit(std::move(wide), type);
        sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    ValueId number(std::int64_t value) {
        return Builder(*rewriter_)
            .uniform(TensorType{{}, ElementType::I32, {}, {}}, static_cast<double>(value));
    }

    /// Slices are taken from what the operand has; one as long as the bound has the operand's size.
    Replacement gather(Op& op) {
        const GatherDimensions dimensions = gather_dimensions(op);
        const Shape slice_sizes = op.integers("slice_sizes"), &offsets = dimensions.offset_dims;
        const auto holds = [](const Shape& list, std::int64_t d) {
            return std::find(list.begin(), list.end(), d) != list.end();
        };
        const TensorType operand = rewriter_->tensor(op.operands[0]),
                         indices = rewriter_->tensor(op.operands[1]);
        const RunSizes given = sizes_of(op.operands[0]), given_indices = sizes_of(op.operands[1]);
        std::map<std::int64_t, ValueId> most;  // by component of an index: where the last slice begins
        RunSizes sizes;
        std::size_t next = 0;
        for (std::int64_t d = 0; d < operand.rank(); d++) {
            const auto size = given.find(d);
            if (holds(dimensions.operand_batching_dims, d)) continue;
            const bool kept = !holds(dimensions.collapsed_slice_dims, d);
            const std::int64_t place = kept ? offsets[next++] : 0;
            if (size == given.end()) continue;
            const std::int64_t length = slice_sizes[static_cast<std::size_t>(d)];
            if (kept && length == operand.shape[static_cast<std::size_t>(d)]) {
                sizes[place] = size->second;
                continue;
            }
            const Shape& map = dimensions.start_index_map;
            Builder b(*rewriter_);
            if (const auto found = std::find(map.begin(), map.end(), d); found != map.end())
                most[found - map.begin()] =
                    b.binary(OpCode::Maximum, b.subtract(size->second, number(length)), number(0));
        }
        std::int64_t place = 0;
        for (std::int64_t d = 0; d < indices.rank(); d++) {
            if (d == dimensions.index_vector_dim) continue;
            while (holds(offsets, place)) place++;
            const Shape& batching = dimensions.start_indices_batching_dims;
            if (const auto size = given_indices.find(d); size != given_indices.end())
                sizes[place] = size->second;
            else if (const auto pair = std::find(batching.begin(), batching.end(), d); pair != batching.end())
                if (const auto of_operand = given.find(
                        dimensions.operand_batching_dims[static_cast<std::size_t>(pair - batching.begin())]);
                    of_operand != given.end())
                    sizes[place] = of_operand->second;
            place++;
        }
        if (!most.empty()) op.operands[1] = limited(op.operands[1], dimensions.index_vector_dim, most);
        return give(op, std::move(sizes));
    }

    /// Indices whose components, which lie along a dimension, are at most these scalars.
    ValueId limited(ValueId indices, std::int64_t dimension, const std::map<std::int64_t, ValueId>& most) {
        Builder b(*rewriter_);
        const TensorType given = b.tensor(indices);
        if (bit_width(given.element) < 32) indices = b.convert(indices, ElementType::I32);
        const TensorType type = b.tensor(indices);
        for (const auto& [component, scalar] : most) {
            const ValueId limit = spread(b.convert(scalar, type.element), type);
            const ValueId less = b.binary(OpCode::Minimum, indices, limit);
            if (dimension == type.rank()) return less;
            const ValueId at = b.iota(TensorType{type.shape, ElementType::I32, {}, {}}, dimension);
            const ValueId here = b.compare("EQ", at, b.uniform_like(at, static_cast<double>(component)));
            indices = b.select(here, less, indices);
        }
        return indices;
    }

    /// Elements `begin` and on along a dimension, as many as `value` has there; `begin` is a scalar, and what
    /// is past the end is anything.
    ValueId from(ValueId value, std::int64_t dimension, ValueId begin) {
        Builder b(*rewriter_);
        const TensorType type = b.tensor(value);
        TensorType twice = type;
        twice.shape[static_cast<std::size_t>(dimension)] *= 2;
        Op both{.code = OpCode::Concatenate, .operands = {value, value}};
        both.set_attribute("dimension", IntegerAttribute{dimension, "i64"});
        const ValueId longer = rewriter_->emit(std::move(both), twice);
        std::vector<ValueId> starts(type.shape.size(), number(0));
        starts[static_cast<std::size_t>(dimension)] = begin;
        return b.dynamic_slice(longer, starts, type.shape);
    }

    /// The elements of the second operand follow those that the first one has.
    Replacement concatenate(const Op& op) {
        Builder b(*rewriter_);
        const std::int64_t dimension = op.integer("dimension", 0);
        const auto d = static_cast<std::size_t>(dimension);
        const TensorType type = filled(rewriter_->tensor(op.results[0]));
        RunSizes sizes;
        for (const ValueId operand : op.operands) sizes.merge(RunSizes(sizes_of(operand)));
        if (sizes.erase(dimension) == 0) return give(op, std::move(sizes));
        ValueId joined{}, end = number(0);
        std::int64_t begun = 0;
        for (const ValueId operand : op.operands) {
            const RunSizes own = sizes_of(operand);
            const auto size = own.find(dimension);
            // The operand in the place where it would lie at the bounds, then as far before that as the
            // others are shorter.
            TensorType wide = b.tensor(operand);
            const std::int64_t extent = wide.shape[d];
            Shape low(wide.shape.size(), 0), high = low;
            high[d] = type.shape[d] - extent;
            const ValueId zero = b.uniform(TensorType{{}, type.element, {}, {}}, 0);
            Op longer{.code = OpCode::Pad, .operands = {operand, zero}};
            longer.set_attribute("edge_padding_low", IntegerArray{low, "i64"});
            longer.set_attribute("edge_padding_high", IntegerArray{high, "i64"});
            longer.set_attribute("interior_padding", IntegerArray{low, "i64"});
            const ValueId padded = rewriter_->emit(std::move(longer), type);
            if (begun == 0) {
                joined = padded;
            } else {
                const ValueId back = b.subtract(number(type.shape[d]), end);
                const ValueId moved = from(padded, dimension, back);
                const ValueId at = b.iota(TensorType{type.shape, ElementType::I32, {}, {}}, dimension);
                joined = b.select(b.compare("LT", at, b.broadcast(end, {}, type.shape)), joined, moved);
            }
            begun += extent;
            end = b.add(end, size != own.end() ? size->second : number(extent));
        }
        sizes[dimension] = end;
        const ValueId value = rewriter_->emit(Op{.code = OpCode::Reshape, .operands = {joined}}, type);
        sizes_[value] = std::move(sizes);
        return std::vector{value};
    }

    /// What lies past the size counts as padding.
    Replacement pad(Op& op) {
        Builder b(*rewriter_);
        const Shape low = op.integers("edge_padding_low"), high = op.integers("edge_padding_high"),
                    interior = op.integers("interior_padding");
        const RunSizes given = sizes_of(op.operands[0]);
        RunSizes sizes;
        Shape dimensions;
        for (const auto& [dimension, size] : given) {
            const auto d = static_cast<std::size_t>(dimension);
            dimensions.push_back(dimension);
            const ValueId holes = b.binary(OpCode::Maximum, b.subtract(size, number(1)), number(0));
            const ValueId padded =
                b.add(b.add(size, b.multiply(holes, number(interior[d]))), number(low[d] + high[d]));
            sizes[dimension] = b.binary(OpCode::Maximum, padded, number(0));
        }
        op.operands[0] = masked(op.operands[0], dimensions, op.operands[1]);
        return give(op, std::move(sizes));
    }

    Replacement reverse(const Op& op) {
        Builder b(*rewriter_);
        const Shape dimensions = op.integers("dimensions");
        const RunSizes given = sizes_of(op.operands[0]);
        Op same = op;
        same.results.clear();
        ValueId value = rewriter_->emit(std::move(same), filled(rewriter_->tensor(op.results[0])));
        for (const auto& [dimension, size] : given) {
            if (std::find(dimensions.begin(), dimensions.end(), dimension) == dimensions.end()) continue;
            const std::int64_t bound = b.tensor(value).shape[static_cast<std::size_t>(dimension)];
            value = from(value, dimension, b.subtract(number(bound), size));
        }
        value = rewriter_->emit(Op{.code = OpCode::Reshape, .operands = {value}}, b.tensor(value));
        sizes_[value] = given;
        return std::vector{value};
    }

    /// A dimension that is taken whole keeps its size; a part of one has the size that is written.
    Replacement slice(const Op& op) {
        const Shape start = op.integers("start_indices"), limit = op.integers("limit_indices"),
                    strides = op.integers("strides");
        const Shape& shape = rewriter_->tensor(op.operands[0]).shape;
        RunSizes sizes;
        for (const auto& [dimension, size] : sizes_of(op.operands[0])) {
            const auto d = static_cast<std::size_t>(dimension);
            if (start[d] == 0 && strides[d] == 1 && limit[d] == shape[d]) sizes[dimension] = size;
        }
        return give(op, std::move(sizes));
    }

    /// Elements past the size come last, whatever the comparison says of them.
    Replacement sort(const Op& op) {
        Builder b(*rewriter_);
        const TensorType first = rewriter_->tensor(op.operands[0]);
        std::int64_t dimension = op.integer("dimension", -1);
        if (dimension < 0) dimension += first.rank();
        const RunSizes given = sizes_of(op.operands[0]);
        Op wider = op;
        wider.results.clear();
        std::vector<Type> types;
        for (const ValueId result : op.results) types.emplace_back(filled(rewriter_->tensor(result)));
        if (const auto size = given.find(dimension); size != given.end()) {
            const ValueId at = b.iota(TensorType{first.shape, ElementType::I32, {}, {}}, dimension);
            const ValueId past = b.compare("GE", at, b.broadcast(size->second, {}, first.shape));
            wider.operands.push_back(past);
            types.emplace_back(b.tensor(past));
            Region& region = wider.regions[0];
            const TensorType flag{{}, ElementType::I1, {}, {}};
            const ValueId left = rewriter_->new_value(Type(flag)), right = rewriter_->new_value(Type(flag));
            region.arguments.push_back(left);
            region.arguments.push_back(right);
            Op terminator = std::move(region.ops.back());
            region.ops.pop_back();
            const auto append = [&](OpCode code, std::vector<ValueId> operands) {
                Op made{.code = code,
                        .operands = std::move(operands),
                        .results = {rewriter_->new_value(Type(flag))}};
                region.ops.push_back(std::move(made));
                return region.ops.back().results[0];
            };
            const ValueId differ = append(OpCode::Xor, {left, right});
            terminator.operands[0] = append(OpCode::Select, {differ, right, terminator.operands[0]});
            region.ops.push_back(std::move(terminator));
        }
        std::vector<ValueId> values = rewriter_->emit(std::move(wider), types);
        values.resize(op.results.size());
        if (!given.empty())
            for (const ValueId value : values) sizes_[value] = given;
        return values;
    }

    Replacement transpose(const Op& op) {
        const Shape permutation = op.integers("permutation");
        Shape places(permutation.size());
        for (std::size_t d = 0; d < permutation.size(); d++)
            places[static_cast<std::size_t>(permutation[d])] = static_cast<std::int64_t>(d);
        return give(op, moved(op.operands[0], places));
    }

    /// Other dimensions may be cut and joined. One whose size is bounded stays what it is, or is cut or
    /// joined with those behind it: what it has then lies before what it has not.
    Replacement reshape(const Op& op) {
        const Shape from = rewriter_->tensor(op.operands[0]).shape,
                    to = filled(rewriter_->tensor(op.results[0])).shape,
                    declared = rewriter_->tensor(op.results[0]).shape;
        const RunSizes given = sizes_of(op.operands[0]);
        const auto elements = [](const Shape& shape, std::size_t end) {
            return std::accumulate(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(end),
                                   std::int64_t{1}, std::multiplies<>());
        };
        Builder b(*rewriter_);
        RunSizes sizes;
        for (const auto& [dimension, size] : given) {
            const auto at = static_cast<std::size_t>(dimension);
            std::size_t place = 0;
            while (place < to.size() && (elements(to, place) != elements(from, at) || to[place] != from[at]))
                place++;
            if (place < to.size()) {
                sizes[static_cast<std::int64_t>(place)] = size;
                continue;
            }
            place = 0;
            while (place < to.size() &&
                   (elements(to, place) != elements(from, at) || declared[place] != dynamic_size))
                place++;
            if (place == to.size()) refuse(op);
            std::size_t from_end = at + 1, to_end = place + 1;
            while (elements(from, from_end) != elements(to, to_end))
                elements(from, from_end) < elements(to, to_end) ? from_end++ : to_end++;
            for (std::size_t d = at + 1; d < from_end; d++)
                if (given.count(static_cast<std::int64_t>(d)) != 0) refuse(op);
            const std::int64_t joined = elements(from, from_end) / elements(from, at + 1),
                               cut = elements(to, to_end) / elements(to, place + 1);
            sizes[static_cast<std::int64_t>(place)] = b.divide(b.multiply(size, number(joined)), number(cut));
        }
        return give(op, std::move(sizes));
    }

    Rewriter* rewriter_ = nullptr;
    std::map<ValueId, RunSizes> sizes_;
};

}  // namespace

void fill_bounds(Program& program) {
    for (Function& function : program.functions) {
        bool found = false;
        for_each_op(std::as_const(function.body),
                    [&](const Op& op) { found = found || op.code == OpCode::SetDimensionSize; });
        for (const Value& value : function.values) found = found || is_bounded(value.type);
        if (!found) continue;
        BoundsFilling filling;
        Rewriter(program, function).run([&](Rewriter& rewriter, Op& op) { return filling(rewriter, op); });
    }
}

}  // namespace hlo2c::frontend
