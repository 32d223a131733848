#include "frontend/evaluate/reduction.h"

#include <algorithm>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/scalar_body.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// The shape without the reduced dimensions, and the strides that map operand indices to result elements.
struct Reduced {
    Shape shape;
    Shape result_strides;  ///< per operand dimension; 0 for reduced ones
};

Reduced reduced_shape(const Shape& shape, const Shape& dimensions) {
    Reduced reduced{{}, Shape(shape.size(), 0)};
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < shape.size(); i++)
        if (std::find(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(i)) == dimensions.end())
            kept.push_back(i);
    for (std::size_t i : kept) reduced.shape.push_back(shape[i]);
    const Shape strides = row_major_strides(reduced.shape);
    for (std::size_t i = 0; i < kept.size(); i++) reduced.result_strides[kept[i]] = strides[i];
    return reduced;
}

/// Calls visit(operand element, result element) for all operand elements in row-major order, so that the
/// elements of one result come in index order.
template <typename Visit>
void for_each_element(const Shape& shape, const Shape& result_strides, Visit visit) {
    if (count_of(shape) == 0) return;
    Shape index(shape.size(), 0);
    std::size_t element = 0;
    do {
        visit(element++, static_cast<std::size_t>(dot_product(index, result_strides)));
    } while (next_index(index, shape));
}

template <typename T>
Literal reduce_simply(BodyKind kind, const Literal& operand, const Literal& initial, const Reduced& reduced,
                      const TensorType& type) {
    const Elements<T> from = elements<T>(operand);
    const Gathering<T> body(kind, type.element);
    std::vector<Gathered<T>> gathered(static_cast<std::size_t>(type.element_count()),
                                      body.start(elements<T>(initial)[0]));
    for_each_element(operand.type().shape, reduced.result_strides,
                     [&](std::size_t at, std::size_t to) { body.take(gathered[to], from[at]); });
    return from_elements<T>(type, results_of(body, gathered));
}

Literal reduce_simply(BodyKind kind, const Literal& operand, const Literal& initial, const Reduced& reduced,
                      const TensorType& type) {
    return in_domain_of(
        type.element, [&]<typename T>() { return reduce_simply<T>(kind, operand, initial, reduced, type); });
}

/// Any body, any number of operands: a left fold that runs the region per element.
void reduce_by_region(OpCall& call, const Reduced& reduced) {
    const int count = call.operand_count() / 2;
    const Region& body = call.op().regions[0];
    std::vector<std::vector<Datum>> sums(static_cast<std::size_t>(count_of(reduced.shape)));
    for (std::vector<Datum>& sum : sums)
        for (int i = 0; i < count; i++) sum.emplace_back(as_argument(call, body, i, call.operand(count + i)));
    for_each_element(
        call.operand(0).type().shape, reduced.result_strides, [&](std::size_t at, std::size_t to) {
            std::vector<Datum> arguments = std::move(sums[to]);
            for (int i = 0; i < count; i++)
                arguments.emplace_back(as_argument(
                    call, body, count + i, scalar_at(call.operand(i), static_cast<std::int64_t>(at))));
            sums[to] = call.run_region(body, std::move(arguments));
        });
    for (int i = 0; i < count; i++) {
        std::vector<Literal> scalars;
        for (const std::vector<Datum>& sum : sums)
            scalars.push_back(sum[static_cast<std::size_t>(i)].tensor());
        call.give(from_scalars(call.typed(reduced.shape, i), scalars));
    }
}

}  // namespace

Literal as_argument(const OpCall& call, const Region& region, int argument, const Literal& scalar) {
    const TensorType& wanted = call.function().tensor(region.arguments[static_cast<std::size_t>(argument)]);
    if (wanted.element == scalar.type().element) return scalar;
    return in_domain_of(wanted.element,
                        [&]<typename T>() { return from_elements<T>(wanted, all_elements<T>(scalar)); });
}

void evaluate_Reduce(OpCall& call) {
    const Shape& shape = call.operand(0).type().shape;
    const Reduced reduced = reduced_shape(shape, call.op()[attr::dimensions]);
    const std::vector<BodyKind> kinds = simple_bodies(call.program(), call.function(), call.op().regions[0]);
    if (kinds.empty()) return reduce_by_region(call, reduced);
    const auto count = static_cast<int>(kinds.size());
    for (int i = 0; i < count; i++)
        call.give(reduce_simply(kinds[static_cast<std::size_t>(i)], call.operand(i), call.operand(count + i),
                                reduced, call.typed(reduced.shape, i)));
}

}  // namespace hlo2c::frontend
