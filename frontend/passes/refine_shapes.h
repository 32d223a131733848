#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A symbolic or bounded dimension of an argument of the entry point.
struct FreeDimension {
    int argument = 0;
    int dimension = 0;
    std::string name;  ///< the exporter's name, such as "b", or ""
};

/// All free dimensions, in the order of arguments and dimensions.
std::vector<FreeDimension> free_dimensions(const Program& program);

/// Sets the shape of argument `position` of the entry point; `dynamic_size` leaves a size open. Error 0213:
/// no such argument, a different rank, or a size that contradicts the program or exceeds its bound.
void set_argument_shape(Program& program, int position, const std::vector<std::int64_t>& shape);
/// The same for all arguments, from their arrays; the entry of a token is ignored.
void set_argument_shapes(Program& program, std::span<const Literal> arrays);

/// Gives a bound to a size that the program leaves open; the size itself is then known at run time. Error
/// 0213: the program bounds the dimension by less, or fixes it.
void set_argument_bound(Program& program, const FreeDimension& dimension, std::int64_t bound);

/// Propagates the sizes of the entry point's arguments to all its values, in op order: computed shapes become
/// constants, dynamic ops static ones, and the custom calls `stablehlo.dynamic_*` the ops that they stand
/// for. Calls must have been inlined. Error 0214: a failed shape assertion, with the program's own message.
void refine_shapes(Program& program);

}  // namespace hlo2c::frontend
