#pragma once

#include <Halide.h>

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/halide/element_conversion.h"
#include "scheduler/layout/lowering_context.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

using Index = std::vector<Halide::Expr>;

/// Builds the Halide expression of one element of a value from elements in memory, inlining the ops in
/// between.
class ElementBuilder {
public:
    /// `load(value, flat_index)` reads element `flat_index` of a value in memory, as its storage type.
    using Loader = std::function<Halide::Expr(frontend::ValueId, Halide::Expr)>;

    ElementBuilder(const LoweringContext& context, Loader load) : context_(context), load_(std::move(load)) {}

    /// Element `index` of `value`, in its compute kind; booleans are Bool.
    Halide::Expr element(frontend::ValueId value, const Index& index);
    /// Takes the elements of `value` from `source` instead of from the op that defines it.
    void replace(frontend::ValueId value, std::function<Halide::Expr(const Index&)> source);
    /// Applies a region of scalars to arguments; the results are those of its terminator.
    std::vector<Halide::Expr> apply(const frontend::Region& region,
                                    const std::vector<Halide::Expr>& arguments);
    /// A scalar operand (rank 0 or one element) as an index, clamped to [0, most].
    Halide::Expr clamped_index(frontend::ValueId scalar, std::int64_t most);

    /// Evaluates `root` although it is in memory, because this kernel writes it.
    void begin_root(frontend::ValueId root) { roots_.insert(root); }
    /// Positions of the ops inlined so far.
    const std::set<int>& inlined_ops() const { return inlined_ops_; }
    /// Adds the ops that another builder of the same kernel inlined.
    void note_inlined(const std::set<int>& ops) { inlined_ops_.insert(ops.begin(), ops.end()); }

    const LoweringContext& context() const { return context_; }
    Halide::Expr load(frontend::ValueId value, const Halide::Expr& flat_index);

private:
    Halide::Expr inlined(const frontend::Op& op, const Index& index);
    Halide::Expr reshaped(const frontend::Op& op, const Index& index);
    Halide::Expr recut(const frontend::Op& op, const Index& index);
    Halide::Expr pair_part(frontend::ValueId pairs, const Index& index, int part);
    Halide::Expr gathered(const frontend::Op& op, const Index& index);

    const LoweringContext& context_;
    Loader load_;
    std::set<frontend::ValueId> roots_;
    std::set<int> inlined_ops_;
    std::map<frontend::ValueId, std::function<Halide::Expr(const Index&)>> replacements_;
    std::map<std::pair<frontend::ValueId, std::vector<const void*>>, std::pair<Index, Halide::Expr>> known_;
};

/// The flat row-major index of `index` in `shape`.
Halide::Expr flat_index(const Index& index, const std::vector<std::int64_t>& shape);
/// The element at `position` of a literal, as a constant of its compute kind.
Halide::Expr immediate(const frontend::Literal& literal, std::int64_t position);

/// The arithmetic of an elementwise op (`OpRule::arithmetic`) on operand elements.
Halide::Expr elementwise(const frontend::Op& op, const frontend::TensorType& operand_type,
                         const frontend::TensorType& result_type, const std::vector<Halide::Expr>& operands);

}  // namespace hlo2c::scheduler::halide
