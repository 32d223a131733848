#include "scheduler/rewrite/loop_matrices.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::contains;
using frontend::DotDimensions;
using DimensionList = std::vector<std::int64_t>;

/// Fewer rows are multiplied with a matrix in the order of its memory, and fewer columns do not fill vectors.
constexpr std::int64_t fewest_matrix_rows = 4, fewest_matrix_columns = 8;

class LoopMatrices {
public:
    explicit LoopMatrices(Function& function) : function_(function) {}

    void run(Region& region) {
        std::vector<Op> ops;
        for (Op& op : region.ops) {
            const bool is_loop = op.code == OpCode::While;
            if (is_loop) loops_.emplace_back();
            for (Region& inner : op.regions) {
                note(inner.arguments);
                run(inner);
            }
            if (is_loop) {
                ops.insert(ops.end(), loops_.back().before.begin(), loops_.back().before.end());
                loops_.pop_back();
            }
            if (op.code == OpCode::DotGeneral && !loops_.empty()) read_transposed(op);
            note(op);
            ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
    }

private:
    /// A loop around the current op.
    struct Loop {
        std::vector<Op> before;                                           ///< transposes to insert before it
        std::map<std::pair<ValueId, DimensionList>, ValueId> transposed;  ///< their results
    };

    void note(const std::vector<ValueId>& values) {
        for (const ValueId value : values) depths_[value] = loops_.size();
    }

    void note(const Op& op) {
        note(op.results);
        const bool is_known = std::all_of(op.operands.begin(), op.operands.end(),
                                          [&](ValueId operand) { return constants_.count(operand) != 0; });
        if (is_known && op.regions.empty()) constants_.insert(op.results.begin(), op.results.end());
    }

    std::int64_t extent(ValueId value, std::int64_t dimension) const {
        return function_.tensor(value).shape[static_cast<std::size_t>(dimension)];
    }

    /// The product of the extents of an operand's dimensions that the result has but once.
    std::int64_t free_extent(ValueId value, const DimensionList& batching,
                             const DimensionList& contracting) const {
        std::int64_t product = 1;
        for (std::int64_t d = 0; d < function_.tensor(value).rank(); d++)
            if (!contains(batching, d) && !contains(contracting, d)) product *= extent(value, d);
        return product;
    }

    /// The number of loops around its definition: the index of the outermost loop in which it does not
    /// change.
    std::size_t depth_of(ValueId matrix) const {
        const auto found = depths_.find(matrix);
        return found == depths_.end() ? 0 : found->second;
    }

    void read_transposed(Op& dot) {
        const ValueId rows = dot.operands[0], matrix = dot.operands[1];
        const std::size_t depth = depth_of(matrix);
        if (depth == loops_.size() || constants_.count(matrix) != 0) return;
        const TensorType& type = function_.tensor(matrix);
        DotDimensions dimensions = dot[attr::dot_dimension_numbers];
        if (!type.is_static() || !contains(dimensions.rhs_contracting, type.rank() - 1)) return;
        if (free_extent(rows, dimensions.lhs_batching, dimensions.lhs_contracting) < fewest_matrix_rows ||
            free_extent(matrix, dimensions.rhs_batching, dimensions.rhs_contracting) < fewest_matrix_columns)
            return;
        const DimensionList order = columns_last(dimensions, type.rank());
        for (DimensionList* each : {&dimensions.rhs_batching, &dimensions.rhs_contracting})
            for (std::int64_t& dimension : *each)
                dimension = std::find(order.begin(), order.end(), dimension) - order.begin();
        dot.operands[1] = transposed(loops_[depth], dot, matrix, order);
        dot.set_attribute(attr::dot_dimension_numbers, frontend::attribute_of(dimensions));
    }

    static DimensionList columns_last(const DotDimensions& dimensions, std::int64_t rank) {
        DimensionList order = dimensions.rhs_batching;
        order.insert(order.end(), dimensions.rhs_contracting.begin(), dimensions.rhs_contracting.end());
        for (std::int64_t d = 0; d < rank; d++)
            if (!contains(order, d)) order.push_back(d);
        return order;
    }

    ValueId transposed(Loop& loop, const Op& dot, ValueId matrix, const DimensionList& order) {
        const auto known = loop.transposed.find({matrix, order});
        if (known != loop.transposed.end()) return known->second;
        TensorType type = function_.tensor(matrix);
        for (std::size_t d = 0; d < order.size(); d++) type.shape[d] = extent(matrix, order[d]);
        Op transpose{.code = OpCode::Transpose, .operands = {matrix}};
        transpose.set(attr::permutation, order);
        // The barrier keeps the transpose out of the kernels in the loop.
        const ValueId turned = add(loop, dot, std::move(transpose), type);
        const Op barrier{.code = OpCode::OptimizationBarrier, .operands = {turned}};
        return loop.transposed[{matrix, order}] = add(loop, dot, barrier, type);
    }

    ValueId add(Loop& loop, const Op& dot, Op op, const TensorType& type) {
        op.location = dot.location;
        op.position = dot.position;
        op.results = {function_.add_value(frontend::Type(type), {}, dot.location)};
        loop.before.push_back(std::move(op));
        return loop.before.back().results[0];
    }

    Function& function_;
    std::vector<Loop> loops_;                ///< the innermost is the last one
    std::map<ValueId, std::size_t> depths_;  ///< loops around the definition of a value
    std::set<ValueId> constants_;            ///< values that depend on no argument
};

}  // namespace

void transpose_loop_matrices(frontend::Program& program) {
    for (Function& function : program.functions) LoopMatrices(function).run(function.body);
}

}  // namespace hlo2c::scheduler
