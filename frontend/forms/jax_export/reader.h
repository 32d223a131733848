#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Whether `bytes` are a file that jax.export wrote: a flatbuffer with a portable artifact inside.
bool is_jax_export(std::string_view bytes);

/// What a file of jax.export says of the function in its artifact.
struct JaxExport {
    std::string function_name;
    std::vector<std::string> platforms;
    int devices = 1;
    int calling_convention = 0;
    /// One for each parameter of the artifact's `main`: where its value comes from in the arguments of the
    /// Python function, "args[0]['kernel']"; keyword arguments by their name alone.
    std::vector<std::string> argument_paths;
    /// One for each result: "result", "result[0]", "result['logits']"; "token" for an effect.
    std::vector<std::string> result_paths;
    /// The shardings of both as the text of `#sdy.sharding<...>`, "" where none is given.
    std::vector<std::string> argument_shardings, result_shardings;
    std::size_t artifact_begin = 0, artifact_size = 0;
};

/// Reads the flatbuffer, but not the artifact in it. Throws H0120 where it is malformed.
JaxExport read_jax_export(std::string_view bytes, const std::string& path);

/// Reads the program in a file of jax.export: the artifact, with arguments and results named after the trees
/// of the Python function where the artifact itself does not name them. Of several platforms the CPU is
/// taken, or the first where it is none of them: the argument that says which goes. `release` as
/// BytecodeOptions have it.
Program read_jax_export_program(std::string_view bytes, std::string path,
                                std::function<void(std::size_t begin, std::size_t size)> release = {});

}  // namespace hlo2c::frontend
