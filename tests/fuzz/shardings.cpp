// Files that describe how tensors are sharded.
#include <cstddef>
#include <cstdint>

#include "driver/shardings_file.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using frontend::ElementType;
    using frontend::TensorType;
    const std::vector<frontend::Type> inputs = {TensorType{{2, 3}, ElementType::F32, {}, {}},
                                                TensorType{{}, ElementType::I32, {}, {}}},
                                      results = {TensorType{{0, 4}, ElementType::F32, {}, {}}};
    expect_answer([&] {
        const frontend::ProgramShards shards =
            driver::parse_shardings({reinterpret_cast<const char*>(data), size}, "", inputs, results, 2);
        if (shards.inputs.size() != 2 || shards.results.size() != 1) std::abort();
    });
    return 0;
}
