#include "scheduler/rewrite/split_contractions.h"

#include <cstdlib>
#include <optional>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/passes/builder.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule/contraction_order.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;

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

using SummedDimensions = std::vector<SummedDimension> (*)(const Op& op, const TensorType& rhs);

std::vector<SummedDimension> summed_by_dot(const Op& op, const TensorType& rhs) {
    const frontend::DotDimensions dims = op[attr::dot_dimension_numbers];
    std::vector<SummedDimension> summed;
    for (std::size_t i = 0; i < dims.lhs_contracting.size(); i++) {
        const std::int64_t d = dims.rhs_contracting[i];
        summed.push_back({dims.lhs_contracting[i], d, rhs.shape[static_cast<std::size_t>(d)]});
    }
    return summed;
}

std::vector<SummedDimension> summed_by_convolution(const Op& op, const TensorType& rhs) {
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const frontend::Window window = frontend::convolution_window(op, rhs);
    std::vector<SummedDimension> summed;
    for (std::size_t i = 0; i < window.size.size(); i++)
        summed.push_back({dims.input_spatial[i], dims.kernel_spatial[i], window.size[i],
                          window.window_dilation[i], window.reversal[i]});
    summed.push_back({.lhs = dims.input_feature,
                      .rhs = dims.kernel_input_feature,
                      .extent = rhs.shape[static_cast<std::size_t>(dims.kernel_input_feature)],
                      .is_grouped = op[attr::feature_group_count] != 1 || op[attr::batch_group_count] != 1});
    return summed;
}

constexpr auto contractions = frontend::partial<SummedDimensions>({
    {OpCode::Convolution, summed_by_convolution},
    {OpCode::DotGeneral, summed_by_dot},
});

class ContractionSplitter {
public:
    explicit ContractionSplitter(Rewriter& rewriter) : rewriter_(rewriter), build_(rewriter) {}

    /// The result of an op as the sum of two contractions; nullopt if the op stays whole.
    std::optional<ValueId> split(const Op& op, TensorType result) {
        const std::optional<Cut> cut = cut_of(op, result);
        if (!cut) return std::nullopt;
        // The sum of both parts is rounded to a narrow type once.
        TensorType type = result;
        if (frontend::is_float(type.element) && frontend::bit_width(type.element) < 32)
            type.element = frontend::ElementType::F32;
        const ValueId rest = part(op, cut->dimension, cut->middle, cut->dimension.extent, type);
        const ValueId stretches = part(op, cut->dimension, 0, cut->middle, type);
        return build_.convert(build_.add(stretches, rest), result.element);
    }

private:
    const TensorType& tensor(ValueId value) const { return rewriter_.tensor(value); }

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
    std::optional<Cut> cut_of(const Op& op, const TensorType& result) const {
        const SummedDimensions dimensions = frontend::behaviour(contractions, op.code);
        if (dimensions == nullptr || result.element_count() == 0 ||
            !(frontend::is_float(result.element) || frontend::is_complex(result.element)))
            return std::nullopt;
        const std::vector<SummedDimension> summed = dimensions(op, tensor(op.operands[1]));
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

    /// The contraction over positions `begin` to `end` of a dimension, which may be split again.
    ValueId part(const Op& op, const SummedDimension& dimension, std::int64_t begin, std::int64_t end,
                 const TensorType& type) {
        // The positions of the part's elements in a window.
        const std::int64_t first = dimension.is_reversed ? dimension.extent - end : begin;
        const std::int64_t after = dimension.extent - (first + end - begin);
        const auto along = static_cast<std::size_t>(dimension.lhs);
        const std::int64_t size = tensor(op.operands[0]).shape[along] - (first + after) * dimension.step;
        Op part{.code = op.code, .attributes = op.attributes};
        part.operands = {
            build_.slice_along(op.operands[0], along, first * dimension.step, size),
            build_.slice_along(op.operands[1], static_cast<std::size_t>(dimension.rhs), begin, end - begin)};
        if (const std::optional<ValueId> sum = split(part, type)) return *sum;
        return rewriter_.emit(std::move(part), frontend::Type(type));
    }

    Rewriter& rewriter_;
    frontend::Builder build_;
};

}  // namespace

void split_contractions(frontend::Program& program) {
    for (Function& function : program.functions) {
        Rewriter rewriter(program, function);
        ContractionSplitter splitter(rewriter);
        rewriter.run([&](Rewriter&, Op& op) -> std::optional<std::vector<ValueId>> {
            if (op.results.size() != 1 || !rewriter.type(op.results[0]).is_tensor()) return std::nullopt;
            const std::optional<ValueId> sum = splitter.split(op, rewriter.tensor(op.results[0]));
            return sum ? std::optional(std::vector{*sum}) : std::nullopt;
        });
    }
}

}  // namespace hlo2c::scheduler
