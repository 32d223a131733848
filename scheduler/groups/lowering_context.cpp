#include "scheduler/groups/lowering_context.h"

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

using frontend::ValueId;

bool LoweringContext::is_splat(ValueId value) const {
    const auto constant = constants.find(value);
    return constant != constants.end() && is_splat_constant(*constant->second);
}

bool LoweringContext::in_memory(ValueId value) const {
    return !graph.definition(value) || grouping.materialised.count(value) > 0;
}

ValueId LoweringContext::storage(ValueId value) const {
    for (auto alias = grouping.aliases.find(value); alias != grouping.aliases.end();
         alias = grouping.aliases.find(value))
        value = alias->second;
    return value;
}

void unsupported_op(int number, const frontend::Op& op, const std::string& what, const std::string& remedy) {
    unsupported(number, Place{.op = std::string(frontend::spelling(op.code))}, what, remedy);
}

}  // namespace hlo2c::scheduler
