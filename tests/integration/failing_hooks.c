/* Calls a library with one failing hook, at each of its calls in turn: the entry point must return what the
 * hook returned, and no other hook may be called after that. Prints the hooks that were called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define STRING_(a) #a
#define STRING(a) STRING_(a)
#include STRING(LIBRARY.h)

enum {
    PARALLEL_FOR,
    COLLECTIVE,
    COLLECTIVE_START,
    COLLECTIVE_DONE,
    INFEED,
    OUTFEED,
    RECEIVE,
    RECEIVE_START,
    RECEIVE_DONE,
    SEND,
    SEND_START,
    SEND_DONE,
    CUSTOM_CALL,
    HOOK_COUNT
};

static const char *const names[HOOK_COUNT] = {
    "parallel_for", "collective", "collective_start", "collective_done", "infeed",
    "outfeed",      "receive",    "receive_start",    "receive_done",    "send",
    "send_start",   "send_done",  "custom_call"};

/* Number of calls of each hook; the failing hook, at which of its calls it fails, and its status. */
static int calls[HOOK_COUNT], failing = -1, failing_call, failing_status, calls_after;

static int answer(int hook)
{
    if (failing >= 0 && calls[failing] > failing_call) {
        calls_after++;
    }
    const int fails = hook == failing && calls[hook] == failing_call;
    calls[hook]++;
    return fails ? failing_status : HLO2C_OK;
}

static int parallel_for(void *user, int extent, int (*body)(void *closure, int begin, int end), void *closure)
{
    (void)user;
    const int status = answer(PARALLEL_FOR);
    return status != HLO2C_OK ? status : body(closure, 0, extent);
}

static int collective(void *user, const hlo2c_collective *request)
{
    (void)user;
    memset(request->output, 0, request->output_bytes);
    return answer(COLLECTIVE);
}

static int collective_start(void *user, hlo2c_collective *request)
{
    (void)user;
    memset(request->output, 0, request->output_bytes);
    return answer(COLLECTIVE_START);
}

static int collective_done(void *user, hlo2c_collective *request)
{
    (void)user, (void)request;
    return answer(COLLECTIVE_DONE);
}

static int infeed(void *user, const hlo2c_transfer *transfer)
{
    (void)user;
    memset(transfer->data, 0, transfer->bytes);
    return answer(INFEED);
}

static int outfeed(void *user, const hlo2c_transfer *transfer)
{
    (void)user, (void)transfer;
    return answer(OUTFEED);
}

static int receive(void *user, const hlo2c_transfer *transfer)
{
    (void)user;
    memset(transfer->data, 0, transfer->bytes);
    return answer(RECEIVE);
}

static int receive_start(void *user, hlo2c_transfer *transfer)
{
    (void)user;
    memset(transfer->data, 0, transfer->bytes);
    return answer(RECEIVE_START);
}

static int receive_done(void *user, hlo2c_transfer *transfer)
{
    (void)user, (void)transfer;
    return answer(RECEIVE_DONE);
}

static int send(void *user, const hlo2c_transfer *transfer)
{
    (void)user, (void)transfer;
    return answer(SEND);
}

static int send_start(void *user, hlo2c_transfer *transfer)
{
    (void)user, (void)transfer;
    return answer(SEND_START);
}

static int send_done(void *user, hlo2c_transfer *transfer)
{
    (void)user, (void)transfer;
    return answer(SEND_DONE);
}

static int custom_call(void *user, const hlo2c_custom_call *call)
{
    (void)user;
    for (int i = 0; i < call->output_count; i++) {
        memset(call->outputs[i], 0, call->output_types[i].bytes);
    }
    return answer(CUSTOM_CALL);
}

static void **blocks(const hlo2c_tensor *tensors, int count)
{
    void **const all = calloc((size_t)count + 1, sizeof(void *));
    for (int i = 0; i < count; i++) {
        all[i] = calloc(tensors[i].bytes + 1, 1);
    }
    return all;
}

static int call(const hlo2c_function *function, const hlo2c_hooks *hooks, char *message, size_t message_bytes)
{
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.hooks = hooks;
    context.message = message;
    context.message_bytes = message_bytes;
    context.replica_count = 2;
    context.partition_count = 2;
    void **const inputs = blocks(function->inputs, function->input_count);
    void **const outputs = blocks(function->outputs, function->output_count);
    const size_t alignment = function->arena_alignment;
    void *const arena = aligned_alloc(alignment, (function->arena_bytes / alignment + 1) * alignment);
    const int status =
        PASTE(LIBRARY, _call)(function->name, (const void *const *)inputs, outputs, arena, &context);
    free(arena);
    for (int i = 0; i < function->input_count; i++) {
        free(inputs[i]);
    }
    for (int i = 0; i < function->output_count; i++) {
        free(outputs[i]);
    }
    free(inputs);
    free(outputs);
    return status;
}

/* Makes every call of every hook fail in turn. */
static int check_hooks(const hlo2c_function *function, const hlo2c_hooks *hooks)
{
    char message[200] = "";
    memset(calls, 0, sizeof calls);
    failing = -1;
    if (call(function, hooks, message, sizeof message) != HLO2C_OK) {
        printf("%s fails without a hook that fails: %s\n", function->name, message);
        return 1;
    }
    int total[HOOK_COUNT], bad = 0;
    memcpy(total, calls, sizeof total);
    for (int hook = 0; hook < HOOK_COUNT; hook++) {
        const int tried = total[hook] < 8 ? total[hook] : 8;
        for (int at = 0; at < tried; at++) {
            memset(calls, 0, sizeof calls);
            calls_after = 0;
            failing = hook;
            failing_call = at;
            failing_status = at % 2 == 0 ? 77 : -5;
            message[0] = 0;
            const int status = call(function, hooks, message, sizeof message);
            if (status != failing_status || calls_after != 0) {
                printf("%s: call %d of %s returns %d; the entry point returns %d after %d more calls\n",
                       function->name, at, names[hook], failing_status, status, calls_after);
                bad = 1;
            }
        }
        if (tried > 0) {
            printf("called %s\n", names[hook]);
        }
    }
    return bad;
}

int main(void)
{
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.parallel_for = parallel_for;
    hooks.collective = collective;
    hooks.infeed = infeed;
    hooks.outfeed = outfeed;
    hooks.receive = receive;
    hooks.send = send;
    hooks.custom_call = custom_call;
    const hlo2c_function *const function = &PASTE(LIBRARY, _functions)[0];
    int bad = check_hooks(function, &hooks);
    hooks.collective_start = collective_start;
    hooks.collective_done = collective_done;
    hooks.receive_start = receive_start;
    hooks.receive_done = receive_done;
    hooks.send_start = send_start;
    hooks.send_done = send_done;
    bad |= check_hooks(function, &hooks);
    return bad;
}
