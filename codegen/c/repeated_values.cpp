#include "codegen/c/repeated_values.h"

#include <optional>
#include <set>

#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/value_numbers.h"

namespace hlo2c::codegen {

using scheduler::LocalNames;
using scheduler::LoopNest;
using scheduler::Node;
using scheduler::NodeId;
using scheduler::NodeKind;
using scheduler::ScalarKind;
using scheduler::ValueNumbers;

namespace {

constexpr int fewest_operations = 3, most_operations = 64;
constexpr std::size_t fewest_values = 3;

/// What a value computes, as text without its arguments, and these.
class Formula {
public:
    Formula(const LoopNest& nest, const LocalNames& locals, ValueNumbers& numbers)
        : nest_(nest), locals_(locals), numbers_(numbers) {}

    /// The text; none if no function should compute the value.
    std::optional<std::string> of(NodeId value) {
        if (nest_[value].type.kind == ScalarKind::Boolean || !add(value) || operations_ < fewest_operations)
            return std::nullopt;
        return text_;
    }

    bool reads_sum() const { return reads_sum_; }
    const std::vector<NodeId>& arguments() const { return arguments_; }
    const std::map<NodeId, std::size_t>& positions() const { return positions_; }

private:
    static bool is_argument(NodeKind kind) { return kind == NodeKind::Variable || kind == NodeKind::Load; }

    bool add(NodeId id) {
        const Node& node = nest_[id];
        const bool is_constant = node.kind == NodeKind::Integer || node.kind == NodeKind::Real;
        const bool is_operation = !is_constant && node.kind != NodeKind::Broadcast;
        text_ += '(' + spelling(node.kind) + ' ' + spelling(node.type);
        if (is_argument(node.kind)) return add_argument(id, node);
        // Whether integers may wrap decides how they are printed, and depends on the arguments.
        const bool may_wrap = !node.type.is_vector() && !is_float(node.type.kind) && !is_constant;
        if (is_operation) operations_++;
        if (node.kind == NodeKind::Let || may_wrap || operations_ > most_operations) return false;
        text_ += ' ' + node.symbol + ' ' + std::to_string(node.integer) + spelling(node.reduction);
        for (const int lane : node.lanes) text_ += ' ' + std::to_string(lane);
        for (const NodeId operand : node.operands)
            if (!add(operand)) return false;
        text_ += ')';
        return true;
    }

    bool add_argument(NodeId id, const Node& node) {
        if (node.type.kind == ScalarKind::Boolean) return false;
        const auto [position, is_new] = by_number_.insert({numbers_.of(id), arguments_.size()});
        if (is_new) arguments_.push_back(id);
        positions_[id] = position->second;
        reads_sum_ = reads_sum_ || locals_.assigned.count(node.symbol) != 0;
        text_ += ' ' + std::to_string(position->second) + ')';
        return true;
    }

    const LoopNest& nest_;
    const LocalNames& locals_;
    ValueNumbers& numbers_;
    std::string text_;
    std::vector<NodeId> arguments_;
    std::map<NodeId, std::size_t> positions_;
    std::map<int, std::size_t> by_number_;
    int operations_ = 0;
    bool reads_sum_ = false;
};

/// "bias" for "bias[3]" and for "bias_2".
std::string stem(const std::string& symbol) {
    return std::string(scheduler::without_numbers(symbol.substr(0, symbol.find('['))));
}

RepeatedValue function_of(const LoopNest& nest, NodeId value, const Formula& formula) {
    RepeatedValue result{.value = value,
                         .is_epilogue = formula.reads_sum(),
                         .parameters = {},
                         .arguments = formula.positions()};
    for (const NodeId argument : formula.arguments())
        result.parameters.push_back({stem(nest[argument].symbol), nest[argument].type});
    return result;
}

}  // namespace

RepeatedValues repeated_values(const LoopNest& nest) {
    const LocalNames locals(nest);
    ValueNumbers numbers(nest);
    struct Values {
        std::vector<NodeId> values;
        std::vector<RepeatedValueCall> calls;
        RepeatedValue function;
    };
    std::map<std::string, Values> by_formula;
    const std::vector<char> reachable = scheduler::reachable_nodes(nest);
    for (NodeId id = 0; id < nest.nodes.size(); id++) {
        if (!reachable[id] || nest[id].kind != NodeKind::Store) continue;
        const NodeId value = nest[id].operands[1];
        Formula formula(nest, locals, numbers);
        const auto text = formula.of(value);
        if (!text) continue;
        Values& found = by_formula[*text];
        if (found.values.empty()) found.function = function_of(nest, value, formula);
        found.values.push_back(value);
        found.calls.push_back({0, formula.arguments()});
    }
    RepeatedValues result;
    for (auto& [text, found] : by_formula) {
        if (found.values.size() < fewest_values) continue;
        for (std::size_t i = 0; i < found.values.size(); i++) {
            found.calls[i].function = result.functions.size();
            result.calls[found.values[i]] = found.calls[i];
        }
        result.functions.push_back(std::move(found.function));
    }
    return result;
}

}  // namespace hlo2c::codegen
