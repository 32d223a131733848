#include "scheduler/steps/weight_names.h"

#include <algorithm>
#include <string_view>

#include "frontend/data/arguments.h"

namespace hlo2c::scheduler {
namespace {

constexpr std::size_t longest = 48;

/// "['kernel']" of "a[1]['kernel']": a tree of arguments without its root.
std::string_view without_root(std::string_view name) {
    const std::size_t open = name.find('['), close = name.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close + 1 == name.size())
        return name;
    const std::string_view index = name.substr(open + 1, close - open - 1);
    const bool is_number =
        std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_number ? name.substr(close + 1) : name;
}

/// "c_3", "cst" and "12" are the names that printers give to constants.
bool is_given(std::string_view name) {
    const std::string_view stem = name.substr(0, name.find_first_of("_0123456789"));
    return !stem.empty() && stem != "c" && stem != "cst" && stem != "constant";
}

}  // namespace

std::string weight_name(const frontend::Program& program, const Op& constant) {
    const std::string named = program.locations.name(constant.location);
    const std::string scope = program.locations.scope(constant.location);
    std::string name;
    const std::size_t slash = named.rfind('/');
    if (!scope.empty())
        name = frontend::folded_name(scope + "_" + named.substr(slash == std::string::npos ? 0 : slash));
    else if (slash == std::string::npos)
        name = frontend::folded_name(without_root(named));
    if (name.empty()) {
        const std::string& text = program.main().values[constant.results[0]].name;
        if (is_given(text)) name = frontend::folded_name(text);
    }
    while (name.size() > longest && name.find('_') != std::string::npos) name.erase(0, name.find('_') + 1);
    return name.substr(0, longest);
}

}  // namespace hlo2c::scheduler
