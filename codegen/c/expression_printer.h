#pragma once

#include <functional>
#include <string>

#include "codegen/c/names.h"
#include "codegen/c/vector_support.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// Precedence of C operators, tightest first.
enum Precedence : int {
    primary = 0,
    unary = 2,
    multiplicative = 3,
    additive = 4,
    shift = 5,
    relational = 6,
    equality = 7,
    bitwise = 10,
    logical_and = 11,
    logical_or = 12,
    conditional = 13,
    any_precedence = 99
};

/// Prints expressions of one nest. Vector booleans have no single form: they are integers of -1 and 0 with
/// the width of the data they select, so they are printed for a width.
class ExpressionPrinter {
public:
    using Emit = std::function<void(const std::string&)>;
    /// `emit` takes declarations that have to stand before the statement in hand.
    ExpressionPrinter(const scheduler::LoopNest& nest, VectorSupport& support, Names& names, Emit emit)
        : nest_(nest), support_(support), names_(names), emit_(std::move(emit)) {}

    /// The value, in parentheses where it binds looser than `loosest`. No boolean vectors.
    std::string value(scheduler::NodeId id, int loosest = any_precedence);
    /// A boolean vector as integers of `bits`.
    std::string mask(scheduler::NodeId id, int bits);
    /// Width at which a boolean vector comes without a conversion; 0 where every width does.
    int natural_bits(scheduler::NodeId id) const;
    /// "&a[index]", or "a" for index 0.
    std::string address(const std::string& buffer, scheduler::NodeId index);

    /// Declares `symbol` as a constant with the value.
    void declare(const std::string& symbol, scheduler::NodeId value);
    /// All values that a node may have; what may wrap is anything of its type.
    scheduler::Interval range(scheduler::NodeId id) const;
    bool is_nonnegative(scheduler::NodeId id) const { return range(id).low >= 0; }

private:
    struct Text {
        std::string text;
        int precedence = primary;
    };
    const scheduler::Node& node(scheduler::NodeId id) const { return nest_[id]; }
    Text print(scheduler::NodeId id);
    Text print_scalar_binary(const scheduler::Node& node);
    /// The same as if integers had no ends.
    scheduler::Interval unbounded_range(const scheduler::Node& node) const;
    Text print_boolean(const scheduler::Node& node);
    std::string function(const std::string& operation, ValueType type,
                         const std::vector<scheduler::NodeId>& operands);
    std::string load(const scheduler::Node& node);
    std::string convert(const scheduler::Node& node);
    std::string call(const scheduler::Node& node);
    std::string reduce(const scheduler::Node& node);
    std::string shuffle(const scheduler::Node& node, ValueType type,
                        const std::vector<std::string>& operands);
    std::string natural_mask(scheduler::NodeId id);
    std::string temporary(ValueType type, const std::string& text);

    const scheduler::LoopNest& nest_;
    VectorSupport& support_;
    Names& names_;
    Emit emit_;
};

/// A float constant in C: the shortest decimal with the same bits; infinities and NaN by their bits.
std::string real_literal(ScalarKind kind, std::int64_t bits);
std::string integer_literal(ValueType type, std::int64_t value);

}  // namespace hlo2c::codegen
