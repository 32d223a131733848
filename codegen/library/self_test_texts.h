#pragma once

namespace hlo2c::codegen {

// Pieces of test/NAME_test.c; "@name@" and "@NAME@" stand for the library's name.

inline constexpr const char* test_start = R"(#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@name@.h"
@includes@
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

static int failures;

static int check(int holds, const char *text, int line)
{
    if (!holds) {
        printf("@name@_test.c:%d: check failed: %s\n", line, text);
        failures++;
    }
    return holds;
}

static size_t with_margin(size_t bytes)
{
    return (bytes / @alignment@ + 2) * @alignment@;
}

/* Allocates aligned memory with a margin, filled with `byte`; ends the test on failure. */
static unsigned char *memory(size_t bytes, int byte)
{
    const size_t whole = with_margin(bytes);
    unsigned char *const block = aligned_alloc(@alignment@, whole);
    if (block == NULL) {
        printf("@name@_test.c: no memory for %lu bytes\n", (unsigned long)whole);
        exit(1);
    }
    memset(block, byte, whole);
    return block;
}

/* Whether nothing was written to the margin of such memory. */
static int keeps_margin(const unsigned char *block, size_t bytes, int byte)
{
    for (size_t i = bytes; i < with_margin(bytes); i++) {
        if (block[i] != byte) {
            return 0;
        }
    }
    return 1;
}

/* Allocates the tensors of one call. */
static unsigned char **blocks(const hlo2c_tensor *tensors, int count, int byte)
{
    unsigned char **const all = (void *)memory(sizeof(unsigned char *) * (size_t)(count + 1), 0);
    for (int i = 0; i < count; i++) {
        all[i] = memory(tensors[i].bytes, byte);
    }
    return all;
}

static void check_margins(unsigned char *const *all, const hlo2c_tensor *tensors, int count, int byte)
{
    for (int i = 0; i < count; i++) {
        CHECK(keeps_margin(all[i], tensors[i].bytes, byte));
    }
}

static void release(unsigned char **all, int count)
{
    for (int i = 0; i < count; i++) {
        free(all[i]);
    }
    free(all);
}
)";

inline constexpr const char* test_pools = R"(
/* The memory pools besides the arena. */
static void *pools[@NAME@_POOL_COUNT];

static void fill_pools(int byte)
{
    for (int i = 0; i < @NAME@_POOL_COUNT; i++) {
        memset(pools[i], byte, with_margin(@name@_pools[i].bytes));
    }
}

static void check_pools(int byte)
{
    for (int i = 0; i < @NAME@_POOL_COUNT; i++) {
        CHECK(keeps_margin(pools[i], @name@_pools[i].bytes, byte));
    }
}

/* Checks that calls fail if a pool that the function uses is missing or misaligned. */
static void check_pool_refusals(const hlo2c_function *function, const void *const *inputs, void *const *outputs,
                                unsigned char *arena, const hlo2c_context *context)
{
    static const unsigned char used[@NAME@_FUNCTION_COUNT][@NAME@_POOL_COUNT] = {@used@};
    for (int i = 0; i < @NAME@_POOL_COUNT; i++) {
        void *const block = pools[i];
        hlo2c_context older = *context;
        older.struct_bytes = HLO2C_CONTEXT_BYTES;
        if (!used[function - @name@_functions][i]) {
            continue;
        }
        pools[i] = NULL;
        CHECK(@name@_call(function->name, inputs, outputs, arena, context) == HLO2C_NULL_ARGUMENT);
        CHECK(strncmp(context->message, "pool ", 5) == 0);
        pools[i] = (unsigned char *)block + 1;
        CHECK(@name@_call(function->name, inputs, outputs, arena, context) == HLO2C_MISALIGNED);
        pools[i] = block;
        CHECK(@name@_call(function->name, inputs, outputs, arena, &older) == HLO2C_NULL_ARGUMENT);
        CHECK(@name@_call(function->name, inputs, outputs, arena, NULL) == HLO2C_NULL_ARGUMENT);
    }
}
)";

inline constexpr const char* make_pools_lines =
    R"(    for (int i = 0; i < @NAME@_POOL_COUNT; i++) {
        pools[i] = memory(@name@_pools[i].bytes, 0);
    }
    context.pools = pools;
    context.pool_count = @NAME@_POOL_COUNT;
)";

inline constexpr const char* free_pools_lines =
    R"(    for (int i = 0; i < @NAME@_POOL_COUNT; i++) {
        free(pools[i]);
    }
)";

inline constexpr const char* test_call = R"(
/* The address of an input in its block. In the second run the input ends the block and has no more than its
 * own alignment, so that sanitizers detect reads past its end. */
static size_t begin_of(const hlo2c_tensor *tensor, int run)
{
    const size_t room = with_margin(tensor->bytes) - tensor->bytes;
    return run == 0 ? 0 : room / tensor->alignment * tensor->alignment;
}

/* Calls the function by name. What the arena initially holds must not matter. */
static int call(const hlo2c_function *function, unsigned char *const *inputs, unsigned char *const *outputs,
                int run, const hlo2c_context *context)
{
    const int pattern = run == 0 ? 0x00 : 0xff;
    unsigned char *const arena = memory(function->arena_bytes, pattern);
    const void **const in = (void *)memory(sizeof(void *) * (size_t)(function->input_count + 1), 0);
    void **const out = (void *)memory(sizeof(void *) * (size_t)(function->output_count + 1), 0);
    for (int i = 0; i < function->input_count; i++) {
        in[i] = inputs[i] + begin_of(&function->inputs[i], run);
    }
    for (int i = 0; i < function->output_count; i++) {
        out[i] = outputs[i];
    }
@fill_pools@    const int status = @name@_call(function->name, in, out, arena, context);
    if (status != HLO2C_OK) {
        printf("%s: %s: %s\n", function->name, hlo2c_status_text(status), context->message);
    }
    CHECK(keeps_margin(arena, function->arena_bytes, pattern));
@check_pools@    free(out);
    free(in);
    free(arena);
    return status;
}
)";

inline constexpr const char* test_refusals = R"(
/* Whether the call fails with `status` because of this tensor. */
static int is_refused(const hlo2c_function *function, const unsigned char *const *blocks[2],
                      unsigned char *arena, const hlo2c_context *context, int status,
                      const hlo2c_tensor *tensor)
{
    return @name@_call(function->name, (const void *const *)(const void *)blocks[0],
                       (void *const *)(const void *)blocks[1], arena, context) == status &&
           strncmp(context->message, tensor->name, strlen(tensor->name)) == 0;
}

/* Checks that calls with a missing or misaligned pointer fail. */
static void check_refusals(const hlo2c_function *function, unsigned char **inputs, unsigned char **outputs,
                           const hlo2c_context *context)
{
    const void *const *const in = (const void *const *)(const void *)inputs;
    void *const *const out = (void *const *)(const void *)outputs;
    unsigned char *const arena = memory(function->arena_bytes + 64, 0);
    CHECK(@name@_call("no such function", in, out, arena, context) == HLO2C_UNKNOWN_FUNCTION);
    if (function->arena_bytes > 1) {
        CHECK(@name@_call(function->name, in, out, NULL, context) == HLO2C_NULL_ARGUMENT);
        CHECK(@name@_call(function->name, in, out, arena + 1, context) == HLO2C_MISALIGNED);
    }
@refuse_pools@    const unsigned char *const *all[2] = {(const unsigned char *const *)inputs,
                                          (const unsigned char *const *)outputs};
    for (int i = 0; i < function->input_count + function->output_count; i++) {
        const int is_input = i < function->input_count;
        const int at = is_input ? i : i - function->input_count;
        const hlo2c_tensor *const tensor = is_input ? &function->inputs[at] : &function->outputs[at];
        unsigned char **const pointer = is_input ? &inputs[at] : &outputs[at];
        unsigned char *const block = *pointer;
        if (tensor->bytes == 0) {
            continue;
        }
        *pointer = NULL;
        CHECK(is_refused(function, all, arena, context, HLO2C_NULL_ARGUMENT, tensor));
        *pointer = block + 1;
        CHECK(tensor->alignment == 1 || is_refused(function, all, arena, context, HLO2C_MISALIGNED, tensor));
        *pointer = block;
    }
    free(arena);
}
)";

inline constexpr const char* test_alone = R"(
/* The program may need a hook, or have an assertion that does not hold: then the call must report it. */
static void check_function(const hlo2c_function *function, const hlo2c_context *context)
{
    unsigned char **const inputs = blocks(function->inputs, function->input_count, 0);
    unsigned char **const outputs = blocks(function->outputs, function->output_count, 0);
    unsigned char *const arena = memory(function->arena_bytes, 0);
    const int status = @name@_call(function->name, (const void *const *)(const void *)inputs,
                                   (void *const *)(const void *)outputs, arena, context);
    const int refused = status == HLO2C_HOOK_MISSING || status == HLO2C_ASSERTION_FAILED;
    CHECK(status == HLO2C_OK || (refused && context->message[0] != 0));
    CHECK(keeps_margin(arena, function->arena_bytes, 0));
    check_margins(inputs, function->inputs, function->input_count, 0);
    check_margins(outputs, function->outputs, function->output_count, 0);
    check_refusals(function, inputs, outputs, context);
    free(arena);
    release(outputs, function->output_count);
    release(inputs, function->input_count);
}
)";

inline constexpr const char* test_generated = R"(
/* Generates inputs that are the same on every machine: floats in [-1, 1), small integers, booleans. */
static void generate(unsigned char *data, const hlo2c_tensor *tensor, unsigned seed)
{
    const size_t size = hlo2c_dtype_bytes(tensor->dtype);
    const int is_f32 = tensor->dtype == HLO2C_F32 || tensor->dtype == HLO2C_C64;
    const int is_f64 = tensor->dtype == HLO2C_F64 || tensor->dtype == HLO2C_C128;
    const size_t step = is_f32 ? 4 : is_f64 ? 8 : size;
    unsigned state = seed * 2654435761u + 12345u;
    memset(data, 0, tensor->bytes);
    for (size_t at = 0; at + step <= tensor->bytes; at += step) {
        state = state * 1664525u + 1013904223u;
        const float value = (float)(state >> 9) / 4194304.0f - 1.0f;
        const double wide = value;
        if (is_f32) {
            memcpy(data + at, &value, 4);
        } else if (is_f64) {
            memcpy(data + at, &wide, 8);
        } else if (tensor->dtype >= HLO2C_F4E2M1FN) {
            data[at + step - 1] = (unsigned char)(state >> 30);
        } else {
            data[at] = (unsigned char)(state >> 31);
        }
    }
}

static unsigned long checksum(const unsigned char *data, size_t bytes)
{
    unsigned long sum = 2166136261u;
    for (size_t i = 0; i < bytes; i++) {
        sum = ((sum ^ data[i]) * 16777619u) & 0xffffffffu;
    }
    return sum;
}

/* Checks that no result depends on the previous contents of the arena and the outputs. */
static void check_function(const hlo2c_function *function, const hlo2c_context *context)
{
)";

// The body of a function that calls the library twice: "@give@" fills an input, "@judge@" checks the results
// of one call, "@compare@" those of both.
inline constexpr const char* test_runs =
    R"(    unsigned char **const inputs = blocks(function->inputs, function->input_count, 0);
    unsigned char **const first = blocks(function->outputs, function->output_count, 0x55);
    unsigned char **const second = blocks(function->outputs, function->output_count, 0xaa);
    for (int run = 0; run < 2; run++) {
        for (int i = 0; i < function->input_count; i++) {
            const hlo2c_tensor *const input = &function->inputs[i];
            @give@
        }
        unsigned char **const outputs = run == 0 ? first : second;
        CHECK(call(function, inputs, outputs, run, context) == HLO2C_OK);
        if (run == 0) {
            check_margins(inputs, function->inputs, function->input_count, 0);
        }
        check_margins(outputs, function->outputs, function->output_count, run == 0 ? 0x55 : 0xaa);
@judge@    }
    for (int i = 0; i < function->output_count; i++) {
@compare@    }
    check_refusals(function, inputs, first, context);
    release(second, function->output_count);
    release(first, function->output_count);
    release(inputs, function->input_count);
}
)";

inline constexpr const char* give_generated =
    "generate(inputs[i] + begin_of(input, run), input, (unsigned)i);";
inline constexpr const char* give_stored =
    "fill(inputs[i] + begin_of(input, run), input, &vectors[index].inputs[i]);";

inline constexpr const char* judge_stored = R"(        for (int i = 0; i < function->output_count; i++) {
            CHECK(all_right(outputs[i], &function->outputs[i], &vectors[index].outputs[i]));
        }
)";

inline constexpr const char* compare_generated =
    R"(        const hlo2c_tensor *const output = &function->outputs[i];
        CHECK(memcmp(first[i], second[i], output->bytes) == 0);
        printf("%s %s %08lx\n", function->name, output->name, checksum(first[i], output->bytes));
)";
inline constexpr const char* compare_stored =
    R"(        CHECK(memcmp(first[i], second[i], function->outputs[i].bytes) == 0);
)";

inline constexpr const char* test_each_function = R"(
static void check_all(const hlo2c_context *context)
{
    const hlo2c_function *function = @name@_functions;
    for (; function->name != NULL; function++) {
        check_function(function, context);
    }
}
)";

inline constexpr const char* test_stored = R"(
/* Fills an input of a test vector: with the stored elements, or with random draws from them. */
static void fill(unsigned char *data, const hlo2c_tensor *tensor, const test_input *input)
{
    const size_t size = hlo2c_dtype_bytes(tensor->dtype);
    if (input->drawn_from == 0) {
        memcpy(data, input->elements, tensor->bytes);
        return;
    }
    uint32_t state = input->seed;
    for (size_t at = 0; at + size <= tensor->bytes; at += size) {
        state = state * 1664525u + 1013904223u;
        memcpy(data + at, (const unsigned char *)input->elements + (state >> 16) % input->drawn_from * size, size);
    }
}

/* The bits of part `at` of a tensor, whose parts are `bytes` bytes each. */
static uint64_t part(const void *data, size_t bytes, uint64_t at)
{
    const unsigned char *const first = (const unsigned char *)data + at * bytes;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (bytes) {
    case 1:
        return *first;
    case 2:
        memcpy(&two, first, 2);
        return two;
    case 4:
        memcpy(&four, first, 4);
        return four;
    default:
        memcpy(&eight, first, 8);
        return eight;
    }
}

static int is_nan(const test_order *order, uint64_t bits)
{
    const uint64_t magnitude = order->sign != 0 ? bits & (order->sign - 1) : bits;
    return order->is_float && (magnitude > order->largest || (order->nan != 0 && bits == order->nan));
}

/* Rank of a number among those of its type; -0 is before +0. */
static uint64_t place(const test_order *order, uint64_t bits)
{
    if (!order->is_float) {
        return bits ^ order->sign;
    }
    if (order->sign == 0) {
        return bits;
    }
    return (bits & order->sign) != 0 ? order->sign - 1 - (bits & (order->sign - 1)) : order->sign + bits;
}

static int is_right(const test_order *order, uint64_t got, uint64_t least, uint64_t most)
{
    if (is_nan(order, got) || is_nan(order, least)) {
        return is_nan(order, got) && is_nan(order, least);
    }
    return place(order, least) <= place(order, got) && place(order, got) <= place(order, most);
}

/* Prints a number if C has the type, else its bits. */
static void print_part(const test_order *order, uint64_t bits)
{
    if (order->is_float && order->bytes == 4) {
        const uint32_t narrow = (uint32_t)bits;
        float value;
        memcpy(&value, &narrow, 4);
        printf("%.9g", (double)value);
    } else if (order->is_float && order->bytes == 8) {
        double value;
        memcpy(&value, &bits, 8);
        printf("%.17g", value);
    } else {
        printf("0x%lx", (unsigned long)bits);
    }
}

static int all_right(const unsigned char *data, const hlo2c_tensor *tensor, const test_output *output)
{
    const test_order *const order = &output->order;
    for (size_t i = 0; i < output->count; i++) {
        const uint64_t at = output->places != NULL ? output->places[i] : i;
        const uint64_t got = part(data, order->bytes, at);
        const uint64_t least = part(output->least, order->bytes, i), most = part(output->most, order->bytes, i);
        if (!is_right(order, got, least, most)) {
            printf("%s[%lu]: ", tensor->name, (unsigned long)at);
            print_part(order, got);
            printf(least == most ? ", expected " : ", expected at least ");
            print_part(order, least);
            if (least != most) {
                printf(", at most ");
                print_part(order, most);
            }
            printf("\n");
            return 0;
        }
    }
    return 1;
}

/* Checks that results are right, and independent of the previous contents of the arena and the outputs. */
static void check_vector(size_t index, const hlo2c_context *context)
{
    const hlo2c_function *function = @name@_functions;
    while (!hlo2c_same_text(function->name, vectors[index].function)) {
        function++;
    }
)";

inline constexpr const char* test_each_vector = R"(
static void check_all(const hlo2c_context *context)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        check_vector(i, context);
    }
}
)";

inline constexpr const char* test_blob = R"(
/* Loads the weights file, and checks that damage is detected. */
static unsigned char *load_weights(const char *path)
{
    unsigned char *const weights = memory(@NAME@_WEIGHTS_BYTES, 0);
    FILE *const file = fopen(path, "rb");
    if (!check(file != NULL, path, __LINE__)) {
        exit(1);
    }
    CHECK(fread(weights, 1, @NAME@_WEIGHTS_BYTES, file) == @NAME@_WEIGHTS_BYTES);
    CHECK(fgetc(file) == EOF);
    fclose(file);
    CHECK(@name@_check_weights(weights, @NAME@_WEIGHTS_BYTES) == HLO2C_OK);
    weights[@NAME@_WEIGHTS_BYTES - 1] ^= 1;
    CHECK(@name@_check_weights(weights, @NAME@_WEIGHTS_BYTES) == HLO2C_WEIGHTS_MISMATCH);
    weights[@NAME@_WEIGHTS_BYTES - 1] ^= 1;
    for (int more = -1; more <= 1; more += 2) {
        CHECK(@name@_check_weights(weights, @NAME@_WEIGHTS_BYTES + (size_t)more) == HLO2C_WEIGHTS_MISMATCH);
    }
    return weights;
}
)";

inline constexpr const char* test_main = R"(
int main(@parameters@)
{
    char message[256] = "";
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.message = message;
    context.message_bytes = sizeof message;
@load@    check_all(&context);
@free@    printf(failures == 0 ? "@name@: passed\n" : "@name@: failed\n");
    return failures != 0;
}
)";

inline constexpr const char* load_lines =
    R"(    context.weights = load_weights(count > 1 ? arguments[1] : "weights/@name@.weights");
    context.weights_bytes = @NAME@_WEIGHTS_BYTES;
)";

}  // namespace hlo2c::codegen
