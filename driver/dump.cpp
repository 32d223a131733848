#include "driver/dump.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "codegen/text/escape.h"
#include "codegen/text/names.h"
#include "driver/error_numbers.h"
#include "driver/report.h"
#include "frontend/diagnostic.h"
#include "frontend/files.h"

namespace hlo2c::driver {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void require_steps(const std::vector<std::string>& names, const std::vector<std::string>& steps,
                   std::string_view title) {
    for (const std::string& name : names) {
        if (name == "all" || has(steps, name)) continue;
        fail(option_error::no_step, {}, fmt::format("--dump-after={}: there is no such step", name),
             fmt::format("{}: {}.", title, fmt::join(steps, ", ")));
    }
}

Dump::Dump(std::vector<std::string> names, std::string directory)
    : names_(std::move(names)), directory_(std::move(directory)) {
    if (names_.empty() && !directory_.empty()) names_.push_back("all");
}

frontend::Observer Dump::observer() {
    return [this](std::string_view step, const frontend::Program& program) {
        ended(std::string(step), scheduler::program_result(program));
    };
}

void Dump::begin_part(const std::string& part) {
    part_ = part;
}

bool Dump::wants(const std::string& step) const {
    return has(names_, "all") || has(names_, step);
}

void Dump::ended(const std::string& step, const scheduler::StageResult& result) {
    times_.ended(step);
    const auto number = seen_.size();
    seen_.push_back(step);
    if (wants(step)) show(number, step, result);
    times_.skip();
}

void Dump::show(std::size_t number, const std::string& step, const scheduler::StageResult& result) const {
    if (directory_.empty() && is_json_) {
        Json line{{"after", step}, {"result", result.json()}};
        if (!part_.empty()) line["of"] = part_;
        fmt::print(stderr, "{}\n", line.dump(-1, ' ', true, Json::error_handler_t::replace));
        return;
    }
    if (directory_.empty()) {
        fmt::print(stderr, "---- after {}{}\n{}\n", step,
                   part_.empty() ? "" : " of " + codegen::terminal_line(part_),
                   codegen::terminal_text(result.text()));
        return;
    }
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    const std::string name = part_.empty() ? step : codegen::identifier(part_) + "_" + step;
    frontend::write_file(std::filesystem::path(directory_) /
                             fmt::format("{:02}_{}.{}", number, name, is_json_ ? "json" : "txt"),
                         is_json_ ? json_text(result.json()) : result.text());
}

void Dump::require_all_shown() const {
    require_steps(names_, seen_, "The steps of this compilation");
}

}  // namespace hlo2c::driver
