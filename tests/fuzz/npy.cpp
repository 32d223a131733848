// Array files, as arrays of any type and as those that a program expects.
#include "frontend/data/npy.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    expect_answer([&] {
        const Literal literal = parse_npy(bytes, "");
        if (literal.type().shape.size() > 32) return;
        const TensorType type = literal.type();
        if (!(parse_npy(npy_bytes(literal), "", &type) == literal)) std::abort();
    });
    for (const ElementType element : {ElementType::F32, ElementType::I4, ElementType::I1}) {
        const TensorType expected{{2, dynamic_size}, element, {}, {}};
        expect_answer([&] { parse_npy(bytes, "", &expected); });
    }
    return 0;
}
