#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace hlo2c::driver {

/// The man page of the command, in roff, from its tree of options.
std::string man_page(const CLI::App& app, const std::string& version);
/// A completion script; `shell` is bash, zsh or fish.
std::string completion_script(const CLI::App& app, const std::string& shell);
/// The option or verb with the name most similar to `word`, or "" if none is similar.
std::string nearest_name(const CLI::App& app, const std::string& word);

}  // namespace hlo2c::driver
