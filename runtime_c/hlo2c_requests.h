/* hlo2c_requests.h  How a library calls its hooks: operations between processes, transfers, custom calls and
 * the assertions of the program. Part of hlo2c_runtime.h, which has the structures of the requests. */
#ifndef HLO2C_REQUESTS_H
#define HLO2C_REQUESTS_H

#include "hlo2c_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Builds a request in the library's memory from its constants and from what this call adds. */
static inline hlo2c_collective *hlo2c_prepare_collective(void *memory, const hlo2c_collective *constants,
                                                         const void *input, void *output, void *scratch,
                                                         size_t scratch_bytes)
{
    hlo2c_collective *const request = (hlo2c_collective *)memory;
    *request = *constants;
    request->input = input;
    request->output = output;
    request->scratch = scratch;
    request->scratch_bytes = scratch_bytes;
    return request;
}

static inline hlo2c_transfer *hlo2c_prepare_transfer(void *memory, const hlo2c_transfer *constants,
                                                     void *data)
{
    hlo2c_transfer *const transfer = (hlo2c_transfer *)memory;
    *transfer = *constants;
    transfer->data = data;
    return transfer;
}

/* Runs an operation between processes; without the hook it refuses. */
static inline int hlo2c_run_collective(const hlo2c_context *context, hlo2c_collective *request)
{
    if (context == NULL || context->hooks == NULL || context->hooks->collective == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, request->op, "needs the hook `collective`");
    }
    request->context = context;
    return context->hooks->collective(context->hooks->collective_user, request);
}

/* Starts an operation that hlo2c_collective_done ends. */
static inline int hlo2c_collective_start(const hlo2c_context *context, hlo2c_collective *request)
{
    if (context == NULL || context->hooks == NULL || context->hooks->collective_start == NULL) {
        return hlo2c_run_collective(context, request);
    }
    request->context = context;
    return context->hooks->collective_start(context->hooks->collective_user, request);
}

static inline int hlo2c_collective_done(hlo2c_collective *request)
{
    const hlo2c_hooks *const hooks = request->context->hooks;
    if (hooks->collective_start == NULL || hooks->collective_done == NULL) {
        return HLO2C_OK;
    }
    return hooks->collective_done(hooks->collective_user, request);
}

static inline int hlo2c_run_infeed(const hlo2c_context *context, hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->infeed == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `infeed`");
    }
    transfer->context = context;
    return context->hooks->infeed(context->hooks->feed_user, transfer);
}

static inline int hlo2c_run_outfeed(const hlo2c_context *context, hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->outfeed == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `outfeed`");
    }
    transfer->context = context;
    return context->hooks->outfeed(context->hooks->feed_user, transfer);
}

static inline int hlo2c_run_receive(const hlo2c_context *context, hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL || context->hooks->receive == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `receive`");
    }
    transfer->context = context;
    return context->hooks->receive(context->hooks->transfer_user, transfer);
}

/* Starts a receive that hlo2c_receive_done ends. */
static inline int hlo2c_receive_start(const hlo2c_context *context, hlo2c_transfer *transfer)
{
    const hlo2c_hooks *const hooks = context != NULL ? context->hooks : NULL;
    const int has_parts = hooks != NULL && hooks->receive_start != NULL && hooks->receive_done != NULL;
    if (hooks == NULL || (!has_parts && hooks->receive == NULL)) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `receive`");
    }
    transfer->context = context;
    return has_parts ? hooks->receive_start(hooks->transfer_user, transfer) : HLO2C_OK;
}

static inline int hlo2c_receive_done(hlo2c_transfer *transfer)
{
    const hlo2c_hooks *const hooks = transfer->context->hooks;
    if (hooks->receive_start == NULL || hooks->receive_done == NULL) {
        return hooks->receive(hooks->transfer_user, transfer);
    }
    return hooks->receive_done(hooks->transfer_user, transfer);
}

/* Starts a send that hlo2c_send_done ends. */
static inline int hlo2c_send_start(const hlo2c_context *context, hlo2c_transfer *transfer)
{
    if (context == NULL || context->hooks == NULL ||
        (context->hooks->send == NULL && context->hooks->send_start == NULL)) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, transfer->op, "needs the hook `send`");
    }
    transfer->context = context;
    if (context->hooks->send_start != NULL) {
        return context->hooks->send_start(context->hooks->transfer_user, transfer);
    }
    return context->hooks->send(context->hooks->transfer_user, transfer);
}

static inline int hlo2c_send_done(hlo2c_transfer *transfer)
{
    const hlo2c_hooks *const hooks = transfer->context->hooks;
    if (hooks->send_start == NULL || hooks->send_done == NULL) {
        return HLO2C_OK;
    }
    return hooks->send_done(hooks->transfer_user, transfer);
}

/* Marks `memory` as holding no send, for a send that may start any number of times, or never. Ending a send
 * that has not started does nothing. */
static inline void hlo2c_no_send(void *memory)
{
    ((hlo2c_transfer *)memory)->context = NULL;
}

static inline int hlo2c_end_send(hlo2c_transfer *transfer)
{
    if (transfer->context == NULL) {
        return HLO2C_OK;
    }
    const int status = hlo2c_send_done(transfer);
    transfer->context = NULL;
    return status;
}

/* This process's place in the grid. */
static inline uint32_t hlo2c_partition_id(const hlo2c_context *context)
{
    return context != NULL ? (uint32_t)context->partition : 0u;
}

static inline uint32_t hlo2c_replica_id(const hlo2c_context *context)
{
    return context != NULL ? (uint32_t)context->replica : 0u;
}

static inline hlo2c_custom_call *hlo2c_prepare_custom_call(void *memory, const hlo2c_custom_call *constants,
                                                           const void *const *inputs, void *const *outputs)
{
    hlo2c_custom_call *const call = (hlo2c_custom_call *)memory;
    *call = *constants;
    call->inputs = inputs;
    call->outputs = outputs;
    return call;
}

static inline int hlo2c_run_custom_call(const hlo2c_context *context, hlo2c_custom_call *call)
{
    if (context == NULL || context->hooks == NULL || context->hooks->custom_call == NULL) {
        return hlo2c_error(context, HLO2C_HOOK_MISSING, call->op, "needs the hook `custom_call`");
    }
    call->context = context;
    return context->hooks->custom_call(context->hooks->custom_call_user, call);
}

/* Writes the integer of one element as decimal digits, and returns how many; `digits` has room for 20. */
static inline size_t hlo2c_integer_text(char *digits, const void *data, hlo2c_dtype dtype)
{
    const int is_signed = dtype >= HLO2C_I2 && dtype <= HLO2C_I64;
    uint64_t value;
    switch (hlo2c_dtype_bytes((int)dtype)) {
        case 1:
            value = is_signed ? (uint64_t)(int64_t) * (const int8_t *)data : *(const uint8_t *)data;
            break;
        case 2:
            value = is_signed ? (uint64_t)(int64_t) * (const int16_t *)data : *(const uint16_t *)data;
            break;
        case 4:
            value = is_signed ? (uint64_t)(int64_t) * (const int32_t *)data : *(const uint32_t *)data;
            break;
        default: value = *(const uint64_t *)data; break;
    }
    const int negative = is_signed && value >> 63 != 0;
    uint64_t rest = negative ? 0u - value : value;
    char backwards[20];
    size_t count = 0, length = 0;
    do {
        backwards[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (negative) {
        digits[length++] = '-';
    }
    while (count > 0) {
        digits[length++] = backwards[--count];
    }
    return length;
}

/* An assertion of the program. The first input is the condition; the integers after it replace {0}, {1}, ...
 * in the message, which is the call's configuration. */
static inline int hlo2c_check_assertion(const hlo2c_context *context, const hlo2c_custom_call *call)
{
    if (*(const unsigned char *)call->inputs[0] != 0) {
        return HLO2C_OK;
    }
    char text[512];
    size_t used = 0;
    for (const char *from = call->config; *from != 0 && used + 21 < sizeof text; from++) {
        int number = 0, digits = 0;
        while (*from == '{' && digits < 3 && from[1 + digits] >= '0' && from[1 + digits] <= '9') {
            number = 10 * number + (from[1 + digits++] - '0');
        }
        if (digits > 0 && from[1 + digits] == '}' && number + 1 < call->input_count) {
            used += hlo2c_integer_text(text + used, call->inputs[number + 1],
                                       call->input_types[number + 1].dtype);
            from += digits + 1;
        } else {
            text[used++] = *from;
        }
    }
    text[used] = 0;
    return hlo2c_error(context, HLO2C_ASSERTION_FAILED, call->op, text);
}

#ifdef __cplusplus
}
#endif

#endif
