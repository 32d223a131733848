#include "scheduler/groups/prologue.h"

#include <algorithm>

#include "scheduler/groups/grouping.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::ValueId;

/// Limit on the cost of one element, which some schedules compute once per tile.
constexpr int largest_prologue = 12;
/// A division or a function takes as long as several rows of a tile. A value that this many results use is
/// computed once instead.
constexpr int long_op = 4;
constexpr std::int64_t many_uses = 128;
/// Fewest results side by side that fill vectors.
constexpr std::int64_t fewest_columns = 16;

/// The cost of one element of `value` from values in memory.
int element_cost(const RegionGraph& graph, const std::set<ValueId>& memory, ValueId value) {
    const Op* op = graph.definition(value);
    if (!op || memory.count(value) || rule_of(*op).role != Role::Inlined) return 0;
    int cost = rule_of(*op).cost;
    for (const ValueId operand : op->operands) {
        if (cost > largest_prologue) break;
        cost += element_cost(graph, memory, operand);
    }
    return cost;
}

/// The cost of the longest op that computes one element of `value` from values in memory.
int longest_op(const RegionGraph& graph, const std::set<ValueId>& memory, ValueId value) {
    const Op* op = graph.definition(value);
    if (!op || memory.count(value) || rule_of(*op).role != Role::Inlined) return 0;
    int cost = rule_of(*op).cost;
    for (const ValueId operand : op->operands) cost = std::max(cost, longest_op(graph, memory, operand));
    return cost;
}

/// Results that use the same element of an operand.
std::int64_t uses(const Contraction& contraction, bool is_rhs) {
    std::int64_t count = 1;
    for (const ContractionLoop& loop : contraction.results)
        if (loop.operand_stride(is_rhs) == 0) count *= loop.extent;
    return count;
}

/// The constants that a value is computed from.
struct Sources {
    std::set<ValueId> aligned;  ///< whose elements are read one by one, in the order of the value
    std::set<ValueId> others;
};

void add_sources(const RegionGraph& graph, const std::set<ValueId>& memory, ValueId value, bool is_aligned,
                 Sources& sources) {
    const auto elements = [&](ValueId of) { return graph.function().tensor(of).element_count(); };
    const Op* op = graph.definition(value);
    if (graph.is_constant(value)) {
        if (!op || !is_splat_constant(*op)) (is_aligned ? sources.aligned : sources.others).insert(value);
        return;
    }
    if (!op || memory.count(value) || rule_of(*op).role != Role::Inlined) return;
    const bool keeps_order = rule_of(*op).is_elementwise() || rule_of(*op).movement == Movement::Reshape;
    for (const ValueId operand : op->operands) {
        const bool stays = is_aligned && keeps_order && elements(operand) == elements(value);
        add_sources(graph, memory, operand, stays, sources);
    }
}

/// True if the results run along neighbours of the operand, which become the lanes of a panel.
bool is_panel(const Contraction& contraction, bool is_rhs) {
    const auto walks = [](const ContractionLoop& loop) { return loop.extent > 1; };
    const auto last = std::find_if(contraction.results.rbegin(), contraction.results.rend(), walks);
    return last != contraction.results.rend() && last->extent >= fewest_columns &&
           last->operand_stride(is_rhs) == 1 && last->operand_stride(!is_rhs) == 0;
}

/// True if the sums run along neighbours of both operands, for few rows of the other one.
bool is_row_of_lanes(const Contraction& contraction, bool is_rhs) {
    const ContractionLoop& sum = contraction.reductions.back();
    return sum.lhs_stride == 1 && sum.rhs_stride == 1 && sum.extent >= fewest_columns &&
           uses(contraction, is_rhs) <= most_shared_rows;
}

/// Walks dimensions, from the innermost one on.
class Walker {
public:
    explicit Walker(const std::vector<std::int64_t>& shape)
        : shape_(shape), strides_(frontend::row_major_strides(shape)), last_(shape.size()) {}

    BaseIndex start_at(std::int64_t offset) {
        BaseIndex index;
        for (std::size_t d = 0; d < shape_.size(); d++) {
            index.starts.push_back(offset / strides_[d] % shape_[d]);
            last_[d] = index.starts.back();
        }
        return index;
    }

    /// False if the loop's position does not tell the positions in the dimensions.
    bool add(std::size_t loop, std::int64_t extent, std::int64_t stride, std::vector<DimensionWalk>& walks) {
        if (extent == 1 || stride == 0) return true;
        for (std::size_t d = shape_.size(); d-- > 0;) {
            if (shape_[d] == 1 || stride % strides_[d] != 0 || stride >= strides_[d] * shape_[d]) continue;
            const std::int64_t step = stride / strides_[d];
            if (step < 0) return false;
            if ((extent - 1) * step < shape_[d]) return walk({loop, d, 1, 0, step}, extent, walks);
            return step == 1 && split(loop, extent, d, walks);
        }
        return false;
    }

private:
    bool walk(DimensionWalk how, std::int64_t positions, std::vector<DimensionWalk>& walks) {
        std::int64_t& last = last_[how.dimension];
        last += (positions - 1) * how.step;
        walks.push_back(how);
        return last < shape_[how.dimension];
    }

    /// Walks all of dimension `d`, then those around it.
    bool split(std::size_t loop, std::int64_t extent, std::size_t d, std::vector<DimensionWalk>& walks) {
        std::int64_t divisor = 1;
        for (; extent > 1; d--) {
            const std::int64_t here = std::min(extent, shape_[d]);
            if (extent % here != 0) return false;
            extent /= here;
            if (here > 1 && !walk({loop, d, divisor, extent > 1 ? here : 0, 1}, here, walks)) return false;
            divisor *= here;
            if (d == 0) return extent == 1;
        }
        return true;
    }

    const std::vector<std::int64_t>& shape_;
    const std::vector<std::int64_t> strides_;
    std::vector<std::int64_t> last_;  // index that the walks so far reach in each dimension
};

}  // namespace

std::optional<BaseIndex> base_index(const Contraction& contraction, bool is_rhs,
                                    const std::vector<std::int64_t>& shape) {
    Walker walker(shape);
    BaseIndex index = walker.start_at(contraction.operand(is_rhs).offset);
    std::size_t number = 0;
    for (const auto* loops : {&contraction.results, &contraction.reductions})
        for (const ContractionLoop& loop : *loops)
            if (!walker.add(number++, loop.extent, loop.operand_stride(is_rhs), index.walks))
                return std::nullopt;
    return index;
}

ValueId packable_source(const RegionGraph& graph, const std::set<ValueId>& memory, ValueId value) {
    Sources sources;
    add_sources(graph, memory, value, true, sources);
    const bool is_one = sources.aligned.size() == 1 && !sources.others.count(*sources.aligned.begin());
    return is_one ? *sources.aligned.begin() : frontend::no_value;
}

bool may_have_prologue(const RegionGraph& graph, const std::set<ValueId>& memory, const Op& op, bool is_rhs) {
    if (op.code != frontend::OpCode::DotGeneral) return false;
    const Contraction contraction = contraction_of(graph, memory, op);
    const ValueId base = contraction.operand(is_rhs).base;
    const Op* made = graph.definition(base);
    if (!made || memory.count(base) || rule_of(*made).role != Role::Inlined ||
        !rule_of(*made).is_elementwise())
        return false;
    const frontend::TensorType& type = graph.function().tensor(base);
    return frontend::is_float(type.element) && contraction.reductions.size() == 1 &&
           contraction.reductions.front().operand_stride(is_rhs) != 0 &&
           element_cost(graph, memory, base) <= largest_prologue &&
           (longest_op(graph, memory, base) < long_op || uses(contraction, is_rhs) < many_uses) &&
           (is_panel(contraction, is_rhs) || is_row_of_lanes(contraction, is_rhs) ||
            packable_source(graph, memory, base) != frontend::no_value) &&
           base_index(contraction, is_rhs, type.shape);
}

}  // namespace hlo2c::scheduler
