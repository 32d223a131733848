#pragma once

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// How the errors of an op's operands become those of its results, and what the op adds of its own.
struct AccuracyRule {
    enum class Kind : std::uint8_t {
        Control,      ///< runs regions or functions, or hands on what it is given
        Source,       ///< its values do not come from those of operands
        Moved,        ///< each bound goes where its element goes
        Elementwise,  ///< the op itself, at the corners of its operands' bounds, tells how far results go
        Bitwise,      ///< what an inexact element gives is undecided
        Sum,          ///< sums of products: the same op on magnitudes
        Reduction,    ///< the same, where the body adds; else by its body
        Probed,       ///< picks, orders or selects: the op itself on operands within their bounds
        Normwise,     ///< as that, and an own error against the largest element
        BatchNorm,    ///< its formula, with every rounding
    };
    enum class Own : std::uint8_t {
        None,
        Rounded,     ///< rounded as written: none of exact operands, one rounding of others
        Elementary,  ///< some units in the last place
        Special,     ///< more of them in f64
    };
    OpCode code;
    Kind kind;
    Own own;
    int first_moved, moved_count;  ///< operands whose elements are moved; -1: all from the first
};

const AccuracyRule& accuracy_rule(OpCode code);

}  // namespace hlo2c::frontend
