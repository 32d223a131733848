#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "scheduler/schedule/problem.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler {

/// A block whose elements are not those of the constant but sums over windows of 3 by 3 of them: the weights
/// of Winograd's algorithm. The first two loops of the block are the position in a transformed window.
struct TransformedWindows {
    int outputs = 2;  ///< see winograd_transform
    std::int64_t row_stride = 0, column_stride = 0;
    bool operator==(const TransformedWindows&) const = default;
};

/// Some elements of a constant in another order. Element i, in the row-major order of the loops, is element
/// offset + sum(position * stride) of the constant.
struct PackedBlock {
    struct Loop {
        std::int64_t extent, stride;
        bool operator==(const Loop&) const = default;
    };
    std::int64_t offset = 0;
    std::vector<Loop> loops;
    std::optional<TransformedWindows> windows;
    std::int64_t element_count() const;
    bool operator==(const PackedBlock&) const = default;
};

/// Steps of reduction `r` in one iteration of its loop: those whose bytes share a word, or one.
int steps_of_trip(const ContractionProblem& problem, const ContractionSchedule& schedule, std::size_t r);

/// True if the kernel reads the operand in the order in which it was packed before the program runs. A panel
/// that is copied from a constant is copied from its packed form.
bool is_read_packed(const ContractionProblem& problem, const ContractionSchedule& schedule, bool is_rhs);

/// The order in which the kernel of a contraction reads a packed operand for one box: panels of the box's
/// width, each with all reduction steps in order. Other loops that the operand depends on are outermost.
/// `offset` is that of the operand's first element.
PackedBlock packed_block(const ContractionProblem& problem, const ContractionSchedule& schedule,
                         const VectorBox& box, bool is_rhs, std::int64_t offset);

/// The blocks of all boxes if the schedule reads the operand packed, else none.
std::vector<PackedBlock> packed_form(const ContractionProblem& problem, const ContractionSchedule& schedule,
                                     bool is_rhs, std::int64_t offset);

/// The weights of Winograd's algorithm: for each position the panels, each with all channels in order.
PackedBlock packed_windows(const ContractionProblem& problem, const WinogradSchedule& schedule,
                           std::int64_t offset);

}  // namespace hlo2c::scheduler
