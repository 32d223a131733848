/* One rank of three misbehaves: "killed" ends it by a signal, "late" lets it sleep, and with "differs" it
 * requests another operation. The other ranks write the library's status and message to
 * DIRECTORY/rank<r>.<kind>.txt. Sums use messages between the ranks, or with "operations" MPI's own
 * operations:
 *
 *   absent_rank MODE messages|operations DIRECTORY KIND
 *
 * KIND is the number of the operation in the program. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hlo2c_rank_mpi.h"
#include "sum.h"

static void gather_instead(const hlo2c_context *context, const float *values, float *gathered)
{
    hlo2c_collective request = sum_collectives[0];
    request.kind = HLO2C_ALL_GATHER;
    request.reduction = HLO2C_REDUCE_OTHER;
    request.combine = NULL;
    request.input = values;
    request.output = gathered;
    request.input_bytes = sizeof(float);
    request.join = (hlo2c_dimension){1, 3, 1};
    hlo2c_run_collective(context, &request);
}

int main(int count, char **arguments)
{
    static _Alignas(SUM_ARENA_ALIGN) unsigned char arena[SUM_ARENA_BYTES];
    static hlo2c_mpi mpi;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    char message[400] = "", path[4096];
    const float values[3] = {1, 2, 3};
    float sum[3];
    const int32_t kind = count == 5 ? atoi(arguments[4]) : 0;
    const sum_main_inputs inputs = {.kind = &kind, .a = values};
    const sum_main_outputs outputs = {.result0 = sum};
    MPI_Init(&count, &arguments);
    if (count != 5 || hlo2c_mpi_start(&mpi, MPI_COMM_WORLD, 1, 3, 1.5, &hooks, &context) != HLO2C_OK) {
        return 1;
    }
    if (strcmp(arguments[2], "operations") == 0) {
        if (hlo2c_mpi_prepare(&mpi, sum_collectives, SUM_COLLECTIVE_COUNT, &context) != HLO2C_OK) {
            return 1;
        }
    }
    context.message = message;
    context.message_bytes = sizeof message;
    int status = sum_main(&inputs, &outputs, arena, &context); /* all take part */
    if (status != HLO2C_OK || (kind == 0 && sum[2] != 9)) {
        return 1;
    }
    if (context.rank == 1 && strcmp(arguments[1], "killed") == 0) {
        raise(SIGKILL);
    } else if (context.rank == 1) {
        if (strcmp(arguments[1], "differs") == 0) {
            gather_instead(&context, values, sum);
        } else {
            sleep(4);
        }
        _exit(0);
    }
    status = sum_main(&inputs, &outputs, arena, &context);
    snprintf(path, sizeof path, "%s/rank%d.%d.txt", arguments[3], context.rank, (int)kind);
    FILE *const file = fopen(path, "w");
    if (file == NULL) {
        return 1;
    }
    fprintf(file, "%d %s\n", status, message);
    fclose(file);
    _exit(0);
}
