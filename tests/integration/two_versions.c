/* Calls two libraries of different versions; CALLER is the version of the header that this file sees. */
#include <stdio.h>
#include <string.h>

#if CALLER == 2
#include "first.h"
#include "second.h"
#else
/* The first header decides which version of the structures is seen. */
#include "second.h"
/* so the older one comes after it. */
#include "first.h"
#endif
#include "hlo2c_threads.h"

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            printf("caller %d, line %d: not true: %s\n", CALLER, __LINE__, #condition); \
            return 1;                                                                   \
        }                                                                               \
    } while (0)

int second_added(const hlo2c_context *context);

static _Alignas(64) unsigned char arena[FIRST_ARENA_BYTES + SECOND_ARENA_BYTES];
static float a[16], x[192 * 256], w[256 * 384];
static float factors[2][16], products[2][192 * 384];

static int check_refusals(void)
{
    const first_main_inputs inputs = {.struct_bytes = sizeof inputs, .a = a, .x = x, .w = w};
    const first_main_outputs outputs = {.factor = factors[0], .product = products[0]};
    first_main_inputs fewer = inputs;
    char message[200] = "";
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    hlo2c_hooks hooks = {0};
    context.message = message;
    context.message_bytes = sizeof message;
    fewer.struct_bytes = sizeof fewer - sizeof(void *);
    CHECK(first_main(&fewer, &outputs, arena, &context) == HLO2C_STRUCT_BYTES);
    CHECK(strcmp(message, "inputs: the structure comes from another header") == 0);
    context.hooks = &hooks;
    CHECK(first_main(&inputs, &outputs, arena, &context) == HLO2C_STRUCT_BYTES);
    CHECK(strstr(message, "HLO2C_INIT") != NULL);
    hooks.struct_bytes = sizeof hooks;
    CHECK(first_main(&inputs, &outputs, arena, &context) == HLO2C_OK);
    context.struct_bytes = 0;
    CHECK(first_main(&inputs, &outputs, arena, &context) == HLO2C_STRUCT_BYTES);
    return 0;
}

int main(void)
{
    CHECK(HLO2C_ABI_VERSION == CALLER && first_abi() == 2 && second_abi() == 3);
    for (int i = 0; i < 16; i++) {
        a[i] = i % 5 == 0 ? 4.0f : 1.0f;
    }
    for (int i = 0; i < 192 * 256; i++) {
        x[i] = (float)(i % 17) / 8;
    }
    for (int i = 0; i < 256 * 384; i++) {
        w[i] = (float)(i % 13) / 4 - 1;
    }
    static hlo2c_threads pool;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    CHECK(hlo2c_threads_start(&pool, 2) == HLO2C_OK);
    hooks.parallel_for = hlo2c_threads_parallel_for;
    hooks.parallel_for_user = &pool;
    context.hooks = &hooks;
#if CALLER == 3
    context.added = 5;
#endif
    CHECK(second_added(&context) == (CALLER == 3 ? 5 : -1));
    CHECK(first_main(&(first_main_inputs){.a = a, .x = x, .w = w},
                     &(first_main_outputs){.factor = factors[0], .product = products[0]}, arena,
                     &context) == HLO2C_OK);
    CHECK(second_main(&(second_main_inputs){.a = a, .x = x, .w = w},
                      &(second_main_outputs){.factor = factors[1], .product = products[1]}, arena,
                      &context) == HLO2C_OK);
    CHECK(memcmp(factors[0], factors[1], sizeof factors[0]) == 0 && factors[0][0] == 2);
    CHECK(memcmp(products[0], products[1], sizeof products[0]) == 0 && products[0][1] != 0);
    hlo2c_threads_stop(&pool);
    return check_refusals();
}
