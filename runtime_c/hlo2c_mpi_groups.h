/* hlo2c_mpi_groups.h  Part of hlo2c_rank_mpi.c: communicators for the groups of a library's collectives, and
 * the MPI operations that run on them.
 *
 * Reductions become an MPI_Op. Its function needs the address of the computation but has no argument for it,
 * so the element's datatype carries the address as the stride of an hvector with one row, which ignores its
 * stride. */
#ifndef HLO2C_MPI_GROUPS_H
#define HLO2C_MPI_GROUPS_H

#include "hlo2c_rank_mpi.h"

typedef void (*hlo2c_mpi_combine)(void *accumulator, const void *operand, int64_t elements);

/* Makes a datatype for an element of `bytes` bytes that carries the address of `combine`. */
static inline int hlo2c_mpi_element(size_t bytes, hlo2c_mpi_combine combine, MPI_Datatype *type)
{
    const int status = MPI_Type_create_hvector(1, (int)bytes, (MPI_Aint)(uintptr_t)combine, MPI_BYTE, type);
    return status == MPI_SUCCESS ? MPI_Type_commit(type) : status;
}

/* MPI computes inout = combine(in, inout). The computation overwrites its first operand, which MPI requires
 * unchanged, so it works on copied blocks. */
static inline void hlo2c_mpi_apply(void *in, void *inout, int *length, MPI_Datatype *type)
{
    enum {
        BLOCK = 1024
    };
    _Alignas(64) unsigned char block[BLOCK];
    int integers[3], bytes = 0;
    MPI_Aint addresses[1];
    MPI_Datatype inner[1];
    MPI_Type_get_contents(*type, 2, 1, 1, integers, addresses, inner);
    MPI_Type_size(*type, &bytes);
    const hlo2c_mpi_combine combine = (hlo2c_mpi_combine)(uintptr_t)addresses[0];
    const int elements = BLOCK / bytes;
    for (int at = 0; at < *length; at += elements) {
        const int count = *length - at < elements ? *length - at : elements;
        unsigned char *const to = (unsigned char *)inout + (size_t)at * (size_t)bytes;
        memcpy(block, (const unsigned char *)in + (size_t)at * (size_t)bytes, (size_t)count * (size_t)bytes);
        combine(block, to, count);
        memcpy(to, block, (size_t)count * (size_t)bytes);
    }
}

/* Whether the result is bitwise independent of the operand order. */
static inline int hlo2c_mpi_commutes(const hlo2c_collective *request)
{
    return request->reduction != HLO2C_REDUCE_OTHER && request->dtype <= HLO2C_UI64;
}

static inline int hlo2c_mpi_same_table(const hlo2c_collective *a, const hlo2c_collective *b)
{
    if (a->channel != b->channel || a->grouping != b->grouping || a->group_count != b->group_count ||
        a->group_size != b->group_size) {
        return 0;
    }
    for (int i = 0; i < a->group_count * a->group_size; i++) {
        if (a->groups[i] != b->groups[i]) {
            return 0;
        }
    }
    return 1;
}

/* The prepared group of the request's table; NULL if there is none. */
static inline hlo2c_mpi_group *hlo2c_mpi_find_group(hlo2c_mpi *mpi, const hlo2c_collective *request)
{
    if (request->kind == HLO2C_COLLECTIVE_PERMUTE || request->kind == HLO2C_RAGGED_ALL_TO_ALL) {
        return NULL;
    }
    for (int i = 0; i < mpi->group_count; i++) {
        if (hlo2c_mpi_same_table(mpi->groups[i].table, request)) {
            return &mpi->groups[i];
        }
    }
    return NULL;
}

/* Makes a datatype for one of `count` equal parts of a tensor along a dimension; its extent is that of one
 * row of the part. */
static inline int hlo2c_mpi_part(const hlo2c_dimension *dimension, size_t element_bytes, int count,
                                 MPI_Datatype *type)
{
    const hlo2c_piece piece = hlo2c_part(dimension, element_bytes, 0, count);
    MPI_Datatype rows;
    if (piece.bytes > INT32_MAX || piece.rows > INT32_MAX) {
        return MPI_ERR_COUNT;
    }
    int status =
        MPI_Type_create_hvector((int)piece.rows, (int)piece.bytes, (MPI_Aint)piece.stride, MPI_BYTE, &rows);
    if (status == MPI_SUCCESS) {
        status = MPI_Type_create_resized(rows, 0, (MPI_Aint)piece.bytes, type);
        MPI_Type_free(&rows);
    }
    return status == MPI_SUCCESS ? MPI_Type_commit(type) : status;
}

/* Whether MPI may reassociate a reduction: floats of 8 bits and fewer are too imprecise for that, and an
 * unnamed computation need not be associative. */
static inline int hlo2c_mpi_associates(const hlo2c_collective *request)
{
    return request->reduction != HLO2C_REDUCE_OTHER &&
           (request->dtype < HLO2C_F4E2M1FN || request->dtype >= HLO2C_BF16);
}

/* Whether MPI can run the operation on the group's communicator: MPI counts in int, scatters contiguous
 * blocks, and treats every reduction as associative. */
static inline int hlo2c_mpi_takes(const hlo2c_collective *request)
{
    const int is_reduction = request->combine != NULL;
    if (request->input_bytes > INT32_MAX || request->output_bytes > INT32_MAX ||
        (is_reduction && !hlo2c_mpi_associates(request))) {
        return 0;
    }
    return request->kind != HLO2C_REDUCE_SCATTER || request->split.outer == 1;
}

/* Starts the operation on a communicator; datatypes that must outlive the operation go to `types`. Returns
 * MPI's status. */
static inline int hlo2c_mpi_begin(hlo2c_mpi *mpi, const hlo2c_collective *request,
                                  const hlo2c_members *members, MPI_Comm communicator, MPI_Datatype types[2],
                                  MPI_Request *begun)
{
    const size_t width = request->element_bytes;
    const int elements = (int)(request->input_bytes / width), parts = members->count;
    const int is_root = members->position == members->root;
    const MPI_Op operation = mpi->operations[hlo2c_mpi_commutes(request)];
    int status = MPI_SUCCESS;
    if (request->combine != NULL) {
        status = hlo2c_mpi_element(width, request->combine, &types[0]);
    }
    if (status != MPI_SUCCESS) {
        return status;
    }
    switch (request->kind) {
        case HLO2C_ALL_REDUCE:
            return MPI_Iallreduce(request->input, request->output, elements, types[0], operation,
                                  communicator, begun);
        case HLO2C_COLLECTIVE_REDUCE:
            if (!is_root) {
                hlo2c_fill_zero(request);
            }
            return MPI_Ireduce(request->input, is_root ? request->output : NULL, elements, types[0],
                               operation, members->root, communicator, begun);
        case HLO2C_REDUCE_SCATTER:
            return MPI_Ireduce_scatter_block(request->input, request->output, elements / parts, types[0],
                                             operation, communicator, begun);
        case HLO2C_COLLECTIVE_BROADCAST:
            if (is_root) {
                memcpy(request->output, request->input, request->output_bytes);
            }
            return MPI_Ibcast(request->output, (int)request->output_bytes, MPI_BYTE, members->root,
                              communicator, begun);
        case HLO2C_ALL_GATHER: {
            const int room = request->group_size > parts ? request->group_size : parts;
            if (room > parts) {
                hlo2c_fill_zero(request);
            }
            status = hlo2c_mpi_part(&request->join, width, room, &types[1]);
            return status != MPI_SUCCESS ? status
                                         : MPI_Iallgather(request->input, (int)request->input_bytes, MPI_BYTE,
                                                          request->output, 1, types[1], communicator, begun);
        }
        case HLO2C_ALL_TO_ALL:
            status = hlo2c_mpi_part(&request->split, width, parts, &types[0]);
            if (status == MPI_SUCCESS) {
                status = hlo2c_mpi_part(&request->join, width, parts, &types[1]);
            }
            return status != MPI_SUCCESS ? status
                                         : MPI_Ialltoall(request->input, 1, types[0], request->output, 1,
                                                         types[1], communicator, begun);
        case HLO2C_COLLECTIVE_PERMUTE:
        case HLO2C_RAGGED_ALL_TO_ALL: break;
    }
    return MPI_ERR_OP;
}

/* Makes a communicator of `members` for the table of `request`. All ranks must call it together. */
static inline int hlo2c_mpi_add_group(hlo2c_mpi *mpi, const hlo2c_collective *request,
                                      const hlo2c_members *members)
{
    hlo2c_mpi_group *const group = &mpi->groups[mpi->group_count];
    const int color = members->count > 0 ? members->ranks[0] : MPI_UNDEFINED;
    if (MPI_Comm_split(mpi->communicator, color, members->position, &group->communicator) != MPI_SUCCESS) {
        return HLO2C_HOOK_FAILED;
    }
    if (group->communicator != MPI_COMM_NULL) {
        MPI_Comm_set_errhandler(group->communicator, MPI_ERRORS_RETURN);
    }
    group->table = request;
    group->visits = 0;
    mpi->group_count++;
    return HLO2C_OK;
}

#endif
