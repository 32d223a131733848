#include "scheduler/loops/crowded_loops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scheduler/loops/affine.h"

namespace hlo2c::scheduler {
namespace {

/// Registers that compilers use beside sums and operands of a step: a broadcast scalar, and a copy.
constexpr std::size_t working_registers = 2;

class CrowdedLoops {
public:
    explicit CrowdedLoops(const LoopNest& nest) : nest_(nest) {
        for (const BufferParameter& each : nest.parameters)
            if (!each.written) constant_.insert(each.name);
        visit(nest.body);
    }

    /// The innermost loops that need more registers than there are.
    std::vector<NodeId> run(std::size_t registers) const {
        std::vector<NodeId> crowded;
        for (const NodeId id : innermost_) {
            const std::vector<NodeId>& around = around_.at(id);
            std::set<std::string> kept;
            for (const Read& read : reads_)
                if (is_kept(read, id, around)) kept.insert(read.place);
            const std::size_t used = registers_of(id) + working_registers;
            if (!kept.empty() && used + kept.size() >= registers) crowded.push_back(id);
        }
        return crowded;
    }

private:
    /// Floats that are read from a constant operand.
    struct Read {
        std::string place;
        Affine index;
        bool is_vector;
        std::vector<NodeId> loops;  ///< around it, outermost first
    };

    void visit(NodeId id) {
        const Node& node = nest_[id];
        if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let)
            lets_[node.symbol] = node.operands[0];
        if (node.kind == NodeKind::Load) note(node);
        if (node.kind == NodeKind::Assign && !loops_.empty() && is_float_vector(node.operands[0]))
            sums_[loops_.back()].insert(node.symbol);
        if (node.kind != NodeKind::For) {
            for (const NodeId operand : node.operands) visit(operand);
            return;
        }
        around_[id] = loops_;
        loops_.push_back(id);
        const std::size_t before = around_.size();
        for (const NodeId operand : node.operands) visit(operand);
        if (around_.size() == before && node.loop == LoopKind::Serial) innermost_.push_back(id);
        loops_.pop_back();
    }

    bool is_float_vector(NodeId id) const {
        return nest_[id].type.lanes > 1 && is_float(nest_[id].type.kind);
    }

    void note(const Node& load) {
        if (!constant_.count(load.symbol) || !is_float(load.type.kind)) return;
        const Node& index = nest_[load.operands[0]];
        const NodeId first = index.kind == NodeKind::Ramp ? index.operands[0] : load.operands[0];
        const auto place = affine_form(nest_, first, lets_);
        if (place)
            reads_.push_back(
                {load.symbol + "[" + to_text(*place) + "]", *place, load.type.lanes > 1, loops_});
    }

    /// The sums of a loop, and the vectors that one of its steps reads.
    std::size_t registers_of(NodeId loop) const {
        const auto sums = sums_.find(loop);
        if (sums == sums_.end()) return 0;
        std::set<std::string> vectors;
        for (const Read& read : reads_)
            if (read.is_vector && !read.loops.empty() && read.loops.back() == loop)
                vectors.insert(read.place);
        return sums->second.size() + vectors.size();
    }

    /// True if compilers load what is read before a loop around `loop`, and keep it while `loop` runs: the
    /// index is the same in all iterations of the innermost loop around both, and of those inside it.
    bool is_kept(const Read& read, NodeId loop, const std::vector<NodeId>& around) const {
        if (std::find(read.loops.begin(), read.loops.end(), loop) != read.loops.end()) return false;
        std::size_t shared = 0;
        while (shared < std::min(around.size(), read.loops.size()) && around[shared] == read.loops[shared])
            shared++;
        if (shared == 0) return false;
        return std::none_of(read.loops.begin() + static_cast<std::ptrdiff_t>(shared) - 1, read.loops.end(),
                            [&](NodeId each) { return read.index.terms.count(nest_[each].symbol) != 0; });
    }

    const LoopNest& nest_;
    std::set<std::string> constant_;
    std::map<std::string, NodeId> lets_;
    std::vector<NodeId> loops_;  ///< around what is visited, outermost first
    std::map<NodeId, std::vector<NodeId>> around_;
    std::map<NodeId, std::set<std::string>> sums_;
    std::vector<NodeId> innermost_;
    std::vector<Read> reads_;
};

}  // namespace

LoopNest mark_crowded_loops(LoopNest nest, const Target& target) {
    if (target.architecture != Architecture::X86_64) return nest;
    for (const NodeId id : CrowdedLoops(nest).run(static_cast<std::size_t>(target.vector_registers)))
        nest.nodes[static_cast<std::size_t>(id)].loop = LoopKind::Crowded;
    return nest;
}

}  // namespace hlo2c::scheduler
