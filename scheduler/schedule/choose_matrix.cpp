#include <span>

#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {
namespace {

/// A number for matrices of at least this size.
struct FromSize {
    std::int64_t least = 0, number = 0;
};

/// The number of the first entry that the size reaches; 0 for smaller sizes.
std::int64_t number_for(std::int64_t size, std::span<const FromSize> entries) {
    for (const FromSize& entry : entries)
        if (size >= entry.least) return entry.number;
    return 0;
}

// Panels of reflectors are made in a copy and applied in tiles that stay in registers, which pays off early.
// Products with given reflectors only gain if the matrix is larger than the cache; from the right, if it is
// larger still, because a reflector then reads rows contiguously.
constexpr FromSize reflectors[] = {{96, 16}}, pivoted[] = {{256, 32}}, from_left[] = {{1024, 32}},
                   from_right[] = {{2048, 32}}, symmetric[] = {{256, 16}, {64, 8}}, bidiagonal[] = {{48, 16}},
                   hessenberg[] = {{512, 32}, {192, 16}};
// Few if the matrix stays in the cache, because each column costs products with all columns before it.
constexpr FromSize panels[] = {{1025, 16}, {0, 8}};
// Copies of panels pay where their columns do not stay in the first cache.
constexpr FromSize copied_panels[] = {{96, 32}};
constexpr FromSize windows[] = {{512, 128}, {192, 96}};
// Fewer rows are solved by QL or QR steps alone.
constexpr FromSize parts[] = {{40, 32}};

}  // namespace

MatrixSchedule choose_matrix(const MatrixProblem& problem) {
    const auto with = [&](std::span<const FromSize> entries) { return number_for(problem.size, entries); };
    switch (problem.algorithm) {
        case MatrixAlgorithm::Pivots: return {.panel = with(copied_panels)};
        case MatrixAlgorithm::Reflectors: return {.block = with(reflectors)};
        case MatrixAlgorithm::PivotedReflectors: return {.block = with(pivoted)};
        case MatrixAlgorithm::ReflectorsFromLeft: return {.block = with(from_left)};
        case MatrixAlgorithm::ReflectorsFromRight: return {.block = with(from_right)};
        case MatrixAlgorithm::Tridiagonal: return {.panel = with(panels)};
        case MatrixAlgorithm::SymmetricVectors:
            return {.block = with(symmetric), .panel = with(panels), .window = with(parts)};
        case MatrixAlgorithm::Bidiagonal: return {.block = with(bidiagonal), .window = with(parts)};
        case MatrixAlgorithm::Hessenberg: return {.block = with(hessenberg)};
        case MatrixAlgorithm::Eigenvalues: return {.block = with(hessenberg), .window = with(windows)};
    }
    return {};
}

}  // namespace hlo2c::scheduler
