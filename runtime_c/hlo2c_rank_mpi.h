/* hlo2c_rank_mpi.h  The ranks of an MPI job: serves the hooks for collectives, sends and receives.
 *
 *   static hlo2c_mpi mpi;
 *   hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
 *   hlo2c_context context = HLO2C_INIT(hlo2c_context);
 *   MPI_Init(NULL, NULL);
 *   if (hlo2c_mpi_start(&mpi, MPI_COMM_WORLD, 1, 4, 30.0, &hooks, &context) == HLO2C_OK) {
 *       status = NAME_main(&inputs, &outputs, arena, &context);
 *   }
 *   hlo2c_mpi_stop(&mpi);
 *   MPI_Finalize();
 *
 * Messages go from member to member, and no call blocks inside MPI. If a rank misses the deadline or runs
 * another operation, the ranks that wait for it fail with an error that names the operation, the rank and the
 * channel. Reductions combine in group order, so results are identical in every run, on every rank, and on
 * other transports. Each member reduces one share for all, so a reduction moves twice its size over the wire,
 * whatever the number of members.
 *
 * After hlo2c_mpi_prepare, collectives use MPI's nonblocking collectives instead, which some networks serve
 * better. Each group and channel gets a communicator, and named reductions become an MPI_Op, which MPI may
 * reassociate and, for integers only, reorder. A second, small operation beside each one checks that all
 * members run the same collective. Permutations, ragged exchanges, sums of floats of 8 bits and fewer, and
 * unnamed computations, which need not be associative, still use messages.
 *
 * A send without pairs goes to the rank that receives on its channel; with more than two ranks, the receiver
 * asks all others for it. Such a channel must have one sender and one receiver.
 *
 * The caller owns the memory of the state, and these functions allocate nothing. Only one thread of each
 * process may call them. After a transport error every further operation fails; end the process or call
 * MPI_Abort then, because MPI_Finalize may wait for ranks that are gone. */
#ifndef HLO2C_RANK_MPI_H
#define HLO2C_RANK_MPI_H

#include <mpi.h>

#include "hlo2c_ranks.h"

/* Linker symbols carry the version, so that one program may contain several versions. */
#define hlo2c_mpi_start hlo2c_mpi_start_v1
#define hlo2c_mpi_prepare hlo2c_mpi_prepare_v1
#define hlo2c_mpi_stop hlo2c_mpi_stop_v1

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of operations that one rank may have in flight. */
#define HLO2C_MPI_PENDING_MAX 64

/* Maximum number of communicators for groups of collectives. */
#define HLO2C_MPI_GROUPS_MAX 64

/* The groups that a collective names, as communicators. */
typedef struct hlo2c_mpi_group {
    const hlo2c_collective *table; /* a collective that names the groups */
    MPI_Comm communicator;         /* MPI_COMM_NULL for a rank in none of the groups */
    int64_t visits;                /* number of operations started */
} hlo2c_mpi_group;

/* Tells other ranks where a rank waits. */
typedef struct hlo2c_mpi_note {
    int64_t group, visit, kind, bytes;
} hlo2c_mpi_note;

/* The messages in flight of one operation. */
typedef struct hlo2c_mpi_pending {
    int used;
    int count;
    const hlo2c_transfer *unaddressed; /* a send that has no receiver yet */
    int64_t order;                     /* among those sends */
    int by_group;                      /* runs on a communicator, described by `note` */
    hlo2c_mpi_note note;
    uint64_t signature[2], largest[2]; /* of the operation and its complement: own; maximum of members */
    MPI_Datatype types[2];
    MPI_Request requests[3 * HLO2C_RANKS_MAX];
    int ranks[3 * HLO2C_RANKS_MAX];     /* other end of each message */
    int64_t bytes[3 * HLO2C_RANKS_MAX]; /* expected size of a received message; -1: a sent one */
} hlo2c_mpi_pending;

typedef struct hlo2c_mpi {
    MPI_Comm communicator;
    int started, failed;
    int unaddressed; /* pending sends that have no receiver yet */
    int64_t sends;   /* number of such sends so far */
    double timeout;
    MPI_Op operations[2]; /* indexed by whether the reduction commutes */
    hlo2c_mpi_group groups[HLO2C_MPI_GROUPS_MAX];
    int group_count;
    hlo2c_mpi_pending pending[HLO2C_MPI_PENDING_MAX];
    int64_t offsets[2 * HLO2C_RANKS_MAX]; /* ragged exchange */
} hlo2c_mpi;

/* Duplicates `communicator`, which must have replicas x partitions ranks, and fills in hooks and context. A
 * rank waits at most `timeout_seconds` for others. All ranks must call it together. */
int hlo2c_mpi_start(hlo2c_mpi *mpi, MPI_Comm communicator, int replicas, int partitions,
                    double timeout_seconds, hlo2c_hooks *hooks, hlo2c_context *context);

/* Makes communicators for the groups of a library's collectives, NAME_collectives, which use MPI's own
 * collectives from then on; groups beyond HLO2C_MPI_GROUPS_MAX keep using messages. All ranks must call it
 * together, for each library that they run. It also makes MPI return errors on MPI_COMM_WORLD, which is where
 * MPI reports those of nonblocking collectives. */
int hlo2c_mpi_prepare(hlo2c_mpi *mpi, const hlo2c_collective *collectives, int count,
                      const hlo2c_context *context);

/* Frees the communicators, unless an operation has failed. All ranks must call it together. */
void hlo2c_mpi_stop(hlo2c_mpi *mpi);

#ifdef __cplusplus
}
#endif

#endif
