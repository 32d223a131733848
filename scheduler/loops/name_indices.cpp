#include "scheduler/loops/name_indices.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler/loops/local_names.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

bool is_unnamed(const std::string& symbol) {
    return without_numbers(symbol) == "index";
}

bool is_access(const Node& node) {
    return node.kind == NodeKind::Load || node.kind == NodeKind::Store || node.kind == NodeKind::Prefetch;
}

bool is_let(const Node& node) {
    return node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let;
}

/// What names are used for.
class IndexUses {
public:
    explicit IndexUses(const LoopNest& nest) : nest_(nest) {
        const std::vector<char> reachable = reachable_nodes(nest);
        for (NodeId id = 0; id <= nest.body; id++) {
            if (!reachable[id]) continue;
            const Node& node = nest[id];
            if (is_access(node))
                read(node.operands[0], [&](Uses& uses) { uses.buffers.insert(node.symbol); });
            if (is_let(node)) read(node.operands[0], [&](Uses& uses) { uses.names.insert(node.symbol); });
        }
    }

    /// The buffer whose elements alone the index finds, or "".
    std::string buffer_of(const std::string& symbol) const {
        std::set<std::string> seen, buffers;
        std::vector<std::string> work = {symbol};
        while (!work.empty()) {
            const std::string each = work.back();
            work.pop_back();
            const auto found = uses_.find(each);
            if (found == uses_.end() || !seen.insert(each).second) continue;
            buffers.insert(found->second.buffers.begin(), found->second.buffers.end());
            work.insert(work.end(), found->second.names.begin(), found->second.names.end());
        }
        return buffers.size() == 1 ? *buffers.begin() : "";
    }

private:
    struct Uses {
        std::set<std::string> buffers;
        std::set<std::string> names;  ///< of what is computed from it
    };

    /// Calls `note` for each name that a value is computed from, except for those that find elements in
    /// memory.
    template <typename Note>
    void read(NodeId value, const Note& note) {
        std::set<NodeId> seen;
        std::vector<NodeId> work = {value};
        while (!work.empty()) {
            const NodeId id = work.back();
            work.pop_back();
            const Node& node = nest_[id];
            if (is_access(node) || !seen.insert(id).second) continue;
            if (node.kind == NodeKind::Variable) note(uses_[node.symbol]);
            work.insert(work.end(), node.operands.begin(), node.operands.end());
        }
    }

    const LoopNest& nest_;
    std::map<std::string, Uses> uses_;
};

}  // namespace

LoopNest name_indices(const LoopNest& nest) {
    const IndexUses uses(nest);
    frontend::NameTable taken;
    take_names(nest, taken);
    std::map<std::string, std::string> names;
    for (NodeId id = nest.body + 1; id-- > 0;) {  // outer names first
        const Node& node = nest[id];
        if (!is_let(node) || !is_unnamed(node.symbol) || names.contains(node.symbol)) continue;
        if (const std::string buffer = uses.buffer_of(node.symbol); !buffer.empty())
            names[node.symbol] = taken.claim(buffer + "_at");
    }
    return rebuild(nest, [&](LoopNest& made, Node& node) {
        const auto name = names.find(node.symbol);
        if (name == names.end() || (!is_let(node) && node.kind != NodeKind::Variable)) return no_node;
        Node named = node;
        named.symbol = name->second;
        return made.add(std::move(named));
    });
}

}  // namespace hlo2c::scheduler
