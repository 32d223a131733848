#include "frontend/ops/lapack_call.h"

#include <algorithm>
#include <map>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ops/configuration.h"

namespace hlo2c::frontend {
namespace {

/// The function name without type letter and suffix; "" for other targets.
std::string function_name(const std::string& target) {
    if (target == "Qr") return "geqrf";
    if (target == "ProductOfElementaryHouseholderReflectors") return "orgqr";
    if (target == "tridiagonal_solve_perturbed_ffi") return "gtsv_perturbed";
    for (const char* prefix : {"", "cu_", "hip_"})
        if (target == std::string(prefix) + "lu_pivots_to_permutation") return "pivots_to_permutation";
    const std::string prefix = "lapack_", suffix = "_ffi";
    if (!target.starts_with(prefix) || !target.ends_with(suffix) ||
        target.size() < prefix.size() + suffix.size() + 2)
        return "";
    const std::string name = target.substr(prefix.size(), target.size() - prefix.size() - suffix.size());
    if (std::string("sdcz").find(name[0]) == std::string::npos) return "";
    static const std::map<std::string, std::string> one_name = {
        {"gesvd", "gesdd"}, {"ungqr", "orgqr"}, {"unmqr", "ormqr"}, {"heevd", "syevd"}, {"hetrd", "sytrd"}};
    const std::string plain = name.substr(1);
    const auto other = one_name.find(plain);
    return other == one_name.end() ? plain : other->second;
}

/// Element counts of operands and results, and the matrix sizes that determine them.
struct Sizes {
    Wide batches = 1, rows = 1, columns = 1, least = 1;
    bool is_complex = false;
    std::vector<Wide> operands, results;
    std::vector<std::int64_t> last;  ///< last dimension of each operand

    Wide matrix() const { return batches * rows * columns; }
    bool is_square() const { return rows == columns; }
    bool are(std::vector<Wide> expected_operands, std::vector<Wide> expected_results) const {
        return operands == expected_operands && results == expected_results;
    }
};

/// The operand whose matrix size determines all other sizes.
std::size_t main_operand(const std::string& name) {
    return name == "trsm" ? 1 : name == "ormqr" ? 2 : name == "gtsv" || name == "gtsv_perturbed" ? 3 : 0;
}

std::optional<Sizes> sizes_of(const Function& function, const LapackCall& call) {
    const Op& op = *call.op;
    const std::size_t main = main_operand(call.function);
    if (op.operands.size() <= main) return std::nullopt;
    Sizes sizes;
    for (const ValueId value : op.operands) {
        if (!function.type(value).is_tensor() || !function.tensor(value).is_static()) return std::nullopt;
        const bool is_order = call.function == "geqp3" && sizes.operands.size() == 1;
        const ElementType wanted = is_order ? ElementType::I32 : function.tensor(op.operands[0]).element;
        if (function.tensor(value).element != wanted) return std::nullopt;
        sizes.operands.push_back(function.tensor(value).element_count());
        sizes.last.push_back(function.tensor(value).shape.empty() ? 1 : function.tensor(value).shape.back());
    }
    for (const ValueId value : op.results) {
        if (!function.type(value).is_tensor() || !function.tensor(value).is_static()) return std::nullopt;
        sizes.results.push_back(function.tensor(value).element_count());
    }
    const TensorType& type = function.tensor(op.operands[main]);
    const std::size_t rank = type.shape.size();
    if (rank < 2) return std::nullopt;
    sizes.rows = type.shape[rank - 2];
    sizes.columns = type.shape[rank - 1];
    sizes.least = std::min(sizes.rows, sizes.columns);
    for (std::size_t d = 0; d + 2 < rank; d++) sizes.batches *= type.shape[d];
    sizes.is_complex = is_complex(type.element);
    return sizes;
}

/// Left and right vectors are both full (square), or both thin (one per singular value).
bool gesdd_sizes(const Sizes& s, const LapackCall& call, const Function& function) {
    const Wide b = s.batches, m = s.matrix();
    if (s.results.size() != 5) return false;
    const bool full = s.are({m}, {m, b * s.least, b * s.rows * s.rows, b * s.columns * s.columns, b});
    const bool thin = s.are({m}, {m, b * s.least, b * s.rows * s.least, b * s.least * s.columns, b});
    const char mode = call.letter("mode", 'A');
    const auto matrix = [&](std::size_t i) { return function.tensor(call.op->results[i]).shape.size() >= 2; };
    return matrix(2) && matrix(3) && (mode == 'A' ? full : mode == 'S' ? thin : full || thin);
}

/// One row of pivots per row of the permutation, which may be longer.
bool permutation_sizes(const Function& function, const Op& op) {
    if (op.operands.size() != 1 || op.results.size() != 1) return false;
    for (const ValueId value : {op.operands[0], op.results[0]}) {
        if (!function.type(value).is_tensor() || !function.tensor(value).is_static()) return false;
        if (function.tensor(value).element != ElementType::I32 || function.tensor(value).shape.empty())
            return false;
    }
    const auto &from = function.tensor(op.operands[0]).shape, &to = function.tensor(op.results[0]).shape;
    return from.size() == to.size() && std::equal(from.begin(), from.end() - 1, to.begin()) &&
           from.back() <= to.back();
}

bool has_sizes(const Function& function, const LapackCall& call) {
    if (call.function == "pivots_to_permutation") return permutation_sizes(function, *call.op);
    const std::optional<Sizes> found = sizes_of(function, call);
    if (!found) return false;
    const Sizes& s = *found;
    const Wide b = s.batches, m = s.matrix(), n = s.rows, vector = b * n;
    const Wide beside = b * std::max<Wide>(0, n - 1), squares = b * n * n;
    const std::string& name = call.function;
    const auto reflectors = [&](Wide most) { return s.last[1] <= most && s.operands[1] == b * s.last[1]; };
    if (name == "potrf") return s.is_square() && s.are({m}, {m, b});
    if (name == "getrf") return s.are({m}, {m, b * s.least, b});
    if (name == "geqrf") return s.are({m}, {m, b * s.least});
    if (name == "geqp3") return s.are({m, b * s.columns}, {m, b * s.columns, b * s.least});
    if (name == "orgqr")
        return s.operands.size() == 2 && s.columns <= s.rows && reflectors(s.columns) &&
               s.are({m, s.operands[1]}, {m});
    if (name == "ormqr") {
        const Wide order = call.integer("left", 1) != 0 ? s.rows : s.columns;
        return s.operands.size() == 3 && reflectors(std::min<Wide>(order, s.last[0])) &&
               s.are({b * order * s.last[0], s.operands[1], m}, {m});
    }
    if (name == "trsm") {
        const Wide order = call.letter("side", 'L') == 'L' ? s.rows : s.columns;
        return s.are({b * order * order, m}, {m});
    }
    if (name == "syevd") return s.is_square() && s.are({m}, {m, vector, b});
    if (name == "sytrd") return s.is_square() && s.are({m}, {m, vector, beside, beside, b});
    if (name == "gesdd") return gesdd_sizes(s, call, function);
    if (name == "geev")
        return s.is_square() && (s.is_complex ? s.are({m}, {vector, squares, squares, b})
                                              : s.are({m}, {vector, vector, squares, squares, b}));
    if (name == "gees")
        return s.is_square() &&
               (s.is_complex ? s.are({m}, {m, m, vector, b, b}) : s.are({m}, {m, m, vector, vector, b, b}));
    if (name == "gehrd") {
        const std::int64_t low = call.integer("low", 1), high = call.integer("high", s.last[0]);
        return s.is_square() && s.are({m}, {m, beside, b}) &&
               (n == 0 || (1 <= low && low <= high && high <= n));
    }
    if (name == "gtsv_perturbed") return s.are({vector, vector, vector, m}, {m});
    if (name == "gtsv") {
        const Wide side = s.operands[0];
        return (side == vector || side == beside) &&
               (s.are({side, vector, side, m}, {m, b}) ||
                s.are({side, vector, side, m}, {side, vector, side, m, b}));
    }
    return false;
}

}  // namespace

char LapackCall::letter(std::string_view name, char otherwise) const {
    const std::int64_t letter = integer(name, otherwise);
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter) : '\0';
}

std::int64_t LapackCall::integer(std::string_view name, std::int64_t otherwise) const {
    return configured_number(*op, name).value_or(otherwise);
}

std::optional<LapackCall> lapack_call(const Function& function, const Op& op) {
    if (op.code != OpCode::CustomCall) return std::nullopt;
    const std::string name = function_name(op[attr::call_target_name]);
    const LapackCall call{name, &op};
    if (name.empty() || !has_sizes(function, call)) return std::nullopt;
    return call;
}

}  // namespace hlo2c::frontend
