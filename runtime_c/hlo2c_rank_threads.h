/* hlo2c_rank_threads.h  Serves the hooks for collectives, sends and receives for several ranks in one
 * process, each in a thread of the caller's.
 *
 *   static hlo2c_rank_team team;
 *   hlo2c_team_start(&team, 1, 4, 30.0);        1 replica, 4 partitions, a deadline of 30 seconds
 *   in the thread of each rank:
 *       hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
 *       hlo2c_context context = HLO2C_INIT(hlo2c_context);
 *       hlo2c_team_join(&team, rank, &hooks, &context);
 *       status = NAME_main(&inputs, &outputs, arena, &context);
 *       hlo2c_team_leave(&team, rank, status);
 *   hlo2c_team_stop(&team);
 *
 * If a rank misses the deadline, has left, or runs another operation, the ranks that wait for it fail with an
 * error that names the operation, the rank and the channel. Reductions combine in group order, so results do
 * not depend on which rank arrives first. A team of one rank is a loopback: it runs a program for many
 * processes as one.
 *
 * The caller owns the team's memory, and these functions allocate nothing. Link with -pthread. */
#ifndef HLO2C_RANK_THREADS_H
#define HLO2C_RANK_THREADS_H

#include <pthread.h>
#include <stdint.h>

#include "hlo2c_ranks.h"

/* Linker symbols carry the version, so that one program may contain several versions. */
#define hlo2c_team_start hlo2c_team_start_v1
#define hlo2c_team_join hlo2c_team_join_v1
#define hlo2c_team_leave hlo2c_team_leave_v1
#define hlo2c_team_stop hlo2c_team_stop_v1

#ifdef __cplusplus
extern "C" {
#endif

#define HLO2C_TEAM_RANKS_MAX 64
/* Maximum number of operations that one rank may have in flight. */
#define HLO2C_TEAM_PENDING_MAX 64

/* A request or transfer that a rank publishes for others to read. */
typedef struct hlo2c_team_entry {
    const hlo2c_collective *request; /* a collective's, or NULL */
    const hlo2c_transfer *transfer;  /* a send's, or NULL */
    uint64_t order;                  /* sequence number among the rank's entries; 0: free */
    uint64_t key;                    /* equal for ranks that meet in one operation */
    uint64_t readers;                /* one bit per rank that has yet to read it */
    int reading;                     /* number of ranks reading it now */
} hlo2c_team_entry;

struct hlo2c_rank_team;

typedef struct hlo2c_team_rank {
    struct hlo2c_rank_team *team;
    int rank;
    int left; /* has returned or given up */
    uint64_t order;
    const char *at; /* the operation that the rank waits in, or NULL */
    hlo2c_team_entry entries[HLO2C_TEAM_PENDING_MAX];
} hlo2c_team_rank;

/* A team. Only the functions below may access its members; it must not move while in use. */
typedef struct hlo2c_rank_team {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t timeout; /* nanoseconds */
    int replicas, partitions;
    int failed; /* status of the first error of any rank */
    int failed_rank;
    hlo2c_team_rank ranks[HLO2C_TEAM_RANKS_MAX];
} hlo2c_rank_team;

/* Prepares a team of replicas x partitions ranks. A rank waits at most `timeout_seconds` for others. Returns
 * HLO2C_NO_THREADS if there are too many ranks or the system refuses. */
int hlo2c_team_start(hlo2c_rank_team *team, int replicas, int partitions, double timeout_seconds);

/* Fills `hooks` with the hooks of one rank, and `context` with these hooks and the rank's place in the
 * grid. */
void hlo2c_team_join(hlo2c_rank_team *team, int rank, hlo2c_hooks *hooks, hlo2c_context *context);

/* Marks the rank as done, or as failed with `status`, so that other ranks stop waiting for it. */
void hlo2c_team_leave(hlo2c_rank_team *team, int rank, int status);

/* Destroys the team. No rank may be inside a call. */
void hlo2c_team_stop(hlo2c_rank_team *team);

#ifdef __cplusplus
}
#endif

#endif
