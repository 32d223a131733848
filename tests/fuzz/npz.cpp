// Archives of arrays: every member is read.
#include "frontend/data/npz.h"

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/answer.h"

using namespace hlo2c::frontend;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    expect_answer([&] {
        const auto* begin = reinterpret_cast<const std::byte*>(data);
        const Npz archive(std::vector<std::byte>(begin, begin + size), "");
        for (const std::string& name : archive.names()) expect_answer([&] { archive.read(name); });
    });
    return 0;
}
