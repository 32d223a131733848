#pragma once

#include "frontend/accuracy/op_run.h"

namespace hlo2c::frontend {

/// Worst cases multiply from op to op, errors mostly do not. So a few runs with random errors go along: each
/// op on the operands' samples, and on top a random share of what the op itself may be off. One list per
/// result; none for results that are exact.
std::vector<std::vector<Literal>> sample_results(const OpRun& run, const ResultBounds& bounds);

/// Whether the op mixes many values, so that its samples tell.
bool narrows_by_samples(AccuracyRule::Kind kind);

/// Scales the bounds down where all samples stay far inside of them: to some times the share of its bound
/// that any element of any sample takes, never below what the op adds itself. Results of a few elements are
/// left alone: chance could keep their samples near.
void narrow(ElementBounds& bounds, const Literal& reference, const std::vector<Literal>& samples);

}  // namespace hlo2c::frontend
