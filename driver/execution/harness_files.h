#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

#include "codegen/library/model.h"

namespace hlo2c::driver {

/// Exit status of these programs if a call needs a missing hook, if an assertion of the program does not
/// hold, and if the caller's hook fails.
inline constexpr int missing_hook_status = 66, failed_assertion_status = 67, failed_hook_status = 68;

/// Shared by the programs around a library: memory for tensors, files with exactly their bytes, and exit with
/// a message. "@name@" stands for the library's name.
inline constexpr const char* harness_files_text = R"(static void die(const char *what, const char *why)
{
    fprintf(stderr, "@name@: %s: %s\n", what, why);
    exit(1);
}

/* The size of a block: room for the bytes, and a margin behind them. */
static size_t with_margin(size_t bytes)
{
    return (bytes / @alignment@ + 1) * @alignment@;
}

static void *memory(size_t bytes)
{
    void *const block = aligned_alloc(@alignment@, with_margin(bytes));
    if (block == NULL) {
        die("memory", "there is not enough");
    }
    memset(block, 0, with_margin(bytes));
    return block;
}

static void read_file(const char *path, void *data, size_t bytes)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        die(path, "cannot be opened");
    }
    if (fread(data, 1, bytes, file) != bytes || fgetc(file) != EOF) {
        die(path, "does not have the size of its tensor");
    }
    fclose(file);
}

)";

/// Memory that a call writes, the check that it stayed inside, and files with exactly its bytes; after the
/// text above.
inline constexpr const char* harness_results_text =
    R"(enum { UNWRITTEN = 0xff }; /* bytes of NaN, or of -1 */

/* Memory for results and arenas. Results must not depend on its contents, zeros least of all. */
static void *unwritten_memory(size_t bytes)
{
    return memset(memory(bytes), UNWRITTEN, with_margin(bytes));
}

static void require_margin(const char *what, const void *block, size_t bytes)
{
    for (size_t at = bytes; at < with_margin(bytes); at++) {
        if (((const unsigned char *)block)[at] != UNWRITTEN) {
            die(what, "the call wrote past its end");
        }
    }
}

static void write_file(const char *path, const void *data, size_t bytes)
{
    FILE *const file = fopen(path, "wb");
    if (file == NULL) {
        die(path, "cannot be written");
    }
    const size_t written = fwrite(data, 1, bytes, file);
    if (fclose(file) != 0 || written != bytes) {
        die(path, "cannot be written");
    }
}

)";

/// Exits unless the call of a function has succeeded; after the text above.
inline constexpr const char* harness_success_text =
    R"(static void require_success(const char *function, int status, const char *message)
{
    if (status == HLO2C_HOOK_MISSING || status == HLO2C_ASSERTION_FAILED) {
        fprintf(stderr, "%s\n", message);
        exit(status == HLO2C_HOOK_MISSING ? @missing@ : @assertion@);
    }
    if (status != HLO2C_OK) {
        die(function, message[0] != 0 ? message : hlo2c_status_text(status));
    }
}

)";

/// The caller's hook for custom calls, whose failure is not one of the library. With the exit status as {}.
inline constexpr const char* checked_hook_text =
    R"(int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call);

static int checked_custom_call(void *user, const hlo2c_custom_call *call)
{{
    const int status = hlo2c_custom_call_hook(user, call);
    if (status != HLO2C_OK) {{
        const char *const message = call->context->message;
        fprintf(stderr, "%s returns %d: %s\n", call->op, status,
                message != NULL && message[0] != 0 ? message : hlo2c_status_text(status));
        exit({});
    }}
    return HLO2C_OK;
}}

)";

/// Values for "@missing@" and "@assertion@", and for "@declare@" and "@custom@", which add the caller's hook
/// for custom calls to `hooks`.
inline void add_hook_values(std::map<std::string, std::string>& values, bool has_custom_calls) {
    values["missing"] = fmt::format("{}", missing_hook_status);
    values["assertion"] = fmt::format("{}", failed_assertion_status);
    values["declare"] = has_custom_calls ? fmt::format(checked_hook_text, failed_hook_status) : "";
    values["custom"] = has_custom_calls ? "    hooks.custom_call = checked_custom_call;\n" : "";
}

/// Values for "@alignment@", that of all memory; and for "@pools@", "@check_pools@" and "@free_pools@", which
/// make, check and free the memory pools of `context`, an expression with '.' or '->' at its end.
inline void add_pool_values(std::map<std::string, std::string>& values, const codegen::LibraryModel& model,
                            const std::string& context) {
    values["alignment"] = fmt::format("{}", codegen::largest_alignment(model));
    values["pools"] = values["check_pools"] = values["free_pools"] = "";
    if (!model.has_further_pools()) return;
    values["pools"] = fmt::format(
        "    void *pools[{0}_POOL_COUNT];\n"
        "    for (int i = 0; i < {0}_POOL_COUNT; i++) {{\n"
        "        pools[i] = unwritten_memory({1}_pools[i].bytes);\n"
        "    }}\n"
        "    {2}pools = pools;\n"
        "    {2}pool_count = {0}_POOL_COUNT;\n",
        model.upper, model.name, context);
    values["check_pools"] = fmt::format(
        "    for (int i = 0; i < {0}_POOL_COUNT; i++) {{\n"
        "        require_margin(\"pool\", pools[i], {1}_pools[i].bytes);\n"
        "    }}\n",
        model.upper, model.name);
    values["free_pools"] = fmt::format(
        "    for (int i = 0; i < {0}_POOL_COUNT; i++) {{\n        free(pools[i]);\n    }}\n", model.upper);
}

}  // namespace hlo2c::driver
