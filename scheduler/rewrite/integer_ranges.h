#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "frontend/passes/rewriter.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// All integers from `low` to `high`.
struct IntegerRange {
    std::int64_t low = 0, high = 0;
    bool is_inside(const IntegerRange& other) const { return low >= other.low && high <= other.high; }
};

/// The integers of a type of up to 32 bits; for a larger one, those that ranges are computed with.
IntegerRange range_of_type(frontend::ElementType type);

/// Ranges of the elements of integer values.
class IntegerRanges {
public:
    explicit IntegerRanges(const frontend::Rewriter& rewriter) : rewriter_(rewriter) {}

    /// Says that a reduction, whose combiner a rewriter does not show later, adds.
    void add_sum(ValueId result) { sums_.insert(result); }
    bool is_sum(ValueId value) const { return sums_.count(value) != 0; }

    /// A range of the value's elements, which follows from the ops that compute it. Nothing if they may wrap.
    std::optional<IntegerRange> of(ValueId value, int depth = 0);

private:
    std::optional<IntegerRange> of_op(const Op& op, int depth);

    const frontend::Rewriter& rewriter_;
    std::map<ValueId, std::optional<IntegerRange>> known_;
    std::set<ValueId> sums_;
};

}  // namespace hlo2c::scheduler
