#pragma once

#include <cstdint>
#include <map>
#include <vector>

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
LineWindow line_window(const Function& function, const Op& convolution);

/// The lines of results of some images in blocks, and the slots that run the blocks: each slot runs
/// neighbouring ones. The last block of an image may begin early, over lines of the one before it; then one
/// slot runs both.
struct LineBlocks {
    std::int64_t rows = 0;  ///< lines of results in a block
    std::int64_t slots = 1;
};

/// Chains in order: the convolution of each one after the first reads the last result of the one before it,
/// which may be padded. Dimension 0 has images, and dimension 1 has lines.
struct ConvolutionRun {
    std::vector<ConvolutionChain> chains;
    LineBlocks blocks;
    double gain = 0;  ///< cycles
};

/// The runs that are computed in blocks of lines (see `tile_lines`), by their last values. No chain is in
/// two of them.
std::map<ValueId, ConvolutionRun> choose_convolution_runs(const Function& function, const Target& target);

}  // namespace hlo2c::scheduler
