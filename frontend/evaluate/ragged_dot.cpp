#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/indexing.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"

namespace hlo2c::frontend {
namespace {

/// The roles of the dimensions of a ragged dot.
struct Roles {
    DotDimensions dot;
    std::int64_t ragged = 0;  ///< of lhs
    Shape group;              ///< of rhs; empty where the ragged dimension is contracted or batching
    Shape lhs_free, rhs_free;
    bool ragged_contracts = false, ragged_batches = false;
};

Roles roles_of(const OpCall& call) {
    Roles roles;
    const auto [dot, ragged, group] = call.op()[attr::ragged_dot_dimension_numbers];
    roles.dot = dot;
    roles.group = group;
    if (ragged.size() != 1 || roles.group.size() > 1) call.refuse("more than one ragged dimension");
    roles.ragged = ragged[0];
    roles.ragged_contracts = contains(roles.dot.lhs_contracting, roles.ragged);
    roles.ragged_batches = contains(roles.dot.lhs_batching, roles.ragged);
    if ((roles.ragged_contracts || roles.ragged_batches) != roles.group.empty())
        call.refuse("the group dimension of rhs does not fit the ragged dimension");
    for (std::int64_t d = 0; d < call.operand(0).type().rank(); d++)
        if (!contains(roles.dot.lhs_batching, d) && !contains(roles.dot.lhs_contracting, d))
            roles.lhs_free.push_back(d);
    for (std::int64_t d = 0; d < call.operand(1).type().rank(); d++)
        if (!contains(roles.dot.rhs_batching, d) && !contains(roles.dot.rhs_contracting, d) &&
            !contains(roles.group, d))
            roles.rhs_free.push_back(d);
    return roles;
}

Shape sizes_at(const Shape& shape, const Shape& dimensions) {
    Shape sizes;
    for (const std::int64_t d : dimensions) sizes.push_back(shape[static_cast<std::size_t>(d)]);
    return sizes;
}

void place(Shape& index, const Shape& dimensions, const Shape& values, std::size_t first) {
    for (std::size_t i = 0; i < dimensions.size(); i++)
        index[static_cast<std::size_t>(dimensions[i])] = values[first + i];
}

std::int64_t number_of(const Shape& index, const Shape& shape) {
    std::int64_t number = 0;
    for (std::size_t d = 0; d < shape.size(); d++) number = number * shape[d] + index[d];
    return number;
}

/// The group of position `at` of the ragged dimension, or -1 past the last group. Group sizes are one list,
/// or one list per index of the leading dimensions.
std::int64_t group_at(const Shape& sizes, std::int64_t groups, std::int64_t row, std::int64_t at) {
    std::int64_t end = 0;
    for (std::int64_t g = 0; g < groups; g++) {
        end += sizes[static_cast<std::size_t>(row * groups + g)];
        if (at < end) return g;
    }
    return -1;
}

template <typename T, bool compensated>
Literal ragged_dot_with(const OpCall& call, const Roles& roles) {
    const Literal &lhs = call.operand(0), &rhs = call.operand(1);
    const Shape &lhs_shape = lhs.type().shape, &rhs_shape = rhs.type().shape;
    const Elements<T> left = elements<T>(lhs), right = elements<T>(rhs);
    const Shape group_sizes = integer_list(call.operand(2)), &table = call.operand(2).type().shape;
    const std::int64_t groups = table.empty() ? 1 : table.back();
    const bool per_batch = table.size() > 1;
    if (per_batch && sizes_at(lhs_shape, roles.dot.lhs_batching) != Shape(table.begin(), table.end() - 1))
        call.refuse("group sizes that are not one list, or one for each batch");
    const Shape batches = sizes_at(lhs_shape, roles.dot.lhs_batching),
                free_lhs = sizes_at(lhs_shape, roles.lhs_free),
                free_rhs = sizes_at(rhs_shape, roles.rhs_free),
                contracted = sizes_at(lhs_shape, roles.dot.lhs_contracting);
    Shape shape;
    if (roles.ragged_contracts) shape.push_back(groups);
    const std::size_t first_batch = shape.size(), first_lhs = first_batch + batches.size(),
                      first_rhs = first_lhs + free_lhs.size();
    for (const Shape& part : {batches, free_lhs, free_rhs})
        shape.insert(shape.end(), part.begin(), part.end());
    std::vector<T> result(static_cast<std::size_t>(count_of(shape)), T(0));
    if (result.empty()) return from_elements<T>(call.typed(shape), result);
    Shape index(shape.size(), 0), lhs_index(lhs_shape.size(), 0), rhs_index(rhs_shape.size(), 0);
    std::size_t element = 0;
    do {
        place(lhs_index, roles.dot.lhs_batching, index, first_batch);
        place(rhs_index, roles.dot.rhs_batching, index, first_batch);
        place(lhs_index, roles.lhs_free, index, first_lhs);
        place(rhs_index, roles.rhs_free, index, first_rhs);
        const Shape batch(index.begin() + static_cast<std::ptrdiff_t>(first_batch),
                          index.begin() + static_cast<std::ptrdiff_t>(first_lhs));
        const std::int64_t row = per_batch ? number_of(batch, batches) : 0;
        RunningSum<T, compensated> sum;
        Shape inner(contracted.size(), 0);
        bool any = count_of(contracted) > 0;
        if (!roles.group.empty()) {
            const std::int64_t group =
                group_at(group_sizes, groups, row, lhs_index[static_cast<std::size_t>(roles.ragged)]);
            any = any && group >= 0;
            if (group >= 0) rhs_index[static_cast<std::size_t>(roles.group[0])] = group;
        }
        while (any) {
            place(lhs_index, roles.dot.lhs_contracting, inner, 0);
            place(rhs_index, roles.dot.rhs_contracting, inner, 0);
            const bool counts = !roles.ragged_contracts ||
                                group_at(group_sizes, groups, row,
                                         lhs_index[static_cast<std::size_t>(roles.ragged)]) == index[0];
            if (counts)
                sum.add_product(left[static_cast<std::size_t>(number_of(lhs_index, lhs_shape))],
                                right[static_cast<std::size_t>(number_of(rhs_index, rhs_shape))]);
            if (!next_index(inner, contracted)) break;
        }
        result[element++] = sum.value();
    } while (next_index(index, shape));
    return from_elements<T>(call.typed(shape), result);
}

template <typename T>
Literal ragged_dot(const OpCall& call, const Roles& roles) {
    return is_compensated(call.result_type().element, call.product_sums())
               ? ragged_dot_with<T, true>(call, roles)
               : ragged_dot_with<T, false>(call, roles);
}

}  // namespace

/// Splits the rows of lhs into groups, each multiplied by its own matrix of rhs; or splits the contracting
/// dimension, with one result per group. Rows past the last group give 0.
void evaluate_ChloRaggedDot(OpCall& call) {
    const Roles roles = roles_of(call);
    in_domain_of(call.result_type().element, [&]<typename T>() { call.give(ragged_dot<T>(call, roles)); });
}

}  // namespace hlo2c::frontend
