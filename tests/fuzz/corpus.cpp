// Writes the given programs, the smallest program for every op, and a jax.export file of each, into one
// folder per form. Also reads the op programs with each of their numbers replaced by extreme values:
//   fuzz_corpus DIRECTORY RECIPES.mlir PROGRAM.mlir...
#include <exported_generated.h>
#include <google/protobuf/text_format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "frontend/forms/forms.h"
#include "frontend/forms/hlo/module.h"
#include "frontend/forms/hlo_text/program.h"
#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "tests/coverage/recipes.h"
#include "tests/fuzz/answer.h"
#include "tests/fuzz/extreme_numbers.h"

using namespace hlo2c::frontend;

namespace {

int unread = 0;

/// Everything written must be readable: a rejected seed is useless.
void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name, std::ios::binary) << bytes;
    try {
        verify(read_program(folder / name));
    } catch (const hlo2c::DiagnosticError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        unread++;
    }
}

/// A file of jax.export: a function of one tuple with the parameters of the program.
std::string exported(const Program& program) {
    namespace wire = jax_export::wire;
    flatbuffers::FlatBufferBuilder builder;
    std::vector<flatbuffers::Offset<wire::TreeNode>> leaves;
    std::vector<std::uint16_t> kept;
    for (std::size_t i = 0; i < program.main().arguments().size(); i++) {
        leaves.push_back(wire::CreateTreeNode(builder));
        kept.push_back(static_cast<std::uint16_t>(i));
    }
    constexpr std::int8_t tuple = 2, dictionary = 4;
    const auto arguments = wire::CreateTreeNode(builder, tuple, builder.CreateVector(leaves));
    const auto keywords = wire::CreateTreeNode(builder, dictionary);
    const auto inputs =
        wire::CreateTreeNode(builder, tuple, builder.CreateVector(std::vector{arguments, keywords}));
    const std::string artifact = write_program(program, ProgramForm::MlirBytecode);
    const auto bytes =
        builder.CreateVector(reinterpret_cast<const std::uint8_t*>(artifact.data()), artifact.size());
    const auto indices = builder.CreateVector(kept);
    wire::ExportedBuilder table(builder);
    table.add_serialization_version(3);
    table.add_inputs(inputs);
    table.add_artifact(bytes);
    table.add_kept_inputs(indices);
    builder.Finish(table.Finish());
    return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
}

/// A snapshot of the module, and that in protobuf's text form.
void write_snapshots(const std::filesystem::path& folder, const std::string& name,
                     const std::string& module) {
    wire::HloSnapshot snapshot;
    snapshot.mutable_hlo()->mutable_hlo_module()->ParseFromString(module);
    snapshot.set_execution_platform("cpu");
    write(folder, name + "_snapshot", snapshot.SerializeAsString());
    std::string text;
    google::protobuf::TextFormat::PrintToString(snapshot, &text);
    write(folder, name + "_text", text);
}

/// The target that reads a form.
std::string reader_of(ProgramForm form) {
    switch (form) {
        case ProgramForm::StablehloText: return "stablehlo_text";
        case ProgramForm::MlirBytecode: return "bytecode";
        case ProgramForm::HloText: return "hlo_text";
        case ProgramForm::HloProto: return "hlo_message";
        default: return "jax_export";
    }
}

/// Writes the program in every form that can represent it.
void write_forms(const std::filesystem::path& directory, const std::string& name, const Program& program,
                 bool locations) {
    for (const Form& form : writable_forms()) {
        try {
            const std::string bytes = write_program(program, form.form, {.locations = locations});
            write(directory / reader_of(form.form), name, bytes);
            if (form.form == ProgramForm::HloProto && locations)
                write_snapshots(directory / reader_of(form.form), name, bytes);
        } catch (const hlo2c::DiagnosticError& error) {
            if (error.diagnostic().severity == hlo2c::Severity::Bug) throw;
            std::printf("%s: %s\n", name.c_str(), error.what());
        }
    }
    try {
        write(directory / "jax_export", name, exported(program));
    } catch (const hlo2c::DiagnosticError& error) {
        if (error.diagnostic().severity == hlo2c::Severity::Bug) throw;
    }
}

/// A changed text must be rejected, or be written in every form that can represent it.
void read_extreme_numbers(const Program& program) {
    const auto answer = [](auto&& read) {
        expect_answer([&] {
            const Program changed = read();
            verify(changed);
            for (const Form& form : writable_forms())
                expect_answer([&] { write_program(changed, form.form); });
        });
    };
    for_each_extreme_text(write_program(program, ProgramForm::StablehloText), [&](const std::string& text) {
        answer([&] { return read_stablehlo_text(text, "extreme.mlir"); });
    });
    expect_answer([&] {
        const std::string written = write_program(program, ProgramForm::HloText, {.locations = false});
        for_each_extreme_text(written, [&](const std::string& text) {
            answer([&] { return read_hlo_text_program(text, "extreme.hlo"); });
        });
    });
}

/// Writes the recipes with a few element types, where these are valid.
void write_recipes(const std::filesystem::path& directory, const std::string& path) {
    int number = 0;
    for (const hlo2c::coverage::Recipe& recipe : hlo2c::coverage::read_recipes(path)) {
        number++;
        for (const hlo2c::coverage::Column& column : hlo2c::coverage::columns()) {
            const bool chosen = column.quantized || column.name == "f32" || column.name == "i4" ||
                                column.name == "c64" || column.name == "i1";
            if (!chosen || !is_defined_for(recipe, column)) continue;
            Program program;
            try {
                program = read_stablehlo_text(instantiate(recipe, column), "recipe.mlir");
                verify(program);
            } catch (const hlo2c::DiagnosticError&) {  // not a type of this op
                continue;
            }
            write_forms(directory, "op" + std::to_string(number) + column.name, program, number % 2 == 0);
            if (column.quantized || column.name == "f32" || recipe.is_untyped())
                read_extreme_numbers(program);
            if (recipe.is_untyped()) break;
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 4) return 2;
    const std::filesystem::path directory = arguments[1];
    try {
        for (int i = 3; i < count; i++) {
            const Program program = read_program(arguments[i]);
            write_forms(directory, std::filesystem::path(arguments[i]).stem(), program, i % 2 == 0);
        }
        write_recipes(directory, arguments[2]);
    } catch (const hlo2c::DiagnosticError& error) {
        std::fputs(error.what(), stderr);
        return 1;
    }
    return unread == 0 ? 0 : 1;
}
