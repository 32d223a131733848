#include "scheduler/groups/region_graph.h"

#include <set>

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::ValueId;

Constants constants_of(const frontend::Function& function) {
    Constants constants;
    frontend::for_each_op(function.body, [&](const Op& op) {
        if (op.code == frontend::OpCode::Constant) constants[op.results[0]] = &op;
    });
    return constants;
}

RegionGraph::RegionGraph(const frontend::Function& function, const frontend::Region& region,
                         const Constants& constants)
    : function_(function), region_(region), constants_(constants) {
    for (int position = 0; position < op_count(); position++) {
        const auto read = [&](ValueId value) {
            std::vector<int>& readers = readers_[value];
            if (readers.empty() || readers.back() != position) readers.push_back(position);
        };
        for (ValueId value : op(position).operands) read(value);
        for (const frontend::Region& inner : op(position).regions)
            frontend::for_each_op(inner, [&](const Op& nested) {
                for (ValueId value : nested.operands) read(value);
            });
        for (ValueId value : op(position).results) positions_[value] = position;
    }
}

const Op* RegionGraph::definition(ValueId value) const {
    const auto found = positions_.find(value);
    return found == positions_.end() ? nullptr : &op(found->second);
}

const frontend::Literal* RegionGraph::constant(ValueId value) const {
    const auto found = constants_.find(value);
    return found == constants_.end() ? nullptr : &(*found->second)[attr::value];
}

int RegionGraph::position(ValueId value) const {
    const auto found = positions_.find(value);
    return found == positions_.end() ? -1 : found->second;
}

const std::vector<int>& RegionGraph::readers(ValueId value) const {
    static const std::vector<int> none;
    const auto found = readers_.find(value);
    return found == readers_.end() ? none : found->second;
}

bool RegionGraph::reads(ValueId value, ValueId operand, const std::function<bool(int)>& inlines) const {
    std::vector<ValueId> left = {value};
    std::set<ValueId> seen;
    while (!left.empty()) {
        const ValueId next = left.back();
        left.pop_back();
        if (next == operand) return true;
        const int at = position(next);
        if (at < 0 || !seen.insert(next).second || !inlines(at)) continue;
        left.insert(left.end(), op(at).operands.begin(), op(at).operands.end());
    }
    return false;
}

}  // namespace hlo2c::scheduler
