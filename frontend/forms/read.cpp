#include "frontend/forms/read.h"

#include <algorithm>
#include <filesystem>

#include "frontend/error_numbers.h"
#include "frontend/file_bytes.h"
#include "frontend/forms/forms.h"
#include "frontend/forms/text/parser.h"

namespace hlo2c::frontend {

RecordedProgram read_recorded_program(const std::string& path) {
    const FileBytes file(path);
    const Place place{.file = path};
    if (file.view().empty())
        fail(read_error::unfinished, place, "the file is empty", "Export the program again.");
    const std::optional<ProgramForm> form = detect_form(file.view());
    if (!form)
        unsupported(
            read_error::format, place, "this is not a program in a known form",
            "Give a file with StableHLO text, such as the output of jax.jit(f).lower(...).as_text().");
    return row_of(*form).read(file, path);
}

Program read_program(const std::string& path) {
    return read_recorded_program(path).program;
}

namespace {

/// The parts between `// -----` lines, each padded with leading blank lines so that its line numbers are
/// those of the file.
std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> parts(1);
    std::size_t lines = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        lines++;
        if (line.substr(0, 8) == "// -----") {
            parts.emplace_back(lines, '\n');
        } else {
            parts.back() += line;
        }
    }
    return parts;
}

/// Whether the text is StableHLO text with `// -----` lines.
bool is_cut(std::string_view text) {
    return text.find("\n// -----") != std::string_view::npos &&
           detect_form(text) == ProgramForm::StablehloText;
}

}  // namespace

std::vector<Program> read_programs(const std::string& path) {
    std::vector<Program> programs;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {  // a pipe can be read only once
        programs.push_back(read_program(path));
        return programs;
    }
    const FileBytes file(path);
    if (!is_cut(file.view())) {
        programs.push_back(read_program(path));
        return programs;
    }
    for (const std::string& part : parts_of(file.view()))
        if (!first_word(part).empty()) programs.push_back(read_stablehlo_text(part, path));
    return programs;
}

}  // namespace hlo2c::frontend
