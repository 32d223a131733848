#pragma once

#include <string>

namespace hlo2c::driver {

/// Progress on stderr: one line that is overwritten on a terminal, plain lines in a pipe, nothing when quiet.
class Console {
public:
    Console();
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void set_quiet(bool quiet) { quiet_ = quiet; }
    /// Says what is being done now.
    void step(const std::string& what);
    /// Says what the user ought to know although all went well.
    void note(const std::string& what);
    /// Takes the progress line away, before other output.
    void clear();
    /// stderr is a terminal and NO_COLOR is not set.
    bool colour() const { return colour_; }

private:
    bool terminal_ = false, colour_ = false, quiet_ = false, line_shown_ = false;
};

}  // namespace hlo2c::driver
