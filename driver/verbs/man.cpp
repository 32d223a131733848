#include "driver/option_table.h"
#include "driver/verbs/verbs.h"
#include "driver/version.h"

namespace hlo2c::driver {

Run declare_man(CLI::App& app) {
    return [&app](Console&) {
        Report report;
        report.text = man_page(*app.get_parent(), version_text);
        report.json["man_page"] = report.text;
        return report;
    };
}

}  // namespace hlo2c::driver
