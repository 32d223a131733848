#include "codegen/library/checksum.h"

#include <algorithm>
#include <array>
#include <bit>

namespace hlo2c::codegen {
namespace {

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87u, prime2 = 0xC2B2AE3D27D4EB4Fu,
                        prime3 = 0x165667B19E3779F9u, prime4 = 0x85EBCA77C2B2AE63u,
                        prime5 = 0x27D4EB2F165667C5u;

std::uint64_t little_endian(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
}

std::uint64_t scramble(std::uint64_t word) {
    return std::rotl(word * prime2, 31) * prime1;
}

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> data) {
    std::uint64_t hash = prime5;
    const std::uint64_t total = data.size();
    if (data.size() >= 32) {
        std::array<std::uint64_t, 4> lanes = {prime1 + prime2, prime2, 0, 0 - prime1};
        for (; data.size() >= 32; data = data.subspan(32))
            for (std::size_t i = 0; i < 4; i++)
                lanes[i] = std::rotl(lanes[i] + little_endian(data.subspan(8 * i, 8)) * prime2, 31) * prime1;
        hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
               std::rotl(lanes[3], 18);
        for (std::uint64_t lane : lanes) hash = (hash ^ scramble(lane)) * prime1 + prime4;
    }
    hash += total;
    for (; data.size() >= 8; data = data.subspan(8))
        hash = std::rotl(hash ^ scramble(little_endian(data.first(8))), 27) * prime1 + prime4;
    if (data.size() >= 4) {
        hash = std::rotl(hash ^ (little_endian(data.first(4)) * prime1), 23) * prime2 + prime3;
        data = data.subspan(4);
    }
    for (std::byte byte : data)
        hash = std::rotl(hash ^ (std::to_integer<std::uint64_t>(byte) * prime5), 11) * prime1;
    hash = (hash ^ hash >> 33) * prime2;
    hash = (hash ^ hash >> 29) * prime3;
    return hash ^ hash >> 32;
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
