#include "scheduler/rewrite/split_contractions.h"

#include <algorithm>
#include <optional>

#include "frontend/ir/attributes.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule/contraction_order.h"

namespace hlo2c::scheduler {
namespace {

/// A dimension of both operands that a contraction sums over. A window's positions are `step` elements of lhs
/// apart, and reversed if so; the other elements of lhs belong to other results.
struct SummedDimension {
    std::int64_t lhs = 0, rhs = 0;
    std::int64_t extent = 0;  ///< of rhs
    std::int64_t step = 1;
    bool is_reversed = false;
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
        const auto add_dimension = [&](std::int64_t lhs, std::int64_t rhs, std::int64_t step = 1,
                                       bool is_reversed = false) {
            const std::int64_t extent = tensor(op.operands[1]).shape[static_cast<std::size_t>(rhs)];
            summed.push_back({lhs, rhs, extent, step, is_reversed});
        };
        if (op.code == OpCode::DotGeneral) {
            const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
            for (std::size_t i = 0; i < dims.lhs_contracting.size(); i++)
                add_dimension(dims.lhs_contracting[i], dims.rhs_contracting[i]);
        } else if (op.code == OpCode::Convolution) {
            const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
            if (op[attr::feature_group_count] == 1 && op[attr::batch_group_count] == 1)
                add_dimension(dims.input_feature, dims.kernel_input_feature);
            const frontend::Window window = frontend::convolution_window(op, tensor(op.operands[1]));
            for (std::size_t i = 0; i < window.size.size(); i++)
                add_dimension(dims.input_spatial[i], dims.kernel_spatial[i], window.window_dilation[i],
                              window.reversal[i]);
        }
        return summed;
    }

    /// The dimension to split, if the op sums floats over one that no divisor cuts into stretches.
    std::optional<SummedDimension> undivided_dimension(const Op& op) const {
        for (const SummedDimension& dimension : summed_dimensions(op)) {
            const TensorType& result = tensor(op.results[0]);
            if (dimension.extent > longest_odd_stretch && stretch_iterations(dimension.extent, 1) == 0 &&
                (frontend::is_float(result.element) || frontend::is_complex(result.element)) &&
                result.element_count() > 0)
                return dimension;
        }
        return std::nullopt;
    }

    void add(Op op, std::vector<Op>& ops) {
        const std::optional<SummedDimension> dimension = undivided_dimension(op);
        if (!dimension) {
            ops.push_back(std::move(op));
            return;
        }
        const std::int64_t middle = dimension->extent / longest_stretch * longest_stretch;
        const TensorType result = tensor(op.results[0]);
        // The sum of both parts is rounded to a narrow type once.
        TensorType type = result;
        if (frontend::is_float(type.element) && frontend::bit_width(type.element) < 32)
            type.element = frontend::ElementType::F32;
        const ValueId rest = add_part(op, *dimension, middle, dimension->extent, type, ops);
        const ValueId stretches = add_part(op, *dimension, 0, middle, type, ops);
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
