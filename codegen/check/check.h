#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hlo2c::codegen {

/// One file of an emitted library: its path inside the library ("src/lenet.c") and its text.
struct SourceFile {
    std::string path;
    std::string text;
};

/// What the sources are checked against.
struct CertificateOptions {
    std::string prefix;   ///< the library's name; external symbols begin with it and "_", or with "hlo2c_"
    std::string c_flags;  ///< the target's compiler flags: "-march=x86-64-v3"
    std::string triple;   ///< the target's triple: "x86_64-linux-gnu"
    /// PREFIX_weights is always allowed too: libraries that leave their weights to the caller import it.
    /// Functions that the sources define with these names are no imports.
    std::vector<std::string> allowed_imports = {"memcpy", "memmove", "memset"};
    std::int64_t stack_limit = 2048;  ///< bytes of locals that may be live at once in one function
};

/// One function that the library defines. `calls` holds names, sorted: direct calls, functions whose address
/// it takes ("&name"), and calls through pointers ("*parallel_for").
struct FunctionReport {
    std::string name;
    std::string file;
    std::int64_t stack_bytes = 0;
    std::vector<std::string> calls;
};

/// A broken guarantee, with the place in the emitted file.
struct Violation {
    std::string
        rule;  ///< "parse", "allocation", "recursion", "vla", "mutable-global", "import", "export", "stack"
    std::string file;
    int line = 0;
    std::string text;
};

/// The properties that a set of sources was found to have. Every list is sorted, so that equal sources give
/// equal certificates.
struct Certificate {
    std::vector<std::string> imports;  ///< functions and data that the linker must find elsewhere
    std::vector<std::string> exports;  ///< functions and data with external linkage
    std::int64_t stack_limit = 0;
    std::int64_t largest_stack = 0;         ///< bytes of declared locals of the function with the most
    std::int64_t deepest_stack = 0;         ///< the same summed along the deepest path of calls
    std::vector<std::string> deepest_path;  ///< that path, outermost function first
    std::vector<FunctionReport> functions;
    std::vector<Violation> violations;
};

/// Parses every .c file of `sources` in memory with Clang for the target, with -std=c11 and -Wall -Wextra
/// -pedantic. Checks the guarantees of an emitted library: no allocation, no recursion, no variable-length
/// array, only const data, only allowed imports, no external symbol without the prefix, and a bound on the
/// declared locals of each function. Warnings and errors of the parser are violations too. Files below test/
/// are not part of the library proper and are skipped. Calls through the library's own hook tables are
/// followed if the table names the function. Throws a user error (H0590) if Clang's own headers are not on
/// this machine.
Certificate check_sources(const std::vector<SourceFile>& sources, const CertificateOptions& options);

/// The certificate as a JSON object, for NAME.json.
nlohmann::ordered_json json_of(const Certificate& certificate);

/// Throws a Bug diagnostic (H0591) that lists the violations, if there are any; a user error (H0489) if they
/// come from the target's flags.
void require_certified(const Certificate& certificate);

}  // namespace hlo2c::codegen
