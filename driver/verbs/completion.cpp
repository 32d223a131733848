#include <memory>

#include "driver/option_table.h"
#include "driver/verbs/verbs.h"

namespace hlo2c::driver {

Run declare_completion(CLI::App& app) {
    auto shell = std::make_shared<std::string>("bash");
    app.add_option("shell", *shell, "bash, zsh or fish")
        ->type_name("SHELL")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->capture_default_str();
    return [&app, shell](Console&) {
        Report report;
        report.text = completion_script(*app.get_parent(), *shell);
        report.json["script"] = report.text;
        return report;
    };
}

}  // namespace hlo2c::driver
