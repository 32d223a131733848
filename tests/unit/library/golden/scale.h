/* scale.h  The program scale as a C library.
 * Written by hlo2c 0.1.0 from scale.mlir for x86-64-v3; do not edit. You own this generated file.
 *
 *   static _Alignas(SCALE_ARENA_ALIGN) unsigned char arena[SCALE_ARENA_BYTES];
 *   scale_main_inputs inputs = { .x = x };
 *   scale_main_outputs outputs = { .scaled = scaled, .total = total };
 *   int status = scale_main(&inputs, &outputs, arena, NULL);
 *
 * The library allocates nothing and keeps no state. Every call works in the arena that its caller gives,
 * so any number of calls may run at the same time, each with an arena and outputs of its own; nothing in
 * the arena outlives the call. Tensors are row-major and need the alignment of their elements, the arena
 * that of SCALE_ARENA_ALIGN. Inputs may be the same memory as each other, outputs share memory with
 * nothing but what a comment below says. No loop of this library is split over threads. The return value
 * is HLO2C_OK (0) or a code of hlo2c_runtime.h, with a sentence in the context's message.
 *
 * Floating point (--fp=strict): each operation of the program is rounded as it is written. */
#ifndef SCALE_H
#define SCALE_H

#include "hlo2c_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the interface that the library was built with, HLO2C_ABI_VERSION in its own copy of
 * hlo2c_runtime.h. A caller may have another one: structures begin with their sizes and only grow. */
int scale_abi(void);

#define SCALE_ARENA_BYTES 64u  /* lower bound for this order of operations: 24 */
#define SCALE_ARENA_ALIGN 64u

typedef struct scale_main_inputs {
    size_t struct_bytes;   /* 0, or the size of this structure */
    const float *x;        /* f32[2,3]  24 bytes */
} scale_main_inputs;

typedef struct scale_main_outputs {
    size_t struct_bytes;   /* 0, or the size of this structure */
    float *scaled;         /* f32[2,3]  24 bytes */
    float *total;          /* f32[]  4 bytes */
} scale_main_outputs;

/* main(f32[2,3]) -> f32[2,3], f32[]. `context` carries hooks, weights and the rank; NULL for the defaults. */
int scale_main(const scale_main_inputs *inputs, const scale_main_outputs *outputs, void *arena,
               const hlo2c_context *context);

/* The same calls for code that works with any library: arrays in the order of the tables, which end with a
 * function whose name is NULL. `inputs` has the address of each input, `outputs` of each output. */
#define SCALE_FUNCTION_COUNT 1
extern const hlo2c_function scale_functions[SCALE_FUNCTION_COUNT + 1];
int scale_call(const char *function, const void *const *inputs, void *const *outputs, void *arena,
               const hlo2c_context *context);

/* Names of the kernels, in the order of hlo2c_profile's entries. */
#define SCALE_KERNEL_COUNT 2
extern const char *const scale_kernel_names[SCALE_KERNEL_COUNT + 1];

#ifdef __cplusplus
}
#endif

#endif
