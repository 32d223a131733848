#include <algorithm>
#include <array>

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/configuration.h"
#include "frontend/ops/lapack_call.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {
namespace {

using Values = std::optional<std::vector<ValueId>>;

bool option(const Op& op, std::string_view name) {
    return configured_number(op, name).value_or(0) != 0;
}

NamedAttribute letter(const LapackOption<char>& option, char value) {
    return {std::string(option.name), IntegerAttribute{value, "ui8"}};
}

std::vector<NamedAttribute> no_options(const Op&) {
    return {};
}
std::vector<NamedAttribute> triangle(const Op& op) {
    return {letter(lapack_option::uplo, option(op, "lower") ? 'L' : 'U')};
}
std::vector<NamedAttribute> triangle_and_vectors(const Op& op) {
    return {letter(lapack_option::vectors, 'V'),
            letter(lapack_option::uplo, option(op, "lower") ? 'L' : 'U')};
}
std::vector<NamedAttribute> side(const Op& op) {
    return {{std::string(lapack_option::left.name), IntegerAttribute{option(op, "left"), "i1"}},
            {std::string(lapack_option::transpose.name), IntegerAttribute{option(op, "transpose"), "i1"}}};
}
std::vector<NamedAttribute> sides(const Op& op) {
    return {letter(lapack_option::compute_left, option(op, "left") ? 'V' : 'N'),
            letter(lapack_option::compute_right, option(op, "right") ? 'V' : 'N')};
}

/// Options of LAPACK's functions, from those of a call with the same operands and results.
using Options = std::vector<NamedAttribute> (*)(const Op& op);

constexpr auto options_of = by_enumerator<last_lapack_function, Options>({
    {LapackFunction::Geev, sides},
    {LapackFunction::Geqp3, no_options},
    {LapackFunction::Geqrf, no_options},
    {LapackFunction::Getrf, no_options},
    {LapackFunction::Orgqr, no_options},
    {LapackFunction::Ormqr, side},
    {LapackFunction::Potrf, triangle},
    {LapackFunction::Syevd, triangle_and_vectors},
    {LapackFunction::Sytrd, triangle},
});

bool are_tensors(const Rewriter& rewriter, const std::vector<ValueId>& values) {
    return std::all_of(values.begin(), values.end(),
                       [&](ValueId value) { return rewriter.type(value).is_tensor(); });
}

/// The same call as one of LAPACK's; nothing for types that LAPACK does not support.
std::optional<Op> renamed(const Rewriter& rewriter, const Op& op, LapackFunction function,
                          std::vector<NamedAttribute> options) {
    if (!are_tensors(rewriter, op.operands) || !are_tensors(rewriter, op.results)) return std::nullopt;
    const ElementType element = rewriter.tensor(op.operands[0]).element;
    if (lapack_letter(element) == 0) return std::nullopt;
    Op call = op;
    call.results.clear();
    call.set(attr::call_target_name, lapack_target(function, element));
    call.set_attribute(attr::mhlo_backend_config, DictionaryAttribute{std::move(options)});
    return call;
}

void forget_layouts(Op& op) {
    op.remove_attribute(attr::operand_layouts);
    op.remove_attribute(attr::result_layouts);
    op.remove_attribute(attr::output_operand_aliases);
}

TensorType with_last(TensorType type, std::int64_t rows, std::int64_t columns) {
    type.shape[type.shape.size() - 2] = rows;
    type.shape[type.shape.size() - 1] = columns;
    return type;
}

ValueId adjoint(Rewriter& rewriter, ValueId matrices) {
    Builder build(rewriter);
    std::vector<std::int64_t> order;
    const int rank = rewriter.tensor(matrices).rank();
    for (int d = 0; d < rank; d++) order.push_back(d);
    std::swap(order[order.size() - 2], order[order.size() - 1]);
    const ValueId turned = build.transpose(matrices, order);
    if (!is_complex(rewriter.tensor(turned).element)) return turned;
    const TensorType complex_type = rewriter.tensor(turned);
    TensorType part = complex_type;
    part.element = real_part(complex_type.element);
    const auto half = [&](OpCode code) {
        return rewriter.emit(Op{.code = code, .operands = {turned}}, part);
    };
    const ValueId real = half(OpCode::Real), imaginary = build.unary(OpCode::Negate, half(OpCode::Imag));
    return rewriter.emit(Op{.code = OpCode::Complex, .operands = {real, imaginary}}, complex_type);
}

/// The results are the overwritten matrix, the singular values, two sets of vectors, and a status per matrix.
/// Right vectors are rows, or columns with `has_columns`. `gesvd` with `transposed` returns them first.
/// Vectors that are not computed are scalars.
Values singular_values(Rewriter& rewriter, const Op& op, bool has_columns) {
    const bool wanted = option(op, "compute_uv"), full = option(op, "full_matrices");
    std::optional<Op> call = renamed(rewriter, op, LapackFunction::Gesdd,
                                     {letter(lapack_option::singular_vectors, !wanted ? 'N'
                                                                              : full  ? 'A'
                                                                                      : 'S')});
    if (!call) return std::nullopt;
    const TensorType matrix = rewriter.tensor(op.operands[0]);
    if (!matrix.is_static() || matrix.rank() < 2) return std::nullopt;
    forget_layouts(*call);
    const std::size_t left = option(op, "transposed") ? 3 : 2, right = 5 - left;
    const std::int64_t rows = matrix.shape[matrix.shape.size() - 2], columns = matrix.shape.back();
    const std::int64_t least = std::min(rows, columns);
    const TensorType u = with_last(matrix, rows, full && wanted ? rows : least);
    const TensorType vt = with_last(matrix, full && wanted ? columns : least, columns);
    const auto declared = [&](std::size_t i) { return rewriter.tensor(op.results[i]); };
    const TensorType v = with_last(matrix, vt.shape.back(), vt.shape[vt.shape.size() - 2]);
    if (wanted && (declared(left) != u || declared(right) != (has_columns ? v : vt))) return std::nullopt;
    const std::vector<ValueId> found = rewriter.emit(
        std::move(*call), {Type(declared(0)), Type(declared(1)), Type(u), Type(vt), Type(declared(4))});
    std::vector<ValueId> results = found;
    results[left] = wanted ? found[2] : Builder(rewriter).uniform(declared(left), 0);
    results[right] = !wanted       ? Builder(rewriter).uniform(declared(right), 0)
                     : has_columns ? adjoint(rewriter, found[3])
                                   : found[3];
    return results;
}

}  // namespace

Values upgrade_gpu_lapack(Rewriter& rewriter, const Op& op) {
    const LapackFunction function = library_row(op).function;
    const Options options = options_of[static_cast<std::size_t>(function)];
    std::optional<Op> call = renamed(rewriter, op, function, options(op));
    if (!call) return std::nullopt;
    std::vector<Type> types;
    for (const ValueId result : op.results) types.push_back(rewriter.type(result));
    return rewriter.emit(std::move(*call), std::move(types));
}

/// LAPACK also returns a status per system.
Values upgrade_tridiagonal(Rewriter& rewriter, const Op& op) {
    std::optional<Op> call = renamed(rewriter, op, LapackFunction::Gtsv, {});
    if (!call) return std::nullopt;
    const TensorType& type = rewriter.tensor(op.results[0]);
    if (type.rank() < 2 || !type.is_static()) return std::nullopt;
    forget_layouts(*call);
    std::vector<ValueId> results = rewriter.emit(std::move(*call), {Type(type), Type(status_type(type))});
    results.resize(1);
    return results;
}

Values upgrade_singular_values(Rewriter& rewriter, const Op& op) {
    return singular_values(rewriter, op, false);
}

Values upgrade_singular_values_in_columns(Rewriter& rewriter, const Op& op) {
    return singular_values(rewriter, op, true);
}

/// Twenty rounds of Threefry-2x32 (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011) on each
/// element: two words of the key, two of the counter.
Values upgrade_threefry(Rewriter& rewriter, const Op& op) {
    for (const ValueId word : op.operands)
        if (!rewriter.type(word).is_tensor() || rewriter.type(word) != rewriter.type(op.operands[0]) ||
            rewriter.tensor(word).element != ElementType::UI32 || !rewriter.tensor(word).is_static())
            return std::nullopt;
    const bool is_tuple = !rewriter.type(op.results[0]).is_tensor();
    if (is_tuple != (op.results.size() == 1)) return std::nullopt;
    constexpr double parity = 0x1BD11BDA;
    constexpr std::array<std::array<int, 4>, 2> rotations = {{{13, 15, 26, 6}, {17, 29, 16, 24}}};
    Builder build(rewriter);
    const auto constant = [&](double value) { return build.uniform_like(op.operands[0], value); };
    const auto exclusive_or = [&](ValueId a, ValueId b) { return build.binary(OpCode::Xor, a, b); };
    const std::array<ValueId, 3> key = {
        op.operands[0], op.operands[1],
        exclusive_or(exclusive_or(op.operands[0], op.operands[1]), constant(parity))};
    ValueId a = build.add(op.operands[2], key[0]), b = build.add(op.operands[3], key[1]);
    for (std::size_t group = 0; group < 5; group++) {
        for (const int rotation : rotations[group % 2]) {
            a = build.add(a, b);
            const ValueId high = build.binary(OpCode::ShiftLeft, b, constant(rotation));
            const ValueId low = build.binary(OpCode::ShiftRightLogical, b, constant(32 - rotation));
            b = exclusive_or(build.binary(OpCode::Or, high, low), a);
        }
        a = build.add(a, key[(group + 1) % 3]);
        b = build.add(build.add(b, key[(group + 2) % 3]), constant(static_cast<double>(group + 1)));
    }
    if (!is_tuple) return std::vector{a, b};
    return std::vector{
        rewriter.emit(Op{.code = OpCode::Tuple, .operands = {a, b}}, rewriter.type(op.results[0]))};
}

}  // namespace hlo2c::frontend
