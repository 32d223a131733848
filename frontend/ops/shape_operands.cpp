#include "frontend/ops/shape_operands.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/output_operand_alias.h"

namespace hlo2c::frontend {
namespace {

/// Removes the list entries that `is_dropped` marks.
template <typename T>
void drop(std::vector<T>& list, const std::vector<bool>& is_dropped) {
    std::vector<T> kept;
    for (std::size_t i = 0; i < list.size(); i++)
        if (!is_dropped[i]) kept.push_back(std::move(list[i]));
    list = std::move(kept);
}

/// True if the operand at `position` is a vector of one integer per dimension of the result.
bool holds_shape(const Function& function, const Op& op, std::int64_t position, ValueId result) {
    if (position < 0 || position >= static_cast<std::int64_t>(op.operands.size())) return false;
    const Type& operand = function.type(op.operands[static_cast<std::size_t>(position)]);
    if (!operand.is_tensor() || !function.type(result).is_tensor()) return false;
    const TensorType& list = operand.as_tensor();
    return is_integer(list.element) && list.rank() == 1 && list.shape[0] == function.tensor(result).rank();
}

}  // namespace

std::vector<std::size_t> shape_operands(const Function& function, const Op& op) {
    if (op.code != OpCode::CustomCall) return {};
    const std::vector<std::int64_t> given = op[attr::indices_of_shape_operands];
    if (given.size() != op.results.size()) return {};
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < given.size(); i++) {
        if (!holds_shape(function, op, given[i], op.results[i])) return {};
        positions.push_back(static_cast<std::size_t>(given[i]));
    }
    return positions;
}

Op without_shape_operands(const Op& op, const std::vector<std::size_t>& positions) {
    std::vector<bool> is_dropped(op.operands.size(), false);
    for (const std::size_t position : positions) is_dropped[position] = true;
    Op call = op;
    drop(call.operands, is_dropped);
    call.remove_attribute(attr::indices_of_shape_operands);
    if (const Attribute* layouts = op.attribute(attr::operand_layouts)) {
        auto kept = *layouts->get_if<ArrayAttribute>();
        drop(kept.elements, is_dropped);
        call.set_attribute(attr::operand_layouts, std::move(kept));
    }
    std::vector<OutputOperandAlias> aliases = output_operand_aliases(op);
    std::erase_if(aliases, [&](const OutputOperandAlias& alias) {
        return is_dropped[static_cast<std::size_t>(alias.operand_index)];
    });
    for (OutputOperandAlias& alias : aliases)
        alias.operand_index -= std::count(is_dropped.begin(), is_dropped.begin() + alias.operand_index, true);
    set_output_operand_aliases(call, std::move(aliases));
    return call;
}

}  // namespace hlo2c::frontend
