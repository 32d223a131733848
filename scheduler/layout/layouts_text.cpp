#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "scheduler/layout/function_layouts.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

std::string to_text(ValueId value, const Layout& layout) {
    std::string text;
    if (layout.storage != value) text += fmt::format(", in %{}", layout.storage);
    if (layout.is_interface) text += ", known to the caller";
    if (layout.halo)
        text += fmt::format(", halo around %{}: low [{}], high [{}]", layout.computed(value),
                            fmt::join(layout.halo->low, " "), fmt::join(layout.halo->high, " "));
    if (layout.window != nullptr) text += fmt::format(", window %{} is written", layout.computed(value));
    return text;
}

}  // namespace

std::string to_text(const FunctionGraph& graph, const FunctionLayouts& layouts) {
    std::string text;
    for (const auto& [value, layout] : layouts.values)
        text +=
            fmt::format("%{} {}: strides [{}]{}\n", value, frontend::to_string(graph.function().type(value)),
                        fmt::join(layout.strides, " "), to_text(value, layout));
    return text;
}

nlohmann::ordered_json json_of(const FunctionGraph& graph, const FunctionLayouts& layouts) {
    using Json = nlohmann::ordered_json;
    Json json = Json::array();
    for (const auto& [value, layout] : layouts.values) {
        Json& each = json.emplace_back(Json{{"value", value},
                                            {"type", frontend::to_string(graph.function().type(value))},
                                            {"storage", layout.storage},
                                            {"strides", layout.strides},
                                            {"interface", layout.is_interface}});
        if (layout.halo)
            each["halo"] = {
                {"low", layout.halo->low}, {"high", layout.halo->high}, {"around", layout.computed(value)}};
        if (layout.window != nullptr) each["window"] = layout.computed(value);
    }
    return {{"values", std::move(json)}};
}

}  // namespace hlo2c::scheduler
