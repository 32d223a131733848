#include "scheduler/fourier/lower_fft.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/fourier/transform_loops.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Floating-point operations per number and factor of two.
constexpr std::int64_t butterfly_flops = 5;

Weight weight_of(const TransformTables& tables, ScalarKind element) {
    Weight weight;
    weight.element = element;
    weight.type = "roots of unity";
    std::vector<std::byte> stored;
    for (const double value : tables.numbers) {
        const auto narrow = static_cast<float>(value);
        const auto* bytes = element == ScalarKind::F64 ? reinterpret_cast<const std::byte*>(&value)
                                                       : reinterpret_cast<const std::byte*>(&narrow);
        stored.insert(stored.end(), bytes, bytes + byte_width(element));
    }
    weight.bytes = std::move(stored);
    return weight;
}

/// The problem along a dimension of `shape`, the shape on the side of the transform that has `length`
/// numbers.
TransformProblem problem_along(std::size_t dimension, const std::vector<std::int64_t>& shape,
                               TransformKind kind, ScalarKind element) {
    TransformProblem problem{.kind = kind, .length = shape[dimension], .element = element};
    for (std::size_t d = 0; d < shape.size(); d++)
        if (d != dimension) (d < dimension ? problem.outer : problem.inner) *= shape[d];
    return problem;
}

const char* name_of(TransformKind kind) {
    switch (kind) {
        case TransformKind::Complex: return "fft";
        case TransformKind::InverseComplex: return "ifft";
        case TransformKind::Real: return "rfft";
        case TransformKind::InverseReal: return "irfft";
    }
    return "";
}

LoweredKernel lower_problem(const Function& function, const Op& op, ValueId from, ValueId to,
                            const TransformProblem& problem, const TransformSchedule& schedule) {
    const TransformTables tables = transform_tables(schedule, problem);
    LoweredKernel result;
    Kernel& kernel = result.kernel;
    kernel = described_kernel(function, op);
    kernel.origin = KernelOrigin::Direct;
    const std::string shape = fmt::format("{}x{}{}", problem.outer, problem.length,
                                          problem.inner > 1 ? fmt::format("x{}", problem.inner) : "");
    kernel.name = fmt::format("{}_{}_{}", name_of(problem.kind), spelling(problem.element), shape);
    kernel.nest = transform_loops(problem, schedule, tables, from == to);
    kernel.schedule = to_text(schedule, problem);
    kernel.tile = fmt::format("{}", schedule.lanes);
    kernel.vector_lanes = schedule.lanes;
    std::int64_t factors = 0;
    for (std::int64_t n = schedule.points; n > 1; n /= 2) factors++;
    kernel.flops = problem.outer * problem.inner * schedule.points * factors * butterfly_flops *
                   (schedule.is_chirp ? 2 : 1);
    if (from != to) result.arguments.push_back({from, -1, false});
    result.arguments.push_back({to, -1, true});
    result.arguments.push_back({frontend::no_value, -1, false, 0});
    result.tables.push_back(weight_of(tables, problem.element));
    result.stores_twice = true;
    return result;
}

}  // namespace

TransformsProblem fft_problem(const Function& function, const Op& op) {
    using frontend::FftType;
    const FftType type = op[attr::fft_type];
    const TensorType &from = function.tensor(op.operands[0]), &to = function.tensor(op.results[0]);
    const std::vector<std::int64_t> lengths = op[attr::fft_length];
    const std::size_t rank = from.shape.size(), last = rank - 1;
    if (from.element_count() == 0 || to.element_count() == 0) return {};
    const ScalarKind element = storage_kind(to.element);
    if (type == FftType::Irfft) {
        HLO2C_CHECK(lengths.size() == 1, "an inverse transform to reals is along one dimension");
        return {{problem_along(last, to.shape, TransformKind::InverseReal, element)}};
    }
    TransformsProblem problem;
    std::size_t end = rank;
    if (type == FftType::Rfft) {
        problem.transforms.push_back(problem_along(last, from.shape, TransformKind::Real, element));
        end = last;
    }
    const TransformKind kind = type == FftType::Ifft ? TransformKind::InverseComplex : TransformKind::Complex;
    for (std::size_t d = rank - lengths.size(); d < end; d++)
        problem.transforms.push_back(problem_along(d, to.shape, kind, element));
    return problem;
}

std::vector<LoweredKernel> lower_fft(const Function& function, const Op& op,
                                     const TransformsSchedule& schedule) {
    const TransformsProblem problem = fft_problem(function, op);
    const ValueId result = op.results[0];
    std::vector<LoweredKernel> kernels;
    for (std::size_t i = 0; i < problem.transforms.size(); i++)
        kernels.push_back(lower_problem(function, op, i == 0 ? op.operands[0] : result, result,
                                        problem.transforms[i], schedule.transforms[i]));
    return kernels;
}

}  // namespace hlo2c::scheduler
