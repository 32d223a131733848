#include "codegen/library/checksum.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hlo2c::codegen {

std::uint64_t xxh64(std::span<const std::byte> data) {
    return XXH64(data.data(), data.size(), 0);
}

std::string weights_payload(const scheduler::Plan& plan) {
    std::size_t size = 0;
    for (const scheduler::Weight& weight : plan.weights)
        size = std::max(size, static_cast<std::size_t>(weight.offset) + weight.bytes.size());
    std::string payload(size, '\0');
    for (const scheduler::Weight& weight : plan.weights)
        std::copy_n(reinterpret_cast<const char*>(weight.bytes.data()), weight.bytes.size(),
                    payload.begin() + weight.offset);
    return payload;
}

std::uint64_t weights_checksum(const scheduler::Plan& plan) {
    const std::string payload = weights_payload(plan);
    return xxh64(std::as_bytes(std::span(payload)));
}

}  // namespace hlo2c::codegen
