#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2c::codegen {

/// One file of an emitted library: its path inside the library ("src/lenet.c") and its text.
struct SourceFile {
    std::string path;
    std::string text;
};

/// What the certificate is drawn up against.
struct CertificateOptions {
    std::string prefix;   ///< the library's name; external symbols begin with it and "_", or with "hlo2c_"
    std::string c_flags;  ///< the target's compiler flags: "-march=x86-64-v3"
    std::string triple;   ///< the target's triple: "x86_64-linux-gnu"
    /// Besides these, PREFIX_weights is always allowed: libraries whose weights are left to the caller have
    /// it.
    std::vector<std::string> allowed_imports = {"memcpy", "memmove", "memset"};
    std::int64_t stack_limit = 2048;  ///< bytes of locals that one function may have at once
};

/// One function that the library defines. `calls` holds names, sorted: direct calls, functions whose address
/// it takes
/// ("&name"), and calls through pointers ("*parallel_for").
struct FunctionReport {
    std::string name;
    std::string file;
    std::int64_t stack_bytes = 0;
    std::vector<std::string> calls;
};

/// A broken promise, with the place in the emitted file.
struct Violation {
    std::string
        rule;  ///< "parse", "allocation", "recursion", "vla", "mutable-global", "import", "export", "stack"
    std::string file;
    int line = 0;
    std::string text;
};

/// What holds for a set of sources. Every list is sorted, so equal sources give equal certificates.
struct Certificate {
    std::vector<std::string> imports;  ///< functions and data that the linker has to find elsewhere
    std::vector<std::string> exports;  ///< functions and data with external linkage
    std::int64_t stack_limit = 0;
    std::int64_t largest_stack = 0;         ///< bytes of declared locals of the hungriest function
    std::int64_t deepest_stack = 0;         ///< the same summed along the deepest path of calls
    std::vector<std::string> deepest_path;  ///< that path, outermost function first
    std::vector<FunctionReport> functions;
    std::vector<Violation> violations;
};

/// Parses every .c file of `sources` for the target with Clang, -std=c11 and -Wall -Wextra -pedantic, without
/// touching the disk for them, and checks what an emitted library promises: no allocation, no recursion, no
/// variable-length array, no data but const, no imports but the allowed ones, no external symbol without the
/// prefix, and a bound on the declared locals of each function. Warnings and errors of the parser are
/// violations too. Files below test/ are not part of the library proper and are passed over. Calls through
/// the library's own hook tables are followed where the table names the function. Throws a user error (H0590)
/// when Clang's own headers are not on this machine.
Certificate check_sources(const std::vector<SourceFile>& sources, const CertificateOptions& options);

/// The certificate as a JSON object, for NAME.json.
std::string to_json(const Certificate& certificate);

/// Throws a Bug diagnostic (H0591) that lists the violations, if there are any.
void require_certified(const Certificate& certificate);

}  // namespace hlo2c::codegen
