#include "frontend/passes/inline_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/function_index.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// Limit on the ops after inlining: two calls in each of forty functions would yield 2^40.
constexpr std::int64_t most_inlined = 1'000'000;

/// Inlines into one function. The walk renames uses when it reaches them, since definitions precede uses.
class Inliner {
public:
    /// `functions` are those of `program`, in which `function` is still unchanged.
    Inliner(const Program& program, const FunctionIndex& functions, Function& function)
        : program_(program), functions_(functions), function_(function) {
        for (std::size_t i = 0; i < function_.values.size(); i++) renamed_.push_back(static_cast<ValueId>(i));
    }

    void run() {
        stack_.push_back(function_.name);
        expand(function_.body);
    }

private:
    const Function& callee_of(const Op& op) {
        const std::string name = callee_name(op);
        const Function* callee = functions_.find(name);
        if (callee == nullptr)
            fail(pass_error::no_function, place_of(program_, op),
                 fmt::format("there is no function @{} to call", name),
                 "Add the function to the program, or correct the name.");
        if (std::find(stack_.begin(), stack_.end(), name) != stack_.end())
            fail(pass_error::recursion, place_of(program_, op), fmt::format("@{} calls itself", name),
                 "Recursion has no static plan; write the loop as a while.");
        if (callee->arguments().size() != op.operands.size() ||
            callee->result_types.size() != op.results.size())
            fail(pass_error::call, place_of(program_, op),
                 fmt::format("@{} takes {} arguments and returns {} results, but the call has {} and {}",
                             name, callee->arguments().size(), callee->result_types.size(),
                             op.operands.size(), op.results.size()),
                 "Correct the call.");
        return *callee;
    }

    ValueId rename(ValueId value) const { return renamed_[value]; }

    void expand(Region& region) {
        std::vector<Op> ops;
        ops.reserve(region.ops.size());
        for (Op& op : region.ops) {
            for (ValueId& operand : op.operands) operand = rename(operand);
            if (has_trait(op.code, op_trait::Calling)) {
                inline_call(op, ops);
                continue;
            }
            for (Region& inner : op.regions) expand(inner);
            ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
    }

    void inline_call(const Op& call, std::vector<Op>& out) {
        const Function& callee = callee_of(call);
        stack_.push_back(callee.name);
        std::map<ValueId, ValueId> map;
        for (std::size_t i = 0; i < call.operands.size(); i++) map[callee.arguments()[i]] = call.operands[i];
        const std::vector<ValueId> results = copy_ops(callee, callee.body, map, out);
        for (std::size_t i = 0; i < call.results.size(); i++) renamed_[call.results[i]] = results[i];
        stack_.pop_back();
    }

    ValueId new_value(const Function& callee, ValueId value) {
        const Value& original = callee.values[value];
        renamed_.push_back(static_cast<ValueId>(renamed_.size()));
        return function_.add_value(original.type, original.name, original.location);
    }

    /// Appends copies of a callee region's ops to `out` and returns the operands of its terminator. The
    /// terminator of the callee's body is not copied.
    std::vector<ValueId> copy_ops(const Function& callee, const Region& region,
                                  std::map<ValueId, ValueId>& map, std::vector<Op>& out) {
        for (const Op& op : region.ops) {
            std::vector<ValueId> operands;
            for (ValueId operand : op.operands) operands.push_back(map.at(operand));
            if (&region == &callee.body && has_trait(op.code, op_trait::Terminator)) return operands;
            if (++copied_ > most_inlined)
                unsupported(
                    pass_error::expansion, place_of(program_, op),
                    fmt::format("the calls in @{} expand to more than {} ops", function_.name, most_inlined),
                    "Write repeated calls as a loop.");
            Op copy{op.code, std::move(operands), {}, op.attributes, {}, op.location, op.position};
            if (has_trait(op.code, op_trait::Calling)) {
                std::vector<ValueId> placeholders;
                for (ValueId result : op.results) placeholders.push_back(new_value(callee, result));
                copy.results = placeholders;
                inline_call(copy, out);
                for (std::size_t i = 0; i < op.results.size(); i++)
                    map[op.results[i]] = rename(placeholders[i]);
                continue;
            }
            for (ValueId result : op.results) copy.results.push_back(map[result] = new_value(callee, result));
            for (const Region& inner : op.regions) {
                Region copied;
                for (ValueId argument : inner.arguments)
                    copied.arguments.push_back(map[argument] = new_value(callee, argument));
                copy_ops(callee, inner, map, copied.ops);
                copy.regions.push_back(std::move(copied));
            }
            out.push_back(std::move(copy));
        }
        return {};
    }

    const Program& program_;
    const FunctionIndex& functions_;
    Function& function_;
    std::vector<ValueId> renamed_;
    std::vector<std::string> stack_;
    std::int64_t copied_ = 0;
};

/// Functions named by custom calls, which must stay because they define what the calls do.
std::set<std::string> named_by_custom_calls(const Program& program) {
    std::set<std::string> names;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            const Attribute* called =
                op.code == OpCode::CustomCall ? op.attribute(attr::called_computations) : nullptr;
            if (const auto* list = called != nullptr ? called->get_if<ArrayAttribute>() : nullptr)
                for (const Attribute& element : list->elements)
                    if (const auto* symbol = element.get_if<SymbolAttribute>()) names.insert(symbol->name);
        });
    return names;
}

}  // namespace

void inline_calls(Program& program) {
    HLO2C_CHECK(!program.functions.empty(), "a program without functions");
    const std::string entry = program.main().name;
    const Program original = program;
    const FunctionIndex functions(original);
    for (Function& function : program.functions)
        if (function.is_public || function.name == entry) Inliner(original, functions, function).run();
    const std::set<std::string> named = named_by_custom_calls(program);
    for (Function& function : program.functions)
        if (!function.is_public && function.name != entry && named.count(function.name) != 0)
            Inliner(original, functions, function).run();
    std::erase_if(program.functions, [&](const Function& function) {
        return !function.is_public && function.name != entry && named.count(function.name) == 0;
    });
}

}  // namespace hlo2c::frontend
