#include <fmt/format.h>

#include <map>
#include <memory>

#include "driver/verbs/verbs.h"
#include "frontend/forms/read.h"
#include "frontend/ops/verify.h"

namespace hlo2c::driver {
namespace {

/// Adds a file's line of text and JSON object; returns its exit code.
int check_file(const std::string& path, Report& report) {
    Json json{{"file", path}};
    int exit_code = 0;
    try {
        for (const frontend::Program& program : frontend::read_programs(path)) frontend::verify(program);
        json["status"] = "ok";
        report.add_line(path + ": ok");
    } catch (const DiagnosticError& error) {
        const Diagnostic& diagnostic = error.diagnostic();
        exit_code = static_cast<int>(diagnostic.severity);
        json["status"] = "rejected";
        json.update(to_json(diagnostic));
        report.text += error_text(diagnostic, false);
    }
    report.json["files"].push_back(json);
    return exit_code;
}

/// A bug outranks an error, and an error outranks an unsupported feature.
int worse(int a, int b) {
    static const std::map<int, int> ranks = {{0, 0}, {2, 1}, {1, 2}, {70, 3}};
    return ranks.at(a) >= ranks.at(b) ? a : b;
}

Report check_files(const std::vector<std::string>& paths, Console& console) {
    Report report;
    report.json["files"] = Json::array();
    std::size_t accepted = 0;
    for (const std::string& path : paths) {
        if (paths.size() > 1) console.step("checking " + path);
        const int exit_code = check_file(path, report);
        if (exit_code == 0) accepted++;
        report.exit_code = worse(report.exit_code, exit_code);
    }
    report.text += fmt::format("{} accepted, {} rejected\n", accepted, paths.size() - accepted);
    report.json["accepted"] = accepted;
    report.json["rejected"] = paths.size() - accepted;
    return report;
}

}  // namespace

Run declare_check(CLI::App& app) {
    auto paths = std::make_shared<std::vector<std::string>>();
    app.add_option("files", *paths, "files with programs")->required()->type_name("FILE");
    return [paths](Console& console) { return check_files(*paths, console); };
}

}  // namespace hlo2c::driver
