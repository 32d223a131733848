#include "frontend/platforms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace hlo2c::frontend {
namespace {

constexpr std::string_view attribute_name = "hlo2c.platforms";

/// XLA also calls the CPU "Host", and its platform names vary in case.
bool is_cpu(std::string platform) {
    for (char& c : platform) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return platform == "cpu" || platform == "host" || platform == "interpreter";
}

}  // namespace

void keep_platforms(Program& program, const std::vector<std::string>& platforms) {
    if (platforms.empty() || std::any_of(platforms.begin(), platforms.end(), is_cpu)) return;
    ArrayAttribute list;
    for (const std::string& platform : platforms) list.elements.emplace_back(platform);
    const auto place = std::find_if(program.attributes.begin(), program.attributes.end(),
                                    [](const NamedAttribute& each) { return each.first > attribute_name; });
    program.attributes.emplace(place, std::string(attribute_name), std::move(list));
}

std::vector<std::string> foreign_platforms(const Program& program) {
    std::vector<std::string> platforms;
    for (const auto& [name, value] : program.attributes)
        if (const auto* list = value.get_if<ArrayAttribute>(); name == attribute_name && list != nullptr)
            for (const Attribute& element : list->elements)
                if (const auto* text = element.get_if<std::string>()) platforms.push_back(*text);
    return platforms;
}

std::string platform_note(const Program& program) {
    const std::vector<std::string> platforms = foreign_platforms(program);
    if (platforms.empty()) return "";
    return fmt::format("the program was exported for {} and runs on a CPU here", fmt::join(platforms, ", "));
}

}  // namespace hlo2c::frontend
