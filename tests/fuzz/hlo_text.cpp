// HLO text: a module that can be read is printed and read again; if it converts to a program, that is
// verified.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/hlo_text/printer.h"
#include "frontend/ops/verify.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    HloText read;
    bool is_read = false;
    expect_answer([&] {
        read = read_hlo_text({reinterpret_cast<const char*>(data), size}, "");
        is_read = true;
    });
    if (!is_read) return 0;
    const std::string printed = print_hlo_text(read.module);
    try {
        read_hlo_text(printed, "");
    } catch (const hlo2c::DiagnosticError& error) {
        std::fputs(error.what(), stderr);
        std::abort();
    }
    expect_answer([&] { verify(program_of_module(read.module, read.origin)); });
    return 0;
}
