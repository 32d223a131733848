#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Writes the body of a LoopNest in the order of execution. A name that `let` binds is visible to what
/// follows it in the same scope. A scope binds no name of its enclosing scopes; sibling scopes may bind the
/// same names.
class LoopBuilder {
public:
    explicit LoopBuilder(LoopNest& nest);

    ValueType type(NodeId node) const { return nest_[node].type; }
    NodeId integer(std::int64_t value) { return nest_.integer(value); }
    NodeId real(double value, ValueType type);
    NodeId add(NodeId a, NodeId b) { return nest_.binary(NodeKind::Add, a, b); }
    NodeId offset(NodeId a, std::int64_t distance);
    NodeId subtract(NodeId a, NodeId b) { return nest_.binary(NodeKind::Subtract, a, b); }
    NodeId multiply(NodeId a, NodeId b) { return nest_.binary(NodeKind::Multiply, a, b); }
    NodeId scaled(NodeId a, std::int64_t factor);
    NodeId minimum(NodeId a, NodeId b) { return nest_.binary(NodeKind::Minimum, a, b); }
    NodeId maximum(NodeId a, NodeId b) { return nest_.binary(NodeKind::Maximum, a, b); }
    NodeId less(NodeId a, NodeId b) { return nest_.binary(NodeKind::Less, a, b); }
    NodeId negate(NodeId a) { return nest_.unary(NodeKind::Negate, a); }
    /// a * b + c, rounded once on targets that can.
    NodeId fused(NodeId a, NodeId b, NodeId c);
    NodeId broadcast(NodeId scalar, ValueType type);
    NodeId select(NodeId condition, NodeId yes, NodeId no);
    NodeId shuffle(std::vector<NodeId> vectors, std::vector<int> lanes);
    /// Neighbours from `index` on, as many as the type has lanes.
    NodeId load(const std::string& buffer, NodeId index, ValueType type);

    /// Binds the value to a name like `stem`. A leaf stays itself.
    NodeId let(const std::string& stem, NodeId value);
    /// Stores neighbours from `index` on.
    void store(const std::string& buffer, NodeId index, NodeId value);
    /// The body gets the loop variable, begin to begin + extent - 1.
    void loop_from(const std::string& stem, NodeId begin, NodeId extent,
                   const std::function<void(NodeId)>& body);
    /// The same from 0 on.
    void loop_to(const std::string& stem, NodeId extent, const std::function<void(NodeId)>& body);
    /// The same, but a loop of one iteration is its body, and one of none is left out.
    void loop(const std::string& stem, std::int64_t extent, const std::function<void(NodeId)>& body);
    /// The same in parallel. With `slots`, each of them runs a range of the iterations, and has arrays of its
    /// own in scratch; the extent is at least that many.
    void parallel_loop(const std::string& stem, std::int64_t extent, int slots,
                       const std::function<void(NodeId)>& body);
    void branch(NodeId condition, const std::function<void()>& yes, const std::function<void()>& no = {});
    /// Makes a variable that can be stored to, for the rest of the scope. Returns its name, that of a buffer
    /// with one element.
    std::string variable(const std::string& stem, ScalarKind kind = ScalarKind::I32);
    /// Allocates an array in scratch around the whole body, or around the body of the parallel loop that
    /// follows. Returns its name.
    std::string scratch(const std::string& stem, ScratchContents contents, ScalarKind element,
                        std::int64_t elements);
    /// The statements so far, with the arrays around them.
    NodeId body();
    /// Sets the body of the nest.
    void finish() { nest_.body = body(); }

private:
    struct Entry {
        std::string name;                   ///< that a let binds or a variable has; "" for a statement
        NodeId node;                        ///< no_node for a variable
        ScalarKind kind = ScalarKind::I32;  ///< of a variable
    };
    struct Array {
        std::string name;
        ScratchContents contents;
        ScalarKind element;
        std::int64_t elements;
    };

    NodeId ramp(NodeId index, int lanes);
    NodeId with_arrays(NodeId body);
    NodeId scope(const std::function<void()>& body);

    LoopNest& nest_;
    frontend::NameTable names_;
    std::vector<Entry> entries_;
    std::vector<Array> arrays_;
};

/// The first iteration that a slot runs, and how many, of a loop of `extent` iterations.
struct SlotRange {
    NodeId first, count;
};
SlotRange range_of_slot(LoopNest& nest, NodeId slot, std::int64_t extent, int slots);
/// The extent of the loop whose iterations a loop over slots divides as `range_of_slot` does; nothing for
/// other loops.
std::optional<std::int64_t> extent_of_slots(const LoopNest& nest, const Node& slots);

}  // namespace hlo2c::scheduler
