/* hlo2c_mpi_messages.h  Part of hlo2c_rank_mpi.c: messages between the ranks, waits with a deadline, and the
 * errors for ranks that miss it. */
#ifndef HLO2C_MPI_MESSAGES_H
#define HLO2C_MPI_MESSAGES_H

#include <limits.h>
#include <sched.h>

#include "hlo2c_rank_mpi.h"

/* Message tags keep apart operations on different channels, kinds of operations, and the parts of one
 * operation. MPI has tags up to 32767 at least. */
enum {
    HLO2C_MPI_CHANNELS = 512,
    HLO2C_MPI_KIND_TRANSFER = 8, /* the lower kinds are collectives */
    HLO2C_MPI_KINDS = 9,
    HLO2C_MPI_PART_DATA = 0,
    HLO2C_MPI_PART_RESULT = 1,
    HLO2C_MPI_PART_OFFSETS = 2,
    HLO2C_MPI_PART_SEND = 3,
    HLO2C_MPI_PARTS = 4,
    HLO2C_MPI_PART_WANTED = HLO2C_MPI_PART_RESULT, /* of a transfer: the receiver announces its rank */
    HLO2C_MPI_TAG_NOTE = HLO2C_MPI_CHANNELS * HLO2C_MPI_KINDS * HLO2C_MPI_PARTS
};
_Static_assert((int)HLO2C_MPI_KIND_TRANSFER > (int)HLO2C_RAGGED_ALL_TO_ALL,
               "transfers have a kind that no collective has");
_Static_assert(HLO2C_MPI_TAG_NOTE <= 32767, "every tag is one that MPI has");

static inline int hlo2c_mpi_tag_of(int64_t channel, int kind, int part)
{
    const int place = (int)((uint64_t)channel % HLO2C_MPI_CHANNELS);
    return (place * HLO2C_MPI_KINDS + kind) * HLO2C_MPI_PARTS + part;
}

static inline int hlo2c_mpi_say_failure(hlo2c_mpi *mpi, const hlo2c_context *context, const char *op,
                                        int64_t channel, int status, const char *other, int rank,
                                        const char *why)
{
    hlo2c_sentence sentence;
    sentence.used = 0;
    hlo2c_say_failure(&sentence, other, rank, why, context->rank, channel);
    mpi->failed = status;
    return hlo2c_error(context, status, op, sentence.text);
}

/* One operation, as messages serve it. */
typedef struct hlo2c_mpi_task {
    hlo2c_mpi *mpi;
    hlo2c_mpi_pending *pending;
    const hlo2c_context *context;
    const char *op;
    int64_t channel;
    int kind;
    const hlo2c_members *members; /* NULL: not a collective */
} hlo2c_mpi_task;

static inline hlo2c_mpi_task hlo2c_mpi_collective_task(hlo2c_mpi *mpi, const hlo2c_collective *request,
                                                       const hlo2c_members *members)
{
    const hlo2c_mpi_task made = {mpi,
                                 (hlo2c_mpi_pending *)request->pending,
                                 request->context,
                                 request->op,
                                 request->channel,
                                 (int)request->kind,
                                 members};
    return made;
}

static inline int hlo2c_mpi_fail(const hlo2c_mpi_task *work, int status, int rank, const char *why)
{
    return hlo2c_mpi_say_failure(work->mpi, work->context, work->op, work->channel, status,
                                 work->kind == HLO2C_MPI_KIND_TRANSFER ? "the other end" : "MPI", rank, why);
}

static inline void hlo2c_mpi_free_pending(hlo2c_mpi_pending *pending)
{
    for (int i = 0; i < 2; i++) {
        if (pending->types[i] != MPI_DATATYPE_NULL) {
            MPI_Type_free(&pending->types[i]);
        }
    }
    pending->used = 0;
}

static inline hlo2c_mpi_pending *hlo2c_mpi_take_pending(hlo2c_mpi *mpi)
{
    for (int i = 0; i < HLO2C_MPI_PENDING_MAX; i++) {
        if (!mpi->pending[i].used) {
            mpi->pending[i].used = 1;
            mpi->pending[i].count = 0;
            mpi->pending[i].unaddressed = NULL;
            mpi->pending[i].by_group = 0;
            mpi->pending[i].types[0] = mpi->pending[i].types[1] = MPI_DATATYPE_NULL;
            return &mpi->pending[i];
        }
    }
    return NULL;
}

/* Starts one message that sends `piece` of `data`, or receives into it. */
static inline int hlo2c_mpi_post(const hlo2c_mpi_task *work, void *data, const hlo2c_piece *piece, int rank,
                                 int part, int is_send)
{
    hlo2c_mpi_pending *const pending = work->pending;
    const int at = pending->count;
    const int tag = hlo2c_mpi_tag_of(work->channel, work->kind, part);
    unsigned char *const begin = (unsigned char *)data + piece->offset;
    MPI_Datatype type = MPI_BYTE;
    int count = (int)piece->bytes, is_strided = piece->rows > 1 && piece->stride != piece->bytes;
    if (piece->bytes > INT_MAX || piece->rows > INT_MAX ||
        (!is_strided && piece->bytes * (size_t)piece->rows > INT_MAX)) {
        return hlo2c_mpi_fail(work, HLO2C_HOOK_FAILED, rank, " would get a message of more than 2 GiB");
    }
    int status = MPI_SUCCESS;
    if (is_strided) {
        status = MPI_Type_create_hvector((int)piece->rows, (int)piece->bytes, (MPI_Aint)piece->stride,
                                         MPI_BYTE, &type);
        if (status == MPI_SUCCESS) {
            status = MPI_Type_commit(&type);
        }
        count = 1;
    } else {
        count *= (int)piece->rows;
    }
    if (status == MPI_SUCCESS) {
        status =
            is_send
                ? MPI_Isend(begin, count, type, rank, tag, work->mpi->communicator, &pending->requests[at])
                : MPI_Irecv(begin, count, type, rank, tag, work->mpi->communicator, &pending->requests[at]);
    }
    if (is_strided && type != MPI_BYTE) {
        MPI_Type_free(&type);
    }
    if (status != MPI_SUCCESS) {
        return hlo2c_mpi_fail(work, HLO2C_HOOK_FAILED, rank, " cannot be reached");
    }
    pending->ranks[at] = rank != MPI_ANY_SOURCE ? rank : -1;
    pending->bytes[at] = is_send ? -1 : (int64_t)piece->bytes * piece->rows;
    pending->count++;
    return HLO2C_OK;
}

static inline int hlo2c_mpi_post_send(const hlo2c_mpi_task *work, const void *data, const hlo2c_piece *piece,
                                      int rank, int part)
{
    return hlo2c_mpi_post(work, (void *)(uintptr_t)data, piece, rank, part, 1);
}

static inline hlo2c_mpi_task hlo2c_mpi_transfer_task(hlo2c_mpi *mpi, hlo2c_mpi_pending *pending,
                                                     const hlo2c_transfer *transfer)
{
    const hlo2c_mpi_task work = {
        mpi, pending, transfer->context, transfer->op, transfer->channel, HLO2C_MPI_KIND_TRANSFER, NULL};
    return work;
}

/* Whether an earlier send on the channel still has no receiver. */
static inline int hlo2c_mpi_is_behind(const hlo2c_mpi *mpi, const hlo2c_mpi_pending *pending)
{
    for (int i = 0; i < HLO2C_MPI_PENDING_MAX; i++) {
        const hlo2c_mpi_pending *const other = &mpi->pending[i];
        if (other->used && other->unaddressed != NULL && other->order < pending->order &&
            other->unaddressed->channel == pending->unaddressed->channel) {
            return 1;
        }
    }
    return 0;
}

/* Starts the pending sends for which a receiver has announced itself. */
static inline int hlo2c_mpi_address_sends(hlo2c_mpi *mpi)
{
    for (int i = 0; i < HLO2C_MPI_PENDING_MAX && mpi->unaddressed > 0; i++) {
        const hlo2c_transfer *const transfer = mpi->pending[i].used ? mpi->pending[i].unaddressed : NULL;
        int is_wanted = 0;
        MPI_Status status;
        if (transfer == NULL || hlo2c_mpi_is_behind(mpi, &mpi->pending[i])) {
            continue;
        }
        const int tag = hlo2c_mpi_tag_of(transfer->channel, HLO2C_MPI_KIND_TRANSFER, HLO2C_MPI_PART_WANTED);
        if (MPI_Iprobe(MPI_ANY_SOURCE, tag, mpi->communicator, &is_wanted, &status) != MPI_SUCCESS ||
            !is_wanted) {
            continue;
        }
        MPI_Recv(NULL, 0, MPI_BYTE, status.MPI_SOURCE, tag, mpi->communicator, MPI_STATUS_IGNORE);
        const hlo2c_mpi_task work = hlo2c_mpi_transfer_task(mpi, &mpi->pending[i], transfer);
        const hlo2c_piece whole = hlo2c_whole(transfer->bytes);
        mpi->pending[i].unaddressed = NULL;
        mpi->unaddressed--;
        const int posted =
            hlo2c_mpi_post_send(&work, transfer->data, &whole, status.MPI_SOURCE, HLO2C_MPI_PART_SEND);
        if (posted != HLO2C_OK) {
            return posted;
        }
    }
    return HLO2C_OK;
}

/* Tells all other ranks that this one receives on a channel. Nobody waits for the empty message. */
static inline void hlo2c_mpi_ask_for_send(const hlo2c_mpi_task *work)
{
    int ranks = 0;
    MPI_Comm_size(work->mpi->communicator, &ranks);
    for (int rank = 0; rank < ranks; rank++) {
        MPI_Request request;
        if (rank != work->context->rank &&
            MPI_Isend(NULL, 0, MPI_BYTE, rank,
                      hlo2c_mpi_tag_of(work->channel, HLO2C_MPI_KIND_TRANSFER, HLO2C_MPI_PART_WANTED),
                      work->mpi->communicator, &request) == MPI_SUCCESS) {
            MPI_Request_free(&request);
        }
    }
}

/* Tells the other members where this rank waits. Nobody waits for the small message. */
static inline void hlo2c_mpi_send_notes(const hlo2c_mpi_task *work)
{
    for (int member = 0; member < work->members->count; member++) {
        MPI_Request request;
        if (member != work->members->position &&
            MPI_Isend(&work->pending->note, (int)sizeof(hlo2c_mpi_note), MPI_BYTE,
                      work->members->ranks[member], HLO2C_MPI_TAG_NOTE, work->mpi->communicator,
                      &request) == MPI_SUCCESS) {
            MPI_Request_free(&request);
        }
    }
}

/* Reads all notes that a rank has sent; `note` becomes the latest. */
static inline void hlo2c_mpi_read_notes(const hlo2c_mpi *mpi, int rank, hlo2c_mpi_note *note)
{
    for (;;) {
        int is_there = 0;
        if (MPI_Iprobe(rank, HLO2C_MPI_TAG_NOTE, mpi->communicator, &is_there, MPI_STATUS_IGNORE) !=
                MPI_SUCCESS ||
            !is_there) {
            return;
        }
        MPI_Recv(note, (int)sizeof *note, MPI_BYTE, rank, HLO2C_MPI_TAG_NOTE, mpi->communicator,
                 MPI_STATUS_IGNORE);
    }
}

/* Reports an operation on a communicator that timed out, or in which members run different operations. Finds
 * the rank at fault from the notes of the others, which may take until `deadline` to arrive. */
static inline int hlo2c_mpi_fail_group(const hlo2c_mpi_task *work, double deadline)
{
    const hlo2c_mpi_note own = work->pending->note;
    for (int member = 0; member < work->members->count; member++) {
        const int rank = work->members->ranks[member];
        hlo2c_mpi_note note = {0, 0, 0, 0};
        if (member == work->members->position) {
            continue;
        }
        do {
            hlo2c_mpi_read_notes(work->mpi, rank, &note);
        } while ((note.group != own.group || note.visit != own.visit) && MPI_Wtime() < deadline);
        if (note.group != own.group || note.visit != own.visit) {
            return hlo2c_mpi_fail(work, HLO2C_TIMEOUT, rank, " did not arrive in time");
        }
        if (note.kind != own.kind || note.bytes != own.bytes) {
            return hlo2c_mpi_fail(work, HLO2C_RANKS_DIFFER, rank, " runs another operation");
        }
    }
    return hlo2c_mpi_fail(work, HLO2C_TIMEOUT, -1, " did not end the operation in time");
}

/* Waits for an operation on a communicator, and for the second one that compares what all members run. An MPI
 * error does not name the rank at fault, so the operation is left to time out. */
static inline int hlo2c_mpi_wait_for_group(const hlo2c_mpi_task *work)
{
    hlo2c_mpi_pending *const pending = work->pending;
    const double begun = MPI_Wtime(), timeout = work->mpi->timeout;
    int is_done[2] = {0, 0}, is_broken[2] = {0, 0}, is_told = 0;
    for (unsigned poll = 0; !is_done[0] || !is_done[1]; poll++) {
        for (int i = 0; i < 2; i++) {
            if (!is_done[i] && !is_broken[i] &&
                MPI_Test(&pending->requests[i], &is_done[i], MPI_STATUS_IGNORE) != MPI_SUCCESS) {
                is_broken[i] = 1;
                is_done[i] = 0;
            }
        }
        const double waited = poll > 16 ? MPI_Wtime() - begun : 0;
        const int addressed = hlo2c_mpi_address_sends(work->mpi);
        if (addressed != HLO2C_OK) {
            return addressed;
        }
        const int differs = is_done[1] && (pending->largest[0] != pending->signature[0] ||
                                           pending->largest[1] != pending->signature[1]);
        if (!is_told && (differs || waited > timeout / 8)) {
            hlo2c_mpi_send_notes(work);
            is_told = 1;
        }
        if (differs || waited > timeout) {
            return hlo2c_mpi_fail_group(work, begun + timeout);
        }
        if (poll > 16) {
            sched_yield();
        }
    }
    return HLO2C_OK;
}

/* Releases messages that nobody waits for any more. */
static inline void hlo2c_mpi_give_up(hlo2c_mpi_pending *pending)
{
    for (int i = 0; i < pending->count; i++) {
        if (pending->requests[i] != MPI_REQUEST_NULL) {
            if (pending->bytes[i] >= 0) {
                MPI_Cancel(&pending->requests[i]);
            }
            MPI_Request_free(&pending->requests[i]);
        }
    }
    pending->count = 0;
}

/* Gives up all messages, and reports the rank at the other end of message `i`. */
static inline int hlo2c_mpi_abandon(const hlo2c_mpi_task *work, int code, int i, const char *what)
{
    const int rank = work->pending->ranks[i];
    hlo2c_mpi_give_up(work->pending);
    return hlo2c_mpi_fail(work, code, rank, what);
}

/* Tests message `i`, which is open, and subtracts it from `open` if it is complete. */
static inline int hlo2c_mpi_test_message(const hlo2c_mpi_task *work, int i, int *open)
{
    hlo2c_mpi_pending *const pending = work->pending;
    MPI_Status status;
    int is_done = 0, bytes = 0;
    if (MPI_Test(&pending->requests[i], &is_done, &status) != MPI_SUCCESS) {
        pending->requests[i] = MPI_REQUEST_NULL;
        return hlo2c_mpi_abandon(work, HLO2C_RANKS_DIFFER, i, " runs another operation or has exited");
    }
    if (!is_done) {
        return HLO2C_OK;
    }
    --*open;
    if (pending->bytes[i] < 0) {
        return HLO2C_OK;
    }
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    return bytes == pending->bytes[i]
               ? HLO2C_OK
               : hlo2c_mpi_abandon(work, HLO2C_RANKS_DIFFER, i, " runs another operation");
}

/* The first open message to receive, whose rank owes data; if there is none, the last one to send. */
static inline int hlo2c_mpi_late_message(const hlo2c_mpi_pending *pending)
{
    int late = 0;
    for (int i = pending->count - 1; i >= 0; i--) {
        if (pending->requests[i] != MPI_REQUEST_NULL && (pending->bytes[i] >= 0 || late == 0)) {
            late = i;
        }
    }
    return late;
}

/* Waits for all messages, at most until the deadline. */
static inline int hlo2c_mpi_wait_for_all(const hlo2c_mpi_task *work)
{
    hlo2c_mpi_pending *const pending = work->pending;
    const double deadline = MPI_Wtime() + work->mpi->timeout;
    int open = pending->count;
    for (unsigned poll = 0; open > 0 || pending->unaddressed != NULL; poll++) {
        const int is_unaddressed = pending->unaddressed != NULL;
        const int addressed = hlo2c_mpi_address_sends(work->mpi);
        if (addressed != HLO2C_OK) {
            return addressed;
        }
        open += is_unaddressed && pending->unaddressed == NULL;
        if (pending->unaddressed != NULL && MPI_Wtime() > deadline) {
            const int late = hlo2c_mpi_fail(work, HLO2C_TIMEOUT, -1, " did not receive in time");
            pending->unaddressed = NULL;
            work->mpi->unaddressed--;
            return late;
        }
        for (int i = 0; i < pending->count; i++) {
            if (pending->requests[i] != MPI_REQUEST_NULL) {
                const int status = hlo2c_mpi_test_message(work, i, &open);
                if (status != HLO2C_OK) {
                    return status;
                }
            }
        }
        if (open > 0 && MPI_Wtime() > deadline) {
            return hlo2c_mpi_abandon(work, HLO2C_TIMEOUT, hlo2c_mpi_late_message(pending),
                                     " did not arrive in time");
        }
        if (poll > 16) {
            sched_yield();
        }
    }
    pending->count = 0;
    return HLO2C_OK;
}

#endif
