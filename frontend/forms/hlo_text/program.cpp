#include "frontend/forms/hlo_text/program.h"

#include "frontend/forms/hlo_text/cursor.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/opcodes.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/hlo_text/printer.h"

namespace hlo2c::frontend {
namespace {

/// Whether a shape such as f32[2] or (f32[2], s32[]) comes next.
bool at_written_shape(Cursor& cursor) {
    const std::size_t begin = cursor.offset();
    while (cursor.accept('(')) {
    }
    const std::string_view word = cursor.peek_word();
    cursor.seek(cursor.offset() + word.size());
    const bool is_shape = cursor.at('[') && element_type_of(word).has_value();
    cursor.seek(begin);
    return is_shape;
}

bool is_opcode(std::string_view word) {
    return find_opcode(word) != nullptr || find_async_sugar(word).opcode != nullptr;
}

}  // namespace

bool is_hlo_text(std::string_view text) {
    try {
        Cursor cursor(text, {});
        if (cursor.accept_word("HloModule") || cursor.accept_word("ENTRY")) return true;
        if (cursor.at_word("module") || cursor.at_word("func")) return false;
        if (cursor.accept_word("ROOT") && !cursor.at('%') && cursor.peek_word().empty()) return false;
        if (at_written_shape(cursor)) return true;
        if (!cursor.at('%') && cursor.peek_word().empty()) return false;
        cursor.name("a name");
        if (cursor.at('{') || cursor.at('(')) return true;
        // A lone instruction: a shape or an opcode follows.
        return cursor.accept('=') && (at_written_shape(cursor) || is_opcode(cursor.peek_word()));
    } catch (const DiagnosticError&) {
        return false;  // an unterminated comment, or a lone %
    }
}

Program read_hlo_text_program(std::string_view text, const std::string& path) {
    const HloText read = read_hlo_text(text, path);
    return program_of_module(read.module, read.origin);
}

std::string print_hlo_text_program(const Program& program) {
    return print_hlo_text(module_of_program(program, read_sharding_text));
}

}  // namespace hlo2c::frontend
