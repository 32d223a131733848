/* Calls every function of a library (LIBRARY, declared in HEADER) on generated inputs, and prints a hash of
 * what each one gives. With WEIGHTS, the weights are that file. */
#include HEADER

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caller.h"

static void *generated(const hlo2c_tensor *tensor)
{
    unsigned char *memory = allocate(tensor->bytes);
    uint32_t state = 12345;
    for (size_t i = 0; i < tensor->bytes / 4; i++) {
        state = state * 1664525 + 1013904223;
        const float number = (float)(int32_t)state / 2147483648.0f;
        const int32_t integer = (int32_t)(state >> 30);
        memcpy(memory + 4 * i, tensor->dtype == HLO2C_F32 ? (const void *)&number : (const void *)&integer,
               4);
    }
    return memory;
}

int main(void)
{
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    char message[256] = "";
    context.message = message;
    context.message_bytes = sizeof message;
#ifdef WEIGHTS
    unsigned char *weights = allocate(WEIGHTS_BYTES);
    FILE *file = fopen(WEIGHTS, "rb");
    if (file == NULL || fread(weights, 1, WEIGHTS_BYTES, file) != WEIGHTS_BYTES) {
        return 1;
    }
    fclose(file);
    context.weights = weights;
    context.weights_bytes = WEIGHTS_BYTES;
#endif
    for (const hlo2c_function *function = SYMBOL(LIBRARY, _functions); function->name != NULL; function++) {
        const void *inputs[16] = {0};
        void *outputs[16] = {0};
        for (int i = 0; i < function->input_count; i++) {
            inputs[i] = generated(&function->inputs[i]);
        }
        for (int i = 0; i < function->output_count; i++) {
            outputs[i] = allocate(function->outputs[i].bytes);
        }
        void *arena = allocate(function->arena_bytes);
        if (SYMBOL(LIBRARY, _call)(function->name, inputs, outputs, arena, &context) != HLO2C_OK) {
            fprintf(stderr, "%s: %s\n", function->name, message);
            return 1;
        }
        uint64_t hash = UINT64_C(14695981039346656037);
        for (int i = 0; i < function->output_count; i++) {
            for (size_t k = 0; k < function->outputs[i].bytes; k++) {
                hash = (hash ^ ((unsigned char *)outputs[i])[k]) * UINT64_C(1099511628211);
            }
            free(outputs[i]);
        }
        for (int i = 0; i < function->input_count; i++) {
            free((void *)(uintptr_t)inputs[i]);
        }
        free(arena);
        printf("%s %016llx\n", function->name, (unsigned long long)hash);
    }
#ifdef WEIGHTS
    free(weights);
#endif
    return 0;
}
