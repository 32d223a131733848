#include "scheduler/steps/ports.h"

#include <fmt/format.h>

#include <cctype>

#include "frontend/data/arguments.h"
#include "frontend/ir/declarations.h"
#include "frontend/ir/donation.h"
#include "frontend/name_table.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/carry_sizes.h"
#include "frontend/passes/legalise_quantization.h"
#include "frontend/processes/sharding.h"
#include "scheduler/c_words.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Attribute;
using frontend::DictionaryAttribute;

const Attribute* entry(const DictionaryAttribute& dictionary, std::string_view name) {
    for (const auto& [key, value] : dictionary.entries)
        if (key == name) return &value;
    return nullptr;
}

std::string text_entry(const std::vector<DictionaryAttribute>& attributes, std::size_t i,
                       std::string_view name) {
    const Attribute* found = i < attributes.size() ? entry(attributes[i], name) : nullptr;
    const auto* text = found != nullptr ? found->get_if<std::string>() : nullptr;
    return text != nullptr ? *text : std::string();
}

/// "params['conv1'].kernel" -> "params_conv1_kernel"; reserved words get an underscore.
std::string identifier(const std::string& text) {
    std::string name = frontend::folded_name(text);
    if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
    if (is_reserved_word(name)) name += '_';
    return name;
}

/// JAX describes a dictionary entry as "result['logits']": what follows "result" is the author's own name for
/// it.
std::string result_path(const std::string& description) {
    return description.starts_with("result['") || description.starts_with("result.") ? description.substr(6)
                                                                                     : description;
}

/// Connects bounded tensors with the scalars that hold their sizes: "tokens" with "tokens_size", or with
/// "tokens_size_0" and "tokens_size_1" for two dimensions.
void connect_sizes(std::vector<Port>& ports, const std::vector<DictionaryAttribute>& attributes,
                   frontend::NameTable& taken) {
    const std::vector<frontend::CarriedSize> sizes = frontend::carried_sizes(attributes, ports.size());
    for (const frontend::CarriedSize& carried : sizes)
        ports.at(carried.tensor).sizes[carried.dimension] = static_cast<int>(carried.size);
    for (const frontend::CarriedSize& carried : sizes) {
        const Port& tensor = ports.at(carried.tensor);
        Port& size = ports.at(carried.size);
        taken.release(size.name);
        const std::string number =
            tensor.sizes.size() > 1 ? fmt::format("_{}", carried.dimension) : std::string();
        size.name = taken.claim(tensor.name + "_size" + number);
        size.description =
            fmt::format("size of {} along dimension {}, 0 to {}", tensor.name, carried.dimension,
                        tensor.type.shape.at(static_cast<std::size_t>(carried.dimension)));
    }
}

}  // namespace

std::vector<Port> input_ports(const frontend::Program& program, const frontend::Function& function) {
    std::vector<Port> ports;
    frontend::NameTable taken;
    for (std::size_t i = 0; i < function.arguments().size(); i++) {
        const frontend::Value& value = function.values[function.arguments()[i]];
        Port port;
        port.type = function.tensor(function.arguments()[i]);
        port.position = frontend::original_position(function, static_cast<int>(i));
        port.donated_to = frontend::aliased_result(function, i).value_or(-1);
        port.description = program.locations.name(value.location);
        port.quantization = text_entry(function.argument_attributes, i, frontend::quantization_attribute);
        port.whole = text_entry(function.argument_attributes, i, frontend::part_attribute);
        std::string name = identifier(port.description);
        if (name.empty()) name = identifier(value.name);
        if (name.empty()) name = fmt::format("arg{}", port.position);
        port.name = taken.claim(name);
        ports.push_back(std::move(port));
    }
    connect_sizes(ports, function.argument_attributes, taken);
    return ports;
}

std::vector<Port> output_ports(const frontend::Function& function) {
    std::vector<Port> ports;
    frontend::NameTable taken;
    for (std::size_t i = 0; i < function.result_types.size(); i++) {
        Port port;
        port.type = function.result_types[i].as_tensor();
        port.position = static_cast<int>(i);
        port.description = text_entry(function.result_attributes, i, frontend::declarations::result_info);
        port.quantization = text_entry(function.result_attributes, i, frontend::quantization_attribute);
        port.whole = text_entry(function.result_attributes, i, frontend::part_attribute);
        std::string name = identifier(result_path(port.description));
        if (name.empty()) name = fmt::format("result{}", i);
        port.name = taken.claim(name);
        ports.push_back(std::move(port));
    }
    connect_sizes(ports, function.result_attributes, taken);
    return ports;
}

}  // namespace hlo2c::scheduler
