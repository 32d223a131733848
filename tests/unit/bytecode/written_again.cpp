// Reads the program in each given file, in any form, writes it as a portable artifact and reads that back. It
// must be the same program, including locations but not value names, and a second write must give the same
// bytes. --write DIRECTORY keeps the artifacts there, numbered.
#include <cstdio>
#include <fstream>
#include <string>

#include "frontend/forms/bytecode/reader.h"
#include "frontend/forms/bytecode/writer.h"
#include "frontend/forms/read.h"
#include "frontend/forms/vhlo/from_vhlo.h"

using namespace hlo2c::frontend;

namespace {

/// The program without what an artifact does not keep: value names, and attributes at their default.
void reduce(Program& program) {
    program.source_path.clear();
    for (Function& function : program.functions) {
        for (Value& value : function.values) value.name.clear();
        for_each_op(function.body, [](Op& op) { vhlo::drop_default_attributes(op); });
    }
}

bool check(const std::string& path, const std::string& kept) {
    Program program = read_program(path);
    const std::string artifact = write_portable_artifact(program);
    if (!kept.empty()) std::ofstream(kept, std::ios::binary) << artifact;
    Program again = read_bytecode(artifact, path);
    const bool same_bytes = write_portable_artifact(again) == artifact;
    reduce(program);
    reduce(again);
    if (!(program == again)) {
        std::fprintf(stderr, "%s: the artifact holds another program\n", path.c_str());
        return false;
    }
    if (!same_bytes) std::fprintf(stderr, "%s: the artifact is written differently again\n", path.c_str());
    return same_bytes;
}

}  // namespace

int main(int count, char** arguments) {
    std::string directory;
    int first = 1, failures = 0;
    if (count > 2 && std::string(arguments[1]) == "--write") {
        directory = arguments[2];
        first = 3;
    }
    if (first >= count) return 2;
    for (int i = first; i < count; i++) {
        const std::string kept =
            directory.empty() ? std::string() : directory + "/" + std::to_string(i - first) + ".mlirbc";
        try {
            if (!check(arguments[i], kept)) failures++;
        } catch (const hlo2c::DiagnosticError& error) {
            std::fputs(error.what(), stderr);
            failures++;
        }
    }
    return failures == 0 ? 0 : 1;
}
