#include <set>

#include "codegen/library/files.h"
#include "codegen/library/runtime_texts.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

CFile runtime_file(const std::string& folder, const std::string& file, FilePart part) {
    const auto found = runtime_texts().find(file);
    HLO2C_CHECK(found != runtime_texts().end(), "runtime_c has the file " + file);
    return {folder + "/" + file, std::string(found->second), part};
}

}  // namespace

std::vector<CFile> write_runtime(const LibraryModel& model) {
    std::vector<CFile> files = {runtime_file("include", "hlo2c_runtime.h", FilePart::Interface)};
    if (model.has_blob()) files.push_back(runtime_file("src", "rt_weights.h", FilePart::Code));
    if (model.has_parallel_loops)
        for (const char* file :
             {"include/hlo2c_threads.h", "hooks/hlo2c_threads.c", "include/hlo2c_openmp.h"}) {
            const std::string path = file;
            const std::size_t slash = path.find('/');
            files.push_back(runtime_file(path.substr(0, slash), path.substr(slash + 1), FilePart::Hooks));
        }
    std::set<std::string> units;
    for (const scheduler::Kernel& kernel : model.plan->kernels)
        if (!kernel.runtime_unit.empty()) units.insert(kernel.runtime_unit);
    for (const std::string& unit : units) {
        files.push_back(runtime_file("src", unit + ".h", FilePart::Code));
        if (runtime_texts().count(unit + ".c") != 0)
            files.push_back(runtime_file("src", unit + ".c", FilePart::Code));
    }
    return files;
}

}  // namespace hlo2c::codegen
