/* hlo2c_runtime.h  The interface between every library written by hlo2c and its caller: status codes, element
 * types, function tables, hooks, and the context that passes them to a call.
 *
 * A library reaches its environment only through hooks, and every hook has a default: a NULL context suffices
 * for a program without collectives whose weights are in C. A library never allocates, writes only to the
 * arena, the results and the message buffer, and keeps no state. Calls with different arenas may run
 * concurrently, with one context or with several (give each its own `message` and `profile` then).
 *
 * Versions: structures that one side fills and the other reads begin with their size in bytes, and new
 * members are only added at the end. So a library and its caller may come from different versions of hlo2c,
 * and one program may contain libraries of different versions; it may include any one of their copies of this
 * header. Initialise structures with HLO2C_INIT, which sets the size and zeroes the rest:
 *
 *   hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
 *   hlo2c_context context = HLO2C_INIT(hlo2c_context);
 *   hooks.parallel_for = ...;
 *   context.hooks = &hooks;
 *
 * The structures of inputs and outputs do not need it: a size of 0 means the size in the library's own
 * header.
 *
 * Includes only stddef.h and stdint.h. Works in C11 and in C++. */
#ifndef HLO2C_RUNTIME_H
#define HLO2C_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* ABI version of this header; NAME_abi() returns that of the library NAME. */
#define HLO2C_ABI_VERSION 2

#ifdef __cplusplus
template <typename Structure>
inline Structure hlo2c_initial()
{
    Structure structure = Structure();
    structure.struct_bytes = sizeof structure;
    return structure;
}
#define HLO2C_INIT(type) hlo2c_initial<type>()
extern "C" {
#else
#define HLO2C_INIT(type)             \
    {                                \
        .struct_bytes = sizeof(type) \
    }
#endif

/* Alignment of an array, the section that holds it where the compiler supports sections, and a function that
 * calls in entry points should not repeat. */
#ifdef __cplusplus
#define HLO2C_ALIGNAS(bytes) alignas(bytes)
#else
#define HLO2C_ALIGNAS(bytes) _Alignas(bytes)
#endif
#if defined(__GNUC__)
#define HLO2C_SECTION(name) __attribute__((section(name)))
#define HLO2C_RARE __attribute__((cold, noinline, unused)) static
#else
#define HLO2C_SECTION(name)
#define HLO2C_RARE static inline
#endif

/* Whether a structure from the other side has the member; true for all members of version 1. */
#define HLO2C_HAS(pointer, type, member) \
    ((pointer)->struct_bytes >= offsetof(type, member) + sizeof((pointer)->member))

/* Status that an entry point returns. Hooks return HLO2C_OK or any other code, which the entry point passes
 * on. */
typedef enum hlo2c_status {
    HLO2C_OK = 0,
    HLO2C_NULL_ARGUMENT = 1,      /* an input, an output, the arena or a pool is missing */
    HLO2C_MISALIGNED = 2,         /* the arena, a pool or a tensor has less alignment than required */
    HLO2C_UNKNOWN_FUNCTION = 3,   /* NAME_call: the library has no such function */
    HLO2C_WEIGHTS_MISSING = 4,    /* the context carries no weights */
    HLO2C_WEIGHTS_MISMATCH = 5,   /* the weights are not those of this library, or are damaged */
    HLO2C_HOOK_MISSING = 6,       /* the program needs a hook that the context lacks */
    HLO2C_HOOK_FAILED = 7,        /* a hook reported an error */
    HLO2C_TIMEOUT = 8,            /* another rank did not answer in time */
    HLO2C_NO_THREADS = 9,         /* the thread pool could not be started */
    HLO2C_RANKS_DIFFER = 10,      /* the ranks of one group run different operations */
    HLO2C_ASSERTION_FAILED = 11,  /* an assertion of the program does not hold for these inputs */
    HLO2C_STRUCT_BYTES = 12,      /* a structure does not begin with its size, or comes from another header */
    HLO2C_SIZE_OUT_OF_RANGE = 13, /* the size of a bounded dimension is negative or above its bound */
    HLO2C_STATUS_COUNT = 14
} hlo2c_status;

/* Element types as stored in memory: a sub-byte value takes one byte, complex is a (re, im) pair, i1 is one
 * byte of 0 or 1. Types that C lacks (f16, bf16, f8, ...) are stored as their bits. */
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

/* Describes one input or output: row-major, `bytes` long. Tensors come in arrays, so the layout of this
 * structure and of the next is the same in all versions. */
typedef struct hlo2c_tensor {
    const char *name;
    hlo2c_dtype dtype;
    int rank;
    const int64_t *shape; /* `rank` sizes; not NULL */
    size_t bytes;
    size_t alignment; /* in bytes: that of one element */
    int position;     /* index in the program, which counts bound arguments, too */
    int donated_to;   /* input: the output that may have the same address, or -1 */
} hlo2c_tensor;

/* Describes one entry point for NAME_call. A function table ends with an entry whose name is NULL. */
typedef struct hlo2c_function {
    const char *name;
    size_t arena_bytes, arena_alignment;
    int input_count, output_count;
    const hlo2c_tensor *inputs, *outputs;
} hlo2c_function;

/* Describes a memory pool that the library needs besides the arena. Comes in arrays, so its layout is the
 * same in all versions. */
typedef struct hlo2c_pool {
    const char *name;
    size_t bytes, alignment;
} hlo2c_pool;

/* The operations between processes. */
typedef enum hlo2c_collective_kind {
    HLO2C_ALL_GATHER = 0,
    HLO2C_ALL_REDUCE = 1,
    HLO2C_ALL_TO_ALL = 2,
    HLO2C_COLLECTIVE_BROADCAST = 3,
    HLO2C_COLLECTIVE_PERMUTE = 4,
    HLO2C_REDUCE_SCATTER = 5,
    HLO2C_COLLECTIVE_REDUCE = 6,
    HLO2C_RAGGED_ALL_TO_ALL = 7
} hlo2c_collective_kind;

/* How the ids in `groups` name processes: the four strategies of the specification's process grid. The rank
 * of a process is replica * partition_count + partition. */
typedef enum hlo2c_grouping {
    HLO2C_CROSS_REPLICA = 0,               /* replicas, within each partition */
    HLO2C_CROSS_PARTITION = 1,             /* partitions, within each replica */
    HLO2C_CROSS_REPLICA_AND_PARTITION = 2, /* replicas, with all partitions, partition by partition */
    HLO2C_FLATTENED_IDS = 3                /* ranks */
} hlo2c_grouping;

/* Named reductions. `combine` computes these as well. */
typedef enum hlo2c_reduction {
    HLO2C_REDUCE_OTHER = 0,
    HLO2C_REDUCE_SUM = 1,
    HLO2C_REDUCE_PRODUCT = 2,
    HLO2C_REDUCE_MAXIMUM = 3,
    HLO2C_REDUCE_MINIMUM = 4,
    HLO2C_REDUCE_AND = 5,
    HLO2C_REDUCE_OR = 6,
    HLO2C_REDUCE_XOR = 7
} hlo2c_reduction;

struct hlo2c_context;

/* One dimension of a tensor, which is viewed as [outer, size, inner] elements. */
typedef struct hlo2c_dimension {
    int64_t outer, size, inner;
} hlo2c_dimension;

/* One operation between processes, as one process requests it. Input and output do not overlap. Semantics for
 * member k of a group of n members (hlo2c_ranks.h finds n, k and the ranks):
 *
 *   all gather             output = the inputs of all members, one after the other along `join`
 *   all reduce             output = the inputs of all members, combined element by element in their order
 *   reduce scatter         the same, cut in n parts along `split`; output = part k
 *   all to all             inputs are cut in n parts along `split`; output = part k of each, along `join`
 *   collective broadcast   output = the input of the root
 *   collective reduce      as all reduce for the root, zeros for the others
 *   collective permute     `groups` are pairs (source, target); output = the input of the source whose target
 *                          this process is
 *   ragged all to all      for each member m and update u, at [m * updates + u]: send_sizes rows of the input
 *                          from row input_offsets on go to the output of m, from row output_offsets on;
 *                          recv_sizes rows come from m. A row is `inner` elements of `split` and `join`.
 *                          Output rows that no member writes keep their data.
 *
 * A process that is in no group, or is no pair's target, gets `zero` in every element. */
typedef struct hlo2c_collective {
    size_t struct_bytes;
    hlo2c_collective_kind kind;
    hlo2c_grouping grouping;
    const char *op;  /* "all_reduce %12 model.py:41", for messages */
    int64_t channel; /* 0: none */
    const int32_t
        *groups; /* group_count rows of group_size ids, short rows padded with -1; NULL: all in one group */
    int group_count, group_size;
    hlo2c_dtype dtype;
    hlo2c_reduction reduction;
    size_t element_bytes, input_bytes, output_bytes;
    uint64_t zero;               /* bits of a zero element; the bytes repeat in wider elements */
    hlo2c_dimension split, join; /* of the input, of the output */
    /* reductions: accumulator[i] = reduce(accumulator[i], operand[i]), for `elements` elements */
    void (*combine)(void *accumulator, const void *operand, int64_t elements);
    int64_t updates; /* ragged all to all: updates per member */

    /* Set per call; the members above are constants of the operation. */
    const struct hlo2c_context *context; /* grid, place of this process, message buffer; never NULL */
    const void *input;
    void *output;
    void *scratch; /* reductions: scratch_bytes for the transport, at least (elements + members) elements */
    size_t scratch_bytes;
    const int32_t *root; /* broadcast and reduce: index of the root in its group; NULL: 0 */
    const int64_t *input_offsets, *send_sizes, *output_offsets, *recv_sizes; /* ragged all to all */
    void *pending; /* owned by the transport between start and done */
} hlo2c_collective;

/* Data that enters or leaves a running program: infeed, outfeed, send, receive. */
typedef struct hlo2c_transfer {
    size_t struct_bytes;
    const char *op;
    const char *config; /* infeed_config, outfeed_config; never NULL */
    int64_t channel;
    int to_host; /* send and receive: the other end is the host, not another process */
    hlo2c_grouping grouping;
    const int32_t
        *pairs; /* send and receive: pair_count rows (source, target); NULL: any rank on the channel */
    int pair_count;
    hlo2c_dtype dtype;
    int rank;
    const int64_t *shape; /* `rank` sizes; not NULL */
    size_t bytes;
    const struct hlo2c_context *context; /* never NULL */
    void *data;                          /* read by outfeed and send, written by infeed and receive */
    void *pending;
} hlo2c_transfer;

/* A call of a function that the caller implements. Tensors are row-major. An input whose type has
 * `donated_to` >= 0 occupies the same memory as that output; other outputs share no memory with anything.
 * Calls arrive in program order. */
typedef struct hlo2c_custom_call {
    size_t struct_bytes;
    const char *op;
    const char *target; /* call_target_name */
    const char *config; /* backend_config as text; never NULL */
    const void *const *inputs;
    void *const *outputs;
    const hlo2c_tensor *input_types, *output_types;
    int input_count, output_count;
    int api_version;
    int has_side_effect;                 /* the call has side effects */
    const struct hlo2c_context *context; /* never NULL */
    int function;                        /* number of its function in NAME_custom_calls */
} hlo2c_custom_call;

typedef int (*hlo2c_body)(void *closure, int begin, int end);

/* The environment of a library. A NULL member selects the default: loops run in the calling thread, there is
 * no clock and no log, and an operation that requires its hook returns HLO2C_HOOK_MISSING with a message that
 * names the op. Each hook receives the user pointer declared beside it. */
typedef struct hlo2c_hooks {
    size_t struct_bytes;
    /* Calls `body` on disjoint ranges [begin, end) that together cover [0, extent), in any order and on any
     * threads. Returns after all calls have returned: HLO2C_OK, or another status that a body returned. */
    int (*parallel_for)(void *user, int extent, int (*body)(void *closure, int begin, int end),
                        void *closure);
    void *parallel_for_user;

    /* Runs the operation; returns when the output is complete and the input may be overwritten. */
    int (*collective)(void *user, const hlo2c_collective *request);
    /* The same operation in two parts, between which the program computes. The request and its memory stay
     * valid until the second part returns. If they are NULL, `collective` runs in place of the first part. */
    int (*collective_start)(void *user, hlo2c_collective *request);
    int (*collective_done)(void *user, hlo2c_collective *request);
    void *collective_user;

    /* infeed writes the next array of this process's infeed to the transfer's data; outfeed takes one array
     * from it. */
    int (*infeed)(void *user, const hlo2c_transfer *transfer);
    int (*outfeed)(void *user, const hlo2c_transfer *transfer);
    void *feed_user;

    int (*receive)(void *user, const hlo2c_transfer *transfer);
    /* The same in two parts: the data may arrive after the first part and is complete after the second.
     * Receives on one channel start in the order in which they end. If they are NULL, `receive` runs in place
     * of the second part, so that processes that all begin by receiving do not deadlock. */
    int (*receive_start)(void *user, hlo2c_transfer *transfer);
    int (*receive_done)(void *user, hlo2c_transfer *transfer);
    /* Sends the data, which may be overwritten afterwards. */
    int (*send)(void *user, const hlo2c_transfer *transfer);
    /* The same in two parts: the data stays unchanged until the second part returns. If they are NULL, `send`
     * runs in place of the first part. */
    int (*send_start)(void *user, hlo2c_transfer *transfer);
    int (*send_done)(void *user, hlo2c_transfer *transfer);
    void *transfer_user;

    int (*custom_call)(void *user, const hlo2c_custom_call *call);
    void *custom_call_user;

    void (*log)(void *user, const char *text); /* one line, without a line break */
    void *log_user;

    uint64_t (*clock)(void *user); /* nanoseconds since an arbitrary fixed time */
    void *clock_user;
} hlo2c_hooks;

/* Comes in arrays, so its layout is the same in all versions. */
typedef struct hlo2c_profile_entry {
    uint64_t calls, nanoseconds;
} hlo2c_profile_entry;

/* Time per kernel, measured if the hooks have a clock. `entries` has one entry per kernel of the library
 * (NAME_KERNEL_COUNT, in the order of NAME_kernel_names). The caller zeroes them; calls add to them. */
typedef struct hlo2c_profile {
    size_t struct_bytes;
    hlo2c_profile_entry *entries;
    int entry_count;
    uint64_t last; /* used by the library */
} hlo2c_profile;

/* The environment of one call. */
typedef struct hlo2c_context {
    size_t struct_bytes;
    const void *weights;  /* contents of the weights file, for libraries that have one; 64-byte aligned */
    size_t weights_bytes; /* the size of that file */
    const hlo2c_hooks *hooks;
    hlo2c_profile *profile;
    char *message; /* receives an error message when a call fails; may be NULL */
    size_t message_bytes;
    int rank; /* of this process in the grid of replicas x partitions */
    int replica, partition;
    int replica_count, partition_count; /* 0 counts as 1 */
    int unused;                         /* fills the tail padding, where a later member would begin */
    /* Since version 2: addresses of the memory pools besides the arena, in the order of NAME_pools, for
     * libraries that have them. */
    void *const *pools;
    size_t pool_count;
} hlo2c_context;

/* Sizes of the structures in version 1, the smallest that a library accepts. */
#define HLO2C_CONTEXT_BYTES (offsetof(hlo2c_context, unused) + sizeof(int))
#define HLO2C_HOOKS_BYTES (offsetof(hlo2c_hooks, clock_user) + sizeof(void *))
#define HLO2C_PROFILE_BYTES (offsetof(hlo2c_profile, last) + sizeof(uint64_t))

/* Describes a status code in words. Never NULL. */
static inline const char *hlo2c_status_text(int status)
{
    static const char *const texts[HLO2C_STATUS_COUNT] = {
        "success",
        "an input, an output, the arena or a pool is missing",
        "the arena, a pool or a tensor is not aligned as the header requires",
        "the library has no function of this name",
        "the context carries no weights",
        "the weights are not those of this library, or are damaged",
        "the program needs a hook that the context lacks",
        "a hook failed",
        "another rank did not answer in time",
        "the thread pool could not be started",
        "the ranks of one group run different operations",
        "an assertion of the program does not hold for these inputs",
        "a structure does not begin with its size, or comes from another header",
        "the size of a bounded dimension is negative or above its bound",
    };
    return status >= 0 && status < HLO2C_STATUS_COUNT ? texts[status] : "a status of the caller's own hook";
}

/* Bytes of one element in memory; 0 for a value that is no element type. */
static inline size_t hlo2c_dtype_bytes(int dtype)
{
    static const unsigned char bytes[] = {1, 1, 1, 1, 2, 4, 8, 1, 1, 1, 2, 4, 8, 1, 1, 1,
                                          1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 16};
    return dtype >= 0 && dtype <= HLO2C_C128 ? bytes[dtype] : 0;
}

/* Writes "subject: text" to the context's message buffer, truncated to fit, and to the log. Returns
 * `status`. */
HLO2C_RARE int hlo2c_error(const hlo2c_context *context, int status, const char *subject, const char *text)
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
        const int is_written = context->message != NULL && context->message_bytes > 0;
        context->hooks->log(context->hooks->log_user, is_written ? context->message : text);
    }
    return status;
}

/* Checks the size members of the caller's structures. */
static inline int hlo2c_check_context(const hlo2c_context *context)
{
    if (context == NULL) {
        return HLO2C_OK;
    }
    if (context->struct_bytes < HLO2C_CONTEXT_BYTES) {
        return HLO2C_STRUCT_BYTES; /* the message buffer may be out of bounds */
    }
    if ((context->hooks != NULL && context->hooks->struct_bytes < HLO2C_HOOKS_BYTES) ||
        (context->profile != NULL && context->profile->struct_bytes < HLO2C_PROFILE_BYTES)) {
        const hlo2c_hooks *const hooks = context->hooks;
        hlo2c_context quiet = HLO2C_INIT(hlo2c_context);
        quiet.message = context->message;
        quiet.message_bytes = context->message_bytes;
        quiet.hooks = hooks != NULL && hooks->struct_bytes < HLO2C_HOOKS_BYTES ? NULL : hooks;
        return hlo2c_error(&quiet, HLO2C_STRUCT_BYTES, "hooks or profile",
                           "the structure does not begin with its size; HLO2C_INIT sets it");
    }
    return HLO2C_OK;
}

/* The same for a structure of inputs or outputs; 0 means the size that the library knows. */
static inline void hlo2c_check_structure(const hlo2c_context *context, int *status, size_t struct_bytes,
                                         size_t known_bytes, const char *name)
{
    if (*status == HLO2C_OK && struct_bytes != 0 && struct_bytes < known_bytes) {
        *status = hlo2c_error(context, HLO2C_STRUCT_BYTES, name, "the structure comes from another header");
    }
}

/* Checks one of the caller's pointers, unless `status` already holds an error, which is returned
 * unchanged. */
static inline void hlo2c_check_pointer(const hlo2c_context *context, int *status, const void *pointer,
                                       size_t alignment, const char *name)
{
    if (*status == HLO2C_OK && pointer == NULL) {
        *status = hlo2c_error(context, HLO2C_NULL_ARGUMENT, name, "the pointer is NULL");
    } else if (*status == HLO2C_OK && (uintptr_t)pointer % alignment != 0) {
        *status =
            hlo2c_error(context, HLO2C_MISALIGNED, name, "the pointer is not aligned as the header requires");
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

/* Checks the size of a bounded dimension, unless `status` already holds an error. */
static inline void hlo2c_check_size(const hlo2c_context *context, int *status, const int32_t *size,
                                    int32_t bound, const char *name)
{
    if (*status == HLO2C_OK && (*size < 0 || *size > bound)) {
        *status = hlo2c_error(context, HLO2C_SIZE_OUT_OF_RANGE, name,
                              "the size is negative or above the bound that the header gives");
    }
}

/* Address of memory pool `number` of the context, or NULL. */
static inline void *hlo2c_pool_address(const hlo2c_context *context, size_t number)
{
    if (context == NULL || !HLO2C_HAS(context, hlo2c_context, pool_count) || context->pools == NULL ||
        number >= context->pool_count) {
        return NULL;
    }
    return context->pools[number];
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
    const int status = context->hooks->parallel_for(context->hooks->parallel_for_user, extent, body, closure);
    return status == HLO2C_OK ? HLO2C_OK
                              : hlo2c_error(context, status, "parallel_for", "the hook reports an error");
}

/* The context for the kernels of one slot of a loop. A profile is for one thread at a time: of slots that a
 * hook may run side by side, only the first one has it. */
static inline const hlo2c_context *hlo2c_context_of_slot(const hlo2c_context *context, int slot)
{
    if (slot > 0 && context != NULL && context->hooks != NULL && context->hooks->parallel_for != NULL) {
        return NULL;
    }
    return context;
}

/* Starts profiling what follows, one call of an entry point or the steps after a loop of slots. */
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

#include "hlo2c_requests.h"

#endif
