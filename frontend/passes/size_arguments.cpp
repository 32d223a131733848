#include "frontend/passes/size_arguments.h"

#include <algorithm>

#include "frontend/ops/op_row.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/passes/refine_shapes.h"

namespace hlo2c::frontend {
namespace {

bool is_open(const Type& type) {
    return type.is_tensor() && !type.as_tensor().is_static() && type.as_tensor().bounds.empty();
}

bool has_open_value(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), [](const Function& function) {
        return std::any_of(function.values.begin(), function.values.end(),
                           [](const Value& value) { return is_open(value.type); });
    });
}

/// Marks the operands that determine the sizes of results, for the ops that `counts` accepts, and everything
/// that marked values are computed from.
template <typename Predicate>
void mark_sources(const Region& region, const Predicate& counts, std::set<ValueId>& marked) {
    for (std::size_t i = region.ops.size(); i-- > 0;) {
        const Op& op = region.ops[i];
        if (counts(op))
            for (const std::size_t operand : size_operands(op.code)) marked.insert(op.operands.at(operand));
        for (const Region& inner : op.regions) mark_sources(inner, counts, marked);
        const bool says_size = std::any_of(op.results.begin(), op.results.end(),
                                           [&](ValueId result) { return marked.count(result) != 0; });
        if (says_size) marked.insert(op.operands.begin(), op.operands.end());
    }
}

}  // namespace

std::set<ValueId> size_sources(const Region& region) {
    std::set<ValueId> marked;
    mark_sources(
        region, [](const Op&) { return true; }, marked);
    return marked;
}

std::vector<int> size_arguments(const Program& program) {
    if (!has_open_value(program)) return {};
    Program refined = program;
    inline_calls(refined);
    refine_shapes(refined);
    const Function& main = refined.main();
    std::set<ValueId> marked;
    const auto gives_open = [&](const Op& op) {
        return std::any_of(op.results.begin(), op.results.end(),
                           [&](ValueId result) { return is_open(main.type(result)); });
    };
    mark_sources(main.body, gives_open, marked);
    std::vector<int> numbers;
    for (std::size_t i = 0; i < main.arguments().size(); i++) {
        const Type& type = main.type(main.arguments()[i]);
        const bool is_integer_array = type.is_tensor() && is_integer(type.as_tensor().element);
        if (is_integer_array && marked.count(main.arguments()[i]) != 0)
            numbers.push_back(static_cast<int>(i));
    }
    return numbers;
}

}  // namespace hlo2c::frontend
