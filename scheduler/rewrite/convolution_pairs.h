#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/passes/rewriter.h"
#include "scheduler/program_names.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

/// A convolution, and the elementwise ops after it of which only the last result is read by other ops.
struct ConvolutionChain {
    std::vector<ValueId> values;  ///< results in the order of the ops: the convolution's first
};

/// Lines of a convolution's operand that follow each other: those that one line of results reads, and the
/// distance between those of neighbours.
struct LineWindow {
    std::int64_t size = 1, step = 1;
    std::int64_t lines(std::int64_t results) const { return (results - 1) * step + size; }
};
LineWindow line_window(const frontend::Rewriter& rewriter, const Op& convolution);

/// Two chains of which the second one's convolution reads the first one's last result, which may be padded.
/// Dimension 0 has images, and dimension 1 has lines.
struct ConvolutionPair {
    ConvolutionChain first, second;
    std::int64_t rows = 0;  ///< lines of results in a block
};

/// Finds convolutions that are computed in blocks of lines; see `tile_lines`.
class ConvolutionPairs {
public:
    ConvolutionPairs(const frontend::Rewriter& rewriter, const Region& body, const Target& target);

    /// The pair whose last op is the rewriter's current op.
    std::optional<ConvolutionPair> ends_at(const Op& last) const;

private:
    void note_chains(const Region& region);
    std::int64_t rows_of_block(const ConvolutionPair& pair, const LineWindow& window) const;

    const frontend::Rewriter& rewriter_;
    const Target& target_;
    std::map<ValueId, ConvolutionChain> chains_;  ///< by their last value
};

}  // namespace hlo2c::scheduler
