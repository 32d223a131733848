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
/// Sizes that are known when the program runs: a scalar of type i32 for a dimension.
using RunSizes = std::map<std::int64_t, ValueId>;

/// The sizes in these dimensions only.
RunSizes only(const RunSizes& sizes, const Shape& dimensions);

/// A function while `fill_bounds` goes over it: which values have sizes of their own so far, and what its
/// rules (bounds_rules.h) are made of.
class BoundsFilling {
public:
    BoundsFilling(Rewriter& rewriter, const std::map<OpCode, SimplifyRule>& decompositions)
        : decompositions_(decompositions), rewriter_(&rewriter) {}

    Rewriter& rewriter() const { return *rewriter_; }
    void record(ValueId value, RunSizes sizes) { sizes_[value] = std::move(sizes); }
    void record(ValueId value, std::int64_t dimension, ValueId size) { sizes_[value][dimension] = size; }
    void record_tuple(ValueId tuple, std::vector<ValueId> elements) { tuples_[tuple] = std::move(elements); }
    /// The elements of a tuple that holds values with sizes, or nullptr.
    const std::vector<ValueId>* elements_of(ValueId tuple) const;

    [[noreturn]] void refuse(const Op& op) const;
    /// Refuses for a reason that the user can change something about.
    [[noreturn]] void refuse(const Op& op, const std::string& reason) const;
    RunSizes sizes_of(ValueId value) const;
    bool reads_sizes(ValueId value) const { return sizes_.count(value) != 0 || tuples_.count(value) != 0; }
    /// Sizes of values that have the same dimensions: each of the first value that has one.
    RunSizes sizes_of(std::span<const ValueId> values) const;
    /// Sizes of a value whose dimension d becomes places[d].
    RunSizes moved(ValueId value, const Shape& places) const;
    /// The size in a dimension when the program runs: known, or that of the type.
    ValueId size_in(ValueId value, std::int64_t dimension);
    ValueId number(std::int64_t value);
    ValueId larger(ValueId a, ValueId b) { return Builder(*rewriter_).binary(OpCode::Maximum, a, b); }
    /// How many windows begin inside a dimension of this size, padding included.
    ValueId window_count(ValueId size, const Window& window, std::size_t d);
    /// One number of a vector, as i32.
    ValueId element(ValueId vector, std::int64_t position);
    ValueId spread(ValueId scalar, const TensorType& type);
    /// Where the position in a dimension is less than the scalar.
    ValueId before(TensorType type, std::int64_t dimension, ValueId size);
    /// `value` with `fill`, a scalar, past these sizes.
    ValueId masked(ValueId value, const RunSizes& sizes, ValueId fill);
    /// `value` with zeros past these sizes.
    ValueId zeroed(ValueId value, const RunSizes& sizes);
    /// A select that keeps quantized elements as they are.
    ValueId chosen(ValueId condition, ValueId yes, ValueId no);
    /// Elements that stand for zero.
    ValueId zeros(const TensorType& type);
    ValueId zero_of(ValueId value);
    /// A value of its own that has these sizes from here on.
    ValueId with_sizes(ValueId value, RunSizes sizes);
    /// The part of a value that lies inside of a shape.
    ValueId within(ValueId value, const Shape& shape);
    /// Regions with their ops renamed and filled too.
    std::vector<Region> walked(std::vector<Region> regions);
    /// The same op at the bounds, each result with these sizes.
    Replacement give(Op& op, RunSizes sizes);
    Replacement give_each(Op& op, const std::vector<RunSizes>& sizes);
    /// What the op is made of, then that at the bounds.
    Replacement expand(Op& op);

private:
    const std::map<OpCode, SimplifyRule>& decompositions_;
    Rewriter* rewriter_;
    std::map<ValueId, RunSizes> sizes_;
    std::map<ValueId, std::vector<ValueId>> tuples_;  ///< elements of tuples that hold such values
};

}  // namespace hlo2c::frontend::bounds
