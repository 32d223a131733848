#include "codegen/library/library.h"

#include <algorithm>

#include "codegen/library/files.h"

namespace hlo2c::codegen {
namespace {

/// The files take memcpy, memmove and memset from their own header, and nothing else from string.h.
void import_nothing(std::vector<CFile>& files) {
    const std::string_view hosted = "#include <string.h>\n", own = "#include \"rt_memory.h\"\n";
    for (CFile& file : files) {
        if (file.part != FilePart::Code) continue;
        if (const std::size_t at = file.text.find(hosted); at != std::string::npos)
            file.text.replace(at, hosted.size(), own);
    }
}

}  // namespace

std::vector<CFile> write_library(const scheduler::Plan& plan, const PrintedKernels& kernels,
                                 const LibraryOptions& options) {
    const LibraryModel model = make_model(plan, kernels, options);
    std::vector<CFile> files = {write_header(model), write_source(model), write_manifest(model),
                                write_readme(model)};
    const auto add = [&](std::vector<CFile> more) {
        for (CFile& file : more) files.push_back(std::move(file));
    };
    add(write_kernels(model));
    add(write_weights(model));
    add(write_runtime(model));
    add(write_self_test(model));
    if (options.is_freestanding) import_nothing(files);
    add(write_build_files(model, files));
    std::sort(files.begin(), files.end(), [](const CFile& a, const CFile& b) { return a.path < b.path; });
    return files;
}

std::vector<CFile> write_library(const scheduler::Plan& plan, const LibraryOptions& options) {
    return write_library(plan, print_kernels(plan, kernel_prefix(plan, options)), options);
}

}  // namespace hlo2c::codegen
