#include "scheduler/layout/lowering_context.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"

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
    return !graph.definition(value) || layouts.has(value);
}

ValueId LoweringContext::storage(ValueId value) const {
    const frontend::Op* op = graph.definition(value);
    while (op != nullptr && layouts.has(value) && rule_of(*op).step != StepKind::Barrier &&
           layouts.of(value).storage != value) {
        value = layouts.of(value).storage;
        op = graph.definition(value);
    }
    return value;
}

}  // namespace hlo2c::scheduler
