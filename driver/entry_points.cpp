#include "driver/entry_points.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "driver/error_numbers.h"
#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/entry_points.h"
#include "frontend/passes/refine_shapes.h"

namespace hlo2c::driver {
namespace {

/// A function of one of the programs, before options are applied to it.
struct Candidate {
    std::string name, function;
    frontend::RecordedProgram read;
};

/// An option's text without "ENTRY:", and the entry point that it is limited to; "" for all.
struct Limited {
    std::string entry, text;
};

/// The text before the first ':' is an entry point only if one has this name, because file names may contain
/// ':'.
Limited limited(const std::string& option, const std::vector<Candidate>& candidates) {
    const std::size_t colon = option.find(':');
    if (colon == std::string::npos) return {"", option};
    const std::string entry = option.substr(0, colon);
    const bool is_known = std::any_of(candidates.begin(), candidates.end(),
                                      [&](const Candidate& candidate) { return candidate.name == entry; });
    return is_known ? Limited{entry, option.substr(colon + 1)} : Limited{"", option};
}

/// The functions of a program with the entry points `points` that become entry points of the library.
std::vector<std::string> chosen_functions(const frontend::Program& program,
                                          const std::vector<std::string>& points,
                                          const ProgramsOptions& options) {
    if (options.functions.empty()) return points.empty() ? std::vector<std::string>{""} : points;
    std::vector<std::string> functions;
    for (const std::string& function : options.functions)
        if (program.function(function) != nullptr) functions.push_back(function);
    return functions;
}

std::vector<Candidate> read_candidates(const ProgramsOptions& options, Console& console) {
    std::vector<Candidate> candidates;
    std::vector<std::string> points_of_all;
    for (const std::string& path : options.paths) {
        frontend::RecordedProgram read = read_program(path, console);
        frontend::require_function(read.program);
        const std::vector<std::string> points = frontend::entry_points(read.program);
        points_of_all.insert(points_of_all.end(), points.begin(), points.end());
        const std::vector<std::string> functions = chosen_functions(read.program, points, options);
        for (const std::string& function : functions) {
            const std::string own = function.empty() ? read.program.main().name : function;
            const bool is_file = options.paths.size() > 1 && functions.size() == 1;
            const bool is_last = &function == &functions.back();
            candidates.push_back(
                {is_file ? program_name(path) : own, function, is_last ? std::move(read) : read});
        }
    }
    for (const std::string& function : options.functions) {
        if (std::any_of(candidates.begin(), candidates.end(),
                        [&](const Candidate& candidate) { return candidate.function == function; }))
            continue;
        fail(option_error::no_function, Place{.file = options.paths.front()},
             fmt::format("the program has no function '{}'", function),
             fmt::format("Its entry points are: {}.", fmt::join(points_of_all, ", ")));
    }
    return candidates;
}

/// What options can name in an entry point: arguments by number, and dimensions.
struct Nameable {
    int argument_count = 0;
    std::set<std::string> dimensions;
};

Nameable nameable_in(const Candidate& candidate) {
    frontend::Program program = candidate.read.program;
    if (!candidate.function.empty()) frontend::select_entry_point(program, candidate.function);
    Nameable nameable{static_cast<int>(program.main().arguments().size()), {}};
    for (const frontend::FreeDimension& dimension : frontend::free_dimensions(program))
        nameable.dimensions.insert(dimension.name);
    return nameable;
}

/// True where the entry point has the argument or the dimension that `text` names before '='. Texts of other
/// forms count as true; `prepare_entry_point` reports them.
bool is_for(const std::string& text, const Nameable& nameable) {
    const std::string name = text.substr(0, text.find('='));
    int position = -1;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), position);
    if (error == std::errc() && (stop == name.data() + name.size() || *stop == '.'))
        return position >= 0 && position < nameable.argument_count;
    return text.find('=') == std::string::npos || nameable.dimensions.count(name) != 0;
}

/// The options for one entry point, of those of all.
class OptionsOfEntry {
public:
    OptionsOfEntry(const std::vector<Candidate>& candidates, const Candidate& candidate)
        : candidates_(candidates), candidate_(candidate) {
        if (candidates.size() > 1) nameable_ = nameable_in(candidate);
    }

    /// Of `options`, those for this entry point; they are noted in `taken`. With one entry point all are for
    /// it, so that its errors say what is wrong.
    std::vector<std::string> of(const std::vector<std::string>& options, std::set<std::string>& taken) const {
        std::vector<std::string> own;
        for (const std::string& option : options) {
            const Limited part = limited(option, candidates_);
            if (part.entry.empty() ? nameable_ && !is_for(part.text, *nameable_)
                                   : part.entry != candidate_.name)
                continue;
            taken.insert(option);
            own.push_back(part.text);
        }
        return own;
    }

    std::string directory_of(const std::vector<std::string>& options, std::set<std::string>& taken) const {
        std::string directory;
        for (const std::string& option : options) {
            const Limited part = limited(option, candidates_);
            if (!part.entry.empty() && part.entry != candidate_.name) continue;
            if (!directory.empty())
                fail(option_error::binding, {},
                     fmt::format("--bind-dir is given twice for the entry point {}", candidate_.name),
                     "Give one for each entry point: --bind-dir ENTRY:DIR.");
            taken.insert(option);
            directory = part.text;
        }
        return directory;
    }

private:
    const std::vector<Candidate>& candidates_;
    const Candidate& candidate_;
    std::optional<Nameable> nameable_;  ///< where there are several entry points
};

/// One choice of sizes, and what it adds to the entry point's name.
struct Variant {
    std::string suffix;
    std::vector<std::string> shapes;
};

/// Every combination of the sizes in lists: "b=1,8" is "b=1" and "b=8".
std::vector<Variant> variants(const std::vector<std::string>& shapes) {
    std::vector<Variant> all = {{}};
    for (const std::string& shape : shapes) {
        const std::size_t equals = std::min(shape.find('='), shape.size());
        const std::string name = shape.substr(0, equals);
        const bool is_list = shape.find(',', equals) != std::string::npos;
        const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
        std::vector<Variant> longer;
        for (const Variant& variant : all) {
            for (std::size_t begin = equals + 1; begin <= shape.size() + 1;) {
                const std::size_t end = std::min(shape.find(',', begin), shape.size());
                const std::string sizes = begin > shape.size() ? "" : shape.substr(begin, end - begin);
                Variant next = variant;
                next.shapes.push_back(equals < shape.size() ? name + "=" + sizes : shape);
                if (is_list) next.suffix += "_" + (is_number ? "" : name) + sizes;
                longer.push_back(std::move(next));
                begin = end + 1;
                if (end == shape.size()) break;
            }
        }
        all = std::move(longer);
    }
    return all;
}

void require_distinct(const std::vector<EntryPoint>& entries) {
    std::set<std::string> names;
    for (const EntryPoint& entry : entries)
        if (!names.insert(entry.name).second)
            fail(option_error::same_name, Place{.file = entry.loaded.program.source_path},
                 fmt::format("two entry points have the name {}", entry.name),
                 "Compile one of them into a library of its own, or rename its file or function.");
}

void require_taken(const std::vector<std::string>& options, const char* flag,
                   const std::set<std::string>& taken) {
    for (const std::string& option : options)
        if (taken.count(option) == 0)
            fail(option_error::no_entry_point, {},
                 fmt::format("{} {} applies to no entry point", flag, option),
                 "Name an argument or a dimension that one of them has.");
}

}  // namespace

std::vector<EntryPoint> load_entry_points(const ProgramsOptions& options, Console& console, Dump& dump) {
    std::vector<Candidate> candidates = read_candidates(options, console);
    std::vector<EntryPoint> entries;
    std::set<std::string> binds, directories, shapes, bounds;
    for (Candidate& candidate : candidates) {
        const OptionsOfEntry own(candidates, candidate);
        ProgramOptions one{.path = candidate.read.program.source_path,
                           .function = candidate.function,
                           .bind = own.of(options.bind, binds),
                           .bind_directory = own.directory_of(options.bind_directories, directories),
                           .shapes = {},
                           .bounds = own.of(options.bounds, bounds)};
        std::vector<Variant> all = variants(own.of(options.shapes, shapes));
        const bool is_only = candidates.size() == 1 && all.size() == 1;
        for (Variant& variant : all) {
            const std::string name = candidate.name + variant.suffix;
            const std::string part = is_only ? "" : name;
            dump.begin_part(part);
            one.shapes = std::move(variant.shapes);
            console.step("verifying");
            frontend::RecordedProgram read =
                &variant == &all.back() ? std::move(candidate.read) : candidate.read;
            entries.push_back({name, part, prepare_entry_point(std::move(read), one, dump.observer())});
            dump.times().ended("arrays");
        }
    }
    require_taken(options.bind, "--bind", binds);
    require_taken(options.bind_directories, "--bind-dir", directories);
    require_taken(options.shapes, "--shape", shapes);
    require_taken(options.bounds, "--bound", bounds);
    require_distinct(entries);
    return entries;
}

}  // namespace hlo2c::driver
