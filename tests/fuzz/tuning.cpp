// Measured schedules.
#include "scheduler/target/tuning.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/answer.h"

using namespace hlo2c::scheduler;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const Tuning tuning = parse_tuning({reinterpret_cast<const char*>(data), size}, "");
        const Tuning again = parse_tuning(to_yaml(tuning), "");
        if (again.target != tuning.target || again.schedules.size() != tuning.schedules.size()) std::abort();
    });
    return 0;
}
