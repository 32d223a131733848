// Reads and verifies the program in the given file. Printed and read back it must be equal, in the pretty
// form and, apart from value names, in the generic form.
#include <cstdio>

#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ops/verify.h"

using namespace hlo2c::frontend;

namespace {

void forget_names(Program& program) {
    for (Function& function : program.functions)
        for (Value& value : function.values) value.name.clear();
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    try {
        Program program = read_program(arguments[1]);
        verify(program);
        if (!(read_stablehlo_text(print_stablehlo_text(program), "pretty") == program)) {
            std::fprintf(stderr, "%s: the pretty form reads as another program\n", arguments[1]);
            return 1;
        }
        Program generic = read_stablehlo_text(print_stablehlo_text(program, {.pretty = false}), "generic");
        forget_names(generic);
        forget_names(program);
        if (!(generic == program)) {
            std::fprintf(stderr, "%s: the generic form reads as another program\n", arguments[1]);
            return 1;
        }
    } catch (const hlo2c::DiagnosticError& error) {
        std::fputs(error.what(), stderr);
        return 1;
    }
    return 0;
}
