#include "scheduler/loops/rolled_loops.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

/// Compilers unroll loops of up to this many iterations. gcc takes a limit of one for an order to unroll two.
constexpr std::int64_t least_trips = 3, most_trips = 16;

/// The registers that the body of an innermost loop needs if the loop is unrolled.
class UnrolledLoop {
public:
    UnrolledLoop(const LoopNest& nest, const Node& loop) : nest_(nest), variable_(loop.symbol) {
        iterations_ = nest[loop.operands[1]].integer;
        for_each_below(nest, {loop.operands[2]}, [&](NodeId id) {
            if (nest[id].kind == NodeKind::LetStatement || nest[id].kind == NodeKind::Let)
                lets_[nest[id].symbol] = nest[id].operands[0];
        });
        for_each_below(nest, {loop.operands[2]}, [&](NodeId id) { note(nest[id]); });
    }

    /// True if one iteration assigns more often than there are registers: unrolling saves it nothing.
    bool is_long(int registers) const { return assignments_ > registers; }

    /// True if iterations share elements that do not fit into the registers beside the accumulators.
    bool crowds(int registers) const {
        std::size_t used = accumulators_.size();
        bool shares = false;
        for (const auto& [place, loads] : loads_) {
            const auto& [step, offsets] = loads;
            std::set<std::int64_t> read;
            for (const std::int64_t offset : offsets)
                for (std::int64_t i = 0; i < iterations_; i++) read.insert(offset + i * step);
            const bool reads_again = read.size() < offsets.size() * static_cast<std::size_t>(iterations_);
            shares = shares || (step != 0 && reads_again);
            used += reads_again ? read.size() : offsets.size();
        }
        return shares && used > static_cast<std::size_t>(registers);
    }

private:
    /// Buffer, lanes, and the index without its constant.
    using Place = std::tuple<std::string, int, std::string>;
    struct Loads {
        std::int64_t step = 0;  ///< from one iteration to the next
        std::set<std::int64_t> offsets;
    };

    void note(const Node& node) {
        if (node.kind == NodeKind::Assign && is_float(nest_[node.operands[0]].type.kind)) {
            accumulators_.insert(node.symbol);
            assignments_++;
        }
        if (node.kind != NodeKind::Load || !is_float(node.type.kind)) return;
        const Node& index = nest_[node.operands[0]];
        std::optional<Affine> first =
            affine_form(nest_, index.kind == NodeKind::Ramp ? index.operands[0] : node.operands[0], lets_);
        if (!first) return;
        const std::int64_t offset = first->constant;
        first->constant = 0;
        Loads& loads = loads_[{node.symbol, node.type.lanes, to_text(*first)}];
        loads.step = step_of(*first);
        loads.offsets.insert(offset);
    }

    std::int64_t step_of(const Affine& index) const {
        const auto found = index.terms.find(variable_);
        return found == index.terms.end() ? 0 : found->second;
    }

    const LoopNest& nest_;
    std::string variable_;
    std::int64_t iterations_ = 0;
    int assignments_ = 0;
    std::map<std::string, NodeId> lets_;
    std::set<std::string> accumulators_;
    std::map<Place, Loads> loads_;
};

bool is_short_innermost(const LoopNest& nest, const Node& node) {
    if (node.kind != NodeKind::For || node.loop != LoopKind::Serial) return false;
    const Node& extent = nest[node.operands[1]];
    if (extent.kind != NodeKind::Integer || extent.integer < least_trips || extent.integer > most_trips)
        return false;
    bool has_loop = false;
    for_each_below(nest, {node.operands[2]},
                   [&](NodeId id) { has_loop = has_loop || nest[id].kind == NodeKind::For; });
    return !has_loop;
}

}  // namespace

LoopNest mark_rolled_loops(LoopNest nest, const Target& target) {
    constexpr int widest_vector = 64;
    const bool is_arm = target.architecture == Architecture::Aarch64;
    const bool adds_products = target.architecture == Architecture::X86_64 && target.has_fma;
    if (!is_arm && (!adds_products || target.vector_bytes == widest_vector)) return nest;
    for (NodeId id = 0; id < static_cast<NodeId>(nest.nodes.size()); id++) {
        if (!is_short_innermost(nest, nest[id])) continue;
        const UnrolledLoop unrolled(nest, nest[id]);
        const int registers = target.vector_registers;
        if (is_arm ? unrolled.is_long(registers) : unrolled.crowds(registers))
            nest.nodes[static_cast<std::size_t>(id)].loop = LoopKind::Rolled;
    }
    return nest;
}

}  // namespace hlo2c::scheduler
