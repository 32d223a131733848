// Descriptions of machines.
#include <cstddef>
#include <cstdint>
#include <string>

#include "scheduler/target/description.h"
#include "tests/fuzz/answer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const std::string text(reinterpret_cast<const char*>(data), size);
        const hlo2c::scheduler::Target target = hlo2c::scheduler::parse_target(text, "");
        if (target.vector_bytes < 8 || target.vector_registers < 8 || target.cores < 1) std::abort();
        for (const hlo2c::scheduler::MemoryPool& pool : target.pools)
            if (pool.name.empty() || pool.bytes < 1 || pool.alignment < 16) std::abort();
    });
    return 0;
}
