#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/hlo_text/printer.h"
#include "tests/unit/hlo_text/differences.h"

namespace hlo2c::frontend {

inline HloText read_text(std::string_view text) {
    return read_hlo_text(text, "test.hlo");
}

/// The module of a text, after it has been printed and read back to the same message.
inline wire::HloModuleProto module_of(std::string_view text) {
    const wire::HloModuleProto module = read_text(text).module;
    const std::string printed = print_hlo_text(module);
    INFO(printed);
    REQUIRE(differences(module, read_text(printed).module) == "");
    return module;
}

/// The last instruction of the entry of a module whose entry has the lines `body`.
inline wire::HloInstructionProto last_of(std::string_view body) {
    const wire::HloModuleProto module = module_of("HloModule m\nENTRY e {\n" + std::string(body) + "\n}\n");
    const auto& entry = module.computations(module.computations_size() - 1);
    return entry.instructions(entry.instructions_size() - 1);
}

/// The diagnostic of a text that must be rejected.
inline Diagnostic refusal_of(std::string_view text) {
    try {
        read_text(text);
    } catch (const DiagnosticError& error) {
        return error.diagnostic();
    }
    FAIL("the text is accepted:\n" << text);
    return {};
}

/// The same for a line in the entry of a module; the line is number 3.
inline Diagnostic refusal_of_line(std::string_view line) {
    return refusal_of("HloModule m\nENTRY e {\n" + std::string(line) + "\n}\n");
}

}  // namespace hlo2c::frontend
