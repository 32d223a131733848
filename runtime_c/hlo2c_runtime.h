/* hlo2c_runtime.h  What every library written by hlo2c shares with its caller: status codes, element types,
 * the tables that describe functions, the hooks, and the context that carries them into a call.
 *
 * Everything that a library needs from outside is a hook, and every hook has a default, so a NULL context is
 * fine for a program without collectives and with its weights in C. A library never allocates, never writes
 * to anything but the arena, the results and the message buffer, and keeps no state: calls with different
 * arenas may run at the same time, with one context or with several (give each its own `message` and
 * `profile` then).
 *
 * Needs no header of the C library but stddef.h and stdint.h; works in C11 and in C++. */
#ifndef HLO2C_RUNTIME_H
#define HLO2C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#define HLO2C_RUNTIME_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* What an entry point returns. Hooks return HLO2C_OK or any other code, which the entry point hands on. */
typedef enum hlo2c_status {
    HLO2C_OK = 0,
    HLO2C_NULL_ARGUMENT = 1,    /* an input, an output or the arena is missing */
    HLO2C_MISALIGNED = 2,       /* the arena or a tensor does not have the alignment the header asks for */
    HLO2C_UNKNOWN_FUNCTION = 3, /* NAME_call: the library has no such function */
    HLO2C_WEIGHTS_MISSING = 4,  /* the context carries no weights */
    HLO2C_WEIGHTS_MISMATCH = 5, /* the weights are not those of this library, or are damaged */
    HLO2C_HOOK_MISSING = 6,     /* the program needs a hook that the context does not give */
    HLO2C_HOOK_FAILED = 7,      /* a hook reports an error of its own */
    HLO2C_TIMEOUT = 8,          /* another rank did not answer in time */
    HLO2C_NO_THREADS = 9,       /* the thread pool could not be started */
    HLO2C_STATUS_COUNT = 10
} hlo2c_status;

/* Element types, one value each in memory: sub-byte types take one byte, complex is a (re, im) pair, i1 is
 * one byte that holds 0 or 1. Types that C lacks (f16, bf16, f8, ...) are their bits. */
typedef enum hlo2c_dtype {
    HLO2C_I1 = 0,
    HLO2C_I2 = 1,
    HLO2C_I4 = 2,
    HLO2C_I8 = 3,
    HLO2C_I16 = 4,
    HLO2C_I32 = 5,
    HLO2C_I64 = 6,
    HLO2C_UI2 = 7,
    HLO2C_UI4 = 8,
    HLO2C_UI8 = 9,
    HLO2C_UI16 = 10,
    HLO2C_UI32 = 11,
    HLO2C_UI64 = 12,
    HLO2C_F4E2M1FN = 13,
    HLO2C_F6E2M3FN = 14,
    HLO2C_F6E3M2FN = 15,
    HLO2C_F8E3M4 = 16,
    HLO2C_F8E4M3 = 17,
    HLO2C_F8E4M3FN = 18,
    HLO2C_F8E4M3FNUZ = 19,
    HLO2C_F8E4M3B11FNUZ = 20,
    HLO2C_F8E5M2 = 21,
    HLO2C_F8E5M2FNUZ = 22,
    HLO2C_F8E8M0FNU = 23,
    HLO2C_BF16 = 24,
    HLO2C_F16 = 25,
    HLO2C_TF32 = 26,
    HLO2C_F32 = 27,
    HLO2C_F64 = 28,
    HLO2C_C64 = 29,
    HLO2C_C128 = 30
} hlo2c_dtype;

/* One input or output: row-major, `bytes` long. */
typedef struct hlo2c_tensor {
    const char *name;
    hlo2c_dtype dtype;
    int rank;
    const int64_t *shape; /* `rank` sizes; not NULL */
    size_t bytes;
    size_t alignment; /* bytes; that of one element */
    int position;     /* number of the argument or result in the program; bound arguments are left out */
    int donated_to;   /* input: the result that is written over it, or -1 */
} hlo2c_tensor;

/* One entry point, as NAME_call takes it. Tables of functions end with an entry whose name is NULL. */
typedef struct hlo2c_function {
    const char *name;
    size_t arena_bytes, arena_alignment;
    int input_count, output_count;
    const hlo2c_tensor *inputs, *outputs;
} hlo2c_function;

/* The operations between processes of the StableHLO specification. */
typedef enum hlo2c_collective_kind {
    HLO2C_ALL_GATHER = 0,
    HLO2C_ALL_REDUCE = 1,
    HLO2C_ALL_TO_ALL = 2,
    HLO2C_COLLECTIVE_BROADCAST = 3,
    HLO2C_COLLECTIVE_PERMUTE = 4,
    HLO2C_REDUCE_SCATTER = 5
} hlo2c_collective_kind;

/* How the ids in `groups` name processes: the four strategies of the specification's process grid. */
typedef enum hlo2c_grouping {
    HLO2C_CROSS_REPLICA = 0,
    HLO2C_CROSS_PARTITION = 1,
    HLO2C_CROSS_REPLICA_AND_PARTITION = 2,
    HLO2C_FLATTENED_IDS = 3
} hlo2c_grouping;

/* One operation between processes. The data is seen as [outer, size, inner] around the dimension the
 * operation splits or joins; `size` is this process's share of the input. */
typedef struct hlo2c_collective {
    hlo2c_collective_kind kind;
    const char *op;  /* "%12 all_reduce, model.py:41", for messages */
    int64_t channel; /* 0: none */
    hlo2c_grouping grouping;
    const int32_t
        *groups; /* group_count rows of group_size ids, -1 fills short rows; permute: (source, target) */
    int group_count, group_size;
    hlo2c_dtype dtype;
    int64_t outer, size, inner;
    int64_t split, split_size; /* all_to_all: the other dimension, as position and share */
    const void *input;
    void *output;
    size_t input_bytes, output_bytes;
    void (*combine)(void *accumulator, const void *operand,
                    int64_t elements); /* reductions: element by element */
} hlo2c_collective;

/* Data that enters or leaves a running program: infeed, outfeed, send, receive. */
typedef struct hlo2c_transfer {
    const char *op;
    const char *config; /* infeed_config, outfeed_config; never NULL */
    int64_t channel;
    hlo2c_dtype dtype;
    void *data; /* read by outfeed and send, written by infeed and receive */
    size_t bytes;
} hlo2c_transfer;

/* A call of a function that only the caller knows. */
typedef struct hlo2c_custom_call {
    const char *op;
    const char *target; /* call_target_name */
    const char *config; /* backend_config as text; never NULL */
    const void *const *inputs;
    void *const *outputs;
    const hlo2c_tensor *input_types, *output_types;
    int input_count, output_count;
} hlo2c_custom_call;

typedef int (*hlo2c_body)(void *closure, int begin, int end);

/* Everything outside. A NULL member means its default: loops run in the calling thread, there is no clock and
 * no log, and an operation that cannot do without its hook returns HLO2C_HOOK_MISSING with a message naming
 * the op. Each hook is called with the user pointer beside it. */
typedef struct hlo2c_hooks {
    /* Calls `body` on disjoint ranges [begin, end) that together are [0, extent), in any threads and order,
     * and returns once all have returned: HLO2C_OK, or what a body returned that was not. */
    int (*parallel_for)(void *user, int extent, int (*body)(void *closure, int begin, int end),
                        void *closure);
    void *parallel_for_user;

    int (*collective)(void *user, const hlo2c_collective *request);
    void *collective_user;

    int (*infeed)(void *user, const hlo2c_transfer *transfer);
    int (*outfeed)(void *user, const hlo2c_transfer *transfer);
    int (*send)(void *user, const hlo2c_transfer *transfer);
    int (*receive)(void *user, const hlo2c_transfer *transfer);
    void *transfer_user;

    int (*custom_call)(void *user, const hlo2c_custom_call *call);
    void *custom_call_user;

    void (*log)(void *user, const char *text); /* one line, without its end */
    void *log_user;

    uint64_t (*clock)(void *user); /* nanoseconds from any fixed moment */
    void *clock_user;
} hlo2c_hooks;

typedef struct hlo2c_profile_entry {
    uint64_t calls, nanoseconds;
} hlo2c_profile_entry;

/* Time per kernel, filled in when the hooks have a clock. `entries` has one entry per kernel of the library
 * (NAME_KERNEL_COUNT, in the order of NAME_kernel_names), zeroed by the caller, who may sum over many calls.
 */
typedef struct hlo2c_profile {
    hlo2c_profile_entry *entries;
    int entry_count;
    uint64_t last; /* used by the library */
} hlo2c_profile;

/* What goes with a call. Zero-initialise it, so that members of later versions are off. */
typedef struct hlo2c_context {
    const void *weights; /* libraries with a weights file: its bytes, from the first one; 64-byte aligned */
    size_t weights_bytes;
    const hlo2c_hooks *hooks;
    hlo2c_profile *profile;
    char *message; /* receives a sentence when a call fails; may be NULL */
    size_t message_bytes;
    int rank; /* of this process among all; the grid is replicas x partitions */
    int replica, partition;
    int replica_count, partition_count; /* 0 counts as 1 */
} hlo2c_context;

/* The meaning of a status code, for people. Never NULL. */
static inline const char *hlo2c_status_text(int status)
{
    static const char *const texts[HLO2C_STATUS_COUNT] = {
        "success",
        "an input, an output or the arena is missing",
        "the arena or a tensor is not aligned as the header asks",
        "the library has no function of this name",
        "the context carries no weights",
        "the weights are not those of this library, or are damaged",
        "the program needs a hook that the context does not give",
        "a hook failed",
        "another rank did not answer in time",
        "the thread pool could not be started",
    };
    return status >= 0 && status < HLO2C_STATUS_COUNT ? texts[status] : "a status of the caller's own hook";
}

/* Bytes that one element takes in memory; 0 for a value that is no element type. */
static inline size_t hlo2c_dtype_bytes(int dtype)
{
    static const unsigned char bytes[] = {1, 1, 1, 1, 2, 4, 8, 1, 1, 1, 2, 4, 8, 1, 1, 1,
                                          1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 16};
    return dtype >= 0 && dtype <= HLO2C_C128 ? bytes[dtype] : 0;
}

/* Puts "subject: text" into the context's message buffer, cut to fit, and hands it to the log. Returns
 * `status`. */
static inline int hlo2c_error(const hlo2c_context *context, int status, const char *subject, const char *text)
{
    if (context != NULL && context->message != NULL && context->message_bytes > 0) {
        const char *const parts[3] = {subject, ": ", text};
        size_t used = 0;
        for (int part = 0; part < 3; part++) {
            for (const char *from = parts[part]; *from != 0 && used + 1 < context->message_bytes; from++) {
                context->message[used++] = *from;
            }
        }
        context->message[used] = 0;
    }
    if (context != NULL && context->hooks != NULL && context->hooks->log != NULL) {
        context->hooks->log(context->hooks->log_user, context->message != NULL ? context->message : text);
    }
    return status;
}

/* Checks a pointer of the caller's unless `status` already holds an error, which it keeps. */
static inline void hlo2c_check_pointer(const hlo2c_context *context, int *status, const void *pointer,
                                       size_t alignment, const char *name)
{
    if (*status == HLO2C_OK && pointer == NULL) {
        *status = hlo2c_error(context, HLO2C_NULL_ARGUMENT, name, "the pointer is NULL");
    } else if (*status == HLO2C_OK && (uintptr_t)pointer % alignment != 0) {
        *status =
            hlo2c_error(context, HLO2C_MISALIGNED, name, "the pointer is not aligned as the header asks");
    }
}

/* The same for an input or output. A tensor without elements may have any pointer. */
static inline void hlo2c_check_tensor(const hlo2c_context *context, int *status, const void *pointer,
                                      const hlo2c_tensor *tensor)
{
    if (tensor->bytes > 0) {
        hlo2c_check_pointer(context, status, pointer, tensor->alignment, tensor->name);
    }
}

/* Whether two texts are equal. NULL equals nothing. */
static inline int hlo2c_same_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Runs `body` over [0, extent): through the hook, or in this thread when there is none. */
static inline int hlo2c_parallel_for(const hlo2c_context *context, int extent, hlo2c_body body, void *closure)
{
    if (extent <= 0) {
        return HLO2C_OK;
    }
    if (extent == 1 || context == NULL || context->hooks == NULL || context->hooks->parallel_for == NULL) {
        return body(closure, 0, extent);
    }
    return context->hooks->parallel_for(context->hooks->parallel_for_user, extent, body, closure);
}

/* Runs an operation between processes; without the hook it refuses. */
static inline int hlo2c_run_collective(const hlo2c_context *context, const hlo2c_collective *request)
{
    if (context == NULL || context->hooks == NULL || context->hooks->collective == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, request->op, "needs the hook `collective`");
    }
    return context->hooks->collective(context->hooks->collective_user, request);
}

static inline int hlo2c_run_infeed(const hlo2c_context *context, const hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->infeed == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `infeed`");
    }
    return context->hooks->infeed(context->hooks->transfer_user, transfer);
}

static inline int hlo2c_run_outfeed(const hlo2c_context *context, const hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->outfeed == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `outfeed`");
    }
    return context->hooks->outfeed(context->hooks->transfer_user, transfer);
}

static inline int hlo2c_run_send(const hlo2c_context *context, const hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->send == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `send`");
    }
    return context->hooks->send(context->hooks->transfer_user, transfer);
}

static inline int hlo2c_run_receive(const hlo2c_context *context, const hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->receive == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `receive`");
    }
    return context->hooks->receive(context->hooks->transfer_user, transfer);
}

static inline int hlo2c_run_custom_call(const hlo2c_context *context, const hlo2c_custom_call *call)
{
    if (context == NULL || context->hooks == NULL || context->hooks->custom_call == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, call->op, "needs the hook `custom_call`");
    }
    return context->hooks->custom_call(context->hooks->custom_call_user, call);
}

/* Starts the profile of one call of an entry point. */
static inline void hlo2c_profile_start(const hlo2c_context *context)
{
    if (context != NULL && context->profile != NULL && context->hooks != NULL &&
        context->hooks->clock != NULL) {
        context->profile->last = context->hooks->clock(context->hooks->clock_user);
    }
}

/* Adds the time since the last mark to kernel number `kernel`. */
static inline void hlo2c_profile_mark(const hlo2c_context *context, int kernel)
{
    if (context != NULL && context->profile != NULL && context->hooks != NULL &&
        context->hooks->clock != NULL) {
        hlo2c_profile *const profile = context->profile;
        const uint64_t now = context->hooks->clock(context->hooks->clock_user);
        if (kernel < profile->entry_count) {
            profile->entries[kernel].calls++;
            profile->entries[kernel].nanoseconds += now - profile->last;
        }
        profile->last = now;
    }
}

#ifdef __cplusplus
}
#endif

#endif
