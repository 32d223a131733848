#include "scheduler/rewrite/convolution_pairs.h"

#include <algorithm>
#include <set>

#include "frontend/integer_division.h"
#include "frontend/ir/attributes.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Rewriter;

/// The lines of a block take this part of the second-level cache. Blocks are worth it if the operand and what
/// is read and written with it take so much more than this cache.
constexpr double part_of_block = 1.0 / 3, part_of_all = 1.5;
/// Cycles that a byte takes from memory beyond that cache and back, and to begin the kernels of a block.
constexpr double far_byte_cycles = 0.1, block_cycles = 2000;
constexpr std::size_t most_values = 64;

frontend::Window window_of(const Rewriter& rewriter, const Op& convolution) {
    return frontend::convolution_window(convolution, rewriter.tensor(convolution.operands[1]));
}

/// True for convolutions of images with neighbouring lines, none of which crosses an edge.
bool walks_lines(const Rewriter& rewriter, const Op& op) {
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    if (dims.input_spatial.size() < 2 || dims.input_batch != 0 || dims.output_batch != 0 ||
        dims.input_spatial[0] != 1 || dims.output_spatial[0] != 1 || op[attr::batch_group_count] != 1)
        return false;
    const frontend::Window window = window_of(rewriter, op);
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
    ChainWalk(const Rewriter& rewriter, const Region& region, std::map<ValueId, int> uses)
        : rewriter_(rewriter), region_(region), uses_(std::move(uses)) {}

    ConvolutionChain from(std::size_t position) {
        const Op& convolution = region_.ops[position];
        ConvolutionChain chain{{convolution.results[0]}}, best = chain;
        std::map<ValueId, int> open = {{convolution.results[0], uses_[convolution.results[0]]}};
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
            open[op.results[0]] = uses_[op.results[0]];
            if (open.size() == 1) best = chain;
        }
        return best;
    }

private:
    bool goes_on(const Op& convolution, const Op& op) const {
        return rule_of(op).is_elementwise() && op.results.size() == 1 && op.regions.empty() &&
               rewriter_.tensor(op.results[0]).shape == rewriter_.tensor(convolution.results[0]).shape;
    }

    const Rewriter& rewriter_;
    const Region& region_;
    std::map<ValueId, int> uses_;
};

std::map<ValueId, int> uses_in(const Region& body) {
    std::map<ValueId, int> uses;
    frontend::for_each_op(body, [&](const Op& op) {
        for (const ValueId operand : op.operands) uses[operand]++;
    });
    return uses;
}

double multiply_adds(const Rewriter& rewriter, const Op& convolution) {
    const frontend::ConvolutionDimensions dims = convolution[attr::convolution_dimension_numbers];
    const TensorType& weights = rewriter.tensor(convolution.operands[1]);
    const auto features = static_cast<std::size_t>(dims.kernel_output_feature);
    return static_cast<double>(rewriter.tensor(convolution.results[0]).element_count()) *
           static_cast<double>(weights.element_count() / weights.shape[features]);
}

}  // namespace

LineWindow line_window(const Rewriter& rewriter, const Op& convolution) {
    const frontend::Window window = window_of(rewriter, convolution);
    return {frontend::dilated(window.size[0], window.window_dilation[0]), window.strides[0]};
}

ConvolutionPairs::ConvolutionPairs(const Rewriter& rewriter, const Region& body, const Target& target)
    : rewriter_(rewriter), target_(target) {
    note_chains(body);
}

void ConvolutionPairs::note_chains(const Region& region) {
    const std::map<ValueId, int> uses = uses_in(region);
    for (std::size_t i = 0; i < region.ops.size(); i++) {
        const Op& op = region.ops[i];
        for (const Region& inner : op.regions) note_chains(inner);
        if (op.code != OpCode::Convolution || !rewriter_.tensor(op.results[0]).is_static() ||
            !walks_lines(rewriter_, op))
            continue;
        const ConvolutionChain chain = ChainWalk(rewriter_, region, uses).from(i);
        chains_[chain.values.back()] = chain;
    }
}

std::optional<ConvolutionPair> ConvolutionPairs::ends_at(const Op& last) const {
    const auto second = chains_.find(last.results.empty() ? frontend::no_value : last.results[0]);
    if (second == chains_.end()) return std::nullopt;
    const ValueId convolved = second->second.values.front();
    const Op& convolution = convolved == last.results[0] ? last : *rewriter_.definition(convolved);
    ValueId operand = convolution.operands[0];
    if (rewriter_.uses(operand) != 1) return std::nullopt;
    if (const Op* pad = rewriter_.definition(operand, OpCode::Pad)) {
        if (!is_padding(*pad)) return std::nullopt;
        operand = pad->operands[0];
    }
    const auto first = chains_.find(operand);
    if (first == chains_.end() || rewriter_.uses(operand) != 1) return std::nullopt;
    ConvolutionPair pair{first->second, second->second};
    pair.rows = rows_of_block(pair, line_window(rewriter_, convolution));
    return pair.rows > 0 ? std::optional(pair) : std::nullopt;
}

/// As many rows of results as the cache holds lines for, in blocks of about equal size; 0 if the lines that
/// two blocks compute cost more than memory saves.
std::int64_t ConvolutionPairs::rows_of_block(const ConvolutionPair& pair, const LineWindow& window) const {
    const TensorType& operand = rewriter_.tensor(pair.first.values.back());
    const TensorType& result = rewriter_.tensor(pair.second.values.back());
    if (operand.element_count() == 0 || result.element_count() == 0) return 0;
    const auto number = [](std::int64_t count) { return static_cast<double>(count); };
    const std::int64_t images = operand.shape[0], lines = operand.shape[1], rows = result.shape[1];
    const double bytes = number(operand.byte_size() / images), line_bytes = bytes / number(lines);
    const double cache = number(target_.l2_bytes);
    const Op& first = *rewriter_.definition(pair.first.values.front());
    const std::int64_t all =
        rewriter_.tensor(first.operands[0]).byte_size() + operand.byte_size() + result.byte_size();
    if (number(all / images) < cache * part_of_all) return 0;
    const auto fits = [&](std::int64_t block) {
        return window.lines(block) <= lines &&
               number(window.lines(block)) * line_bytes <= cache * part_of_block;
    };
    std::int64_t most = rows;
    while (most > 0 && !fits(most)) most--;
    if (most == 0 || most == rows) return 0;
    const std::int64_t blocks = ceil_div(rows, most), block = ceil_div(rows, blocks);
    const double repeated = number(blocks * window.lines(block)) / number(lines) - 1;
    const double lanes = number(target_.vector_bytes / frontend::byte_width(operand.element));
    const double repeated_cycles = multiply_adds(rewriter_, first) / number(images) / lanes * repeated;
    return repeated_cycles + number(blocks) * block_cycles < bytes * far_byte_cycles ? block : 0;
}

}  // namespace hlo2c::scheduler
