#include "driver/execution/harness.h"

#include <fmt/format.h>

#include "codegen/library/model.h"
#include "codegen/library/runtime_texts.h"
#include "codegen/text/text.h"
#include "driver/execution/harness_files.h"

namespace hlo2c::driver {
namespace {

constexpr const char* harness_text = R"(#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "@name@.h"
#include "hlo2c_threads.h"

/* Command line options. */
typedef struct settings {
    const char *function, *inputs, *outputs, *weights;
    int threads, bench, profile;
    long runs;
    double seconds;
} settings;

/* One call with its memory. */
typedef struct call_state {
    const hlo2c_function *function;
    void **inputs;          /* passed to the library */
    void **originals;       /* copies of inputs that are updated in place */
    void **outputs;
    void *arena;
    hlo2c_context context;
    char message[512];
} call_state;

@files@@declare@static const char *numbered(char *path, size_t room, const char *folder, int number)
{
    snprintf(path, room, "%s/%d.bin", folder, number);
    return path;
}

static uint64_t nanoseconds(void *unused)
{
    struct timespec now;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static const char *next_argument(int *at, int count, char **arguments)
{
    if (*at + 1 >= count) {
        die(arguments[*at], "needs a value");
    }
    return arguments[++*at];
}

static settings parse(int count, char **arguments)
{
    settings given = {0};
    given.threads = 1;
    given.seconds = 1;
    for (int at = 1; at < count; at++) {
        if (strcmp(arguments[at], "--function") == 0) {
            given.function = next_argument(&at, count, arguments);
        } else if (strcmp(arguments[at], "--inputs") == 0) {
            given.inputs = next_argument(&at, count, arguments);
        } else if (strcmp(arguments[at], "--outputs") == 0) {
            given.outputs = next_argument(&at, count, arguments);
        } else if (strcmp(arguments[at], "--weights") == 0) {
            given.weights = next_argument(&at, count, arguments);
        } else if (strcmp(arguments[at], "--threads") == 0) {
            given.threads = atoi(next_argument(&at, count, arguments));
        } else if (strcmp(arguments[at], "--runs") == 0) {
            given.runs = atol(next_argument(&at, count, arguments));
        } else if (strcmp(arguments[at], "--seconds") == 0) {
            given.seconds = atof(next_argument(&at, count, arguments));
        } else if (strcmp(arguments[at], "--bench") == 0) {
            given.bench = 1;
        } else if (strcmp(arguments[at], "--profile") == 0) {
            given.profile = 1;
        } else {
            die(arguments[at], "is not an option of this program");
        }
    }
    return given;
}

static const hlo2c_function *find_function(const char *name)
{
    const hlo2c_function *function = @name@_functions;
    while (name != NULL && function->name != NULL && strcmp(function->name, name) != 0) {
        function++;
    }
    if (function->name == NULL) {
        die(name != NULL ? name : "function", "the library has no function of this name");
    }
    return function;
}

static void prepare(call_state *state, const settings *given)
{
    const hlo2c_function *const function = state->function;
    char path[4096];
    state->inputs = memory(sizeof(void *) * (size_t)function->input_count);
    state->originals = memory(sizeof(void *) * (size_t)function->input_count);
    state->outputs = memory(sizeof(void *) * (size_t)function->output_count);
    state->arena = unwritten_memory(function->arena_bytes);
    for (int i = 0; i < function->input_count; i++) {
        const hlo2c_tensor *const tensor = &function->inputs[i];
        state->inputs[i] = unwritten_memory(tensor->bytes);
        if (given->inputs != NULL) {
            read_file(numbered(path, sizeof path, given->inputs, i), state->inputs[i], tensor->bytes);
        }
        if (tensor->donated_to >= 0) {
            state->originals[i] = memory(tensor->bytes);
            memcpy(state->originals[i], state->inputs[i], tensor->bytes);
        }
    }
    for (int i = 0; i < function->output_count; i++) {
        state->outputs[i] = unwritten_memory(function->outputs[i].bytes);
    }
    /* Donated arguments are updated in place. */
    for (int i = 0; i < function->input_count; i++) {
        if (function->inputs[i].donated_to >= 0) {
            free(state->outputs[function->inputs[i].donated_to]);
            state->outputs[function->inputs[i].donated_to] = state->inputs[i];
        }
    }
    state->context.message = state->message;
    state->context.message_bytes = sizeof state->message;
@load@}

static void restore_inputs(call_state *state)
{
    for (int i = 0; i < state->function->input_count; i++) {
        if (state->originals[i] != NULL) {
            memcpy(state->inputs[i], state->originals[i], state->function->inputs[i].bytes);
        }
    }
}

/* Runs the function once and returns the nanoseconds it took. */
static uint64_t run(call_state *state)
{
    const uint64_t begun = nanoseconds(NULL);
    const int status = @name@_call(state->function->name, (const void *const *)state->inputs, state->outputs,
                                   state->arena, &state->context);
    const uint64_t taken = nanoseconds(NULL) - begun;
    require_success(state->function->name, status, state->message);
    return taken;
}

/* Checks that the call wrote to nothing behind its arena and its results. */
static void require_margins(const call_state *state)
{
    const hlo2c_function *const function = state->function;
    require_margin("arena", state->arena, function->arena_bytes);
    for (int i = 0; i < function->output_count; i++) {
        require_margin(function->outputs[i].name, state->outputs[i], function->outputs[i].bytes);
    }
}

static int compare(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Prints the time per kernel of one call, averaged over several calls. */
static void print_profile(call_state *state, const hlo2c_hooks *plain, uint64_t median)
{
    enum { LONGEST = 100 };
    const int calls = median > 100000000u ? 1 : median > 1000000u ? 10 : LONGEST;
    hlo2c_hooks timed = *plain;
    hlo2c_profile profile = HLO2C_INIT(hlo2c_profile);
    timed.clock = nanoseconds;
    profile.entries = memory(sizeof(hlo2c_profile_entry) * @NAME@_KERNEL_COUNT);
    profile.entry_count = @NAME@_KERNEL_COUNT;
    state->context.hooks = &timed;
    state->context.profile = &profile;
    for (int i = 0; i < calls; i++) {
        restore_inputs(state);
        run(state);
    }
    state->context.hooks = plain;
    state->context.profile = NULL;
    printf(", \"kernels\": [");
    for (int i = 0; i < profile.entry_count; i++) {
        const unsigned long long entered = profile.entries[i].calls / (unsigned)calls;
        const unsigned long long taken = profile.entries[i].nanoseconds / (unsigned)calls;
        printf("%s\n  {\"calls\": %llu, \"ns\": %llu}", i == 0 ? "" : ",", entered, taken);
    }
    printf("]");
    free(profile.entries);
}

static void bench(call_state *state, const settings *given, const hlo2c_hooks *hooks)
{
    enum { FEWEST = 5, MOST = 100000 };
    const long most = given->runs > 0 ? given->runs : MOST;
    const double budget = given->runs > 0 ? 1e30 : given->seconds * 1e9;
    uint64_t *const times = memory(sizeof(uint64_t) * (size_t)most);
    double total = 0;
    long runs = 0;
    while (runs < most && (total < budget || runs < FEWEST)) {
        restore_inputs(state);
        times[runs] = run(state);
        total += (double)times[runs++];
    }
    qsort(times, (size_t)runs, sizeof times[0], compare);
    const uint64_t median = runs % 2 == 1 ? times[runs / 2] : (times[runs / 2 - 1] + times[runs / 2]) / 2;
    printf("{\"runs\": %ld, \"min_ns\": %llu, \"median_ns\": %llu", runs, (unsigned long long)times[0],
           (unsigned long long)median);
    if (given->profile) {
        print_profile(state, hooks, median);
    }
    printf("}\n");
    free(times);
}

int main(int count, char **arguments)
{
    static hlo2c_threads pool;
    static call_state state;
    const settings given = parse(count, arguments);
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    char path[4096];
    if (given.threads > 1) {
        if (hlo2c_threads_start(&pool, given.threads) != HLO2C_OK) {
            die("threads", hlo2c_status_text(HLO2C_NO_THREADS));
        }
        hooks.parallel_for = hlo2c_threads_parallel_for;
        hooks.parallel_for_user = &pool;
    }
@custom@    state.function = find_function(given.function);
    state.context.struct_bytes = sizeof state.context;
    state.context.hooks = &hooks;
@pools@    prepare(&state, &given);
    run(&state);
    require_margins(&state);
@check_pools@    if (given.outputs != NULL) {
        for (int i = 0; i < state.function->output_count; i++) {
            write_file(numbered(path, sizeof path, given.outputs, i), state.outputs[i],
                       state.function->outputs[i].bytes);
        }
    }
    if (given.bench) {
        bench(&state, &given, &hooks);
    }
    for (int i = 0; i < state.function->input_count; i++) {
        if (state.function->inputs[i].donated_to >= 0) {
            state.outputs[state.function->inputs[i].donated_to] = NULL;
        }
        free(state.originals[i]);
        free(state.inputs[i]);
    }
    for (int i = 0; i < state.function->output_count; i++) {
        free(state.outputs[i]);
    }
    free(state.originals);
    free(state.inputs);
    free(state.outputs);
    free(state.arena);
@free_pools@@free@    if (given.threads > 1) {
        hlo2c_threads_stop(&pool);
    }
    return 0;
}
)";

constexpr const char* load_weights = R"(    if (given->weights == NULL) {
        die("--weights FILE", "is required: this library keeps its weights in a file");
    }
    void *const weights = memory(@NAME@_WEIGHTS_BYTES);
    read_file(given->weights, weights, @NAME@_WEIGHTS_BYTES);
    state->context.weights = weights;
    state->context.weights_bytes = @NAME@_WEIGHTS_BYTES;
)";

}  // namespace

std::vector<codegen::CFile> write_harness(const scheduler::Plan& plan, const codegen::LibraryOptions& options,
                                          bool has_custom_calls) {
    codegen::PrintedKernels none;
    none.kernels.resize(plan.kernels.size());
    const codegen::LibraryModel model = codegen::make_model(plan, none, options);
    const bool loads = model.has_blob() && model.storage == codegen::WeightStorage::Blob;
    std::map<std::string, std::string> values = {{"name", model.name}, {"NAME", model.upper}};
    add_hook_values(values, has_custom_calls);
    add_pool_values(values, model, "state.context.");
    values["files"] = codegen::fill_in(
        std::string(harness_files_text) + harness_results_text + harness_success_text, values);
    values["load"] = loads ? codegen::fill_in(load_weights, values) : "";
    values["free"] = loads ? "    free((void *)(uintptr_t)state.context.weights);\n" : "";
    const std::string file = model.name + "_harness.c";
    const std::string text =
        codegen::file_notice(model, file, "Runs the library on raw files, or measures it.") +
        codegen::fill_in(harness_text, values);
    std::vector<codegen::CFile> files = {{"harness/" + file, text, codegen::FilePart::Test}};
    for (const char* name : {"hlo2c_threads.c", "hlo2c_threads.h"})
        files.push_back({"harness/" + std::string(name), std::string(codegen::runtime_texts().at(name)),
                         codegen::FilePart::Test});
    return files;
}

}  // namespace hlo2c::driver
