/* rt_random.h  Random bits from counters: Threefry2x32 with 20 rounds and Philox4x32 with 10 (Salmon et al.,
 * SC 2011). Each element is computed from the state and its own position. */
#ifndef HLO2C_RT_RANDOM_H
#define HLO2C_RT_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hlo2c_random {
    int64_t count;       /* elements */
    int64_t bits;        /* of one element; fewer than 8 are the low ones of a byte */
    int64_t state_words; /* 2 or 3 */
    /* Threefry with elements of up to 32 bits: the result is outer x split x inner, and the two words of a
     * counter lie side by side along the middle. */
    int64_t outer, split, inner;
} hlo2c_random;

/* Writes the elements and the state that follows. */
void hlo2c_threefry(const uint64_t *state, uint64_t *next_state, void *elements, const hlo2c_random *shape);
void hlo2c_philox(const uint64_t *state, uint64_t *next_state, void *elements, const hlo2c_random *shape);

#ifdef __cplusplus
}
#endif

#endif
