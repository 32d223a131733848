#pragma once

#include <filesystem>
#include <string>

namespace hlo2c::frontend {

/// The whole file. Fails with H0604 where it cannot be read.
std::string read_file(const std::filesystem::path& path);
/// Writes the file through a temporary one beside it that is renamed. Fails with H0605.
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace hlo2c::frontend
