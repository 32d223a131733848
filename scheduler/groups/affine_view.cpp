#include "scheduler/groups/affine_view.h"

#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

std::optional<std::vector<std::int64_t>> reshape_strides(const std::vector<std::int64_t>& shape,
                                                         const std::vector<std::int64_t>& strides,
                                                         const std::vector<std::int64_t>& to) {
    // Runs of dimensions that are contiguous with each other, each as (size, innermost stride).
    struct Run {
        std::int64_t size, stride;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < shape.size(); i++) {
        if (shape[i] == 0) return std::nullopt;
        if (shape[i] == 1) continue;
        if (!runs.empty() && runs.back().stride == strides[i] * shape[i])
            runs.back() = {runs.back().size * shape[i], strides[i]};
        else
            runs.push_back({shape[i], strides[i]});
    }
    std::vector<std::int64_t> result(to.size(), 0);
    std::size_t dimension = to.size();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        std::int64_t covered = 1;
        while (covered < run->size) {
            if (dimension == 0) return std::nullopt;
            dimension--;
            if (to[dimension] == 1) continue;
            result[dimension] = run->stride * covered;
            covered *= to[dimension];
        }
        if (covered != run->size) return std::nullopt;
    }
    return result;
}

AffineView affine_view(const RegionGraph& graph, const std::set<ValueId>& memory, ValueId value) {
    const TensorType& type = graph.function().tensor(value);
    AffineView identity{value, 0, frontend::row_major_strides(type.shape)};
    const Op* op = graph.definition(value);
    if (!op || memory.count(value)) return identity;
    if (op->code == frontend::OpCode::Convert &&
        frontend::converts_exactly(graph.function().tensor(op->operands[0]).element, type.element)) {
        const AffineView view = affine_view(graph, memory, op->operands[0]);
        return graph.is_constant(view.base) ? view : identity;
    }
    const Movement movement = rule_of(*op).movement;
    switch (movement) {
        case Movement::RealPart:
        case Movement::ImaginaryPart: {
            // Memory interleaves real and imaginary parts.
            AffineView view = affine_view(graph, memory, op->operands[0]);
            view.offset = 2 * view.offset + (movement == Movement::ImaginaryPart ? 1 : 0);
            for (std::int64_t& stride : view.strides) stride *= 2;
            return view;
        }
        case Movement::Transpose: {
            const AffineView operand = affine_view(graph, memory, op->operands[0]);
            const auto permutation = (*op)[attr::permutation];
            AffineView view{operand.base, operand.offset, {}};
            for (std::int64_t from : permutation) view.strides.push_back(operand.strides[from]);
            return view;
        }
        case Movement::BroadcastInDim: {
            const AffineView operand = affine_view(graph, memory, op->operands[0]);
            const auto dimensions = (*op)[attr::broadcast_dimensions];
            const auto& from = graph.function().tensor(op->operands[0]).shape;
            AffineView view{operand.base, operand.offset, std::vector<std::int64_t>(type.shape.size(), 0)};
            for (std::size_t i = 0; i < dimensions.size(); i++)
                if (from[i] != 1) view.strides[dimensions[i]] = operand.strides[i];
            return view;
        }
        case Movement::Slice: {
            const AffineView operand = affine_view(graph, memory, op->operands[0]);
            const auto start = (*op)[attr::start_indices];
            const auto step = (*op)[attr::strides];
            AffineView view = operand;
            for (std::size_t i = 0; i < start.size(); i++) {
                view.offset += start[i] * operand.strides[i];
                view.strides[i] = operand.strides[i] * (step.empty() ? 1 : step[i]);
            }
            return view;
        }
        case Movement::Reverse: {
            AffineView view = affine_view(graph, memory, op->operands[0]);
            for (std::int64_t dimension : (*op)[attr::dimensions]) {
                view.offset += (type.shape[dimension] - 1) * view.strides[dimension];
                view.strides[dimension] = -view.strides[dimension];
            }
            return view;
        }
        case Movement::Reshape: {
            const AffineView operand = affine_view(graph, memory, op->operands[0]);
            const auto strides =
                reshape_strides(graph.function().tensor(op->operands[0]).shape, operand.strides, type.shape);
            return strides ? AffineView{operand.base, operand.offset, *strides} : identity;
        }
        case Movement::None:
        case Movement::DynamicSlice:
        case Movement::Gather:
        case Movement::Iota: break;
    }
    return identity;
}

}  // namespace hlo2c::scheduler
