/* hlo2c_rank_mpi.h  The ranks of an MPI job: serves the hooks for collectives, sends and receives.
 *
 *   static hlo2c_mpi mpi;
 *   hlo2c_hooks hooks = {0};
 *   hlo2c_context context = {0};
 *   MPI_Init(NULL, NULL);
 *   if (hlo2c_mpi_start(&mpi, MPI_COMM_WORLD, 1, 4, 30.0, &hooks, &context) == HLO2C_OK) {
 *       status = NAME_main(&inputs, &outputs, arena, &context);
 *   }
 *   hlo2c_mpi_stop(&mpi);
 *   MPI_Finalize();
 *
 * Messages go from member to member, without waiting inside MPI: a rank that does not come in time, or sends
 * what others do not expect, is an error on those that wait for it, which names the operation, the rank and
 * the channel. Reductions combine in the order of the group, so that results are the same in every run, on
 * every rank, and on other transports. Each member reduces its share for all, so that a reduction moves twice
 * its size over the wire, whatever the number of members.
 *
 * The state lives in memory that the caller gives and allocates nothing. One thread of each process may call.
 * After an error of the transport every further operation fails, and MPI should be left by MPI_Abort or by
 * ending the process: MPI_Finalize may wait for ranks that are gone. */
#ifndef HLO2C_RANK_MPI_H
#define HLO2C_RANK_MPI_H

#include <mpi.h>

#include "hlo2c_ranks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Operations of one rank that may be under way at the same time. */
#define HLO2C_MPI_PENDING_MAX 16

/* Messages of one operation that are under way. */
typedef struct hlo2c_mpi_pending {
    int used;
    int count;
    MPI_Request requests[3 * HLO2C_RANKS_MAX];
    int ranks[3 * HLO2C_RANKS_MAX];     /* other end of each message */
    int64_t bytes[3 * HLO2C_RANKS_MAX]; /* expected of each that comes, -1 for those that go */
} hlo2c_mpi_pending;

typedef struct hlo2c_mpi {
    MPI_Comm communicator;
    int started, failed;
    double timeout;
    hlo2c_mpi_pending pending[HLO2C_MPI_PENDING_MAX];
    int64_t offsets[2 * HLO2C_RANKS_MAX]; /* ragged exchange */
} hlo2c_mpi;

/* Makes a communicator of its own out of `communicator`, whose size is replicas x partitions, and fills in
 * hooks and context. A rank waits `timeout_seconds` for others at most. All ranks call it together. */
int hlo2c_mpi_start(hlo2c_mpi *mpi, MPI_Comm communicator, int replicas, int partitions,
                    double timeout_seconds, hlo2c_hooks *hooks, hlo2c_context *context);

/* Gives the communicator back, unless an operation has failed. All ranks call it together. */
void hlo2c_mpi_stop(hlo2c_mpi *mpi);

#ifdef __cplusplus
}
#endif

#endif
