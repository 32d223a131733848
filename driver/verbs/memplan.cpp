#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "driver/buffer_table.h"
#include "driver/options.h"
#include "driver/verbs/verbs.h"
#include "frontend/files.h"
#include "scheduler/memory/place.h"
#include "scheduler/memory/pools.h"

namespace hlo2c::driver {
namespace {

namespace memory = scheduler::memory;

struct MemplanOptions {
    std::string input, output;
    std::int64_t capacity = -1;
};

constexpr int over_capacity = 3;

/// Reports the fewest buffers that are live at one time and do not fit, if there are any.
void report_conflict(Report& report, const BufferTable& table, std::int64_t capacity) {
    memory::PoolProblem problem{{}, {{capacity, 0}}};
    for (const memory::Interval& buffer : table.buffers) {
        problem.buffers.push_back({buffer.lower, buffer.upper, buffer.size});
        problem.pools.front().alignment = std::gcd(problem.pools.front().alignment, buffer.alignment);
    }
    const memory::Conflict conflict = memory::conflict_at_one_time(problem);
    if (conflict.buffers.empty()) {
        report.text +=
            "the buffers that are live at any one time fit, but no placement of all of them was found\n";
        return;
    }
    const auto id = std::find(table.columns.begin(), table.columns.end(), "id") - table.columns.begin();
    std::int64_t bytes = 0;
    Report rows;
    report.json["conflict"]["buffers"] = Json::array();
    for (const std::size_t i : conflict.buffers) {
        const std::string& name = table.rows[i][static_cast<std::size_t>(id)];
        bytes += table.buffers[i].size;
        rows.add_line(fmt::format("  {}: {} bytes", name, table.buffers[i].size));
        report.json["conflict"]["buffers"].push_back(name);
    }
    report.json["conflict"]["time"] = conflict.time;
    report.json["conflict"]["bytes"] = bytes;
    report.text += conflict.buffers.size() == 1
                       ? fmt::format("this buffer does not fit:\n{}", rows.text)
                       : fmt::format(
                             "these buffers are live together at {} and take {} bytes, which do not "
                             "fit; without any one of them, the others fit:\n{}",
                             conflict.time, bytes, rows.text);
}

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
            report_conflict(report, table, options.capacity);
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
        ->check(number_from_zero);
    return [options](Console& console) { return plan(*options, console); };
}

}  // namespace hlo2c::driver
