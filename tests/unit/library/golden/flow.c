/* flow.c  Entry points, control flow and the memory plan.
 * Written by hlo2c 0.1.0 from flow.mlir for x86-64-v3; do not edit. You own this generated file. */
#include <string.h>

#include "flow.h"
#include "flow_kernels.h"

/* Offsets of the buffers in the arena, in bytes. Plan: 192 bytes, proven lower bound 192. */
enum {
    AT_I = 64,         /* i32[], 4 bytes, steps 0..0 */
    AT_GOES_ON = 128,  /* i1[], 1 bytes, steps 0..0 */
};

static const hlo2c_tensor main_inputs[4] = {
    {"count", HLO2C_I32, 0, (const int64_t[]){1}, 4, 4, 0, -1},
    {"selector", HLO2C_I32, 0, (const int64_t[]){1}, 4, 4, 1, -1},
    {"flag", HLO2C_I1, 0, (const int64_t[]){1}, 1, 1, 2, -1},
    {"state", HLO2C_I32, 0, (const int64_t[]){1}, 4, 4, 3, 0},
};

static const hlo2c_tensor main_outputs[2] = {
    {"state", HLO2C_I32, 0, (const int64_t[]){1}, 4, 4, 0, -1},
    {"doubled", HLO2C_I32, 0, (const int64_t[]){1}, 4, 4, 1, -1},
};

const hlo2c_function flow_functions[FLOW_FUNCTION_COUNT + 1] = {
    {"main", FLOW_ARENA_BYTES, FLOW_ARENA_ALIGN, 4, 2, main_inputs, main_outputs},
    {NULL, 0, 0, 0, 0, NULL, NULL},
};

const char *const flow_kernel_names[FLOW_KERNEL_COUNT + 1] = {
    "less_i32", /* 0 */
    "increment_i32", /* 1 */
    "add_i32", /* 2 */
    "zero_i32", /* 3 */
    "add_hundred_i32", /* 4 */
    "negate_i32", /* 5 */
    "double_i32", /* 6 */
    NULL,
};

static int check_main(const flow_main_inputs *inputs, const flow_main_outputs *outputs, const void *arena,
                      const hlo2c_context *context)
{
    int status = hlo2c_check_context(context);
    hlo2c_check_pointer(context, &status, arena, FLOW_ARENA_ALIGN, "arena");
    hlo2c_check_pointer(context, &status, inputs, 1, "inputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_structure(context, &status, inputs->struct_bytes, sizeof *inputs, "inputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_tensor(context, &status, inputs->count, &main_inputs[0]);
    hlo2c_check_tensor(context, &status, inputs->selector, &main_inputs[1]);
    hlo2c_check_tensor(context, &status, inputs->flag, &main_inputs[2]);
    hlo2c_check_tensor(context, &status, inputs->state, &main_inputs[3]);
    hlo2c_check_pointer(context, &status, outputs, 1, "outputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_structure(context, &status, outputs->struct_bytes, sizeof *outputs, "outputs");
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_check_tensor(context, &status, outputs->state, &main_outputs[0]);
    hlo2c_check_tensor(context, &status, outputs->doubled, &main_outputs[1]);
    return status;
}

int flow_main(const flow_main_inputs *inputs, const flow_main_outputs *outputs, void *memory,
              const hlo2c_context *context)
{
    unsigned char *const arena = memory;
    int status = check_main(inputs, outputs, memory, context);
    if (status != HLO2C_OK) {
        return status;
    }
    hlo2c_profile_start(context);

    if ((const void *)outputs->state != (const void *)inputs->state) {
        memcpy(outputs->state, inputs->state, 4);
    }

    /* i = 0 */
    flow_zero_i32((int32_t *)(arena + AT_I));
    hlo2c_profile_mark(context, 3);

    /* while i < count: state += i */
    for (;;) {
        flow_less_i32((const int32_t *)(arena + AT_I), inputs->count, (uint8_t *)(arena + AT_GOES_ON));
        hlo2c_profile_mark(context, 0);
        if (*(const uint8_t *)(arena + AT_GOES_ON) == 0) {
            break;
        }
        flow_add_i32((const int32_t *)(arena + AT_I), outputs->state);
        hlo2c_profile_mark(context, 2);
        flow_increment_i32((int32_t *)(arena + AT_I));
        hlo2c_profile_mark(context, 1);
    }

    /* case */
    switch (*inputs->selector) {
    case 0:
        flow_add_hundred_i32(outputs->state);
        hlo2c_profile_mark(context, 4);
        break;
    case 1:
        flow_negate_i32(outputs->state);
        hlo2c_profile_mark(context, 5);
        break;
    default:
        break;
    }

    if (*inputs->flag != 0) {
        flow_double_i32(outputs->state, outputs->doubled);
        hlo2c_profile_mark(context, 6);
    } else {
        flow_zero_i32(outputs->doubled);
        hlo2c_profile_mark(context, 3);
    }

    return HLO2C_OK;
}

int flow_abi(void)
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
    flow_main_inputs in;
    flow_main_outputs out;
    in.struct_bytes = sizeof in;
    out.struct_bytes = sizeof out;
    in.count = inputs[0];
    in.selector = inputs[1];
    in.flag = inputs[2];
    in.state = inputs[3];
    out.state = outputs[0];
    out.doubled = outputs[1];
    return flow_main(&in, &out, arena, context);
}

int flow_call(const char *function, const void *const *inputs, void *const *outputs, void *arena,
              const hlo2c_context *context)
{
    if (hlo2c_same_text(function, "main")) {
        return call_main(inputs, outputs, arena, context);
    }
    return hlo2c_error(context, HLO2C_UNKNOWN_FUNCTION, function != NULL ? function : "NULL",
                       "flow has no function of this name");
}
