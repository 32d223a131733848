#include <algorithm>
#include <cmath>

#include "frontend/accuracy/float_format.h"
#include "frontend/accuracy/op_run.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// True for elements with a part that is NaN; empty if there are none.
std::vector<bool> nan_elements(const Literal& literal) {
    if (!has_floats(literal.type())) return {};
    const std::vector<double> parts = parts_of(literal);
    const std::size_t per_element = parts_per_element(literal.type().element);
    std::vector<bool> found(parts.size() / per_element);
    bool any = false;
    for (std::size_t i = 0; i < parts.size(); i++)
        if (std::isnan(parts[i])) any = found[i / per_element] = true;
    return any ? found : std::vector<bool>();
}

/// The rows of a sort: elements `stride` apart, from each of `firsts`.
struct Rows {
    std::vector<std::int64_t> firsts;
    std::int64_t length, stride;

    Rows(const Op& op, const std::vector<std::int64_t>& shape) {
        std::int64_t dimension = op[attr::sort_dimension];
        if (dimension < 0) dimension += static_cast<std::int64_t>(shape.size());
        const auto axis = static_cast<std::size_t>(dimension);
        length = shape[axis];
        stride = row_major_strides(shape)[axis];
        for (std::int64_t at = 0; at < shape[0] * row_major_strides(shape)[0]; at++)
            if (at / stride % length == 0) firsts.push_back(at);
    }
};

/// Each row with its odd positions first, from the end, then its even ones.
Literal shuffled(const Literal& tensor, const Rows& rows) {
    std::vector<std::byte> bytes = tensor.expanded();
    const auto width = static_cast<std::ptrdiff_t>(byte_width(tensor.type().element));
    const std::int64_t odd = rows.length / 2;
    for (const std::int64_t first : rows.firsts)
        for (std::int64_t i = 0; i < rows.length; i++) {
            const std::int64_t from = i < odd ? 2 * (odd - i) - 1 : 2 * (i - odd);
            const auto element = tensor.element(first + from * rows.stride);
            std::copy(element.begin(), element.end(), bytes.begin() + (first + i * rows.stride) * width);
        }
    return {tensor.type(), std::move(bytes)};
}

}  // namespace

/// A comparator such as LT does not order NaN. The algorithm then decides where NaN end up, and which numbers
/// they separate. A row is undecided if another order of its elements moves a NaN elsewhere.
ResultBounds sort_bounds(const OpRun& run) {
    ResultBounds all = probed_bounds(run);
    std::vector<std::vector<bool>> nans;
    for (const Literal& result : run.results) nans.push_back(nan_elements(result));
    if (std::all_of(nans.begin(), nans.end(), [](const auto& each) { return each.empty(); })) return all;
    const Rows rows(run.op(), run.results[0].type().shape);
    std::vector<Literal> moved;
    for (const Literal& result : run.results) moved.push_back(shuffled(result, rows));
    const std::vector<Literal> sorted = run.again(moved);
    std::vector<std::vector<bool>> others;
    for (const Literal& result : sorted) others.push_back(nan_elements(result));
    const auto differ = [&](std::int64_t at) {
        for (std::size_t i = 0; i < nans.size(); i++)
            if (!nans[i].empty() &&
                nans[i][static_cast<std::size_t>(at)] != others[i][static_cast<std::size_t>(at)])
                return true;
        return false;
    };
    for (const std::int64_t first : rows.firsts) {
        bool is_ordered = true;
        for (std::int64_t k = 0; k < rows.length; k++)
            is_ordered = is_ordered && !differ(first + k * rows.stride);
        if (is_ordered) continue;
        for (std::size_t i = 0; i < all.size(); i++) {
            all[i].bounds.resize(static_cast<std::size_t>(run.results[i].type().element_count()));
            for (std::int64_t k = 0; k < rows.length; k++)
                all[i].bounds[static_cast<std::size_t>(first + k * rows.stride)] = infinity;
        }
    }
    return all;
}

}  // namespace hlo2c::frontend
