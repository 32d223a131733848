#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"

namespace hlo2c::frontend {

/// Scans the short texts of meshes and shardings. Blanks between words are skipped. A mismatch throws a
/// diagnostic with the given number and place.
class Scanner {
public:
    Scanner(std::string_view text, Place place, int number)
        : text_(text), place_(std::move(place)), number_(number) {}

    /// Consumes `word` if it comes next; returns whether it did.
    bool accept(std::string_view word);
    void expect(std::string_view word);
    bool at_end();
    void finish();

    std::int64_t integer();
    /// `"name"`
    std::string quoted();
    /// A run of letters, digits, '_' and '.'.
    std::string word();
    /// The text up to `end`, which is consumed too.
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
