#include "scheduler/loops/touched_bytes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

class TouchedElements {
public:
    explicit TouchedElements(const LoopNest& nest) : nest_(nest) { statement(nest.body, 1); }

    std::int64_t bytes() const {
        std::int64_t total = 0;
        for (const BufferParameter& parameter : nest_.parameters)
            for (const auto* counts : {&loaded_, &stored_})
                if (const auto found = counts->find(parameter.name); found != counts->end())
                    total += std::min(found->second, parameter.elements) * byte_width(parameter.element);
        return total;
    }

    std::vector<std::int64_t> accessed() const {
        std::vector<std::int64_t> bytes;
        for (const BufferParameter& parameter : nest_.parameters)
            bytes.push_back(accessed(parameter.name, parameter.elements, parameter.element));
        std::int64_t scratch = 0;
        for (const auto& [name, node] : scratch_)
            scratch = capped_sum(scratch, accessed(name, node->integer, node->type.kind));
        bytes.push_back(scratch);
        return bytes;
    }

private:
    std::int64_t accessed(const std::string& name, std::int64_t elements, ScalarKind kind) const {
        std::int64_t total = 0;
        for (const auto* counts : {&loaded_, &stored_})
            if (const auto found = counts->find(name); found != counts->end())
                total = capped_sum(total, found->second >= most_counted ? elements : found->second);
        return capped_product(total, byte_width(kind));
    }

    void statement(NodeId id, std::int64_t trips) {
        const Node& node = nest_[id];
        std::vector<NodeId> expressions;
        for (const NodeId each : node.operands)
            if (!is_statement(nest_[each].kind)) expressions.push_back(each);
        for_each_below(nest_, std::move(expressions), [&](NodeId each) {
            if (nest_[each].kind == NodeKind::Load)
                count(loaded_, nest_[each].symbol, nest_[nest_[each].operands[0]], trips);
        });
        if (node.kind == NodeKind::Allocate && node.memory == MemoryKind::Scratch)
            scratch_[node.symbol] = &node;
        if (node.kind == NodeKind::Store) count(stored_, node.symbol, nest_[node.operands[0]], trips);
        const std::int64_t inside = node.kind == NodeKind::For
                                        ? capped_product(trips, most_iterations(nest_, node.operands[1]))
                                        : trips;
        for (const NodeId each : node.operands)
            if (is_statement(nest_[each].kind)) statement(each, inside);
    }

    static void count(std::map<std::string, std::int64_t>& counts, const std::string& buffer,
                      const Node& index, std::int64_t trips) {
        const int lanes = index.kind == NodeKind::Broadcast ? 1 : index.type.lanes;
        std::int64_t& elements = counts[buffer];
        elements = capped_sum(elements, capped_product(trips, lanes));
    }

    const LoopNest& nest_;
    std::map<std::string, std::int64_t> loaded_, stored_;
    std::map<std::string, const Node*> scratch_;  ///< arrays of the scratch
};

/// A lower bound of an index, if one is known.
std::optional<std::int64_t> least_value(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Integer) return node.integer;
    if (node.kind != NodeKind::Maximum) return std::nullopt;
    const auto first = least_value(nest, node.operands[0]), second = least_value(nest, node.operands[1]);
    return first && second ? std::max(*first, *second) : first ? first : second;
}

}  // namespace

std::int64_t capped_sum(std::int64_t a, std::int64_t b) {
    return std::min(most_counted, a + b);
}

std::int64_t capped_product(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? most_counted : std::min(result, most_counted);
}

std::int64_t most_iterations(const LoopNest& nest, NodeId extent) {
    const Node& node = nest[extent];
    const auto most = [&](std::size_t operand) { return most_iterations(nest, node.operands[operand]); };
    if (node.kind == NodeKind::Integer) return std::max<std::int64_t>(0, node.integer);
    if (node.kind == NodeKind::Select) return std::max(most(1), most(2));
    if (node.kind == NodeKind::Minimum) return std::min(most(0), most(1));
    if (node.kind == NodeKind::Subtract)
        if (const auto least = least_value(nest, node.operands[1]);
            least && *least >= 0 && most(0) < most_counted)
            return std::max<std::int64_t>(0, most(0) - *least);
    return most_counted;
}

std::int64_t touched_bytes(const LoopNest& nest) {
    return TouchedElements(nest).bytes();
}

std::vector<std::int64_t> accessed_bytes(const LoopNest& nest) {
    return TouchedElements(nest).accessed();
}

}  // namespace hlo2c::scheduler
