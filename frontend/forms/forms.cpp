#include "frontend/forms/forms.h"

#include <algorithm>
#include <array>

#include "frontend/forms/bytecode/reader.h"
#include "frontend/forms/bytecode/writer.h"
#include "frontend/forms/hlo/read_hlo.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/hlo_text/program.h"
#include "frontend/forms/jax_export/reader.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/elided.h"
#include "frontend/passes/legalise_chlo.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view bytecode_magic = "ML\xefR";

/// First words that only StableHLO text has. A text that begins with one is never binary, whatever bytes its
/// strings hold.
constexpr std::array<std::string_view, 3> module_words = {"module", "func.func", "builtin.module"};

bool is_module_word(std::string_view word) {
    return std::find(module_words.begin(), module_words.end(), word) != module_words.end();
}

/// Whether `head` has control characters that do not occur in text. Tags of a message's first fields are such
/// characters.
bool has_control_characters(std::string_view head) {
    return std::any_of(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && (byte < '\t' || byte > '\r');
    });
}

bool is_hlo_message(const Content& content) {
    // HloModuleProto begins with its name or a computation; HloProto and HloSnapshot with another message.
    if (content.is_binary)
        return std::string_view("\x0a\x12\x1a").find(content.bytes.front()) != std::string_view::npos;
    return !content.first_word.empty() && is_hlo_message_text(content.bytes);
}

bool is_stablehlo_text(const Content& content) {
    const std::string_view word = content.first_word;
    if (content.is_binary || word.empty()) return false;
    return is_module_word(word) || word == "func" || word == "{-#" ||
           std::string_view("#!\"").find(word.front()) != std::string_view::npos;
}

auto releasing(const FileBytes& file) {
    return [&file](std::size_t begin, std::size_t size) { file.release(begin, size); };
}

Program without_locations(Program program) {
    const auto forget = [](Op& op) { op.location = unknown_location; };
    for (Op& op : program.symbols) forget(op);
    for (Function& function : program.functions) {
        function.location = unknown_location;
        for (Value& value : function.values) value.location = unknown_location;
        for_each_op(function.body, forget);
    }
    program.location = unknown_location;
    program.locations = {};
    return program;
}

/// Artifacts cannot hold CHLO ops, so `legalise_chlo` replaces them first.
std::string write_artifact(const Program& program, const WriteOptions& options) {
    require_data(program);
    if (options.locations && !has_chlo(program)) return write_portable_artifact(program);
    Program written = options.locations ? program : without_locations(program);
    legalise_chlo(written);
    return write_portable_artifact(written);
}

const Form bytecode_row = {
    .form = ProgramForm::MlirBytecode,
    .description = "StableHLO portable artifact",
    .recognises = [](const Content& content) { return content.bytes.starts_with(bytecode_magic); },
    .read = [](const FileBytes& file, const std::string& path) -> RecordedProgram {
        return {read_bytecode(file.view(), path, {.release = releasing(file)}), {}};
    },
    .name = "artifact",
    .extensions = {".mlirbc", ".bc"},
    .write = write_artifact,
};

const Form jax_export_row = {
    .form = ProgramForm::JaxExport,
    .description = "jax.export file",
    .recognises = [](const Content& content) { return content.is_binary && is_jax_export(content.bytes); },
    .read = [](const FileBytes& file, const std::string& path) -> RecordedProgram {
        return {read_jax_export_program(file.view(), path, releasing(file)), {}};
    },
    .name = {},
    .extensions = {},
    .write = nullptr,
};

const Form hlo_message_row = {
    .form = ProgramForm::HloProto,
    .description = "HloModuleProto",
    .recognises = is_hlo_message,
    .read = [](const FileBytes& file,
               const std::string& path) { return read_hlo_message(file.view(), path); },
    .name = "hlo-proto",
    .extensions = {".pb"},
    .write =
        [](const Program& program, const WriteOptions& options) {
            return print_hlo_message(options.locations ? program : without_locations(program),
                                     read_sharding_text);
        },
    .has_one_entry_point = true,
};

const Form stablehlo_text_row = {
    .form = ProgramForm::StablehloText,
    .description = "StableHLO text",
    .recognises = is_stablehlo_text,
    .read = [](const FileBytes& file, const std::string& path) -> RecordedProgram {
        return {read_stablehlo_text(file.view(), path), {}};
    },
    .name = "stablehlo",
    .extensions = {".mlir"},
    .write =
        [](const Program& program, const WriteOptions& options) {
            return print_stablehlo_text(program, {.locations = options.locations, .pretty = options.pretty});
        },
    .has_pretty_ops = true,
};

const Form hlo_text_row = {
    .form = ProgramForm::HloText,
    .description = "HLO text",
    .recognises = [](const Content& content) { return !content.is_binary && is_hlo_text(content.bytes); },
    .read = [](const FileBytes& file, const std::string& path) -> RecordedProgram {
        return {read_hlo_text_program(file.view(), path), {}};
    },
    .name = "hlo",
    .extensions = {".hlo", ".hlo.txt"},
    .write =
        [](const Program& program, const WriteOptions& options) {
            return print_hlo_text_program(options.locations ? program : without_locations(program));
        },
    .has_one_entry_point = true,
};

}  // namespace

const std::vector<Form>& forms() {
    static const std::vector<Form> rows = {bytecode_row, jax_export_row, hlo_message_row, stablehlo_text_row,
                                           hlo_text_row};
    return rows;
}

const std::vector<Form>& writable_forms() {
    static const std::vector<Form> rows = [] {
        std::vector<Form> writable = forms();
        std::erase_if(writable, [](const Form& row) { return row.write == nullptr; });
        return writable;
    }();
    return rows;
}

const Form& row_of(ProgramForm form) {
    for (const Form& row : forms())
        if (row.form == form) return row;
    broken_invariant("forms", __FILE__, __LINE__, "every form has a row");
}

std::string write_program(const Program& program, ProgramForm form, const WriteOptions& options) {
    const Form& row = row_of(form);
    HLO2C_CHECK(row.write != nullptr, "programs are written in this form");
    return row.write(program, options);
}

std::string_view first_word(std::string_view text) {
    while (true) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return {};
        text.remove_prefix(begin);
        if (!text.starts_with("//")) break;
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end);
    }
    return text.substr(0, text.find_first_of(" \t\r\n(<,"));
}

std::optional<ProgramForm> detect_form(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    Content content{bytes, first_word(bytes), false};
    content.is_binary = !is_module_word(content.first_word) && has_control_characters(bytes.substr(0, 4096));
    for (const Form& row : forms())
        if (row.recognises(content)) return row.form;
    return std::nullopt;
}

const Form& form_for_file(std::string_view path) {
    for (const Form& row : writable_forms())
        for (const std::string_view extension : row.extensions)
            if (path.ends_with(extension)) return row;
    return row_of(ProgramForm::StablehloText);
}

const Form* form_called(std::string_view name) {
    for (const Form& row : writable_forms())
        if (row.name == name) return &row;
    return nullptr;
}

}  // namespace hlo2c::frontend
