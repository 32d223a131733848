#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/file_bytes.h"
#include "frontend/forms/recorded_program.h"

namespace hlo2c::frontend {

/// The serialized forms of a program. A file's form is detected from its content, never from its name.
enum class ProgramForm { MlirBytecode, JaxExport, HloProto, StablehloText, HloText };

struct WriteOptions {
    bool locations = true;
    bool pretty = true;  ///< pretty forms of ops, in text forms that have them
};

/// A whole file or its beginning, as `Form::recognises` sees it.
struct Content {
    std::string_view bytes;
    std::string_view first_word;  ///< of text: the first word after comments and blanks
    bool is_binary = false;
};

/// One row of the table of forms.
struct Form {
    ProgramForm form;
    std::string_view description;
    /// Whether a file has this form, given that no earlier row recognises it.
    bool (*recognises)(const Content& content);
    /// Reads a program without verifying it. Throws the diagnostics of the form's reader.
    RecordedProgram (*read)(const FileBytes& file, const std::string& path);
    /// The form's name on the command line, and its file extensions; both empty for a form that cannot be
    /// written.
    std::string_view name;
    std::vector<std::string_view> extensions;
    /// Null for a form that cannot be written. Throws the writer's diagnostic for an op that the form cannot
    /// represent.
    std::string (*write)(const Program& program, const WriteOptions& options);
    bool has_pretty_ops = false;       ///< ops have a pretty form besides the generic one
    bool has_one_entry_point = false;  ///< other public functions are lost
};

/// All rows, in the order in which `detect_form` tries them.
const std::vector<Form>& forms();
/// The rows of the forms that can be written.
const std::vector<Form>& writable_forms();
const Form& row_of(ProgramForm form);
/// Serializes a program; the form must be writable.
std::string write_program(const Program& program, ProgramForm form, const WriteOptions& options = {});

/// The form of `bytes`, a whole file or its beginning; nullopt if no row recognises it.
std::optional<ProgramForm> detect_form(std::string_view bytes);
/// The form in which to write a file of this name, chosen by extension; StableHLO text for an unknown
/// extension.
const Form& form_for_file(std::string_view path);
/// The writable form of this name, or nullptr.
const Form* form_called(std::string_view name);
/// The first word of a text, after comments and blanks.
std::string_view first_word(std::string_view text);

}  // namespace hlo2c::frontend
