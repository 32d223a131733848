/* A transport between processes of one machine over POSIX shared memory, which implements the hooks of
 * emitted libraries in about a hundred lines. It is an example for transports of your own. */
#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

#include <stdatomic.h>

#include "hlo2c_ranks.h"

#define SHARED_RANKS_MAX 8
#define SHARED_BYTES 65536 /* the largest input of an operation */

/* State that one rank publishes: the number of its current operation, and its input. */
typedef struct shared_slot {
    atomic_uint arrived; /* operations whose input is in `input` */
    atomic_uint left;    /* operations whose inputs this rank has finished reading */
    int32_t kind;
    int64_t channel;
    uint64_t input_bytes;
    _Alignas(64) unsigned char input[SHARED_BYTES];
} shared_slot;

typedef struct shared_area {
    shared_slot slots[SHARED_RANKS_MAX];
} shared_area;

/* One process's view of the shared memory. */
typedef struct shared_transport {
    shared_area *area;
    int rank, rank_count;
    unsigned turn; /* operations begun */
    double timeout_seconds;
} shared_transport;

/* Maps the area called `name`, which the first process makes; 0, or -1 with errno set. */
int shared_open(shared_transport *transport, const char *name, int rank, int rank_count,
                double timeout_seconds);
void shared_close(shared_transport *transport);

/* The hook: hlo2c_hooks.collective, with the transport as its user pointer. */
int shared_collective(void *transport, const hlo2c_collective *request);

#endif
