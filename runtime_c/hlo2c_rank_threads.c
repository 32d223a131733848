#if !defined(_POSIX_C_SOURCE) || _POSIX_C_SOURCE < 200809L
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "hlo2c_rank_threads.h"

#include <time.h>

/* One operation while its rank waits in it. */
typedef struct wait_state {
    hlo2c_rank_team *team;
    hlo2c_team_rank *own;
    const char *op;
    int64_t channel;
    const hlo2c_context *context;
    struct timespec deadline;
} wait_state;

static uint64_t mix(uint64_t key, uint64_t value)
{
    return (key ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (key >> 29);
}

/* The key by which members find each other's requests: a hash of the channel and the ranks. */
static uint64_t key_of(int64_t channel, const hlo2c_members *members)
{
    uint64_t key = mix(UINT64_C(0x243f6a8885a308d3), (uint64_t)channel);
    for (int i = 0; i < members->count; i++) {
        key = mix(key, (uint64_t)members->ranks[i] + 1);
    }
    return key;
}

static void begin_wait(wait_state *state, hlo2c_team_rank *own, const char *op, int64_t channel,
                       const hlo2c_context *context)
{
    hlo2c_rank_team *const team = own->team;
    state->team = team;
    state->own = own;
    state->op = op;
    state->channel = channel;
    state->context = context;
    clock_gettime(CLOCK_MONOTONIC, &state->deadline);
    const int64_t nanoseconds = state->deadline.tv_nsec + team->timeout % 1000000000;
    state->deadline.tv_sec += (time_t)(team->timeout / 1000000000 + nanoseconds / 1000000000);
    state->deadline.tv_nsec = (long)(nanoseconds % 1000000000);
}

/* Records why an operation fails. The caller holds the lock. */
static int fail(wait_state *state, int status, int rank, const char *why)
{
    hlo2c_sentence sentence;
    sentence.used = 0;
    hlo2c_say_failure(&sentence, "the other end", rank, why, state->own->rank, state->channel);
    if (rank >= 0 && rank != state->own->rank && state->team->ranks[rank].at != NULL) {
        hlo2c_say(&sentence, "; it is at ");
        hlo2c_say(&sentence, state->team->ranks[rank].at);
    }
    if (state->team->failed == HLO2C_OK) {
        state->team->failed = status;
        state->team->failed_rank = state->own->rank;
    }
    pthread_cond_broadcast(&state->team->changed);
    return hlo2c_error(state->context, status, state->op, sentence.text);
}

/* Sleeps until the team's state changes. Returns an error if `missing`, the rank waited for, cannot arrive
 * any more. The caller holds the lock. */
static int sleep_for(wait_state *state, int missing)
{
    hlo2c_rank_team *const team = state->team;
    if (team->failed != HLO2C_OK) {
        return fail(state, team->failed, team->failed_rank, " has failed");
    }
    if (missing >= 0 && team->ranks[missing].left) {
        return fail(state, HLO2C_TIMEOUT, missing, " has left");
    }
    state->own->at = state->op;
    const int late = pthread_cond_timedwait(&team->changed, &team->lock, &state->deadline);
    state->own->at = NULL;
    if (late != 0 && team->failed == HLO2C_OK) {
        return fail(state, HLO2C_TIMEOUT, missing, " did not arrive in time");
    }
    return HLO2C_OK;
}

static hlo2c_team_entry *free_entry(hlo2c_team_rank *own)
{
    for (int i = 0; i < HLO2C_TEAM_PENDING_MAX; i++) {
        if (own->entries[i].order == 0) {
            return &own->entries[i];
        }
    }
    return NULL;
}

/* Publishes a request or transfer for `readers`. The caller holds the lock. */
static int put_up(wait_state *state, const hlo2c_collective *request, const hlo2c_transfer *transfer,
                  uint64_t key, uint64_t readers, hlo2c_team_entry **entry)
{
    *entry = free_entry(state->own);
    if (*entry == NULL) {
        return fail(state, HLO2C_HOOK_FAILED, state->own->rank, " has too many operations in flight");
    }
    (*entry)->request = request;
    (*entry)->transfer = transfer;
    (*entry)->key = key;
    (*entry)->readers = readers;
    (*entry)->reading = 0;
    (*entry)->order = ++state->own->order;
    pthread_cond_broadcast(&state->team->changed);
    return HLO2C_OK;
}

/* The first entry of `rank` with this key that `reader` has not read. */
static hlo2c_team_entry *find_entry(hlo2c_rank_team *team, int rank, uint64_t key, int reader)
{
    hlo2c_team_entry *found = NULL;
    for (int i = 0; i < HLO2C_TEAM_PENDING_MAX; i++) {
        hlo2c_team_entry *const entry = &team->ranks[rank].entries[i];
        if (entry->order != 0 && entry->key == key && (entry->readers >> reader & 1) != 0 &&
            (found == NULL || entry->order < found->order)) {
            found = entry;
        }
    }
    return found;
}

/* Waits until all readers are done with the entry, and frees it. On an error it waits only for copies under
 * way. Nobody reads the entry afterwards. */
static int take_down(wait_state *state, hlo2c_team_entry *entry, int status)
{
    while (status == HLO2C_OK && entry->readers != 0) {
        int missing = 0;
        while ((entry->readers >> missing & 1) == 0) {
            missing++;
        }
        status = sleep_for(state, missing);
    }
    while (entry->reading != 0) { /* a copy under way ends by itself */
        pthread_cond_wait(&state->team->changed, &state->team->lock);
    }
    entry->order = 0;
    return status;
}

static int start(void *user, hlo2c_collective *request)
{
    hlo2c_team_rank *const own = (hlo2c_team_rank *)user;
    hlo2c_members members;
    wait_state state;
    request->pending = NULL;
    int status = hlo2c_begin_collective(request, &members);
    if (status != HLO2C_OK || members.count == 0) {
        return status;
    }
    uint64_t readers = 0;
    for (int i = 0; i < members.count; i++) {
        readers |= UINT64_C(1) << members.ranks[i];
    }
    begin_wait(&state, own, request->op, request->channel, request->context);
    pthread_mutex_lock(&own->team->lock);
    hlo2c_team_entry *entry;
    status = put_up(&state, request, NULL, key_of(request->channel, &members), readers, &entry);
    request->pending = entry;
    pthread_mutex_unlock(&own->team->lock);
    return status;
}

/* Waits for the entries of all members. The caller holds the lock. */
static int gather_entries(wait_state *state, const hlo2c_collective *request, const hlo2c_members *members,
                          uint64_t key, hlo2c_team_entry **entries)
{
    for (int member = 0; member < members->count; member++) {
        const int rank = members->ranks[member];
        while ((entries[member] = find_entry(state->team, rank, key, state->own->rank)) == NULL) {
            const int status = sleep_for(state, rank);
            if (status != HLO2C_OK) {
                return status;
            }
        }
        if (entries[member]->request == NULL || !hlo2c_requests_agree(request, entries[member]->request)) {
            state->team->ranks[rank].at =
                entries[member]->request != NULL ? entries[member]->request->op : NULL;
            return fail(state, HLO2C_RANKS_DIFFER, rank, " runs another operation");
        }
        if (request->kind == HLO2C_RAGGED_ALL_TO_ALL &&
            !hlo2c_ragged_fits(request, members, member, entries[member]->request)) {
            return fail(state, HLO2C_RANKS_DIFFER, rank, " sends rows that are out of bounds or unexpected");
        }
    }
    return HLO2C_OK;
}

static int done(void *user, hlo2c_collective *request)
{
    hlo2c_team_rank *const own = (hlo2c_team_rank *)user;
    hlo2c_rank_team *const team = own->team;
    hlo2c_team_entry *const mine = (hlo2c_team_entry *)request->pending;
    hlo2c_team_entry *entries[HLO2C_TEAM_RANKS_MAX];
    const hlo2c_collective *given[HLO2C_TEAM_RANKS_MAX];
    hlo2c_members members;
    wait_state state;
    if (mine == NULL) {
        return HLO2C_OK;
    }
    hlo2c_find_members(request, &members);
    begin_wait(&state, own, request->op, request->channel, request->context);
    pthread_mutex_lock(&team->lock);
    int status = gather_entries(&state, request, &members, mine->key, entries);
    if (status == HLO2C_OK) {
        for (int member = 0; member < members.count; member++) {
            entries[member]->reading++;
            given[member] = entries[member]->request;
        }
        pthread_mutex_unlock(&team->lock);
        hlo2c_finish_collective(request, &members, given);
        pthread_mutex_lock(&team->lock);
        for (int member = 0; member < members.count; member++) {
            entries[member]->reading--;
            entries[member]->readers &= ~(UINT64_C(1) << own->rank);
        }
        pthread_cond_broadcast(&team->changed);
    }
    status = take_down(&state, mine, status);
    pthread_mutex_unlock(&team->lock);
    return status;
}

static int run(void *user, const hlo2c_collective *request)
{
    hlo2c_collective copy = *request;
    const int status = start(user, &copy);
    return status == HLO2C_OK ? done(user, &copy) : status;
}

static uint64_t transfer_key(int64_t channel)
{
    return mix(UINT64_C(0x13198a2e03707344), (uint64_t)channel);
}

static int send_start(void *user, hlo2c_transfer *transfer)
{
    hlo2c_team_rank *const own = (hlo2c_team_rank *)user;
    hlo2c_rank_team *const team = own->team;
    const int target = hlo2c_other_end(transfer, 1);
    wait_state state;
    transfer->pending = NULL;
    if (target == -2) {
        return HLO2C_OK;
    }
    const uint64_t everybody = team->replicas * team->partitions < 64
                                   ? (UINT64_C(1) << team->replicas * team->partitions) - 1
                                   : ~UINT64_C(0);
    begin_wait(&state, own, transfer->op, transfer->channel, transfer->context);
    pthread_mutex_lock(&team->lock);
    hlo2c_team_entry *entry;
    const int status = put_up(&state, NULL, transfer, transfer_key(transfer->channel),
                              target >= 0 ? UINT64_C(1) << target : everybody, &entry);
    transfer->pending = entry;
    pthread_mutex_unlock(&team->lock);
    return status;
}

static int send_done(void *user, hlo2c_transfer *transfer)
{
    hlo2c_team_rank *const own = (hlo2c_team_rank *)user;
    hlo2c_team_entry *const entry = (hlo2c_team_entry *)transfer->pending;
    wait_state state;
    if (entry == NULL) {
        return HLO2C_OK;
    }
    begin_wait(&state, own, transfer->op, transfer->channel, transfer->context);
    pthread_mutex_lock(&own->team->lock);
    int status = HLO2C_OK;
    while (status == HLO2C_OK && entry->readers != 0) {
        /* without pairs any rank may be the receiver */
        status = sleep_for(&state, hlo2c_other_end(transfer, 1));
    }
    status = take_down(&state, entry, status);
    pthread_mutex_unlock(&own->team->lock);
    return status;
}

static int run_send(void *user, const hlo2c_transfer *transfer)
{
    hlo2c_transfer copy = *transfer;
    const int status = send_start(user, &copy);
    return status == HLO2C_OK ? send_done(user, &copy) : status;
}

static hlo2c_team_entry *find_sent(hlo2c_team_rank *own, const hlo2c_transfer *transfer, int source)
{
    hlo2c_rank_team *const team = own->team;
    const uint64_t key = transfer_key(transfer->channel);
    for (int rank = 0; rank < team->replicas * team->partitions; rank++) {
        hlo2c_team_entry *const entry =
            source < 0 || rank == source ? find_entry(team, rank, key, own->rank) : NULL;
        if (entry != NULL) {
            return entry;
        }
    }
    return NULL;
}

static int receive(void *user, const hlo2c_transfer *transfer)
{
    hlo2c_team_rank *const own = (hlo2c_team_rank *)user;
    hlo2c_rank_team *const team = own->team;
    const int source = hlo2c_other_end(transfer, 0);
    wait_state state;
    if (source == -2) {
        memset(transfer->data, 0, transfer->bytes);
        return HLO2C_OK;
    }
    begin_wait(&state, own, transfer->op, transfer->channel, transfer->context);
    pthread_mutex_lock(&team->lock);
    int status = HLO2C_OK;
    hlo2c_team_entry *entry;
    while ((entry = find_sent(own, transfer, source)) == NULL && status == HLO2C_OK) {
        status = sleep_for(&state, source);
    }
    if (status == HLO2C_OK && entry->transfer->bytes != transfer->bytes) {
        status = fail(&state, HLO2C_RANKS_DIFFER, source, " sends a different amount of data");
    }
    if (status == HLO2C_OK) {
        entry->readers = 0;
        entry->reading++;
        const void *const data = entry->transfer->data;
        pthread_mutex_unlock(&team->lock);
        memcpy(transfer->data, data, transfer->bytes);
        pthread_mutex_lock(&team->lock);
        entry->reading--;
        pthread_cond_broadcast(&team->changed);
    }
    pthread_mutex_unlock(&team->lock);
    return status;
}

int hlo2c_team_start(hlo2c_rank_team *team, int replicas, int partitions, double timeout_seconds)
{
    pthread_condattr_t attributes;
    if (replicas < 1 || partitions < 1 || replicas > HLO2C_TEAM_RANKS_MAX / partitions) {
        return HLO2C_NO_THREADS;
    }
    memset(team, 0, sizeof *team);
    team->replicas = replicas;
    team->partitions = partitions;
    team->timeout = (int64_t)(timeout_seconds * 1e9);
    for (int rank = 0; rank < replicas * partitions; rank++) {
        team->ranks[rank].team = team;
        team->ranks[rank].rank = rank;
    }
    if (pthread_condattr_init(&attributes) != 0) {
        return HLO2C_NO_THREADS;
    }
    int failed = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0 ||
                 pthread_cond_init(&team->changed, &attributes) != 0;
    pthread_condattr_destroy(&attributes);
    if (!failed && pthread_mutex_init(&team->lock, NULL) != 0) {
        pthread_cond_destroy(&team->changed);
        failed = 1;
    }
    return failed ? HLO2C_NO_THREADS : HLO2C_OK;
}

void hlo2c_team_join(hlo2c_rank_team *team, int rank, hlo2c_hooks *hooks, hlo2c_context *context)
{
    hooks->collective = run;
    hooks->collective_start = start;
    hooks->collective_done = done;
    hooks->collective_user = &team->ranks[rank];
    hooks->send = run_send;
    hooks->send_start = send_start;
    hooks->send_done = send_done;
    hooks->receive = receive;
    hooks->transfer_user = &team->ranks[rank];
    context->hooks = hooks;
    context->rank = rank;
    context->replica = rank / team->partitions;
    context->partition = rank % team->partitions;
    context->replica_count = team->replicas;
    context->partition_count = team->partitions;
}

void hlo2c_team_leave(hlo2c_rank_team *team, int rank, int status)
{
    pthread_mutex_lock(&team->lock);
    team->ranks[rank].left = 1;
    if (status != HLO2C_OK && team->failed == HLO2C_OK) {
        team->failed = status;
        team->failed_rank = rank;
    }
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

void hlo2c_team_stop(hlo2c_rank_team *team)
{
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->lock);
}
