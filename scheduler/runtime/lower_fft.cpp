#include <algorithm>
#include <cstring>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/runtime/roots_of_unity.h"
#include "scheduler/runtime/runtime_call.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Function;
using frontend::Op;
using frontend::TensorType;
using frontend::ValueId;

/// The most rows that are transformed side by side; the innermost loops are at least as long.
constexpr std::int64_t most_lanes = 8;

/// How rows of one length are transformed.
struct Transform {
    std::int64_t length = 1;
    bool is_real = false;
    std::int64_t complex_length = 1;  ///< half the length for real rows of an even length
    std::int64_t points = 1, chirp = 0;
    std::vector<double> roots;
};

Transform transform_of(std::int64_t length, bool is_real) {
    Transform t{.length = length, .is_real = is_real};
    t.complex_length = t.points = is_real && length % 2 == 0 ? length / 2 : length;
    if (!has_small_factors(t.points)) {
        t.chirp = t.points;
        for (t.points = 1; t.points < 2 * t.chirp - 1;) t.points *= 2;
    }
    t.roots = transform_roots(t.points);
    const auto append = [&](const std::vector<double>& more) {
        t.roots.insert(t.roots.end(), more.begin(), more.end());
    };
    if (t.chirp != 0) append(chirp_numbers(t.chirp, t.points));
    if (is_real && length % 2 == 0) append(real_row_roots(length));
    // A table has at least one number.
    if (t.roots.empty()) t.roots = {1, 0};
    return t;
}

Weight table_of(const Transform& transform, bool is_double) {
    Weight table;
    table.element = is_double ? ScalarKind::F64 : ScalarKind::F32;
    table.type = "roots of unity";
    for (const double value : transform.roots) {
        const auto narrow = static_cast<float>(value);
        const auto* bytes = is_double ? reinterpret_cast<const std::byte*>(&value)
                                      : reinterpret_cast<const std::byte*>(&narrow);
        table.bytes.insert(table.bytes.end(), bytes, bytes + (is_double ? sizeof value : sizeof narrow));
    }
    return table;
}

/// One pass transforms `from` to `to` along a dimension of `shape`, the shape of the result, or of the
/// operand for RFFT.
struct Pass {
    ValueId from, to;
    const std::vector<std::int64_t>& shape;
    std::size_t dimension;
};

LoweredKernel lower_pass(const Function& function, const Op& op, const char* name, const Pass& pass,
                         const Transform& transform, bool inverse) {
    std::int64_t outer = 1, inner = 1;
    for (std::size_t d = 0; d < pass.shape.size(); d++)
        if (d != pass.dimension) (d < pass.dimension ? outer : inner) *= pass.shape[d];
    const bool is_double = frontend::bit_width(frontend::real_part(function.tensor(pass.to).element)) == 64;
    const std::int64_t lanes = std::min(most_lanes, std::max<std::int64_t>(1, outer * inner));
    RuntimeCall call(function, op, "fft", name,
                     is_double ? frontend::ElementType::F64 : frontend::ElementType::F32);
    call.reads(pass.from).writes(pass.to).reads_table(table_of(transform, is_double));
    call.scratch(4 * transform.points * lanes * (is_double ? 8 : 4)).structure("hlo2c_fft");
    call.constant("outer", outer).constant("length", transform.length).constant("inner", inner);
    call.constant("inverse", inverse ? 1 : 0).constant("points", transform.points);
    call.constant("chirp", transform.chirp).constant("lanes", lanes);
    call.schedule(transform.chirp != 0 ? "by a chirp, a convolution of a power of two"
                                       : "mixed radix, rows side by side");
    std::int64_t steps = 0;
    for (std::int64_t n = transform.points; n > 1; n /= 2) steps++;
    call.flops(outer * inner * transform.points * steps * 5 * (transform.chirp != 0 ? 2 : 1));
    return call.finish();
}

}  // namespace

std::vector<LoweredKernel> lower_fft(const Function& function, const Op& op) {
    using frontend::FftType;
    const FftType kind = op[attr::fft_type];
    const ValueId operand = op.operands[0], result = op.results[0];
    const TensorType &from = function.tensor(operand), &to = function.tensor(result);
    const std::vector<std::int64_t> lengths = op[attr::fft_length];
    const std::size_t rank = from.shape.size(), last = rank - 1;
    if (from.element_count() == 0 || to.element_count() == 0) return {};
    if (kind == FftType::Irfft) {
        HLO2C_CHECK(lengths.size() == 1, "an inverse transform to reals is along one dimension");
        return {lower_pass(function, op, "irfft", {operand, result, to.shape, last},
                           transform_of(lengths.back(), true), true)};
    }
    std::vector<LoweredKernel> calls;
    ValueId source = operand;
    std::size_t end = rank;
    if (kind == FftType::Rfft) {
        calls.push_back(lower_pass(function, op, "rfft", {operand, result, from.shape, last},
                                   transform_of(lengths.back(), true), false));
        source = result;
        end = last;
    }
    for (std::size_t d = rank - lengths.size(); d < end; d++) {
        calls.push_back(lower_pass(function, op, "fft", {source, result, to.shape, d},
                                   transform_of(to.shape[d], false), kind == FftType::Ifft));
        source = result;
    }
    return calls;
}

}  // namespace hlo2c::scheduler
