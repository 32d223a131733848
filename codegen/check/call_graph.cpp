#include "codegen/check/call_graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace hlo2c::codegen {
namespace {

/// Tarjan's strongly connected components, with an explicit stack instead of recursion.
class Components {
public:
    explicit Components(const CallGraph& graph)
        : graph_(graph),
          index_(graph.functions.size(), unvisited),
          low_(graph.functions.size()),
          on_stack_(graph.functions.size()) {
        for (std::size_t node = 0; node < index_.size(); ++node)
            if (index_[node] == unvisited) visit(node);
    }
    const std::vector<std::vector<std::size_t>>& found() const { return found_; }

private:
    static constexpr std::size_t unvisited = static_cast<std::size_t>(-1);
    struct Frame {
        std::size_t node, next_edge;
    };

    void enter(std::size_t node) {
        index_[node] = low_[node] = next_index_++;
        stack_.push_back(node);
        on_stack_[node] = true;
        frames_.push_back({node, 0});
    }

    void visit(std::size_t root) {
        enter(root);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            const auto& edges = graph_.reaches[frame.node];
            if (frame.next_edge < edges.size()) {
                const std::size_t target = edges[frame.next_edge++];
                if (index_[target] == unvisited)
                    enter(target);
                else if (on_stack_[target])
                    low_[frame.node] = std::min(low_[frame.node], index_[target]);
                continue;
            }
            const std::size_t node = frame.node;
            frames_.pop_back();
            if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
            if (low_[node] == index_[node]) close(node);
        }
    }

    void close(std::size_t root) {
        std::vector<std::size_t> component;
        std::size_t node;
        do {
            node = stack_.back();
            stack_.pop_back();
            on_stack_[node] = false;
            component.push_back(node);
        } while (node != root);
        std::sort(component.begin(), component.end());
        found_.push_back(std::move(component));
    }

    const CallGraph& graph_;
    std::vector<std::size_t> index_, low_, stack_;
    std::vector<bool> on_stack_;
    std::vector<Frame> frames_;
    std::vector<std::vector<std::size_t>> found_;  ///< callees before callers
    std::size_t next_index_ = 0;
};

}  // namespace

CallGraph build_call_graph(const SourceFacts& facts) {
    CallGraph graph;
    std::map<FunctionKey, std::size_t> number;
    for (const auto& [key, function] : facts.functions) {
        number.emplace(key, graph.functions.size());
        graph.functions.push_back(key);
    }
    std::map<std::string, std::set<std::size_t>> in_tables;
    for (const TableEntry& entry : facts.table_entries)
        if (const auto found = number.find(entry.target); found != number.end())
            in_tables[entry.type].insert(found->second);
    for (const auto& [key, function] : facts.functions) {
        std::set<std::size_t> targets;
        for (const FunctionUse& use : function.uses)
            if (const auto found = number.find(use.target); found != number.end())
                targets.insert(found->second);
        for (const IndirectCall& call : function.indirect_calls)
            if (const auto found = in_tables.find(call.type); found != in_tables.end())
                targets.insert(found->second.begin(), found->second.end());
        graph.reaches.emplace_back(targets.begin(), targets.end());
    }
    return graph;
}

std::vector<std::vector<FunctionKey>> find_recursion(const CallGraph& graph) {
    std::vector<std::vector<FunctionKey>> result;
    const Components components(graph);
    for (const auto& component : components.found()) {
        const std::size_t first = component.front();
        const auto& edges = graph.reaches[first];
        if (component.size() == 1 && !std::binary_search(edges.begin(), edges.end(), first)) continue;
        std::vector<FunctionKey> names;
        for (const std::size_t node : component) names.push_back(graph.functions[node]);
        result.push_back(std::move(names));
    }
    std::sort(result.begin(), result.end());
    return result;
}

DeepestPath find_deepest_path(const CallGraph& graph, const SourceFacts& facts) {
    const std::size_t count = graph.functions.size();
    std::vector<std::int64_t> depth(count, 0);
    std::vector<std::size_t> next(count, count);
    std::vector<bool> done(count, false);
    const Components components(graph);
    for (const auto& component : components.found())
        for (const std::size_t node : component) {
            std::int64_t below = 0;
            for (const std::size_t target : graph.reaches[node])
                if (done[target] && (depth[target] > below || next[node] == count)) {
                    below = std::max(below, depth[target]);
                    next[node] = target;
                }
            depth[node] = facts.functions.at(graph.functions[node]).stack_bytes + below;
            done[node] = true;
        }
    DeepestPath result;
    const auto deepest = std::max_element(depth.begin(), depth.end());
    if (deepest == depth.end()) return result;
    result.bytes = *deepest;
    for (std::size_t node = static_cast<std::size_t>(deepest - depth.begin()); node != count;
         node = next[node])
        result.functions.push_back(graph.functions[node]);
    return result;
}

}  // namespace hlo2c::codegen
