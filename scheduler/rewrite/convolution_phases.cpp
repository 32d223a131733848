#include "scheduler/rewrite/convolution_phases.h"

#include <cmath>
#include <optional>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "frontend/passes/dead_code_elimination.h"
#include "scheduler/program_names.h"
#include "scheduler/rewrite/phased_values.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;
using Shape = std::vector<std::int64_t>;

/// Each phase is a kernel of its own.
constexpr std::int64_t most_phases = 16;

/// Elements of the kernel that one phase of a spatial dimension uses: `first`, `first` + dilation, ...
struct PhaseOfDimension {
    std::int64_t first = 0, taps = 0;
    std::int64_t low = 0, high = 0;  ///< padding of the operand that is not dilated
};

class ConvolutionPhases {
public:
    ConvolutionPhases(Rewriter& rewriter, const Op& op)
        : build_(rewriter),
          rewriter_(rewriter),
          op_(op),
          dims_(op[attr::convolution_dimension_numbers]),
          window_(frontend::convolution_window(op, rewriter.tensor(op.operands[1]))),
          lhs_(rewriter.tensor(op.operands[0])),
          result_(rewriter.tensor(op.results[0])) {
        for (std::size_t s = 0; s < window_.size.size(); s++)
            if (window_.base_dilation[s] > 1) dilated_.push_back(s);
    }

    /// There are few phases, and every one uses elements of the kernel.
    bool is_possible() const {
        if (dilated_.empty() || result_.is_quantized() || result_.element_count() == 0) return false;
        std::int64_t phases = 1;
        for (const std::size_t s : dilated_) phases *= window_.base_dilation[s];
        if (phases > most_phases) return false;
        for (const std::size_t s : dilated_)
            if (window_.strides[s] != 1 || window_.window_dilation[s] != 1 ||
                window_.size[s] < window_.base_dilation[s] || result_extent(s) < window_.base_dilation[s])
                return false;
        return true;
    }

    PhasedValue run() {
        PhasedValue made{{}, result_.shape, {}};
        for (const std::size_t s : dilated_)
            made.dimensions.push_back({result_dimension(s), window_.base_dilation[s]});
        if (needs_zeros())
            each_phase(made.dimensions,
                       [&](const Shape& phase) { zeros_.push_back(products_with_zero(phase)); });
        each_phase(made.dimensions, [&](const Shape& phase) {
            const ValueId part = convolution(phase);
            made.parts.push_back(zeros_.empty() ? part : with_zeros(part, made.parts.size()));
        });
        return made;
    }

private:
    std::int64_t result_extent(std::size_t s) const { return result_.shape[result_dimension(s)]; }
    std::size_t result_dimension(std::size_t s) const {
        return static_cast<std::size_t>(dims_.output_spatial[s]);
    }
    /// Results of each phase in a dimension. The last ones of some phases are beyond the end.
    std::int64_t phase_extent(std::size_t s) const {
        return ceil_div(result_extent(s), window_.base_dilation[s]);
    }

    PhaseOfDimension phase_of(std::size_t s, std::int64_t number) const {
        const std::int64_t dilation = window_.base_dilation[s], before = window_.padding[s].first;
        const std::int64_t extent = lhs_.shape[static_cast<std::size_t>(dims_.input_spatial[s])];
        PhaseOfDimension phase;
        phase.first = before - number - floor_divide(before - number, dilation) * dilation;
        phase.taps = ceil_div(window_.size[s] - phase.first, dilation);
        phase.low = -(number + phase.first - before) / dilation;
        phase.high = phase_extent(s) - 1 + phase.taps - phase.low - extent;
        return phase;
    }

    /// The elements of the kernel that a phase uses, in their order in the kernel.
    ValueId kernel(const Shape& phase) {
        ValueId kernel = op_.operands[1];
        for (std::size_t i = 0; i < dilated_.size(); i++) {
            const std::size_t s = dilated_[i];
            const PhaseOfDimension part = phase_of(s, phase[i]);
            const std::int64_t dilation = window_.base_dilation[s];
            const std::int64_t first = window_.reversal[s]
                                           ? window_.size[s] - 1 - part.first - (part.taps - 1) * dilation
                                           : part.first;
            kernel = build_.slice_along(kernel, static_cast<std::size_t>(dims_.kernel_spatial[s]), first,
                                        part.taps, dilation);
        }
        return kernel;
    }

    ValueId convolution(const Shape& phase) {
        Op part = op_;
        part.results.clear();
        part.operands = {op_.operands[0], kernel(phase)};
        TensorType type = result_;
        Shape dilation = window_.base_dilation, padding;
        for (const auto& [low, high] : window_.padding) padding.insert(padding.end(), {low, high});
        for (std::size_t i = 0; i < dilated_.size(); i++) {
            const std::size_t s = dilated_[i];
            const PhaseOfDimension of = phase_of(s, phase[i]);
            dilation[s] = 1;
            padding[2 * s] = of.low;
            padding[2 * s + 1] = of.high;
            type.shape[result_dimension(s)] = phase_extent(s);
        }
        part.set(attr::lhs_dilation.over(dilation.size()), dilation);
        part.set_attribute(attr::padding, frontend::window_padding(padding));
        return rewriter_.emit(std::move(part), type);
    }

    // Infinite elements of the kernel make NaN of the zeros between the operand's elements.

    bool needs_zeros() const {
        if (!frontend::is_float(result_.element)) return frontend::is_complex(result_.element);
        const Literal* kernel = rewriter_.constant(op_.operands[1]);
        if (kernel == nullptr) return true;
        const std::int64_t stored = kernel->is_splat() ? 1 : kernel->type().element_count();
        for (std::int64_t i = 0; i < stored; i++)
            if (!std::isfinite(kernel->real(i))) return true;
        return false;
    }

    /// For each output feature, the sum of zero times the elements of the kernel that the phase uses.
    ValueId products_with_zero(const Shape& phase) {
        ValueId used = kernel(phase);
        used = build_.multiply(used, build_.uniform_like(used, 0));
        Shape others;
        for (std::size_t d = 0; d < result_.shape.size(); d++)
            if (static_cast<std::int64_t>(d) != dims_.kernel_output_feature)
                others.push_back(static_cast<std::int64_t>(d));
        return build_.convert(build_.sum(used, others), result_.element);
    }

    /// Adds the products of the other phases.
    ValueId with_zeros(ValueId made, std::size_t number) {
        std::optional<ValueId> sum;
        for (std::size_t i = 0; i < zeros_.size(); i++)
            if (i != number) sum = sum ? build_.add(*sum, zeros_[i]) : zeros_[i];
        return build_.add(made, build_.broadcast(*sum, {dims_.output_feature}, rewriter_.tensor(made).shape));
    }

    frontend::Builder build_;
    Rewriter& rewriter_;
    const Op& op_;
    const frontend::ConvolutionDimensions dims_;
    const frontend::Window window_;
    const TensorType lhs_, result_;
    std::vector<std::size_t> dilated_;  ///< spatial dimensions
    std::vector<ValueId> zeros_;        ///< for each phase
};

}  // namespace

void split_convolution_phases(frontend::Program& program) {
    bool changed = false;
    for (Function& function : program.functions) {
        const std::set<ValueId> consumers = phased_consumers(function);
        std::map<ValueId, PhasedValue> phased;
        const auto whole = [&](Rewriter& rewriter, PhasedValue value) {
            const ValueId made = interleaved(rewriter, value);
            phased.emplace(made, std::move(value));
            return std::vector<ValueId>{made};
        };
        changed |= Rewriter(program, function)
                       .run([&](Rewriter& rewriter, Op& op) -> std::optional<std::vector<ValueId>> {
                           if (op.code == OpCode::Convolution) {
                               ConvolutionPhases phases(rewriter, op);
                               if (phases.is_possible()) return whole(rewriter, phases.run());
                           } else if (op.results.size() == 1 && consumers.count(op.results[0]) > 0) {
                               if (auto value = in_phases(rewriter, op, phased))
                                   return whole(rewriter, *std::move(value));
                           }
                           return std::nullopt;
                       });
    }
    if (changed) frontend::dead_code_elimination(program);
}

}  // namespace hlo2c::scheduler
