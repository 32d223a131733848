#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "frontend/name_table.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The locals of a nest: how often each name is bound, and which of them statements change.
struct LocalNames {
    explicit LocalNames(const LoopNest& nest) {
        for (const Node& node : nest.nodes) {
            if (node.kind == NodeKind::Assign) assigned.insert(node.symbol);
            if (node.kind == NodeKind::LetStatement || node.kind == NodeKind::Let ||
                node.kind == NodeKind::For || node.kind == NodeKind::Declare)
                bound[node.symbol]++;
        }
    }

    std::map<std::string, int> bound;
    std::set<std::string> assigned;
};

/// "value" for "value_3_2".
inline std::string_view without_numbers(std::string_view symbol) {
    for (;;) {
        const std::size_t last = symbol.find_last_not_of("0123456789");
        const bool has_number =
            last != std::string_view::npos && last > 0 && last + 1 < symbol.size() && symbol[last] == '_';
        if (!has_number) return symbol;
        symbol = symbol.substr(0, last);
    }
}

/// "sum_2[5]": the symbol of one of several locals that belong together, such as the sums of a tile.
inline std::string element_symbol(const std::string& array, int position) {
    return array + "[" + std::to_string(position) + "]";
}

/// Keeps the names of a nest, and those of its parameters, from being given again.
inline void take_names(const LoopNest& nest, frontend::NameTable& names) {
    for (const Node& node : nest.nodes) names.take(node.symbol);
    for (const BufferParameter& parameter : nest.parameters) names.take(parameter.name);
}

}  // namespace hlo2c::scheduler
