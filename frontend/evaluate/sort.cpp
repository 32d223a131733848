#include "frontend/evaluate/sort.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/custom_top_k.h"

namespace hlo2c::frontend {
namespace {

using Positions = std::vector<std::int64_t>;

/// Merge sort: stable, and safe even if the comparator is not a strict weak order.
void merge_sort(Positions& positions, Positions& scratch, std::size_t begin, std::size_t end,
                const std::function<bool(std::int64_t, std::int64_t)>& before) {
    if (end - begin < 2) return;
    const std::size_t middle = begin + (end - begin) / 2;
    merge_sort(positions, scratch, begin, middle, before);
    merge_sort(positions, scratch, middle, end, before);
    std::size_t left = begin, right = middle;
    for (std::size_t i = begin; i < end; i++) {
        const bool take_right = left == middle || (right < end && before(positions[right], positions[left]));
        scratch[i] = take_right ? positions[right++] : positions[left++];
    }
    std::copy(scratch.begin() + static_cast<std::ptrdiff_t>(begin),
              scratch.begin() + static_cast<std::ptrdiff_t>(end),
              positions.begin() + static_cast<std::ptrdiff_t>(begin));
}

/// Sort keys of a top-k: floats by total order, integers by value.
Elements<std::int64_t> ranks(const Literal& literal) {
    if (is_float(literal.type().element)) return total_order(literal);
    const Elements<std::int64_t> values = integers(literal);
    if (literal.type().element != ElementType::UI64) return values;
    std::vector<std::int64_t> keys;
    for (const std::int64_t value : values.values) keys.push_back(value ^ INT64_MIN);
    return {std::move(keys), values.step};
}

/// The k largest (or smallest) elements of each row in order, with equal ones in their original order, and
/// their positions.
void give_top_k(OpCall& call, std::int64_t kept, bool largest) {
    const Literal& operand = call.operand(0);
    Shape shape = operand.type().shape;
    const std::int64_t length = shape.back();
    if (kept < 0 || kept > length) call.refuse("more elements than a row has");
    shape.back() = kept;
    const Elements<std::int64_t> keys = ranks(operand);
    std::vector<std::byte> values;
    std::vector<std::int64_t> indices;
    Positions positions(static_cast<std::size_t>(length)), scratch(positions.size());
    for (std::int64_t first = 0; first < operand.type().element_count(); first += length) {
        std::iota(positions.begin(), positions.end(), first);
        merge_sort(positions, scratch, 0, positions.size(), [&](std::int64_t a, std::int64_t b) {
            const std::int64_t x = keys[static_cast<std::size_t>(a)], y = keys[static_cast<std::size_t>(b)];
            return largest ? x > y : x < y;
        });
        for (std::int64_t i = 0; i < kept; i++) {
            const std::int64_t at = positions[static_cast<std::size_t>(i)];
            const std::span<const std::byte> element = operand.element(at);
            values.insert(values.end(), element.begin(), element.end());
            indices.push_back(at - first);
        }
    }
    call.give(Literal(call.typed(shape), std::move(values)));
    call.give(from_integers(call.typed(shape, 1), indices));
}

/// The elements at `a` and `b` of each of the first `count` operands: the arguments of a comparator.
std::vector<Datum> pairs_at(const OpCall& call, int count, std::int64_t a, std::int64_t b) {
    std::vector<Datum> arguments;
    for (int i = 0; i < count; i++) {
        arguments.emplace_back(scalar_at(call.operand(i), a));
        arguments.emplace_back(scalar_at(call.operand(i), b));
    }
    return arguments;
}

/// Operands: the values and the arrays sorted along with them, then as many initial values. Results: the
/// first elements along a dimension in the order of the comparator.
void give_approximate_top_k(OpCall& call, const std::string& comparator, std::int64_t dimension,
                            std::int64_t kept) {
    const int count = call.operand_count() / 2;
    Shape shape = call.operand(0).type().shape;
    const auto axis = static_cast<std::size_t>(dimension);
    const std::int64_t length = shape[axis], stride = row_major_strides(shape)[axis];
    if (kept < 0 || kept > length) call.refuse("more elements than a row has");
    const auto before = [&](std::int64_t a, std::int64_t b) {
        return call.call_function(comparator, pairs_at(call, count, a, b)).at(0).tensor().integer(0) != 0;
    };
    Shape result_shape = shape;
    result_shape[axis] = kept;
    const std::int64_t total = count_of(result_shape);
    std::vector<std::int64_t> sources(static_cast<std::size_t>(total));
    Positions positions(static_cast<std::size_t>(length)), scratch(positions.size());
    for (std::int64_t first = 0; first < count_of(shape); first++) {
        if (first / stride % length != 0) continue;
        for (std::int64_t i = 0; i < length; i++) positions[static_cast<std::size_t>(i)] = first + i * stride;
        merge_sort(positions, scratch, 0, positions.size(), before);
        const std::int64_t outer = first / (stride * length), inner = first % stride;
        for (std::int64_t i = 0; i < kept; i++)
            sources[static_cast<std::size_t>((outer * kept + i) * stride + inner)] =
                positions[static_cast<std::size_t>(i)];
    }
    for (int i = 0; i < count; i++) {
        std::vector<std::byte> bytes;
        for (const std::int64_t source : sources) {
            const std::span<const std::byte> element = call.operand(i).element(source);
            bytes.insert(bytes.end(), element.begin(), element.end());
        }
        call.give(Literal(call.typed(result_shape, i), std::move(bytes)));
    }
}

}  // namespace

void evaluate_ChloTopK(OpCall& call) {
    give_top_k(call, call.op()[attr::k], true);
}

bool evaluate_custom_top_k(OpCall& call) {
    const Shape& declared = call.result_type().shape;
    if (declared.empty()) return false;
    const std::int64_t kept = call.operand_count() > 1 ? call.operand(1).integer(0) : declared.back();
    give_top_k(call, kept, custom_top_k(call.op()).largest);
    return true;
}

bool evaluate_approximate_top_k(OpCall& call) {
    const CustomTopK options = custom_top_k(call.op());
    const Shape& declared = call.result_type().shape;
    const auto rank = static_cast<std::int64_t>(declared.size());
    const std::int64_t dimension = options.dimension.value_or(rank - 1);
    if (options.comparator.empty() || dimension < 0 || dimension >= rank) return false;
    const bool odd = call.operand_count() % 2 != 0;
    const std::int64_t kept = odd ? call.operand(call.operand_count() - 1).integer(0)
                                  : declared[static_cast<std::size_t>(dimension)];
    give_approximate_top_k(call, options.comparator, dimension, kept);
    return true;
}

void evaluate_Sort(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    std::int64_t dimension = call.op()[attr::sort_dimension];
    if (dimension < 0) dimension += static_cast<std::int64_t>(shape.size());
    const auto axis = static_cast<std::size_t>(dimension);
    const std::int64_t length = shape[axis], stride = row_major_strides(shape)[axis];
    const Region& comparator = call.op().regions[0];
    const int count = call.operand_count();

    std::vector<std::vector<std::byte>> sorted;
    for (int i = 0; i < count; i++) sorted.push_back(call.operand(i).expanded());
    const auto before = [&](std::int64_t a, std::int64_t b) {
        return call.run_region(comparator, pairs_at(call, count, a, b)).at(0).tensor().integer(0) != 0;
    };
    Positions positions(static_cast<std::size_t>(length)), scratch(positions.size());
    for (std::int64_t first = 0; first < count_of(shape); first++) {
        if (length == 0 || first / stride % length != 0) continue;
        for (std::int64_t i = 0; i < length; i++) positions[static_cast<std::size_t>(i)] = first + i * stride;
        merge_sort(positions, scratch, 0, positions.size(), before);
        for (int k = 0; k < count; k++) {
            const auto width = static_cast<std::ptrdiff_t>(byte_width(call.operand(k).type().element));
            for (std::int64_t i = 0; i < length; i++) {
                const std::span<const std::byte> element =
                    call.operand(k).element(positions[static_cast<std::size_t>(i)]);
                std::copy(element.begin(), element.end(),
                          sorted[static_cast<std::size_t>(k)].begin() + (first + i * stride) * width);
            }
        }
    }
    for (int i = 0; i < count; i++)
        call.give(Literal(call.operand(i).type(), std::move(sorted[static_cast<std::size_t>(i)])));
}

}  // namespace hlo2c::frontend
