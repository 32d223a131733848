// Reads all serialized forms of one program, MODEL/module.*. Each one must verify, and its StableHLO text,
// pretty and generic, must read back as the same program. Forms of one stage (exported, HLO, partitioned)
// must hold the same program, except for data that a text omits. LIST has the forms that are rejected,
// "model/file: part of the message".
//   test_model_forms MODEL LIST
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"
#include "frontend/ops/verify.h"
#include "frontend/processes/sharding.h"
#include "tests/unit/bytecode/canonical_text.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;
using namespace hlo2c::testing;

namespace {

/// A compilation stage, and the suffixes of its files.
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

/// True if the program reads back equal; value names are compared only if the form has them.
bool reads_back(const Program& program, bool pretty) {
    Program again = read_stablehlo_text(print_stablehlo_text(program, {.pretty = pretty}), "printed");
    verify(again);
    if (again == program) return true;
    Program nameless = program;
    forget_names(nameless);
    forget_names(again);
    return again == nameless;
}

/// The common part of the forms of one stage: the program without value names, locations and default
/// attributes.
std::string common_text(Program program) {
    for (Function& function : program.functions)
        // HLO text does not record how the results of a partitioned module are sharded.
        for (DictionaryAttribute& attributes : function.result_attributes)
            std::erase_if(attributes.entries,
                          [](const auto& entry) { return entry.first == part_attribute; });
    return canonical_text(std::move(program));
}

/// The program without the data of its constants, like a text printed without it.
Program without_data(Program program) {
    for (Function& function : program.functions)
        for_each_op(function.body, [](Op& op) {
            if (op.code == OpCode::Constant) op.set(attr::value, elided(op[attr::value].type()));
        });
    return program;
}

bool has_elided(const Program& program) {
    bool found = false;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            found = found || (op.code == OpCode::Constant && is_elided(op[attr::value]));
        });
    return found;
}

/// The texts by which forms of one stage are compared, with and without the data of constants.
struct Common {
    explicit Common(const Program& program)
        : has_data(!has_elided(program)),
          text(common_text(program)),
          without_data(common_text(::without_data(program))) {}
    bool has_data;
    std::string text, without_data;
};

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
        std::optional<Common> first;
        std::string first_name;
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
                const Common common(program);
                if (!first) {
                    first = common;
                    first_name = name;
                    continue;
                }
                const bool has_data = first->has_data && common.has_data;
                const std::string& one = has_data ? first->text : first->without_data;
                const std::string& other = has_data ? common.text : common.without_data;
                if (one != other)
                    failed(name, "not the program of " + first_name + ":\n  " + first_difference(one, other));
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
