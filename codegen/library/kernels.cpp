#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "codegen/library/files.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {
namespace {

constexpr std::ptrdiff_t lines_per_file = 1500;

std::set<std::string> runtime_units(const scheduler::Plan& plan) {
    std::set<std::string> units;
    for (const scheduler::Kernel& kernel : plan.kernels)
        if (!kernel.runtime_unit.empty()) units.insert(kernel.runtime_unit);
    return units;
}

CFile prototypes(const LibraryModel& model) {
    Writer writer;
    const std::string file = model.name + "_kernels.h";
    writer.lines(file_notice(model, file, "Prototypes of the kernels; the definitions have descriptions."));
    writer.open_guard(model.upper + "_KERNELS_H");
    writer.line("#include <stdint.h>");
    writer.line();
    writer.line("#include \"hlo2c_runtime.h\"");
    const std::set<std::string> units = runtime_units(*model.plan);
    if (!units.empty()) writer.line(fmt::format("#include \"{}_runtime.h\"", model.name));
    for (const std::string& unit : units) writer.line(fmt::format("#include \"{}.h\"", unit));
    writer.line();
    for (const PrintedKernel& kernel : model.kernels->kernels)
        if (!kernel.definition.empty()) writer.lines(kernel.prototype);
    writer.line();
    writer.line("#endif");
    return {"src/" + file, writer.text(), FilePart::Code};
}

}  // namespace

std::vector<CFile> write_kernels(const LibraryModel& model) {
    const std::string vector_header = model.name + "_vector.h";
    std::vector<CFile> files = {prototypes(model)};
    files.push_back(
        {"src/" + vector_header,
         file_notice(model, vector_header, "Vector types, and the functions that kernels apply to them.") +
             model.kernels->support_header,
         FilePart::Code});
    std::vector<std::string> bodies;
    std::ptrdiff_t lines = 0;
    for (const PrintedKernel& kernel : model.kernels->kernels) {
        if (kernel.definition.empty()) continue;
        const std::ptrdiff_t own = std::count(kernel.definition.begin(), kernel.definition.end(), '\n');
        if (bodies.empty() || lines + own > lines_per_file) {
            bodies.emplace_back();
            lines = 0;
        }
        lines += own + 1;
        bodies.back() += "\n" + kernel.definition;
    }
    for (std::size_t i = 0; i < bodies.size(); i++) {
        const std::string file = fmt::format("{}_kernels_{}.c", model.name, i);
        const std::string text =
            file_notice(model, file, "Kernels.") +
            fmt::format("#include \"{}\"\n\n#include \"{}_kernels.h\"\n", vector_header, model.name) +
            bodies[i];
        files.push_back({"src/" + file, text, FilePart::Code});
    }
    return files;
}

}  // namespace hlo2c::codegen
