// StableHLO text: a program that can be read is verified and printed.
#include <cstddef>
#include <cstdint>

#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ops/verify.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const Program program = read_stablehlo_text({reinterpret_cast<const char*>(data), size}, "");
        verify(program);
        print_stablehlo_text(program);
    });
    return 0;
}
