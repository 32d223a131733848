/* scale.c  Entry points, control flow and the memory plan.
 * Written by hlo2c 0.1.0 from scale.mlir for x86-64-v3; do not edit. You own this generated file. */
#include <string.h>

#include "scale.h"
#include "scale_kernels.h"
#include "scale_weights.h"

/* Offsets of the buffers in the arena, in bytes. Plan: 64 bytes, proven lower bound 24 (optimal). */
enum {
    AT_PRODUCT = 0,  /* f32[2,3], 24 bytes, steps 0..2 */
};

static const hlo2c_tensor main_inputs[1] = {
    {"x", HLO2C_F32, 2, (const int64_t[]){2, 3}, 24, 4, 0, -1},
};

static const hlo2c_tensor main_outputs[2] = {
    {"scaled", HLO2C_F32, 2, (const int64_t[]){2, 3}, 24, 4, 0, -1},
    {"total", HLO2C_F32, 0, (const int64_t[]){1}, 4, 4, 1, -1},
};

const hlo2c_function scale_functions[SCALE_FUNCTION_COUNT + 1] = {
    {"main", SCALE_ARENA_BYTES, SCALE_ARENA_ALIGN, 1, 2, main_inputs, main_outputs},
    {NULL, 0, 0, 0, 0, NULL, NULL},
};

const char *const scale_kernel_names[SCALE_KERNEL_COUNT + 1] = {
    "multiply_f32_6", /* 0 */
    "sum_f32_6", /* 1 */
    NULL,
};

static int check_main(const scale_main_inputs *inputs, const scale_main_outputs *outputs, const void *arena,
                      const hlo2c_context *context)
{
    int status = hlo2c_check_context(context);
    hlo2c_check_pointer(context, &status, arena, SCALE_ARENA_ALIGN, "arena");
    hlo2c_check_pointer(context, &status, inputs, 1, "inputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_structure(context, &status, inputs->struct_bytes, sizeof *inputs, "inputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_tensor(context, &status, inputs->x, &main_inputs[0]);
    hlo2c_check_pointer(context, &status, outputs, 1, "outputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_structure(context, &status, outputs->struct_bytes, sizeof *outputs, "outputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_tensor(context, &status, outputs->scaled, &main_outputs[0]);
    hlo2c_check_tensor(context, &status, outputs->total, &main_outputs[1]);
    return status;
}

int scale_main(const scale_main_inputs *inputs, const scale_main_outputs *outputs, void *memory,
               const hlo2c_context *context)
{
    unsigned char *const arena = memory;
    int status = check_main(inputs, outputs, memory, context);
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_profile_start(context);

    /* x * factor    scale.mlir:5 */
    scale_multiply_f32_6(inputs->x, scale_weight_factor.values, (float *)(arena + AT_PRODUCT));
    hlo2c_profile_mark(context, 0);

    memcpy(outputs->scaled, arena + AT_PRODUCT, 24);

    /* sum    scale.mlir:6 */
    scale_sum_f32_6((const float *)(arena + AT_PRODUCT), outputs->total);
    hlo2c_profile_mark(context, 1);

    return HLO2C_OK;
}

int scale_abi(void)
{
    return HLO2C_ABI_VERSION;
}

static int call_main(const void *const *inputs, void *const *outputs, void *arena,
                     const hlo2c_context *context)
{
    int status = hlo2c_check_context(context);
    hlo2c_check_pointer(context, &status, inputs, 1, "inputs");
    hlo2c_check_pointer(context, &status, outputs, 1, "outputs");
    if (status != HLO2C_OK) {
        return status;
    }
    scale_main_inputs in;
    scale_main_outputs out;
    in.struct_bytes = sizeof in;
    out.struct_bytes = sizeof out;
    in.x = inputs[0];
    out.scaled = outputs[0];
    out.total = outputs[1];
    return scale_main(&in, &out, arena, context);
}

int scale_call(const char *function, const void *const *inputs, void *const *outputs, void *arena,
               const hlo2c_context *context)
{
    if (hlo2c_same_text(function, "main")) {
        return call_main(inputs, outputs, arena, context);
    }
    return hlo2c_error(context, HLO2C_UNKNOWN_FUNCTION, function != NULL ? function : "NULL",
                       "scale has no function of this name");
}
