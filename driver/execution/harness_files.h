#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

namespace hlo2c::driver {

/// Exit status of these programs if a call needs a missing hook.
inline constexpr int missing_hook_status = 66, failed_assertion_status = 67;

/// Shared by the programs around a library: memory for tensors, files with exactly their bytes, and exit with
/// a message. "@name@" stands for the library's name.
inline constexpr const char* harness_files_text = R"(static void die(const char *what, const char *why)
{
    fprintf(stderr, "@name@: %s: %s\n", what, why);
    exit(1);
}

static void *memory(size_t bytes)
{
    void *const block = aligned_alloc(64, (bytes / 64 + 1) * 64);
    if (block == NULL) {
        die("memory", "there is not enough");
    }
    memset(block, 0, (bytes / 64 + 1) * 64);
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

/// Writes a file with exactly the bytes; after the text above.
inline constexpr const char* harness_write_text =
    R"(static void write_file(const char *path, const void *data, size_t bytes)
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

/// Values for "@missing@" and "@assertion@", and for "@declare@" and "@custom@", which add the caller's hook
/// for custom calls to `hooks`.
inline void add_hook_values(std::map<std::string, std::string>& values, bool has_custom_calls) {
    values["missing"] = fmt::format("{}", missing_hook_status);
    values["assertion"] = fmt::format("{}", failed_assertion_status);
    values["declare"] =
        has_custom_calls ? "int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call);\n\n" : "";
    values["custom"] = has_custom_calls ? "    hooks.custom_call = hlo2c_custom_call_hook;\n" : "";
}

}  // namespace hlo2c::driver
