#include "scheduler/steps/value_names.h"

#include <algorithm>
#include <string_view>

#include "frontend/data/arguments.h"

namespace hlo2c::scheduler {
namespace {

constexpr std::size_t longest = 60;

/// "['kernel']" of "a[1]['kernel']": a tree of arguments without its root, if that is a letter or has a
/// number.
std::string_view without_root(std::string_view name) {
    const std::size_t open = name.find('['), close = name.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos) return name;
    const std::string_view index = name.substr(open + 1, close - open - 1);
    const bool is_number =
        std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (is_number) return close + 1 == name.size() ? name : name.substr(close + 1);
    return open == 1 ? name.substr(open) : name;
}

/// "c_3", "cst" and "12" are the names that printers give to constants.
bool is_given(std::string_view name) {
    const std::string_view stem = name.substr(0, name.find_first_of("_0123456789"));
    return !stem.empty() && stem != "c" && stem != "cst" && stem != "constant";
}

/// The last words of a name that is too long.
std::string shortened(std::string name) {
    while (name.size() > longest && name.find('_') != std::string::npos) name.erase(0, name.find('_') + 1);
    return name.substr(0, longest);
}

/// The parts of a scope that are names, and not formulas such as "bqd,bkd->bqk", from part `first` on.
std::string names_in(std::string_view scope, std::size_t first) {
    static constexpr std::string_view in_formulas = ",>() ";
    std::string names;
    for (std::size_t part = 0; !scope.empty(); part++) {
        const std::size_t end = std::min(scope.find('/'), scope.size());
        const std::string_view name = scope.substr(0, end);
        if (part >= first && name.find_first_of(in_formulas) == std::string_view::npos)
            names += "/" + std::string(name);
        scope.remove_prefix(std::min(end + 1, scope.size()));
    }
    return frontend::folded_name(names);
}

}  // namespace

std::string weight_name(const frontend::Program& program, const Op& constant) {
    const std::string named = program.locations.name(constant.location);
    const std::string scope = program.locations.scope(constant.location);
    std::string name;
    const std::size_t slash = named.rfind('/');
    if (!scope.empty())
        name = names_in(scope + "/" + named.substr(slash == std::string::npos ? 0 : slash + 1), 0);
    else if (slash == std::string::npos && !named.starts_with("jit("))
        name = frontend::folded_name(without_root(named));
    if (name.empty()) {
        const std::string& text = program.main().values[constant.results[0]].name;
        if (is_given(text)) name = frontend::folded_name(text);
    }
    return shortened(std::move(name));
}

std::string name_of_scope(const std::string& scope) {
    return shortened(names_in(scope, scope.find('/') == std::string::npos ? 0 : 1));
}

}  // namespace hlo2c::scheduler
