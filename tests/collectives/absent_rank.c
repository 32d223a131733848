/* One rank of three does not take part: "killed" ends it by a signal, "late" lets it sleep. The others write
 * what the library told them to DIRECTORY/rank<r>.txt: the status, and the message. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hlo2c_rank_mpi.h"
#include "sum.h"

int main(int count, char **arguments)
{
    static _Alignas(SUM_ARENA_ALIGN) unsigned char arena[SUM_ARENA_BYTES];
    static hlo2c_mpi mpi;
    hlo2c_hooks hooks = {0};
    hlo2c_context context = {0};
    char message[400] = "", path[4096];
    const float values[3] = {1, 2, 3};
    float sum[3];
    const sum_main_inputs inputs = {.a = values};
    const sum_main_outputs outputs = {.result0 = sum};
    MPI_Init(&count, &arguments);
    if (count != 3 || hlo2c_mpi_start(&mpi, MPI_COMM_WORLD, 1, 3, 2.0, &hooks, &context) != HLO2C_OK) {
        return 1;
    }
    context.message = message;
    context.message_bytes = sizeof message;
    int status = sum_main(&inputs, &outputs, arena, &context); /* all take part */
    if (status != HLO2C_OK || sum[2] != 9) {
        return 1;
    }
    if (context.rank == 1 && strcmp(arguments[1], "killed") == 0) {
        raise(SIGKILL);
    } else if (context.rank == 1) {
        sleep(8);
        _exit(0);
    }
    status = sum_main(&inputs, &outputs, arena, &context);
    snprintf(path, sizeof path, "%s/rank%d.txt", arguments[2], context.rank);
    FILE *const file = fopen(path, "w");
    if (file == NULL) {
        return 1;
    }
    fprintf(file, "%d %s\n", status, message);
    fclose(file);
    _exit(0);
}
