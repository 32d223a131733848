#include "scheduler/halide/operand_collector.h"

#include <fmt/format.h>

#include <algorithm>

#include "scheduler/groups/element_form.h"
#include "scheduler/halide/element_type_mapping.h"

namespace hlo2c::scheduler::halide {

using frontend::ValueId;
using Halide::Expr;

Expr OperandCollector::load(ValueId value, const Expr& flat_index) {
    if (std::find(operands_.begin(), operands_.end(), value) == operands_.end()) operands_.push_back(value);
    const Halide::ImageParam memory(halide_type(storage_kind(context_.tensor(value).element)), 1,
                                    fmt::format("operand{}", value));
    return Halide::Internal::Call::make(memory.parameter(), {flat_index});
}

Operand OperandCollector::operand(ValueId value) const {
    const frontend::TensorType& type = context_.tensor(value);
    return {storage_kind(type.element), type.element_count(),
            context_.constants.count(context_.storage(value)) > 0};
}

GroupProblem OperandCollector::finish(Problem problem) {
    for (const ValueId value : operands_) problem.operands.push_back(operand(value));
    return {std::move(problem), std::move(operands_)};
}

}  // namespace hlo2c::scheduler::halide
