#include "driver/version.h"

#include "driver/verbs/verbs.h"

namespace hlo2c::driver {

Run declare_version(CLI::App&) {
    return [](Console&) {
        Report report;
        report.text = std::string("hlo2c ") + version_text + "\n";
        report.json["version"] = version_text;
        return report;
    };
}

}  // namespace hlo2c::driver
