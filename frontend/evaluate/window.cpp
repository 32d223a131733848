#include "frontend/evaluate/window.h"

#include <algorithm>
#include <functional>

#include "frontend/evaluate/dynamic_calls.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/reduction.h"
#include "frontend/evaluate/scalar_body.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/comparison.h"
#include "frontend/ops/dynamic_reduce_window.h"

namespace hlo2c::frontend {
Shape window_counts(const Shape& shape, const Window& window) {
    Shape counts;
    for (std::size_t i = 0; i < shape.size(); i++) {
        const std::int64_t padded =
            dilated(shape[i], window.base_dilation[i]) + window.padding[i].first + window.padding[i].second;
        const std::int64_t reach = dilated(window.size[i], window.window_dilation[i]);
        counts.push_back(padded < reach ? 0 : (padded - reach) / window.strides[i] + 1);
    }
    return counts;
}

Window selection_window(const Op& op, std::size_t rank) {
    Window window;
    window.size = op[attr::selection_window];
    window.strides = op[attr::window_strides.over(rank)];
    window.base_dilation = window.window_dilation = Shape(rank, 1);
    const Shape padding = op[attr::padding.over(rank)];
    for (std::size_t i = 0; i < rank; i++) window.padding.emplace_back(padding[2 * i], padding[2 * i + 1]);
    return window;
}

std::int64_t element_under(const Shape& shape, const Window& window, const Shape& position,
                           const Shape& element) {
    std::int64_t number = 0;
    for (std::size_t i = 0; i < shape.size(); i++) {
        const std::int64_t at = position[i] * window.strides[i] + element[i] * window.window_dilation[i] -
                                window.padding[i].first;
        if (at < 0 || at % window.base_dilation[i] != 0 || at / window.base_dilation[i] >= shape[i])
            return -1;
        number = number * shape[i] + at / window.base_dilation[i];
    }
    return number;
}

namespace {

template <typename T>
Literal reduce_windows(BodyKind kind, const Literal& operand, const Literal& initial, const Window& window,
                       const TensorType& type) {
    const Elements<T> from = elements<T>(operand);
    const T start = elements<T>(initial)[0];
    const Gathering<T> body(kind, type.element);
    std::vector<Gathered<T>> gathered(static_cast<std::size_t>(type.element_count()), body.start(start));
    for_each_window_element(operand.type().shape, window, type.shape, [&](std::size_t to, std::int64_t at) {
        body.take(gathered[to], at < 0 ? start : from[static_cast<std::size_t>(at)]);
    });
    return from_elements<T>(type, results_of(body, gathered));
}

Literal reduce_windows_in_domain(BodyKind kind, const Literal& operand, const Literal& initial,
                                 const Window& window, const TensorType& type) {
    return in_domain_of(
        type.element, [&]<typename T>() { return reduce_windows<T>(kind, operand, initial, window, type); });
}

/// The reducing computation: `argument` converts a scalar to the type of the numbered argument, `run` returns
/// the results.
struct Reducer {
    std::function<Literal(int, const Literal&)> argument;
    std::function<std::vector<Datum>(std::vector<Datum>)> run;
};

/// The operands are `count` inputs, then as many initial values.
void reduce_windows_by(OpCall& call, int count, const Window& window, const Shape& counts,
                       const Reducer& reducer) {
    std::vector<Datum> start;
    for (int i = 0; i < count; i++) start.emplace_back(reducer.argument(i, call.operand(count + i)));
    std::vector<std::vector<Datum>> sums(static_cast<std::size_t>(count_of(counts)), start);
    for_each_window_element(
        call.operand(0).type().shape, window, counts, [&](std::size_t to, std::int64_t at) {
            std::vector<Datum> arguments = std::move(sums[to]);
            for (int i = 0; i < count; i++) {
                const Literal value = at < 0 ? call.operand(count + i) : scalar_at(call.operand(i), at);
                arguments.emplace_back(reducer.argument(count + i, value));
            }
            sums[to] = reducer.run(std::move(arguments));
        });
    for (int i = 0; i < count; i++) {
        std::vector<Literal> scalars;
        for (const std::vector<Datum>& sum : sums)
            scalars.push_back(sum[static_cast<std::size_t>(i)].tensor());
        call.give(from_scalars(call.typed(counts, i), scalars));
    }
}

void reduce_windows_by_region(OpCall& call, const Window& window, const Shape& counts) {
    const Region& body = call.op().regions[0];
    const Reducer reducer{
        [&](int argument, const Literal& scalar) { return as_argument(call, body, argument, scalar); },
        [&](std::vector<Datum> arguments) { return call.run_region(body, std::move(arguments)); }};
    reduce_windows_by(call, call.operand_count() / 2, window, counts, reducer);
}

/// Compares by a known direction, without running the region.
template <typename T>
bool compare(ComparisonDirection direction, ElementType type, const T& a, const T& b) {
    return holds(direction, a, b, [type](const T& x, const T& y) {
        if constexpr (std::is_same_v<T, std::int64_t>)
            if (!is_signed_integer(type))
                return static_cast<std::uint64_t>(x) < static_cast<std::uint64_t>(y);
        return x < y;
    });
}

/// The element that each window selects: `keeps(a, b)` is true if a, the current selection, stays. -1 for
/// windows over padding only, since padding is never selected.
template <typename Keeps>
std::vector<std::int64_t> select_elements(const Shape& shape, const Window& window, const Shape& counts,
                                          Keeps keeps) {
    std::vector<std::int64_t> selected(static_cast<std::size_t>(count_of(counts)), -1);
    for_each_window_element(shape, window, counts, [&](std::size_t number, std::int64_t at) {
        if (at < 0) return;
        if (selected[number] < 0 || !keeps(selected[number], at)) selected[number] = at;
    });
    return selected;
}

template <typename T>
std::vector<std::int64_t> select_simply(const Literal& operand, const Window& window, const Shape& counts,
                                        ComparisonDirection direction) {
    const Elements<T> values = elements<T>(operand);
    const ElementType type = operand.type().element;
    return select_elements(operand.type().shape, window, counts, [&](std::int64_t a, std::int64_t b) {
        return compare(direction, type, values[static_cast<std::size_t>(a)],
                       values[static_cast<std::size_t>(b)]);
    });
}

std::vector<std::int64_t> selected_elements(OpCall& call, const Window& window, const Shape& counts) {
    const Literal& operand = call.operand(0);
    const Region& select = call.op().regions[0];
    const std::optional<ComparisonDirection> direction = simple_comparison(call.function(), select);
    const Domain domain = domain_of(operand.type().element);
    if (direction && domain == Domain::Real)
        return select_simply<double>(operand, window, counts, *direction);
    if (direction && domain == Domain::Integer)
        return select_simply<std::int64_t>(operand, window, counts, *direction);
    return select_elements(operand.type().shape, window, counts, [&](std::int64_t a, std::int64_t b) {
        return call.run_region(select, {scalar_at(operand, a), scalar_at(operand, b)})
                   .at(0)
                   .tensor()
                   .integer(0) != 0;
    });
}

template <typename T>
Literal scatter_simply(BodyKind kind, const std::vector<std::int64_t>& selected, const Literal& source,
                       const Literal& initial, const TensorType& type) {
    const Elements<T> values = elements<T>(source);
    const Gathering<T> body(kind, type.element);
    std::vector<Gathered<T>> gathered(static_cast<std::size_t>(type.element_count()),
                                      body.start(elements<T>(initial)[0]));
    for (std::size_t i = 0; i < selected.size(); i++)
        if (selected[i] >= 0) body.take(gathered[static_cast<std::size_t>(selected[i])], values[i]);
    return from_elements<T>(type, results_of(body, gathered));
}

Literal scatter_selected(OpCall& call, const std::vector<std::int64_t>& selected, const TensorType& type) {
    const Literal &source = call.operand(1), &initial = call.operand(2);
    const Region& scatter = call.op().regions[1];
    const std::vector<BodyKind> kinds = simple_bodies(call.program(), call.function(), scatter);
    if (!kinds.empty())
        return in_domain_of(type.element, [&]<typename T>() {
            return scatter_simply<T>(kinds[0], selected, source, initial, type);
        });
    std::vector<Literal> sums(static_cast<std::size_t>(type.element_count()), initial);
    for (std::size_t i = 0; i < selected.size(); i++) {
        if (selected[i] < 0) continue;
        Literal& sum = sums[static_cast<std::size_t>(selected[i])];
        sum = call.run_region(scatter, {sum, scalar_at(source, static_cast<std::int64_t>(i))}).at(0).tensor();
    }
    return from_scalars(type, sums);
}

}  // namespace

void evaluate_ReduceWindow(OpCall& call) {
    const Window window = reduce_window_window(call.op());
    const Shape counts = window_counts(call.operand(0).type().shape, window);
    const std::vector<BodyKind> kinds = simple_bodies(call.program(), call.function(), call.op().regions[0]);
    if (kinds.empty()) return reduce_windows_by_region(call, window, counts);
    const auto count = static_cast<int>(kinds.size());
    for (int i = 0; i < count; i++)
        call.give(reduce_windows_in_domain(kinds[static_cast<std::size_t>(i)], call.operand(i),
                                           call.operand(count + i), window, call.typed(counts, i)));
}

bool evaluate_dynamic_reduce_window(OpCall& call) {
    const auto windowed = dynamic_reduce_window(call.op());
    if (!windowed) return false;
    WindowLists lists;
    for (std::size_t i = 0; i < lists.size(); i++)
        lists[i] = integer_list(call.operand(static_cast<int>(windowed->first_list() + i)));
    const Shape& shape = call.operand(0).type().shape;
    if (const std::string problem = problem_of(lists, shape.size()); !problem.empty())
        call.fail_here(problem, std::string(window_lists_remedy));
    const Window window = reduce_window_window(reduce_window_of(lists));
    const Reducer reducer{[](int, const Literal& scalar) { return scalar; },
                          [&](std::vector<Datum> arguments) {
                              return call.call_function(windowed->reducer, std::move(arguments));
                          }};
    reduce_windows_by(call, static_cast<int>(windowed->inputs), window, window_counts(shape, window),
                      reducer);
    return true;
}

void evaluate_SelectAndScatter(OpCall& call) {
    const Literal& operand = call.operand(0);
    const Window window = selection_window(call.op(), operand.type().shape.size());
    const Shape counts = window_counts(operand.type().shape, window);
    if (counts != call.operand(1).type().shape)
        call.fail_here(
            "the source is " + to_string(call.operand(1).type()) + ", which is not one element per window",
            "Give a source with one element per window.");
    call.give(
        scatter_selected(call, selected_elements(call, window, counts), call.typed(operand.type().shape)));
}

}  // namespace hlo2c::frontend
