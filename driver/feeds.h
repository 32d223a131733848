#pragma once

#include <string>
#include <vector>

#include "driver/options.h"
#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::driver {

/// Options for the arrays of infeed and outfeed ops.
struct FeedOptions {
    std::vector<std::string> infeed;  ///< .npy files, folders or archives, in reading order
    std::string outfeed;              ///< folder; "": outfeed arrays are discarded
};
void add_feed_options(CLI::App& app, FeedOptions& options);

/// Fails with H0659 if an option is for an op that the program does not have.
void require_feed_ops(const FeedOptions& options, const frontend::Program& program);

/// The infeed arrays of each rank: those of the subfolders rank0, rank1, ..., or the same for all ranks.
/// Empty if none are given.
std::vector<std::vector<frontend::Literal>> load_infeed(const FeedOptions& options, int ranks);

/// Fails with H0660 if arrays of the infeed are left over. `left` has their number by rank; arrays that all
/// ranks are given may be read by one of them only.
void require_infeed_read(const FeedOptions& options, const std::vector<std::size_t>& left);

/// Writes the outfeed arrays: 000.npy, 001.npy, ..., in folders rank0, rank1, ... if there are several ranks.
void write_outfeed(const FeedOptions& options, const std::vector<std::vector<frontend::Literal>>& outfeed);

}  // namespace hlo2c::driver
