#include "frontend/accuracy/other_types.h"

#include "frontend/diagnostic.h"
#include "frontend/evaluate/elements.h"
#include "frontend/evaluate/evaluate.h"

namespace hlo2c::frontend {
namespace {

Region body_of_two(Function& function, OpCode code, ElementType element) {
    const TensorType scalar = tensor_type({}, element);
    Region body;
    body.arguments = {function.add_value(scalar), function.add_value(scalar)};
    const ValueId result = function.add_value(scalar);
    Op op, last;
    op.code = code;
    op.operands = body.arguments;
    op.results = {result};
    last.code = OpCode::Return;
    last.operands = {result};
    body.ops = {op, last};
    return body;
}

}  // namespace

std::vector<Literal> OtherRun::operator()(std::span<const Literal> operands,
                                          std::span<const ElementType> results,
                                          std::optional<OpCode> body) const {
    Function other;
    if (body && op.regions.size() > 1) other.values = function.values;
    Op changed = op;
    changed.operands.clear();
    changed.results.clear();
    changed.regions.clear();
    for (const Literal& operand : operands) changed.operands.push_back(other.add_value(operand.type()));
    for (std::size_t i = 0; i < results.size(); i++) {
        TensorType type = tensor_type(function.tensor(op.results.at(i)).shape, results[i]);
        type.bounds = function.tensor(op.results[i]).bounds;
        changed.results.push_back(other.add_value(type));
    }
    if (body) {
        if (!op.regions.empty()) changed.regions.assign(op.regions.begin(), op.regions.end() - 1);
        changed.regions.push_back(body_of_two(other, *body, results.front()));
    }
    // Errors of f64 count only if the op itself returns f64.
    const bool is_wide = real_part(function.tensor(op.results.at(0)).element) == ElementType::F64;
    return evaluate_op(program, other, changed, operands,
                       is_wide ? ProductSums::Compensated : ProductSums::Plain);
}

ElementType widest(ElementType type) {
    if (is_float(type)) return ElementType::F64;
    return is_complex(type) ? ElementType::C128 : type;
}

}  // namespace hlo2c::frontend
