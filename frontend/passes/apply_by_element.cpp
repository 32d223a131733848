#include "frontend/passes/apply_by_element.h"

#include <algorithm>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/builder.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

/// Ops without the trait Elementwise that apply to whole tensors as they do to scalars.
constexpr OpSet plain = {OpCode::BitcastConvert, OpCode::Clamp, OpCode::Constant, OpCode::Select};

/// True for an op that may be applied to whole tensors element by element instead of to scalars.
bool is_by_element(const Op& op) {
    if (!op.regions.empty()) return false;
    constexpr unsigned by_element = op_trait::Elementwise | op_trait::Broadcasting | op_trait::Terminator;
    return plain.contains(op.code) || has_trait(op.code, by_element);
}

bool is_scalar(const Type& type) {
    return type.is_tensor() && type.as_tensor().rank() == 0;
}

/// A computation on scalars, applied to whole tensors of one shape.
class WholeBody {
public:
    WholeBody(Rewriter& rewriter, Shape shape) : rewriter_(rewriter), shape_(std::move(shape)) {}

    std::vector<ValueId> run(const Region& body, const std::vector<ValueId>& arguments) {
        for (std::size_t i = 0; i < arguments.size(); i++) whole_[body.arguments[i]] = arguments[i];
        Region region;
        for (const Op& op : body.ops) region.ops.push_back(widened(op));
        return rewriter_.splice(std::move(region));
    }

private:
    TensorType shaped(TensorType type) const {
        type.shape = shape_;
        return type;
    }

    Op widened(Op op) {
        for (ValueId& operand : op.operands) operand = whole(operand);
        for (ValueId& result : op.results)
            result = whole_[result] = rewriter_.new_value(shaped(rewriter_.tensor(result)));
        if (op.code == OpCode::Constant) {
            const Literal scalar = op[attr::value];
            const TensorType type = shaped(scalar.type());
            const std::span<const std::byte> bytes = scalar.bytes();
            std::vector<std::byte> element(bytes.begin(), bytes.end());
            if (type.element_count() == 0) element.clear();
            op.set(attr::value, Literal(type, std::move(element), type.element_count() > 1));
        }
        return op;
    }

    /// The tensor for a value of the body; a scalar from outside is broadcast.
    ValueId whole(ValueId value) {
        const auto known = whole_.find(value);
        if (known != whole_.end()) return known->second;
        return whole_[value] = Builder(rewriter_).broadcast(rewriter_.renamed(value), {}, shape_);
    }

    Rewriter& rewriter_;
    Shape shape_;
    std::map<ValueId, ValueId> whole_;
};

}  // namespace

bool is_by_element(const Rewriter& rewriter, const Region& body) {
    const auto scalar = [&](ValueId value) { return is_scalar(rewriter.type(value)); };
    return std::all_of(body.ops.begin(), body.ops.end(), [&](const Op& op) {
        return is_by_element(op) && std::all_of(op.operands.begin(), op.operands.end(), scalar) &&
               std::all_of(op.results.begin(), op.results.end(), scalar);
    });
}

std::vector<ValueId> apply_by_element(Rewriter& rewriter, const Region& body,
                                      const std::vector<ValueId>& operands) {
    return WholeBody(rewriter, rewriter.tensor(operands[0]).shape).run(body, operands);
}

}  // namespace hlo2c::frontend
