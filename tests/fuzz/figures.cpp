// What bench programs print, on any machine.
#include "driver/tuning/figures.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "tests/fuzz/answer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const auto figures = hlo2c::driver::parse_figures({reinterpret_cast<const char*>(data), size}, "");
        for (const hlo2c::driver::FastestCall& call : figures.calls)
            if (call.round >= figures.rounds || call.library >= figures.schedules.size()) std::abort();
    });
    return 0;
}
