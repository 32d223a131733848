#include <algorithm>
#include <array>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/ops/configuration.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {
namespace {

using Values = std::optional<std::vector<ValueId>>;

bool option(const Op& op, std::string_view name) {
    return configured_number(op, name).value_or(0) != 0;
}

NamedAttribute letter(std::string name, char value) {
    return {std::move(name), IntegerAttribute{value, "ui8"}};
}

std::vector<NamedAttribute> no_options(const Op&) {
    return {};
}
std::vector<NamedAttribute> triangle(const Op& op) {
    return {letter("uplo", option(op, "lower") ? 'L' : 'U')};
}
std::vector<NamedAttribute> triangle_and_vectors(const Op& op) {
    return {letter("mode", 'V'), letter("uplo", option(op, "lower") ? 'L' : 'U')};
}
std::vector<NamedAttribute> side(const Op& op) {
    return {{"left", IntegerAttribute{option(op, "left"), "i1"}},
            {"transpose", IntegerAttribute{option(op, "transpose"), "i1"}}};
}
std::vector<NamedAttribute> sides(const Op& op) {
    return {letter("compute_left", option(op, "left") ? 'V' : 'N'),
            letter("compute_right", option(op, "right") ? 'V' : 'N')};
}

/// The LAPACK name of a call with the same operands and results as LAPACK's function.
struct SameForm {
    std::string real, complex;
    std::vector<NamedAttribute> (*options)(const Op& op);
};

/// By target, without the library prefix: cusolver_, hipsolver_, ...
const std::map<std::string, SameForm>& same_forms() {
    static const std::map<std::string, SameForm> forms = {
        {"geqrf_batched_ffi", {"geqrf", "geqrf", no_options}},
        {"geqrf_ffi", {"geqrf", "geqrf", no_options}},
        {"getrf_batched_ffi", {"getrf", "getrf", no_options}},
        {"getrf_ffi", {"getrf", "getrf", no_options}},
        {"hybrid_eig_comp", {"geev", "geev", sides}},
        {"hybrid_eig_real", {"geev", "geev", sides}},
        {"hybrid_geqp3", {"geqp3", "geqp3", no_options}},
        {"orgqr_ffi", {"orgqr", "ungqr", no_options}},
        {"ormqr_ffi", {"ormqr", "unmqr", side}},
        {"potrf_ffi", {"potrf", "potrf", triangle}},
        {"syevd_ffi", {"syevd", "heevd", triangle_and_vectors}},
        {"sytrd_ffi", {"sytrd", "hetrd", triangle}},
    };
    return forms;
}

/// The target without the library prefix; "" for other targets.
std::string stem_of(const Op& op) {
    const std::string target = op.code == OpCode::CustomCall ? op[attr::call_target_name] : "";
    for (const std::string_view library : {"cusolver_", "hipsolver_", "cublas_", "hipblas_", "cusparse_",
                                           "hipsparse_", "cuhybrid_", "hiphybrid_", "cu_", "hip_"}) {
        if (!target.starts_with(library)) continue;
        const std::string name = target.substr(library.size());
        return library.ends_with("hybrid_") ? "hybrid_" + name : name;
    }
    return "";
}

bool are_tensors(const Rewriter& rewriter, const std::vector<ValueId>& values) {
    return std::all_of(values.begin(), values.end(),
                       [&](ValueId value) { return rewriter.type(value).is_tensor(); });
}

/// The same call under LAPACK's name; nothing for types that LAPACK does not support.
std::optional<Op> renamed(const Rewriter& rewriter, const Op& op, const SameForm& form) {
    const ElementType element = rewriter.tensor(op.operands[0]).element;
    const char type = lapack_letter(element);
    if (type == 0) return std::nullopt;
    Op call = op;
    call.results.clear();
    call.set(attr::call_target_name,
             std::string("lapack_") + type + (is_complex(element) ? form.complex : form.real) + "_ffi");
    call.set_attribute(attr::mhlo_backend_config, DictionaryAttribute{form.options(op)});
    return call;
}

Values upgrade_same_form(Rewriter& rewriter, const Op& op) {
    std::optional<Op> call = renamed(rewriter, op, same_forms().at(stem_of(op)));
    if (!call) return std::nullopt;
    std::vector<Type> types;
    for (const ValueId result : op.results) types.push_back(rewriter.type(result));
    return rewriter.emit(std::move(*call), std::move(types));
}

void forget_layouts(Op& op) {
    for (const char* name : {"operand_layouts", "result_layouts", "output_operand_aliases"})
        op.remove_attribute(name);
}

/// The type of LAPACK's status per matrix of a batch, which these calls do not return.
Type numbers_like(const TensorType& matrices) {
    return TensorType{{matrices.shape.begin(), matrices.shape.end() - 2}, ElementType::I32, {}, {}};
}

/// LAPACK also returns a status per system.
Values upgrade_tridiagonal(Rewriter& rewriter, const Op& op) {
    if (op.operands.size() != 4 || op.results.size() != 1) return std::nullopt;
    const TensorType& type = rewriter.tensor(op.results[0]);
    std::optional<Op> call = renamed(rewriter, op, {"gtsv", "gtsv", no_options});
    if (!call || type.rank() < 2 || !type.is_static()) return std::nullopt;
    forget_layouts(*call);
    std::vector<ValueId> results = rewriter.emit(std::move(*call), {Type(type), numbers_like(type)});
    results.resize(1);
    return results;
}

TensorType with_last(TensorType type, std::int64_t rows, std::int64_t columns) {
    type.shape[type.shape.size() - 2] = rows;
    type.shape[type.shape.size() - 1] = columns;
    return type;
}

ValueId zeros(Rewriter& rewriter, const TensorType& type) {
    return Builder(rewriter).uniform(type, 0);
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
/// `gesvdj` and `gesvdp` return right vectors as columns. `gesvd` with `transposed` returns them first.
/// Vectors that are not computed are scalars.
Values upgrade_singular_values(Rewriter& rewriter, const Op& op) {
    if (op.operands.size() != 1 || op.results.size() != 5) return std::nullopt;
    const TensorType matrix = rewriter.tensor(op.operands[0]);
    if (!matrix.is_static() || matrix.rank() < 2) return std::nullopt;
    const std::string stem = stem_of(op);
    const bool has_columns = stem == "gesvdj_ffi" || stem == "gesvdp_ffi";
    const std::size_t left = option(op, "transposed") ? 3 : 2, right = 5 - left;
    const bool wanted = option(op, "compute_uv"), full = option(op, "full_matrices");
    const std::int64_t rows = matrix.shape[matrix.shape.size() - 2], columns = matrix.shape.back();
    const std::int64_t least = std::min(rows, columns);
    std::optional<Op> call = renamed(rewriter, op, {"gesdd", "gesdd", no_options});
    if (!call) return std::nullopt;
    forget_layouts(*call);
    call->set_attribute(attr::mhlo_backend_config, DictionaryAttribute{{letter("mode", !wanted ? 'N'
                                                                                       : full  ? 'A'
                                                                                               : 'S')}});
    const TensorType u = with_last(matrix, rows, full && wanted ? rows : least);
    const TensorType vt = with_last(matrix, full && wanted ? columns : least, columns);
    const auto declared = [&](std::size_t i) { return rewriter.tensor(op.results[i]); };
    const TensorType v = with_last(matrix, vt.shape.back(), vt.shape[vt.shape.size() - 2]);
    if (wanted && (declared(left) != u || declared(right) != (has_columns ? v : vt))) return std::nullopt;
    const std::vector<ValueId> found = rewriter.emit(
        std::move(*call), {Type(declared(0)), Type(declared(1)), Type(u), Type(vt), Type(declared(4))});
    std::vector<ValueId> results = found;
    results[left] = wanted ? found[2] : zeros(rewriter, declared(left));
    results[right] = !wanted       ? zeros(rewriter, declared(right))
                     : has_columns ? adjoint(rewriter, found[3])
                                   : found[3];
    return results;
}

/// Twenty rounds of Threefry-2x32 (Salmon et al., Parallel random numbers: as easy as 1, 2, 3, 2011) on each
/// element: two words of the key, two of the counter.
Values upgrade_threefry(Rewriter& rewriter, const Op& op) {
    if (op.operands.size() != 4) return std::nullopt;
    for (const ValueId word : op.operands)
        if (rewriter.type(word) != rewriter.type(op.operands[0]) ||
            rewriter.tensor(word).element != ElementType::UI32 || !rewriter.tensor(word).is_static())
            return std::nullopt;
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
    if (op.results.size() == 2) return std::vector{a, b};
    return std::vector{
        rewriter.emit(Op{.code = OpCode::Tuple, .operands = {a, b}}, rewriter.type(op.results[0]))};
}

/// Calls whose operands or results differ from those of LAPACK's functions.
const std::map<std::string, Values (*)(Rewriter&, const Op&)>& other_forms() {
    static const std::map<std::string, Values (*)(Rewriter&, const Op&)> forms = {
        {"gesdd_ffi", upgrade_singular_values},  {"gesvd_ffi", upgrade_singular_values},
        {"gesvdj_ffi", upgrade_singular_values}, {"gesvdp_ffi", upgrade_singular_values},
        {"gtsv2_ffi", upgrade_tridiagonal},      {"threefry2x32", upgrade_threefry},
        {"threefry2x32_ffi", upgrade_threefry},
    };
    return forms;
}

}  // namespace

bool is_gpu_call(const Op& op) {
    const std::string stem = stem_of(op);
    return same_forms().count(stem) != 0 || other_forms().count(stem) != 0;
}

Values upgrade_gpu_call(Rewriter& rewriter, const Op& op) {
    if (op.operands.empty() || op.results.empty() || !are_tensors(rewriter, op.operands)) return std::nullopt;
    const std::string stem = stem_of(op);
    const bool is_tuple = op.results.size() == 1 && !rewriter.type(op.results[0]).is_tensor();
    if (!is_tuple && !are_tensors(rewriter, op.results)) return std::nullopt;
    if (is_tuple && !stem.starts_with("threefry2x32")) return std::nullopt;
    const auto other = other_forms().find(stem);
    return other != other_forms().end() ? other->second(rewriter, op) : upgrade_same_form(rewriter, op);
}

}  // namespace hlo2c::frontend
