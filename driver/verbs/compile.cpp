#include <fmt/format.h>

#include <memory>

#include "driver/compile_library.h"
#include "driver/ranks.h"
#include "driver/self_test.h"
#include "driver/verbs/verbs.h"

namespace hlo2c::driver {
namespace {

struct Options {
    ProgramOptions program;
    CompilationOptions compilation;
    SelfTestOptions self_test;
    std::string directory;
};

Report compile(const Options& options, Console& console) {
    LoadedProgram loaded = load_program(options.program, console);
    prepare_single_process(loaded);
    const auto self_test = [&](const scheduler::Plan& plan, codegen::LibraryOptions& library) {
        add_self_test(library, loaded, plan, options.self_test, console);
    };
    const CompiledLibrary library = compile_library(loaded, options.compilation, self_test, console);
    codegen::write_directory(library.files, options.directory);
    for (const std::string& note : library.notes) console.note(note);
    Report report;
    report.json = summary_json(library);
    report.json["directory"] = options.directory;
    report.text = summary_text(library) + fmt::format("wrote {}\n", options.directory);
    return report;
}

}  // namespace

Run declare_compile(CLI::App& app) {
    auto options = std::make_shared<Options>();
    add_program_options(app, options->program);
    app.add_option("-o,--output", options->directory,
                   "directory of the library; made, or replaced if hlo2c wrote it")
        ->required()
        ->type_name("DIR");
    add_compilation_options(app, options->compilation, default_target);
    add_self_test_options(app, options->self_test);
    return [options](Console& console) { return compile(*options, console); };
}

}  // namespace hlo2c::driver
