// Reads every bytecode file below FOLDER. Files named in LIST must be rejected, all others must be readable;
// programs with a form in a portable artifact must be written and read back as the same program. LIST has a
// path and a reason per line.
//   test_bytecode_conformance FOLDER LIST
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "frontend/forms/bytecode/reader.h"
#include "frontend/forms/bytecode/writer.h"
#include "frontend/forms/read.h"
#include "frontend/forms/text/printer.h"
#include "frontend/forms/vhlo/from_vhlo.h"
#include "frontend/passes/legalise_chlo.h"

using namespace hlo2c::frontend;

namespace {

std::map<std::string, std::string> read_list(const char* path) {
    std::map<std::string, std::string> list;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t blank = line.find(' ');
        if (!line.empty() && line.front() != '#' && blank != std::string::npos)
            list.emplace(line.substr(0, blank), line.substr(blank + 1));
    }
    return list;
}

/// The text without attributes at their default, which an artifact does not distinguish from absent ones.
std::string text(Program program) {
    for (Function& function : program.functions)
        for_each_op(function.body, [](Op& op) { vhlo::drop_default_attributes(op); });
    return print_stablehlo_text(program, {.locations = false});
}

/// The problem with the file; nothing if it reads.
std::optional<std::string> defect(const std::string& path) {
    try {
        const Program program = read_program(path);
        if (has_chlo(program)) return std::nullopt;
        const Program again = read_bytecode(write_portable_artifact(program), path);
        if (text(program) != text(again)) return "the program written is another one";
        return std::nullopt;
    } catch (const hlo2c::DiagnosticError& error) {
        return error.what();
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    std::map<std::string, std::string> refused = read_list(arguments[2]);
    int files = 0, failures = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[1])) {
        const std::string extension = entry.path().extension();
        if (extension != ".bc" && extension != ".mlirbc") continue;
        files++;
        const std::string name = entry.path().lexically_relative(arguments[1]);
        const std::optional<std::string> found = defect(entry.path());
        if (found.has_value() == (refused.erase(name) > 0)) continue;
        failures++;
        std::fprintf(stderr, "%s: %s\n", name.c_str(), found ? found->c_str() : "listed, but it reads");
    }
    for (const auto& [name, reason] : refused) {
        failures++;
        std::fprintf(stderr, "%s: listed, but there is no such file\n", name.c_str());
    }
    std::printf("%d files, %d failures\n", files, failures);
    return files == 0 || failures > 0 ? 1 : 0;
}
