#include "driver/execution/ranks_harness.h"

#include <fmt/format.h>

#include "codegen/library/model.h"
#include "codegen/library/runtime_texts.h"
#include "codegen/text/text.h"
#include "driver/execution/harness_files.h"

namespace hlo2c::driver {
namespace {

constexpr const char* rank_text = R"(#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "@name@.h"
#include "@transport@.h"
#include "hlo2c_threads.h"

/* Command line options. */
typedef struct settings {
    const char *functions, *inputs, *outputs, *weights, *infeed, *outfeed;
    int replicas, partitions, threads;
    double timeout;
} settings;

/* State of the feeds of one rank. */
typedef struct feeds {
    const settings *given;
    int read, written;
} feeds;

@files@@declare@static settings parse(int count, char **arguments)
{
    settings given = {0};
    for (int at = 1; at + 1 < count; at += 2) {
        const char *const value = arguments[at + 1];
        if (strcmp(arguments[at], "--functions") == 0) {
            given.functions = value;
        } else if (strcmp(arguments[at], "--infeed") == 0) {
            given.infeed = value;
        } else if (strcmp(arguments[at], "--outfeed") == 0) {
            given.outfeed = value;
        } else if (strcmp(arguments[at], "--inputs") == 0) {
            given.inputs = value;
        } else if (strcmp(arguments[at], "--outputs") == 0) {
            given.outputs = value;
        } else if (strcmp(arguments[at], "--weights") == 0) {
            given.weights = value;
        } else if (strcmp(arguments[at], "--replicas") == 0) {
            given.replicas = atoi(value);
        } else if (strcmp(arguments[at], "--partitions") == 0) {
            given.partitions = atoi(value);
        } else if (strcmp(arguments[at], "--threads") == 0) {
            given.threads = atoi(value);
        } else if (strcmp(arguments[at], "--timeout") == 0) {
            given.timeout = atof(value);
        } else {
            die(arguments[at], "is not an option of this program");
        }
    }
    return given;
}

/* The function that a rank runs: --functions lists one name per rank, separated by commas. */
static const hlo2c_function *function_of(const settings *given, int rank)
{
    const char *name = given->functions;
    if (name == NULL) {
        return @name@_functions;
    }
    for (int before = 0; name != NULL && before < rank; before++) {
        name = strchr(name, ',');
        name = name != NULL ? name + 1 : NULL;
    }
    for (const hlo2c_function *function = @name@_functions; name != NULL && function->name != NULL; function++) {
        const size_t length = strlen(function->name);
        if (strncmp(function->name, name, length) == 0 && (name[length] == ',' || name[length] == 0)) {
            return function;
        }
    }
    die("--functions", "does not name a function of the library for every rank");
    return NULL;
}

/* The next array of the rank's queue: DIR/rankR/N.bin. */
static int infeed(void *user, const hlo2c_transfer *transfer)
{
    feeds *const own = user;
    char path[4096];
    snprintf(path, sizeof path, "%s/rank%d/%d.bin", own->given->infeed != NULL ? own->given->infeed : "",
             transfer->context->rank, own->read);
    FILE *const file = own->given->infeed != NULL ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        return hlo2c_error(transfer->context, HLO2C_HOOK_FAILED, transfer->op, "the infeed has no more data");
    }
    own->read++;
    const size_t bytes = fread(transfer->data, 1, transfer->bytes, file);
    const int fits = bytes == transfer->bytes && fgetc(file) == EOF;
    fclose(file);
    return fits ? HLO2C_OK
                : hlo2c_error(transfer->context, HLO2C_HOOK_FAILED, transfer->op,
                              "the next array of the infeed has a different size");
}

/* Appends an array to those of the rank: DIR/rankR/N.bin, and its type and shape to DIR/rankR/types. */
static int outfeed(void *user, const hlo2c_transfer *transfer)
{
    feeds *const own = user;
    char path[4096];
    if (own->given->outfeed == NULL) {
        return HLO2C_OK;
    }
    snprintf(path, sizeof path, "%s/rank%d/%d.bin", own->given->outfeed, transfer->context->rank,
             own->written++);
    write_file(path, transfer->data, transfer->bytes);
    snprintf(path, sizeof path, "%s/rank%d/types", own->given->outfeed, transfer->context->rank);
    FILE *const file = fopen(path, "ab");
    if (file == NULL) {
        die(path, "cannot be written");
    }
    fprintf(file, "%d %d", (int)transfer->dtype, transfer->rank);
    for (int i = 0; i < transfer->rank; i++) {
        fprintf(file, " %lld", (long long)transfer->shape[i]);
    }
    fprintf(file, "\n");
    fclose(file);
    return HLO2C_OK;
}

static int exit_status(int status)
{
    return status == HLO2C_HOOK_MISSING ? @missing@ : status == HLO2C_ASSERTION_FAILED ? @assertion@ : 1;
}

/* Reads the inputs of one rank, calls the library, and writes the outputs. */
static int call_library(const settings *given, hlo2c_context *context)
{
    const hlo2c_function *const function = function_of(given, context->rank);
    void **const inputs = memory(sizeof(void *) * (size_t)function->input_count);
    void **const outputs = memory(sizeof(void *) * (size_t)function->output_count);
    void *const arena = unwritten_memory(function->arena_bytes);
    char path[4096], message[1024] = "";
    for (int i = 0; i < function->input_count; i++) {
        inputs[i] = memory(function->inputs[i].bytes);
        snprintf(path, sizeof path, "%s/rank%d/%d.bin", given->inputs, context->rank, i);
        read_file(path, inputs[i], function->inputs[i].bytes);
    }
    for (int i = 0; i < function->output_count; i++) {
        outputs[i] = unwritten_memory(function->outputs[i].bytes);
    }
    context->message = message;
    context->message_bytes = sizeof message;
@pools@@load@    const int status = @name@_call(function->name, (const void *const *)inputs, outputs, arena, context);
    if (status != HLO2C_OK) {
        fprintf(stderr, "rank %d: %s\n", context->rank, message[0] != 0 ? message : hlo2c_status_text(status));
        fflush(stderr);
        return status;
    }
    require_margin("arena", arena, function->arena_bytes);
@check_pools@    for (int i = 0; i < function->output_count; i++) {
        require_margin(function->outputs[i].name, outputs[i], function->outputs[i].bytes);
        snprintf(path, sizeof path, "%s/rank%d/%d.bin", given->outputs, context->rank, i);
        write_file(path, outputs[i], function->outputs[i].bytes);
        free(outputs[i]);
    }
    for (int i = 0; i < function->input_count; i++) {
        free(inputs[i]);
    }
@free_pools@    free(arena);
    free(outputs);
    free(inputs);
    return HLO2C_OK;
}

/* Writes how many arrays of its infeed the rank has read: DIR/rankR/read. */
static void write_read_count(const feeds *own, int rank)
{
    char path[4096], text[32];
    snprintf(path, sizeof path, "%s/rank%d/read", own->given->outfeed, rank);
    snprintf(text, sizeof text, "%d\n", own->read);
    write_file(path, text, strlen(text));
}

/* Runs one rank with feeds and threads of its own. `transport` has the hooks for communication between ranks. */
static int run_rank(const settings *given, const hlo2c_hooks *transport, hlo2c_context *context)
{
    feeds own = {given, 0, 0};
    hlo2c_threads pool;
    hlo2c_hooks hooks = *transport;
    hooks.infeed = infeed;
    hooks.outfeed = outfeed;
    hooks.feed_user = &own;
@custom@    context->hooks = &hooks;
    if (given->threads > 1) {
        if (hlo2c_threads_start(&pool, given->threads) != HLO2C_OK) {
            die("threads", hlo2c_status_text(HLO2C_NO_THREADS));
        }
        hooks.parallel_for = hlo2c_threads_parallel_for;
        hooks.parallel_for_user = &pool;
    }
    const int status = call_library(given, context);
    if (given->threads > 1) {
        hlo2c_threads_stop(&pool);
    }
    if (status == HLO2C_OK && given->outfeed != NULL) {
        write_read_count(&own, context->rank);
    }
    return status;
}
)";

constexpr const char* load_rank_weights =
    R"(    context->weights_bytes = @NAME@_WEIGHTS_BYTES;
    void *const weights = memory(context->weights_bytes);
    read_file(given->weights, weights, context->weights_bytes);
    context->weights = weights;
)";

constexpr const char* prepare_lines =
    R"(    if (hlo2c_mpi_prepare(&mpi, @name@_collectives, @NAME@_COLLECTIVE_COUNT, &context) != HLO2C_OK) {
        die("groups", "MPI cannot make communicators for them");
    }
)";

constexpr const char* threads_text = R"(
typedef struct rank_thread {
    const settings *given;
    hlo2c_rank_team *team;
    int rank, status;
    pthread_t thread;
} rank_thread;

static void *work(void *argument)
{
    rank_thread *const own = argument;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    hlo2c_team_join(own->team, own->rank, &hooks, &context);
    own->status = run_rank(own->given, &hooks, &context);
    hlo2c_team_leave(own->team, own->rank, own->status);
    return NULL;
}

int main(int count, char **arguments)
{
    static hlo2c_rank_team team;
    static rank_thread ranks[HLO2C_TEAM_RANKS_MAX];
    const settings given = parse(count, arguments);
    const int total = given.replicas * given.partitions;
    int failed = 0;
    if (hlo2c_team_start(&team, given.replicas, given.partitions, given.timeout) != HLO2C_OK) {
        die("ranks", "there are too many, or too few");
    }
    for (int rank = 0; rank < total; rank++) {
        ranks[rank].given = &given;
        ranks[rank].team = &team;
        ranks[rank].rank = rank;
        if (pthread_create(&ranks[rank].thread, NULL, work, &ranks[rank]) != 0) {
            die("threads", "the system cannot create as many");
        }
    }
    for (int rank = 0; rank < total; rank++) {
        pthread_join(ranks[rank].thread, NULL);
        if (failed != @missing@ && failed != @assertion@ && ranks[rank].status != HLO2C_OK) {
            failed = exit_status(ranks[rank].status);
        }
    }
    hlo2c_team_stop(&team);
    return failed;
}
)";

constexpr const char* mpi_text = R"(
int main(int count, char **arguments)
{
    static hlo2c_mpi mpi;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    MPI_Init(&count, &arguments);
    const settings given = parse(count, arguments);
    if (hlo2c_mpi_start(&mpi, MPI_COMM_WORLD, given.replicas, given.partitions, given.timeout, &hooks, &context) !=
        HLO2C_OK) {
        die("ranks", "MPI started a different number");
    }
@prepare@    const int status = run_rank(&given, &hooks, &context);
    if (status != HLO2C_OK) {
        _exit(exit_status(status)); /* ranks that wait for this one detect the failure themselves */
    }
    hlo2c_mpi_stop(&mpi);
    MPI_Finalize();
    return 0;
}
)";

}  // namespace

std::vector<codegen::CFile> write_ranks_harness(const scheduler::Plan& plan,
                                                const codegen::LibraryOptions& options, Transport transport,
                                                bool has_custom_calls) {
    codegen::PrintedKernels none;
    none.kernels.resize(plan.kernels.size());
    const codegen::LibraryModel model = codegen::make_model(plan, none, options);
    const bool loads = model.has_blob() && model.storage == codegen::WeightStorage::Blob;
    const bool by_threads = transport == Transport::Threads;
    const std::string unit = by_threads ? "hlo2c_rank_threads" : "hlo2c_rank_mpi";
    std::map<std::string, std::string> values = {
        {"name", model.name}, {"NAME", model.upper}, {"transport", unit}};
    values["prepare"] = plan.collectives.empty() || transport != Transport::MpiCollectives
                            ? ""
                            : codegen::fill_in(prepare_lines, values);
    add_hook_values(values, has_custom_calls);
    add_pool_values(values, model, "context->");
    values["files"] = codegen::fill_in(std::string(harness_files_text) + harness_results_text, values);
    values["load"] = loads ? codegen::fill_in(load_rank_weights, values) : "";
    const std::string file = model.name + "_ranks.c";
    const std::string text = codegen::file_notice(model, file, "Runs the library on several ranks.") +
                             codegen::fill_in(rank_text, values) +
                             codegen::fill_in(by_threads ? threads_text : mpi_text, values);
    std::vector<codegen::CFile> files = {{"harness/" + file, text, codegen::FilePart::Test}};
    for (const std::string& name : {unit + ".c", unit + ".h", std::string("hlo2c_ranks.h"),
                                    std::string("hlo2c_mpi_groups.h"), std::string("hlo2c_mpi_messages.h"),
                                    std::string("hlo2c_threads.c"), std::string("hlo2c_threads.h")})
        files.push_back(
            {"harness/" + name, std::string(codegen::runtime_texts().at(name)), codegen::FilePart::Test});
    return files;
}

}  // namespace hlo2c::driver
