#pragma once

#include <cstdio>
#include <cstdlib>

#include "frontend/diagnostic.h"

/// Runs a reader on fuzzed bytes: a diagnostic of the user's mistake is a good answer, one that reports a bug
/// of the compiler ends the process.
template <typename Read>
void expect_answer(Read&& read) {
    try {
        read();
    } catch (const hlo2c::DiagnosticError& error) {
        if (error.diagnostic().severity != hlo2c::Severity::Bug) return;
        std::fputs(error.what(), stderr);
        std::abort();
    }
}
