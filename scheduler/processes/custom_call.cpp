#include "scheduler/processes/custom_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/output_operand_alias.h"
#include "scheduler/error_numbers.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/describe.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::ArrayAttribute;
using frontend::DictionaryAttribute;
using frontend::OutputOperandAlias;

/// The attribute with the keys of all nested dictionaries sorted.
Attribute in_order(const Attribute& attribute) {
    if (const auto* dictionary = attribute.get_if<DictionaryAttribute>()) {
        DictionaryAttribute sorted;
        for (const auto& [name, value] : dictionary->entries)
            sorted.entries.emplace_back(name, in_order(value));
        sort_by_name(sorted.entries);
        return sorted;
    }
    if (const auto* array = attribute.get_if<ArrayAttribute>()) {
        ArrayAttribute ordered;
        for (const Attribute& element : array->elements) ordered.elements.push_back(in_order(element));
        return ordered;
    }
    return attribute;
}

std::string configuration_text(const frontend::Program& program, const Attribute& attribute) {
    if (const auto* text = attribute.get_if<std::string>()) return *text;
    const frontend::PrintOptions options;
    frontend::TextPrinter printer(program, options);
    printer.write_attribute(in_order(attribute));
    return printer.text();
}

const ArrayAttribute* list_of(const Op& op, std::string_view name) {
    const Attribute* attribute = op.attribute(name);
    return attribute != nullptr ? attribute->get_if<ArrayAttribute>() : nullptr;
}

class Description {
public:
    Description(const frontend::Program& program, const Function& function, const Op& op)
        : program_(program), function_(function), op_(op) {}

    CustomCall run() {
        CustomCall call;
        call.target = op_[attr::call_target_name];
        call.op = op_text(program_, op_, "custom_call @" + call.target);
        if (frontend::is_for_compilers(op_))
            refuse("the scheduler does not support the custom call @" + call.target,
                   "A hook cannot implement it: remove it from the program.");
        if (const ArrayAttribute* called = list_of(op_, attr::called_computations);
            called != nullptr && !called->elements.empty())
            refuse("the custom call @" + call.target + " refers to computations of the program",
                   "The hook accepts only tensors and a configuration.");
        for (const auto& key : {attr::backend_config, attr::mhlo_backend_config}) {
            const Attribute* configuration = op_.attribute(key);
            if (configuration != nullptr) call.config = configuration_text(program_, *configuration);
        }
        call.api_version = op_[attr::api_version];
        call.has_side_effect = op_[attr::has_side_effect];
        for (ValueId operand : op_.operands) call.inputs.push_back(tensor(operand));
        if (frontend::library_call(op_) == frontend::LibraryCall::ShapeAssertion) {
            check_assertion(call);
            call.is_assertion = true;
            call.config = op_[attr::error_message];
            return call;
        }
        for (ValueId result : op_.results) call.outputs.push_back(tensor(result));
        check_layouts(attr::operand_layouts);
        check_layouts(attr::result_layouts);
        add_aliases(call);
        return call;
    }

private:
    [[noreturn]] void refuse(const std::string& message, const std::string& remedy) const {
        unsupported(lowering_error::custom_call, frontend::place_of(program_, op_), message, remedy);
    }

    CustomCallTensor tensor(ValueId value) const {
        if (!function_.type(value).is_tensor())
            refuse(fmt::format("a custom call with a value of the type {}", to_string(function_.type(value))),
                   "The hook accepts only tensors.");
        const TensorType& type = function_.tensor(value);
        return {type.element, type.shape, type.byte_size(), -1};
    }

    /// Checks that an assertion has a condition and the integers of its message, one element each.
    void check_assertion(const CustomCall& call) const {
        bool fits = op_.results.empty() && !call.inputs.empty();
        for (std::size_t i = 0; i < call.inputs.size(); i++) {
            const CustomCallTensor& input = call.inputs[i];
            fits = fits && std::all_of(input.shape.begin(), input.shape.end(),
                                       [](std::int64_t size) { return size == 1; });
            fits =
                fits && (i == 0 ? frontend::is_boolean(input.element) : frontend::is_integer(input.element));
        }
        if (!fits)
            refuse("a shape_assertion whose operands are not a boolean and integers, or that has results",
                   "Write the condition as tensor<i1> and the numbers of its message as scalars.");
    }

    void check_layouts(std::string_view name) const {
        const ArrayAttribute* layouts = list_of(op_, name);
        if (layouts == nullptr) return;
        for (const Attribute& layout : layouts->elements) {
            const auto* order = layout.get_if<Literal>();
            const std::int64_t rank = order != nullptr ? order->type().element_count() : 0;
            for (std::int64_t i = 0; i < rank; i++)
                if (order->integer(i) != rank - 1 - i)
                    refuse(fmt::format("{} of a custom call require a layout that is not row-major", name),
                           "Transpose the tensor before or after the call.");
        }
    }

    void add_aliases(CustomCall& call) const {
        for (const OutputOperandAlias& alias : frontend::output_operand_aliases(op_)) {
            if (!alias.operand_tuple_indices.empty() || alias.output_tuple_indices.size() > 1)
                refuse("a custom call with an alias of a part of a tuple", "Alias whole operands.");
            const std::int64_t output =
                alias.output_tuple_indices.empty() ? 0 : alias.output_tuple_indices.front();
            HLO2C_CHECK(output < static_cast<std::int64_t>(call.outputs.size()) &&
                            alias.operand_index < static_cast<std::int64_t>(call.inputs.size()),
                        "the verifier has seen what an alias joins");
            call.inputs[static_cast<std::size_t>(alias.operand_index)].shares = static_cast<int>(output);
        }
    }

    const frontend::Program& program_;
    const Function& function_;
    const Op& op_;
};

/// Per value: how many tokens come before it; -1 for a token.
std::vector<std::int64_t> tokens_before(const Function& function, const std::vector<ValueId>& values) {
    std::vector<std::int64_t> counts;
    std::int64_t tokens = 0;
    for (ValueId value : values) {
        const bool is_token = std::holds_alternative<frontend::TokenType>(function.type(value).value);
        counts.push_back(is_token ? -1 : tokens);
        tokens += is_token;
    }
    return counts;
}

void forget_layouts(Op& op, std::string_view name, const std::vector<std::int64_t>& counts) {
    const ArrayAttribute* layouts = list_of(op, name);
    if (layouts == nullptr || layouts->elements.size() != counts.size()) return;
    ArrayAttribute kept;
    for (std::size_t i = 0; i < counts.size(); i++)
        if (counts[i] >= 0) kept.elements.push_back(layouts->elements[i]);
    op.set_attribute(name, std::move(kept));
}

}  // namespace

bool is_hook_call(const Op& op) {
    return rule_of(op).step == StepKind::CustomCall && !is_collective(op);
}

CustomCall describe_custom_call(const frontend::Program& program, const Function& function, const Op& op) {
    return Description(program, function, op).run();
}

void forget_tokens(const Function& function, Op& op) {
    const std::vector<std::int64_t> operands = tokens_before(function, op.operands),
                                    results = tokens_before(function, op.results);
    forget_layouts(op, attr::operand_layouts, operands);
    forget_layouts(op, attr::result_layouts, results);
    std::vector<OutputOperandAlias> kept;
    for (OutputOperandAlias& alias : frontend::output_operand_aliases(op)) {
        const std::int64_t before = operands.at(static_cast<std::size_t>(alias.operand_index));
        if (before < 0) continue;
        alias.operand_index -= before;
        if (!alias.output_tuple_indices.empty())
            alias.output_tuple_indices.front() -=
                results.at(static_cast<std::size_t>(alias.output_tuple_indices.front()));
        kept.push_back(std::move(alias));
    }
    frontend::set_output_operand_aliases(op, std::move(kept));
}

}  // namespace hlo2c::scheduler
