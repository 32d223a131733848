// Files of jax.export.
#include <cstddef>
#include <cstdint>

#include "frontend/forms/jax_export/reader.h"
#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const std::string_view bytes(reinterpret_cast<const char*>(data), size);
        if (is_jax_export(bytes)) read_jax_export_program(bytes, "");
    });
    return 0;
}
