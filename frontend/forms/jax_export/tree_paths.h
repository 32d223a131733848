#pragma once

#include <functional>
#include <string>
#include <vector>

namespace hlo2c::frontend::jax_export {

/// A tree of Python containers whose leaves are arrays.
struct Tree {
    enum class Kind { Leaf, None, Tuple, List, Dictionary, Custom };
    Kind kind = Kind::Leaf;
    std::vector<Tree> children;
    std::vector<std::string> names;  ///< keys of a dictionary
};

/// The paths of the leaves in order, in Python syntax: "[0]['kernel']" for the entry 'kernel' of a dictionary
/// that is the first element of a tuple. A tree of a single leaf has the path "".
std::vector<std::string> leaf_paths(const Tree& tree);

/// The paths of a function's inputs, given the tree (arguments, keyword arguments): "args[0][1]", and "x[1]"
/// for the keyword argument x.
std::vector<std::string> input_paths(const Tree& tree);

}  // namespace hlo2c::frontend::jax_export
