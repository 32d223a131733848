#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "codegen/check/check.h"

namespace hlo2c::codegen {

/// Names a function over all translation units: its own name when the linker sees it, "file:name" when it is
/// static.
using FunctionKey = std::string;

/// One mention of a function by another: a call, or its address handed on.
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

/// A function whose address stands in an initialiser at file scope, such as a table of hooks.
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

/// What Clang saw in the translation units; plain values, so that the rules need no Clang.
struct SourceFacts {
    std::map<FunctionKey, FunctionFacts> functions;
    std::vector<TableEntry> table_entries;
    std::vector<ExternalUse> external_uses;
    std::map<std::string, std::string> external_objects;  ///< data with external linkage, to "file:line"
    std::vector<Violation> violations;  ///< those seen on the spot: parse, vla, mutable-global

    /// Adds what another translation unit showed; what both saw in a shared header is kept once.
    void merge(SourceFacts other);
};

/// Reads the translation unit `main_file` of `sources` with Clang.
SourceFacts scan_translation_unit(const std::vector<SourceFile>& sources, const std::string& main_file,
                                  const CertificateOptions& options);

}  // namespace hlo2c::codegen
