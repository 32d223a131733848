#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Whether `bytes` look like a jax.export file: a flatbuffer with an embedded portable artifact.
bool is_jax_export(std::string_view bytes);

/// What a jax.export file says about the function in its artifact.
struct JaxExport {
    std::string function_name;
    std::vector<std::string> platforms;
    int devices = 1;
    int calling_convention = 0;
    /// One per parameter of the artifact's `main`: the path of its value in the arguments of the Python
    /// function, "args[0]['kernel']"; the path of a keyword argument starts with its name.
    std::vector<std::string> argument_paths;
    /// One per result: "result", "result[0]", "result['logits']"; "token" for an effect.
    std::vector<std::string> result_paths;
    /// The shardings of both as the text inside `#sdy.sharding<...>`; "" if there is none.
    std::vector<std::string> argument_shardings, result_shardings;
    std::size_t artifact_begin = 0, artifact_size = 0;
};

/// Reads the flatbuffer, but not the embedded artifact. Throws H0120 if it is malformed.
JaxExport read_jax_export(std::string_view bytes, const std::string& path);

/// Reads the program of a jax.export file: the artifact, with arguments and results named after the Python
/// function's trees unless the artifact names them. An export for several platforms is specialised to the
/// CPU, or to the first platform if the CPU is not among them, and loses its platform argument. `release` is
/// that of BytecodeOptions.
Program read_jax_export_program(std::string_view bytes, std::string path,
                                std::function<void(std::size_t begin, std::size_t size)> release = {});

}  // namespace hlo2c::frontend
