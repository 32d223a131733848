#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/ir/dimension_numbers.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend::bounds {

using Shape = std::vector<std::int64_t>;
/// Run-time sizes: an i32 scalar per dimension that has one.
using RunSizes = std::map<std::int64_t, ValueId>;

/// The entries of `sizes` for these dimensions.
RunSizes only(const RunSizes& sizes, const Shape& dimensions);

/// The state of `fill_bounds` in one function: the sizes of the values so far, and the operations from which
/// the rules (bounds_rules.h) are composed.
class BoundsFilling {
public:
    BoundsFilling(Rewriter& rewriter, const RuleTable& decompositions)
        : decompositions_(decompositions), rewriter_(&rewriter) {}

    Rewriter& rewriter() const { return *rewriter_; }
    void record(ValueId value, RunSizes sizes) { sizes_[value] = std::move(sizes); }
    void record(ValueId value, std::int64_t dimension, ValueId size) { sizes_[value][dimension] = size; }
    void record_tuple(ValueId tuple, std::vector<ValueId> elements) { tuples_[tuple] = std::move(elements); }
    /// The elements of a tuple that holds values with sizes, or nullptr.
    const std::vector<ValueId>* elements_of(ValueId tuple) const;

    [[noreturn]] void refuse(const Op& op) const;
    /// The same, with a reason that the user can act on.
    [[noreturn]] void refuse(const Op& op, const std::string& reason) const;
    RunSizes sizes_of(ValueId value) const;
    bool reads_sizes(ValueId value) const { return sizes_.count(value) != 0 || tuples_.count(value) != 0; }
    /// Merged sizes of values of one rank; for each dimension, the first value with a size decides.
    RunSizes sizes_of(std::span<const ValueId> values) const;
    /// The sizes of `value` after each dimension d has moved to dimension places[d].
    RunSizes moved(ValueId value, const Shape& places) const;
    /// Run-time size of a dimension; the type's size if none is tracked.
    ValueId size_in(ValueId value, std::int64_t dimension);
    ValueId number(std::int64_t value);
    ValueId larger(ValueId a, ValueId b) { return Builder(*rewriter_).binary(OpCode::Maximum, a, b); }
    /// Number of windows over a dimension of this run-time size, padding included.
    ValueId window_count(ValueId size, const Window& window, std::size_t d);
    /// Element `position` of a vector, saturated to i32.
    ValueId element(ValueId vector, std::int64_t position);
    ValueId spread(ValueId scalar, const TensorType& type);
    /// Mask of the elements whose index along `dimension` is less than `size`.
    ValueId before(TensorType type, std::int64_t dimension, ValueId size);
    /// `value` with the scalar `fill` past these sizes.
    ValueId masked(ValueId value, const RunSizes& sizes, ValueId fill);
    /// `value` with zeros past these sizes.
    ValueId zeroed(ValueId value, const RunSizes& sizes);
    /// A select that copies quantized elements bit for bit.
    ValueId chosen(ValueId condition, ValueId yes, ValueId no);
    /// A tensor of zeros; for a quantized type, of its zero points.
    ValueId zeros(const TensorType& type);
    ValueId zero_of(ValueId value);
    /// A new value, equal to `value`, that has these run-time sizes.
    ValueId with_sizes(ValueId value, RunSizes sizes);
    /// `value`, sliced to at most `shape`.
    ValueId within(ValueId value, const Shape& shape);
    /// The regions, with the rules applied to their ops.
    std::vector<Region> walked(std::vector<Region> regions);
    /// Emits the op at the bounds; each result gets these sizes.
    Replacement give(Op& op, RunSizes sizes);
    Replacement give_each(Op& op, const std::vector<RunSizes>& sizes);
    /// Decomposes the op, then applies the rules to the resulting ops.
    Replacement expand(Op& op);

private:
    const RuleTable& decompositions_;
    Rewriter* rewriter_;
    std::map<ValueId, RunSizes> sizes_;
    std::map<ValueId, std::vector<ValueId>> tuples_;  ///< elements of tuples with run-time sizes inside
};

}  // namespace hlo2c::frontend::bounds
