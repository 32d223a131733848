#pragma once

#include <Halide.h>

#include <optional>
#include <vector>

#include "scheduler/groups/contraction.h"
#include "scheduler/groups/prologue.h"
#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/result_place.h"

namespace hlo2c::scheduler::halide {

/// What a group of kind Contraction reads and writes at a position in the contraction's own result loops.
struct ContractionAccess {
    ContractionAccess(const LoweringContext& context, const Group& group);

    const frontend::Op& anchor;
    Contraction contraction;
    ResultPlace place;
    frontend::ElementType element;  ///< of the contraction's result
    bool is_boolean;                ///< sums of booleans are disjunctions, kept as u8
    ScalarKind kind;                ///< in which sums are computed
    std::vector<std::int64_t> result_shape;
    /// Position of each result dimension in the value that is written, after the transposes in between.
    std::vector<std::size_t> value_dimensions;
    /// The index into the base of an operand that the kernel computes; nullopt if it is in memory or staged.
    std::optional<BaseIndex> computed_lhs, computed_rhs;
    /// What is packed if the operand is packed: its base, or the constant that the base is computed from.
    frontend::ValueId packed_lhs, packed_rhs;
    /// Where the memory of an operand begins that dynamic slices select; undefined for other operands. The
    /// lowering sets them to what its kernel holds.
    Halide::Expr lhs_start, rhs_start;
    const Halide::Expr& start(bool is_rhs) const { return is_rhs ? rhs_start : lhs_start; }
    const std::optional<BaseIndex>& computed(bool is_rhs) const {
        return is_rhs ? computed_rhs : computed_lhs;
    }
    frontend::ValueId packed(bool is_rhs) const { return is_rhs ? packed_rhs : packed_lhs; }

    /// What `start` holds for an operand, in elements of its base.
    Halide::Expr dynamic_start(ElementBuilder& builder, bool is_rhs) const;
    /// Index into the value that is written.
    Index value_index(const std::vector<Halide::Expr>& positions) const;
    /// Index into an operand, from its start on: `offset` plus the strides of the result loops times
    /// `positions`.
    Halide::Expr operand_index(bool is_rhs, std::int64_t offset,
                               const std::vector<Halide::Expr>& positions) const;
    /// An element of an operand for a position in each result loop and in each of `reductions`: loaded if its
    /// base is in memory, otherwise computed by `builder`.
    Halide::Expr operand_element(ElementBuilder& builder, bool is_rhs,
                                 const std::vector<Halide::Expr>& positions,
                                 const std::vector<ReductionLoop>& reductions,
                                 const std::vector<Halide::Expr>& reduced) const;
    /// The same of a computed operand, whose packed constant has `element` there.
    Halide::Expr computed_element(ElementBuilder& builder, bool is_rhs, const Halide::Expr& element,
                                  const std::vector<Halide::Expr>& positions,
                                  const std::vector<ReductionLoop>& reductions,
                                  const std::vector<Halide::Expr>& reduced) const;
    /// An element of the contraction's result, from its sum.
    Halide::Expr result_element(const Halide::Expr& sum) const;

private:
    /// `offset` in an operand, moved to a position in each of `reductions`.
    static Halide::Expr with_steps(Halide::Expr offset, bool is_rhs,
                                   const std::vector<ReductionLoop>& reductions,
                                   const std::vector<Halide::Expr>& reduced);
    /// The index into the base of a computed operand.
    Index computed_index(bool is_rhs, const std::vector<Halide::Expr>& positions,
                         const std::vector<ReductionLoop>& reductions,
                         const std::vector<Halide::Expr>& reduced) const;
};

/// The variables of a problem's result loops, and from them the position in each of the contraction's own
/// result loops, of which there are `own_loops`.
struct ResultVariables {
    std::vector<Halide::Var> loops;
    std::vector<Halide::Expr> positions;
};
ResultVariables result_variables(const std::vector<ResultLoop>& loops, std::size_t own_loops);

}  // namespace hlo2c::scheduler::halide
