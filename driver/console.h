#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace hlo2c::driver {

/// Progress on stderr: one overwritten line on a terminal, plain lines in a pipe, nothing when quiet.
class Console {
public:
    Console();
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void set_quiet(bool quiet) { quiet_ = quiet; }
    /// With --json, which also makes it quiet.
    void set_json(bool json) { is_json_ = quiet_ = json; }
    bool is_json() const { return is_json_; }
    /// Shows the current activity.
    void step(const std::string& text);
    /// Shows how much of the current activity is done, 0 to 1, and the time left. On a terminal only.
    void progress(double share);
    /// Shows that `done` of `total` things are done: each one on a terminal, every twentieth part in a pipe.
    void counted(std::size_t done, std::size_t total, const std::string& things);
    /// Shows a note that does not indicate an error, once.
    void note(const std::string& what);
    /// Clears the progress line before other output.
    void clear();
    /// Whether stderr is a terminal and NO_COLOR is not set.
    bool colour() const { return colour_; }
    bool is_live() const { return terminal_ && !quiet_; }

private:
    void show(const std::string& line);

    bool terminal_ = false, colour_ = false, quiet_ = false, line_shown_ = false, is_json_ = false;
    std::string activity_;
    std::set<std::string> notes_;
    std::chrono::steady_clock::time_point begun_, shown_;
};

/// While it lives, shows the progress of an activity that takes a known time.
class TimedProgress {
public:
    TimedProgress(Console& console, double seconds);
    ~TimedProgress();
    TimedProgress(const TimedProgress&) = delete;
    TimedProgress& operator=(const TimedProgress&) = delete;

private:
    void run(double seconds);

    Console& console_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace hlo2c::driver
