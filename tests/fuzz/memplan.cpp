// Tables of buffers: a table that can be read is placed, and the placement is validated.
#include <cstddef>
#include <cstdint>
#include <string>

#include "driver/buffer_table.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const std::string text(reinterpret_cast<const char*>(data), size);
        const driver::BufferTable table = driver::parse_buffer_table(text, "");
        const scheduler::memory::Placement placement =
            scheduler::memory::place({table.buffers, -1}, {.search_work = 20'000, .climbing_steps = 4});
        driver::buffer_table_text(table, placement.offsets);
    });
    return 0;
}
