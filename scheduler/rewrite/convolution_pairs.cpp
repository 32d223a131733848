#include "scheduler/rewrite/convolution_pairs.h"

#include <algorithm>
#include <functional>
#include <set>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/slot_trips.h"

namespace hlo2c::scheduler {
namespace {

/// The lines of a block take this part of the second-level cache. Blocks are worth it if the operand takes
/// this part of it, and with what is read and written beside it so much more.
constexpr double part_of_block = 1.0 / 3, part_of_operand = 3.0 / 4, part_of_all = 1.5;
/// Cycles that a block costs: its kernels begin, and prefetchers find their lines anew.
constexpr double block_cycles = 20000;
/// Slots divide the blocks among themselves unless one of them takes so much longer than an even share.
constexpr double most_uneven = 1.5;
constexpr std::size_t most_values = 64;

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

class PairChooser {
public:
    PairChooser(const Function& function, const Target& target) : function_(function), target_(target) {
        frontend::for_each_op(function.body, [&](const Op& op) {
            for (const ValueId operand : op.operands) uses_[operand]++;
            for (const ValueId result : op.results) definitions_[result] = &op;
        });
        note_chains(function.body);
    }

    std::map<ValueId, ConvolutionPair> run() const {
        std::vector<ConvolutionPair> pairs;
        for (const auto& [last, second] : chains_)
            if (const ConvolutionChain* first = chain_before(second)) add_pair(*first, second, pairs);
        std::stable_sort(pairs.begin(), pairs.end(),
                         [](const ConvolutionPair& a, const ConvolutionPair& b) { return a.gain > b.gain; });
        std::set<ValueId> taken;
        std::map<ValueId, ConvolutionPair> chosen;
        for (const ConvolutionPair& pair : pairs) {
            const ValueId first = pair.first.values.back(), second = pair.second.values.back();
            if (taken.count(first) || taken.count(second)) continue;
            taken.insert({first, second});
            chosen[second] = pair;
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

    /// Adds the pair with as many rows of results in a block as the cache holds lines for, in blocks of about
    /// equal size. Not if memory saves less than the lines cost that two blocks compute.
    void add_pair(const ConvolutionChain& first, const ConvolutionChain& second,
                  std::vector<ConvolutionPair>& pairs) const {
        const auto number = [](std::int64_t count) { return static_cast<double>(count); };
        const TensorType &operand = tensor(first.values.back()), &result = tensor(second.values.back());
        const LineWindow window = line_window(function_, convolution_of(second));
        const std::int64_t images = operand.shape[0], lines = operand.shape[1], rows = result.shape[1];
        const std::int64_t all =
            tensor(convolution_of(first).operands[0]).byte_size() + operand.byte_size() + result.byte_size();
        const double bytes = number(operand.byte_size() / images), line_bytes = bytes / number(lines);
        const double cache = number(target_.l2_bytes);
        if (bytes < cache * part_of_operand || number(all / images) < cache * part_of_all) return;
        const auto fits = [&](std::int64_t block) {
            return window.lines(block) <= lines &&
                   number(window.lines(block)) * line_bytes <= cache * part_of_block;
        };
        std::int64_t most = rows;
        while (most > 0 && !fits(most)) most--;
        if (most == 0 || most == rows) return;
        const std::int64_t blocks = ceil_div(rows, most), rows_of_block = ceil_div(rows, blocks);
        const double repeated = number(blocks * window.lines(rows_of_block)) / number(lines) - 1;
        const double lanes = number(target_.vector_bytes / frontend::byte_width(operand.element));
        const double first_cycles = multiply_adds(function_, convolution_of(first)) / number(images) / lanes;
        const double second_cycles =
            multiply_adds(function_, convolution_of(second)) / number(images) / lanes;
        const double cost = first_cycles * repeated + number(blocks) * block_cycles;
        const double gain = bytes / target_.far_bandwidth - cost;
        if (gain <= 0) return;
        const BlockChooser chooser(images, rows, [&](std::int64_t block) {
            return first_cycles * number(window.lines(block)) / number(lines) +
                   second_cycles * number(block) / number(rows) + block_cycles;
        });
        pairs.push_back({first, second, chooser.run(most, target_.cores), gain * number(images)});
    }

    const Function& function_;
    const Target& target_;
    std::map<ValueId, int> uses_;
    std::map<ValueId, const Op*> definitions_;
    std::map<ValueId, ConvolutionChain> chains_;  ///< by their last value
};

}  // namespace

LineWindow line_window(const Function& function, const Op& convolution) {
    const frontend::Window window = window_of(function, convolution);
    return {frontend::dilated(window.size[0], window.window_dilation[0]), window.strides[0]};
}

std::map<ValueId, ConvolutionPair> choose_convolution_pairs(const Function& function, const Target& target) {
    return PairChooser(function, target).run();
}

}  // namespace hlo2c::scheduler
