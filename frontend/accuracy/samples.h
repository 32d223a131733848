#pragma once

#include "frontend/accuracy/op_run.h"

namespace hlo2c::frontend {

/// Worst-case bounds multiply from op to op, but errors mostly do not. Therefore a few sample runs with
/// random errors accompany the analysis: each op runs on the operands' samples, and a random share of its own
/// error is added. One list per result; empty for exact results.
std::vector<std::vector<Literal>> sample_results(const OpRun& run, const ResultBounds& bounds);

inline constexpr std::size_t sample_count = 3;

/// Sample `number` of a value, in f64 if it has floats.
Literal sample_in_widest_type(const Estimate& estimate, std::size_t number);

/// True for ops that combine many values, so that their samples are meaningful.
bool narrows_by_samples(AccuracyRule::Kind kind);

/// Scales the bounds down if all samples stay far inside them. The factor is a multiple of the largest share
/// of its bound that an element of any sample reaches; a bound never falls below the op's own error. Results
/// of few elements stay unchanged, since their samples could be close by chance.
void narrow(ElementBounds& bounds, const Literal& reference, const std::vector<Literal>& samples);

}  // namespace hlo2c::frontend
