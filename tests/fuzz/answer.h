#pragma once

#include <cstdio>
#include <cstdlib>

#include "frontend/diagnostic.h"

/// Runs a reader on fuzzed bytes: a diagnostic of a user error is acceptable; one that reports a compiler bug
/// ends the process.
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
