#pragma once

#include <string>

namespace hlo2c::driver {

/// The folder of one rank's arrays: DIR/rank0, DIR/rank1, ...
std::string rank_folder(const std::string& directory, int rank);
/// Whether each of so many ranks has arrays of its own in the directory. Fails with H0659 if it has a folder
/// for one more.
bool has_rank_folders(const std::string& directory, int ranks);

}  // namespace hlo2c::driver
