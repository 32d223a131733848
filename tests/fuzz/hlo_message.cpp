// HLO messages: a program that can be read, and has a form in HLO, is written again, and that must be
// readable too.
#include <cstddef>
#include <cstdint>
#include <string>

#include "frontend/forms/hlo/read_hlo.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/ops/verify.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const Program program = read_hlo_message({reinterpret_cast<const char*>(data), size}, "").program;
        verify(program);
        const std::string written = print_hlo_message(program, read_sharding_text);
        try {
            read_hlo_message(written, "");
        } catch (const hlo2c::DiagnosticError& error) {
            std::fputs(error.what(), stderr);
            std::abort();
        }
    });
    return 0;
}
