#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Walks the ops of a function in order, regions included, and replaces them. It serves passes that look at
/// one op and at the definitions of its operands. The walk renames uses as it reaches them, so a replacement
/// does not have to search for uses.
class Rewriter {
public:
    /// Looks at one op, whose operands are already renamed. Returns values of the same types that replace its
    /// results, and the op is removed; or nothing, and the op stays. A rule that changes the op in place
    /// calls `touch`.
    using Rule = std::function<std::optional<std::vector<ValueId>>(Rewriter&, Op&)>;

    Rewriter(const Program& program, Function& function);

    /// Applies the rule to every op once; true when anything changed.
    bool run(const Rule& rule);

    const Program& program() const { return program_; }
    const Function& function() const { return function_; }
    const Type& type(ValueId value) const { return function_.type(value); }
    const TensorType& tensor(ValueId value) const { return function_.tensor(value); }
    /// The value that replaces `value` by now, for operands in the regions of the current op, which are not
    /// renamed yet.
    ValueId renamed(ValueId value) const { return renamed_[value]; }

    /// The op that defines a value, without its regions; nullptr for arguments.
    const Op* definition(ValueId value) const;
    /// The same if it has this code, else nullptr.
    const Op* definition(ValueId value, OpCode code) const;
    /// The literal of a value that stablehlo.constant defines, else nullptr.
    const Literal* constant(ValueId value) const;
    /// Number of uses that a value had when the walk began.
    int uses(ValueId value) const { return value < uses_.size() ? uses_[value] : 1; }
    /// How many of them belong to the current op and to ops before it.
    int uses_so_far(ValueId value) const { return value < uses_so_far_.size() ? uses_so_far_[value] : 1; }

    /// Inserts an op before the current one and fills in `op.results`. Its location is the current op's
    /// unless it has one.
    ValueId emit(Op op, Type type);
    /// The same for an op with any number of results.
    std::vector<ValueId> emit(Op op, std::vector<Type> types);
    ValueId emit_constant(Literal literal);
    /// The same, for a value of another type with the same bits, such as a quantized one, at a location.
    ValueId emit_constant(Literal literal, TensorType type, LocationId location = unknown_location);
    /// A value for an argument or result inside the region of an op that will be emitted.
    ValueId new_value(Type type);
    /// Inserts the ops of a region without arguments before the current op; returns what the region returns.
    std::vector<ValueId> splice(Region region);
    /// The same for a region whose arguments are replaced by these values.
    std::vector<ValueId> splice(Region region, const std::vector<ValueId>& arguments);
    /// A region for an op that will be emitted: `build` emits its ops and returns its results.
    Region make_region(std::vector<ValueId> arguments, const std::function<std::vector<ValueId>()>& build);

    /// Makes the ops after the current one use `by` instead of `value`, which has the same type.
    void replace_after(ValueId value, ValueId by);

    void touch() { changed_ = true; }

private:
    void walk(Region& region, const Rule& rule);
    void walk_op(Op op, std::vector<Op>& out, const Rule& rule);
    void define(const Op& op);
    ValueId new_value(Type type, LocationId location);

    const Program& program_;
    Function& function_;
    std::vector<ValueId> renamed_;
    std::vector<std::shared_ptr<const Op>> definitions_;
    std::vector<int> uses_, uses_so_far_;
    std::vector<Op>* out_ = nullptr;
    const Rule* rule_ = nullptr;
    const Op* current_ = nullptr;
    bool changed_ = false;
};

/// Sets a function's result types to the types of the values it returns.
void take_returned_types(Function& function);

}  // namespace hlo2c::frontend
