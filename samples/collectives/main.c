/* Two processes run one program together and communicate through shared_memory.c.
 *
 *   two_processes             both processes; checks their results against those of a single process
 *   two_processes --absent    the second process is missing: the first one gets an error and does not hang */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "average.h"
#include "shared_memory.h"

enum {
    RANKS = 2,
    SHARE = 8
};

static float measurement(int index)
{
    return (float)((index * 37) % 23) * 0.5f;
}

/* Runs one process; returns 0 if its results are right. */
static int run_rank(const char *area, int rank, double timeout)
{
    static _Alignas(AVERAGE_ARENA_ALIGN) unsigned char arena[AVERAGE_ARENA_BYTES];
    float measured[SHARE], mean, largest, deviations[SHARE];
    float expected_sum = 0, expected_largest = -INFINITY;
    char message[300] = "";
    shared_transport transport;
    if (shared_open(&transport, area, rank, RANKS, timeout) != 0) {
        perror("shared memory");
        return 1;
    }
    for (int i = 0; i < RANKS * SHARE; i++) {
        expected_sum += measurement(i);
        expected_largest = fmaxf(expected_largest, measurement(i));
        if (i / SHARE == rank) {
            measured[i % SHARE] = measurement(i);
        }
    }
    const hlo2c_hooks hooks = {
        .struct_bytes = sizeof hooks, .collective = shared_collective, .collective_user = &transport};
    const hlo2c_context context = {.struct_bytes = sizeof context,
                                   .hooks = &hooks,
                                   .message = message,
                                   .message_bytes = sizeof message,
                                   .rank = rank,
                                   .partition = rank,
                                   .replica_count = 1,
                                   .partition_count = RANKS};
    const average_main_inputs inputs = {.measured = measured};
    const average_main_outputs outputs = {.mean = &mean, .largest = &largest, .deviations = deviations};
    const int status = average_main(&inputs, &outputs, arena, &context);
    shared_close(&transport);
    if (status != HLO2C_OK) {
        printf("rank %d: %s\n", rank, message);
        return status;
    }
    printf("rank %d: mean %g, largest %g, first deviation %g\n", rank, mean, largest, deviations[0]);
    const float expected_mean = expected_sum / (RANKS * SHARE);
    return fabsf(mean - expected_mean) > 1e-5f || largest != expected_largest ||
           fabsf(deviations[0] - (measured[0] - expected_mean)) > 1e-5f;
}

int main(int count, char **arguments)
{
    const int is_absent = count > 1 && strcmp(arguments[1], "--absent") == 0;
    char area[64];
    int failures = 0;
    snprintf(area, sizeof area, "/hlo2c_average_%ld", (long)getpid());
    shm_unlink(area);
    if (is_absent) {
        const int status = run_rank(area, 0, 0.5);
        shm_unlink(area);
        return status == HLO2C_TIMEOUT ? 0 : 1;
    }
    for (int rank = 0; rank < RANKS; rank++) {
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            const int failed = run_rank(area, rank, 20.0);
            fflush(stdout);
            _exit(failed != 0);
        }
        failures += child < 0;
    }
    for (int status; wait(&status) > 0;) {
        failures += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    shm_unlink(area);
    return failures != 0;
}
