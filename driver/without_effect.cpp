#include "driver/without_effect.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/error_numbers.h"

namespace hlo2c::driver {
namespace {

std::string option_name(const CLI::Option& option) {
    return option.get_lnames().empty() ? option.get_name() : "--" + option.get_lnames().front();
}

void refuse_listed(const CLI::App& verb, const std::vector<std::string>& options, bool are_refused,
                   const std::string& reason) {
    for (const CLI::Option* option : verb.get_options()) {
        const std::string name = option_name(*option);
        const bool is_listed = std::find(options.begin(), options.end(), name) != options.end();
        if (option->count() > 0 && is_listed == are_refused) no_effect(name, reason);
    }
}

}  // namespace

void no_effect(const std::string& given, const std::string& reason, const std::string& remedy,
               const Place& place) {
    fail(option_error::no_effect, place, fmt::format("{} has no effect: {}", given, reason),
         remedy.empty() ? fmt::format("Leave out {}.", given) : remedy);
}

void refuse_options(const CLI::App& verb, const std::vector<std::string>& options,
                    const std::string& reason) {
    refuse_listed(verb, options, true, reason);
}

void refuse_other_options(const CLI::App& verb, const std::vector<std::string>& options,
                          const std::string& reason) {
    refuse_listed(verb, options, false, reason);
}

}  // namespace hlo2c::driver
