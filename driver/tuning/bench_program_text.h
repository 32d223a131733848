#pragma once

namespace hlo2c::driver {

// The text of a bench program around its tables; "@...@" is filled in.

inline constexpr const char* bench_head_text = R"(#define _GNU_SOURCE

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

@includes@#include "hlo2c_threads.h"

/* One library with its schedules. */
typedef struct bench_library {
    int (*call)(const char *, const void *const *, void *const *, void *, const hlo2c_context *);
    const hlo2c_function *function;
    const char *weights;        /* file, or NULL */
    size_t weights_bytes;
    const int *kernel_problems; /* number of each kernel's problem, or -1 */
    int kernel_count;
    const hlo2c_pool *pools;    /* besides the arena, or NULL */
    int pool_count;
} bench_library;

)";

inline constexpr const char* bench_body_text = R"(
/* Command line options. */
typedef struct settings {
    const char *directory;
    int only, rounds, threads;
    double seconds, round_seconds;
} settings;

/* Memory for calls of any of the libraries. */
typedef struct call_state {
    void **inputs, **originals, **outputs;
    void *arena;
    hlo2c_profile profile;
    hlo2c_context context;
    char message[512];
} call_state;

@files@@declare@/* The clock of calls and kernels. A single thread is measured in its own processor time, which other work on
 * the machine disturbs less. */
static clockid_t measured_clock = CLOCK_THREAD_CPUTIME_ID;

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t measured_nanoseconds(void *unused)
{
    (void)unused;
    return read_clock(measured_clock);
}

static uint64_t nanoseconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* Only whole rounds have been written. */
static void end_in_time(int unused)
{
    (void)unused;
    _exit(0);
}

static settings parse(int count, char **arguments)
{
    settings given = {".", -1, 10, 1, @seconds@, 0};
    for (int at = 1; at < count; at += 2) {
        const char *const value = at + 1 < count ? arguments[at + 1] : "";
        if (strcmp(arguments[at], "--seconds") == 0) {
            given.seconds = atof(value);
        } else if (strcmp(arguments[at], "--round-seconds") == 0) {
            given.round_seconds = atof(value);
        } else if (strcmp(arguments[at], "--rounds") == 0) {
            given.rounds = atoi(value);
        } else if (strcmp(arguments[at], "--only") == 0) {
            given.only = atoi(value);
        } else if (strcmp(arguments[at], "--threads") == 0) {
            given.threads = atoi(value);
        } else if (strcmp(arguments[at], "--directory") == 0) {
            given.directory = value;
        } else {
            die(arguments[at], "is not an option of this program");
        }
    }
    if (given.seconds <= 0 || given.rounds <= 0 || given.threads <= 0) {
        die("options", "--seconds, --rounds and --threads must be positive");
    }
    return given;
}

static const char *below(char *path, size_t room, const settings *given, const char *file)
{
    snprintf(path, room, "%s/%s", given->directory, file);
    return path;
}

static void prepare(call_state *state, const settings *given)
{
    const hlo2c_function *const function = libraries[0].function;
    char path[4096], file[64];
    size_t arena = 0, entries = 1;
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        arena = libraries[i].function->arena_bytes > arena ? libraries[i].function->arena_bytes : arena;
        entries = (size_t)libraries[i].kernel_count > entries ? (size_t)libraries[i].kernel_count : entries;
    }
    state->arena = memory(arena);
    state->profile.entries = memory(sizeof(hlo2c_profile_entry) * entries);
    state->inputs = memory(sizeof(void *) * (size_t)function->input_count);
    state->originals = memory(sizeof(void *) * (size_t)function->input_count);
    state->outputs = memory(sizeof(void *) * (size_t)function->output_count);
    for (int i = 0; i < function->output_count; i++) {
        state->outputs[i] = memory(function->outputs[i].bytes);
    }
    for (int i = 0; i < function->input_count; i++) {
        const hlo2c_tensor *const tensor = &function->inputs[i];
        snprintf(file, sizeof file, "inputs/%d.bin", i);
        state->inputs[i] = memory(tensor->bytes);
        read_file(below(path, sizeof path, given, file), state->inputs[i], tensor->bytes);
        if (tensor->donated_to >= 0) {
            state->originals[i] = memory(tensor->bytes);
            memcpy(state->originals[i], state->inputs[i], tensor->bytes);
            state->outputs[tensor->donated_to] = state->inputs[i];
        }
    }
    state->context.message = state->message;
    state->context.message_bytes = sizeof state->message;
}

/* Calls the library once and returns the nanoseconds that it took. */
static uint64_t run(call_state *state, const bench_library *library)
{
    const hlo2c_function *const function = library->function;
    for (int i = 0; i < function->input_count; i++) {
        if (state->originals[i] != NULL) {
            memcpy(state->inputs[i], state->originals[i], function->inputs[i].bytes);
        }
    }
    const uint64_t begun = measured_nanoseconds(NULL);
    const int status = library->call(function->name, (const void *const *)state->inputs, state->outputs,
                                     state->arena, &state->context);
    const uint64_t taken = measured_nanoseconds(NULL) - begun;
    require_success(function->name, status, state->message);
    return taken;
}

/* Measures one library for some seconds: calls with a clock around each kernel, and before them whole calls if
 * it is the only library. */
static void measure(call_state *state, int number, const hlo2c_hooks *plain, const settings *given,
                    double seconds)
{
    const bench_library *const library = &libraries[number];
    const uint64_t begun = nanoseconds(), budget = (uint64_t)(seconds * 1e9);
    uint64_t least = UINT64_MAX, problem_least[PROBLEM_COUNT + 1];
    hlo2c_hooks timed = *plain;
    char path[4096];
    void *weights = NULL;
    timed.clock = measured_nanoseconds;
    if (library->weights != NULL) {
        weights = memory(library->weights_bytes);
        read_file(below(path, sizeof path, given, library->weights), weights, library->weights_bytes);
    }
    state->context.weights = weights;
    state->context.weights_bytes = library->weights_bytes;
    void **const pools = memory(sizeof(void *) * (size_t)library->pool_count);
    for (int i = 0; i < library->pool_count; i++) {
        pools[i] = memory(library->pools[i].bytes);
    }
    state->context.pools = pools;
    state->context.pool_count = (size_t)library->pool_count;
    state->context.hooks = plain;
    state->context.profile = NULL;
    while (given->only >= 0 && (least == UINT64_MAX || nanoseconds() - begun < budget / 2)) {
        const uint64_t taken = run(state, library);
        least = taken < least ? taken : least;
    }
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        problem_least[i] = UINT64_MAX;
    }
    state->context.hooks = &timed;
    state->context.profile = &state->profile;
    state->profile.entry_count = library->kernel_count;
    do {
        uint64_t taken[PROBLEM_COUNT + 1] = {0};
        memset(state->profile.entries, 0, sizeof(hlo2c_profile_entry) * (size_t)library->kernel_count);
        run(state, library);
        for (int i = 0; i < library->kernel_count; i++) {
            if (library->kernel_problems[i] >= 0) {
                taken[library->kernel_problems[i]] += state->profile.entries[i].nanoseconds;
            }
        }
        for (int i = 0; i < PROBLEM_COUNT; i++) {
            problem_least[i] = taken[i] < problem_least[i] ? taken[i] : problem_least[i];
        }
    } while (nanoseconds() - begun < budget);
    for (int i = 0; i < library->pool_count; i++) {
        free(pools[i]);
    }
    free(pools);
    free(weights);
    if (given->only >= 0) {
        printf("call %d %llu\n", number, (unsigned long long)least);
    }
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        printf("time %d %d %llu\n", number, i, (unsigned long long)problem_least[i]);
    }
}

static void print_head(void)
{
    printf("@title@\ntarget %s\nfp @rules@\n", target);
#if defined __clang__
    printf("compiler clang %d.%d.%d\n", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined __GNUC__
    printf("compiler gcc %d.%d.%d\n", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    printf("compiler unknown\n");
#endif
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        printf("problem %s\n", problems[i]);
    }
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        for (int j = 0; j < PROBLEM_COUNT; j++) {
            printf("schedule %d %d %s\n", i, j, schedules[i * PROBLEM_COUNT + j]);
        }
    }
}

static void pin(void)
{
#ifdef __linux__
    const int processor = sched_getcpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    if (processor >= 0 && processor < CPU_SETSIZE) {
        CPU_SET(processor, &set);
        (void)sched_setaffinity(0, sizeof set, &set);
    }
#endif
}

int main(int count, char **arguments)
{
    static hlo2c_threads pool;
    static call_state state;
    const settings given = parse(count, arguments);
    const double begun = (double)nanoseconds() * 1e-9;
    struct itimerval limit = {{0, 0}, {(time_t)given.seconds, 0}};
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    limit.it_value.tv_usec = (suseconds_t)((given.seconds - (double)limit.it_value.tv_sec) * 1e6) + 1;
    if (limit.it_value.tv_usec > 999999) {
        limit.it_value.tv_usec = 999999;
    }
    signal(SIGALRM, end_in_time);
    setitimer(ITIMER_REAL, &limit, NULL);
    if (given.threads > 1) {
        measured_clock = CLOCK_MONOTONIC;
        if (hlo2c_threads_start(&pool, given.threads) != HLO2C_OK) {
            die("threads", hlo2c_status_text(HLO2C_NO_THREADS));
        }
        hooks.parallel_for = hlo2c_threads_parallel_for;
        hooks.parallel_for_user = &pool;
    } else {
        pin();
    }
@custom@    state.context.struct_bytes = sizeof state.context;
    state.profile.struct_bytes = sizeof state.profile;
    prepare(&state, &given);
    print_head();
    const int turns = given.only < 0 ? LIBRARY_COUNT : 1;
    for (int round = 0; round < given.rounds; round++) {
        /* A margin for calls that are slower than before. */
        const double left = begun + 0.95 * given.seconds - (double)nanoseconds() * 1e-9;
        const double share = given.round_seconds > 0 ? given.round_seconds : left / (given.rounds - round);
        printf("round\n");
        for (int i = 0; i < turns; i++) {
            const int number = given.only < 0 ? i : given.only;
            if (number >= LIBRARY_COUNT) {
                die("--only", "there is no library of this number");
            }
            measure(&state, number, &hooks, &given, share > 0 ? share / turns : 0);
        }
        printf("end\n");
        fflush(stdout);
    }
    if (given.threads > 1) {
        hlo2c_threads_stop(&pool);
    }
    return 0;
}
)";

inline constexpr const char* bench_makefile_text =
    R"(# make figures.txt: builds the program and runs it for @seconds@ seconds.
# Elsewhere: make CC=aarch64-linux-gnu-gcc, then ./bench >figures.txt in this folder on the other machine.
CC ?= cc
CFLAGS ?= -O3
FLAGS = @flags@
SOURCES = @sources@
OBJECTS = $(SOURCES:.c=.o)

bench: $(OBJECTS)
	$(CC) $(CFLAGS) $(OBJECTS) -o $@ -lm -pthread

%.o: %.c
	$(CC) $(CFLAGS) $(FLAGS) -c $< -o $@

figures.txt: bench
	./bench >$@

clean:
	rm -f bench figures.txt $(OBJECTS)

.PHONY: clean
)";

}  // namespace hlo2c::driver
