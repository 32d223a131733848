#include "frontend/ir/copy_ops.h"

namespace hlo2c::frontend {

Op OpCopier::copy(const Op& op) {
    Op copied = op;
    for (ValueId& operand : copied.operands) {
        const auto found = renamed_.find(operand);
        if (found != renamed_.end()) operand = found->second;
    }
    for (Region& inner : copied.regions) inner = copy(inner);
    for (ValueId& result : copied.results) result = define(result);
    return copied;
}

Region OpCopier::copy(const Region& region) {
    Region copied;
    for (const ValueId argument : region.arguments) copied.arguments.push_back(define(argument));
    for (const Op& op : region.ops) copied.ops.push_back(copy(op));
    return copied;
}

}  // namespace hlo2c::frontend
