#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// All integers from `low` to `high`; the ends saturate.
struct Interval {
    std::int64_t low = 0, high = 0;
    static Interval everything();
    bool operator==(const Interval&) const = default;
};
/// The values that a type can hold; everything for floats and integers of 64 bits.
Interval type_interval(ScalarKind kind);
/// True if `outer` contains `inner`, and the ends of `inner` have not saturated.
bool contains(Interval outer, Interval inner);
/// The smallest interval that contains both.
Interval hull(Interval a, Interval b);
Interval operator+(Interval a, Interval b);
Interval operator*(Interval a, Interval b);

/// constant + sum of coefficient * atom. Atoms are named values of which only an interval is known.
struct Affine {
    std::int64_t constant = 0;
    std::map<std::string, std::int64_t> terms;  ///< no zero coefficients

    bool is_constant() const { return terms.empty(); }
    bool operator==(const Affine&) const = default;
};
Affine operator+(const Affine& a, const Affine& b);
Affine operator-(const Affine& a, const Affine& b);
Affine operator*(const Affine& a, std::int64_t factor);
std::string to_text(const Affine& a);

/// The affine form of scalar index arithmetic, which never wraps. `term` gives the form of a node that is not
/// an integer, a sum, a difference or a multiple; if it gives nullopt, so does affine_form.
std::optional<Affine> affine_form(const LoopNest& nest, NodeId id,
                                  const std::function<std::optional<Affine>(NodeId)>& term);
/// The same, with variables as atoms; those in `lets` stand for the values there.
std::optional<Affine> affine_form(const LoopNest& nest, NodeId id, const std::map<std::string, NodeId>& lets);

/// Adds the sum of an affine form whose atoms are variables of this type.
NodeId add_affine(LoopNest& nest, const Affine& form, ValueType type);

/// The number of iterations of a loop from 0, if it is constant.
std::optional<std::int64_t> constant_extent(const LoopNest& nest, const Node& loop);

/// Intervals of atoms and inequalities between them.
class AffineFacts {
public:
    void set(const std::string& atom, Interval interval) { atoms_[atom] = interval; }
    bool knows(const std::string& atom) const { return atoms_.count(atom) != 0; }
    /// Assumes that `a` is at most 0.
    void assume(const Affine& a) { inequalities_.push_back(a); }
    /// The number of assumptions; `undo` drops those made since an earlier count.
    std::size_t count() const { return inequalities_.size(); }
    void undo(std::size_t count) { inequalities_.resize(count); }
    /// The assumptions made since an earlier count.
    std::vector<Affine> since(std::size_t count) const {
        return {inequalities_.begin() + static_cast<std::ptrdiff_t>(count), inequalities_.end()};
    }

    Interval interval(const Affine& a) const;
    /// An upper bound of `a`, from intervals and from sums of up to `depth` inequalities.
    std::int64_t upper_bound(const Affine& a, int depth = 3) const;
    std::int64_t lower_bound(const Affine& a, int depth = 3) const { return -upper_bound(a * -1, depth); }

private:
    std::map<std::string, Interval> atoms_;
    std::vector<Affine> inequalities_;
};

}  // namespace hlo2c::scheduler
