/* rt_weights.h  The weights file of a library: a header of 64 bytes, then the weights, each aligned to 64
 * bytes.
 *
 *   bytes 0..7    "hlo2cW01"
 *   bytes 8..15   bytes that follow the header, little endian
 *   bytes 16..23  XXH64 of them, seed 0, little endian
 *   bytes 24..63  zero */
#ifndef HLO2C_RT_WEIGHTS_H
#define HLO2C_RT_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

enum {
    HLO2C_WEIGHTS_HEADER_BYTES = 64
};

static inline uint64_t hlo2c_read_little_endian(const unsigned char *from, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
        value = value << 8 | from[i];
    }
    return value;
}

static inline uint64_t hlo2c_rotate_left(uint64_t value, int count)
{
    return value << count | value >> (64 - count);
}

/* XXH64 with seed 0, according to its published specification. */
static inline uint64_t hlo2c_xxh64(const unsigned char *data, uint64_t bytes)
{
    const uint64_t prime1 = 0x9E3779B185EBCA87u, prime2 = 0xC2B2AE3D27D4EB4Fu, prime3 = 0x165667B19E3779F9u;
    const uint64_t prime4 = 0x85EBCA77C2B2AE63u, prime5 = 0x27D4EB2F165667C5u;
    uint64_t hash = prime5, left = bytes;
    if (left >= 32) {
        uint64_t lanes[4] = {prime1 + prime2, prime2, 0, 0 - prime1};
        for (; left >= 32; left -= 32) {
            for (int lane = 0; lane < 4; lane++, data += 8) {
                const uint64_t sum = lanes[lane] + hlo2c_read_little_endian(data, 8) * prime2;
                lanes[lane] = hlo2c_rotate_left(sum, 31) * prime1;
            }
        }
        hash = hlo2c_rotate_left(lanes[0], 1) + hlo2c_rotate_left(lanes[1], 7) +
               hlo2c_rotate_left(lanes[2], 12) + hlo2c_rotate_left(lanes[3], 18);
        for (int lane = 0; lane < 4; lane++) {
            hash ^= hlo2c_rotate_left(lanes[lane] * prime2, 31) * prime1;
            hash = hash * prime1 + prime4;
        }
    }
    hash += bytes;
    for (; left >= 8; left -= 8, data += 8) {
        hash ^= hlo2c_rotate_left(hlo2c_read_little_endian(data, 8) * prime2, 31) * prime1;
        hash = hlo2c_rotate_left(hash, 27) * prime1 + prime4;
    }
    if (left >= 4) {
        hash ^= hlo2c_read_little_endian(data, 4) * prime1;
        hash = hlo2c_rotate_left(hash, 23) * prime2 + prime3;
        left -= 4;
        data += 4;
    }
    for (; left > 0; left--, data++) {
        hash ^= *data * prime5;
        hash = hlo2c_rotate_left(hash, 11) * prime1;
    }
    hash ^= hash >> 33;
    hash *= prime2;
    hash ^= hash >> 29;
    hash *= prime3;
    return hash ^ hash >> 32;
}

/* Whether a file of `bytes` bytes has the size and the header of a weights file whose payload has `payload`
 * bytes and this checksum. Does not read the payload. */
static inline int hlo2c_weights_match(const unsigned char *file, size_t bytes, uint64_t payload,
                                      uint64_t checksum)
{
    static const char magic[9] = "hlo2cW01";
    if (bytes < HLO2C_WEIGHTS_HEADER_BYTES || bytes - HLO2C_WEIGHTS_HEADER_BYTES != payload) {
        return 0;
    }
    for (int i = 0; i < 8; i++) {
        if (file[i] != (unsigned char)magic[i]) {
            return 0;
        }
    }
    for (int i = 24; i < HLO2C_WEIGHTS_HEADER_BYTES; i++) {
        if (file[i] != 0) {
            return 0;
        }
    }
    return hlo2c_read_little_endian(file + 8, 8) == payload &&
           hlo2c_read_little_endian(file + 16, 8) == checksum;
}

/* The same, and checks that the payload has this checksum. */
static inline int hlo2c_weights_are_intact(const unsigned char *file, size_t bytes, uint64_t payload,
                                           uint64_t checksum)
{
    return hlo2c_weights_match(file, bytes, payload, checksum) &&
           hlo2c_xxh64(file + HLO2C_WEIGHTS_HEADER_BYTES, payload) == checksum;
}

#endif
