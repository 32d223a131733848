#include "driver/load_program.h"

#include <fmt/format.h>

#include <charconv>

#include "driver/random_arguments.h"
#include "frontend/data/arguments.h"
#include "frontend/data/npy.h"
#include "frontend/diagnostic.h"
#include "frontend/ops/verify.h"
#include "frontend/read.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;
using frontend::Type;

Literal read_argument(const std::string& path, const Type& type, int position) {
    if (!type.is_tensor()) {
        unsupported(633, Place{.file = path}, fmt::format("argument {} is no tensor", position),
                    "Only tensors can be given as arrays.");
    }
    return frontend::read_npy(path, &type.as_tensor());
}

void bind_one(const std::string& text, const std::vector<Type>& types, std::map<int, Literal>& bound) {
    const std::size_t equals = text.find('=');
    int position = -1;
    const char* const end = text.data() + std::min(equals, text.size());
    const auto [stop, error] = std::from_chars(text.data(), end, position);
    if (equals == std::string::npos || error != std::errc() || stop != end) {
        fail(631, {}, fmt::format("--bind {} is not of the form N=FILE", text),
             "Write the number of the argument, '=', and a .npy file: --bind 3=w.npy.");
    }
    if (position < 0 || position >= static_cast<int>(types.size())) {
        fail(630, {}, fmt::format("--bind {}: the program has no argument {}", text, position),
             types.empty() ? std::string("It has no arguments at all.")
                           : fmt::format("Its arguments are numbered 0 to {}.", types.size() - 1));
    }
    if (bound.count(position)) {
        fail(630, {}, fmt::format("argument {} is bound twice", position),
             "Give one --bind for each argument.");
    }
    bound.emplace(position, read_argument(text.substr(equals + 1), types[static_cast<std::size_t>(position)],
                                          position));
}

}  // namespace

LoadedProgram load_program(const ProgramOptions& options, Console& console) {
    console.step("reading " + options.path);
    LoadedProgram loaded{frontend::read_program(options.path), {}};
    console.step("verifying");
    frontend::verify(loaded.program);
    const std::vector<Type> types = frontend::argument_types(loaded.program.main());
    for (const std::string& text : options.bind) bind_one(text, types, loaded.bound);
    if (!options.bind_directory.empty()) {
        for (auto& [position, literal] : frontend::read_arrays(options.bind_directory, types)) {
            if (!loaded.bound.emplace(position, std::move(literal)).second) {
                fail(630, Place{.file = options.bind_directory},
                     fmt::format("argument {} is bound by --bind too", position), "Bind each argument once.");
            }
        }
    }
    return loaded;
}

std::vector<Literal> load_arguments(const LoadedProgram& loaded, const ArgumentOptions& given) {
    const frontend::Function& main = loaded.program.main();
    const std::vector<Type> types = frontend::argument_types(main);
    std::map<int, Literal> arrays = loaded.bound;
    if (!given.directory.empty()) {
        arrays.merge(frontend::read_arrays(given.directory, types));
    } else if (!given.files.empty()) {
        const std::size_t wanted = types.size() - loaded.bound.size();
        if (given.files.size() != wanted) {
            fail(632, {},
                 fmt::format("{} arrays given with --arg, the program takes {}", given.files.size(), wanted),
                 "Give one --arg for each argument that is not bound, in order.");
        }
        std::size_t next = 0;
        for (int position = 0; position < static_cast<int>(types.size()); position++) {
            if (arrays.count(position)) continue;
            arrays.emplace(position, read_argument(given.files[next++],
                                                   types[static_cast<std::size_t>(position)], position));
        }
    }
    return frontend::complete_arguments(loaded.program, main, arrays);
}

std::vector<Literal> load_or_make_arguments(const LoadedProgram& loaded, const ArgumentOptions& given) {
    if (!given.directory.empty() || !given.files.empty()) return load_arguments(loaded, given);
    const frontend::Function& main = loaded.program.main();
    std::map<int, Literal> arrays = random_arguments(frontend::argument_types(main));
    for (const auto& [position, literal] : loaded.bound) arrays[position] = literal;
    return frontend::complete_arguments(loaded.program, main, arrays);
}

}  // namespace hlo2c::driver
