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
 * Messages go from member to member, without waiting inside MPI: a rank that does not come in time, or runs
 * what others do not expect, is an error on those that wait for it, which names the operation, the rank and
 * the channel. Reductions combine in the order of the group, so that results are the same in every run, on
 * every rank, and on other transports. Each member reduces its share for all, so that a reduction moves twice
 * its size over the wire, whatever the number of members.
 *
 * With hlo2c_mpi_prepare, collectives are MPI's own nonblocking ones instead, for networks that serve those
 * better: each group and channel gets a communicator, and reductions with a name become an MPI_Op, which puts
 * the brackets as it likes and, for integers alone, the operands too. A second, small operation beside each
 * finds out whether all members run the same one. Permutations, ragged exchanges, sums of floats of 8 bits
 * and less, and computations without a name, which need not be associative, stay messages.
 *
 * A send without pairs goes to whoever receives on its channel; among more than two ranks, those who receive
 * ask all others for it. A channel joins one sender and one receiver then.
 *
 * The state lives in memory that the caller gives and allocates nothing. One thread of each process may call.
 * After an error of the transport every further operation fails, and MPI should be left by MPI_Abort or by
 * ending the process: MPI_Finalize may wait for ranks that are gone. */
#ifndef HLO2C_RANK_MPI_H
#define HLO2C_RANK_MPI_H

#include <mpi.h>

#include "hlo2c_ranks.h"

/* The names that the linker sees carry the version, so that several may be part of one program. */
#define hlo2c_mpi_start hlo2c_mpi_start_v1
#define hlo2c_mpi_prepare hlo2c_mpi_prepare_v1
#define hlo2c_mpi_stop hlo2c_mpi_stop_v1

#ifdef __cplusplus
extern "C" {
#endif

/* Operations of one rank that may be under way at the same time. */
#define HLO2C_MPI_PENDING_MAX 64

/* Communicators for groups of collectives. */
#define HLO2C_MPI_GROUPS_MAX 64

/* The groups that a collective names, as communicators. */
typedef struct hlo2c_mpi_group {
    const hlo2c_collective *table; /* one of those that name them */
    MPI_Comm communicator;         /* MPI_COMM_NULL for a rank in none of the groups */
    int64_t visits;                /* operations that have been started */
} hlo2c_mpi_group;

/* Where a rank waits, for others to know: group, visit, kind, bytes. */
typedef struct hlo2c_mpi_note {
    int64_t group, visit, kind, bytes;
} hlo2c_mpi_note;

/* Messages of one operation that are under way. */
typedef struct hlo2c_mpi_pending {
    int used;
    int count;
    const hlo2c_transfer *unaddressed; /* a send that waits for somebody who receives on its channel */
    int64_t order;                     /* among those sends */
    int by_group;                      /* it is one operation on a communicator, at `note` */
    hlo2c_mpi_note note;
    uint64_t signature[2], largest[2]; /* of the operation and of its negation: own, and of all members */
    MPI_Datatype types[2];
    MPI_Request requests[3 * HLO2C_RANKS_MAX];
    int ranks[3 * HLO2C_RANKS_MAX];     /* other end of each message */
    int64_t bytes[3 * HLO2C_RANKS_MAX]; /* expected of each that comes, -1 for those that go */
} hlo2c_mpi_pending;

typedef struct hlo2c_mpi {
    MPI_Comm communicator;
    int started, failed;
    int unaddressed; /* sends among the pending ones that wait to learn where they go */
    int64_t sends;   /* of that kind so far */
    double timeout;
    MPI_Op operations[2]; /* by whether it commutes */
    hlo2c_mpi_group groups[HLO2C_MPI_GROUPS_MAX];
    int group_count;
    hlo2c_mpi_pending pending[HLO2C_MPI_PENDING_MAX];
    int64_t offsets[2 * HLO2C_RANKS_MAX]; /* ragged exchange */
} hlo2c_mpi;

/* Makes a communicator of its own out of `communicator`, whose size is replicas x partitions, and fills in
 * hooks and context. A rank waits `timeout_seconds` for others at most. All ranks call it together. */
int hlo2c_mpi_start(hlo2c_mpi *mpi, MPI_Comm communicator, int replicas, int partitions,
                    double timeout_seconds, hlo2c_hooks *hooks, hlo2c_context *context);

/* Makes communicators for the groups of a library's collectives, NAME_collectives, which are MPI's own from
 * then on; groups beyond HLO2C_MPI_GROUPS_MAX do without. All ranks call it together, for each library that
 * they run. It also makes MPI return errors on MPI_COMM_WORLD, where those of nonblocking collectives are
 * reported. */
int hlo2c_mpi_prepare(hlo2c_mpi *mpi, const hlo2c_collective *collectives, int count,
                      const hlo2c_context *context);

/* Gives the communicators back, unless an operation has failed. All ranks call it together. */
void hlo2c_mpi_stop(hlo2c_mpi *mpi);

#ifdef __cplusplus
}
#endif

#endif
