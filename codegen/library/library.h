#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "codegen/c/kernel_printer.h"
#include "scheduler/plan.h"

namespace hlo2c::codegen {

/// What a file of an emitted library is for. `Code` and `Weights` are compiled into the library and are what
/// the checker reads; `Hooks` are units that serve hooks and need more than C.
enum class FilePart : std::uint8_t { Interface, Code, Weights, Hooks, Test, Build, Document };

/// One file: its path inside the library, with '/', and its bytes.
struct CFile {
    std::string path;
    std::string text;
    FilePart part = FilePart::Code;
};

/// Where the weights live. `Automatic`: C below 1 MiB in all, else Blob. `C`: arrays in weights/*.c. `Blob`:
/// the file weights/NAME.weights, which the caller loads or maps and passes in the context. `Extern`: the
/// same file, which the caller links in as the symbol NAME_weights.
enum class WeightStorage : std::uint8_t { Automatic, C, Blob, Extern };

/// One input of a stored call, as at the library's boundary.
struct TestInput {
    std::vector<std::byte> elements;  ///< all of them; or, with `is_drawn`, those that it is drawn from
    bool is_drawn = false;
    std::uint32_t seed = 0;
};

/// What is right for one output: numbers that lie between two others of its type, or NaN where these are.
/// Of a complex number each part is one.
struct TestOutput {
    std::vector<std::uint64_t> places;   ///< row-major numbers of the parts that are judged, rising
    std::vector<std::byte> least, most;  ///< of each of these
};

/// Inputs of one call and the results that are right for it, for the self-test.
struct TestVector {
    std::string function;  ///< name of a FunctionPlan
    std::vector<TestInput> inputs;
    std::vector<TestOutput> outputs;
};

/// `count` elements drawn from the stored ones, each `element_bytes` long, as the emitted self-test does it.
std::vector<std::byte> drawn_elements(const TestInput& input, std::size_t element_bytes, std::size_t count);

struct LibraryOptions {
    std::string name;         ///< of the library; made a C identifier. Empty: the program's
    std::string version;      ///< of hlo2c, for the notice at the top of each file
    std::string description;  ///< a sentence on what the program does, or empty
    WeightStorage weights = WeightStorage::Automatic;
    std::vector<TestVector> test_vectors;
    std::string untested;  ///< functions that have none, and why, as sentences, or empty
};

/// The name that files and symbols carry for these options.
std::string library_name(const scheduler::Plan& plan, const LibraryOptions& options);
/// What `Automatic` comes to for this plan.
WeightStorage weight_storage(const scheduler::Plan& plan, const LibraryOptions& options);

/// Every file of the library, sorted by path: a function of its arguments alone. `kernels` has one entry per
/// kernel of the plan, printed with the prefix `kernel_prefix`. Fails with H0510 when a test vector does not
/// fit its function.
std::vector<CFile> write_library(const scheduler::Plan& plan, const PrintedKernels& kernels,
                                 const LibraryOptions& options);
/// The same, with the kernels printed here.
std::vector<CFile> write_library(const scheduler::Plan& plan, const LibraryOptions& options);
/// What names of kernels begin with, before a '_': NAME, or NAME_kernel where that would meet a name of the
/// interface.
std::string kernel_prefix(const scheduler::Plan& plan, const LibraryOptions& options);

/// Puts `certificate_json` (an object) under "certificate" into NAME.json.
void insert_certificate(std::vector<CFile>& files, const std::string& certificate_json);

/// Writes the files below `directory`: into a new directory beside it, which takes its place at the end, so
/// that nothing half-written is ever there. An existing directory has to be empty, or one that this function
/// wrote: then a list in it, `.hlo2c`, names the files that go, and all others stay where they are. Errors:
/// H0521 (exists and is something else, or has such a file in the way), H0522 (cannot be written).
void write_directory(const std::vector<CFile>& files, const std::filesystem::path& directory);

}  // namespace hlo2c::codegen
