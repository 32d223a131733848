#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "driver/compile_library.h"
#include "driver/ranks.h"
#include "driver/self_test.h"
#include "driver/verbs/verbs.h"

namespace hlo2c::driver {
namespace {

struct CompileOptions {
    ProgramsOptions programs;
    CompilationOptions compilation;
    SelfTestOptions self_test;
    std::string directory;
    int ranks = 1;
};

/// The last part of a directory's path: "chat" for build/chat/.
std::string directory_name(const std::string& directory) {
    const std::filesystem::path path = std::filesystem::absolute(directory).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// Where a library has several entry points, the directories of arrays have one for each.
SelfTestOptions of_entry(SelfTestOptions options, const EntryPoint& entry, std::size_t entry_count) {
    if (entry_count == 1) return options;
    for (std::string* directory : {&options.arguments.directory, &options.expected})
        if (!directory->empty()) *directory += "/" + entry.name;
    return options;
}

Report compile(const CompileOptions& options, Console& console) {
    codegen::require_writable(options.directory);
    Dump dump(options.compilation, console.is_json());
    std::vector<EntryPoint> entries = load_entry_points(options.programs, console, dump);
    for (EntryPoint& entry : entries) {
        dump.begin_part(entry.part);
        prepare_process(entry.loaded, options.ranks, dump.observer());
    }
    const auto self_test = [&](const EntryPoint& entry, const scheduler::Plan& plan,
                               codegen::LibraryOptions& library) {
        add_self_test(library, entry, plan, of_entry(options.self_test, entry, entries.size()), console);
    };
    CompilationOptions compilation = options.compilation;
    if (compilation.name.empty() && options.programs.paths.size() > 1)
        compilation.name = directory_name(options.directory);
    const CompiledLibrary library = compile_library(entries, compilation, self_test, console, dump);
    codegen::write_directory(library.files, options.directory);
    dump.times().ended("write");
    for (const std::string& note : library.notes) console.note(note);
    Report report;
    report.json = summary_json(library);
    report.json["directory"] = options.directory;
    report.text = summary_text(library);
    report.add_line("wrote " + options.directory);
    dump.times().add_to(report);
    return report;
}

}  // namespace

Run declare_compile(CLI::App& app) {
    auto options = std::make_shared<CompileOptions>();
    add_programs_options(app, options->programs);
    app.add_option("-o,--output", options->directory,
                   "directory of the library; created, or replaced if hlo2c wrote it")
        ->required()
        ->type_name("DIR");
    add_compilation_options(app, options->compilation, default_target);
    add_ranks(app, options->ranks);
    add_self_test_options(app, options->self_test);
    return [options](Console& console) { return compile(*options, console); };
}

}  // namespace hlo2c::driver
