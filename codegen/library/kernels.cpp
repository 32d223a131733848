#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "codegen/library/files.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {
namespace {

int line_count(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

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

/// A file for kernels, without them.
CFile begin_kernels(const LibraryModel& model, std::size_t number, const std::string& vector_header) {
    const std::string file = fmt::format("{}_kernels_{}.c", model.name, number);
    return {"src/" + file,
            file_notice(model, file, "Kernels.") +
                fmt::format("#include \"{}\"\n\n#include \"{}_kernels.h\"\n", vector_header, model.name),
            FilePart::Code};
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
    const std::size_t headers = files.size();
    int lines = 0, head_lines = 0;  // of the last file: of its kernels, and before them
    for (std::size_t i = 0; i < model.kernels->kernels.size(); i++) {
        const std::string& definition = model.kernels->kernels[i].definition;
        if (definition.empty()) continue;
        const int own = line_count(definition);
        if (files.size() == headers || lines + own > model.options->lines_per_kernel_file) {
            files.push_back(begin_kernels(model, files.size() - headers, vector_header));
            head_lines = line_count(files.back().text);
            lines = 0;
        }
        CFile& file = files.back();
        file.kernels.push_back({i, file.text.size() + 1, definition.size(), head_lines + lines + 2});
        file.text += "\n" + definition;
        lines += own + 1;
    }
    return files;
}

}  // namespace hlo2c::codegen
