#pragma once

#include <filesystem>
#include <string>

namespace hlo2c::frontend {

/// The absolute path of the place that a path names, by way of symbolic links, also of those to places where
/// nothing is yet.
std::filesystem::path without_links(const std::filesystem::path& path);
/// Reads the whole file. Fails with H0604 if it cannot be read.
std::string read_file(const std::filesystem::path& path);
/// Writes the file atomically, by renaming a temporary one. Writes to devices, pipes and links without
/// replacing them. Fails with H0605.
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace hlo2c::frontend
