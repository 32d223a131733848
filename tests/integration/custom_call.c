/* Serves the custom calls of the program in custom_call.py, and notices when they are left without a hook. */
#include <stdio.h>
#include <string.h>

#include "custom.h"

#define CHECK(condition)                                             \
    do {                                                             \
        if (!(condition)) {                                          \
            printf("line %d: not true: %s\n", __LINE__, #condition); \
            return 1;                                                \
        }                                                            \
    } while (0)

static _Alignas(CUSTOM_ARENA_ALIGN) unsigned char arena[CUSTOM_ARENA_BYTES];

/* The targets of the calls in their order, one letter each. */
typedef struct history {
    char letters[16];
    size_t count;
} history;

static int weighted_sum(const hlo2c_custom_call *call)
{
    CHECK(strcmp(call->config, "{scale = 2 : i64, texts = {a = 1.0 : f32, b = \"x\"}}") == 0);
    CHECK(call->api_version == 4 && call->has_side_effect == 0);
    CHECK(call->input_count == 2 && call->output_count == 2);
    CHECK(call->input_types[0].rank == 2 && call->input_types[0].shape[1] == 3);
    CHECK(call->input_types[0].dtype == HLO2C_F32 && call->input_types[0].bytes == 24);
    CHECK(call->input_types[0].donated_to == -1);
    CHECK(call->output_types[0].dtype == HLO2C_F32 && call->output_types[0].rank == 2);
    CHECK(call->output_types[1].dtype == HLO2C_I32 && call->output_types[1].rank == 0);
    const float *const a = (const float *)call->inputs[0];
    const float *const b = (const float *)call->inputs[1];
    for (int i = 0; i < 6; i++) {
        ((float *)call->outputs[0])[i] = a[i] + 2 * b[i];
    }
    *(int32_t *)call->outputs[1] = 6;
    return HLO2C_OK;
}

static int increment(const hlo2c_custom_call *call)
{
    CHECK(strcmp(call->config, "by one") == 0 && call->api_version == 2);
    CHECK(call->input_types[0].donated_to == 0 && call->inputs[0] == call->outputs[0]);
    for (int i = 0; i < 6; i++) {
        ((float *)call->outputs[0])[i] += 1;
    }
    return HLO2C_OK;
}

static int serve(void *user, const hlo2c_custom_call *call)
{
    history *const seen = (history *)user;
    seen->letters[seen->count++] = call->target[0];
    if (strcmp(call->target, "weighted_sum") == 0) {
        return weighted_sum(call);
    }
    if (strcmp(call->target, "increment") == 0) {
        return increment(call);
    }
    if (strcmp(call->target, "note") == 0) {
        CHECK(call->has_side_effect == 1 && call->output_count == 0);
        return *(const int32_t *)call->inputs[0] == 6 ? HLO2C_OK : 77;
    }
    return hlo2c_error(call->context, HLO2C_HOOK_FAILED, call->op, "nobody knows it");
}

/* The same functions with the types of the header. */
static int typed_weighted_sum(void *user, const float *operand_0, const float *operand_1, float *result_0,
                              int32_t *result_1, const hlo2c_custom_call *call)
{
    CHECK(user != NULL && call->output_types[0].bytes == 24);
    for (int i = 0; i < 6; i++) {
        result_0[i] = operand_0[i] + 3 * operand_1[i];
    }
    *result_1 = 6;
    return HLO2C_OK;
}

static int typed_note(void *user, const int32_t *operand_0, const hlo2c_custom_call *call)
{
    int *const notes = (int *)user;
    (void)call;
    *notes += *operand_0;
    return HLO2C_OK;
}

static int typed_increment(void *user, const float *operand_0, float *result_0, const hlo2c_custom_call *call)
{
    (void)user;
    CHECK(operand_0 == result_0 && strcmp(call->config, "by one") == 0);
    for (int i = 0; i < 6; i++) {
        result_0[i] += 1;
    }
    return HLO2C_OK;
}

int main(void)
{
    const float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 1, 1, 2, 2, 2};
    float sum[6], next[6];
    const custom_main_inputs inputs = {.a = a, .b = b};
    const custom_main_outputs outputs = {.sum = sum, .next = next};
    char message[200] = "";
    hlo2c_context context = {
        .struct_bytes = sizeof context, .message = message, .message_bytes = sizeof message};

    CHECK(custom_main(&inputs, &outputs, arena, &context) == HLO2C_HOOK_MISSING);
    CHECK(strstr(message, "@weighted_sum") != NULL);
    CHECK(custom_main(&inputs, &outputs, arena, NULL) == HLO2C_HOOK_MISSING);

    history seen = {.count = 0};
    const hlo2c_hooks hooks = {.struct_bytes = sizeof hooks, .custom_call = serve, .custom_call_user = &seen};
    context.hooks = &hooks;
    CHECK(custom_main(&inputs, &outputs, arena, &context) == HLO2C_OK);
    for (int i = 0; i < 6; i++) {
        CHECK(sum[i] == a[i] + 2 * b[i] && next[i] == sum[i] + 1);
    }
    CHECK(seen.count == 4 && memcmp(seen.letters, "wnin", 4) == 0);

    int notes = 0;
    custom_custom_calls calls = {.struct_bytes = sizeof calls,
                                 .user = &notes,
                                 .weighted_sum = typed_weighted_sum,
                                 .note = typed_note,
                                 .increment = typed_increment};
    const hlo2c_hooks typed_hooks = {
        .struct_bytes = sizeof typed_hooks, .custom_call = custom_custom_call, .custom_call_user = &calls};
    context.hooks = &typed_hooks;
    CHECK(custom_main(&inputs, &outputs, arena, &context) == HLO2C_OK && notes == 12);
    for (int i = 0; i < 6; i++) {
        CHECK(sum[i] == a[i] + 3 * b[i] && next[i] == sum[i] + 1);
    }
    calls.increment = NULL;
    CHECK(custom_main(&inputs, &outputs, arena, &context) == HLO2C_HOOK_MISSING);
    CHECK(strstr(message, "@increment") != NULL && strstr(message, "custom_custom_calls") != NULL);
    calls.increment = typed_increment;
    calls.struct_bytes = sizeof(size_t);
    CHECK(custom_main(&inputs, &outputs, arena, &context) == HLO2C_HOOK_MISSING);
    return 0;
}
