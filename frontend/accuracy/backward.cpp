#include <algorithm>
#include <cmath>
#include <limits>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/mixed_bits.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/lapack_call.h"
#include "frontend/ops/shape_operands.h"

namespace hlo2c::frontend {
namespace {

/// A backward stable algorithm returns the factors of a nearby matrix. Its elements differ by this many
/// roundings, and by one more for each row.
constexpr double roundings = 4;
constexpr int probes = 4;
/// A few probes rarely find the largest distance.
constexpr double safety_factor = 4;

/// A tensor as a batch of matrices, which are its last two dimensions.
struct Stack {
    std::size_t matrices = 1;
    std::size_t rows = 1;  ///< or columns, if a matrix has more of them
};

Stack stack_of(const TensorType& type) {
    Stack stack;
    const std::size_t rank = type.shape.size();
    for (std::size_t d = 0; d < rank; d++) {
        const auto size = static_cast<std::size_t>(type.shape[d]);
        if (d + 2 < rank)
            stack.matrices *= size;
        else
            stack.rows = std::max(stack.rows, size);
    }
    return stack;
}

/// The op's rounding errors, relative to the largest element.
double share_of(const Stack& stack, ElementType type) {
    return (roundings + static_cast<double>(stack.rows)) * unit_roundoff(type);
}

/// True if an error of an element is relative to that element, not to the largest one.
bool keeps_each_element(const OpRun& run) {
    if (run.op().code == OpCode::TriangularSolve) return true;
    const auto call = lapack_call(run.other.function, run.op());
    return call && call->function == LapackFunction::Trsm;
}

/// True if eigenvalues may come in any order, with their vectors.
bool gives_any_order(const OpRun& run) {
    const auto call = lapack_call(run.other.function, run.op());
    return call && (call->function == LapackFunction::Geev || call->function == LapackFunction::Gees);
}

/// True if a custom call only moves, picks or orders elements: it takes no shapes as operands.
bool only_orders(const OpRun& run) {
    return shape_operands(run.other.function, run.op()).empty();
}

/// Moves each part up or down by the op's rounding errors.
Literal moved_by_roundings(const Literal& operand, const Stack& stack, bool each, MixedBits& bits) {
    if (!has_floats(operand.type())) return operand;
    std::vector<double> parts = parts_of(operand);
    const ElementType type = operand.type().element;
    const double share = share_of(stack, type);
    const std::size_t length = parts.size() / std::max<std::size_t>(stack.matrices, 1);
    for (std::size_t begin = 0; length > 0 && begin < parts.size(); begin += length) {
        const std::size_t end = std::min(begin + length, parts.size());
        double norm = 0;
        for (std::size_t i = begin; i < end; i++)
            if (std::isfinite(parts[i])) norm = std::max(norm, std::fabs(parts[i]));
        for (std::size_t i = begin; i < end; i++) {
            const double size = each ? std::fabs(parts[i]) : norm;
            if (std::isfinite(parts[i])) parts[i] += ((bits.next() & 1) != 0 ? share : -share) * size;
        }
    }
    return from_parts(operand.type(), parts);
}

/// The largest distance of each element to the results of operands that differ by the op's rounding errors.
ResultBounds distances(const OpRun& run, const Stack& stack) {
    ResultBounds all;
    for (const Literal& result : run.results)
        all.push_back({std::vector<double>(static_cast<std::size_t>(result.type().element_count())), {}});
    const bool each = keeps_each_element(run);
    for (int probe = 0; probe < probes; probe++) {
        MixedBits bits((static_cast<std::uint64_t>(probe) + 1) * 0x9E3779B97F4A7C15u);
        std::vector<Literal> operands;
        for (const Estimate& operand : run.operands)
            operands.push_back(moved_by_roundings(operand.value, stack, each, bits));
        const std::vector<Literal> results = run.again(operands);
        for (std::size_t i = 0; i < all.size(); i++) widen(all[i], run.results[i], results[i]);
    }
    return all;
}

/// Raises the bounds of each matrix: the op adds a multiple of the largest distance in the matrix, and
/// rounding errors relative to its largest element.
void raise(ElementBounds& bounds, const std::vector<double>& distances, const Literal& result,
           const Stack& stack) {
    const std::vector<double> sizes = magnitudes(result);
    const double share = share_of(stack, result.type().element);
    const std::size_t length = sizes.size() / std::max<std::size_t>(stack.matrices, 1);
    bounds.bounds.resize(sizes.size());
    bounds.own.resize(sizes.size());
    for (std::size_t begin = 0; length > 0 && begin < sizes.size(); begin += length) {
        const std::size_t end = std::min(begin + length, sizes.size());
        double farthest = 0, largest = 0, given = 0;
        for (std::size_t i = begin; i < end; i++) {
            if (std::isfinite(distances[i])) farthest = std::max(farthest, distances[i]);
            if (std::isfinite(sizes[i])) largest = std::max(largest, sizes[i]);
            if (std::isfinite(bounds.bounds[i])) given = std::max(given, bounds.bounds[i]);
        }
        const double own = safety_factor * farthest + share * largest;
        for (std::size_t i = begin; i < end; i++) {
            if (!std::isfinite(distances[i])) {
                bounds.bounds[i] = distances[i];
            } else if (std::isfinite(sizes[i])) {
                bounds.own[i] = own;
                bounds.bounds[i] += 2 * given + own;
            }
        }
    }
}

}  // namespace

ResultBounds backward_bounds(const OpRun& run) {
    if (library_call(run.op()) == LibraryCall::DynamicReduceWindow) return dynamic_window_bounds(run);
    if (run.op().code == OpCode::CustomCall && !lapack_call(run.other.function, run.op()))
        return only_orders(run) ? probed_bounds(run) : normwise_bounds(run);
    ResultBounds all = probed_bounds(run);
    const Stack stack = stack_of(run.operands.front().value.type());
    if (stack.rows > 1 && gives_any_order(run)) {
        for (std::size_t i = 0; i < all.size(); i++)
            if (has_floats(run.results[i].type()))
                all[i].bounds.assign(static_cast<std::size_t>(run.results[i].type().element_count()),
                                     infinity);
        return all;
    }
    const ResultBounds apart = distances(run, stack);
    for (std::size_t i = 0; i < all.size(); i++) {
        if (has_floats(run.results[i].type())) {
            raise(all[i], apart[i].bounds, run.results[i], stack);
            continue;
        }
        all[i].bounds.resize(apart[i].bounds.size());
        for (std::size_t k = 0; k < apart[i].bounds.size(); k++)
            if (apart[i].bounds[k] > 0) all[i].bounds[k] = infinity;
    }
    return all;
}

}  // namespace hlo2c::frontend
