#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"

namespace hlo2c::frontend::testing {

/// The error of reading or verifying the text; "" if it is accepted. An error must have a place and a remedy.
inline std::string message_of(const std::string& text) {
    try {
        verify(read_stablehlo_text(text, "case.mlir"));
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().severity == Severity::UserError);
        CHECK(error.diagnostic().place.line > 0);
        CHECK_FALSE(error.diagnostic().remedy.empty());
        return error.diagnostic().message;
    }
    return "";
}

/// Lines of a function, and the beginning of the expected error; "" for a valid program.
struct Case {
    const char* body;
    const char* message;
};

/// Each case on its own, between `before`, which ends with the beginning of @main, and the function's end.
inline void check_cases(const std::string& before, const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        INFO(one.body);
        const std::string message = message_of(before + one.body + "\n  return\n}\n");
        if (*one.message == '\0') {
            CHECK(message == "");
        } else {
            CHECK_THAT(message, Catch::StartsWith(one.message));
        }
    }
}

}  // namespace hlo2c::frontend::testing
