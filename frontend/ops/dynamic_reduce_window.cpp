#include "frontend/ops/dynamic_reduce_window.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_numbers.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/called_computation.h"
#include "frontend/ops/op_context.h"
#include "frontend/ops/shape_operands.h"

namespace hlo2c::frontend {
namespace {

struct WindowList {
    std::string_view name;
    Attr<Integers> key;
};

/// The lists of one positive number per dimension; the padding follows.
constexpr std::array positive_lists = {
    WindowList{"window sizes", attr::window_dimensions},
    WindowList{"strides", attr::window_strides.over(0)},
    WindowList{"base dilations", attr::base_dilations.over(0)},
    WindowList{"window dilations", attr::window_dilations.over(0)},
};
constexpr std::size_t padding_list = positive_lists.size();
static_assert(padding_list + 1 == DynamicReduceWindow::lists);

std::string problem_of_count(std::size_t list, std::size_t count, std::size_t rank) {
    const std::size_t expected = list == padding_list ? 2 * rank : rank;
    if (count == expected) return "";
    return fmt::format(
        "the {} has {} numbers where {} were expected",
        list == padding_list ? "padding" : fmt::format("list of {}", positive_lists[list].name), count,
        expected);
}

std::string problem_of_values(std::size_t list, const Sizes& values) {
    const auto bad = std::find_if(values.begin(), values.end(), [](std::int64_t value) { return value < 1; });
    if (list == padding_list || bad == values.end()) return "";
    return fmt::format("{} is in the list of {}, which are positive", *bad, positive_lists[list].name);
}

}  // namespace

std::optional<DynamicReduceWindow> dynamic_reduce_window(const Op& call) {
    const LibraryRow& row = library_row(call);
    if (row.call != LibraryCall::DynamicReduceWindow || !has_counts(row, call)) return std::nullopt;
    const std::size_t values = call.operands.size() - DynamicReduceWindow::lists;
    std::string reducer = called_computation(call);
    if (values % 2 != 0 || reducer.empty()) return std::nullopt;
    return DynamicReduceWindow{values / 2, std::move(reducer)};
}

std::string problem_of(const WindowLists& lists, std::size_t rank) {
    for (std::size_t list = 0; list < lists.size(); list++) {
        std::string problem = problem_of_count(list, lists[list].size(), rank);
        if (problem.empty()) problem = problem_of_values(list, lists[list]);
        if (!problem.empty()) return problem;
    }
    return "";
}

void require_dynamic_window(const OpContext& op) {
    const auto call = dynamic_reduce_window(op.op());
    // The operands that hold shapes are not part of the call.
    if (!call || !shape_operands(op.function(), op.op()).empty()) return;
    const auto require_none = [&](const std::string& problem) { op.require(problem.empty(), "", problem); };
    for (std::size_t list = 0; list < DynamicReduceWindow::lists; list++) {
        const std::size_t position = call->first_list() + list;
        const TensorType& type = op.operand(position);
        if (type.is_static())
            require_none(problem_of_count(list, static_cast<std::size_t>(type.element_count()),
                                          op.operand(0).shape.size()));
        if (const std::optional<Sizes> values = op.constant_integers(position))
            require_none(problem_of_values(list, *values));
    }
}

Op reduce_window_of(const WindowLists& lists) {
    Op window{.code = OpCode::ReduceWindow};
    for (std::size_t list = 0; list < padding_list; list++) window.set(positive_lists[list].key, lists[list]);
    window.set_attribute(attr::padding, window_padding(lists[padding_list]));
    return window;
}

}  // namespace hlo2c::frontend
