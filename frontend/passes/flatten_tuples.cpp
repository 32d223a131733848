#include "frontend/passes/flatten_tuples.h"

#include <algorithm>
#include <utility>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

const TupleType* as_tuple(const Type& type) {
    return std::get_if<TupleType>(&type.value);
}

bool has_tuples(const Function& function) {
    const auto is_tuple = [](const Type& type) { return as_tuple(type) != nullptr; };
    const auto is_tuple_value = [&](ValueId value) { return is_tuple(function.type(value)); };
    return std::any_of(function.result_types.begin(), function.result_types.end(), is_tuple) ||
           std::any_of(function.arguments().begin(), function.arguments().end(), is_tuple_value);
}

bool is_called(const Program& program, const std::string& name) {
    bool found = false;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            found = found || (op.code == OpCode::Call && op[attr::callee].name == name);
        });
    return found;
}

/// Values and attributes of a signature in which leaves replace each tuple.
struct Signature {
    std::vector<ValueId> values;
    std::vector<DictionaryAttribute> attributes;

    /// Gives the attributes of a tuple to the first of its leaves, which were appended to `values`.
    void add_attributes(const DictionaryAttribute& given) {
        const std::size_t first = attributes.size();
        attributes.resize(values.size());
        if (first < attributes.size()) attributes[first] = given;
    }
};

DictionaryAttribute attributes_at(const std::vector<DictionaryAttribute>& all, std::size_t i) {
    return i < all.size() ? all[i] : DictionaryAttribute{};
}

/// Appends new values for the leaves of `value`, then the ops that build it from them; a value that is no
/// tuple is its own leaf.
void build_of_leaves(Function& function, ValueId value, std::vector<ValueId>& leaves, std::vector<Op>& ops) {
    const TupleType* tuple = as_tuple(function.type(value));
    if (tuple == nullptr) {
        leaves.push_back(value);
        return;
    }
    Op join{.code = OpCode::Tuple, .results = {value}};
    for (const Type& element : std::vector<Type>(tuple->elements)) {
        join.operands.push_back(function.add_value(element));
        build_of_leaves(function, join.operands.back(), leaves, ops);
    }
    ops.push_back(std::move(join));
}

/// Appends the leaves of `value`, and the ops that extract them.
void extract_leaves(Function& function, ValueId value, std::vector<ValueId>& leaves, std::vector<Op>& ops) {
    const TupleType* tuple = as_tuple(function.type(value));
    if (tuple == nullptr) {
        leaves.push_back(value);
        return;
    }
    const std::vector<Type> elements = tuple->elements;
    for (std::size_t i = 0; i < elements.size(); i++) {
        const ValueId element = function.add_value(elements[i]);
        Op part{.code = OpCode::GetTupleElement, .operands = {value}, .results = {element}};
        part.set(attr::index, static_cast<std::int64_t>(i));
        ops.push_back(std::move(part));
        extract_leaves(function, element, leaves, ops);
    }
}

void flatten_arguments(Function& function) {
    Signature signature;
    std::vector<Op> ops;
    const std::vector<ValueId> arguments = function.body.arguments;
    for (std::size_t i = 0; i < arguments.size(); i++) {
        build_of_leaves(function, arguments[i], signature.values, ops);
        signature.add_attributes(attributes_at(function.argument_attributes, i));
    }
    function.body.arguments = std::move(signature.values);
    function.argument_attributes = std::move(signature.attributes);
    function.body.ops.insert(function.body.ops.begin(), ops.begin(), ops.end());
}

void flatten_results(Function& function) {
    Signature signature;
    std::vector<Op> ops;
    Op last = std::move(function.body.ops.back());
    function.body.ops.pop_back();
    for (std::size_t i = 0; i < last.operands.size(); i++) {
        extract_leaves(function, last.operands[i], signature.values, ops);
        signature.add_attributes(attributes_at(function.result_attributes, i));
    }
    function.result_types.clear();
    for (const ValueId value : signature.values) function.result_types.push_back(function.type(value));
    function.result_attributes = std::move(signature.attributes);
    last.operands = std::move(signature.values);
    function.body.ops.insert(function.body.ops.end(), ops.begin(), ops.end());
    function.body.ops.push_back(std::move(last));
}

/// Passes the leaves of tuples to custom calls, and takes leaves from them.
void flatten_custom_calls(Function& function, Region& region) {
    std::vector<Op> ops;
    for (Op& op : region.ops) {
        for (Region& inner : op.regions) flatten_custom_calls(function, inner);
        if (op.code != OpCode::CustomCall) {
            ops.push_back(std::move(op));
            continue;
        }
        std::vector<Op> joins;
        Op call = std::move(op);
        for (const ValueId operand : std::exchange(call.operands, {}))
            extract_leaves(function, operand, call.operands, ops);
        for (const ValueId result : std::exchange(call.results, {}))
            build_of_leaves(function, result, call.results, joins);
        ops.push_back(std::move(call));
        ops.insert(ops.end(), joins.begin(), joins.end());
    }
    region.ops = std::move(ops);
}

}  // namespace

void flatten_tuples(Program& program) {
    for (Function& function : program.functions) flatten_custom_calls(function, function.body);
    if (program.functions.empty()) return;
    Function& function = program.main();
    if (!has_tuples(function) || function.body.ops.empty() || is_called(program, function.name)) return;
    flatten_arguments(function);
    flatten_results(function);
}

}  // namespace hlo2c::frontend
