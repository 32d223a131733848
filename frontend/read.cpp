#include "frontend/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "frontend/bytecode/reader.h"
#include "frontend/file_bytes.h"
#include "frontend/hlo/read_hlo.h"
#include "frontend/hlo/text/program.h"
#include "frontend/jax_export/reader.h"
#include "frontend/passes/upgrade_custom_calls.h"
#include "frontend/text/lexer.h"
#include "frontend/text/parser.h"

namespace hlo2c::frontend {
namespace {

std::string_view name_of(ProgramForm form) {
    switch (form) {
        case ProgramForm::StablehloText: return "StableHLO text";
        case ProgramForm::MlirBytecode: return "MLIR bytecode";
        case ProgramForm::JaxExport: return "a jax.export file";
        case ProgramForm::HloText: return "HLO text";
        case ProgramForm::HloProto: return "an HLO protocol buffer";
        case ProgramForm::Unknown: break;
    }
    return "unknown";
}

/// The first word or sign of a text, comments and blanks skipped.
std::string_view first_word(std::string_view text) {
    while (true) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return {};
        text.remove_prefix(begin);
        if (text.substr(0, 2) != "//") break;
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end);
    }
    return text.substr(0, text.find_first_of(" \t\r\n(<,"));
}

/// Control characters that no text has: the tags of a message's first fields are such.
bool is_binary(std::string_view head) {
    return std::any_of(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && (byte < '\t' || byte > '\r');
    });
}

}  // namespace

ProgramForm detect_form(std::string_view bytes) {
    constexpr std::string_view bytecode_magic = "ML\xefR";
    if (bytes.substr(0, bytecode_magic.size()) == bytecode_magic) return ProgramForm::MlirBytecode;
    const std::string_view head = bytes.substr(0, 4096);
    const std::string_view word = first_word(bytes);
    // Strings of a text may hold any byte.
    const bool is_module = word == "module" || word == "func.func" || word == "builtin.module";
    const bool binary = !is_module && is_binary(head);
    if (binary && is_jax_export(bytes)) return ProgramForm::JaxExport;
    // HloModuleProto begins with its name or a computation; HloProto and HloSnapshot with another message.
    if (binary && (head.front() == '\x0a' || head.front() == '\x12' || head.front() == '\x1a'))
        return ProgramForm::HloProto;
    if (binary) return ProgramForm::Unknown;
    if (word == "HloModule" || word == "ENTRY") return ProgramForm::HloText;
    if (word.empty()) return is_hlo_text(bytes) ? ProgramForm::HloText : ProgramForm::Unknown;
    if (is_hlo_message_text(bytes)) return ProgramForm::HloProto;
    if (word.front() == '#' || word.front() == '!' || word.front() == '"' || word == "module" ||
        word == "func.func" || word == "builtin.module" || word == "func" || word == "{-#")
        return ProgramForm::StablehloText;
    return is_hlo_text(bytes) ? ProgramForm::HloText : ProgramForm::Unknown;
}

namespace {

RecordedProgram read_as_written(const std::string& path) {
    const FileBytes file(path);
    const std::string_view bytes = file.view();
    const auto release = [&](std::size_t begin, std::size_t size) { file.release(begin, size); };
    const Place place{.file = path};
    if (bytes.empty()) fail(read_error::unfinished, place, "the file is empty", "Export the program again.");
    const ProgramForm form = detect_form(bytes);
    if (form == ProgramForm::StablehloText) return {read_stablehlo_text(bytes, path), {}};
    if (form == ProgramForm::MlirBytecode) return {read_bytecode(bytes, path, {.release = release}), {}};
    if (form == ProgramForm::JaxExport) return {read_jax_export_program(bytes, path, release), {}};
    if (form == ProgramForm::HloText) return {read_hlo_text_program(bytes, path), {}};
    if (form == ProgramForm::HloProto) return read_hlo_message(bytes, path);
    if (form == ProgramForm::Unknown)
        unsupported(read_error::format, place, "this is not a program in a form that is known",
                    "Give a file with StableHLO text, as jax.jit(f).lower(...).as_text() writes it.");
    unsupported(read_error::format, place,
                fmt::format("the file is {}, which is not supported", name_of(form)),
                "Export the program as StableHLO text.");
}

}  // namespace

RecordedProgram read_recorded_program(const std::string& path) {
    RecordedProgram recorded = read_as_written(path);
    upgrade_custom_calls(recorded.program);
    return recorded;
}

Program read_program(const std::string& path) {
    return read_recorded_program(path).program;
}

namespace {

/// The parts between lines `// -----`, each after as many blank lines as there are lines before it.
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

/// Whether a line `// -----` cuts the text.
bool is_cut(std::string_view text) {
    return text.find("\n// -----") != std::string_view::npos &&
           detect_form(text) == ProgramForm::StablehloText;
}

}  // namespace

std::vector<Program> read_programs(const std::string& path) {
    std::vector<Program> programs;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {  // a pipe can be read once only
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
