/* Calls the library of bounded_sizes.py with every size, and with impossible sizes. */
#include <math.h>
#include <stdio.h>

#include "bounded.h"

static _Alignas(BOUNDED_ARENA_ALIGN) unsigned char arena[BOUNDED_ARENA_BYTES];

/* Elements past the sizes are NaN; they must not affect any result. */
static int check(int32_t size, int32_t fewer)
{
    float rows[8], sum[2], tail[8];
    int32_t tail_size = -1;
    const int is_possible = size >= 0 && size <= 4;
    for (int i = 0; i < 8; i++) {
        rows[i] = i < 2 * size ? (float)i : (float)NAN;
    }
    const bounded_main_inputs inputs = {.rows = rows, .fewer = &fewer, .rows_size = &size};
    const bounded_main_outputs outputs = {.sum = sum, .tail = tail, .tail_size = &tail_size};
    const int status = bounded_main(&inputs, &outputs, arena, NULL);
    if (!is_possible) {
        return status == HLO2C_SIZE_OUT_OF_RANGE;
    }
    if (status != HLO2C_OK || tail_size != size - fewer) {
        return 0;
    }
    for (int c = 0; c < 2; c++) {
        float wanted = 0;
        for (int i = 0; i < size; i++) {
            wanted += rows[2 * i + c];
        }
        if (sum[c] != wanted) {
            return 0;
        }
        for (int i = 0; i < 4; i++) {
            const float exact = i < tail_size ? expf(rows[2 * (size - 1 - i) + c]) : 0;
            if (!(fabsf(tail[2 * i + c] - exact) <= 1e-6f * exact)) {
                return 0;
            }
        }
    }
    return 1;
}

int main(void)
{
    for (int32_t size = -1; size <= 6; size++) {
        for (int32_t fewer = 0; fewer == 0 || fewer <= size; fewer++) {
            if (!check(size, fewer)) {
                printf("size %d, fewer %d: not what the program gives\n", (int)size, (int)fewer);
                return 1;
            }
        }
    }
    return 0;
}
