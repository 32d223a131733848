#pragma once

#include <span>

namespace hlo2c::driver {

/// One row per diagnostic number. A test compares the table with the sources.
struct DiagnosticNumber {
    int number;
    const char* title;
    const char* explanation;
};

/// Sorted by number.
std::span<const DiagnosticNumber> diagnostic_numbers();
/// The row of `number`, or nullptr.
const DiagnosticNumber* find_diagnostic_number(int number);

}  // namespace hlo2c::driver
