#include "driver/tuning/bench_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "codegen/library/runtime_texts.h"
#include "codegen/text/escape.h"
#include "codegen/text/names.h"
#include "codegen/text/text.h"
#include "driver/execution/harness_files.h"
#include "driver/tuning/bench_program_text.h"
#include "driver/tuning/figures.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

using codegen::CFile;
using codegen::FilePart;

bool is_weights_file(const CFile& file) {
    return file.part == FilePart::Weights && file.path.ends_with(".weights");
}

/// Constants for texts, and an array of them.
std::string texts_table(const std::string& name, const std::vector<std::string>& texts) {
    std::string constants, row;
    for (std::size_t i = 0; i < texts.size(); i++) {
        constants += fmt::format("static const char {}_{}[] = {};\n", name, i, codegen::c_text(texts[i]));
        row += fmt::format("{}_{}, ", name, i);
    }
    return constants + fmt::format("static const char *const {}s[] = {{{}NULL}};\n", name, row);
}

std::string tables(const BenchProgram& program) {
    std::string text = fmt::format("enum {{ LIBRARY_COUNT = {}, PROBLEM_COUNT = {} }};\n\n",
                                   program.libraries.size(), program.problems.size());
    text +=
        fmt::format("static const char target[] = {};\n", codegen::c_text(bench_target_name(program.target)));
    text += texts_table("problem", program.problems);
    std::vector<std::string> schedules;
    std::string rows;
    for (std::size_t i = 0; i < program.libraries.size(); i++) {
        const BenchLibrary& library = program.libraries[i];
        schedules.insert(schedules.end(), library.schedules.begin(), library.schedules.end());
        text += fmt::format("static const int kernel_problems_{}[] = {{{}{}-1}};\n", i,
                            fmt::join(library.problems, ", "), library.problems.empty() ? "" : ", ");
        const std::string upper = codegen::upper_case(library.name);
        const std::string weights =
            library.has_weights_file
                ? fmt::format("\"{0}/weights/{0}.weights\", {1}_WEIGHTS_BYTES", library.name, upper)
                : std::string("NULL, 0");
        const std::string pools =
            library.has_pools ? fmt::format("{}_pools, {}_POOL_COUNT", library.name, upper) : "NULL, 0";
        rows +=
            fmt::format("    {{{0}_call, {0}_functions, {1}, kernel_problems_{2}, {3}_KERNEL_COUNT, {4}}},\n",
                        library.name, weights, i, upper, pools);
    }
    text += texts_table("schedule", schedules);
    return text + fmt::format("static const bench_library libraries[LIBRARY_COUNT] = {{\n{}}};\n", rows);
}

CFile bench_source(const BenchProgram& program) {
    std::map<std::string, std::string> values = {{"name", "bench"},
                                                 {"title", figures_title},
                                                 {"rules", program.rules},
                                                 {"seconds", fmt::format("{}", program.seconds)}};
    add_hook_values(values, !program.custom_calls.empty());
    std::int64_t alignment = scheduler::arena_alignment;
    for (const scheduler::MemoryPool& pool : program.target.pools)
        alignment = std::max(alignment, pool.alignment);
    values["alignment"] = fmt::format("{}", alignment);
    values["files"] = codegen::fill_in(std::string(harness_files_text) + harness_success_text, values);
    for (const BenchLibrary& library : program.libraries)
        values["includes"] += fmt::format("#include \"{}.h\"\n", library.name);
    return {"bench.c",
            "/* Measures libraries of one program with different schedules, in turns. Written by hlo2c; its "
            "output is for\n * `hlo2c tune PROGRAM --read FILE`. */\n" +
                codegen::fill_in(bench_head_text, values) + tables(program) +
                codegen::fill_in(bench_body_text, values),
            FilePart::Test};
}

CFile makefile(const BenchProgram& program, const std::vector<CFile>& files) {
    std::vector<std::string> sources;
    for (const CFile& file : files)
        if (file.path.ends_with(".c")) sources.push_back(file.path);
    std::map<std::string, std::string> values;
    values["seconds"] = fmt::format("{}", program.seconds);
    values["sources"] = fmt::format("{}", fmt::join(sources, " \\\n    "));
    values["flags"] = fmt::format("{} {}", fmt::join(bench_compile_options(program, "."), " "),
                                  codegen::compiler_flags(program.target.c_flags));
    return {"Makefile", codegen::fill_in(bench_makefile_text, values), FilePart::Build};
}

}  // namespace

BenchProgram begin_bench_program(const scheduler::Plan& plan,
                                 const std::vector<frontend::Literal>& arguments) {
    BenchProgram program{.target = plan.target, .rules = scheduler::spelling(plan.float_rules)};
    for (const scheduler::ProblemChoice& choice : plan.choices) program.problems.push_back(choice.problem);
    const std::vector<scheduler::Port>& ports = plan.functions.front().inputs;
    for (std::size_t i = 0; i < ports.size(); i++) {
        const std::vector<std::byte> bytes =
            arguments.at(static_cast<std::size_t>(ports[i].position)).expanded();
        program.inputs.push_back({fmt::format("inputs/{}.bin", i),
                                  {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                  FilePart::Test});
    }
    return program;
}

void add_library(BenchProgram& program, CompiledLibrary library) {
    BenchLibrary added{.name = library.name};
    added.has_pools = library.plan.target.value_pools().size() > 1;
    for (CFile& file : library.files) {
        const bool is_needed =
            file.part == FilePart::Interface || file.part == FilePart::Code || file.part == FilePart::Weights;
        if (!is_needed) continue;
        if (is_weights_file(file)) added.has_weights_file = true;
        file.path = library.name + "/" + file.path;
        added.files.push_back(std::move(file));
    }
    HLO2C_CHECK(library.plan.choices.size() == program.problems.size(),
                "libraries of one program have the same problems");
    for (const scheduler::ProblemChoice& choice : library.plan.choices)
        added.schedules.push_back(choice.candidates[choice.chosen]);
    for (const scheduler::Kernel& kernel : library.plan.kernels) {
        const auto found = std::find(program.problems.begin(), program.problems.end(), kernel.problem);
        added.problems.push_back(
            found == program.problems.end() ? -1 : static_cast<int>(found - program.problems.begin()));
    }
    program.libraries.push_back(std::move(added));
}

std::string bench_target_name(const scheduler::Target& target) {
    return codegen::plain_value(target.name);
}

std::vector<std::string> bench_compile_options(const BenchProgram& program, const std::string& directory) {
    std::vector<std::string> options = {"-std=c11", "-I" + directory};
    for (const BenchLibrary& library : program.libraries)
        for (const char* folder : {"include", "src"})
            options.push_back(fmt::format("-I{}/{}/{}", directory, library.name, folder));
    return options;
}

std::vector<CFile> write_bench_program(const BenchProgram& program) {
    std::vector<CFile> files = {bench_source(program)};
    for (const char* name : {"hlo2c_threads.c", "hlo2c_threads.h"})
        files.push_back({name, std::string(codegen::runtime_texts().at(name)), FilePart::Test});
    if (!program.custom_calls.empty())
        files.push_back({bench_hook_file, program.custom_calls, FilePart::Test});
    for (const BenchLibrary& library : program.libraries)
        files.insert(files.end(), library.files.begin(), library.files.end());
    files.push_back(makefile(program, files));
    files.insert(files.end(), program.inputs.begin(), program.inputs.end());
    return files;
}

}  // namespace hlo2c::driver
