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

/// The paths of the leaves in order, as Python writes them: "[0]['kernel']" for the first entry of a tuple
/// and its dictionary's entry. A tree that is one leaf has the path "".
std::vector<std::string> leaf_paths(const Tree& tree);

/// The paths of a function's inputs, whose tree is (arguments, keyword arguments): "args[0][1]", and for the
/// keyword x "x[1]".
std::vector<std::string> input_paths(const Tree& tree);

}  // namespace hlo2c::frontend::jax_export
