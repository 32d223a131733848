#include "codegen/library/custom_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/escape.h"
#include "codegen/text/literals.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {
namespace {

using scheduler::CustomCall;
using scheduler::CustomCallTensor;

/// "@solve(f32[2,2], f32[2]) -> (f32[2]), operand 1 becomes result 0, configuration {n = 3 : i64}".
std::string call_text(const CustomCall& call) {
    const auto types = [](const std::vector<CustomCallTensor>& tensors) {
        std::vector<std::string> texts;
        for (const CustomCallTensor& tensor : tensors) {
            frontend::TensorType type;
            type.element = tensor.element;
            type.shape = tensor.shape;
            texts.push_back(short_type(type));
        }
        return join(texts, ", ");
    };
    std::string text = fmt::format("@{}({}) -> ({})", call.target, types(call.inputs), types(call.outputs));
    for (std::size_t i = 0; i < call.inputs.size(); i++)
        if (call.inputs[i].shares >= 0)
            text += fmt::format(", operand {} becomes result {}", i, call.inputs[i].shares);
    constexpr std::size_t longest = 400;
    if (!call.config.empty())
        text += ", configuration " + call.config.substr(0, longest) +
                (call.config.size() > longest ? " ..." : "");
    return text;
}

/// The calls of a function, each text once.
std::string calls_text(const scheduler::Plan& plan, const CustomFunctionModel& function) {
    constexpr std::size_t listed = 16;
    std::vector<std::string> texts;
    for (const std::size_t call : function.calls) {
        const std::string text = call_text(plan.custom_calls.at(call));
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }
    const std::size_t more = texts.size() > listed ? texts.size() - listed : 0;
    texts.resize(texts.size() - more);
    if (more > 0) texts.push_back(fmt::format("and {} more", more));
    return join(texts, "\n");
}

/// Number of the function that serves a call, or -1 for an assertion.
std::ptrdiff_t function_of(const LibraryModel& model, std::size_t call) {
    const std::vector<CustomFunctionModel>& functions = model.custom_functions;
    const auto found =
        std::find_if(functions.begin(), functions.end(), [&](const CustomFunctionModel& function) {
            return std::find(function.calls.begin(), function.calls.end(), call) != function.calls.end();
        });
    return found == functions.end() ? -1 : found - functions.begin();
}

/// Writes a table of hlo2c_tensor; returns its name.
std::string write_tensors(Writer& writer, const std::string& name, const char* what,
                          const std::vector<CustomCallTensor>& tensors) {
    if (tensors.empty()) return "NULL";
    writer.open(fmt::format("static const hlo2c_tensor {}[{}] =", name, tensors.size()));
    for (std::size_t i = 0; i < tensors.size(); i++) {
        const CustomCallTensor& tensor = tensors[i];
        writer.line(fmt::format("{{\"{} {}\", {}, {}, (const int64_t[]){{{}}}, {}, {}, {}, {}}},", what, i,
                                dtype_constant(tensor.element), tensor.shape.size(),
                                tensor.shape.empty() ? "1" : fmt::format("{}", fmt::join(tensor.shape, ", ")),
                                tensor.bytes, frontend::byte_width(frontend::real_part(tensor.element)), i,
                                tensor.shares));
    }
    writer.close(";");
    return name;
}

void write_requests(Writer& writer, const LibraryModel& model) {
    const std::vector<CustomCall>& calls = model.plan->custom_calls;
    std::vector<std::pair<std::string, std::string>> tables;
    for (std::size_t i = 0; i < calls.size(); i++) {
        std::string inputs =
            write_tensors(writer, fmt::format("custom_inputs_{}", i), "operand", calls[i].inputs);
        tables.emplace_back(std::move(inputs), write_tensors(writer, fmt::format("custom_outputs_{}", i),
                                                             "result", calls[i].outputs));
    }
    writer.open(fmt::format("static const hlo2c_custom_call custom_calls[{}] =", calls.size()));
    for (std::size_t i = 0; i < calls.size(); i++) {
        const CustomCall& call = calls[i];
        writer.begin();
        writer.line(".struct_bytes = sizeof(hlo2c_custom_call),");
        writer.line(fmt::format(".op = {}, .target = {},", c_string(call.op), c_string(call.target)));
        writer.lines(fmt::format(".config = {},", c_text(call.config)));
        writer.line(fmt::format(".input_types = {}, .output_types = {},", tables[i].first, tables[i].second));
        writer.line(
            fmt::format(".input_count = {}, .output_count = {},", call.inputs.size(), call.outputs.size()));
        writer.line(fmt::format(".api_version = {}, .has_side_effect = {}, .function = {},", call.api_version,
                                call.has_side_effect ? 1 : 0, function_of(model, i)));
        writer.close(",");
    }
    writer.close(";");
    writer.line();
}

void write_hook(Writer& writer, const LibraryModel& model) {
    writer.line(fmt::format("int {}_custom_call(void *user, const hlo2c_custom_call *call)", model.name));
    writer.begin();
    writer.statement(
        fmt::format("const {0}_custom_calls *const functions = (const {0}_custom_calls *)user;", model.name));
    writer.comment("A structure of an older version of the header may lack functions.");
    writer.statement(
        "const int is_complete = functions != NULL && (functions->struct_bytes == 0 || "
        "functions->struct_bytes >= sizeof *functions);");
    writer.open("switch (is_complete ? call->function : -1)");
    for (std::size_t i = 0; i < model.custom_functions.size(); i++) {
        const CustomFunctionModel& function = model.custom_functions[i];
        const CustomCall& call = model.plan->custom_calls.at(function.calls.front());
        std::vector<std::string> arguments = {"functions->user"};
        for (std::size_t k = 0; k < call.inputs.size(); k++)
            arguments.push_back(
                fmt::format("(const {} *)call->inputs[{}]", c_type(call.inputs[k].element), k));
        for (std::size_t k = 0; k < call.outputs.size(); k++)
            arguments.push_back(fmt::format("({} *)call->outputs[{}]", c_type(call.outputs[k].element), k));
        arguments.push_back("call");
        writer.line(fmt::format("case {}:", i));
        writer.indent();
        writer.open(fmt::format("if (functions->{} != NULL)", function.member));
        writer.call(fmt::format("return functions->{}", function.member), arguments, ";");
        writer.close();
        writer.line("break;");
        writer.outdent();
    }
    writer.line("default:");
    writer.indent();
    writer.line("break;");
    writer.outdent();
    writer.close();
    writer.call("return hlo2c_error",
                {"call->context", "HLO2C_HOOK_MISSING", "call->op",
                 c_string(fmt::format("needs its function in {}_custom_calls", model.name))},
                ";");
    writer.close();
    writer.line();
}

}  // namespace

void declare_custom_calls(Writer& writer, const LibraryModel& model) {
    if (model.custom_functions.empty()) return;
    writer.comment(c_comment(fmt::format(
        "The functions that the caller implements for custom calls. With the hook `custom_call` set to "
        "{0}_custom_call and `custom_call_user` to the address of a {0}_custom_calls, the library calls them "
        "in "
        "program order. Tensors are row-major. An operand that becomes a result shares its memory. `call` "
        "tells "
        "shapes and configuration. They return HLO2C_OK, or another status that the entry point then "
        "returns.",
        model.name)));
    writer.open(fmt::format("typedef struct {}_custom_calls", model.name));
    writer.line("size_t struct_bytes; /* size of this structure, or 0 */");
    writer.line("void *user;          /* passed to each function */");
    for (const CustomFunctionModel& function : model.custom_functions) {
        const CustomCall& call = model.plan->custom_calls.at(function.calls.front());
        writer.comment(c_comment(calls_text(*model.plan, function)), 2);
        std::vector<std::string> parameters = {"void *user"};
        for (std::size_t k = 0; k < call.inputs.size(); k++)
            parameters.push_back(fmt::format("const {} *operand_{}", c_type(call.inputs[k].element), k));
        for (std::size_t k = 0; k < call.outputs.size(); k++)
            parameters.push_back(fmt::format("{} *result_{}", c_type(call.outputs[k].element), k));
        parameters.push_back("const hlo2c_custom_call *call");
        writer.call(fmt::format("int (*{})", function.member), parameters, ";");
    }
    writer.close(fmt::format(" {}_custom_calls;", model.name));
    writer.line(fmt::format("int {}_custom_call(void *user, const hlo2c_custom_call *call);", model.name));
    writer.line();
}

void write_custom_calls(Writer& writer, const LibraryModel& model) {
    if (model.plan->custom_calls.empty()) return;
    writer.line(fmt::format(
        "_Static_assert(sizeof(hlo2c_custom_call) <= {} && sizeof(void *) <= {}, \"a call fits\");",
        scheduler::request_bytes, scheduler::address_bytes));
    write_requests(writer, model);
    if (!model.custom_functions.empty()) write_hook(writer, model);
}

}  // namespace hlo2c::codegen
