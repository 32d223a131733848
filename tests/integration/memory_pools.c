/* Calls a library whose memory lies in pools, and the same program as a library with one arena; the results
 * are the same bits. Then calls without a pool. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "pooled.h"

#define CHECK(condition)                                             \
    do {                                                             \
        if (!(condition)) {                                          \
            printf("line %d: not true: %s\n", __LINE__, #condition); \
            exit(1);                                                 \
        }                                                            \
    } while (0)

POOLED_DEFINE_MEMORY;
static _Alignas(PLAIN_ARENA_ALIGN) unsigned char arena[PLAIN_ARENA_BYTES];

static void *memory(size_t bytes)
{
    void *const block = aligned_alloc(64, (bytes / 64 + 1) * 64);
    CHECK(block != NULL);
    return memset(block, 0, bytes);
}

/* Small numbers that are valid for floats; other types get zeros. */
static void fill(void *data, const hlo2c_tensor *tensor)
{
    for (size_t i = 0; tensor->dtype == HLO2C_F32 && i < tensor->bytes / 4; i++) {
        ((float *)data)[i] = (float)(i * 37 % 101) / 64 - 0.75f;
    }
}

static void check_function(const hlo2c_function *plain, const hlo2c_function *pooled, hlo2c_context *context)
{
    const void *inputs[64];
    void *expected[64], *outputs[64];
    CHECK(plain->input_count <= 64 && plain->output_count <= 64);
    CHECK(pooled->arena_bytes <= POOLED_ARENA_BYTES);
    for (int i = 0; i < plain->input_count; i++) {
        void *const data = memory(plain->inputs[i].bytes);
        fill(data, &plain->inputs[i]);
        inputs[i] = data;
    }
    for (int i = 0; i < plain->output_count; i++) {
        expected[i] = memory(plain->outputs[i].bytes);
        outputs[i] = memory(plain->outputs[i].bytes);
    }
    CHECK(plain_call(plain->name, inputs, expected, arena, NULL) == HLO2C_OK);
    CHECK(pooled_call(pooled->name, inputs, outputs, pooled_memory_sram, context) == HLO2C_OK);
    for (int i = 0; i < plain->output_count; i++) {
        CHECK(memcmp(expected[i], outputs[i], plain->outputs[i].bytes) == 0);
    }
    void *missing[POOLED_POOL_COUNT] = {NULL};
    hlo2c_context other = *context;
    other.pools = missing;
    CHECK(pooled_call(pooled->name, inputs, outputs, pooled_memory_sram, &other) == HLO2C_NULL_ARGUMENT);
    CHECK(strcmp(context->message, "pool psram: the pointer is NULL") == 0);
    other.pools = pooled_memory;
    other.pool_count = 0;
    CHECK(pooled_call(pooled->name, inputs, outputs, pooled_memory_sram, &other) == HLO2C_NULL_ARGUMENT);
    missing[0] = pooled_memory_psram + 1;
    other.pools = missing;
    other.pool_count = POOLED_POOL_COUNT;
    CHECK(pooled_call(pooled->name, inputs, outputs, pooled_memory_sram, &other) == HLO2C_MISALIGNED);
    CHECK(pooled_call(pooled->name, inputs, outputs, pooled_memory_sram, NULL) == HLO2C_NULL_ARGUMENT);
    CHECK(pooled_call(pooled->name, NULL, outputs, pooled_memory_sram, context) == HLO2C_NULL_ARGUMENT);
    CHECK(pooled_call(pooled->name, inputs, NULL, pooled_memory_sram, context) == HLO2C_NULL_ARGUMENT);
    for (int i = 0; i < plain->input_count; i++) {
        free((void *)(size_t)inputs[i]);
    }
    for (int i = 0; i < plain->output_count; i++) {
        free(expected[i]);
        free(outputs[i]);
    }
}

int main(void)
{
    char message[200] = "";
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.message = message;
    context.message_bytes = sizeof message;
    context.pools = pooled_memory;
    context.pool_count = POOLED_POOL_COUNT;
    CHECK(sizeof pooled_memory_sram == POOLED_POOL_SRAM_BYTES &&
          sizeof pooled_memory_psram == POOLED_POOL_PSRAM_BYTES);
    CHECK(pooled_pools[0].bytes == POOLED_POOL_PSRAM_BYTES &&
          pooled_pools[0].alignment == POOLED_POOL_PSRAM_ALIGN);
    for (int i = 0; i < PLAIN_FUNCTION_COUNT; i++) {
        check_function(&plain_functions[i], &pooled_functions[i], &context);
    }
    printf("%lu %lu\n", (unsigned long)POOLED_POOL_SRAM_BYTES, (unsigned long)POOLED_POOL_PSRAM_BYTES);
    return 0;
}
