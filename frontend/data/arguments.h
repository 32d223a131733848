#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Reads arrays by position from a folder of NNN.npy files (files of other names are ignored), an .npz
/// archive or a .safetensors file. In an .npz archive the digits at the end of a name are its position:
/// "arr_0", "in0", "000". In a .safetensors file a name is one of `names` or a number; other tensors are
/// ignored, but it is an error (0308) if no name matches.
///
/// `types` are the expected types by position. Errors: 0308 a position past their end, 0309 two arrays for
/// one position, 0301 a path that cannot be read, and those of the file's reader. The result omits positions
/// without an array.
std::map<int, Literal> read_arrays(const std::string& path, std::span<const Type> types,
                                   std::span<const std::string> names = {});

/// Reads the array `name` of an .npz or .safetensors file, or, if `name` is empty, the only array of an .npy,
/// .npz or .safetensors file. Error 0307 if there is no such array, or not exactly one.
Literal read_array(const std::string& path, const std::string& name, const TensorType* expected);

/// The source-level name of each argument, from the exporter's locations or else the text form; "" if
/// unknown.
std::vector<std::string> argument_names(const Program& program, const Function& function);
/// The source-level name of each result (`jax.result_info`); "" if unknown.
std::vector<std::string> result_names(const Function& function);
/// Replaces each run of punctuation by one underscore, and drops it at both ends: "params['conv1'].kernel" ->
/// "params_conv1_kernel". Names that differ only in punctuation fold to the same name.
std::string folded_name(std::string_view name);

/// Reads the arrays of a folder, .npz or .safetensors file in the order of their positions, with the types
/// stored in the files.
std::vector<Literal> read_array_list(const std::string& path);

/// Writes arrays as 000.npy, 001.npy, ... into a folder, which is created if necessary. Error 0305 if a file
/// cannot be written; then none of them is.
void write_arrays(const std::string& folder, std::span<const Literal> arrays);

/// The position of an array file or archive member: the digits at the end of its stem; -1 if there are none,
/// or more than 6.
int array_position(const std::string& name);

/// Types of the arguments of a function, in order.
std::vector<Type> argument_types(const Function& function);

/// One literal per argument of `function`, taken from `given` by position; an empty literal for a token.
/// Error 0310 names a missing argument.
std::vector<Literal> complete_arguments(const Program& program, const Function& function,
                                        const std::map<int, Literal>& given);

}  // namespace hlo2c::frontend
