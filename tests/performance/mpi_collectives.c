/* How long collectives of BYTES (1 MiB) take over MPI, by messages between the members and by MPI's own
 * operations:
 *
 *   mpicc -O2 -Iruntime_c tests/performance/mpi_collectives.c runtime_c/hlo2c_rank_mpi.c -o mpi_collectives
 *   mpirun -n 4 mpi_collectives [BYTES]
 *
 * Prints the best and the median time of 50 calls in microseconds, as the slowest rank sees them. */
#include <stdio.h>
#include <stdlib.h>

#include "hlo2c_rank_mpi.h"

enum { CALLS = 50, MEMBERS_MAX = 64 };

static void add_floats(void* accumulator, const void* operand, int64_t elements) {
    float* const to = accumulator;
    const float* const from = operand;
    for (int64_t i = 0; i < elements; i++) {
        to[i] += from[i];
    }
}

static void add_integers(void* accumulator, const void* operand, int64_t elements) {
    uint32_t* const to = accumulator;
    const uint32_t* const from = operand;
    for (int64_t i = 0; i < elements; i++) {
        to[i] += from[i];
    }
}

static int by_size(const void* a, const void* b) {
    const double first = *(const double*)a, second = *(const double*)b;
    return (first > second) - (first < second);
}

static void report(const char* name, double* times, int rank) {
    MPI_Allreduce(MPI_IN_PLACE, times, CALLS, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    qsort(times, CALLS, sizeof times[0], by_size);
    if (rank == 0) {
        printf("%-44s best %8.0f  median %8.0f\n", name, 1e6 * times[0], 1e6 * times[CALLS / 2]);
    }
}

static void measure(const char* name, const hlo2c_collective* constants, const hlo2c_context* context) {
    double times[CALLS];
    for (int call = 0; call < CALLS; call++) {
        hlo2c_collective request = *constants;
        MPI_Barrier(MPI_COMM_WORLD);
        const double begun = MPI_Wtime();
        if (hlo2c_run_collective(context, &request) != HLO2C_OK) {
            fprintf(stderr, "%s\n", context->message);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        times[call] = MPI_Wtime() - begun;
    }
    report(name, times, context->rank);
}

int main(int count, char** arguments) {
    static hlo2c_mpi messages, operations;
    hlo2c_hooks by_messages = {0}, by_operations = {0};
    hlo2c_context ordered = {0}, free_context = {0};
    char text[400] = "";
    int ranks = 0;
    const size_t bytes = count > 1 ? (size_t)atol(arguments[1]) : 1u << 20;
    MPI_Init(&count, &arguments);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    float *const input = calloc(1, bytes), *const output = malloc(bytes);
    void* const scratch = malloc(bytes + MEMBERS_MAX * sizeof(float));
    hlo2c_collective request = {.kind = HLO2C_ALL_REDUCE,
                                .op = "all reduce",
                                .grouping = HLO2C_FLATTENED_IDS,
                                .dtype = HLO2C_F32,
                                .reduction = HLO2C_REDUCE_SUM,
                                .element_bytes = sizeof(float),
                                .input_bytes = bytes,
                                .output_bytes = bytes,
                                .combine = add_floats,
                                .input = input,
                                .output = output,
                                .scratch = scratch,
                                .scratch_bytes = bytes + MEMBERS_MAX * sizeof(float)};
    if (hlo2c_mpi_start(&messages, MPI_COMM_WORLD, ranks, 1, 60, &by_messages, &ordered) != HLO2C_OK ||
        hlo2c_mpi_start(&operations, MPI_COMM_WORLD, ranks, 1, 60, &by_operations, &free_context) !=
            HLO2C_OK ||
        hlo2c_mpi_prepare(&operations, &request, 1, &free_context) != HLO2C_OK) {
        return 1;
    }
    ordered.message = free_context.message = text;
    ordered.message_bytes = free_context.message_bytes = sizeof text;
    measure("f32 sum, messages in group order", &request, &ordered);
    measure("f32 sum, MPI_Op that does not commute", &request, &free_context);
    request.dtype = HLO2C_UI32;
    request.combine = add_integers;
    measure("ui32 sum, messages in group order", &request, &ordered);
    measure("ui32 sum, MPI_Op that commutes", &request, &free_context);
    request.combine = NULL;
    request.reduction = HLO2C_REDUCE_OTHER;
    request.kind = HLO2C_ALL_GATHER;
    request.input_bytes = bytes / (size_t)ranks;
    request.join.outer = 1;
    request.join.size = ranks;
    request.join.inner = (int64_t)(request.input_bytes / sizeof(float));
    measure("all gather, messages", &request, &ordered);
    measure("all gather, MPI_Iallgather", &request, &free_context);
    request.kind = HLO2C_ALL_TO_ALL;
    request.input_bytes = bytes;
    request.split = request.join;
    measure("all to all, messages", &request, &ordered);
    measure("all to all, MPI_Ialltoall", &request, &free_context);
    request.kind = HLO2C_COLLECTIVE_BROADCAST;
    measure("broadcast, messages", &request, &ordered);
    measure("broadcast, MPI_Ibcast", &request, &free_context);
    double times[CALLS];
    for (int call = 0; call < CALLS; call++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double begun = MPI_Wtime();
        MPI_Allreduce(input, output, (int)(bytes / sizeof(float)), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        times[call] = MPI_Wtime() - begun;
    }
    report("MPI_Allreduce of MPI_FLOAT, for comparison", times, ordered.rank);
    hlo2c_mpi_stop(&messages);
    hlo2c_mpi_stop(&operations);
    MPI_Finalize();
    free(scratch);
    free(output);
    free(input);
    return 0;
}
