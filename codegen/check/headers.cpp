#include "codegen/check/headers.h"

#include <algorithm>
#include <filesystem>

#include "codegen/error_numbers.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

namespace filesystem = std::filesystem;

bool holds_headers(const filesystem::path& directory) {
    std::error_code ignored;
    return filesystem::exists(directory / "include" / "stddef.h", ignored);
}

/// The folders named 14* below `parent`, newest first.
std::vector<filesystem::path> versions_below(const filesystem::path& parent) {
    std::vector<filesystem::path> found;
    std::error_code error;
    for (const auto& entry : filesystem::directory_iterator(parent, error))
        if (entry.path().filename().string().rfind(HLO2C_CLANG_MAJOR, 0) == 0) found.push_back(entry.path());
    std::sort(found.rbegin(), found.rend());
    return found;
}

std::string find_resource_directory() {
    if (holds_headers(HLO2C_CLANG_RESOURCE_DIRECTORY)) return HLO2C_CLANG_RESOURCE_DIRECTORY;
    for (const char* parent : {"/usr/lib/llvm-" HLO2C_CLANG_MAJOR "/lib/clang", "/usr/lib/clang",
                               "/usr/local/lib/clang", "/usr/lib64/clang"})
        for (const filesystem::path& directory : versions_below(parent))
            if (holds_headers(directory)) return directory.string();
    fail(library_error::clang_headers, {},
         "Clang's own headers (stddef.h, immintrin.h) are not installed, so the emitted library cannot be "
         "checked",
         "install them: apt-get install libclang-common-" HLO2C_CLANG_MAJOR "-dev");
}

}  // namespace

std::string clang_resource_directory() {
    static const std::string directory = find_resource_directory();
    return directory;
}

const std::vector<std::pair<std::string, std::string>>& c_library_headers() {
    static const std::vector<std::pair<std::string, std::string>> headers = {
        {"string.h", R"(#pragma once
#include <stddef.h>
void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, size_t);
char *strchr(const char *, int);
char *strdup(const char *);
char *strndup(const char *, size_t);
)"},
        {"stdlib.h", R"(#pragma once
#include <stddef.h>
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
_Noreturn void abort(void);
_Noreturn void exit(int);
int abs(int);
long labs(long);
char *getenv(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
)"},
        {"stdio.h", R"(#pragma once
#include <stddef.h>
typedef struct hlo2c_checked_file FILE;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *restrict, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *restrict, const char *restrict, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *restrict, size_t, const char *restrict, ...) __attribute__((format(printf, 3, 4)));
)"},
        {"math.h", R"(#pragma once
double sqrt(double), fma(double, double, double), floor(double), ceil(double), trunc(double), rint(double);
double round(double), fabs(double), copysign(double, double), exp(double), log(double), pow(double, double);
double sin(double), cos(double), tan(double), tanh(double), fmod(double, double), ldexp(double, int);
float sqrtf(float), fmaf(float, float, float), floorf(float), ceilf(float), truncf(float), rintf(float);
float roundf(float), fabsf(float), copysignf(float, float), expf(float), logf(float), powf(float, float);
float sinf(float), cosf(float), tanf(float), tanhf(float), fmodf(float, float), ldexpf(float, int);
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
)"},
        {"assert.h", "#undef assert\n#define assert(condition) ((void)0)\n"},
    };
    return headers;
}

}  // namespace hlo2c::codegen
