#include "frontend/forms/read.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "frontend/forms/forms.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

TEST_CASE("the form of a program is detected by its content") {
    CHECK(detect_form("module @m {}") == ProgramForm::StablehloText);
    CHECK(detect_form("// a comment\n\n#loc = loc(unknown)\nmodule") == ProgramForm::StablehloText);
    CHECK(detect_form("func.func @main() { return }") == ProgramForm::StablehloText);
    CHECK(detect_form("\"builtin.module\"() ({") == ProgramForm::StablehloText);
    CHECK(detect_form("HloModule m, entry_computation_layout={()->f32[]}") == ProgramForm::HloText);
    CHECK(detect_form(std::string_view("ML\xefR\x0dStableHLO\0", 15)) == ProgramForm::MlirBytecode);
    CHECK(detect_form(std::string_view("\x0c\0\0\0\x06\0\x08\0\0\0\0\0\x08\0\0\0ML\xefR", 20)) ==
          ProgramForm::JaxExport);
    CHECK(detect_form(std::string_view("\x0a\x05hello\x12\0", 9)) == ProgramForm::HloProto);
    CHECK(detect_form("once upon a time") == std::nullopt);
    CHECK(detect_form("") == std::nullopt);
}

TEST_CASE("files that cannot be read are errors that name the file") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("hlo2c_read_test" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const auto number = [](const std::string& path) {
        try {
            read_program(path);
        } catch (const DiagnosticError& error) {
            CHECK(error.diagnostic().place.file == path);
            CHECK(error.diagnostic().severity != Severity::Bug);
            return error.diagnostic().number;
        }
        return 0;
    };
    const auto write = [&](const char* name, const std::string& bytes) {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return (folder / name).string();
    };
    CHECK(number((folder / "missing.mlir").string()) == 101);
    CHECK(number(folder.string()) == 101);
    CHECK(number(write("empty.mlir", "")) == 109);
    CHECK(number(write("story.txt", "once upon a time")) == 112);
    CHECK(number(write("a.mlirbc", "ML\xefRxyz")) == 120);
    CHECK(number(write("a.hlo", "HloModule m")) == 109);
    CHECK(number(write("good.mlir", "func.func @main() {\n  return\n}\n")) == 0);
    std::filesystem::remove_all(folder);
}
