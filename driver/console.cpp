#include "driver/console.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "codegen/text/escape.h"

namespace hlo2c::driver {

Console::Console() {
    terminal_ = isatty(STDERR_FILENO) == 1;
    const char* no_color = std::getenv("NO_COLOR");
    colour_ = terminal_ && (no_color == nullptr || *no_color == '\0');
}

Console::~Console() {
    clear();
}

void Console::step(const std::string& text) {
    if (quiet_) return;
    const std::string what = codegen::visible_text(text);
    if (terminal_) {
        std::fprintf(stderr, "\r\033[K%s ...", what.c_str());
        line_shown_ = true;
    } else {
        std::fprintf(stderr, "hlo2c: %s\n", what.c_str());
    }
    std::fflush(stderr);
}

void Console::progress(const std::string& text) {
    if (terminal_) step(text);
}

void Console::note(const std::string& what) {
    if (quiet_) return;
    clear();
    std::fprintf(stderr, "hlo2c: note: %s\n", codegen::visible_text(what).c_str());
    std::fflush(stderr);
}

void Console::clear() {
    if (line_shown_) std::fprintf(stderr, "\r\033[K");
    line_shown_ = false;
}

}  // namespace hlo2c::driver
