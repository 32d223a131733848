#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <string>

#include "hlo2c_runtime.h"

namespace {

int accept_collective(void* user, const hlo2c_collective* request) {
    *static_cast<std::string*>(user) = request->op;
    return HLO2C_OK;
}

int count_send(void* user, hlo2c_transfer*) {
    ++*static_cast<int*>(user);
    return HLO2C_OK;
}

std::uint64_t tick(void* user) {
    return *static_cast<std::uint64_t*>(user) += 10;
}

void keep_text(void* user, const char* text) {
    *static_cast<std::string*>(user) = text;
}

hlo2c_context context_with(const hlo2c_hooks& hooks) {
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.hooks = &hooks;
    return context;
}

}  // namespace

TEST_CASE("operations that need a hook refuse without it and name the op") {
    char message[64];
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.message = message;
    context.message_bytes = sizeof message;

    hlo2c_collective reduce{};
    reduce.op = "%4 all_reduce";
    CHECK(hlo2c_run_collective(&context, &reduce) == HLO2C_HOOK_MISSING);
    CHECK(std::string(message) == "%4 all_reduce: needs the hook `collective`");
    CHECK(hlo2c_run_collective(nullptr, &reduce) == HLO2C_HOOK_MISSING);

    hlo2c_transfer transfer{};
    transfer.op = "%5";
    CHECK(hlo2c_run_infeed(&context, &transfer) == HLO2C_HOOK_MISSING);
    CHECK(std::string(message) == "%5: needs the hook `infeed`");
    CHECK(hlo2c_run_outfeed(&context, &transfer) == HLO2C_HOOK_MISSING);
    CHECK(hlo2c_send_start(&context, &transfer) == HLO2C_HOOK_MISSING);
    CHECK(hlo2c_run_receive(&context, &transfer) == HLO2C_HOOK_MISSING);

    hlo2c_custom_call call{};
    call.op = "%6 custom_call";
    CHECK(hlo2c_run_custom_call(&context, &call) == HLO2C_HOOK_MISSING);
}

TEST_CASE("a hook receives the request and its user pointer") {
    std::string seen;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.collective = accept_collective;
    hooks.collective_user = &seen;
    hlo2c_context context = context_with(hooks);
    hlo2c_collective gather{};
    gather.op = "%1 all_gather";
    CHECK(hlo2c_run_collective(&context, &gather) == HLO2C_OK);
    CHECK(seen == "%1 all_gather");
}

TEST_CASE("a send that has not started, or has ended, cannot end") {
    int calls = 0;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.send_start = hooks.send_done = count_send;
    hooks.transfer_user = &calls;
    hlo2c_context context = context_with(hooks);
    alignas(hlo2c_transfer) unsigned char memory[sizeof(hlo2c_transfer)];
    hlo2c_no_send(memory);
    auto* const transfer = reinterpret_cast<hlo2c_transfer*>(memory);
    CHECK(hlo2c_end_send(transfer) == HLO2C_OK);
    CHECK(calls == 0);
    const hlo2c_transfer constants{};
    for (int round = 1; round <= 2; round++) {
        CHECK(hlo2c_send_start(&context, hlo2c_prepare_transfer(memory, &constants, nullptr)) == HLO2C_OK);
        CHECK(hlo2c_end_send(transfer) == HLO2C_OK);
        CHECK(hlo2c_end_send(transfer) == HLO2C_OK);
        CHECK(calls == 2 * round);
    }
}

TEST_CASE("a receive needs the hook for both parts, or those for each") {
    int calls = 0;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.receive_start = hooks.receive_done = count_send;
    hooks.transfer_user = &calls;
    hlo2c_context context = context_with(hooks);
    hlo2c_transfer transfer{};
    transfer.op = "%5";
    CHECK(hlo2c_receive_start(&context, &transfer) == HLO2C_OK);
    CHECK(hlo2c_receive_done(&transfer) == HLO2C_OK);
    CHECK(calls == 2);
    hooks.receive_done = nullptr;
    CHECK(hlo2c_receive_start(&context, &transfer) == HLO2C_HOOK_MISSING);
    CHECK(calls == 2);
}

TEST_CASE("a context of the first version is accepted and not read past its end") {
    char message[80] = "";
    hlo2c_context current = HLO2C_INIT(hlo2c_context);
    void* pool = message;
    current.message = message;
    current.message_bytes = sizeof message;
    current.pools = &pool;
    current.pool_count = 1;
    CHECK(hlo2c_pool_address(&current, 0) == message);
    // On the heap, so that AddressSanitizer sees what lies behind it.
    const auto first = [&](std::size_t bytes) {
        current.struct_bytes = bytes;
        std::unique_ptr<unsigned char[]> memory(new unsigned char[bytes]);
        std::memcpy(memory.get(), &current, bytes);
        return memory;
    };
    const auto whole = first(HLO2C_CONTEXT_BYTES);
    const auto* const context = reinterpret_cast<const hlo2c_context*>(whole.get());
    CHECK(hlo2c_check_context(context) == HLO2C_OK);
    CHECK(hlo2c_pool_address(context, 0) == nullptr);
    CHECK(hlo2c_error(context, HLO2C_HOOK_FAILED, "a", "b") == HLO2C_HOOK_FAILED);
    CHECK(std::string(message) == "a: b");

    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.struct_bytes = HLO2C_HOOKS_BYTES - 1;
    current.hooks = &hooks;
    const auto with_short_hooks = first(HLO2C_CONTEXT_BYTES);
    CHECK(hlo2c_check_context(reinterpret_cast<hlo2c_context*>(with_short_hooks.get())) ==
          HLO2C_STRUCT_BYTES);
    CHECK(std::string(message).find("hooks or profile") == 0);
    std::strcpy(message, "untouched");
    const auto shorter = first(HLO2C_CONTEXT_BYTES - 1);
    CHECK(hlo2c_check_context(reinterpret_cast<hlo2c_context*>(shorter.get())) == HLO2C_STRUCT_BYTES);
    CHECK(std::string(message) == "untouched");
}

TEST_CASE("messages are truncated to the buffer, zero-terminated and logged") {
    char message[8];
    std::string logged;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.log = keep_text;
    hooks.log_user = &logged;
    hlo2c_context context = context_with(hooks);
    context.message = message;
    context.message_bytes = sizeof message;
    CHECK(hlo2c_error(&context, HLO2C_TIMEOUT, "subject", "text") == HLO2C_TIMEOUT);
    CHECK(std::string(message) == "subject");
    CHECK(logged == "subject");
    context.message = nullptr;
    hlo2c_error(&context, HLO2C_TIMEOUT, "subject", "text");
    CHECK(logged == "text");
}

TEST_CASE("a failed assertion has its numbers in the message, for every integer type") {
    char message[200];
    hlo2c_context context{};
    context.message = message;
    context.message_bytes = sizeof message;
    unsigned char holds = 0;
    const std::int8_t narrow = -128;
    const std::uint16_t half = 65535;
    const std::int64_t least = INT64_MIN;
    const std::uint64_t most = UINT64_MAX;
    const void* const inputs[] = {&holds, &narrow, &half, &least, &most};
    hlo2c_tensor types[5]{};
    types[1].dtype = HLO2C_I8;
    types[2].dtype = HLO2C_UI16;
    types[3].dtype = HLO2C_I64;
    types[4].dtype = HLO2C_UI64;
    hlo2c_custom_call call{};
    call.op = "op";
    call.inputs = inputs;
    call.input_types = types;
    call.input_count = 5;
    call.config = "{0} {1} {2} {3} {4} {x} {00} {";
    CHECK(hlo2c_check_assertion(&context, &call) == HLO2C_ASSERTION_FAILED);
    CHECK(std::string(message) == "op: -128 65535 -9223372036854775808 18446744073709551615 {4} {x} -128 {");
    CHECK(hlo2c_check_assertion(nullptr, &call) == HLO2C_ASSERTION_FAILED);
    holds = 1;
    CHECK(hlo2c_check_assertion(&context, &call) == HLO2C_OK);
    const std::string longest(2000, '{');
    call.config = longest.c_str();
    holds = 0;
    CHECK(hlo2c_check_assertion(&context, &call) == HLO2C_ASSERTION_FAILED);
    CHECK(std::string(message).size() == sizeof message - 1);
}

TEST_CASE("every status has a text, and any other code has one too") {
    for (int status = 0; status < HLO2C_STATUS_COUNT; status++)
        CHECK(std::string(hlo2c_status_text(status)) != hlo2c_status_text(-1));
    CHECK(std::string(hlo2c_status_text(1000)) == hlo2c_status_text(-1));
}

TEST_CASE("the profile sums time between marks per kernel") {
    std::uint64_t now = 0;
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.clock = tick;
    hooks.clock_user = &now;
    hlo2c_profile_entry entries[2]{};
    hlo2c_profile profile = HLO2C_INIT(hlo2c_profile);
    profile.entries = entries;
    profile.entry_count = 2;
    hlo2c_context context = context_with(hooks);
    context.profile = &profile;
    hlo2c_profile_start(&context);
    hlo2c_profile_mark(&context, 1);
    hlo2c_profile_mark(&context, 0);
    hlo2c_profile_mark(&context, 1);
    hlo2c_profile_mark(&context, 2);
    CHECK(entries[0].calls == 1);
    CHECK(entries[0].nanoseconds == 10);
    CHECK(entries[1].calls == 2);
    CHECK(entries[1].nanoseconds == 20);
}

TEST_CASE("element types take whole bytes: i1 and i4 one, bf16 two, c128 sixteen") {
    CHECK(hlo2c_dtype_bytes(HLO2C_I1) == 1);
    CHECK(hlo2c_dtype_bytes(HLO2C_I4) == 1);
    CHECK(hlo2c_dtype_bytes(HLO2C_BF16) == 2);
    CHECK(hlo2c_dtype_bytes(HLO2C_TF32) == 4);
    CHECK(hlo2c_dtype_bytes(HLO2C_C64) == 8);
    CHECK(hlo2c_dtype_bytes(HLO2C_C128) == 16);
    CHECK(hlo2c_dtype_bytes(99) == 0);
}

TEST_CASE("of slots that may run side by side, the first one has the context with the profile") {
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    const hlo2c_context context = context_with(hooks);
    for (const int slot : {0, 1, 2}) CHECK(hlo2c_context_of_slot(&context, slot) == &context);
    hooks.parallel_for = [](void*, int extent, int (*body)(void*, int, int), void* closure) {
        return body(closure, 0, extent);
    };
    CHECK(hlo2c_context_of_slot(&context, 0) == &context);
    CHECK(hlo2c_context_of_slot(&context, 1) == nullptr);
    CHECK(hlo2c_context_of_slot(nullptr, 1) == nullptr);
}
