/* Limits of one core: multiply-adds per second, in vectors of the full width, in narrow ones, and in a chain
 * in which each needs the one before; bytes per second that a copy reads and writes in each cache and in
 * memory. Prints JSON.
 *
 *     gcc -O3 -march=native tests/performance/machine_limits.c -o machine_limits && taskset -c 1
 * ./machine_limits */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif

typedef float vector __attribute__((vector_size(LANES * sizeof(float))));
typedef float narrow_vector __attribute__((vector_size(4 * sizeof(float))));

enum { ACCUMULATORS = 12, ROUNDS = 9 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Defines a function that measures the multiply-adds of vectors per second, in as many independent sums. */
#define DEFINE_RATE(name, type, sum_count)                                         \
    static double name(float factor) {                                             \
        enum { STEPS = 4000000 };                                                  \
        double best = 0;                                                           \
        for (int round = 0; round < ROUNDS; round++) {                             \
            const type zero = {0}, a = zero + factor, b = zero + 0.5f;             \
            type sums[sum_count];                                                  \
            for (int i = 0; i < (sum_count); i++) {                                \
                sums[i] = zero + (float)i;                                         \
            }                                                                      \
            const double begin = seconds();                                        \
            for (int step = 0; step < STEPS; step++) {                             \
                for (int i = 0; i < (sum_count); i++) {                            \
                    sums[i] = sums[i] * a + b;                                     \
                }                                                                  \
            }                                                                      \
            const double rate = (double)STEPS * (sum_count) / (seconds() - begin); \
            float total = 0;                                                       \
            for (int i = 0; i < (sum_count); i++) {                                \
                total += sums[i][0];                                               \
            }                                                                      \
            if (total != 0 && rate > best) {                                       \
                best = rate;                                                       \
            }                                                                      \
        }                                                                          \
        return best;                                                               \
    }

/* Enough sums to hide the latency of multiply-adds. */
DEFINE_RATE(vectors_per_second, vector, ACCUMULATORS)
DEFINE_RATE(narrow_vectors_per_second, narrow_vector, ACCUMULATORS)
DEFINE_RATE(chained_vectors_per_second, vector, 1)

/* Reads one half of `bytes` and writes the other. */
static double bytes_per_second(size_t bytes) {
    const size_t count = bytes / 2 / sizeof(vector), calls = ((size_t)1 << 29) / bytes + 1;
    vector *const from = aligned_alloc(4096, bytes), *const to = from + count;
    memset(from, 1, bytes);
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = seconds();
        for (size_t call = 0; call < calls; call++) {
            for (size_t i = 0; i < count; i++) {
                to[i] = from[i] + 1.0f;
            }
            __asm__ volatile("" : : "r"(to) : "memory");
        }
        const double rate = (double)bytes * (double)calls / (seconds() - begin);
        best = rate > best ? rate : best;
    }
    free(from);
    return best;
}

int main(int argc, char** argv) {
    (void)argv;
    const float factor = 0.25f * (float)argc;
    const double vectors = vectors_per_second(factor);
    printf("{\"flops_per_second\": %.4g, \"vector_bytes\": %d, \"vector_seconds\": %.4g, ",
           2 * LANES * vectors, (int)sizeof(vector), 1 / vectors);
    printf("\"narrow_seconds\": %.4g, \"chain_seconds\": %.4g, \"bytes_per_second\": {",
           1 / narrow_vectors_per_second(factor), 1 / chained_vectors_per_second(factor));
    for (size_t bytes = (size_t)1 << 14; bytes <= (size_t)1 << 28; bytes *= 4) {
        printf("%s\"%zu\": %.4g", bytes > (size_t)1 << 14 ? ", " : "", bytes, bytes_per_second(bytes));
    }
    printf("}}\n");
    return 0;
}
