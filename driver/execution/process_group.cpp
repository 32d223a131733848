#include "driver/execution/process_group.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace hlo2c::driver {
namespace {

struct Process {
    pid_t group = 0;
    std::int64_t ticks = 0;  ///< of itself and of its ended children
};

Process read_process(const std::filesystem::path& folder) {
    std::ifstream file(folder / "stat");
    std::string text;
    std::getline(file, text, '\0');
    // The name may contain anything, so the fields are counted from its end.
    std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
    std::string ignored;
    Process process;
    fields >> ignored >> ignored >> process.group;
    constexpr int fields_before_times = 8, times = 4;
    for (int i = 0; i < fields_before_times; i++) fields >> ignored;
    for (int i = 0; i < times; i++) {
        std::int64_t ticks = 0;
        fields >> ticks;
        process.ticks += ticks;
    }
    return process;
}

}  // namespace

std::chrono::duration<double> processor_time_of_group(pid_t group) {
    std::int64_t ticks = 0;
    std::error_code ended;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ended)) {
        if (std::isdigit(static_cast<unsigned char>(entry.path().filename().native().front())) == 0) continue;
        const Process process = read_process(entry.path());
        if (process.group == group) ticks += process.ticks;
    }
    return std::chrono::duration<double>(static_cast<double>(ticks) /
                                         static_cast<double>(sysconf(_SC_CLK_TCK)));
}

}  // namespace hlo2c::driver
