#include <fmt/format.h>

#include "frontend/forms/hlo/export.h"
#include "frontend/forms/hlo/literals.h"
#include "frontend/forms/hlo/shapes.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/output_operand_alias.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {
namespace {

std::vector<Type> types_of(const ComputationExport& to, const std::vector<ValueId>& values) {
    std::vector<Type> types;
    for (const ValueId value : values) types.push_back(to.type(value));
    return types;
}

void append(std::vector<ValueId>& values, const std::vector<ValueId>& more) {
    values.insert(values.end(), more.begin(), more.end());
}

/// Sets the layouts of a custom call's shapes: one list per leaf, dimensions minor to major.
void set_layouts(const Op& op, std::string_view name, const std::vector<wire::ShapeProto*>& shapes) {
    const Attribute* attribute = op.attribute(name);
    const auto* list = attribute != nullptr ? attribute->get_if<ArrayAttribute>() : nullptr;
    if (list == nullptr || list->elements.size() != shapes.size()) return;
    for (std::size_t i = 0; i < shapes.size(); i++) {
        const auto* order = list->elements[i].get_if<Literal>();
        if (order == nullptr || order->type().rank() != 1 ||
            order->type().element_count() != shapes[i]->dimensions_size())
            continue;
        shapes[i]->mutable_layout()->clear_minor_to_major();
        for (std::int64_t d = 0; d < order->type().element_count(); d++)
            shapes[i]->mutable_layout()->add_minor_to_major(order->integer(d));
    }
}

std::string attribute_text(const ComputationExport& to, const Attribute& attribute) {
    const PrintOptions options;
    TextPrinter printer(to.module().program(), options);
    printer.write_attribute(attribute);
    return printer.text();
}

void set_transfer(const Op& op, wire::HloInstructionProto& instruction) {
    instruction.set_channel_id(channel_of(op));
    instruction.set_is_host_transfer(op[attr::is_host_transfer]);
    const std::vector<std::int64_t> pairs = op[attr::source_target_pairs];
    if (pairs.empty()) return;
    std::string text;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        text += fmt::format("{}{{{},{}}}", i > 0 ? "," : "", pairs[i], pairs[i + 1]);
    (*instruction.mutable_frontend_attributes()->mutable_map())[std::string(transfer_pairs_note)] =
        "{" + text + "}";
}

}  // namespace

/// The loop carries one tuple, which also holds the values that its regions use from outside.
void export_while(ComputationExport& to, const Op& op) {
    to.result_types(op);
    const std::vector<ValueId> outside = to.captured(op.regions);
    std::vector<ValueId> initial = op.operands;
    append(initial, outside);
    const auto computation = [&](const Region& region, std::string_view name, bool always_tuple) {
        ComputationExport inner = to.inner(name);
        std::vector<ValueId> arguments = region.arguments;
        append(arguments, outside);
        inner.add_tuple_parameter(arguments);
        std::vector<ValueId> root = inner.add_ops(region);
        if (always_tuple) append(root, outside);
        inner.finish(root, always_tuple);
        return inner.id();
    };
    const std::int64_t condition = computation(op.regions[0], "while_condition", false);
    const std::int64_t body = computation(op.regions[1], "while_body", true);
    const std::int64_t tuple = to.add_tuple(initial, &op);
    wire::HloInstructionProto& loop = to.add("while", tuple_shape(types_of(to, initial)), &op);
    loop.add_operand_ids(tuple);
    loop.add_called_computation_ids(body);
    loop.add_called_computation_ids(condition);
    for (std::size_t i = 0; i < op.results.size(); i++)
        to.define(op.results[i], to.add_element(loop.id(), static_cast<int>(i), to.type(op.results[i]), &op));
}

/// Each branch takes a tuple of the values that it uses from outside, and returns a tuple.
void export_branches(ComputationExport& to, const Op& op) {
    std::vector<std::int64_t> ids = {to.instruction_of(op.operands[0])}, called;
    for (std::size_t i = 0; i < op.regions.size(); i++) {
        const std::vector<ValueId> outside = to.captured({op.regions[i]});
        ComputationExport inner = to.inner(fmt::format("branch_{}", i));
        inner.add_tuple_parameter(outside);
        const std::vector<ValueId> root = inner.add_ops(op.regions[i]);
        inner.finish(root, true);
        called.push_back(inner.id());
        ids.push_back(to.add_tuple(outside, &op));
    }
    wire::HloInstructionProto& conditional = to.add("conditional", tuple_shape(to.result_types(op)), &op);
    for (const std::int64_t id : ids) conditional.add_operand_ids(id);
    for (const std::int64_t id : called) conditional.add_called_computation_ids(id);
    for (std::size_t i = 0; i < op.results.size(); i++)
        to.define(op.results[i],
                  to.add_element(conditional.id(), static_cast<int>(i), to.type(op.results[i]), &op));
}

void export_call(ComputationExport& to, const Op& op) {
    const bool composite = op.code == OpCode::Composite;
    const std::int64_t callee = to.module().computation_of(callee_name(op));
    const std::vector<std::int64_t> ids = to.operands(op);
    wire::HloInstructionProto& call = to.add("call", shape_of(to.result_types(op)), &op);
    for (const std::int64_t id : ids) call.add_operand_ids(id);
    call.add_called_computation_ids(callee);
    if (composite) {
        call.set_is_composite(true);
        auto& attributes = *call.mutable_frontend_attributes()->mutable_map();
        attributes["composite.name"] = op[attr::composite_name];
        attributes["composite.version"] = std::to_string(op[attr::composite_version]);
        const Attribute* given = op.attribute(attr::composite_attributes);
        attributes["composite.attributes"] = given != nullptr ? attribute_text(to, *given) : "{}";
    }
    to.define_results(op, call.id());
}

void write_aliases(const Op& op, wire::HloInstructionProto& call) {
    for (const OutputOperandAlias& joined : output_operand_aliases(op)) {
        wire::OutputOperandAliasing& alias = *call.add_output_operand_aliasing();
        for (const std::int64_t index : joined.output_tuple_indices) alias.add_output_shape_index(index);
        alias.set_operand_index(joined.operand_index);
        for (const std::int64_t index : joined.operand_tuple_indices) alias.add_operand_shape_index(index);
    }
}

void export_custom_call(ComputationExport& to, const Op& op) {
    const std::vector<std::int64_t> ids = to.operands(op);
    std::vector<std::int64_t> called;
    if (const Attribute* attribute = op.attribute(attr::called_computations))
        if (const auto* list = attribute->get_if<ArrayAttribute>())
            for (const Attribute& element : list->elements)
                if (const auto* symbol = element.get_if<SymbolAttribute>())
                    called.push_back(to.module().computation_of(symbol->name));
    wire::HloInstructionProto& call = to.add("custom-call", shape_of(to.result_types(op)), &op);
    for (const std::int64_t id : ids) call.add_operand_ids(id);
    for (const std::int64_t id : called) call.add_called_computation_ids(id);
    call.set_custom_call_target(op[attr::call_target_name]);
    call.set_custom_call_has_side_effect(op[attr::has_side_effect]);
    auto version = static_cast<wire::CustomCallApiVersion>(op[attr::api_version]);
    for (const std::string_view name : {"backend_config", "mhlo.backend_config"}) {
        const Attribute* configuration = op.attribute(name);
        if (configuration == nullptr) continue;
        if (const auto* text = configuration->get_if<std::string>()) {
            call.set_backend_config(*text);
        } else {
            call.set_backend_config(attribute_text(to, *configuration));
            version = wire::API_VERSION_TYPED_FFI;
        }
    }
    call.set_custom_call_api_version(version);
    if (const std::string text = op[attr::mhlo_sharding]; !text.empty())
        *call.mutable_sharding() = to.module().sharding(text, "stablehlo.custom_call");
    if (const Attribute* attributes = op.attribute(attr::mhlo_frontend_attributes))
        if (const auto* dictionary = attributes->get_if<DictionaryAttribute>())
            for (const NamedAttribute& named : dictionary->entries)
                if (const auto* text = named.second.get_if<std::string>())
                    (*call.mutable_frontend_attributes()->mutable_map())[named.first] = *text;
    if (op.has(attr::operand_layouts)) {
        call.set_constrain_layout(true);
        std::vector<wire::ShapeProto*> operands, results;
        for (const ValueId operand : op.operands) {
            operands.push_back(call.add_operand_shapes_with_layout());
            *operands.back() = shape_of(to.type(operand));
        }
        set_layouts(op, "operand_layouts", operands);
        if (op.results.size() == 1) results.push_back(call.mutable_shape());
        for (int i = 0; op.results.size() != 1 && i < call.shape().tuple_shapes_size(); i++)
            results.push_back(call.mutable_shape()->mutable_tuple_shapes(i));
        set_layouts(op, "result_layouts", results);
    }
    write_aliases(op, call);
    to.define_results(op, call.id());
}

void export_async_start(ComputationExport& to, const Op& op) {
    const std::vector<std::int64_t> ids = to.operands(op);
    const std::int64_t called = to.add_region(op.regions[0], "async_computation");
    const auto& future = std::get<FutureType>(to.type(op.results[0]).value);
    wire::ShapeProto shape = tuple_shape({});
    *shape.add_tuple_shapes() = tuple_shape(types_of(to, op.operands));
    *shape.add_tuple_shapes() = shape_of(future.elements);
    wire::HloInstructionProto& start = to.add("async-start", std::move(shape), &op);
    for (const std::int64_t id : ids) start.add_operand_ids(id);
    start.add_called_computation_ids(called);
    to.define(op.results[0], start.id());
}

void export_async_done(ComputationExport& to, const Op& op) {
    to.define_results(op, to.add_simple("async-done", shape_of(to.result_types(op)), &op, to.operands(op)));
}

namespace {

/// The results of an op that receives `data`, from an instruction that gives a tuple of a value and a token.
void define_received(ComputationExport& to, const Op& op, std::int64_t pair, const wire::ShapeProto& value,
                     const std::vector<Type>& data) {
    wire::HloInstructionProto& received = to.add("get-tuple-element", value, &op);
    received.add_operand_ids(pair);
    received.set_tuple_index(0);
    for (std::size_t i = 0; i < data.size(); i++)
        to.define(op.results[i], data.size() == 1
                                     ? received.id()
                                     : to.add_element(received.id(), static_cast<int>(i), data[i], &op));
    to.define(op.results.back(), to.add_element(pair, 1, TokenType{}, &op));
}

}  // namespace

void export_infeed(ComputationExport& to, const Op& op) {
    std::vector<Type> data = to.result_types(op);
    data.pop_back();
    wire::ShapeProto shape = tuple_shape({});
    *shape.add_tuple_shapes() = shape_of(data);
    *shape.add_tuple_shapes() = shape_of(Type(TokenType{}));
    const std::int64_t token = to.instruction_of(op.operands[0]);
    wire::HloInstructionProto& infeed = to.add("infeed", shape, &op);
    infeed.add_operand_ids(token);
    infeed_field.write(op, to.function(), infeed);
    define_received(to, op, infeed.id(), shape.tuple_shapes(0), data);
}

void export_outfeed(ComputationExport& to, const Op& op) {
    std::vector<ValueId> data = op.operands;
    const std::int64_t token = to.instruction_of(data.back());
    data.pop_back();
    const std::int64_t sent = data.size() == 1 ? to.instruction_of(data[0]) : to.add_tuple(data, &op);
    wire::HloInstructionProto& outfeed = to.add("outfeed", shape_of(Type(TokenType{})), &op);
    outfeed.add_operand_ids(sent);
    outfeed.add_operand_ids(token);
    *outfeed.mutable_outfeed_shape() = shape_of(types_of(to, data));
    outfeed_field.write(op, to.function(), outfeed);
    to.define(op.results[0], outfeed.id());
}

void export_send(ComputationExport& to, const Op& op) {
    std::vector<ValueId> data = op.operands;
    const std::int64_t token = to.instruction_of(data.back());
    data.pop_back();
    const std::int64_t sent = data.size() == 1 ? to.instruction_of(data[0]) : to.add_tuple(data, &op);
    wire::ShapeProto shape = tuple_shape({});
    *shape.add_tuple_shapes() = shape_of(types_of(to, data));
    *shape.add_tuple_shapes() = shape_of(Type(TensorType{{}, ElementType::UI32, {}, {}}));
    *shape.add_tuple_shapes() = shape_of(Type(TokenType{}));
    wire::HloInstructionProto& send = to.add("send", std::move(shape), &op);
    send.add_operand_ids(sent);
    send.add_operand_ids(token);
    set_transfer(op, send);
    wire::HloInstructionProto& done = to.add("send-done", shape_of(Type(TokenType{})), &op);
    done.add_operand_ids(send.id());
    set_transfer(op, done);
    to.define(op.results[0], done.id());
}

void export_recv(ComputationExport& to, const Op& op) {
    std::vector<Type> data = to.result_types(op);
    data.pop_back();
    const std::int64_t token = to.instruction_of(op.operands[0]);
    const wire::ShapeProto value = shape_of(data), end = shape_of(Type(TokenType{}));
    wire::ShapeProto begun = tuple_shape({}), received = tuple_shape({});
    *begun.add_tuple_shapes() = value;
    *begun.add_tuple_shapes() = shape_of(Type(TensorType{{}, ElementType::UI32, {}, {}}));
    *begun.add_tuple_shapes() = end;
    *received.add_tuple_shapes() = value;
    *received.add_tuple_shapes() = end;
    wire::HloInstructionProto& recv = to.add("recv", std::move(begun), &op);
    recv.add_operand_ids(token);
    set_transfer(op, recv);
    wire::HloInstructionProto& done = to.add("recv-done", std::move(received), &op);
    done.add_operand_ids(recv.id());
    set_transfer(op, done);
    define_received(to, op, done.id(), value, data);
}

}  // namespace hlo2c::frontend
