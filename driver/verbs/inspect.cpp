#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "driver/compile_library.h"
#include "driver/error_numbers.h"
#include "driver/ranks.h"
#include "driver/verbs/verbs.h"
#include "driver/without_effect.h"
#include "frontend/files.h"

namespace hlo2c::driver {
namespace {

namespace fs = std::filesystem;

struct InspectOptions {
    ProgramOptions program;
    CompilationOptions compilation;
    std::string output;
};

Report write_page(const std::string& name, const std::string& page, const InspectOptions& options) {
    const std::string path = options.output.empty() ? name + ".html" : options.output;
    frontend::write_file(path, page);
    Report report;
    report.add_line("wrote " + path);
    report.json = {{"page", path}, {"bytes", page.size()}};
    return report;
}

/// The page that `compile` wrote to a library's directory.
Report inspect_directory(const InspectOptions& options) {
    std::vector<fs::path> pages;
    for (const auto& entry : fs::directory_iterator(options.program.path))
        if (entry.path().extension() == ".html") pages.push_back(entry.path());
    if (pages.empty()) {
        fail(option_error::inspected, Place{.file = options.program.path},
             "the directory has no page, so hlo2c did not write it",
             "Give a program, or a directory that 'hlo2c compile' wrote.");
    }
    const fs::path page = *std::min_element(pages.begin(), pages.end());
    return write_page(page.stem(), frontend::read_file(page), options);
}

Report inspect_program(const InspectOptions& options, Console& console) {
    Dump dump(options.compilation, console.is_json());
    LoadedProgram loaded = load_program(options.program, console, dump.observer());
    prepare_process(loaded, 1, dump.observer());
    dump.times().ended("arrays");
    const CompiledLibrary library = compile_library(loaded, options.compilation, console, dump);
    Report report = write_page(library.name, find_file(library, library.name + ".html").text, options);
    for (const std::string& note : library.notes) console.note(note);
    report.text = summary_text(library) + report.text;
    report.json["library"] = summary_json(library);
    dump.times().ended("write");
    dump.times().add_to(report);
    return report;
}

}  // namespace

Run declare_inspect(CLI::App& app) {
    auto options = std::make_shared<InspectOptions>();
    add_program_options(app, options->program);
    app.get_option("program")->description("file with the program, or directory of a library");
    add_compilation_options(app, options->compilation, default_target);
    app.add_option("-o,--output", options->output, "page to write; NAME.html by default")
        ->type_name("PAGE.html");
    return [options, &app](Console& console) {
        std::error_code ignored;
        if (!fs::is_directory(options->program.path, ignored)) return inspect_program(*options, console);
        refuse_other_options(app, {"program", "--output", "--json"},
                             "the page of a compiled library is shown as it is");
        return inspect_directory(*options);
    };
}

}  // namespace hlo2c::driver
