#pragma once

#include <functional>
#include <map>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Constant ops by their results.
using Constants = std::map<frontend::ValueId, const frontend::Op*>;
/// Every constant op of a function, also those in its regions.
Constants constants_of(const frontend::Function& function);

/// The definition and the readers of each value of one region. An op is identified by its position in the
/// region.
class RegionGraph {
public:
    /// `constants`: those of the whole function, which must outlive the graph.
    RegionGraph(const frontend::Function& function, const frontend::Region& region,
                const Constants& constants);

    const frontend::Function& function() const { return function_; }
    const frontend::Region& region() const { return region_; }
    const frontend::Op& op(int position) const { return region_.ops[static_cast<std::size_t>(position)]; }
    int op_count() const { return static_cast<int>(region_.ops.size()); }

    /// The op of this region that defines `value`; nullptr for a region argument or a value of an enclosing
    /// region.
    const frontend::Op* definition(frontend::ValueId value) const;
    /// True for a constant, of this region or of another one.
    bool is_constant(frontend::ValueId value) const { return constants_.count(value) != 0; }
    /// The data of a constant; nullptr for other values.
    const frontend::Literal* constant(frontend::ValueId value) const;
    /// Position of that op, or -1.
    int position(frontend::ValueId value) const;
    /// Positions of the ops that read `value`, ascending, without repeats; an op also reads what its regions
    /// capture.
    const std::vector<int>& readers(frontend::ValueId value) const;
    /// True if a kernel that reads `value` also reads `operand` through the ops that `inlines` accepts, by
    /// their position, or if both are the same.
    bool reads(frontend::ValueId value, frontend::ValueId operand,
               const std::function<bool(int)>& inlines) const;

private:
    const frontend::Function& function_;
    const frontend::Region& region_;
    const Constants& constants_;
    std::map<frontend::ValueId, int> positions_;
    std::map<frontend::ValueId, std::vector<int>> readers_;
};

}  // namespace hlo2c::scheduler
