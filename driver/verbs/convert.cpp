#include <fmt/format.h>

#include <memory>

#include "driver/load_program.h"
#include "driver/verbs/verbs.h"
#include "driver/without_effect.h"
#include "frontend/files.h"
#include "frontend/forms/forms.h"
#include "frontend/forms/read.h"
#include "frontend/ops/verify.h"

namespace hlo2c::driver {
namespace {

struct ConvertOptions {
    std::string input, output, form, function;
    bool generic = false, no_locations = false;
};

}  // namespace

Run declare_convert(CLI::App& app) {
    auto options = std::make_shared<ConvertOptions>();
    std::vector<std::string> names;
    for (const frontend::Form& form : frontend::writable_forms()) names.emplace_back(form.name);
    app.add_option("program", options->input, "file with the program")->required()->type_name("PROGRAM");
    app.add_option("-o,--output", options->output, "file to write")->required()->type_name("FILE");
    app.add_option("--to", options->form, "form to write; chosen by the file's extension by default")
        ->check(CLI::IsMember(names))
        ->type_name("FORM");
    app.add_option("--function", options->function,
                   "the entry point, if the program has several and FORM one")
        ->type_name("NAME");
    app.add_flag("--generic", options->generic, "the generic form of every op");
    app.add_flag("--no-locations", options->no_locations, "omit source locations");
    return [options](Console& console) {
        console.step("reading " + options->input);
        frontend::Program program = frontend::read_program(options->input);
        frontend::verify(program);
        const frontend::Form& form = options->form.empty() ? frontend::form_for_file(options->output)
                                                           : *frontend::form_called(options->form);
        if (options->generic && !form.has_pretty_ops)
            no_effect("--generic", fmt::format("{} has only one form of each op", form.description));
        if (form.has_one_entry_point)
            choose_function(program, options->function);
        else if (!options->function.empty())
            no_effect("--function", fmt::format("{} holds all functions of the program", form.description));
        const std::string bytes = frontend::write_program(
            program, form.form, {.locations = !options->no_locations, .pretty = !options->generic});
        frontend::write_file(options->output, bytes);
        Report report;
        report.add_line(fmt::format("wrote {} ({})", options->output, form.description));
        report.json = {
            {"output", options->output}, {"format", std::string(form.name)}, {"bytes", bytes.size()}};
        return report;
    };
}

}  // namespace hlo2c::driver
