#pragma once

#include <Halide.h>

#include <functional>
#include <vector>

#include "scheduler/groups/staged_padding.h"
#include "scheduler/halide/element_builder.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler::halide {

/// The lines of a padded operand as a Halide function of their own, which a contraction reads instead of
/// memory.
class StagedLines {
public:
    StagedLines(const LoweringContext& context, const StagedPadding& padding,
                const ContractionProblem& problem);

    /// Defines the function: the padding of each line, then the elements of the pad's operand, in vectors of
    /// at most `lanes`.
    void define(ElementBuilder& builder, int lanes);
    /// The element at positions of the problem's result loops and reductions.
    Halide::Expr at(const std::vector<Halide::Expr>& results, const std::vector<Halide::Expr>& reduced) const;
    /// Holds the lines for `rows` iterations in scratch, inside loop `level` of `output`.
    void place(Halide::Func output, const Halide::VarOrRVar& level, std::int64_t rows);

private:
    /// Neighbouring dimensions of the operand that loops walk as one. Along it, the operand of the pad has
    /// `count` units of neighbours, `spread` units apart.
    struct Axis {
        std::int64_t size = 1, stride = 1;  ///< of the padded operand
        std::int64_t low = 0;               ///< elements before the first unit
        std::int64_t count = 1, unit = 1, spread = 1;
        std::int64_t source_stride = 1;  ///< of one element
        bool has_lines = false;          ///< lines follow each other along it
        bool is_unpadded() const { return size == count * unit; }
    };
    std::vector<std::int64_t> steps_along(std::int64_t stride) const;
    bool joins_axes();
    Halide::Expr source_element(ElementBuilder& builder, const std::vector<Halide::Expr>& index) const;
    using LineElement = std::function<Halide::Expr(const std::vector<Halide::Expr>& index)>;
    void write_part(std::int64_t begin, std::int64_t size, int lanes, const LineElement& element);
    void write_units(std::int64_t begin, std::int64_t size, int lanes, const LineElement& element);

    const StagedPadding padding_;
    const ContractionProblem& problem_;
    std::vector<Axis> axes_;  // outermost first
    std::vector<Halide::Var> vars_;
    Halide::Expr fill_;
    Halide::Func func_{"lines"};
};

}  // namespace hlo2c::scheduler::halide
