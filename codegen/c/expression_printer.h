#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "codegen/c/code.h"
#include "codegen/c/names.h"
#include "codegen/c/row_pointers.h"
#include "codegen/c/vector_support.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/loops/value_ranges.h"

namespace hlo2c::codegen {

/// Prints expressions of one nest. Vector booleans have no single form: they are integers of -1 and 0 with
/// the width of the data that they select, so they are printed for a given width.
class ExpressionPrinter {
public:
    using Emit = std::function<void(const Code&)>;
    /// `emit` receives declarations that must precede the current statement. `rows`: the pointers in scope.
    ExpressionPrinter(const scheduler::LoopNest& nest, VectorSupport& support, Names& names,
                      const std::vector<RowPointer>& rows, Emit emit)
        : nest_(nest), ranges_(nest), support_(support), names_(names), rows_(rows), emit_(std::move(emit)) {}

    /// The value, in parentheses if it binds looser than `loosest`. Not for boolean vectors.
    Code value(scheduler::NodeId id, int loosest = any_precedence);
    /// A boolean vector as integers of `bits`.
    Code mask(scheduler::NodeId id, int bits);
    /// The width at which a boolean vector needs no conversion; 0 if it needs none at any width.
    int natural_bits(scheduler::NodeId id) const;
    /// "a[index]".
    Code element(const std::string& buffer, scheduler::NodeId index);
    /// "&a[index]", or "a" for index 0.
    Code address(const std::string& buffer, scheduler::NodeId index);

    /// The type in C, for a declaration.
    std::string type_name(ValueType type);

    /// Prints a value as a name, or as a call of a function with other values as arguments.
    void give_name(scheduler::NodeId id, std::string name) { named_[id] = std::move(name); }
    void give_function(scheduler::NodeId id, std::string name, std::vector<scheduler::NodeId> arguments) {
        calls_[id] = {std::move(name), std::move(arguments)};
    }
    bool has_function(scheduler::NodeId id) const { return calls_.count(id) != 0; }

    /// Declares `symbol` as a constant with the value.
    void declare(const std::string& symbol, scheduler::NodeId value);

private:
    const scheduler::Node& node(scheduler::NodeId id) const { return nest_[id]; }
    CodeExpression print(scheduler::NodeId id);
    CodeExpression print_scalar_binary(scheduler::NodeId id);
    CodeExpression print_arithmetic(scheduler::NodeId id);
    CodeExpression print_select(const scheduler::Node& node);
    CodeExpression print_reinterpret(const scheduler::Node& node);
    CodeExpression print_boolean(const scheduler::Node& node);
    Code function(const std::string& operation, ValueType type,
                  const std::vector<scheduler::NodeId>& operands);
    Code with_arguments(Code begin, const std::vector<scheduler::NodeId>& operands);
    Code load(const scheduler::Node& node);
    CodeExpression convert(const scheduler::Node& node);
    Code call(const scheduler::Node& node);
    Code reduce(const scheduler::Node& node);
    Code natural_mask(scheduler::NodeId id);
    /// The width of all comparisons and elements from which a boolean vector is combined, so that the result
    /// alone is converted: 0 if there are none, -1 if their widths differ.
    int common_bits(scheduler::NodeId id) const;
    /// What an element is counted from: a buffer or a row of it.
    struct Position {
        std::string pointer;
        Code index;
    };
    Position position(const std::string& buffer, scheduler::NodeId index);

    const scheduler::LoopNest& nest_;
    scheduler::ValueRanges ranges_;
    VectorSupport& support_;
    Names& names_;
    const std::vector<RowPointer>& rows_;
    Emit emit_;
    std::map<scheduler::NodeId, std::string> named_;
    std::map<scheduler::NodeId, std::pair<std::string, std::vector<scheduler::NodeId>>> calls_;
};

}  // namespace hlo2c::codegen
