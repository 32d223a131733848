#pragma once

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// How an op propagates the errors of its operands to its results, and what error it adds itself.
struct AccuracyRule {
    enum class Kind : std::uint8_t {
        Control,      ///< runs regions or functions, or passes values on
        Source,       ///< its values do not depend on those of operands
        Moved,        ///< each bound moves with its element
        Elementwise,  ///< the op, run at the corners of its operands' bounds
        Bitwise,      ///< results of inexact elements are undecided
        Sum,          ///< sums of products: the op, run on magnitudes
        Reduction,    ///< as Sum if the body adds; otherwise the body decides
        Probed,       ///< selects or sorts: the op, run on operands within their bounds
        Sorted,       ///< Probed; rows with NaN that it does not order are undecided
        Normwise,     ///< Probed, plus its own error, relative to the largest element
        Random,       ///< the errors of its formula, from the parameters
        Backward,     ///< Probed, plus the distance to results of matrices perturbed by roundings
        BatchNorm,    ///< its formula, rounding by rounding
    };
    enum class Own : std::uint8_t {
        None,
        Rounded,     ///< rounded as written: none for exact operands, else one rounding
        Elementary,  ///< a few units in the last place
        Special,     ///< more units in the last place, mostly in f64
        Fourier,     ///< some roundings of the largest element
    };
    Kind kind;
    Own own;
    int first_moved, moved_count;  ///< operands whose elements are moved; count -1: all from the first
};

const AccuracyRule& accuracy_rule(OpCode code);

}  // namespace hlo2c::frontend
