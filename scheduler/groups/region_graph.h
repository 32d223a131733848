#pragma once

#include <map>
#include <set>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// The definition and the readers of each value of one region. An op is identified by its position in the
/// region.
class RegionGraph {
public:
    RegionGraph(const frontend::Function& function, const frontend::Region& region);

    const frontend::Function& function() const { return function_; }
    const frontend::Region& region() const { return region_; }
    const frontend::Op& op(int position) const { return region_.ops[static_cast<std::size_t>(position)]; }
    int op_count() const { return static_cast<int>(region_.ops.size()); }

    /// The op of this region that defines `value`; nullptr for a region argument or a value of an enclosing
    /// region.
    const frontend::Op* definition(frontend::ValueId value) const;
    /// True for a constant that this region reads, its own or one of an enclosing region.
    bool is_constant(frontend::ValueId value) const { return constants_.count(value) != 0; }
    /// Position of that op, or -1.
    int position(frontend::ValueId value) const;
    /// Positions of the ops that read `value`, ascending, without repeats; an op also reads what its regions
    /// capture.
    const std::vector<int>& readers(frontend::ValueId value) const;

private:
    const frontend::Function& function_;
    const frontend::Region& region_;
    std::map<frontend::ValueId, int> positions_;
    std::set<frontend::ValueId> constants_;
    std::map<frontend::ValueId, std::vector<int>> readers_;
};

}  // namespace hlo2c::scheduler
