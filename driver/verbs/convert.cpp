#include <fmt/format.h>

#include <memory>

#include "driver/files.h"
#include "driver/verbs/verbs.h"
#include "frontend/ops/verify.h"
#include "frontend/read.h"
#include "frontend/text/printer.h"

namespace hlo2c::driver {
namespace {

struct Options {
    std::string input, output;
    bool generic = false, no_locations = false;
};

}  // namespace

Run declare_convert(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("program", options->input, "file with the program")->required()->type_name("PROGRAM");
    app.add_option("-o,--output", options->output, "file to write")->required()->type_name("FILE");
    app.add_flag("--generic", options->generic, "the generic form of every op");
    app.add_flag("--no-locations", options->no_locations, "leave source locations out");
    return [options](Console& console) {
        console.step("reading " + options->input);
        const frontend::Program program = frontend::read_program(options->input);
        frontend::verify(program);
        const std::string text = frontend::print_stablehlo_text(
            program, {.locations = !options->no_locations, .pretty = !options->generic});
        write_file(options->output, text);
        Report report;
        report.text = fmt::format("wrote {}\n", options->output);
        report.json = {{"output", options->output}, {"format", "stablehlo"}, {"bytes", text.size()}};
        return report;
    };
}

}  // namespace hlo2c::driver
