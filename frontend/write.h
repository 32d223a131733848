#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/read.h"

namespace hlo2c::frontend {

/// A form that programs are written in: how the command line and the ends of files' names call it.
struct WritableForm {
    ProgramForm form;
    std::string_view name;
    std::vector<std::string_view> extensions;
    std::string_view description;
};
const std::vector<WritableForm>& writable_forms();

/// The form of a file with this name, by its extension; StableHLO text where that says nothing.
const WritableForm& form_for_file(std::string_view path);
/// The form of this name, or nullptr.
const WritableForm* form_called(std::string_view name);

struct WriteOptions {
    bool locations = true;
    bool pretty = true;  ///< short forms of ops, in a text that has them
};

/// The bytes of the program in a form. Artifacts do not know CHLO, whose ops get the form of `legalise_chlo`.
/// Throws what the writer of the form throws where an op has no counterpart in it.
std::string write_program(const Program& program, ProgramForm form, const WriteOptions& options = {});

}  // namespace hlo2c::frontend
