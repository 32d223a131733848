/* hlo2c_rank_threads.h  Several ranks in one process, each in a thread of the caller's: serves the hooks for
 * collectives, sends and receives.
 *
 *   static hlo2c_rank_team team;
 *   hlo2c_team_start(&team, 1, 4, 30.0);        1 replica, 4 partitions, half a minute of patience
 *   in the thread of each rank:
 *       hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
 *       hlo2c_context context = HLO2C_INIT(hlo2c_context);
 *       hlo2c_team_join(&team, rank, &hooks, &context);
 *       status = NAME_main(&inputs, &outputs, arena, &context);
 *       hlo2c_team_leave(&team, rank, status);
 *   hlo2c_team_stop(&team);
 *
 * A rank that does not come to an operation in time, has left, or runs another one, is an error on those that
 * wait for it; the message names the operation, the rank and the channel. Reductions combine in the order of
 * the group, so that results do not depend on which rank is first. A team with one rank is the loopback: it
 * serves programs that are written for many processes and run as one.
 *
 * The team lives in memory that the caller gives and allocates nothing. Link with -pthread. */
#ifndef HLO2C_RANK_THREADS_H
#define HLO2C_RANK_THREADS_H

#include <pthread.h>
#include <stdint.h>

#include "hlo2c_ranks.h"

/* The names that the linker sees carry the version, so that several may be part of one program. */
#define hlo2c_team_start hlo2c_team_start_v1
#define hlo2c_team_join hlo2c_team_join_v1
#define hlo2c_team_leave hlo2c_team_leave_v1
#define hlo2c_team_stop hlo2c_team_stop_v1

#ifdef __cplusplus
extern "C" {
#endif

#define HLO2C_TEAM_RANKS_MAX 64
/* Operations of one rank that may be under way at the same time. */
#define HLO2C_TEAM_PENDING_MAX 64

/* What a rank has put up for others to read. */
typedef struct hlo2c_team_entry {
    const hlo2c_collective *request; /* of a collective */
    const hlo2c_transfer *transfer;  /* of a send */
    uint64_t order;                  /* counts what the rank puts up; 0: the entry is free */
    uint64_t key;                    /* equal for those who meet */
    uint64_t readers;                /* one bit per rank that will read it and has not yet */
    int reading;                     /* ranks that read it now */
} hlo2c_team_entry;

struct hlo2c_rank_team;

typedef struct hlo2c_team_rank {
    struct hlo2c_rank_team *team;
    int rank;
    int left; /* has returned or given up */
    uint64_t order;
    const char *at; /* the operation it waits in, or NULL */
    hlo2c_team_entry entries[HLO2C_TEAM_PENDING_MAX];
} hlo2c_team_rank;

/* A team. Its members belong to the functions below; it must not be moved while it is used. */
typedef struct hlo2c_rank_team {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t timeout; /* nanoseconds */
    int replicas, partitions;
    int failed; /* status of the first error of any rank */
    int failed_rank;
    hlo2c_team_rank ranks[HLO2C_TEAM_RANKS_MAX];
} hlo2c_rank_team;

/* Prepares a team of replicas x partitions ranks. A rank waits `timeout_seconds` for others at most. Returns
 * HLO2C_NO_THREADS for too many ranks or where the system refuses. */
int hlo2c_team_start(hlo2c_rank_team *team, int replicas, int partitions, double timeout_seconds);

/* Puts the hooks of one rank into `hooks`, and these and its place in the grid into `context`. */
void hlo2c_team_join(hlo2c_rank_team *team, int rank, hlo2c_hooks *hooks, hlo2c_context *context);

/* The rank is done, or has failed with `status`: who waits for it need not wait any longer. */
void hlo2c_team_leave(hlo2c_rank_team *team, int rank, int status);

/* Ends the team. No rank may be in a call. */
void hlo2c_team_stop(hlo2c_rank_team *team);

#ifdef __cplusplus
}
#endif

#endif
