#include "driver/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "codegen/text/escape.h"

namespace hlo2c::driver {
namespace {

using Clock = std::chrono::steady_clock;

/// Time between two updates of the line.
constexpr std::chrono::milliseconds update_period{100};
/// How many parts of a count have a line in a pipe.
constexpr std::size_t lines_of_count = 20;

/// "45 s", "3 min"
std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(seconds + 0.5);
    return whole < 100 ? fmt::format("{} s", whole) : fmt::format("{} min", (whole + 30) / 60);
}

}  // namespace

Console::Console() : begun_(Clock::now()) {
    terminal_ = isatty(STDERR_FILENO) == 1;
    const char* no_color = std::getenv("NO_COLOR");
    colour_ = terminal_ && (no_color == nullptr || *no_color == '\0');
}

Console::~Console() {
    clear();
}

void Console::show(const std::string& line) {
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    line_shown_ = true;
}

void Console::step(const std::string& text) {
    if (quiet_) return;
    activity_ = codegen::terminal_line(text);
    begun_ = Clock::now();
    shown_ = {};
    if (terminal_) return show(activity_ + " ...");
    std::fprintf(stderr, "hlo2c: %s\n", activity_.c_str());
    std::fflush(stderr);
}

void Console::progress(double share) {
    const Clock::time_point now = Clock::now();
    if (!is_live() || now - shown_ < update_period) return;
    shown_ = now;
    share = std::clamp(share, 0.0, 1.0);
    const double seconds = std::chrono::duration<double>(now - begun_).count();
    const std::string left =
        share > 0 ? fmt::format(", {} left", duration_text(seconds * (1 - share) / share)) : "";
    show(fmt::format("{} ... {} %{}", activity_, static_cast<int>(share * 100), left));
}

void Console::counted(std::size_t done, std::size_t total, const std::string& things) {
    const std::string text = fmt::format("{} of {} {}", done, total, things);
    if (is_live()) {
        activity_ = codegen::terminal_line(text);
        progress(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(total, 1)));
    } else if (done % (total / lines_of_count + 1) == 0 || done == total) {
        step(text);
    }
}

void Console::note(const std::string& what) {
    if (quiet_ || !notes_.insert(what).second) return;
    clear();
    std::fprintf(stderr, "hlo2c: note: %s\n", codegen::terminal_line(what).c_str());
    std::fflush(stderr);
}

void Console::clear() {
    if (line_shown_) std::fprintf(stderr, "\r\033[K");
    line_shown_ = false;
}

TimedProgress::TimedProgress(Console& console, double seconds) : console_(console) {
    if (console.is_live()) thread_ = std::thread([this, seconds] { run(seconds); });
}

TimedProgress::~TimedProgress() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    ending_.notify_one();
    thread_.join();
}

void TimedProgress::run(double seconds) {
    const Clock::time_point begun = Clock::now();
    std::unique_lock lock(mutex_);
    while (!ending_.wait_for(lock, update_period, [this] { return ends_; }))
        console_.progress(std::chrono::duration<double>(Clock::now() - begun).count() / seconds);
}

}  // namespace hlo2c::driver
