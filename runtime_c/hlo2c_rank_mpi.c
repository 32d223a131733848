#if !defined(_POSIX_C_SOURCE) || _POSIX_C_SOURCE < 200809L
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include "hlo2c_rank_mpi.h"

#include "hlo2c_mpi_groups.h"
#include "hlo2c_mpi_messages.h"

static int is_reduction(const hlo2c_collective *request)
{
    return request->kind == HLO2C_ALL_REDUCE || request->kind == HLO2C_REDUCE_SCATTER ||
           request->kind == HLO2C_COLLECTIVE_REDUCE;
}

/* The elements of an all reduce that one member reduces for all. */
static hlo2c_piece share_of(const hlo2c_collective *request, const hlo2c_members *members, int position)
{
    const int64_t count = (int64_t)(request->input_bytes / request->element_bytes);
    const int64_t begin = hlo2c_share_begin(count, position, members->count);
    const int64_t end = hlo2c_share_begin(count, position + 1, members->count);
    hlo2c_piece piece = hlo2c_whole((size_t)(end - begin) * request->element_bytes);
    piece.offset = (size_t)begin * request->element_bytes;
    return piece;
}

/* The slice of one member's input that another member reduces. */
static hlo2c_piece contribution(const hlo2c_collective *request, const hlo2c_members *members, int position)
{
    return request->kind == HLO2C_REDUCE_SCATTER ? hlo2c_sent_piece(request, members, position)
                                                 : share_of(request, members, position);
}

/* Starts a reduction. Each member sends every other member the slice that the other reduces, and receives the
 * slices of its own share, one after the other, into the scratch memory. */
static int start_reduction(const hlo2c_mpi_task *work, const hlo2c_collective *request,
                           const hlo2c_members *members)
{
    const hlo2c_piece own = contribution(request, members, members->position);
    const size_t bytes = own.bytes * (size_t)own.rows;
    size_t at = 0;
    if (request->scratch_bytes < bytes * (size_t)(members->count - 1)) {
        return hlo2c_mpi_fail(work, HLO2C_HOOK_FAILED, members->ranks[members->position],
                              " has too little scratch memory");
    }
    for (int member = 0; member < members->count; member++) {
        const int rank = members->ranks[member];
        const hlo2c_piece sent = contribution(request, members, member);
        hlo2c_piece slot = hlo2c_whole(bytes);
        if (member == members->position) {
            continue;
        }
        slot.offset = at;
        at += bytes;
        int status = hlo2c_mpi_post(work, request->scratch, &slot, rank, HLO2C_MPI_PART_DATA, 0);
        if (status == HLO2C_OK) {
            status = hlo2c_mpi_post_send(work, request->input, &sent, rank, HLO2C_MPI_PART_DATA);
        }
        if (status != HLO2C_OK) {
            return status;
        }
    }
    return HLO2C_OK;
}

/* Combines the contributions of all members, in member order, into this member's share of the output. */
static void combine_share(const hlo2c_collective *request, const hlo2c_members *members)
{
    const hlo2c_piece own = contribution(request, members, members->position);
    const size_t bytes = own.bytes * (size_t)own.rows;
    const size_t begin = request->kind == HLO2C_REDUCE_SCATTER ? 0 : own.offset;
    unsigned char *const result = (unsigned char *)request->output + begin;
    const unsigned char *const scratch = (const unsigned char *)request->scratch;
    const hlo2c_piece target = hlo2c_whole(bytes);
    const int64_t elements = (int64_t)(bytes / request->element_bytes);
    size_t at = 0;
    for (int member = 0; member < members->count; member++) {
        if (member != members->position && member == 0) {
            memcpy(result, scratch, bytes);
        } else if (member != members->position) {
            request->combine(result, scratch + at, elements);
        } else if (member == 0) {
            hlo2c_copy_piece(result, &target, request->input, &own);
        } else if (own.rows == 1 || own.stride == own.bytes) {
            request->combine(result, (const unsigned char *)request->input + own.offset, elements);
        } else {
            for (int64_t row = 0; row < own.rows; row++) {
                request->combine(
                    result + (size_t)row * own.bytes,
                    (const unsigned char *)request->input + own.offset + (size_t)row * own.stride,
                    (int64_t)(own.bytes / request->element_bytes));
            }
        }
        at += member != members->position ? bytes : 0;
    }
}

/* The second half of all reduce and collective reduce: sends the reduced shares to the members that need
 * them. */
static int share_results(const hlo2c_mpi_task *work, const hlo2c_collective *request,
                         const hlo2c_members *members)
{
    const hlo2c_piece own = share_of(request, members, members->position);
    for (int member = 0; member < members->count; member++) {
        const hlo2c_piece theirs = share_of(request, members, member);
        const int rank = members->ranks[member];
        int status = HLO2C_OK;
        if (member == members->position) {
            continue;
        }
        if (request->kind == HLO2C_ALL_REDUCE || members->position == members->root) {
            status = hlo2c_mpi_post(work, request->output, &theirs, rank, HLO2C_MPI_PART_RESULT, 0);
        }
        if (status == HLO2C_OK && (request->kind == HLO2C_ALL_REDUCE || member == members->root)) {
            status = hlo2c_mpi_post_send(work, request->output, &own, rank, HLO2C_MPI_PART_RESULT);
        }
        if (status != HLO2C_OK) {
            return status;
        }
    }
    return hlo2c_mpi_wait_for_all(work);
}

static int needs_from(const hlo2c_collective *request, const hlo2c_members *members, int from, int to)
{
    if (request->kind == HLO2C_COLLECTIVE_BROADCAST) {
        return from == members->root;
    }
    if (request->kind == HLO2C_COLLECTIVE_PERMUTE) {
        return members->position == to ? from == members->source : to == members->target;
    }
    return 1;
}

/* Starts the collectives that only move data, straight to its place in the output. */
static int start_movement(const hlo2c_mpi_task *work, const hlo2c_collective *request,
                          const hlo2c_members *members)
{
    const int own = members->position;
    if ((request->kind == HLO2C_COLLECTIVE_PERMUTE && members->source < 0) ||
        (request->kind == HLO2C_ALL_GATHER && request->group_size > members->count)) {
        hlo2c_fill_zero(request);
    }
    for (int member = 0; member < members->count; member++) {
        const hlo2c_piece sent = hlo2c_sent_piece(request, members, member);
        const hlo2c_piece received = hlo2c_received_piece(request, members, member);
        const int rank = members->ranks[member];
        int status = HLO2C_OK;
        if (member == own) {
            if (needs_from(request, members, own, own)) {
                hlo2c_copy_piece(request->output, &received, request->input, &sent);
            }
            continue;
        }
        if (needs_from(request, members, member, own)) {
            status = hlo2c_mpi_post(work, request->output, &received, rank, HLO2C_MPI_PART_DATA, 0);
        }
        if (status == HLO2C_OK && needs_from(request, members, own, member)) {
            status = hlo2c_mpi_post_send(work, request->input, &sent, rank, HLO2C_MPI_PART_DATA);
        }
        if (status != HLO2C_OK) {
            return status;
        }
    }
    return HLO2C_OK;
}

/* For each update, the members first exchange the rows of the output at which its data belongs. */
static int run_ragged(const hlo2c_mpi_task *work, const hlo2c_collective *request,
                      const hlo2c_members *members)
{
    const size_t row = (size_t)request->split.inner * request->element_bytes;
    const int own = members->position;
    int64_t *const told = work->mpi->offsets;
    for (int64_t update = 0; update < request->updates; update++) {
        int status = HLO2C_OK;
        for (int member = 0; member < members->count && status == HLO2C_OK; member++) {
            const int64_t at = member * request->updates + update;
            hlo2c_piece slot = hlo2c_whole(sizeof(int64_t));
            slot.offset = (size_t)member * sizeof(int64_t);
            if (member == own) {
                told[member] = request->output_offsets[at];
                continue;
            }
            status = hlo2c_mpi_post(work, told, &slot, members->ranks[member], HLO2C_MPI_PART_OFFSETS, 0);
            slot.offset = (size_t)at * sizeof(int64_t);
            if (status == HLO2C_OK) {
                status = hlo2c_mpi_post_send(work, request->output_offsets, &slot, members->ranks[member],
                                             HLO2C_MPI_PART_OFFSETS);
            }
        }
        if (status == HLO2C_OK) {
            status = hlo2c_mpi_wait_for_all(work);
        }
        for (int member = 0; member < members->count && status == HLO2C_OK; member++) {
            const int64_t at = member * request->updates + update;
            if (!hlo2c_has_rows(request, request->input_offsets[at], request->send_sizes[at],
                                request->input_bytes) ||
                !hlo2c_has_rows(request, told[member], request->recv_sizes[at], request->output_bytes)) {
                return hlo2c_mpi_fail(work, HLO2C_RANKS_DIFFER, members->ranks[member],
                                      " exchanges rows that are out of bounds");
            }
            hlo2c_piece sent = hlo2c_whole((size_t)request->send_sizes[at] * row);
            hlo2c_piece received = hlo2c_whole((size_t)request->recv_sizes[at] * row);
            sent.offset = (size_t)request->input_offsets[at] * row;
            received.offset = (size_t)told[member] * row;
            if (member == own) {
                hlo2c_copy_piece(request->output, &received, request->input, &sent);
                continue;
            }
            status = hlo2c_mpi_post(work, request->output, &received, members->ranks[member],
                                    HLO2C_MPI_PART_DATA, 0);
            if (status == HLO2C_OK) {
                status = hlo2c_mpi_post_send(work, request->input, &sent, members->ranks[member],
                                             HLO2C_MPI_PART_DATA);
            }
        }
        if (status == HLO2C_OK) {
            status = hlo2c_mpi_wait_for_all(work);
        }
        if (status != HLO2C_OK) {
            return status;
        }
    }
    return HLO2C_OK;
}

static int start_on_group(const hlo2c_mpi_task *work, const hlo2c_collective *request, hlo2c_mpi_group *group)
{
    hlo2c_mpi_pending *const pending = work->pending;
    const hlo2c_mpi_note note = {group - work->mpi->groups, ++group->visits, (int64_t)request->kind,
                                 (int64_t)request->input_bytes};
    uint64_t signature = (uint64_t)request->kind;
    const uint64_t parts[] = {(uint64_t)request->dtype, (uint64_t)request->reduction, request->input_bytes,
                              request->output_bytes, (uint64_t)work->members->root};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        signature = (signature ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15) + (signature >> 29);
    }
    pending->by_group = 1;
    pending->note = note;
    pending->signature[0] = signature;
    pending->signature[1] = ~signature;
    if (MPI_Iallreduce(pending->signature, pending->largest, 2, MPI_UINT64_T, MPI_MAX, group->communicator,
                       &pending->requests[1]) != MPI_SUCCESS ||
        hlo2c_mpi_begin(work->mpi, request, work->members, group->communicator, pending->types,
                        &pending->requests[0]) != MPI_SUCCESS) {
        return hlo2c_mpi_fail(work, HLO2C_HOOK_FAILED, -1, " cannot start the operation");
    }
    return HLO2C_OK;
}

static int refuse_after_failure(hlo2c_mpi *mpi, const hlo2c_context *context, const char *op)
{
    return hlo2c_error(context, mpi->failed, op, "an operation of this rank has failed before");
}

static int start(void *user, hlo2c_collective *request)
{
    hlo2c_mpi *const mpi = (hlo2c_mpi *)user;
    hlo2c_members members;
    request->pending = NULL;
    if (mpi->failed != HLO2C_OK) {
        return refuse_after_failure(mpi, request->context, request->op);
    }
    const int status = hlo2c_begin_collective(request, &members);
    if (status != HLO2C_OK || members.count == 0) {
        return status;
    }
    request->pending = hlo2c_mpi_take_pending(mpi);
    if (request->pending == NULL) {
        return hlo2c_error(request->context, HLO2C_HOOK_FAILED, request->op,
                           "too many operations are in flight");
    }
    const hlo2c_mpi_task work = hlo2c_mpi_collective_task(mpi, request, &members);
    hlo2c_mpi_group *const group = hlo2c_mpi_find_group(mpi, request);
    if (group != NULL && hlo2c_mpi_takes(request)) {
        return start_on_group(&work, request, group);
    }
    if (is_reduction(request)) {
        return start_reduction(&work, request, &members);
    }
    return request->kind == HLO2C_RAGGED_ALL_TO_ALL ? HLO2C_OK : start_movement(&work, request, &members);
}

static int done(void *user, hlo2c_collective *request)
{
    hlo2c_mpi *const mpi = (hlo2c_mpi *)user;
    hlo2c_members members;
    if (request->pending == NULL) {
        return HLO2C_OK;
    }
    hlo2c_find_members(request, &members);
    const hlo2c_mpi_task work = hlo2c_mpi_collective_task(mpi, request, &members);
    if (work.pending->by_group) {
        const int status = hlo2c_mpi_wait_for_group(&work);
        if (status == HLO2C_OK) { /* after a failure MPI may still write to it */
            hlo2c_mpi_free_pending(work.pending);
        }
        return status;
    }
    int status = hlo2c_mpi_wait_for_all(&work);
    if (status == HLO2C_OK && is_reduction(request)) {
        combine_share(request, &members);
        if (request->kind != HLO2C_REDUCE_SCATTER) {
            status = share_results(&work, request, &members);
        }
        if (status == HLO2C_OK && request->kind == HLO2C_COLLECTIVE_REDUCE &&
            members.position != members.root) {
            hlo2c_fill_zero(request);
        }
    } else if (status == HLO2C_OK && request->kind == HLO2C_RAGGED_ALL_TO_ALL) {
        status = run_ragged(&work, request, &members);
    }
    hlo2c_mpi_free_pending(work.pending);
    return status;
}

static int run(void *user, const hlo2c_collective *request)
{
    hlo2c_collective copy = *request;
    const int status = start(user, &copy);
    return status == HLO2C_OK ? done(user, &copy) : status;
}

/* The other end of a transfer; -1 without pairs, unless there is exactly one other rank. */
static int other_end(const hlo2c_mpi *mpi, const hlo2c_transfer *transfer, int is_send)
{
    int ranks = 0;
    const int rank = hlo2c_other_end(transfer, is_send);
    MPI_Comm_size(mpi->communicator, &ranks);
    return rank == -1 && ranks == 2 ? 1 - transfer->context->rank : rank;
}

static int start_transfer(void *user, hlo2c_transfer *transfer, int is_send)
{
    hlo2c_mpi *const mpi = (hlo2c_mpi *)user;
    transfer->pending = NULL;
    if (mpi->failed != HLO2C_OK) {
        return refuse_after_failure(mpi, transfer->context, transfer->op);
    }
    const int rank = other_end(mpi, transfer, is_send);
    if (rank == -2) {
        if (!is_send) {
            memset(transfer->data, 0, transfer->bytes);
        }
        return HLO2C_OK;
    }
    transfer->pending = hlo2c_mpi_take_pending(mpi);
    if (transfer->pending == NULL) {
        return hlo2c_error(transfer->context, HLO2C_HOOK_FAILED, transfer->op,
                           "too many operations are in flight");
    }
    const hlo2c_mpi_task work =
        hlo2c_mpi_transfer_task(mpi, (hlo2c_mpi_pending *)transfer->pending, transfer);
    const hlo2c_piece whole = hlo2c_whole(transfer->bytes);
    if (rank < 0 && is_send) {
        work.pending->unaddressed = transfer;
        work.pending->order = mpi->sends++;
        mpi->unaddressed++;
        return hlo2c_mpi_address_sends(mpi);
    }
    if (rank < 0) {
        hlo2c_mpi_ask_for_send(&work);
    }
    return hlo2c_mpi_post(&work, transfer->data, &whole, rank < 0 ? MPI_ANY_SOURCE : rank,
                          HLO2C_MPI_PART_SEND, is_send);
}

static int send_start(void *user, hlo2c_transfer *transfer)
{
    return start_transfer(user, transfer, 1);
}

static int receive_start(void *user, hlo2c_transfer *transfer)
{
    return start_transfer(user, transfer, 0);
}

static int transfer_done(void *user, hlo2c_transfer *transfer)
{
    if (transfer->pending == NULL) {
        return HLO2C_OK;
    }
    const hlo2c_mpi_task work =
        hlo2c_mpi_transfer_task((hlo2c_mpi *)user, (hlo2c_mpi_pending *)transfer->pending, transfer);
    const int status = hlo2c_mpi_wait_for_all(&work);
    hlo2c_mpi_free_pending(work.pending);
    return status;
}

static int run_send(void *user, const hlo2c_transfer *transfer)
{
    hlo2c_transfer copy = *transfer;
    const int status = start_transfer(user, &copy, 1);
    return status == HLO2C_OK ? transfer_done(user, &copy) : status;
}

static int receive(void *user, const hlo2c_transfer *transfer)
{
    hlo2c_transfer copy = *transfer;
    const int status = start_transfer(user, &copy, 0);
    return status == HLO2C_OK ? transfer_done(user, &copy) : status;
}

int hlo2c_mpi_start(hlo2c_mpi *mpi, MPI_Comm communicator, int replicas, int partitions,
                    double timeout_seconds, hlo2c_hooks *hooks, hlo2c_context *context)
{
    int size = 0, rank = 0;
    memset(mpi, 0, sizeof *mpi);
    if (MPI_Comm_size(communicator, &size) != MPI_SUCCESS || size != replicas * partitions ||
        size > HLO2C_RANKS_MAX || MPI_Comm_dup(communicator, &mpi->communicator) != MPI_SUCCESS) {
        return HLO2C_HOOK_FAILED;
    }
    mpi->started = 1;
    mpi->timeout = timeout_seconds;
    for (int commutes = 0; commutes < 2; commutes++) {
        if (MPI_Op_create(hlo2c_mpi_apply, commutes, &mpi->operations[commutes]) != MPI_SUCCESS) {
            return HLO2C_HOOK_FAILED;
        }
    }
    MPI_Comm_set_errhandler(mpi->communicator, MPI_ERRORS_RETURN);
    MPI_Comm_rank(mpi->communicator, &rank);
    hooks->collective = run;
    hooks->collective_start = start;
    hooks->collective_done = done;
    hooks->collective_user = mpi;
    hooks->send = run_send;
    hooks->send_start = send_start;
    hooks->send_done = transfer_done;
    hooks->receive = receive;
    hooks->receive_start = receive_start;
    hooks->receive_done = transfer_done;
    hooks->transfer_user = mpi;
    context->hooks = hooks;
    context->rank = rank;
    context->replica = rank / partitions;
    context->partition = rank % partitions;
    context->replica_count = replicas;
    context->partition_count = partitions;
    return HLO2C_OK;
}

int hlo2c_mpi_prepare(hlo2c_mpi *mpi, const hlo2c_collective *collectives, int count,
                      const hlo2c_context *context)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < count && mpi->group_count < HLO2C_MPI_GROUPS_MAX; i++) {
        hlo2c_collective request = collectives[i];
        hlo2c_members members;
        request.context = context;
        hlo2c_find_members(&request, &members);
        const int is_pairwise =
            request.kind == HLO2C_COLLECTIVE_PERMUTE || request.kind == HLO2C_RAGGED_ALL_TO_ALL;
        if (is_pairwise || hlo2c_mpi_find_group(mpi, &request) != NULL) {
            continue;
        }
        const int status = hlo2c_mpi_add_group(mpi, &collectives[i], &members);
        if (status != HLO2C_OK) {
            return hlo2c_error(context, status, request.op, "MPI cannot make a communicator for its groups");
        }
    }
    return HLO2C_OK;
}

void hlo2c_mpi_stop(hlo2c_mpi *mpi)
{
    if (mpi->started && mpi->failed == HLO2C_OK) {
        int size = 0;
        hlo2c_mpi_note note;
        MPI_Comm_size(mpi->communicator, &size);
        for (int rank = 0; rank < size; rank++) {
            hlo2c_mpi_read_notes(mpi, rank, &note);
        }
        for (int is_there = 1; is_there;) { /* requests for sends that other ranks have served */
            MPI_Status status;
            int bytes = 0;
            if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, mpi->communicator, &is_there, &status) !=
                    MPI_SUCCESS ||
                !is_there || MPI_Get_count(&status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes > 0) {
                break;
            }
            MPI_Recv(NULL, 0, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, mpi->communicator,
                     MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < mpi->group_count; i++) {
            if (mpi->groups[i].communicator != MPI_COMM_NULL) {
                MPI_Comm_free(&mpi->groups[i].communicator);
            }
        }
        for (int commutes = 0; commutes < 2; commutes++) {
            MPI_Op_free(&mpi->operations[commutes]);
        }
        MPI_Comm_free(&mpi->communicator);
    }
    mpi->started = 0;
}
