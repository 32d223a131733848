// Reads all serialized forms of one program, MODEL/module.*: each one verifies, and reads back as the same
// program from the StableHLO text that it prints, pretty and generic. Forms of one stage (as exported, as
// HLO, cut into processes) hold the same program. LIST has the forms that are refused, "model/file: part of
// the message".
//   test_model_forms MODEL LIST
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "frontend/ops/verify.h"
#include "frontend/read.h"
#include "frontend/text/parser.h"
#include "frontend/text/printer.h"
#include "frontend/vhlo/from_vhlo.h"

using namespace hlo2c::frontend;

namespace {

/// A stage of a program's way and the ends of the names that its files have.
struct Stage {
    const char* name;
    std::vector<const char*> files;
};

const std::vector<Stage> stages = {
    {"exported", {"stablehlo.mlir", "stablehlo.mlirbc", "vhlo.mlirbc", "jax_export.bin"}},
    {"HLO", {"hlo.txt", "hlo.pb"}},
    {"partitioned", {"spmd_partitioned.hlo.txt", "spmd_partitioned.hlo.pb"}},
    {"optimised", {"xla_cpu_optimized.hlo.txt"}},
};

std::map<std::string, std::string> read_list(const char* path) {
    std::map<std::string, std::string> list;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.empty() || line.front() == '#' || colon == std::string::npos) continue;
        list.emplace(line.substr(0, colon), line.substr(colon + 2));
    }
    return list;
}

void forget_names(Program& program) {
    for (Function& function : program.functions)
        for (Value& value : function.values) value.name.clear();
}

/// Names of values are kept by forms that have them, and made by the printer for those without.
bool reads_back(const Program& program, bool pretty) {
    Program again = read_stablehlo_text(print_stablehlo_text(program, {.pretty = pretty}), "printed");
    verify(again);
    if (again == program) return true;
    Program nameless = program;
    forget_names(nameless);
    forget_names(again);
    return again == nameless;
}

/// Constants of one value become splats, whatever form they were written in.
void make_splat(Literal& literal) {
    const auto bytes = literal.bytes();
    const auto width = static_cast<std::size_t>(byte_width(literal.type().element));
    if (literal.is_splat() || bytes.size() < 2 * width) return;
    const Literal splat(literal.type(), {bytes.begin(), bytes.begin() + width}, true);
    if (splat == literal) literal = splat;
}

/// What forms of one stage share: the program without names of values, locations and defaults.
std::string common_text(Program program) {
    forget_names(program);
    for (Function& function : program.functions) {
        // HLO's text does not say how the results of a partitioned module are cut.
        for (DictionaryAttribute& attributes : function.result_attributes)
            std::erase_if(attributes.entries,
                          [](const auto& entry) { return entry.first == "mhlo.sharding"; });
        for_each_op(function.body, [](Op& op) {
            vhlo::drop_default_attributes(op);
            for (auto& [name, value] : op.attributes)
                if (auto* literal = std::get_if<Literal>(&value.value)) make_splat(*literal);
        });
    }
    return print_stablehlo_text(program, {.locations = false, .pretty = false});
}

std::string line_at(const std::string& text, std::size_t position) {
    const std::size_t begin = text.rfind('\n', position);
    return text.substr(begin + 1, std::min<std::size_t>(text.find('\n', position) - begin, 300));
}

std::string first_difference(const std::string& a, const std::string& b) {
    const auto at =
        static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    return line_at(a, at) + "\n  " + line_at(b, at);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    const std::filesystem::path model = arguments[1];
    const std::map<std::string, std::string> refused = read_list(arguments[2]);
    int forms = 0, failures = 0;
    const auto failed = [&](const std::string& name, const std::string& what) {
        failures++;
        std::fprintf(stderr, "%s: %s\n", name.c_str(), what.c_str());
    };
    for (const Stage& stage : stages) {
        std::string first, first_name;
        for (const char* file : stage.files) {
            const std::filesystem::path path = model / (std::string("module.") + file);
            if (!std::filesystem::exists(path)) continue;
            forms++;
            const std::string name = model.filename().string() + "/" + path.filename().string();
            const auto listed = refused.find(name);
            try {
                const Program program = read_program(path);
                verify(program);
                if (listed != refused.end()) failed(name, "listed, but it reads");
                if (!reads_back(program, true)) failed(name, "the pretty form reads as another program");
                if (!reads_back(program, false)) failed(name, "the generic form reads as another program");
                const std::string text = common_text(program);
                if (first.empty()) {
                    first = text;
                    first_name = name;
                } else if (text != first) {
                    failed(name,
                           "not the program of " + first_name + ":\n  " + first_difference(first, text));
                }
            } catch (const hlo2c::DiagnosticError& error) {
                const bool expected = listed != refused.end() &&
                                      std::string(error.what()).find(listed->second) != std::string::npos;
                if (!expected) failed(name, error.what());
            }
        }
    }
    std::printf("%d forms, %d failures\n", forms, failures);
    return forms == 0 || failures > 0 ? 1 : 0;
}
