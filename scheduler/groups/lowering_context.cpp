#include "scheduler/groups/lowering_context.h"

#include <algorithm>

#include "frontend/ir/attributes.h"

namespace hlo2c::scheduler {

using frontend::ValueId;

bool LoweringContext::is_splat(ValueId value) const {
    const auto constant = constants.find(value);
    return constant != constants.end() && is_splat_constant(*constant->second);
}

const frontend::Literal* LoweringContext::positions(ValueId value) const {
    constexpr std::int64_t most_elements = 4096;
    const auto constant = constants.find(value);
    if (constant == constants.end() || is_splat(value)) return nullptr;
    const frontend::TensorType& type = tensor(value);
    const auto selects = [&](int reader) {
        const frontend::Op& op = graph.op(reader);
        return op.code == frontend::OpCode::Gather && op.operands[1] == value;
    };
    const std::vector<int>& readers = graph.readers(value);
    if (!frontend::is_integer(type.element) || type.element_count() > most_elements ||
        std::none_of(readers.begin(), readers.end(), selects))
        return nullptr;
    return &(*constant->second)[attr::value];
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

}  // namespace hlo2c::scheduler
