/* What a parallel region of the shipped pool costs, and how far a second core helps arithmetic that needs no
 * memory.
 *
 *   gcc -O3 -march=native -Iruntime_c tests/performance/parallel_regions.c runtime_c/hlo2c_threads.c -pthread
 * -o regions taskset -c 0,1 ./regions 2
 *
 * Prints, in microseconds, what the caller of an empty region waits: one region after another, and with
 * serial work of a given length before each. Then, in ratios, how much faster the threads finish a region of
 * multiply-adds than one does: a perfect program scales as far as the longest of these regions. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hlo2c_threads.h"

enum { ACCUMULATORS = 12, LANES = 8, REPEATS = 7 };

typedef struct work {
    long steps; /* of multiply-adds per iteration */
    float* results;
} work;

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static float multiply_add(long steps, int seed) {
    typedef float vector __attribute__((vector_size(sizeof(float) * LANES)));
    vector sums[ACCUMULATORS], factor, term;
    for (int lane = 0; lane < LANES; lane++) {
        factor[lane] = 0.999f;
        term[lane] = 0.001f * (float)lane;
        for (int i = 0; i < ACCUMULATORS; i++) {
            sums[i][lane] = (float)(seed + i);
        }
    }
    for (long step = 0; step < steps; step++) {
        for (int i = 0; i < ACCUMULATORS; i++) {
            sums[i] = sums[i] * factor + term;
        }
    }
    float result = 0;
    for (int i = 0; i < ACCUMULATORS; i++) {
        for (int lane = 0; lane < LANES; lane++) {
            result += sums[i][lane];
        }
    }
    return result;
}

static int nothing(void* closure, int begin, int end) {
    (void)closure, (void)begin, (void)end;
    return HLO2C_OK;
}

static int compute(void* closure, int begin, int end) {
    const work* const given = (const work*)closure;
    for (int i = begin; i < end; i++) {
        given->results[16 * i] = multiply_add(given->steps, i);
    }
    return HLO2C_OK;
}

/* The mean over many empty regions, each after `pause` microseconds of serial work; the best of a few
 * repeats. */
static double empty_region(hlo2c_threads* pool, double pause, int threads) {
    const int regions = pause > 100 ? 300 : 3000;
    double best = 1e30;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double inside = 0;
        for (int region = 0; region < regions; region++) {
            const double begin = microseconds();
            double now = begin;
            while (now - begin < pause) {
                now = microseconds();
            }
            hlo2c_threads_parallel_for(pool, threads, nothing, NULL);
            inside += microseconds() - now;
        }
        best = inside / regions < best ? inside / regions : best;
    }
    return best;
}

/* How much faster the pool runs `threads` iterations of multiply-adds than the caller alone, taking turns. */
static double scaling(hlo2c_threads* pool, hlo2c_threads* alone, long steps, int threads, float* results) {
    work given = {steps, results};
    const int regions = steps > 100000 ? 20 : 1000;
    double serial = 1e30, parallel = 1e30;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const double begin = microseconds();
        for (int region = 0; region < regions; region++) {
            hlo2c_threads_parallel_for(alone, threads, compute, &given);
        }
        const double middle = microseconds();
        for (int region = 0; region < regions; region++) {
            hlo2c_threads_parallel_for(pool, threads, compute, &given);
        }
        const double end = microseconds();
        serial = middle - begin < serial ? middle - begin : serial;
        parallel = end - middle < parallel ? end - middle : parallel;
    }
    return serial / parallel;
}

int main(int count, char** arguments) {
    static hlo2c_threads pool, alone;
    const int threads = count > 1 ? atoi(arguments[1]) : 2;
    float* const results = (float*)calloc((size_t)(threads > 0 ? threads : 1) * 16, sizeof(float));
    if (results == NULL || threads < 1 || hlo2c_threads_start(&pool, threads) != HLO2C_OK ||
        hlo2c_threads_start(&alone, 1) != HLO2C_OK) {
        fprintf(stderr, "regions: cannot start %d threads\n", threads);
        return 1;
    }
    static const double pauses[] = {0, 10, 50, 200, 2000};
    for (size_t i = 0; i < sizeof pauses / sizeof pauses[0]; i++) {
        printf("empty region after %4.0f us: %.2f us\n", pauses[i], empty_region(&pool, pauses[i], threads));
    }
    static const long steps[] = {1000, 10000, 1000000};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        printf("%7ld steps of multiply-adds: %.3f times as fast\n", steps[i],
               scaling(&pool, &alone, steps[i], threads, results));
    }
    hlo2c_threads_stop(&alone);
    hlo2c_threads_stop(&pool);
    free(results);
    return 0;
}
