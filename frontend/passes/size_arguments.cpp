#include "frontend/passes/size_arguments.h"

#include <algorithm>
#include <set>

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

/// Marks the operands that determine unknown sizes, and everything that marked values are computed from.
void mark_sources(const Function& function, const Region& region, std::set<ValueId>& marked) {
    for (std::size_t i = region.ops.size(); i-- > 0;) {
        const Op& op = region.ops[i];
        const bool gives_open = std::any_of(op.results.begin(), op.results.end(),
                                            [&](ValueId result) { return is_open(function.type(result)); });
        if (gives_open)
            for (const std::size_t operand : shape_operands(op)) marked.insert(op.operands.at(operand));
        for (const Region& inner : op.regions) mark_sources(function, inner, marked);
        const bool says_size = std::any_of(op.results.begin(), op.results.end(),
                                           [&](ValueId result) { return marked.count(result) != 0; });
        if (says_size) marked.insert(op.operands.begin(), op.operands.end());
    }
}

}  // namespace

std::vector<std::size_t> shape_operands(const Op& op) {
    switch (op.code) {
        case OpCode::DynamicReshape:
        case OpCode::DynamicBroadcastInDim:
        case OpCode::SetDimensionSize: return {1};
        case OpCode::DynamicIota: return {0};
        case OpCode::DynamicPad: return {2, 3, 4};
        case OpCode::RealDynamicSlice: return {1, 2, 3};
        case OpCode::DynamicConv:
        case OpCode::DynamicGather: return {2};
        default: return {};
    }
}

std::vector<int> size_arguments(const Program& program) {
    if (!has_open_value(program)) return {};
    Program refined = program;
    inline_calls(refined);
    refine_shapes(refined);
    const Function& main = refined.main();
    std::set<ValueId> marked;
    mark_sources(main, main.body, marked);
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
