#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/loops/loop_builder.h"
#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler::halide {

/// What the loops of sorts have in common: the rows of the operands and results, and access to the elements
/// of the current one.
class SortRows {
protected:
    /// Where the elements of a row are: contiguous in scratch, or in a tensor with rows of `length`. Without
    /// a name, loaded elements are their positions, and stored ones are not needed.
    struct Place {
        std::string name;
        bool in_tensor = false;
        std::int64_t length = 0;
    };
    using Places = std::vector<Place>;
    static constexpr ValueType index_type{ScalarKind::I32, 1};

    SortRows(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request);

    /// Runs `body` for every row, and makes this the kernel's statement.
    void each_row(const std::function<void()>& body);

    /// "merged", "merged2", ...: a name for each operand of a sort.
    static std::string numbered(const std::string& stem, std::size_t q);
    std::size_t operands() const { return elements_.size(); }
    ScalarKind stored(std::size_t q) const;
    NodeId load(const Place& place, std::size_t q, NodeId position);
    NodeId converted(NodeId value, ValueType type);
    void store(const Place& place, NodeId position, NodeId value);
    NodeId clamp(NodeId value, std::int64_t low, std::int64_t high);
    /// The first result of `region`. Nodes `first[q]` and `second[q]`, which are constants or bound to names,
    /// are operand q of the first and of the second element.
    NodeId apply(const frontend::Region& region, const std::vector<NodeId>& first,
                 const std::vector<NodeId>& second);

    KernelAssembly& assembly_;
    ElementBuilder& builder_;
    const frontend::Op& op_;
    LoopNest& nest_;
    LoopBuilder loops_;
    const SortSchedule& schedule_;
    const SortProblem& problem_;
    Places input_, output_;

private:
    NodeId address(const Place& place, NodeId position);

    std::vector<frontend::ElementType> elements_;
    NodeId row_ = no_node, column_ = no_node;
};

/// A stable sort of each row by one byte of the elements' keys after the other. The problem has a key.
void write_radix_sort(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request);
/// The first elements of each row, in the order of a stable sort. The problem has a key.
void write_selection(KernelAssembly& assembly, ElementBuilder& builder, const GroupToLower& request);

}  // namespace hlo2c::scheduler::halide
