/* Runs the first entry point of a library: HARNESS OUT WEIGHTS|- REPETITIONS INPUT.npy...
 * Writes each result's bytes to OUT/NNN.raw. Every array has a block of its exact size, so that sanitizers
 * detect each access outside. With THREADS defined, parallel loops run in the library's pool, or in OpenMP
 * if the compiler enables it, with the number of threads in the variable HARNESS_THREADS, and two calls run
 * concurrently. With BACKWARDS defined, too, each iteration runs by itself in the calling thread, the last
 * one first. With the variable HARNESS_PARALLEL it is an error if no loop runs in parallel. With RANKS
 * defined, the calls are the ranks of a program for that many partitions, each in a thread: the inputs are
 * those of rank 0, then those of rank 1, ..., and so are the results. */
#include LIBRARY_HEADER

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(THREADS) || defined(RANKS)
#include <pthread.h>
#endif
#ifdef THREADS
#include <stdatomic.h>

#include "hlo2c_openmp.h"
#include "hlo2c_threads.h"
#ifdef _OPENMP
#include <omp.h>
#endif
#endif
#ifdef RANKS
#include "hlo2c_rank_threads.h"
#endif

#define JOIN(a, b) a##b
#define NAME(library, suffix) JOIN(library, suffix)
#define FUNCTIONS NAME(LIBRARY, _functions)
#define CALL NAME(LIBRARY, _call)

static void stop(const char *what, const char *detail)
{
    fprintf(stderr, "harness: %s: %s\n", what, detail);
    exit(1);
}

static void *allocate(size_t bytes, size_t alignment)
{
    void *block = NULL;
    if (alignment < sizeof(void *)) {
        alignment = sizeof(void *);
    }
    if (posix_memalign(&block, alignment, bytes == 0 ? 1 : bytes) != 0) {
        stop("out of memory", "");
    }
    return block;
}

static unsigned char *read_all(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        stop("cannot read", path);
    }
    *bytes = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = allocate(*bytes, 64);
    if (fread(data, 1, *bytes, file) != *bytes) {
        stop("cannot read", path);
    }
    fclose(file);
    return data;
}

#ifdef THREADS
static atomic_int parallel_loops;

static int parallel_for(void *pool, int extent, int (*body)(void *closure, int begin, int end), void *closure)
{
    atomic_fetch_add(&parallel_loops, 1);
#if defined(BACKWARDS)
    (void)pool;
    int status = HLO2C_OK;
    for (int i = extent; i-- > 0 && status == HLO2C_OK;) {
        status = body(closure, i, i + 1);
    }
    return status;
#elif defined(_OPENMP)
    return hlo2c_openmp_parallel_for(pool, extent, body, closure);
#else
    return hlo2c_threads_parallel_for(pool, extent, body, closure);
#endif
}
#endif

/* The elements of a .npy file, in a block of `bytes`. */
static void *read_npy(const char *path, size_t bytes)
{
    size_t file_bytes = 0;
    unsigned char *file = read_all(path, &file_bytes);
    if (file_bytes < 12 || memcmp(file, "\x93NUMPY", 6) != 0) {
        stop("no .npy file", path);
    }
    size_t start = file[8] + 256u * file[9];
    start = file[6] == 1 ? 10 + start : 12 + start + 65536u * file[10] + 16777216u * file[11];
    if (file_bytes - start != bytes) {
        stop("the size does not fit the function's argument", path);
    }
    void *data = allocate(bytes, 16);
    memcpy(data, file + start, bytes);
    free(file);
    return data;
}

enum {
#ifdef RANKS
    call_count = RANKS,
    input_sets = RANKS
#else
    call_count = 2,
    input_sets = 1 /* which both calls read */
#endif
};

/* One call with its own arena and results; inputs that the call may overwrite are copied. */
typedef struct call {
    const hlo2c_function *function;
    hlo2c_context context;
    void *const *inputs;
    void **outputs;
    int status;
    char message[256];
#ifdef RANKS
    hlo2c_hooks hooks;
    hlo2c_rank_team *team;
    int rank;
#endif
} call;

static void *make_call(void *argument)
{
    call *this_call = argument;
    const hlo2c_function *function = this_call->function;
    const void *inputs[function->input_count + 1];
    void *arena = allocate(function->arena_bytes, function->arena_alignment);
    memset(arena, 0xA5, function->arena_bytes);
    for (int i = 0; i < function->output_count; i++) {
        this_call->outputs[i] = allocate(function->outputs[i].bytes, 16);
        memset(this_call->outputs[i], 0x5A, function->outputs[i].bytes);
    }
    for (int i = 0; i < function->input_count; i++) {
        void *copy = allocate(function->inputs[i].bytes, 16);
        memcpy(copy, this_call->inputs[i], function->inputs[i].bytes);
        inputs[i] = copy;
    }
    this_call->context.message = this_call->message;
    this_call->context.message_bytes = sizeof this_call->message;
#ifdef RANKS
    hlo2c_team_join(this_call->team, this_call->rank, &this_call->hooks, &this_call->context);
#endif
    this_call->status = CALL(function->name, inputs, this_call->outputs, arena, &this_call->context);
#ifdef RANKS
    hlo2c_team_leave(this_call->team, this_call->rank, this_call->status);
#endif
    for (int i = 0; i < function->input_count; i++) {
        free((void *)inputs[i]);
    }
    free(arena);
    return NULL;
}

static void run_calls(call *calls)
{
#ifdef RANKS
    static hlo2c_rank_team team;
    if (hlo2c_team_start(&team, 1, RANKS, 120.0) != HLO2C_OK) {
        stop("the ranks do not start", "");
    }
    for (int i = 0; i < call_count; i++) {
        calls[i].hooks = *calls[i].context.hooks;
        calls[i].team = &team;
        calls[i].rank = i;
    }
#endif
#if defined(THREADS) || defined(RANKS)
    pthread_t threads[call_count];
    for (int i = 0; i < call_count; i++) {
        if (pthread_create(&threads[i], NULL, make_call, &calls[i]) != 0) {
            stop("cannot start a thread", "");
        }
    }
    for (int i = 0; i < call_count; i++) {
        pthread_join(threads[i], NULL);
    }
#else
    for (int i = 0; i < call_count; i++) {
        make_call(&calls[i]);
    }
#endif
#ifdef RANKS
    hlo2c_team_stop(&team);
#endif
    for (int i = 0; i < call_count; i++) {
        if (calls[i].status != HLO2C_OK) {
            stop(hlo2c_status_text(calls[i].status), calls[i].message);
        }
    }
}

static void free_outputs(call *calls)
{
    for (int i = 0; i < call_count; i++) {
        for (int j = 0; j < calls[i].function->output_count; j++) {
            free(calls[i].outputs[j]);
        }
        free(calls[i].outputs);
    }
}

/* Calls side by side, again and again; the results are those of the last time. */
static void repeat_calls(call *calls, int repetitions, const call *each)
{
    for (int repetition = 0; repetition < repetitions; repetition++) {
        if (repetition > 0) {
            free_outputs(calls);
        }
        for (int i = 0; i < call_count; i++) {
            calls[i] = *each;
            calls[i].inputs += i % input_sets * each->function->input_count;
            calls[i].outputs = allocate((size_t)(each->function->output_count + 1) * sizeof(void *), 16);
        }
        run_calls(calls);
    }
}

/* The results as the files NNN.raw: those of one call for each set of inputs, which others with it repeat. */
static void write_outputs(const call *calls, const char *folder)
{
    const hlo2c_function *function = calls[0].function;
    const int count = function->output_count;
    for (int i = 0; i < count * call_count; i++) {
        const hlo2c_tensor *const output = &function->outputs[i % count];
        void *const data = calls[i / count].outputs[i % count];
        if (i >= count * input_sets) {
            if (memcmp(data, calls[i / count % input_sets].outputs[i % count], output->bytes) != 0) {
                stop("two calls give different bits for result", output->name);
            }
            continue;
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/%03d.raw", folder, i);
        FILE *file = fopen(path, "wb");
        if (file == NULL || fwrite(data, 1, output->bytes, file) != output->bytes || fclose(file) != 0) {
            stop("cannot write", path);
        }
    }
}

int main(int argc, char **argv)
{
    const hlo2c_function *function = &FUNCTIONS[0];
    const int input_count = function->input_count * input_sets;
    if (argc != 4 + input_count) {
        fprintf(stderr, "harness: %s takes %d inputs, not %d\n", function->name, input_count, argc - 4);
        return 1;
    }
    hlo2c_context context;
    memset(&context, 0, sizeof context);
    context.struct_bytes = sizeof context;
    if (strcmp(argv[2], "-") != 0) {
        context.weights = read_all(argv[2], &context.weights_bytes);
    }
    hlo2c_hooks hooks;
    memset(&hooks, 0, sizeof hooks);
    hooks.struct_bytes = sizeof hooks;
    context.hooks = &hooks;
#ifdef THREADS
    const char *const thread_text = getenv("HARNESS_THREADS");
    const int thread_count = thread_text != NULL ? atoi(thread_text) : 1;
    hooks.parallel_for = parallel_for;
#ifdef _OPENMP
    omp_set_num_threads(thread_count);
#else
    static hlo2c_threads pool;
    if (hlo2c_threads_start(&pool, thread_count) != HLO2C_OK) {
        stop("the pool does not start", "");
    }
    hooks.parallel_for_user = &pool;
#endif
#endif
    void **inputs = allocate((size_t)(input_count + 1) * sizeof(void *), 16);
    for (int i = 0; i < input_count; i++) {
        inputs[i] = read_npy(argv[4 + i], function->inputs[i % function->input_count].bytes);
    }
    call each;
    memset(&each, 0, sizeof each);
    each.function = function;
    each.context = context;
    each.inputs = inputs;
    call calls[call_count];
    repeat_calls(calls, atoi(argv[3]), &each);
    write_outputs(calls, argv[1]);
#ifdef THREADS
    if (getenv("HARNESS_PARALLEL") != NULL && parallel_loops == 0) {
        stop("no loop runs in parallel", function->name);
    }
#endif
    free_outputs(calls);
    for (int i = 0; i < input_count; i++) {
        free(inputs[i]);
    }
    free(inputs);
    free((void *)context.weights);
#if defined(THREADS) && !defined(_OPENMP)
    hlo2c_threads_stop(&pool);
#endif
    return 0;
}
