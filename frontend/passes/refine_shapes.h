#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A dimension of an argument of the entry point whose size the program leaves open, or only bounds.
struct FreeDimension {
    int argument = 0;
    int dimension = 0;
    std::string name;  ///< "b" where the exporter named it, else ""
};

/// All of them, in the order of arguments and dimensions.
std::vector<FreeDimension> free_dimensions(const Program& program);

/// Gives argument `position` of the entry point the sizes `shape`; `dynamic_size` leaves one open. Error
/// 0213: no such argument, another rank, or a size that the program fixes otherwise or that is over its
/// bound.
void set_argument_shape(Program& program, int position, const std::vector<std::int64_t>& shape);
/// The same for all arguments, from their arrays; what is given for a token is passed over.
void set_argument_shapes(Program& program, std::span<const Literal> arrays);

/// Gives a size that the program leaves open a bound: it is then known when the program runs. Error 0213: the
/// program bounds the dimension by less, or fixes it.
void set_argument_bound(Program& program, const FreeDimension& dimension, std::int64_t bound);

/// Finds the sizes of all values of the entry point from the sizes of its arguments, in the order of its ops:
/// shapes that are computed become constants, dynamic ops static ones, and the custom calls
/// `stablehlo.dynamic_*` the ops that they stand for. Calls must have been inlined. Error 0214: an assertion
/// about sizes that does not hold, with the program's own message.
void refine_shapes(Program& program);

}  // namespace hlo2c::frontend
