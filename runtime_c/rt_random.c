#include "rt_random.h"

#include <stddef.h>

/* Number of counters that go through the rounds together. */
enum {
    lanes = 16
};

static inline uint32_t rotate(uint32_t value, int amount)
{
    return value << amount | value >> (32 - amount);
}

/* Computes the words of the counters first, first + 1, ... in x and y. */
static void threefry_words(uint64_t key, uint64_t first, uint32_t x[lanes], uint32_t y[lanes])
{
    static const int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    const uint32_t keys[3] = {(uint32_t)key, (uint32_t)(key >> 32),
                              (uint32_t)key ^ (uint32_t)(key >> 32) ^ UINT32_C(0x1BD11BDA)};
    for (int i = 0; i < lanes; i++) {
        const uint64_t counter = first + (uint64_t)i;
        x[i] = (uint32_t)counter + keys[0];
        y[i] = (uint32_t)(counter >> 32) + keys[1];
    }
    for (uint32_t round = 0; round < 5; round++) {
        for (int step = 0; step < 4; step++) {
            const int amount = rotations[round % 2][step];
            for (int i = 0; i < lanes; i++) {
                x[i] += y[i];
                y[i] = rotate(y[i], amount) ^ x[i];
            }
        }
        for (int i = 0; i < lanes; i++) {
            x[i] += keys[(round + 1) % 3];
            y[i] += keys[(round + 2) % 3] + round + 1;
        }
    }
}

/* Computes the four words of the blocks first, first + 1, ... of the 128-bit counter in `words`. */
static void philox_words(uint64_t key, uint64_t low, uint64_t high, uint64_t first, uint32_t words[4][lanes])
{
    for (int i = 0; i < lanes; i++) {
        const uint64_t at = low + first + (uint64_t)i, over = high + (at < low);
        words[0][i] = (uint32_t)at;
        words[1][i] = (uint32_t)(at >> 32);
        words[2][i] = (uint32_t)over;
        words[3][i] = (uint32_t)(over >> 32);
    }
    uint32_t key0 = (uint32_t)key, key1 = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < lanes; i++) {
            const uint64_t a = UINT64_C(0xD2511F53) * words[0][i], b = UINT64_C(0xCD9E8D57) * words[2][i];
            words[0][i] = (uint32_t)(b >> 32) ^ words[1][i] ^ key0;
            words[1][i] = (uint32_t)b;
            words[2][i] = (uint32_t)(a >> 32) ^ words[3][i] ^ key1;
            words[3][i] = (uint32_t)a;
        }
        key0 += UINT32_C(0x9E3779B9);
        key1 += UINT32_C(0xBB67AE85);
    }
}

static inline void store(void *elements, int64_t bits, int64_t position, uint64_t value)
{
    switch (bits) {
        case 64: ((uint64_t *)elements)[position] = value; break;
        case 32: ((uint32_t *)elements)[position] = (uint32_t)value; break;
        case 16: ((uint16_t *)elements)[position] = (uint16_t)value; break;
        default: ((uint8_t *)elements)[position] = (uint8_t)(value & ((1u << bits) - 1)); break;
    }
}

static void threefry_pairs(const uint64_t *state, void *elements, const hlo2c_random *shape)
{
    uint32_t x[lanes], y[lanes];
    for (int64_t first = 0; first < shape->count; first += lanes) {
        threefry_words(state[0], state[1] + (uint64_t)first, x, y);
        for (int64_t i = 0; i < lanes && first + i < shape->count; i++) {
            store(elements, 64, first + i, x[i] | (uint64_t)y[i] << 32);
        }
    }
}

void hlo2c_threefry(const uint64_t *state, uint64_t *next_state, void *elements, const hlo2c_random *shape)
{
    const uint64_t key = state[0], start = state[1];
    const uint64_t third = shape->state_words > 2 ? state[2] : 0;
    uint64_t counters = (uint64_t)shape->count;
    if (shape->bits > 32) {
        threefry_pairs(state, elements, shape);
    } else {
        const int64_t half = (shape->split + 1) / 2, all = shape->outer * half * shape->inner;
        uint32_t x[lanes], y[lanes];
        counters = (uint64_t)all;
        for (int64_t first = 0; first < all; first += lanes) {
            threefry_words(key, start + (uint64_t)first, x, y);
            for (int64_t i = 0; i < lanes && first + i < all; i++) {
                const int64_t column = (first + i) % shape->inner, row = (first + i) / shape->inner;
                const int64_t middle = row % half * 2, base = row / half * shape->split + middle;
                store(elements, shape->bits, base * shape->inner + column, x[i]);
                if (middle + 1 < shape->split) {
                    store(elements, shape->bits, (base + 1) * shape->inner + column, y[i]);
                }
            }
        }
    }
    next_state[0] = key;
    next_state[1] = start + counters;
    if (shape->state_words > 2) {
        next_state[2] = third;
    }
}

void hlo2c_philox(const uint64_t *state, uint64_t *next_state, void *elements, const hlo2c_random *shape)
{
    const uint64_t key = state[0], low = state[1], high = shape->state_words > 2 ? state[2] : state[0];
    const int64_t per_block = shape->bits > 32 ? 2 : 4;
    const int64_t blocks = (shape->count + per_block - 1) / per_block;
    uint32_t words[4][lanes];
    for (int64_t first = 0; first < blocks; first += lanes) {
        philox_words(key, low, high, (uint64_t)first, words);
        for (int64_t i = 0; i < lanes; i++) {
            const int64_t begin = (first + i) * per_block;
            for (int64_t word = 0; word < per_block && begin + word < shape->count; word++) {
                const uint64_t value = per_block == 4
                                           ? words[word][i]
                                           : words[2 * word][i] | (uint64_t)words[2 * word + 1][i] << 32;
                store(elements, shape->bits, begin + word, value);
            }
        }
    }
    const uint64_t next = low + (uint64_t)blocks;
    next_state[0] = key;
    next_state[1] = next;
    if (shape->state_words > 2) {
        next_state[2] = high + (next < low);
    }
}
