#include <fmt/format.h>

#include <memory>

#include "driver/buffer_table.h"
#include "driver/verbs/verbs.h"
#include "frontend/files.h"
#include "scheduler/memory/place.h"

namespace hlo2c::driver {
namespace {

namespace memory = scheduler::memory;

struct MemplanOptions {
    std::string input, output;
    std::int64_t capacity = -1;
};

constexpr int over_capacity = 3;

Report plan(const MemplanOptions& options, Console& console) {
    const BufferTable table = parse_buffer_table(frontend::read_file(options.input), options.input);
    console.step(fmt::format("placing {} buffers", table.buffers.size()));
    const memory::Placement placement =
        memory::place({table.buffers, options.capacity}, memory::Options::thorough());
    if (!options.output.empty())
        frontend::write_file(options.output, buffer_table_text(table, placement.offsets));

    const char* proof = placement.proof == memory::Proof::Optimal ? "optimal" : "open";
    Report report;
    report.text =
        fmt::format("peak {} lower_bound {} proof {}\n", placement.peak, placement.lower_bound, proof);
    report.json = {{"peak", placement.peak},
                   {"lower_bound", placement.lower_bound},
                   {"proof", proof},
                   {"buffers", table.buffers.size()},
                   {"offsets", placement.offsets}};
    if (options.capacity >= 0) {
        const bool fits = placement.peak <= options.capacity;
        report.json["capacity"] = options.capacity;
        report.json["fits"] = fits;
        if (!fits) {
            report.text += fmt::format("over the capacity {} by {} bytes\n", options.capacity,
                                       placement.peak - options.capacity);
            report.exit_code = over_capacity;
        }
    }
    return report;
}

}  // namespace

Run declare_memplan(CLI::App& app) {
    auto options = std::make_shared<MemplanOptions>();
    app.add_option("input", options->input, "buffers as CSV: id,lower,upper,size")
        ->required()
        ->type_name("IN.csv");
    app.add_option("-o,--output", options->output, "write the buffers with their offsets to OUT.csv")
        ->type_name("OUT.csv");
    app.add_option("--capacity", options->capacity, "available bytes; exit code 3 if they do not suffice")
        ->type_name("BYTES")
        ->check(CLI::NonNegativeNumber);
    return [options](Console& console) { return plan(*options, console); };
}

}  // namespace hlo2c::driver
