#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "frontend/test_modules/manifest.h"

namespace hlo2c::frontend {

/// One test: a function of a test module that takes no arguments and contains its checks, or a program with
/// an .npz of arrays beside it, or a file that is only read, if the manifest requests no more.
struct TestCase {
    /// Path without endings, relative to the manifest's folder; with "@function" where a file has several.
    /// The serialized forms of one program (X.mlir, X.hlo.pb, X.v1_4_0.mlir.bc) have one id.
    std::string id;
    std::filesystem::path file;
    int chunk = 0;                 ///< of the parts between lines "// -----"
    std::string function;          ///< of a test module; "" for a program with arrays
    std::filesystem::path arrays;  ///< the .npz; "" for a test module
    std::optional<ManifestRow> row;
    Demand demand = Demand::Results;  ///< never Identity
    std::string refusal;              ///< why there is nothing to run; "" where there is
    bool broken = false;              ///< the refusal counts as a failure: the file cannot be read
};

/// The tests of these files, and of the files below these folders, ordered by path. A file without tests
/// becomes a case with a refusal if it was named itself, and is skipped if it was found in a folder. Fails
/// with H0604 if a path does not exist.
std::vector<TestCase> find_cases(const std::vector<std::string>& paths);

/// The text of one module of a file, with the file's line numbers.
std::string chunk_text(const std::string& text, int chunk);
int chunk_count(const std::string& text);

}  // namespace hlo2c::frontend
