/* scale.h  The program scale as a C library.
 * Written by hlo2c 0.1.0 from scale.mlir for x86-64-v3; do not edit. You own this generated file.
 *
 *   static _Alignas(SCALE_ARENA_ALIGN) unsigned char arena[SCALE_ARENA_BYTES];
 *   scale_main_inputs inputs = { .x = x };
 *   scale_main_outputs outputs = { .scaled = scaled, .total = total };
 *   int status = scale_main(&inputs, &outputs, arena, NULL);
 *
 * The library allocates nothing and keeps no state. Each call works in an arena that the caller owns, so
 * any number of calls may run concurrently, each with its own arena and outputs. After the call, the
 * contents of the arena are undefined; after a call that fails, those of the outputs too. A call may use
 * its outputs as working memory before it writes their values. Tensors are row-major and aligned like
 * their elements; the arena is aligned to SCALE_ARENA_ALIGN bytes. Inputs may overlap each other. Outputs
 * may not overlap any other tensor, except where a comment below allows it. This library has no parallel
 * loops. The return value is HLO2C_OK (0) or an error code of hlo2c_runtime.h; the context's message then
 * describes the error.
 *
 * Floating point (--fp=strict): each operation of the program is rounded as written. */
#ifndef SCALE_H
#define SCALE_H

#include "hlo2c_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Interface version of this library: HLO2C_ABI_VERSION in its own copy of hlo2c_runtime.h. The caller's
 * version may differ: structures begin with their sizes and only grow. */
int scale_abi(void);

#define SCALE_ARENA_BYTES 64u  /* lower bound for this order of operations: 24 */
#define SCALE_ARENA_ALIGN 64u

typedef struct scale_main_inputs {
    size_t struct_bytes;   /* size of this structure, or 0 */
    const float *x;        /* f32[2,3]  24 bytes */
} scale_main_inputs;

typedef struct scale_main_outputs {
    size_t struct_bytes;   /* size of this structure, or 0 */
    float *scaled;         /* f32[2,3]  24 bytes */
    float *total;          /* f32[]  4 bytes */
} scale_main_outputs;

/* main(f32[2,3]) -> f32[2,3], f32[]. `context` may carry hooks and the rank, or be NULL. */
int scale_main(const scale_main_inputs *inputs, const scale_main_outputs *outputs, void *arena,
               const hlo2c_context *context);

/* Generic interface for code that works with any library. The table ends with a function whose name is
 * NULL. `inputs` and `outputs` hold the address of each input and output, in table order. */
#define SCALE_FUNCTION_COUNT 1
extern const hlo2c_function scale_functions[SCALE_FUNCTION_COUNT + 1];
int scale_call(const char *function, const void *const *inputs, void *const *outputs, void *arena,
               const hlo2c_context *context);

/* Kernel names, in the order of the entries of hlo2c_profile. */
#define SCALE_KERNEL_COUNT 2
extern const char *const scale_kernel_names[SCALE_KERNEL_COUNT + 1];

#ifdef __cplusplus
}
#endif

#endif
