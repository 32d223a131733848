#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "codegen/c/kernel_printer.h"
#include "frontend/ir/enum_table.h"
#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// What a file of an emitted library is for. `Code` and `Weights` are compiled into the library, and the
/// checker reads them; `Hooks` are units that implement hooks and need more than C.
enum class FilePart : std::uint8_t { Interface, Code, Weights, Hooks, Test, Build, Document };

/// Where a file defines a kernel: its own helper functions, its comment, and the function.
struct KernelPlace {
    std::size_t kernel;       ///< in Plan::kernels
    std::size_t begin, size;  ///< in the file's text
    int line;                 ///< of `begin`, from 1
};

/// One file: its path inside the library, with '/', and its bytes: the text, then the data.
struct CFile {
    std::string path;
    std::string text;
    FilePart part = FilePart::Code;
    std::vector<frontend::SharedBytes> data = {};
    std::vector<KernelPlace> kernels = {};  ///< those that the file defines
};

/// Where the weights are stored. `Automatic`: C below 1 MiB in total, else Blob. `C`: arrays in weights/*.c.
/// `Blob`: the file weights/NAME.weights, which the caller loads or maps and passes in the context. `Extern`:
/// the same file, which the caller links in under the symbol NAME_weights.
enum class WeightStorage : std::uint8_t { Automatic, C, Blob, Extern };
inline constexpr auto weight_storage_names =
    frontend::by_every_enumerator<WeightStorage::Extern, const char*>({
        {WeightStorage::Automatic, "auto"},
        {WeightStorage::C, "c"},
        {WeightStorage::Blob, "blob"},
        {WeightStorage::Extern, "extern"},
    });

/// One input of a stored call, in the form that the library's boundary takes.
struct TestInput {
    std::vector<std::byte> elements;  ///< all elements; with `is_drawn`, those from which the input is drawn
    bool is_drawn = false;
    std::uint32_t seed = 0;
};

/// The correct values of one output: each number must lie between two numbers of its type, or be NaN if these
/// are. Each part of a complex number counts as one number.
struct TestOutput {
    std::vector<std::uint64_t> places;   ///< row-major numbers of the parts that are checked, ascending
    std::vector<std::byte> least, most;  ///< bounds of each of these
};

/// Inputs of one call and its correct results, for the self-test.
struct TestVector {
    std::string function;  ///< name of a FunctionPlan
    std::vector<TestInput> inputs;
    std::vector<TestOutput> outputs;
};

/// `count` elements drawn from the stored ones, each `element_bytes` long, exactly as the emitted self-test
/// draws them.
std::vector<std::byte> drawn_elements(const TestInput& input, std::size_t element_bytes, std::size_t count);

struct LibraryOptions {
    std::string name;         ///< of the library, turned into a C identifier; empty: the program's name
    std::string version;      ///< of hlo2c, for the notice at the top of each file
    std::string description;  ///< a sentence on what the program does, or empty
    WeightStorage weights = WeightStorage::Automatic;
    bool is_freestanding = false;  ///< no file includes string.h; each has its own memcpy and the like
    int lines_per_kernel_file =
        1500;  ///< more begin another file, so that files can be compiled concurrently
    std::vector<TestVector> test_vectors;
    std::string
        untested;  ///< functions and results without test vectors, and the reasons, as sentences, or empty
};

/// The library's name in files and symbols.
std::string library_name(const scheduler::Plan& plan, const LibraryOptions& options);
/// The storage that `options` selects for this plan, never `Automatic`.
WeightStorage weight_storage(const scheduler::Plan& plan, const LibraryOptions& options);

/// Every file of the library, sorted by path. The result depends only on the arguments. `kernels` has one
/// entry per kernel of the plan, printed with the prefix `kernel_prefix`. Fails with H0510 if a test vector
/// does not fit its function.
std::vector<CFile> write_library(const scheduler::Plan& plan, const PrintedKernels& kernels,
                                 const LibraryOptions& options);
/// The same, with the kernels printed here.
std::vector<CFile> write_library(const scheduler::Plan& plan, const LibraryOptions& options);
/// The prefix of kernel names, before a '_': NAME, or NAME_kernel if NAME would clash with a name of the
/// interface.
std::string kernel_prefix(const scheduler::Plan& plan, const LibraryOptions& options);

/// Puts `certificate_json` (an object) under "certificate" into NAME.json.
void insert_certificate(std::vector<CFile>& files, const nlohmann::ordered_json& certificate);

/// Writes the files below `directory`: first into a new directory next to it, which replaces it at the end,
/// so that it never holds half-written files. An existing directory must be empty or written by this
/// function: then a list in it, `.hlo2c`, names the files that are replaced, and all others stay. Errors:
/// H0521 (exists and is something else, or has another file in the way), H0522 (cannot be written).
void write_directory(const std::vector<CFile>& files, const std::filesystem::path& directory);
/// Fails as `write_directory` would, as far as that is known before there are files.
void require_writable(const std::filesystem::path& directory);

}  // namespace hlo2c::codegen
