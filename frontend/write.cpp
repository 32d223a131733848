#include "frontend/write.h"

#include "frontend/bytecode/writer.h"
#include "frontend/hlo/read_hlo.h"
#include "frontend/hlo/text/program.h"
#include "frontend/ir/left_out.h"
#include "frontend/passes/legalise_chlo.h"
#include "frontend/text/printer.h"

namespace hlo2c::frontend {
namespace {

std::string as_text(const Program& program, const WriteOptions& options) {
    return print_stablehlo_text(program, {.locations = options.locations, .pretty = options.pretty});
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

std::string as_artifact(const Program& program, const WriteOptions& options) {
    require_data(program);
    if (options.locations && !has_chlo(program)) return write_portable_artifact(program);
    Program written = options.locations ? program : without_locations(program);
    legalise_chlo(written);
    return write_portable_artifact(written);
}

std::string as_hlo_message(const Program& program, const WriteOptions& options) {
    return print_hlo_message(options.locations ? program : without_locations(program));
}

}  // namespace

const std::vector<WritableForm>& writable_forms() {
    static const std::vector<WritableForm> forms = {
        {ProgramForm::StablehloText, "stablehlo", {".mlir"}, "StableHLO text"},
        {ProgramForm::MlirBytecode, "artifact", {".mlirbc", ".bc"}, "StableHLO portable artifact"},
        {ProgramForm::HloText, "hlo", {".hlo", ".hlo.txt"}, "HLO text"},
        {ProgramForm::HloProto, "hlo-proto", {".pb"}, "HloModuleProto"},
    };
    return forms;
}

const WritableForm& form_for_file(std::string_view path) {
    for (const WritableForm& row : writable_forms())
        for (const std::string_view extension : row.extensions)
            if (path.ends_with(extension)) return row;
    return writable_forms().front();
}

const WritableForm* form_called(std::string_view name) {
    for (const WritableForm& row : writable_forms())
        if (row.name == name) return &row;
    return nullptr;
}

std::string write_program(const Program& program, ProgramForm form, const WriteOptions& options) {
    switch (form) {
        case ProgramForm::StablehloText: return as_text(program, options);
        case ProgramForm::MlirBytecode: return as_artifact(program, options);
        case ProgramForm::HloText:
            return print_hlo_text_program(options.locations ? program : without_locations(program));
        case ProgramForm::HloProto: return as_hlo_message(program, options);
        default: break;
    }
    broken_invariant("writable", __FILE__, __LINE__, "programs are not written in this form");
}

}  // namespace hlo2c::frontend
