#define _POSIX_C_SOURCE 200809L

#include "shared_memory.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int shared_open(shared_transport *transport, const char *name, int rank, int rank_count,
                double timeout_seconds)
{
    const int file = shm_open(name, O_RDWR | O_CREAT, 0600);
    if (file < 0) {
        return -1;
    }
    if (ftruncate(file, sizeof(shared_area)) !=
        0) { /* new memory is zero, the initial value of the counters */
        close(file);
        return -1;
    }
    void *const area = mmap(NULL, sizeof(shared_area), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (area == MAP_FAILED) {
        return -1;
    }
    transport->area = area;
    transport->rank = rank;
    transport->rank_count = rank_count;
    transport->turn = 0;
    transport->timeout_seconds = timeout_seconds;
    return 0;
}

void shared_close(shared_transport *transport)
{
    munmap(transport->area, sizeof(shared_area));
}

/* Reports an error that names the operation, the missing rank, and the channel. */
static int missing(const hlo2c_collective *request, int status, int rank, const char *what)
{
    hlo2c_sentence sentence = {.used = 0};
    hlo2c_say(&sentence, "rank ");
    hlo2c_say_number(&sentence, rank);
    hlo2c_say(&sentence, what);
    hlo2c_say(&sentence, ", channel ");
    hlo2c_say_number(&sentence, request->channel);
    return hlo2c_error(request->context, status, request->op, sentence.text);
}

/* Waits until `counter` of another rank has reached `turn`. */
static int wait_for(const atomic_uint *counter, unsigned turn, double deadline)
{
    while (atomic_load_explicit(counter, memory_order_acquire) < turn) {
        if (seconds() > deadline) {
            return 0;
        }
        sched_yield();
    }
    return 1;
}

/* Every rank publishes its input, waits for the inputs of its group, computes its own output from them, and
 * waits until no rank reads its input any more. hlo2c_ranks.h finds the group and computes the operation. All
 * ranks take part in all operations here, in the same order; a transport for programs with different groups
 * would keep one counter per group. */
int shared_collective(void *user, const hlo2c_collective *request)
{
    shared_transport *const transport = user;
    shared_slot *const own = &transport->area->slots[transport->rank];
    const double deadline = seconds() + transport->timeout_seconds;
    const unsigned turn = ++transport->turn;
    hlo2c_members members;
    hlo2c_collective others[SHARED_RANKS_MAX];
    const hlo2c_collective *given[SHARED_RANKS_MAX];

    hlo2c_find_members(request, &members);
    const char *const problem = hlo2c_members_problem(request, &members);
    if (problem != NULL || request->input_bytes > SHARED_BYTES || members.count != transport->rank_count) {
        return hlo2c_error(request->context, HLO2C_HOOK_FAILED, request->op,
                           problem != NULL ? problem : "does not fit this transport");
    }
    memcpy(own->input, request->input, request->input_bytes);
    own->kind = request->kind;
    own->channel = request->channel;
    own->input_bytes = request->input_bytes;
    atomic_store_explicit(&own->arrived, turn, memory_order_release);

    for (int member = 0; member < members.count; member++) {
        const shared_slot *const slot = &transport->area->slots[members.ranks[member]];
        if (!wait_for(&slot->arrived, turn, deadline)) {
            return missing(request, HLO2C_TIMEOUT, members.ranks[member], " did not arrive in time");
        }
        if (slot->kind != (int32_t)request->kind || slot->channel != request->channel ||
            slot->input_bytes != request->input_bytes) {
            return missing(request, HLO2C_RANKS_DIFFER, members.ranks[member], " runs another operation");
        }
        others[member] = *request;
        others[member].input = slot->input;
        given[member] = &others[member];
    }
    hlo2c_finish_collective(request, &members, given);
    atomic_store_explicit(&own->left, turn, memory_order_release);
    for (int member = 0; member < members.count; member++) {
        const shared_slot *const slot = &transport->area->slots[members.ranks[member]];
        if (!wait_for(&slot->left, turn, deadline)) {
            return missing(request, HLO2C_TIMEOUT, members.ranks[member], " did not finish in time");
        }
    }
    return HLO2C_OK;
}
