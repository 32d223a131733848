#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/file_bytes.h"
#include "frontend/forms/recorded_program.h"

namespace hlo2c::frontend {

/// The serialized forms of a program. The content of a file tells its form; its name never does.
enum class ProgramForm { MlirBytecode, JaxExport, HloProto, StablehloText, HloText };

struct WriteOptions {
    bool locations = true;
    bool pretty = true;  ///< short forms of ops, in a text that has them
};

/// The beginning of a file as the rows of `forms` judge it.
struct Content {
    std::string_view bytes;
    std::string_view first_word;  ///< of a text, after comments and blanks
    bool is_binary = false;
};

/// Everything that is said of one form.
struct Form {
    ProgramForm form;
    std::string_view description;
    /// Whether a file has this form, if it has none of the rows before.
    bool (*recognises)(const Content& content);
    /// Reads a program, which is not yet verified. Throws what the reader of the form throws.
    RecordedProgram (*read)(const FileBytes& file, const std::string& path);
    /// How the command line and file names call the form. Empty where programs are not written in it.
    std::string_view name;
    std::vector<std::string_view> extensions;
    /// Throws what the writer of the form throws where it has no counterpart of an op.
    std::string (*write)(const Program& program, const WriteOptions& options);
};

/// The rows in the order in which they are asked.
const std::vector<Form>& forms();
/// The rows of the forms that programs are written in.
const std::vector<Form>& writable_forms();
const Form& row_of(ProgramForm form);
/// The bytes of a program in a form that programs are written in.
std::string write_program(const Program& program, ProgramForm form, const WriteOptions& options = {});

/// The form of `bytes`, a whole file or its beginning; nothing where no row recognises it.
std::optional<ProgramForm> detect_form(std::string_view bytes);
/// The form to write to a file of this name, by its extension; StableHLO text where that says nothing.
const Form& form_for_file(std::string_view path);
/// The writable form of this name, or nullptr.
const Form* form_called(std::string_view name);
/// The first word of a text, after comments and blanks.
std::string_view first_word(std::string_view text);

}  // namespace hlo2c::frontend
