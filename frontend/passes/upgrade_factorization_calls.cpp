#include "frontend/ir/attributes.h"
#include "frontend/ops/lapack_call.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {
namespace {

ValueId one_of(Rewriter& rewriter, const TensorType& type) {
    return rewriter.emit_constant(Literal::from_values<std::int64_t>(type, {1}));
}

/// True if the operand is a batch of matrices of a type that LAPACK supports, and the results are tensors.
bool is_plain_call(const Rewriter& rewriter, const Op& op) {
    if (!rewriter.type(op.operands[0]).is_tensor()) return false;
    for (const ValueId result : op.results)
        if (!rewriter.type(result).is_tensor()) return false;
    const TensorType& matrix = rewriter.tensor(op.operands[0]);
    return matrix.is_static() && matrix.rank() >= 2 && lapack_letter(matrix.element) != 0;
}

std::vector<ValueId> call(Rewriter& rewriter, const Op& op, LapackFunction function,
                          DictionaryAttribute options, std::vector<Type> types) {
    Op typed{.code = OpCode::CustomCall, .operands = op.operands};
    typed.set(attr::call_target_name, lapack_target(function, rewriter.tensor(op.operands[0]).element));
    typed.set_attribute(attr::mhlo_backend_config, std::move(options));
    return rewriter.emit(std::move(typed), std::move(types));
}

}  // namespace

TensorType status_type(const TensorType& matrices) {
    return {{matrices.shape.begin(), matrices.shape.end() - 2}, ElementType::I32, {}, {}};
}

/// The results are eigenvectors and eigenvalues. The options are text: lower triangle, sorted values,
/// iteration limit, tolerance.
std::optional<std::vector<ValueId>> upgrade_eigh(Rewriter& rewriter, const Op& op) {
    if (!is_plain_call(rewriter, op)) return std::nullopt;
    const auto* given =
        op.has(attr::backend_config) ? op[attr::backend_config].get_if<std::string>() : nullptr;
    const bool lower = given == nullptr || !given->starts_with("0");
    const TensorType matrix = rewriter.tensor(op.operands[0]);
    DictionaryAttribute options;
    options.entries = {{std::string(lapack_option::vectors.name), IntegerAttribute{'V', "ui8"}},
                       {std::string(lapack_option::uplo.name), IntegerAttribute{lower ? 'L' : 'U', "ui8"}}};
    std::vector<ValueId> results =
        call(rewriter, op, LapackFunction::Syevd, std::move(options),
             {rewriter.type(op.results[0]), rewriter.type(op.results[1]), Type(status_type(matrix))});
    results.resize(2);
    return results;
}

/// The results are the factors, the pivots counted from 0, and the permutation that they form.
std::optional<std::vector<ValueId>> upgrade_lu(Rewriter& rewriter, const Op& op) {
    if (!is_plain_call(rewriter, op)) return std::nullopt;
    const TensorType pivots = rewriter.tensor(op.results[1]);
    if (pivots.element != ElementType::I32 || rewriter.tensor(op.results[2]).element != ElementType::I32)
        return std::nullopt;
    std::vector<ValueId> results = call(
        rewriter, op, LapackFunction::Getrf, {},
        {rewriter.type(op.results[0]), Type(pivots), Type(status_type(rewriter.tensor(op.operands[0])))});
    results[1] = Builder(rewriter).subtract(results[1], one_of(rewriter, pivots));
    Op permutation{.code = OpCode::CustomCall, .operands = {results[1]}};
    permutation.set(attr::call_target_name, std::string(pivots_to_permutation_target));
    results[2] = rewriter.emit(std::move(permutation), rewriter.type(op.results[2]));
    return results;
}

}  // namespace hlo2c::frontend
