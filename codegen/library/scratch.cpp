#include "codegen/library/scratch.h"

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "frontend/diagnostic.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::codegen {
namespace {

using nlohmann::ordered_json;
using scheduler::Node;
using scheduler::NodeKind;
using scheduler::ScratchContents;

/// What an array holds, and why the kernel takes memory for it.
struct Purpose {
    std::string_view holds, reason;
};

Purpose purpose_of(ScratchContents contents) {
    switch (contents) {
        case ScratchContents::RowValues:
            return {"values of a row between the loops over it",
                    "the loops over a row compute each value once"};
        case ScratchContents::Panel:
            return {"elements of an operand, rearranged for the vectors that read them several times",
                    "the operand is rearranged once for all rows of the results"};
        case ScratchContents::ConvertedRows:
            return {"rows of an operand in the type of the sums",
                    "elements are converted once for all vectors of a panel"};
        case ScratchContents::StretchTotals:
            return {"sums between stretches of their terms, until the epilogue reads them",
                    "all rows use a stretch of the panel while it is in the cache"};
        case ScratchContents::BlockSums:
            return {"sums of a block of tiles, until the epilogue reads them",
                    "the epilogue is a loop instead of code for each row of a tile"};
        case ScratchContents::PaddedLines:
            return {"lines of an operand with the padding around them",
                    "the padded operand is never in memory as a whole"};
        case ScratchContents::TransformedTiles:
            return {"tiles of an operand, transformed", "a tile is transformed once for all output features"};
        case ScratchContents::TileProducts:
            return {"products of transformed tiles, summed over channels",
                    "sums are transformed back once, after the last channel"};
        case ScratchContents::TransformSteps:
            return {"a row between the steps of its transform",
                    "each step reads everything that the previous step wrote"};
        case ScratchContents::SortedRuns:
            return {"sorted runs of a row, merged back and forth",
                    "a merge cannot write over the runs that it reads"};
        case ScratchContents::FirstElements:
            return {"keys and positions of the elements of a row that come first in sorted order",
                    "each element is compared with the last one of these"};
    }
    HLO2C_CHECK(false, "a scratch array with unknown contents");
}

class ScratchArrays {
public:
    explicit ScratchArrays(const scheduler::LoopNest& nest) : nest_(nest) {}

    ordered_json run() {
        visit(nest_.body, 1);
        return std::move(arrays_);
    }

    std::int64_t slots() const { return slots_; }

private:
    void visit(scheduler::NodeId id, std::int64_t slots) {
        const Node& node = nest_[id];
        if (is_parallel_loop(node)) slots = nest_[node.operands[1]].integer;
        if (node.kind == NodeKind::Allocate && node.memory == scheduler::MemoryKind::Scratch) {
            slots_ = std::max(slots_, slots);
            const Purpose purpose = purpose_of(node.contents);
            arrays_.push_back(
                {{"name", node.symbol},
                 {"type", fmt::format("{}[{}]", scheduler::spelling(node.type.kind), node.integer)},
                 {"holds", purpose.holds},
                 {"reason", purpose.reason}});
        }
        for (const scheduler::NodeId operand : node.operands)
            if (seen_.insert(operand).second) visit(operand, slots);
    }

    const scheduler::LoopNest& nest_;
    ordered_json arrays_ = ordered_json::array();
    std::set<scheduler::NodeId> seen_;
    std::int64_t slots_ = 1;
};

}  // namespace

ordered_json scratch_json(const scheduler::Kernel& kernel) {
    if (kernel.nest.scratch_bytes == 0) return nullptr;
    ordered_json json{{"bytes", kernel.nest.scratch_bytes}};
    if (kernel.origin == scheduler::KernelOrigin::Runtime) {
        json["bytes_per_slot"] = kernel.nest.scratch_bytes;
        json["arrays"] =
            ordered_json::array({{{"name", "scratch"},
                                  {"type", fmt::format("u8[{}]", kernel.nest.scratch_bytes)},
                                  {"holds", "intermediate values of " + kernel.runtime_function},
                                  {"reason", "the algorithm needs working memory besides its operands"}}});
        return json;
    }
    ScratchArrays arrays(kernel.nest);
    ordered_json list = arrays.run();
    json["bytes_per_slot"] = kernel.nest.scratch_bytes / arrays.slots();
    json["arrays"] = std::move(list);
    return json;
}

}  // namespace hlo2c::codegen
