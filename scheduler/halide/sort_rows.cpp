#include "scheduler/halide/sort_rows.h"

#include <map>

#include "scheduler/groups/element_form.h"
#include "scheduler/groups/sorted_rows.h"
#include "scheduler/halide/element_conversion.h"
#include "scheduler/halide/element_type_mapping.h"

namespace hlo2c::scheduler::halide {

SortRows::SortRows(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request)
    : assembly_(assembly),
      builder_(builder),
      op_(request.context.graph.op(request.group.anchor())),
      nest_(assembly.kernel().nest),
      loops_(nest_),
      schedule_(std::get<SortSchedule>(request.schedule)),
      problem_(std::get<SortProblem>(request.problem.problem.form)) {
    const RegionGraph& graph = assembly.context().graph;
    int outputs = 0;
    for (std::size_t q = 0; q < op_.operands.size(); q++) {
        elements_.push_back(assembly.context().tensor(op_.operands[q]).element);
        input_.push_back({"", true, problem_.length});
        if (!counts_positions(graph, op_, q)) input_[q].name = assembly.input_name(op_.operands[q]);
        output_.push_back({"", true, problem_.kept});
        const frontend::ValueId root = sorted_root(graph, request.group, q);
        if (root == frontend::no_value) continue;
        assembly.add_output(root);
        output_[q].name = assembly.output_name(outputs++);
    }
}

void SortRows::each_row(const std::function<void()>& body) {
    const bool is_parallel = schedule_.parallel.loops > 0;
    const auto around = [&](const char* stem, std::int64_t extent, bool outermost,
                            const std::function<void(NodeId)>& inside) {
        if (is_parallel && outermost)
            loops_.parallel_loop(stem, extent, schedule_.parallel.slots, inside);
        else
            loops_.loop(stem, extent, inside);
    };
    around("row", problem_.outer, problem_.outer > 1, [&](NodeId row) {
        around("column", problem_.inner, problem_.outer == 1, [&](NodeId column) {
            row_ = row;
            column_ = column;
            body();
        });
    });
    assembly_.add_statement(loops_.body());
}

std::string SortRows::numbered(const std::string& stem, std::size_t q) {
    return q == 0 ? stem : stem + std::to_string(q + 1);
}

ScalarKind SortRows::stored(std::size_t q) const {
    return storage_kind(elements_[q]);
}

NodeId SortRows::address(const Place& place, NodeId position) {
    if (!place.in_tensor) return position;
    const NodeId flat =
        problem_.inner > 1 ? loops_.add(loops_.scaled(position, problem_.inner), column_) : position;
    return problem_.outer > 1 ? loops_.add(loops_.scaled(row_, place.length * problem_.inner), flat) : flat;
}

NodeId SortRows::load(const Place& place, std::size_t q, NodeId position) {
    if (place.name.empty()) return converted(position, {stored(q), 1});
    return loops_.load(place.name, address(place, position), {stored(q), 1});
}

NodeId SortRows::converted(NodeId value, ValueType type) {
    return nest_[value].type == type
               ? value
               : nest_.add({.kind = NodeKind::Convert, .type = type, .operands = {value}});
}

void SortRows::store(const Place& place, NodeId position, NodeId value) {
    if (!place.name.empty()) loops_.store(place.name, address(place, position), value);
}

NodeId SortRows::clamp(NodeId value, std::int64_t low, std::int64_t high) {
    return loops_.minimum(loops_.maximum(value, loops_.integer(low)), loops_.integer(high));
}

NodeId SortRows::apply(const frontend::Region& region, const std::vector<NodeId>& first,
                       const std::vector<NodeId>& second) {
    std::vector<Halide::Expr> arguments;
    std::map<std::string, std::string> names;
    for (std::size_t q = 0; q < elements_.size(); q++)
        for (const NodeId element : {first[q], second[q]}) {
            const Node& node = nest_[element];
            const Halide::Type type = halide_type(stored(q));
            Halide::Expr raw;
            if (node.kind == NodeKind::Integer) {
                raw = Halide::Internal::make_const(type, node.integer);
            } else {
                names[node.symbol] = node.symbol;
                raw = Halide::Internal::Variable::make(type, node.symbol);
            }
            arguments.push_back(from_memory(raw, elements_[q]));
        }
    const Halide::Expr value = builder_.apply(region, arguments)[0];
    return assembly_.expression(Halide::Internal::common_subexpression_elimination(value), names);
}

}  // namespace hlo2c::scheduler::halide
