#include "frontend/forms/jax_export/tree_paths.h"

#include <fmt/format.h>

namespace hlo2c::frontend::jax_export {
namespace {

void collect(const Tree& tree, const std::string& path, std::vector<std::string>& paths) {
    if (tree.kind == Tree::Kind::Leaf) {
        paths.push_back(path);
        return;
    }
    const bool named = tree.kind == Tree::Kind::Dictionary && tree.names.size() == tree.children.size();
    for (std::size_t i = 0; i < tree.children.size(); i++)
        collect(tree.children[i],
                path + (named ? fmt::format("['{}']", tree.names[i]) : fmt::format("[{}]", i)), paths);
}

}  // namespace

std::vector<std::string> leaf_paths(const Tree& tree) {
    std::vector<std::string> paths;
    collect(tree, "", paths);
    return paths;
}

std::vector<std::string> input_paths(const Tree& tree) {
    std::vector<std::string> paths;
    const bool is_call = tree.kind == Tree::Kind::Tuple && tree.children.size() == 2 &&
                         tree.children[1].kind == Tree::Kind::Dictionary &&
                         tree.children[1].names.size() == tree.children[1].children.size();
    if (!is_call) {
        collect(tree, "args", paths);
        return paths;
    }
    collect(tree.children[0], "args", paths);
    const Tree& keywords = tree.children[1];
    for (std::size_t i = 0; i < keywords.children.size(); i++)
        collect(keywords.children[i], keywords.names[i], paths);
    return paths;
}

}  // namespace hlo2c::frontend::jax_export
