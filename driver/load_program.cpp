#include "driver/load_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>

#include "driver/argument_styles.h"
#include "driver/error_numbers.h"
#include "driver/random_arguments.h"
#include "driver/without_effect.h"
#include "frontend/counted.h"
#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/forms/read.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/entry_points.h"
#include "frontend/passes/refine_shapes.h"
#include "frontend/passes/size_arguments.h"
#include "frontend/platforms.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;
using frontend::Type;

Literal read_argument(const std::string& path, const Type& type, int position) {
    if (!type.is_tensor()) {
        unsupported(frontend::array_error::no_tensor, Place{.file = path},
                    fmt::format("argument {} is not a tensor", position),
                    "Only tensors can be given as arrays.");
    }
    std::error_code error;
    const std::size_t colon = std::filesystem::exists(path, error) ? std::string::npos : path.rfind(':');
    const std::string name = colon == std::string::npos ? std::string() : path.substr(colon + 1);
    return frontend::read_array(path.substr(0, colon), name, &type.as_tensor());
}

void bind_one(const std::string& text, const std::vector<Type>& types, std::map<int, Literal>& bound) {
    const std::size_t equals = text.find('=');
    int position = -1;
    const char* const end = text.data() + std::min(equals, text.size());
    const auto [stop, error] = std::from_chars(text.data(), end, position);
    if (equals == std::string::npos || error != std::errc() || stop != end) {
        fail(option_error::bind_form, {}, fmt::format("--bind {} is not of the form N=FILE", text),
             "Write the argument's number, '=', and a file: --bind 3=w.npy, or --bind 3=w.npz:NAME.");
    }
    if (position < 0 || position >= static_cast<int>(types.size())) {
        fail(option_error::binding, {},
             fmt::format("--bind {}: the program has no argument {}", text, position),
             types.empty() ? std::string("It has no arguments at all.")
                           : fmt::format("Its arguments are numbered 0 to {}.", types.size() - 1));
    }
    if (bound.count(position)) {
        fail(option_error::binding, {}, fmt::format("argument {} is bound twice", position),
             "Give one --bind for each argument.");
    }
    bound.emplace(position, read_argument(text.substr(equals + 1), types[static_cast<std::size_t>(position)],
                                          position));
}

/// "5x64" -> {5, 64}; nullopt if these are not sizes.
std::optional<std::vector<std::int64_t>> read_sizes(std::string_view text) {
    std::vector<std::int64_t> sizes;
    while (true) {
        std::int64_t size = 0;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), size);
        if (error != std::errc() || size < 0) return std::nullopt;
        sizes.push_back(size);
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        if (text.empty()) return sizes;
        if (text.front() != 'x') return std::nullopt;
        text.remove_prefix(1);
    }
}

void set_named_size(frontend::Program& program, const std::string& name, std::int64_t size) {
    bool is_known = false;
    for (const frontend::FreeDimension& dimension : frontend::free_dimensions(program)) {
        if (dimension.name != name) continue;
        is_known = true;
        const frontend::Function& main = program.main();
        std::vector<std::int64_t> shape =
            main.tensor(main.arguments()[static_cast<std::size_t>(dimension.argument)]).shape;
        shape[static_cast<std::size_t>(dimension.dimension)] = size;
        frontend::set_argument_shape(program, dimension.argument, shape);
    }
    if (!is_known) {
        fail(option_error::no_dimension, Place{.file = program.source_path},
             fmt::format("no dimension is named {}", name),
             "Give the sizes of an argument by its number: --shape 0=5x64.");
    }
}

void set_shape(frontend::Program& program, const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    const auto sizes =
        equals < text.size() ? read_sizes(std::string_view(text).substr(equals + 1)) : std::nullopt;
    int position = -1;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), position);
    const bool is_number = !name.empty() && error == std::errc() && stop == name.data() + name.size();
    if (!sizes || name.empty() || (!is_number && sizes->size() != 1)) {
        fail(option_error::size_form, {},
             fmt::format("--shape {} is neither of the form N=SIZES nor NAME=SIZE", text),
             "Write --shape 0=5x64 for argument 0, or --shape b=5 for the dimensions named b.");
    }
    if (is_number)
        frontend::set_argument_shape(program, position, *sizes);
    else
        set_named_size(program, name, sizes->front());
}

std::optional<std::int64_t> read_integer(std::string_view text) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || stop != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

/// "b=1..64", "b=64", "0.1=64". The least size is the caller's promise: no plan depends on it.
void set_bound(frontend::Program& program, const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    std::string_view most = equals < text.size() ? std::string_view(text).substr(equals + 1) : "";
    std::optional<std::int64_t> least = 0;
    if (const std::size_t dots = most.find(".."); dots != std::string_view::npos) {
        least = read_integer(most.substr(0, dots));
        most.remove_prefix(dots + 2);
    }
    const std::optional<std::int64_t> bound = read_integer(most);
    if (name.empty() || !least || !bound || *bound < *least)
        fail(option_error::size_form, {},
             fmt::format("--bound {} is not of the form NAME=[LEAST..]MOST", text),
             "Write --bound b=1..64 for the dimensions named b, or --bound 0.1=64 for dimension 1 of "
             "argument 0.");
    bool is_known = false;
    for (const frontend::FreeDimension& dimension : frontend::free_dimensions(program)) {
        if (dimension.name != name && fmt::format("{}.{}", dimension.argument, dimension.dimension) != name)
            continue;
        is_known = true;
        frontend::set_argument_bound(program, dimension, *bound);
    }
    if (!is_known)
        fail(option_error::no_dimension, Place{.file = program.source_path},
             fmt::format("no open dimension is {}", name),
             "Give the argument's number and the dimension: --bound 0.1=64.");
}

}  // namespace

void choose_function(frontend::Program& program, const std::string& wanted) {
    const std::vector<std::string> points = frontend::entry_points(program);
    const Place place{.file = program.source_path};
    if (!wanted.empty()) {
        if (program.function(wanted) == nullptr)
            fail(option_error::no_function, place, fmt::format("the program has no function '{}'", wanted),
                 fmt::format("Its entry points are: {}.", fmt::join(points, ", ")));
        frontend::select_entry_point(program, wanted);
    } else if (points.size() > 1) {
        unsupported(
            option_error::entry_point, place,
            fmt::format("the program has {} entry points: {}", points.size(), fmt::join(points, ", ")),
            fmt::format("Choose one of them: --function {}.", points.front()));
    } else if (points.size() == 1) {
        frontend::select_entry_point(program, points.front());
    }
}

std::string program_name(const std::string& path) {
    const std::string file = std::filesystem::path(path).filename().string();
    return file.substr(0, file.find('.', 1));
}

LoadedProgram prepare_entry_point(frontend::RecordedProgram read, const ProgramOptions& options,
                                  const frontend::Observer& observer) {
    const frontend::PreparationOptions choices{
        .choose_entry_point = [&](frontend::Program& program) { choose_function(program, options.function); },
        .set_sizes =
            [&](frontend::Program& program) {
                for (const std::string& text : options.shapes) set_shape(program, text);
                for (const std::string& text : options.bounds) set_bound(program, text);
            }};
    LoadedProgram loaded{
        frontend::prepare(std::move(read.program), choices, observer), {}, std::move(read.arguments)};
    const std::vector<Type> types = frontend::argument_types(loaded.program.main());
    const std::vector<std::string> names = frontend::argument_names(loaded.program, loaded.program.main());
    for (const std::string& text : options.bind) bind_one(text, types, loaded.bound);
    if (!options.bind_directory.empty()) {
        std::map<int, Literal> arrays = frontend::read_arrays(options.bind_directory, types, names);
        if (arrays.empty())
            no_effect("--bind-dir", "no array there has the number of an argument",
                      "Name the arrays 000.npy, 001.npy, ..., by the numbers of arguments.",
                      Place{.file = options.bind_directory});
        for (auto& [position, literal] : arrays) {
            if (!loaded.bound.emplace(position, std::move(literal)).second) {
                fail(option_error::binding, Place{.file = options.bind_directory},
                     fmt::format("argument {} is also bound by --bind", position),
                     "Bind each argument once.");
            }
        }
    }
    return loaded;
}

frontend::RecordedProgram read_program(const std::string& path, Console& console) {
    console.step("reading " + path);
    frontend::RecordedProgram read = frontend::read_recorded_program(path);
    if (const std::string note = frontend::platform_note(read.program); !note.empty()) console.note(note);
    return read;
}

LoadedProgram load_program(const ProgramOptions& options, Console& console,
                           const frontend::Observer& observer) {
    frontend::RecordedProgram read = read_program(options.path, console);
    console.step("verifying");
    return prepare_entry_point(std::move(read), options, observer);
}

std::vector<Literal> load_arguments(const LoadedProgram& loaded, const ArgumentOptions& given) {
    const frontend::Function& main = loaded.program.main();
    const std::vector<Type> types = frontend::argument_types(main);
    std::map<int, Literal> arrays = loaded.bound;
    if (!given.directory.empty()) {
        arrays.merge(
            frontend::read_arrays(given.directory, types, frontend::argument_names(loaded.program, main)));
    } else if (!given.files.empty()) {
        const std::size_t wanted = types.size() - loaded.bound.size();
        if (given.files.size() != wanted) {
            fail(option_error::argument_count, {},
                 fmt::format("{} given with --arg, the program takes {}",
                             frontend::counted(given.files.size(), "array"), wanted),
                 "Give one --arg for each unbound argument, in order.");
        }
        std::size_t next = 0;
        for (int position = 0; position < static_cast<int>(types.size()); position++) {
            if (arrays.count(position)) continue;
            arrays.emplace(position, read_argument(given.files[next++],
                                                   types[static_cast<std::size_t>(position)], position));
        }
    } else {
        arrays.insert(loaded.recorded.begin(), loaded.recorded.end());
    }
    return frontend::complete_arguments(loaded.program, main, arrays);
}

void take_sizes(LoadedProgram& loaded, const std::vector<Literal>& arguments) {
    frontend::set_argument_shapes(loaded.program, arguments);
    frontend::Program others = loaded.program;
    frontend::bind_arguments(others, loaded.bound);
    for (const int argument : frontend::size_arguments(others)) {
        const int number = frontend::original_position(others.main(), argument);
        loaded.bound[number] = arguments.at(static_cast<std::size_t>(number));
    }
}

namespace {

std::vector<Literal> load_or_generate(const LoadedProgram& loaded, const ArgumentOptions& given,
                                      const std::vector<ArgumentStyle>& styles) {
    if (!given.directory.empty() || !given.files.empty() || !loaded.recorded.empty())
        return load_arguments(loaded, given);
    const frontend::Function& main = loaded.program.main();
    std::map<int, Literal> arrays = random_arguments(frontend::argument_types(main), styles);
    for (const auto& [position, literal] : loaded.bound) arrays[position] = literal;
    return frontend::complete_arguments(loaded.program, main, arrays);
}

}  // namespace

std::vector<Literal> load_or_make_arguments(const LoadedProgram& loaded, const ArgumentOptions& given) {
    return load_or_generate(loaded, given,
                            std::vector<ArgumentStyle>(loaded.program.main().arguments().size()));
}

std::vector<Literal> load_or_draw_arguments(const LoadedProgram& loaded, const ArgumentOptions& given,
                                            std::uint64_t draw) {
    return load_or_generate(loaded, given, argument_styles(loaded.program, draw));
}

}  // namespace hlo2c::driver
