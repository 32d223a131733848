// Weights files: an emitted library takes exactly the header that its compiler wrote, and only the payload
// with its checksum.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "runtime_c/rt_weights.h"

namespace {

constexpr std::size_t header_bytes = HLO2C_WEIGHTS_HEADER_BYTES;

std::string header_of(std::uint64_t payload, std::uint64_t checksum) {
    std::string header = "hlo2cW01";
    for (const std::uint64_t value : {payload, checksum})
        for (int i = 0; i < 8; i++) header += static_cast<char>(value >> (8 * i) & 0xff);
    header.resize(header_bytes, '\0');
    return header;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::size_t rest = size - std::min(size, header_bytes);
    const std::uint64_t own = XXH64(data + (size - rest), rest, 0);
    if (hlo2c_xxh64(data + (size - rest), rest) != own) std::abort();
    std::uint64_t announced = 0;  // the checksum in the file's header
    if (size >= header_bytes) announced = hlo2c_read_little_endian(data + 16, 8);
    for (const std::uint64_t payload :
         {std::uint64_t{rest}, std::uint64_t{rest} + 1, std::uint64_t{88}, ~std::uint64_t{0}})
        for (const std::uint64_t checksum : {own, announced}) {
            const std::string header = header_of(payload, checksum);
            const bool fits = size >= header_bytes && rest == payload &&
                              std::equal(header.begin(), header.end(), data, [](char a, std::uint8_t b) {
                                  return static_cast<std::uint8_t>(a) == b;
                              });
            if ((hlo2c_weights_match(data, size, payload, checksum) != 0) != fits) std::abort();
            if ((hlo2c_weights_are_intact(data, size, payload, checksum) != 0) != (fits && own == checksum))
                std::abort();
        }
    return 0;
}
