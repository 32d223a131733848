#include <fmt/format.h>

#include <regex>
#include <set>

#include "codegen/library/files.h"
#include "codegen/library/runtime_texts.h"
#include "codegen/text/writer.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

CFile runtime_file(const std::string& folder, const std::string& file, FilePart part) {
    const auto found = runtime_texts().find(file);
    HLO2C_CHECK(found != runtime_texts().end(), "runtime_c has the file " + file);
    return {folder + "/" + file, std::string(found->second), part};
}

/// The files and all files of runtime_c that they include, directly or indirectly.
std::set<std::string> with_includes(std::set<std::string> files) {
    static const std::regex include("#include \"(rt_[a-z0-9_]+\\.h)\"");
    std::vector<std::string> work(files.begin(), files.end());
    while (!work.empty()) {
        const auto text = runtime_texts().find(work.back());
        HLO2C_CHECK(text != runtime_texts().end(), "runtime_c has the file " + work.back());
        work.pop_back();
        const char* const begin = text->second.data();
        for (std::cregex_iterator at(begin, begin + text->second.size(), include), end; at != end; ++at)
            if (files.insert((*at)[1].str()).second) work.push_back((*at)[1].str());
    }
    return files;
}

/// src/NAME_runtime.h, which renames the functions of the units for this library, so that libraries of
/// different versions of hlo2c can be linked into one program.
CFile own_names(const LibraryModel& model, const std::set<std::string>& units) {
    static const std::regex external_function("\n(?!static )[a-z][a-z0-9_ ]* \\*?(hlo2c_([a-z0-9_]+))\\(");
    Writer writer;
    const std::string file = model.name + "_runtime.h";
    writer.lines(file_notice(model, file,
                             "Renames the functions of the runtime's units with the prefix of this library, "
                             "so that they do not clash with those of other libraries."));
    writer.open_guard(model.upper + "_RUNTIME_H");
    for (const std::string& unit : units) {
        if (!unit.ends_with(".h")) continue;
        const std::string_view text = runtime_texts().at(unit);
        const char* const begin = text.data();
        for (std::cregex_iterator at(begin, begin + text.size(), external_function), end; at != end; ++at)
            writer.line(fmt::format("#define {} {}_rt_{}", (*at)[1].str(), model.name, (*at)[2].str()));
    }
    writer.line();
    writer.line("#endif");
    return {"src/" + file, writer.text(), FilePart::Code};
}

/// A unit's source, which includes those names first.
CFile unit_source(const LibraryModel& model, const std::string& unit) {
    CFile file = runtime_file("src", unit, FilePart::Code);
    if (unit.ends_with(".c"))
        file.text.insert(file.text.find("#include"), fmt::format("#include \"{}_runtime.h\"\n", model.name));
    return file;
}

}  // namespace

std::vector<CFile> write_runtime(const LibraryModel& model) {
    std::vector<CFile> files = {runtime_file("include", "hlo2c_runtime.h", FilePart::Interface),
                                runtime_file("include", "hlo2c_requests.h", FilePart::Interface)};
    if (model.options->is_freestanding) files.push_back(runtime_file("src", "rt_memory.h", FilePart::Code));
    if (model.has_blob()) files.push_back(runtime_file("src", "rt_weights.h", FilePart::Code));
    if (model.has_parallel_loops)
        for (const char* file :
             {"include/hlo2c_threads.h", "hooks/hlo2c_threads.c", "include/hlo2c_openmp.h"}) {
            const std::string path = file;
            const std::size_t slash = path.find('/');
            files.push_back(runtime_file(path.substr(0, slash), path.substr(slash + 1), FilePart::Hooks));
        }
    if (model.has_processes())
        for (const char* file : {"hlo2c_ranks.h", "hlo2c_loopback.h", "hlo2c_rank_threads.h",
                                 "hlo2c_rank_mpi.h", "hlo2c_mpi_groups.h", "hlo2c_mpi_messages.h"})
            files.push_back(runtime_file("include", file, FilePart::Hooks));
    if (model.has_processes())
        for (const char* file : {"hlo2c_rank_threads.c", "hlo2c_rank_mpi.c"})
            files.push_back(runtime_file("hooks", file, FilePart::Hooks));
    std::set<std::string> units;
    for (const scheduler::Kernel& kernel : model.plan->kernels) {
        if (kernel.runtime_unit.empty()) continue;
        units.insert(kernel.runtime_unit + ".h");
        if (runtime_texts().count(kernel.runtime_unit + ".c") != 0) units.insert(kernel.runtime_unit + ".c");
    }
    units = with_includes(std::move(units));
    if (!units.empty()) files.push_back(own_names(model, units));
    for (const std::string& unit : units) files.push_back(unit_source(model, unit));
    return files;
}

}  // namespace hlo2c::codegen
