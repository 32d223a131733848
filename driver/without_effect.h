#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"

namespace hlo2c::driver {

/// Fails with H0659: `given`, such as "--infeed", would have no effect. The default remedy is to leave it
/// out.
[[noreturn]] void no_effect(const std::string& given, const std::string& reason,
                            const std::string& remedy = "", const Place& place = {});

/// Fails with H0659 if one of these options of a verb was given.
void refuse_options(const CLI::App& verb, const std::vector<std::string>& options, const std::string& reason);

/// The same for all options of the verb but these.
void refuse_other_options(const CLI::App& verb, const std::vector<std::string>& options,
                          const std::string& reason);

}  // namespace hlo2c::driver
