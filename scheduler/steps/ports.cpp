#include "scheduler/steps/ports.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "frontend/data/arguments.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/carry_sizes.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Attribute;
using frontend::DictionaryAttribute;

const Attribute* entry(const DictionaryAttribute& dictionary, std::string_view name) {
    for (const auto& [key, value] : dictionary.entries)
        if (key == name) return &value;
    return nullptr;
}

/// "params['conv1'].kernel" -> "params_conv1_kernel"; words that C or C++ keep for themselves get an
/// underscore.
std::string identifier(const std::string& text) {
    static const std::set<std::string> reserved = {
        "auto",    "bool",     "break",   "case",     "char",     "class",    "const",    "continue",
        "default", "delete",   "do",      "double",   "else",     "enum",     "extern",   "float",
        "for",     "goto",     "if",      "inline",   "int",      "long",     "new",      "or",
        "and",     "not",      "private", "public",   "register", "restrict", "return",   "short",
        "signed",  "sizeof",   "static",  "struct",   "switch",   "this",     "template", "typedef",
        "union",   "unsigned", "void",    "volatile", "while",    "xor"};
    std::string name = frontend::folded_name(text);
    if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
    if (reserved.count(name)) name += '_';
    return name;
}

/// JAX calls the entries of a dictionary "result['logits']": what follows is the name that its author gave.
std::string result_path(const std::string& description) {
    return description.starts_with("result['") || description.starts_with("result.") ? description.substr(6)
                                                                                     : description;
}

std::string unique(std::string name, std::set<std::string>& taken) {
    std::string candidate = name;
    for (int n = 2; !taken.insert(candidate).second; n++) candidate = fmt::format("{}_{}", name, n);
    return candidate;
}

/// Connects tensors at their bound with the numbers that say their sizes: "tokens" with "tokens_size", or
/// with "tokens_size_0" and "tokens_size_1" for two dimensions.
void connect_sizes(std::vector<Port>& ports, const std::vector<DictionaryAttribute>& attributes,
                   std::set<std::string>& taken) {
    const std::vector<frontend::CarriedSize> sizes = frontend::carried_sizes(attributes, ports.size());
    for (const frontend::CarriedSize& carried : sizes)
        ports.at(carried.tensor).sizes[carried.dimension] = static_cast<int>(carried.size);
    for (const frontend::CarriedSize& carried : sizes) {
        const Port& tensor = ports.at(carried.tensor);
        Port& size = ports.at(carried.size);
        taken.erase(size.name);
        const std::string number =
            tensor.sizes.size() > 1 ? fmt::format("_{}", carried.dimension) : std::string();
        size.name = unique(tensor.name + "_size" + number, taken);
        size.description = fmt::format("size of {} along dimension {}", tensor.name, carried.dimension);
    }
}

}  // namespace

std::vector<Port> input_ports(const frontend::Program& program, const frontend::Function& function) {
    std::vector<Port> ports;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < function.arguments().size(); i++) {
        const frontend::Value& value = function.values[function.arguments()[i]];
        Port port;
        port.type = function.tensor(function.arguments()[i]);
        port.position = frontend::original_position(function, static_cast<int>(i));
        port.donated_to = frontend::aliased_result(function, i).value_or(-1);
        port.description = program.locations.name(value.location);
        std::string name = identifier(port.description);
        if (name.empty()) name = identifier(value.name);
        if (name.empty()) name = fmt::format("arg{}", port.position);
        port.name = unique(std::move(name), taken);
        ports.push_back(std::move(port));
    }
    connect_sizes(ports, function.argument_attributes, taken);
    return ports;
}

std::vector<Port> output_ports(const frontend::Function& function) {
    std::vector<Port> ports;
    std::set<std::string> taken;
    for (std::size_t i = 0; i < function.result_types.size(); i++) {
        Port port;
        port.type = function.result_types[i].as_tensor();
        port.position = static_cast<int>(i);
        if (i < function.result_attributes.size())
            if (const Attribute* info = entry(function.result_attributes[i], "jax.result_info"))
                if (const auto* text = info->get_if<std::string>()) port.description = *text;
        std::string name = identifier(result_path(port.description));
        if (name.empty()) name = fmt::format("result{}", i);
        port.name = unique(std::move(name), taken);
        ports.push_back(std::move(port));
    }
    connect_sizes(ports, function.result_attributes, taken);
    return ports;
}

}  // namespace hlo2c::scheduler
