#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "codegen/check/check.h"

namespace hlo2c::codegen {

/// Identifies a function over all translation units: its name if the linker sees it, "file:name" if it is
/// static.
using FunctionKey = std::string;

/// One use of a function by another: a call, or its address.
struct FunctionUse {
    FunctionKey target;
    std::string name;
    bool is_call = true;
    int line = 0;
};

/// A call through a pointer: the called expression's last name ("parallel_for") and its function type.
struct IndirectCall {
    std::string name;
    std::string type;
    int line = 0;
};

struct FunctionFacts {
    std::string name;
    std::string file;
    int line = 0;
    bool external = false;
    std::int64_t stack_bytes = 0;
    std::vector<FunctionUse> uses;
    std::vector<IndirectCall> indirect_calls;
};

/// A function whose address is in an initialiser at file scope, such as a table of hooks.
struct TableEntry {
    FunctionKey target;
    std::string type;
};

/// A function or object that is declared in the library, used, and defined elsewhere.
struct ExternalUse {
    std::string name;
    std::string file;
    int line = 0;
};

/// What Clang found in the translation units, as plain values, so that the rules do not depend on Clang.
struct SourceFacts {
    std::map<FunctionKey, FunctionFacts> functions;
    std::vector<TableEntry> table_entries;
    std::vector<ExternalUse> external_uses;
    std::map<std::string, std::string> external_objects;  ///< data with external linkage, to "file:line"
    std::vector<Violation> violations;  ///< those found while parsing: parse, vla, mutable-global

    /// Adds the facts of another translation unit; facts from a shared header are kept once.
    void merge(SourceFacts other);
};

/// Reads the translation unit `main_file` of `sources` with Clang.
SourceFacts scan_translation_unit(const std::vector<SourceFile>& sources, const std::string& main_file,
                                  const CertificateOptions& options);

}  // namespace hlo2c::codegen
