#include "frontend/hlo/text/program.h"

#include "frontend/hlo/text/cursor.h"
#include "frontend/hlo/text/parser.h"
#include "frontend/hlo/text/printer.h"

namespace hlo2c::frontend {

bool is_hlo_text(std::string_view text) {
    try {
        Cursor cursor(text, {});
        if (cursor.accept_word("HloModule") || cursor.accept_word("ENTRY")) return true;
        if (cursor.at_word("module") || cursor.at_word("func")) return false;
        if (!cursor.at('%') && cursor.peek_word().empty()) return false;
        cursor.name("a name");
        return cursor.at('{') || cursor.at('(');
    } catch (const DiagnosticError&) {
        return false;  // a comment that does not end, or a lone %
    }
}

Program read_hlo_text_program(std::string_view text, const std::string& path) {
    const HloText read = read_hlo_text(text, path);
    return program_of_module(read.module, read.origin);
}

std::string print_hlo_text_program(const Program& program) {
    return print_hlo_text(module_of_program(program));
}

}  // namespace hlo2c::frontend
