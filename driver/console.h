#pragma once

#include <string>

namespace hlo2c::driver {

/// Progress on stderr: one overwritten line on a terminal, plain lines in a pipe, nothing when quiet.
class Console {
public:
    Console();
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void set_quiet(bool quiet) { quiet_ = quiet; }
    /// Shows the current activity.
    void step(const std::string& text);
    /// Shows how far the current activity is: on a terminal only.
    void progress(const std::string& text);
    /// Shows a note that does not indicate an error.
    void note(const std::string& what);
    /// Clears the progress line before other output.
    void clear();
    /// Whether stderr is a terminal and NO_COLOR is not set.
    bool colour() const { return colour_; }

private:
    bool terminal_ = false, colour_ = false, quiet_ = false, line_shown_ = false;
};

}  // namespace hlo2c::driver
