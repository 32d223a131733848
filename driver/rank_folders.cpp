#include "driver/rank_folders.h"

#include <fmt/format.h>

#include <filesystem>

#include "driver/without_effect.h"
#include "frontend/counted.h"

namespace hlo2c::driver {

std::string rank_folder(const std::string& directory, int rank) {
    return (std::filesystem::path(directory) / fmt::format("rank{}", rank)).string();
}

bool has_rank_folders(const std::string& directory, int ranks) {
    if (directory.empty() || !std::filesystem::is_directory(rank_folder(directory, 0))) return false;
    const std::string next = rank_folder(directory, ranks);
    if (std::filesystem::is_directory(next))
        no_effect(fmt::format("the folder rank{}", ranks),
                  "the program runs as " + frontend::counted(ranks, "rank"),
                  "Give --ranks as many as there are folders.", Place{.file = next});
    return true;
}

}  // namespace hlo2c::driver
