#include "scheduler/rewrite/split_contractions.h"

#include <cstdlib>
#include <optional>

#include "frontend/ir/attributes.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule/contraction_order.h"

namespace hlo2c::scheduler {
namespace {

/// A dimension of both operands that a contraction sums over. A window's positions are `step` elements of lhs
/// apart, and reversed if so; the other elements of lhs belong to other results. Parts of grouped features
/// are no slices of lhs.
struct SummedDimension {
    std::int64_t lhs = 0, rhs = 0;
    std::int64_t extent = 0;  ///< of rhs
    std::int64_t step = 1;
    bool is_reversed = false, is_grouped = false;
};

/// The dimension at which a contraction is split, and where.
struct Cut {
    SummedDimension dimension;
    std::int64_t middle = 0;
};

class ContractionSplitter {
public:
    explicit ContractionSplitter(Function& function) : function_(function) {}

    void run(Region& region) {
        std::vector<Op> ops;
        for (Op& op : region.ops) {
            for (Region& inner : op.regions) run(inner);
            add(std::move(op), ops);
        }
        region.ops = std::move(ops);
    }

private:
    const TensorType& tensor(ValueId value) const { return function_.tensor(value); }

    std::vector<SummedDimension> summed_dimensions(const Op& op) const {
        std::vector<SummedDimension> summed;
        const auto extent = [&](std::int64_t rhs_dimension) {
            return tensor(op.operands[1]).shape[static_cast<std::size_t>(rhs_dimension)];
        };
        if (op.code == OpCode::DotGeneral) {
            const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
            for (std::size_t i = 0; i < dims.lhs_contracting.size(); i++)
                summed.push_back(
                    {dims.lhs_contracting[i], dims.rhs_contracting[i], extent(dims.rhs_contracting[i])});
        } else if (op.code == OpCode::Convolution) {
            const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
            const frontend::Window window = frontend::convolution_window(op, tensor(op.operands[1]));
            for (std::size_t i = 0; i < window.size.size(); i++)
                summed.push_back({dims.input_spatial[i], dims.kernel_spatial[i], window.size[i],
                                  window.window_dilation[i], window.reversal[i]});
            summed.push_back(
                {.lhs = dims.input_feature,
                 .rhs = dims.kernel_input_feature,
                 .extent = extent(dims.kernel_input_feature),
                 .is_grouped = op[attr::feature_group_count] != 1 || op[attr::batch_group_count] != 1});
        }
        return summed;
    }

    /// The summed dimensions as loops over the operands.
    std::vector<ReductionLoop> loops_of(const Op& op, const std::vector<SummedDimension>& summed) const {
        const auto lhs_strides = frontend::row_major_strides(tensor(op.operands[0]).shape);
        const auto rhs_strides = frontend::row_major_strides(tensor(op.operands[1]).shape);
        std::vector<ReductionLoop> loops;
        for (const SummedDimension& dimension : summed)
            loops.push_back(
                {dimension.extent, lhs_strides[static_cast<std::size_t>(dimension.lhs)] * dimension.step,
                 rhs_strides[static_cast<std::size_t>(dimension.rhs)] * (dimension.is_reversed ? -1 : 1)});
        return loops;
    }

    /// Where to split an op that sums floats over a dimension that no divisor cuts into stretches.
    std::optional<Cut> cut_of(const Op& op) const {
        const std::vector<SummedDimension> summed = summed_dimensions(op);
        if (summed.empty()) return std::nullopt;
        const TensorType& result = tensor(op.results[0]);
        if (!(frontend::is_float(result.element) || frontend::is_complex(result.element)) ||
            result.element_count() == 0)
            return std::nullopt;
        for (const SummedDimension& dimension : summed)
            if (!dimension.is_grouped && dimension.extent > longest_odd_stretch &&
                stretch_iterations(dimension.extent, 1) == 0)
                return Cut{dimension, dimension.extent / longest_stretch * longest_stretch};
        return cut_between(summed, loops_of(op, summed));
    }

    /// Where to split several dimensions whose sum is one long sequence, because the inner ones are too short
    /// for a stretch and no divisor of an outer one makes them longer.
    static std::optional<Cut> cut_between(const std::vector<SummedDimension>& summed,
                                          const std::vector<ReductionLoop>& loops) {
        if (longest_sequence(ordered_reductions(loops)) <= longest_odd_stretch) return std::nullopt;
        std::optional<Cut> longest;
        for (std::size_t i = 0; i < summed.size(); i++) {
            std::int64_t steps = 1;  // of the loops inside
            for (const ReductionLoop& loop : loops)
                if (std::abs(loop.lhs_stride) < std::abs(loops[i].lhs_stride)) steps *= loop.extent;
            if (summed[i].is_grouped || steps > longest_stretch) continue;
            const std::int64_t part = longest_stretch / steps;
            const std::int64_t middle = summed[i].extent / part * part;
            if (middle > 0 && middle < summed[i].extent &&
                (!longest || summed[i].extent > longest->dimension.extent))
                longest = Cut{summed[i], middle};
        }
        return longest;
    }

    void add(Op op, std::vector<Op>& ops) {
        const std::optional<Cut> cut = cut_of(op);
        if (!cut) {
            ops.push_back(std::move(op));
            return;
        }
        const SummedDimension& dimension = cut->dimension;
        const TensorType result = tensor(op.results[0]);
        // The sum of both parts is rounded to a narrow type once.
        TensorType type = result;
        if (frontend::is_float(type.element) && frontend::bit_width(type.element) < 32)
            type.element = frontend::ElementType::F32;
        const ValueId rest = add_part(op, dimension, cut->middle, dimension.extent, type, ops);
        const ValueId stretches = add_part(op, dimension, 0, cut->middle, type, ops);
        Op sum{.code = OpCode::Add, .operands = {stretches, rest}};
        if (type.element == result.element) {
            emit(op, std::move(sum), op.results[0], ops);
            return;
        }
        Op narrow{.code = OpCode::Convert, .operands = {emit(op, std::move(sum), new_value(op, type), ops)}};
        emit(op, std::move(narrow), op.results[0], ops);
    }

    /// The contraction over positions `begin` to `end` of a dimension.
    ValueId add_part(const Op& op, const SummedDimension& dimension, std::int64_t begin, std::int64_t end,
                     const TensorType& type, std::vector<Op>& ops) {
        // The positions of the part's elements in a window.
        const std::int64_t first = dimension.is_reversed ? dimension.extent - end : begin;
        const std::int64_t after = dimension.extent - (first + end - begin);
        const std::int64_t size = tensor(op.operands[0]).shape[static_cast<std::size_t>(dimension.lhs)];
        Op part = op;
        part.operands = {slice(op, op.operands[0], dimension.lhs, first * dimension.step,
                               size - after * dimension.step, ops),
                         slice(op, op.operands[1], dimension.rhs, begin, end, ops)};
        part.results = {new_value(op, type)};
        const ValueId result = part.results[0];
        add(std::move(part), ops);
        return result;
    }

    ValueId slice(const Op& near, ValueId operand, std::int64_t dimension, std::int64_t begin,
                  std::int64_t end, std::vector<Op>& ops) {
        TensorType type = tensor(operand);
        const auto d = static_cast<std::size_t>(dimension);
        std::vector<std::int64_t> first(type.shape.size(), 0), last = type.shape;
        first[d] = begin;
        last[d] = end;
        type.shape[d] = end - begin;
        Op slice{.code = OpCode::Slice, .operands = {operand}};
        slice.set(attr::strides, std::vector<std::int64_t>(first.size(), 1));
        slice.set(attr::start_indices, std::move(first));
        slice.set(attr::limit_indices, std::move(last));
        return emit(near, std::move(slice), new_value(near, type), ops);
    }

    ValueId new_value(const Op& near, const TensorType& type) {
        return function_.add_value(frontend::Type(type), {}, near.location);
    }

    static ValueId emit(const Op& near, Op op, ValueId result, std::vector<Op>& ops) {
        op.location = near.location;
        op.position = near.position;
        op.results = {result};
        ops.push_back(std::move(op));
        return result;
    }

    Function& function_;
};

}  // namespace

void split_contractions(frontend::Program& program) {
    for (Function& function : program.functions) ContractionSplitter(function).run(function.body);
}

}  // namespace hlo2c::scheduler
