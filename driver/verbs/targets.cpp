#include <fmt/format.h>

#include "driver/verbs/verbs.h"
#include "scheduler/target/target.h"

namespace hlo2c::driver {
namespace {

Json target_json(const scheduler::Target& target) {
    Json json;
    json["name"] = target.name;
    json["architecture"] = spelling(target.architecture);
    json["vector_bytes"] = target.vector_bytes;
    json["vector_registers"] = target.vector_registers;
    json["fma"] = target.has_fma;
    json["features"] = target.features;
    json["l1_bytes"] = target.l1_bytes;
    json["l2_bytes"] = target.l2_bytes;
    json["l3_bytes"] = target.l3_bytes;
    json["far_bandwidth"] = target.far_bandwidth;
    json["cores"] = target.cores;
    json["parallel_work"] = target.parallel_work;
    json["cache_line_bytes"] = target.cache_line_bytes;
    json["c_flags"] = target.c_flags;
    json["triple"] = target.triple;
    json["emulator"] = target.emulator;
    return json;
}

std::string target_line(const scheduler::Target& target) {
    return fmt::format("{:<20} {:<8} {:>3}-bit vectors x {:<2}  L1 {:>4}K  L2 {:>5}K  {}\n", target.name,
                       spelling(target.architecture), target.vector_bytes * 8, target.vector_registers,
                       target.l1_bytes / 1024, target.l2_bytes / 1024, target.c_flags);
}

}  // namespace

Run declare_targets(CLI::App&) {
    return [](Console&) {
        Report report;
        report.json["targets"] = Json::array();
        std::vector<std::string> names = scheduler::target_names();
        names.push_back("native");
        for (const std::string& name : names) {
            const scheduler::Target target = scheduler::load_target(name);
            report.json["targets"].push_back(target_json(target));
            report.text += target_line(target);
        }
        return report;
    };
}

}  // namespace hlo2c::driver
