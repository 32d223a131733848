#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/passes/builder.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {

/// The rules of `fill_bounds`. A rule says what an op at the bounds has to be given so that the part of its
/// result that lies inside the sizes is what the op makes of tensors of these sizes, and which sizes the
/// result has. What a result holds past its sizes is anything.
class BoundsFilling {
public:
    explicit BoundsFilling(const std::map<OpCode, SimplifyRule>& decompositions)
        : decompositions_(decompositions) {}
    Replacement operator()(Rewriter& rewriter, Op& op);
    /// The same for one op whatever it reads.
    Replacement apply(Rewriter& rewriter, Op& op);

private:
    using Shape = std::vector<std::int64_t>;
    /// Sizes that are known when the program runs: a scalar of type i32 for a dimension.
    using RunSizes = std::map<std::int64_t, ValueId>;
    using Rule = Replacement (BoundsFilling::*)(Op& op);
    static const std::map<OpCode, Rule>& rules();

    // What the rules share.
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
    /// The sizes in these dimensions only.
    static RunSizes only(const RunSizes& sizes, const Shape& dimensions);
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
    Replacement give_results(Op& op);

    // fill_bounds.cpp
    Replacement set_size(Op& op);
    Replacement get_size(Op& op);
    Replacement by_element(Op& op);
    Replacement constant_like(Op& op);
    Replacement custom_call(Op& op);

    // fill_bounds_movement.cpp
    Replacement bitcast(Op& op);
    Replacement broadcast(Op& op);
    Replacement broadcast_to(Op& op);
    Replacement concatenate(Op& op);
    Replacement dynamic_iota(Op& op);
    Replacement dynamic_pad(Op& op);
    Replacement dynamic_slice(Op& op);
    Replacement dynamic_update_slice(Op& op);
    Replacement pad(Op& op);
    Replacement random(Op& op);
    Replacement real_dynamic_slice(Op& op);
    Replacement reverse(Op& op);
    Replacement slice(Op& op);
    Replacement transpose(Op& op);
    RunSizes sizes_from(const Op& op, ValueId shape);
    /// A dimension that gets this length, where elements begin at `low` and are `step` apart.
    struct Along {
        std::int64_t dimension, length;
        ValueId low, step;
    };
    ValueId padded_along(ValueId value, const Along& along, ValueId size, ValueId fill);
    ValueId from(ValueId value, std::int64_t dimension, ValueId begin);
    ValueId with_room(ValueId value, const Shape& high);
    ValueId taken(ValueId value, std::int64_t dimension, ValueId positions);
    ValueId at_most(ValueId index, ValueId limit);

    // fill_bounds_reshape.cpp
    Replacement reshape(Op& op);
    Replacement dynamic_reshape(Op& op);
    std::optional<RunSizes> sizes_in_place(const Op& op);
    void require_elements(const Op& op, const TensorType& type) const;
    ValueId rearranged(ValueId value, const TensorType& type, const RunSizes& sizes);

    // fill_bounds_indexing.cpp
    Replacement dynamic_gather(Op& op);
    Replacement gather(Op& op);
    Replacement slices(Op& op, const Shape& slice_sizes, const RunSizes& lengths);
    Replacement scatter(Op& op);
    Replacement select_and_scatter(Op& op);
    Replacement sort(Op& op);
    ValueId limited(ValueId indices, std::int64_t dimension, const std::map<std::int64_t, ValueId>& most);
    ValueId whole_windows(const Op& op, std::size_t count);
    ValueId written_updates(const Op& op, std::size_t count);

    // fill_bounds_collectives.cpp
    Replacement all_gather(Op& op);
    Replacement all_to_all(Op& op);
    Replacement exchange_whole(Op& op);
    Replacement reduce_scatter(Op& op);
    std::int64_t group_size(const Op& op) const;
    std::vector<ValueId> exchanged(Op& op, const std::vector<TensorType>& types);

    // fill_bounds_contraction.cpp
    Replacement cholesky(Op& op);
    Replacement contract(Op& op);
    Replacement fft(Op& op);
    Replacement ragged_dot(Op& op);
    Replacement reduce(Op& op);
    Replacement reduce_window(Op& op);
    Replacement triangular_solve(Op& op);
    ValueId with_identity(const Op& op, ValueId matrices);

    // fill_bounds_convolution.cpp
    Replacement convolution(Op& op);
    Replacement dynamic_convolution(Op& op);
    /// Parts of a dimension that an op takes apart, as wide as they are at the bound.
    struct Groups {
        std::int64_t dimension, count, width;
    };
    struct Regrouped {
        ValueId places, inside;
    };
    Regrouped regrouped(std::int64_t length, ValueId width, ValueId other);
    ValueId spread_groups(const Op& op, ValueId value, const Groups& groups, ValueId size);
    ValueId join_groups(const Op& op, ValueId value, const Groups& groups, ValueId size, std::int64_t length);

    // fill_bounds_control.cpp
    Replacement barrier(Op& op);
    Replacement branch(Op& op);
    Replacement loop(Op& op);
    Replacement make_tuple(Op& op);
    Replacement element_of_tuple(Op& op);
    Replacement scan(Op& op);
    /// The dimensions of values that may have a size of their own: where one stands in a list, and which one.
    using Open = std::vector<std::pair<std::size_t, std::int64_t>>;
    using Step = std::function<std::vector<ValueId>(const std::vector<ValueId>& values)>;
    std::vector<ValueId> with_full_sizes(const Op& op, const std::vector<ValueId>& values, const Open& open);
    std::vector<ValueId> loop_with_sizes(const Op& op, const std::vector<ValueId>& values,
                                         std::vector<Type> types, const Open& open, const Step& test,
                                         const Step& step);
    struct Begun {
        std::vector<ValueId> values;
        std::vector<Type> types;
        Open open;
    };
    Begun begin_scan(const Op& op, std::ptrdiff_t inputs, std::size_t outputs);

    const std::map<OpCode, SimplifyRule>& decompositions_;
    Rewriter* rewriter_ = nullptr;
    std::map<ValueId, RunSizes> sizes_;
    std::map<ValueId, std::vector<ValueId>> tuples_;  ///< elements of tuples that hold such values
};

}  // namespace hlo2c::frontend
