/* hlo2c_ranks.h  Helpers for every transport between processes: the members of an operation, the source and
 * destination of each piece of a tensor, and the whole operation for transports that can read the inputs of
 * all members.
 *
 * A transport that copies inputs to shared memory needs hlo2c_find_members and hlo2c_finish_collective; one
 * that sends messages needs the pieces. */
#ifndef HLO2C_RANKS_H
#define HLO2C_RANKS_H

#include <string.h>

#include "hlo2c_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of members of a group. */
#define HLO2C_RANKS_MAX 256

/* The members of an operation's group, from the point of view of this process. */
typedef struct hlo2c_members {
    int count;    /* 0: this process is in no group */
    int outside;  /* the table names processes outside the grid */
    int position; /* of this process among the members */
    int root;     /* position of the root; -1: the root is no member */
    int source;   /* permute: position of the process whose input comes here, or -1 */
    int target;   /* permute: position of the process that gets this input, or -1 */
    int ranks[HLO2C_RANKS_MAX];
} hlo2c_members;

static inline int hlo2c_replica_count(const hlo2c_context *context)
{
    return context->replica_count > 0 ? context->replica_count : 1;
}

static inline int hlo2c_partition_count(const hlo2c_context *context)
{
    return context->partition_count > 0 ? context->partition_count : 1;
}

/* Number of ids under a grouping strategy. */
static inline int hlo2c_id_count(const hlo2c_context *context, hlo2c_grouping grouping)
{
    const int replicas = hlo2c_replica_count(context), partitions = hlo2c_partition_count(context);
    return grouping == HLO2C_FLATTENED_IDS     ? replicas * partitions
           : grouping == HLO2C_CROSS_PARTITION ? partitions
                                               : replicas;
}

/* The rank that an id denotes for the process of this context; -1 outside the grid. `partition` applies to
 * HLO2C_CROSS_REPLICA_AND_PARTITION only. */
static inline int hlo2c_rank_of_id(const hlo2c_context *context, hlo2c_grouping grouping, int id,
                                   int partition)
{
    const int partitions = hlo2c_partition_count(context);
    if (id < 0 || id >= hlo2c_id_count(context, grouping)) {
        return -1;
    }
    switch (grouping) {
        case HLO2C_CROSS_REPLICA: return id * partitions + context->partition;
        case HLO2C_CROSS_PARTITION: return context->replica * partitions + id;
        case HLO2C_CROSS_REPLICA_AND_PARTITION: return id * partitions + partition;
        case HLO2C_FLATTENED_IDS: return id;
    }
    return -1;
}

static inline void hlo2c_add_member(hlo2c_members *members, int rank, int own)
{
    if (rank < 0 || members->count == HLO2C_RANKS_MAX) {
        members->outside = 1;
    } else {
        if (rank == own) {
            members->position = members->count;
        }
        members->ranks[members->count++] = rank;
    }
}

/* Reads the members from row `row` of the table, or takes all ids if the table has no rows. */
static inline void hlo2c_read_group(const hlo2c_collective *request, int row, hlo2c_members *members)
{
    const hlo2c_context *const context = request->context;
    const int whole = request->group_count == 0;
    const int size = whole ? hlo2c_id_count(context, request->grouping) : request->group_size;
    const int partitions =
        request->grouping == HLO2C_CROSS_REPLICA_AND_PARTITION ? hlo2c_partition_count(context) : 1;
    members->count = 0;
    members->position = -1;
    for (int partition = 0; partition < partitions; partition++) {
        for (int i = 0; i < size; i++) {
            const int id = whole ? i : (int)request->groups[row * size + i];
            if (id == -1) { /* fills a short row */
                continue;
            }
            hlo2c_add_member(members, hlo2c_rank_of_id(context, request->grouping, id, partition),
                             context->rank);
        }
    }
}

/* Reads the ranks of all pairs, without duplicates, in table order. */
static inline void hlo2c_read_pairs(const hlo2c_collective *request, hlo2c_members *members)
{
    const hlo2c_context *const context = request->context;
    members->count = 0;
    members->position = members->source = members->target = -1;
    for (int pair = 0; pair < request->group_count; pair++) {
        int ranks[2], positions[2];
        for (int end = 0; end < 2; end++) {
            const int id = (int)request->groups[2 * pair + end];
            ranks[end] = hlo2c_rank_of_id(context, request->grouping, id, 0);
            positions[end] = 0;
            while (positions[end] < members->count && members->ranks[positions[end]] != ranks[end]) {
                positions[end]++;
            }
            if (positions[end] == members->count) {
                hlo2c_add_member(members, ranks[end], context->rank);
            }
        }
        if (ranks[0] == context->rank && ranks[1] >= 0) {
            members->target = positions[1];
        }
        if (ranks[1] == context->rank && ranks[0] >= 0) {
            members->source = positions[0];
        }
    }
}

/* Finds the members; `count` is 0 for a process in no group. */
static inline void hlo2c_find_members(const hlo2c_collective *request, hlo2c_members *members)
{
    members->root = request->root != NULL ? (int)*request->root : 0;
    members->outside = 0;
    members->source = members->target = -1;
    if (request->kind == HLO2C_COLLECTIVE_PERMUTE) {
        hlo2c_read_pairs(request, members);
    } else {
        const int rows = request->group_count > 0 ? request->group_count : 1;
        for (int row = 0; row < rows; row++) {
            hlo2c_read_group(request, row, members);
            if (members->position >= 0) {
                break;
            }
        }
    }
    if (members->position < 0) {
        members->count = 0;
    }
    if (members->root < 0 || members->root >= members->count) {
        members->root = -1;
    }
}

/* Whether the tensors have the sizes that a group of this many members needs. */
static inline int hlo2c_sizes_fit(const hlo2c_collective *request, const hlo2c_members *members)
{
    const size_t count = (size_t)members->count;
    if (request->kind == HLO2C_ALL_GATHER) { /* a short group fills only part of the output */
        const size_t ids = (size_t)request->group_size;
        return request->output_bytes == request->input_bytes * (ids > count ? ids : count);
    }
    return request->kind != HLO2C_REDUCE_SCATTER || request->input_bytes == request->output_bytes * count;
}

/* Why no transport can run the operation; NULL if one can. */
static inline const char *hlo2c_members_problem(const hlo2c_collective *request, const hlo2c_members *members)
{
    if (members->outside) {
        return "its groups name processes outside this grid";
    }
    if (members->count > 0 && members->root < 0 &&
        (request->kind == HLO2C_COLLECTIVE_BROADCAST || request->kind == HLO2C_COLLECTIVE_REDUCE)) {
        return "the root is not a member of its group";
    }
    if (members->count > 0 && !hlo2c_sizes_fit(request, members)) {
        return "its result has another size than this number of processes makes";
    }
    return NULL;
}

/* Part of a tensor: `rows` rows of `bytes` bytes, `stride` bytes apart, the first at `offset`. */
typedef struct hlo2c_piece {
    size_t offset, bytes, stride;
    int64_t rows;
} hlo2c_piece;

/* Part `number` of `count` equal parts of a tensor along a dimension. */
static inline hlo2c_piece hlo2c_part(const hlo2c_dimension *dimension, size_t element_bytes, int number,
                                     int count)
{
    hlo2c_piece piece;
    const size_t inner = (size_t)dimension->inner * element_bytes;
    piece.rows = dimension->outer;
    piece.stride = (size_t)dimension->size * inner;
    piece.bytes = (size_t)(dimension->size / count) * inner;
    piece.offset = (size_t)number * piece.bytes;
    return piece;
}

static inline hlo2c_piece hlo2c_whole(size_t bytes)
{
    const hlo2c_piece piece = {0, bytes, bytes, 1};
    return piece;
}

/* The piece of this process's input that goes to the member at `position`: all of it for gathers, broadcasts
 * and permutes. */
static inline hlo2c_piece hlo2c_sent_piece(const hlo2c_collective *request, const hlo2c_members *members,
                                           int position)
{
    if (request->kind == HLO2C_ALL_TO_ALL || request->kind == HLO2C_REDUCE_SCATTER) {
        return hlo2c_part(&request->split, request->element_bytes, position, members->count);
    }
    return hlo2c_whole(request->input_bytes);
}

/* The piece of this process's output that receives the data of the member at `position`. */
static inline hlo2c_piece hlo2c_received_piece(const hlo2c_collective *request, const hlo2c_members *members,
                                               int position)
{
    if (request->kind == HLO2C_ALL_TO_ALL) {
        return hlo2c_part(&request->join, request->element_bytes, position, members->count);
    }
    if (request->kind == HLO2C_ALL_GATHER) { /* a short group fills only part of the output */
        const int count = request->group_size > members->count ? request->group_size : members->count;
        return hlo2c_part(&request->join, request->element_bytes, position, count);
    }
    return hlo2c_whole(request->output_bytes);
}

/* Copies one piece to another; their row lengths may differ. */
static inline void hlo2c_copy_piece(void *to, const hlo2c_piece *to_piece, const void *from,
                                    const hlo2c_piece *from_piece)
{
    size_t to_at = 0, from_at = 0;
    int64_t to_row = 0, from_row = 0;
    while (to_row < to_piece->rows && from_row < from_piece->rows) {
        const size_t to_left = to_piece->bytes - to_at, from_left = from_piece->bytes - from_at;
        const size_t bytes = to_left < from_left ? to_left : from_left;
        memcpy((unsigned char *)to + to_piece->offset + (size_t)to_row * to_piece->stride + to_at,
               (const unsigned char *)from + from_piece->offset + (size_t)from_row * from_piece->stride +
                   from_at,
               bytes);
        to_at += bytes;
        from_at += bytes;
        if (to_at == to_piece->bytes) {
            to_at = 0;
            to_row++;
        }
        if (from_at == from_piece->bytes) {
            from_at = 0;
            from_row++;
        }
    }
}

/* Fills the output with the result of a process in no group. */
static inline void hlo2c_fill_zero(const hlo2c_collective *request)
{
    if (request->zero == 0) {
        memset(request->output, 0, request->output_bytes);
        return;
    }
    for (size_t at = 0; at < request->output_bytes; at++) {
        const size_t byte = at % request->element_bytes;
        ((unsigned char *)request->output)[at] = (unsigned char)(request->zero >> (8 * (byte % 8)));
    }
}

/* Finds the members of an operation that starts, and refuses one that no transport can run. A process that is
 * in no group, where `members->count` is 0, has its result already. */
static inline int hlo2c_begin_collective(const hlo2c_collective *request, hlo2c_members *members)
{
    hlo2c_find_members(request, members);
    const char *const problem = hlo2c_members_problem(request, members);
    if (problem != NULL) {
        return hlo2c_error(request->context, HLO2C_HOOK_FAILED, request->op, problem);
    }
    if (members->count == 0) {
        hlo2c_fill_zero(request);
    }
    return HLO2C_OK;
}

/* First of the `count` elements that member `position` of `members` reduces for all; its share ends where
 * that of position + 1 begins. */
static inline int64_t hlo2c_share_begin(int64_t count, int position, int members)
{
    return count / members * position + (count % members < position ? count % members : position);
}

/* Whether rows [begin, begin + count) lie inside a tensor of `bytes`. */
static inline int hlo2c_has_rows(const hlo2c_collective *request, int64_t begin, int64_t count, size_t bytes)
{
    const size_t row = (size_t)request->split.inner * request->element_bytes;
    const int64_t rows = row > 0 ? (int64_t)(bytes / row) : INT64_MAX;
    return begin >= 0 && count >= 0 && begin <= rows && count <= rows - begin;
}

/* Whether the rows that member `from` sends to this process in a ragged all-to-all lie inside both tensors
 * and match the size that this process expects. */
static inline int hlo2c_ragged_fits(const hlo2c_collective *request, const hlo2c_members *members, int from,
                                    const hlo2c_collective *sender)
{
    for (int64_t update = 0; update < request->updates; update++) {
        const int64_t at = members->position * request->updates + update;
        const int64_t count = sender->send_sizes[at];
        if (!hlo2c_has_rows(request, sender->input_offsets[at], count, sender->input_bytes) ||
            !hlo2c_has_rows(request, sender->output_offsets[at], count, request->output_bytes) ||
            count != request->recv_sizes[from * request->updates + update]) {
            return 0;
        }
    }
    return 1;
}

/* Copies the rows that one member sends to this process in a ragged all-to-all. */
static inline void hlo2c_copy_ragged(const hlo2c_collective *request, int position,
                                     const hlo2c_collective *from)
{
    const size_t row = (size_t)request->split.inner * request->element_bytes;
    for (int64_t update = 0; update < request->updates; update++) {
        const int64_t at = position * request->updates + update;
        memcpy((unsigned char *)request->output + (size_t)from->output_offsets[at] * row,
               (const unsigned char *)from->input + (size_t)from->input_offsets[at] * row,
               (size_t)from->send_sizes[at] * row);
    }
}

/* Whether the requests of two members match in kind, channel, types and size. */
static inline int hlo2c_requests_agree(const hlo2c_collective *a, const hlo2c_collective *b)
{
    return a->kind == b->kind && a->channel == b->channel && a->dtype == b->dtype &&
           a->reduction == b->reduction &&
           (a->input_bytes == b->input_bytes || a->kind == HLO2C_RAGGED_ALL_TO_ALL);
}

/* Computes this process's output from the requests of all members, whose inputs must be readable. Entries of
 * members whose data this process does not need may be NULL. */
static inline void hlo2c_finish_collective(const hlo2c_collective *request, const hlo2c_members *members,
                                           const hlo2c_collective *const *given)
{
    const hlo2c_piece all = hlo2c_whole(request->output_bytes);
    const int own = members->position;
    switch (request->kind) {
        case HLO2C_ALL_GATHER:
            if (request->group_size > members->count) {
                hlo2c_fill_zero(request);
            }
            /* fall through */
        case HLO2C_ALL_TO_ALL:
            for (int member = 0; member < members->count; member++) {
                const hlo2c_piece to = hlo2c_received_piece(request, members, member);
                const hlo2c_piece from = hlo2c_sent_piece(request, members, own);
                hlo2c_copy_piece(request->output, &to, given[member]->input, &from);
            }
            return;
        case HLO2C_COLLECTIVE_BROADCAST:
            hlo2c_copy_piece(request->output, &all, given[members->root]->input, &all);
            return;
        case HLO2C_COLLECTIVE_PERMUTE:
            if (members->source < 0) {
                hlo2c_fill_zero(request);
            } else {
                hlo2c_copy_piece(request->output, &all, given[members->source]->input, &all);
            }
            return;
        case HLO2C_COLLECTIVE_REDUCE:
            if (own != members->root) {
                hlo2c_fill_zero(request);
                return;
            }
            /* fall through */
        case HLO2C_ALL_REDUCE:
            memcpy(request->output, given[0]->input, request->output_bytes);
            for (int member = 1; member < members->count; member++) {
                request->combine(request->output, given[member]->input,
                                 (int64_t)(request->output_bytes / request->element_bytes));
            }
            return;
        case HLO2C_REDUCE_SCATTER:
            for (int member = 0; member < members->count; member++) {
                const hlo2c_piece from = hlo2c_sent_piece(request, members, own);
                hlo2c_copy_piece(member == 0 ? request->output : request->scratch, &all, given[member]->input,
                                 &from);
                if (member > 0) {
                    request->combine(request->output, request->scratch,
                                     (int64_t)(request->output_bytes / request->element_bytes));
                }
            }
            return;
        case HLO2C_RAGGED_ALL_TO_ALL:
            for (int member = 0; member < members->count; member++) {
                hlo2c_copy_ragged(request, own, given[member]);
            }
            return;
    }
}

/* The rank at the other end of a send or receive; -1 for any rank, -2 if no pair names this process. */
static inline int hlo2c_other_end(const hlo2c_transfer *transfer, int is_send)
{
    const hlo2c_context *const context = transfer->context;
    if (transfer->pair_count == 0) {
        return -1;
    }
    for (int pair = 0; pair < transfer->pair_count; pair++) {
        const int source = hlo2c_rank_of_id(context, transfer->grouping, (int)transfer->pairs[2 * pair], 0);
        const int target =
            hlo2c_rank_of_id(context, transfer->grouping, (int)transfer->pairs[2 * pair + 1], 0);
        if ((is_send ? source : target) == context->rank) {
            return is_send ? target : source;
        }
    }
    return -2;
}

/* Buffer in which a message is built piece by piece. */
typedef struct hlo2c_sentence {
    char text[400];
    size_t used;
} hlo2c_sentence;

static inline void hlo2c_say(hlo2c_sentence *sentence, const char *text)
{
    while (*text != 0 && sentence->used + 1 < sizeof sentence->text) {
        sentence->text[sentence->used++] = *text++;
    }
    sentence->text[sentence->used] = 0;
}

static inline void hlo2c_say_number(hlo2c_sentence *sentence, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits - 1;
    uint64_t left = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    hlo2c_say(sentence, digits + at);
}

/* Appends "rank 2 is late (this is rank 0, channel 7)". A negative `rank` is unknown, and `other` replaces
 * it. */
static inline void hlo2c_say_failure(hlo2c_sentence *sentence, const char *other, int rank, const char *why,
                                     int this_rank, int64_t channel)
{
    if (rank >= 0) {
        hlo2c_say(sentence, "rank ");
        hlo2c_say_number(sentence, rank);
    } else {
        hlo2c_say(sentence, other);
    }
    hlo2c_say(sentence, why);
    hlo2c_say(sentence, " (this is rank ");
    hlo2c_say_number(sentence, this_rank);
    hlo2c_say(sentence, ", channel ");
    hlo2c_say_number(sentence, channel);
    hlo2c_say(sentence, ")");
}

#ifdef __cplusplus
}
#endif

#endif
