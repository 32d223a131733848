#include "driver/feeds.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/error_numbers.h"
#include "driver/rank_folders.h"
#include "driver/without_effect.h"
#include "frontend/data/arguments.h"
#include "frontend/data/npy.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;

std::vector<Literal> read_all(const std::vector<std::string>& paths) {
    std::vector<Literal> arrays;
    for (const std::string& path : paths) {
        if (path.ends_with(".npy")) {
            arrays.push_back(frontend::read_npy(path));
            continue;
        }
        for (Literal& literal : frontend::read_array_list(path)) arrays.push_back(std::move(literal));
    }
    return arrays;
}

/// Whether each rank has infeed arrays of its own.
bool has_infeed_by_rank(const FeedOptions& options, std::size_t ranks) {
    return options.infeed.size() == 1 && has_rank_folders(options.infeed[0], static_cast<int>(ranks));
}

bool program_has(const frontend::Program& program, frontend::OpCode code) {
    bool found = false;
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body,
                              [&](const frontend::Op& op) { found = found || op.code == code; });
    return found;
}

}  // namespace

void add_feed_options(CLI::App& app, FeedOptions& options) {
    app.add_option("--infeed", options.infeed,
                   "arrays that the program reads by infeed, in this order: .npy files, directories, .npz; a "
                   "directory may have a subdirectory per rank: rank0, rank1, ...")
        ->type_name("FILE");
    app.add_option("--outfeed", options.outfeed,
                   "write the arrays of outfeed to 000.npy, 001.npy, ... in DIR; with several ranks, in "
                   "DIR/rank0, ...")
        ->type_name("DIR");
}

void require_feed_ops(const FeedOptions& options, const frontend::Program& program) {
    if (!options.infeed.empty() && !program_has(program, frontend::OpCode::Infeed))
        no_effect("--infeed", "the program has no infeed");
    if (!options.outfeed.empty() && !program_has(program, frontend::OpCode::Outfeed))
        no_effect("--outfeed", "the program has no outfeed");
}

std::vector<std::vector<Literal>> load_infeed(const FeedOptions& options, int ranks) {
    std::vector<std::vector<Literal>> infeed;
    if (options.infeed.empty()) return infeed;
    const bool by_rank = has_infeed_by_rank(options, static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; rank++)
        infeed.push_back(by_rank ? read_all({rank_folder(options.infeed[0], rank)})
                                 : read_all(options.infeed));
    return infeed;
}

void require_infeed_read(const FeedOptions& options, const std::vector<std::size_t>& left) {
    if (options.infeed.empty()) return;
    const auto worst = has_infeed_by_rank(options, left.size()) ? std::max_element(left.begin(), left.end())
                                                                : std::min_element(left.begin(), left.end());
    if (*worst == 0) return;
    fail(run_error::infeed, Place{.file = options.infeed.back()},
         fmt::format("rank {} has not read the last {} of its infeed", worst - left.begin(),
                     *worst == 1 ? std::string("array") : fmt::format("{} arrays", *worst)),
         "Give --infeed as many arrays as the program reads.");
}

void write_outfeed(const FeedOptions& options, const std::vector<std::vector<Literal>>& outfeed) {
    if (options.outfeed.empty()) return;
    for (std::size_t rank = 0; rank < outfeed.size(); rank++)
        frontend::write_arrays(
            outfeed.size() > 1 ? rank_folder(options.outfeed, static_cast<int>(rank)) : options.outfeed,
            outfeed[rank]);
}

}  // namespace hlo2c::driver
