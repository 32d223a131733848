#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

/// Reads the short texts in which programs write meshes and shardings. Blanks between words do not matter.
/// What does not fit is an error with the number and the place given.
class Scanner {
public:
    Scanner(std::string_view text, Place place, int number)
        : text_(text), place_(std::move(place)), number_(number) {}

    /// Whether `word` comes next; if so, steps past it.
    bool accept(std::string_view word);
    void expect(std::string_view word);
    bool at_end();
    void finish();

    std::int64_t integer();
    /// `"name"`
    std::string quoted();
    /// A run of letters, digits, '_' and '.'.
    std::string word();
    /// Everything up to `end`, which is passed.
    std::string until(std::string_view end);
    /// `[1, 2, 3]` or `{1,2,3}`
    std::vector<std::int64_t> integers();

    [[noreturn]] void refuse(const std::string& why) const;

private:
    void skip_blanks();

    std::string_view text_;
    std::size_t at_ = 0;
    Place place_;
    int number_;
};

}  // namespace hlo2c::frontend
