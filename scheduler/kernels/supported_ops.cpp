#include "scheduler/kernels/supported_ops.h"

#include <fmt/format.h>

#include "frontend/diagnostic.h"
#include "frontend/ops/lapack_call.h"
#include "scheduler/error_numbers.h"
#include "scheduler/groups/sorted_rows.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {

using frontend::ElementType;
using frontend::Function;
using frontend::Op;
using frontend::OpCode;
using frontend::Region;
using frontend::TensorType;
using frontend::ValueId;

namespace {

/// In a longer row, the index of a run's end could overflow.
constexpr std::int64_t longest_sorted_row = std::int64_t{1} << 28;

/// Kernels index the parts of complex elements.
void require_supported_type(const TensorType& type, const Place& place) {
    if (type.is_quantized())
        unsupported(lowering_error::quantized, place,
                    "there are no kernels for quantized types: " + to_string(type),
                    "Use the integer form of the program.");
    if (!type.is_static())
        unsupported(lowering_error::unknown_size, place, "a result of unknown size: " + to_string(type),
                    "Bind the argument that defines the size (--bind N=FILE), or give every symbolic "
                    "dimension a size before exporting the program.");
    const std::int64_t parts = frontend::is_complex(type.element) ? 2 : 1;
    if (type.element_count() > INT32_MAX / parts)
        unsupported(lowering_error::tensor_size, place,
                    fmt::format("a tensor of more than 2^31-1 {}: {}",
                                parts == 1 ? "elements" : "real and imaginary parts", to_string(type)),
                    "Split the tensor into parts.");
}

class SupportedOps {
public:
    explicit SupportedOps(const frontend::Program& program) : program_(program), function_(program.main()) {}

    void require() const { require(function_.body, false); }

private:
    /// `in_computation`: the ops are expressions on scalars in the kernel of another op.
    void require(const Region& region, bool in_computation) const {
        for (const Op& op : region.ops) {
            require_types(op);
            if (in_computation) {
                require_expression(op);
            } else {
                require_kernel(op);
            }
            for (const Region& inner : op.regions)
                require(inner, in_computation || rule_of(op).role != Role::Step);
        }
    }

    Place place(const Op& op) const { return frontend::place_of(program_, op); }

    void require_types(const Op& op) const {
        const auto require = [&](ValueId value) {
            if (function_.type(value).is_tensor()) require_supported_type(function_.tensor(value), place(op));
        };
        for (const ValueId operand : op.operands) require(operand);
        for (const ValueId result : op.results) require(result);
    }

    void require_expression(const Op& op) const {
        const OpRule& rule = rule_of(op);
        const bool is_shape = rule.movement == Movement::Reshape || rule.movement == Movement::BroadcastInDim;
        const bool is_expression =
            rule.is_elementwise() || is_shape || rule.role == Role::Constant || rule.role == Role::Terminator;
        const bool changes_width =
            op.code == OpCode::BitcastConvert && width(op.operands[0]) != width(op.results[0]);
        if (!is_expression || changes_width)
            unsupported(lowering_error::op_in_region, place(op),
                        "this op in the computation of a reduction, scatter or sort",
                        "Use only elementwise ops on scalars in such computations.");
    }

    void require_kernel(const Op& op) const {
        const OpRule& rule = rule_of(op);
        if (rule.role == Role::Replaced)
            unsupported(lowering_error::op, place(op), "the scheduler does not support this op",
                        "Run `hlo2c ops` for the supported ops.");
        if (op.code == OpCode::Sort) require_sorted_rows(op);
        if (rule.runtime == RuntimeFamily::RngBitGenerator) require_random_state(op);
        if (rule.step == StepKind::CustomCall) require_library_type(op);
    }

    void require_sorted_rows(const Op& op) const {
        const std::vector<std::int64_t>& shape = function_.tensor(op.operands[0]).shape;
        if (shape[sorted_dimension(function_, op)] > longest_sorted_row)
            unsupported(lowering_error::sort_length, place(op), "a sort of rows with more than 2^28 elements",
                        "Sort the parts of each row first.");
    }

    void require_random_state(const Op& op) const {
        const TensorType& state = function_.tensor(op.operands[0]);
        const std::int64_t words = state.element_count();
        if (state.element != ElementType::UI64 || words < 2 || words > 3)
            unsupported(lowering_error::random_bits, place(op),
                        "random bits from a state of type " + to_string(state),
                        "Use a state of two or three ui64.");
    }

    void require_library_type(const Op& op) const {
        const std::optional<frontend::LapackCall> call = frontend::lapack_call(function_, op);
        if (!call || call->function == frontend::LapackFunction::PivotsToPermutation) return;
        const ElementType element = function_.tensor(op.operands[0]).element;
        if (frontend::lapack_letter(element) == 0)
            unsupported(lowering_error::library_type, place(op),
                        fmt::format("no function for element type {}", frontend::spelling(element)),
                        "Convert to f32 or f64 before this op.");
    }

    int width(ValueId value) const { return frontend::bit_width(function_.tensor(value).element); }

    const frontend::Program& program_;
    const Function& function_;
};

}  // namespace

void require_supported_ops(const frontend::Program& program) {
    SupportedOps(program).require();
}

}  // namespace hlo2c::scheduler
