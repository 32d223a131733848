/* Four ranks run programs/started.hlo, the last of them late: the others compute before they wait for it.
 * Each rank notes the calls of its hooks, s and d for start and done, and k for the end of a kernel:
 *
 *   overlap            ranks are threads of this process
 *   mpirun overlap     ranks are those of an MPI job, with -DBY_MPI; "operations" uses MPI's own */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "started.h"
#ifdef BY_MPI
#include "hlo2c_rank_mpi.h"
#else
#include "hlo2c_rank_threads.h"
#endif

enum {
    RANKS = 4,
    LATE = 3,
    LAG_SECONDS = 2,
    EVENTS = 64
};

typedef struct trace {
    hlo2c_hooks transport;
    char letters[EVENTS + 1];
    double times[EVENTS];
    int count;
} trace;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void note(trace *own, char letter)
{
    if (own->count < EVENTS) {
        own->letters[own->count] = letter;
        own->times[own->count++] = now();
    }
}

static int start(void *user, hlo2c_collective *request)
{
    trace *const own = user;
    note(own, 's');
    return own->transport.collective_start(own->transport.collective_user, request);
}

static int done(void *user, hlo2c_collective *request)
{
    trace *const own = user;
    const int status = own->transport.collective_done(own->transport.collective_user, request);
    note(own, 'd');
    return status;
}

static int run(void *user, const hlo2c_collective *request)
{
    trace *const own = user;
    return own->transport.collective(own->transport.collective_user, request);
}

static uint64_t clock_of(void *user)
{
    note(user, 'k');
    return (uint64_t)(now() * 1e9);
}

/* Calls the library once; returns 0 if the result and the order of calls are as expected. */
static int run_rank(hlo2c_hooks *hooks, hlo2c_context *context)
{
    static hlo2c_profile_entry entries[RANKS][STARTED_KERNEL_COUNT];
    static float values[RANKS][9][256 * 64];
    trace own = {*hooks, {0}, {0}, 0};
    hlo2c_profile profile = {sizeof profile, entries[context->rank], STARTED_KERNEL_COUNT, 0};
    char message[400] = "";
    float(*const v)[256 * 64] = values[context->rank];
    unsigned char *const arena = aligned_alloc(STARTED_ARENA_ALIGN, (STARTED_ARENA_BYTES + 63) / 64 * 64);
    const started_main_inputs inputs = {.a = v[0], .b = v[1]};
    const started_main_outputs outputs = {sizeof outputs, v[2], v[3], v[4], v[5], v[6], v[7], v[8]};
    hooks->collective_start = start;
    hooks->collective_done = done;
    hooks->collective = run;
    hooks->collective_user = &own;
    hooks->clock = clock_of;
    hooks->clock_user = &own;
    context->profile = &profile;
    context->message = message;
    context->message_bytes = sizeof message;
    for (int i = 0; i < 64 * 64; i++) {
        v[0][i] = v[1][i] = 1;
    }
    const double begun = now();
    if (context->rank == LATE) {
        nanosleep(&(struct timespec){LAG_SECONDS, 0}, NULL);
    }
    const int status = started_main(&inputs, &outputs, arena, context);
    free(arena);
    if (status != HLO2C_OK || v[2][0] != RANKS) {
        printf("rank %d: status %d, %s, sum %g\n", context->rank, status, message, (double)v[2][0]);
        return 1;
    }
    /* the clock at the beginning, five starts, the product, five ends */
    if (strncmp(own.letters, "ksssssk", 7) != 0 || strncmp(own.letters + 7, "ddddd", 5) != 0) {
        printf("rank %d: the order of calls is %s\n", context->rank, own.letters);
        return 1;
    }
    const double computed = own.times[6] - begun, waited = own.times[7] - begun;
    printf("rank %d: %s, product after %.3f s, first sum after %.3f s\n", context->rank, own.letters,
           computed, waited);
    return context->rank != LATE && (computed > 0.9 * LAG_SECONDS || waited < 0.9 * LAG_SECONDS);
}

#ifdef BY_MPI
int main(int count, char **arguments)
{
    static hlo2c_mpi mpi;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    MPI_Init(&count, &arguments);
    if (hlo2c_mpi_start(&mpi, MPI_COMM_WORLD, 1, RANKS, 60, &hooks, &context) != HLO2C_OK) {
        return 1;
    }
    if (count > 1 &&
        hlo2c_mpi_prepare(&mpi, started_collectives, STARTED_COLLECTIVE_COUNT, &context) != HLO2C_OK) {
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const int failed = run_rank(&hooks, &context);
    hlo2c_mpi_stop(&mpi);
    MPI_Finalize();
    return failed;
}
#else
static hlo2c_rank_team team;

static void *work(void *argument)
{
    int *const rank = argument;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    hlo2c_team_join(&team, *rank, &hooks, &context);
    const int failed = run_rank(&hooks, &context);
    hlo2c_team_leave(&team, *rank, failed ? HLO2C_HOOK_FAILED : HLO2C_OK);
    *rank = failed;
    return NULL;
}

int main(void)
{
    pthread_t threads[RANKS];
    int ranks[RANKS], failed = 0;
    if (hlo2c_team_start(&team, 1, RANKS, 60) != HLO2C_OK) {
        return 1;
    }
    for (int rank = 0; rank < RANKS; rank++) {
        ranks[rank] = rank;
        failed |= pthread_create(&threads[rank], NULL, work, &ranks[rank]);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        pthread_join(threads[rank], NULL);
        failed |= ranks[rank];
    }
    hlo2c_team_stop(&team);
    return failed;
}
#endif
