#include "scheduler/rewrite/convolution_runs.h"

#include <algorithm>
#include <functional>
#include <set>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/slot_trips.h"

namespace hlo2c::scheduler {
namespace {

/// What a convolution reads and writes in a block takes this part of the second-level cache. Blocks save
/// memory traffic if a result takes this part of the cache, and with what is read and written beside it so
/// much more.
constexpr double part_of_block = 2.0 / 3, part_of_result = 3.0 / 4, part_of_all = 1.5;
/// Cycles that each chain of a block costs: its kernels begin, and prefetchers find their lines anew.
constexpr double chain_cycles = 3000;
/// Slots divide the blocks among themselves unless one of them takes so much longer than an even share.
constexpr double most_uneven = 1.5;
constexpr std::size_t most_values = 64, most_chains = 3;

frontend::Window window_of(const Function& function, const Op& convolution) {
    return frontend::convolution_window(convolution, function.tensor(convolution.operands[1]));
}

/// True for convolutions of images with neighbouring lines, none of which crosses an edge.
bool walks_lines(const Function& function, const Op& op) {
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    if (dims.input_spatial.size() < 2 || dims.input_batch != 0 || dims.output_batch != 0 ||
        dims.input_spatial[0] != 1 || dims.output_spatial[0] != 1 || op[attr::batch_group_count] != 1)
        return false;
    const frontend::Window window = window_of(function, op);
    const auto is_padded = [](const auto& padding) { return padding.first != 0 || padding.second != 0; };
    return !window.reversal[0] && window.base_dilation[0] == 1 &&
           std::none_of(window.padding.begin(), window.padding.end(), is_padded);
}

/// True for a pad that adds elements around images, and none between lines.
bool is_padding(const Op& op) {
    const auto low = op[attr::edge_padding_low], high = op[attr::edge_padding_high];
    const auto is_negative = [](std::int64_t n) { return n < 0; };
    return low[0] == 0 && high[0] == 0 && op[attr::interior_padding][1] == 0 &&
           std::none_of(low.begin(), low.end(), is_negative) &&
           std::none_of(high.begin(), high.end(), is_negative);
}

/// Follows the elementwise ops after a convolution, as long as one value leaves them.
class ChainWalk {
public:
    ChainWalk(const Function& function, const Region& region, const std::map<ValueId, int>& uses)
        : function_(function), region_(region), uses_(uses) {}

    ConvolutionChain from(std::size_t position) {
        const Op& convolution = region_.ops[position];
        ConvolutionChain chain{{convolution.results[0]}}, best = chain;
        std::map<ValueId, int> open = {{convolution.results[0], uses(convolution.results[0])}};
        for (std::size_t i = position + 1; i < region_.ops.size() && !open.empty(); i++) {
            const Op& op = region_.ops[i];
            if (std::none_of(op.operands.begin(), op.operands.end(),
                             [&](ValueId operand) { return open.count(operand); }))
                continue;
            if (!goes_on(convolution, op) || chain.values.size() == most_values) break;
            for (const ValueId operand : op.operands)
                if (const auto found = open.find(operand); found != open.end() && --found->second == 0)
                    open.erase(found);
            chain.values.push_back(op.results[0]);
            open[op.results[0]] = uses(op.results[0]);
            if (open.size() == 1) best = chain;
        }
        return best;
    }

private:
    bool goes_on(const Op& convolution, const Op& op) const {
        return rule_of(op).is_elementwise() && op.results.size() == 1 && op.regions.empty() &&
               function_.tensor(op.results[0]).shape == function_.tensor(convolution.results[0]).shape;
    }

    int uses(ValueId value) const {
        const auto found = uses_.find(value);
        return found != uses_.end() ? found->second : 0;
    }

    const Function& function_;
    const Region& region_;
    const std::map<ValueId, int>& uses_;
};

double multiply_adds(const Function& function, const Op& convolution) {
    const frontend::ConvolutionDimensions dims = convolution[attr::convolution_dimension_numbers];
    const TensorType& weights = function.tensor(convolution.operands[1]);
    const auto features = static_cast<std::size_t>(dims.kernel_output_feature);
    return static_cast<double>(function.tensor(convolution.results[0]).element_count()) *
           static_cast<double>(weights.element_count() / weights.shape[features]);
}

/// Divides the lines of images into blocks of about equal size.
class BlockChooser {
public:
    /// `cycles` takes a block of so many lines of results.
    BlockChooser(std::int64_t images, std::int64_t rows, std::function<double(std::int64_t)> cycles)
        : images_(images), rows_(rows), cycles_(std::move(cycles)) {}

    /// At most `most` lines in a block, for up to `cores` slots.
    LineBlocks run(std::int64_t most, std::int64_t cores) const {
        const std::int64_t fewest = ceil_div(rows_, most);
        const LineBlocks in_turn{ceil_div(rows_, fewest), 1};
        LineBlocks best = in_turn;
        double least = time(in_turn) / static_cast<double>(cores) * most_uneven;
        for (std::int64_t blocks = fewest; cores > 1 && blocks <= rows_; blocks++) {
            const LineBlocks each{ceil_div(rows_, blocks), std::min(cores, images_ * blocks)};
            if (count(each) != blocks || splits_overlap(each) || time(each) >= least) continue;
            best = each;
            least = time(each);
        }
        return best;
    }

private:
    std::int64_t count(const LineBlocks& blocks) const { return ceil_div(rows_, blocks.rows); }

    /// Of the slot that runs the most blocks.
    double time(const LineBlocks& blocks) const {
        return static_cast<double>(ceil_div(images_ * count(blocks), blocks.slots)) * cycles_(blocks.rows);
    }

    /// True if some slot begins with the last block of an image, which overlaps the one before it.
    bool splits_overlap(const LineBlocks& blocks) const {
        const std::int64_t of_image = count(blocks), all = images_ * of_image;
        if (of_image * blocks.rows == rows_) return false;
        for (std::int64_t slot = 1; slot < blocks.slots; slot++)
            if (first_trip(slot, all, blocks.slots) % of_image == of_image - 1) return true;
        return false;
    }

    std::int64_t images_, rows_;
    std::function<double(std::int64_t)> cycles_;
};

/// What blocks of a run's results take, from the sizes of its chains.
class RunSizes {
public:
    RunSizes(const Function& function, const Target& target, const std::vector<const Op*>& convolutions,
             const ConvolutionRun& run)
        : target_(target) {
        for (std::size_t i = 0; i < run.chains.size(); i++) {
            const TensorType& result = function.tensor(run.chains[i].values.back());
            const TensorType& operand = function.tensor(convolutions[i]->operands[0]);
            const double lanes = number(target.vector_bytes / frontend::byte_width(result.element));
            const double images = number(result.shape[0]);
            sizes_.push_back({.operand = lines_of(operand),
                              .result = lines_of(result),
                              .window = line_window(function, *convolutions[i]),
                              .cycles = multiply_adds(function, *convolutions[i]) / images / lanes});
        }
    }

    std::int64_t rows() const { return sizes_.back().result.count; }

    /// True if a block of so many lines of results needs no more lines of each chain than there are, and the
    /// cache holds what each convolution reads and writes.
    bool fits(std::int64_t block) const {
        for (std::size_t i = sizes_.size(); i-- > 0;) {
            const ChainSize& size = sizes_[i];
            const std::int64_t read = size.window.lines(block);
            const double bytes = number(read) * size.operand.bytes + number(block) * size.result.bytes;
            if (block > size.result.count || bytes > cache() * part_of_block) return false;
            block = read;
        }
        return true;
    }

    double cycles_of_block(std::int64_t block) const {
        double cycles = 0;
        for (std::size_t i = sizes_.size(); i-- > 0; block = sizes_[i].window.lines(block))
            cycles += sizes_[i].cycles * number(block) / number(sizes_[i].result.count) + chain_cycles;
        return cycles;
    }

    /// Cycles that memory saves in an image of blocks of at most `most` lines, less those of lines that two
    /// blocks compute.
    double gain(std::int64_t most) const {
        const std::int64_t blocks = ceil_div(rows(), most);
        double arithmetic = 0, saved = 0;
        for (std::size_t i = 0; i < sizes_.size(); i++) {
            arithmetic += sizes_[i].cycles;
            if (i + 1 < sizes_.size() && leaves_cache(i))
                saved += sizes_[i].result.all() / target_.far_bandwidth;
        }
        return saved + arithmetic - number(blocks) * cycles_of_block(ceil_div(rows(), blocks));
    }

    /// Cycles to copy the results of an image between the edges of a padded value, where a convolution that
    /// no loop computes writes them itself.
    double cycles_of_padding() const { return sizes_.back().result.all() / target_.far_bandwidth; }

private:
    /// The lines of one image.
    struct ImageLines {
        std::int64_t count = 0;
        double bytes = 0;  ///< of each
        double all() const { return number(count) * bytes; }
    };
    struct ChainSize {
        ImageLines operand, result;
        LineWindow window;
        double cycles = 0;  ///< of an image
    };
    static double number(std::int64_t count) { return static_cast<double>(count); }
    static ImageLines lines_of(const TensorType& images) {
        const std::int64_t count = images.shape[1];
        return {count, number(images.byte_size()) / number(images.shape[0] * count)};
    }
    double cache() const { return number(target_.l2_bytes); }

    /// True if the cache does not hold this chain's result beside what it and the next chain read and write.
    bool leaves_cache(std::size_t i) const {
        const double result = sizes_[i].result.all();
        return result >= cache() * part_of_result &&
               sizes_[i].operand.all() + result + sizes_[i + 1].result.all() >= cache() * part_of_all;
    }

    const Target& target_;
    std::vector<ChainSize> sizes_;
};

class RunChooser {
public:
    RunChooser(const Function& function, const Target& target) : function_(function), target_(target) {
        frontend::for_each_op(function.body, [&](const Op& op) {
            for (const ValueId operand : op.operands) uses_[operand]++;
            for (const ValueId result : op.results) definitions_[result] = &op;
            if (op.code == OpCode::Pad) padded_.insert(op.operands[0]);
        });
        note_chains(function.body);
    }

    std::map<ValueId, ConvolutionRun> run() const {
        std::vector<ConvolutionRun> runs;
        for (const auto& [last, chain] : chains_) add_runs_to(chain, runs);
        std::stable_sort(runs.begin(), runs.end(),
                         [](const ConvolutionRun& a, const ConvolutionRun& b) { return a.gain > b.gain; });
        std::set<ValueId> taken;
        std::map<ValueId, ConvolutionRun> chosen;
        for (const ConvolutionRun& run : runs) {
            const auto is_taken = [&](const ConvolutionChain& chain) {
                return taken.count(chain.values.back()) != 0;
            };
            if (std::any_of(run.chains.begin(), run.chains.end(), is_taken)) continue;
            for (const ConvolutionChain& chain : run.chains) taken.insert(chain.values.back());
            chosen[run.chains.back().values.back()] = run;
        }
        return chosen;
    }

private:
    const TensorType& tensor(ValueId value) const { return function_.tensor(value); }
    const Op& convolution_of(const ConvolutionChain& chain) const {
        return *definitions_.at(chain.values.front());
    }

    void note_chains(const Region& region) {
        for (std::size_t i = 0; i < region.ops.size(); i++) {
            const Op& op = region.ops[i];
            for (const Region& inner : op.regions) note_chains(inner);
            if (op.code != OpCode::Convolution || !tensor(op.results[0]).is_static() ||
                tensor(op.results[0]).element_count() == 0 || !walks_lines(function_, op))
                continue;
            const ConvolutionChain chain = ChainWalk(function_, region, uses_).from(i);
            chains_[chain.values.back()] = chain;
        }
    }

    /// The chain whose result the convolution of `second` reads and nothing else, or nullptr.
    const ConvolutionChain* chain_before(const ConvolutionChain& second) const {
        ValueId operand = convolution_of(second).operands[0];
        const auto pad = definitions_.find(operand);
        if (uses_.at(operand) != 1) return nullptr;
        if (pad != definitions_.end() && pad->second->code == OpCode::Pad) {
            if (!is_padding(*pad->second)) return nullptr;
            operand = pad->second->operands[0];
        }
        const auto first = chains_.find(operand);
        return first != chains_.end() && uses_.at(operand) == 1 ? &first->second : nullptr;
    }

    /// Adds the runs that end with a chain, and gain something.
    void add_runs_to(const ConvolutionChain& last, std::vector<ConvolutionRun>& runs) const {
        ConvolutionRun run{{last}, {}, 0};
        while (run.chains.size() < most_chains) {
            const ConvolutionChain* first = chain_before(run.chains.front());
            if (first == nullptr) return;
            run.chains.insert(run.chains.begin(), *first);
            if (choose_blocks(run)) runs.push_back(run);
        }
    }

    /// Chooses as many rows of results in a block as the cache holds lines for, in blocks of about equal
    /// size. False if blocks gain nothing.
    bool choose_blocks(ConvolutionRun& run) const {
        std::vector<const Op*> convolutions;
        for (const ConvolutionChain& chain : run.chains) convolutions.push_back(&convolution_of(chain));
        const RunSizes sizes(function_, target_, convolutions, run);
        std::int64_t most = sizes.rows();
        while (most > 0 && !sizes.fits(most)) most--;
        if (most == 0 || most == sizes.rows()) return false;
        const ValueId result = run.chains.back().values.back();
        const std::int64_t images = tensor(result).shape[0];
        run.gain = (sizes.gain(most) - (padded_.count(result) ? sizes.cycles_of_padding() : 0)) *
                   static_cast<double>(images);
        if (run.gain <= 0) return false;
        const BlockChooser chooser(images, sizes.rows(),
                                   [&](std::int64_t block) { return sizes.cycles_of_block(block); });
        run.blocks = chooser.run(most, target_.cores);
        return true;
    }

    const Function& function_;
    const Target& target_;
    std::map<ValueId, int> uses_;
    std::map<ValueId, const Op*> definitions_;
    std::set<ValueId> padded_;
    std::map<ValueId, ConvolutionChain> chains_;  ///< by their last value
};

}  // namespace

LineWindow line_window(const Function& function, const Op& convolution) {
    const frontend::Window window = window_of(function, convolution);
    return {frontend::dilated(window.size[0], window.window_dilation[0]), window.strides[0]};
}

std::map<ValueId, ConvolutionRun> choose_convolution_runs(const Function& function, const Target& target) {
    return RunChooser(function, target).run();
}

}  // namespace hlo2c::scheduler
