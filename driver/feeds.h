#pragma once

#include <string>
#include <vector>

#include "driver/options.h"
#include "frontend/ir/literal.h"

namespace hlo2c::driver {

/// Arrays that enter and leave a program while it runs, by its infeed and outfeed ops.
struct FeedOptions {
    std::vector<std::string>
        infeed;           ///< .npy files, folders or archives, in the order in which they are read
    std::string outfeed;  ///< folder; "": what goes out is dropped
};
void add_feed_options(CLI::App& app, FeedOptions& options);

/// The arrays for the infeed of each rank: those of folders rank0, rank1, ... in the one that is given, or
/// the same for all. Empty where nothing is given.
std::vector<std::vector<frontend::Literal>> load_infeed(const FeedOptions& options, int ranks);

/// Writes what went out: 000.npy, 001.npy, ..., in folders rank0, rank1, ... where there are several ranks.
void write_outfeed(const FeedOptions& options, const std::vector<std::vector<frontend::Literal>>& outfeed);

}  // namespace hlo2c::driver
