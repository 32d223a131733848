// Writes the programs given, and a file of jax.export around each, into one folder per form:
//   fuzz_corpus DIRECTORY PROGRAM.mlir...
#include <exported_generated.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "frontend/hlo/site.h"
#include "frontend/read.h"
#include "frontend/write.h"

using namespace hlo2c::frontend;

namespace {

void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name, std::ios::binary) << bytes;
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

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) return 2;
    const std::filesystem::path directory = arguments[1];
    try {
        for (int i = 2; i < count; i++) {
            const Program program = read_program(arguments[i]);
            const std::string name = std::filesystem::path(arguments[i]).stem();
            for (const WritableForm& form : writable_forms()) {
                try {
                    write(directory / form.name, name,
                          write_program(program, form.form, {.locations = i % 2 == 0}));
                } catch (
                    const hlo2c::DiagnosticError& error) {  // not every program can be said in every form
                    if (error.diagnostic().number != hlo_error::no_hlo_form) throw;
                    std::printf("%s\n", error.what());
                }
            }
            write(directory / "jax_export", name, exported(program));
        }
    } catch (const hlo2c::DiagnosticError& error) {
        std::fputs(error.what(), stderr);
        return 1;
    }
    return 0;
}
