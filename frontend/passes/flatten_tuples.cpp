#include "frontend/passes/flatten_tuples.h"

#include <algorithm>

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

    void add(ValueId value, std::size_t first, const DictionaryAttribute& given) {
        attributes.push_back(values.size() == first ? given : DictionaryAttribute{});
        values.push_back(value);
    }
};

DictionaryAttribute attributes_at(const std::vector<DictionaryAttribute>& all, std::size_t i) {
    return i < all.size() ? all[i] : DictionaryAttribute{};
}

/// Adds new arguments for the leaves of `tuple`, and the ops that build the tuple from them.
void take_leaves(Function& function, ValueId tuple, Signature& signature, std::size_t first,
                 const DictionaryAttribute& attributes, std::vector<Op>& ops) {
    const TupleType type = *as_tuple(function.type(tuple));
    Op join{.code = OpCode::Tuple, .results = {tuple}};
    for (const Type& element : type.elements) {
        const ValueId value = function.add_value(element);
        if (as_tuple(element) != nullptr)
            take_leaves(function, value, signature, first, attributes, ops);
        else
            signature.add(value, first, attributes);
        join.operands.push_back(value);
    }
    ops.push_back(std::move(join));
}

/// Adds the leaves of `tuple`, and the ops that extract them.
void give_leaves(Function& function, ValueId tuple, Signature& signature, std::size_t first,
                 const DictionaryAttribute& attributes, std::vector<Op>& ops) {
    const TupleType type = *as_tuple(function.type(tuple));
    for (std::size_t i = 0; i < type.elements.size(); i++) {
        const ValueId value = function.add_value(type.elements[i]);
        Op part{.code = OpCode::GetTupleElement, .operands = {tuple}, .results = {value}};
        part.set(attr::index, static_cast<std::int64_t>(i));
        ops.push_back(std::move(part));
        if (as_tuple(type.elements[i]) != nullptr)
            give_leaves(function, value, signature, first, attributes, ops);
        else
            signature.add(value, first, attributes);
    }
}

void flatten_arguments(Function& function) {
    Signature signature;
    std::vector<Op> ops;
    const std::vector<ValueId> arguments = function.body.arguments;
    for (std::size_t i = 0; i < arguments.size(); i++) {
        const DictionaryAttribute attributes = attributes_at(function.argument_attributes, i);
        const std::size_t first = signature.values.size();
        if (as_tuple(function.type(arguments[i])) != nullptr)
            take_leaves(function, arguments[i], signature, first, attributes, ops);
        else
            signature.add(arguments[i], first, attributes);
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
        const DictionaryAttribute attributes = attributes_at(function.result_attributes, i);
        const std::size_t first = signature.values.size();
        if (as_tuple(function.type(last.operands[i])) != nullptr)
            give_leaves(function, last.operands[i], signature, first, attributes, ops);
        else
            signature.add(last.operands[i], first, attributes);
    }
    function.result_types.clear();
    for (const ValueId value : signature.values) function.result_types.push_back(function.type(value));
    function.result_attributes = std::move(signature.attributes);
    last.operands = std::move(signature.values);
    function.body.ops.insert(function.body.ops.end(), ops.begin(), ops.end());
    function.body.ops.push_back(std::move(last));
}

}  // namespace

void flatten_tuples(Program& program) {
    if (program.functions.empty()) return;
    Function& function = program.main();
    if (!has_tuples(function) || function.body.ops.empty() || is_called(program, function.name)) return;
    flatten_arguments(function);
    flatten_results(function);
}

}  // namespace hlo2c::frontend
