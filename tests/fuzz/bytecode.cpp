// MLIR bytecode: a program that can be read is written again, and that file must be readable too.
#include <cstddef>
#include <cstdint>

#include "frontend/forms/bytecode/reader.h"
#include "frontend/forms/bytecode/writer.h"
#include "frontend/ops/verify.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const Program program = read_bytecode({reinterpret_cast<const char*>(data), size}, "");
        verify(program);
        const std::string artifact = write_portable_artifact(program);
        try {
            read_bytecode(artifact, "");
        } catch (const hlo2c::DiagnosticError& error) {
            std::fputs(error.what(), stderr);
            std::abort();
        }
    });
    return 0;
}
