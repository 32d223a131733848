#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Reads arrays by position out of a folder of NNN.npy files (any number of digits; other files are ignored)
/// or out of a file of several arrays. In an .npz archive the digits at the end of a name are its position:
/// "arr_0", "in0", "000". In a .safetensors file a name is one of `names`, or a number; others are ignored
/// unless all are.
///
/// `types` are the types of the positions; a position past their end is an error (0308), and so are two
/// arrays of one position (0309) and a path that is neither folder nor archive (0301). Positions that have no
/// array are left out.
std::map<int, Literal> read_arrays(const std::string& path, std::span<const Type> types,
                                   std::span<const std::string> names = {});

/// The array in a file, or the one called `name` where several are: .npy, .npz or .safetensors. Without a
/// name, the file has one array (0307).
Literal read_array(const std::string& path, const std::string& name, const TensorType* expected);

/// What a program's author calls its arguments, or "": the exporter's locations, or names in a text.
std::vector<std::string> argument_names(const Program& program, const Function& function);
/// The same of its results.
std::vector<std::string> result_names(const Function& function);
/// "params['conv1'].kernel" -> "params_conv1_kernel": names that differ in signs only are taken for one.
std::string folded_name(std::string_view name);

/// The arrays of a folder, .npz or .safetensors file in the order of their positions, with the types that the
/// files say.
std::vector<Literal> read_array_list(const std::string& path);

/// Writes arrays as 000.npy, 001.npy, ... into a folder, which is made when it is not there. Error 0305.
void write_arrays(const std::string& folder, std::span<const Literal> arrays);

/// The number of an array file or archive member: the digits at the end of its stem; -1 when it has none.
int array_position(const std::string& name);

/// Types of the arguments of a function, in order.
std::vector<Type> argument_types(const Function& function);

/// The result that takes over the memory of argument `position`, which the program's owner donates: its
/// attribute `tf.aliasing_output`.
std::optional<int> aliased_result(const Function& function, std::size_t position);

/// One literal per argument of `function`, out of `given`; an empty one for a token. A missing one is an
/// error (0310) that names it.
std::vector<Literal> complete_arguments(const Program& program, const Function& function,
                                        const std::map<int, Literal>& given);

}  // namespace hlo2c::frontend
