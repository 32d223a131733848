// Files of safetensors: every tensor is read.
#include "frontend/data/safetensors.h"

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const Safetensors file({reinterpret_cast<const char*>(data), size}, "");
        const TensorType expected{{2, dynamic_size}, ElementType::I4, {}, {}};
        for (const std::string& name : file.names()) {
            file.read(name);
            expect_answer([&] { file.read(name, &expected); });
        }
    });
    return 0;
}
