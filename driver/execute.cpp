#include "driver/execute.h"

#include <fmt/format.h>

#include <cstring>

#include "driver/files.h"
#include "driver/harness.h"
#include "frontend/diagnostic.h"

namespace hlo2c::driver {
namespace {

namespace fs = std::filesystem;
using codegen::CFile;
using codegen::FilePart;
using frontend::Literal;

fs::path array_file(const fs::path& folder, std::size_t index) {
    return folder / fmt::format("{}.bin", index);
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const CFile* weights_file(const CompiledLibrary& library) {
    for (const CFile& file : library.files)
        if (file.part == FilePart::Weights && file.path.ends_with(".weights")) return &file;
    return nullptr;
}

/// Writes the harness, and for weights that the caller links in a file that does so, below `folder`; returns
/// the C files among them.
std::vector<fs::path> write_program(const CompiledLibrary& library, const fs::path& directory,
                                    const fs::path& folder) {
    std::vector<fs::path> sources;
    for (const CFile& file : write_harness(library.plan, library.options)) {
        fs::create_directories((folder / file.path).parent_path());
        write_file(folder / file.path, file.text);
        if (file.path.ends_with(".c")) sources.push_back(folder / file.path);
    }
    if (const CFile* weights = weights_file(library);
        weights && codegen::weight_storage(library.plan, library.options) == codegen::WeightStorage::Extern) {
        sources.push_back(folder / "linked_weights.c");
        write_file(
            sources.back(),
            fmt::format("__asm__(\".section .rodata\\n.balign 64\\n.global {0}_weights\\n{0}_weights:\\n\"\n"
                        "        \".incbin \\\"{1}\\\"\\n\");\n",
                        library.name, fs::absolute(directory / weights->path).string()));
    }
    return sources;
}

}  // namespace

BuiltLibrary::BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options,
                           const char* optimisation, Console& console)
    : library_(library),
      toolchain_(choose_toolchain(library.plan.target, options.compiler)),
      temporary_(std::make_unique<TemporaryDirectory>()),
      threads_(options.threads) {
    directory_ =
        options.keep_directory.empty() ? temporary_->path() / "library" : fs::path(options.keep_directory);
    codegen::write_directory(library.files, directory_);
    std::vector<fs::path> sources = write_program(library, directory_, temporary_->path());
    for (const CFile& file : library.files) {
        const bool is_library = file.part == FilePart::Code || file.part == FilePart::Weights;
        if (is_library && file.path.ends_with(".c")) sources.push_back(directory_ / file.path);
    }
    executable_ = directory_ / library.name;
    console.step(fmt::format("building {} files with {}", sources.size(), toolchain_.compiler.front()));
    const std::vector<std::string> flags = {
        optimisation, "-std=gnu11", "-I" + (directory_ / "include").string(),
        "-I" + (directory_ / "src").string(), "-I" + (temporary_->path() / "harness").string()};
    build_executable(toolchain_, sources, flags, temporary_->path(), executable_);
}

std::string BuiltLibrary::start(const std::vector<Literal>& arguments, std::size_t number,
                                const fs::path& exchange, const std::vector<std::string>& options) const {
    const scheduler::FunctionPlan& function = library_.plan.functions.at(number);
    const fs::path inputs = exchange / "in", outputs = exchange / "out";
    fs::create_directories(inputs);
    fs::create_directories(outputs);
    for (std::size_t i = 0; i < function.inputs.size(); i++) {
        const auto position = static_cast<std::size_t>(function.inputs[i].position);
        write_file(array_file(inputs, i), text_of(arguments[position].expanded()));
    }
    std::vector<std::string> command = toolchain_.launcher;
    for (const std::string& word :
         {fs::absolute(executable_).string(), std::string("--inputs"), inputs.string(),
          std::string("--outputs"), outputs.string(), std::string("--threads"), std::to_string(threads_)})
        command.push_back(word);
    const bool is_blob =
        codegen::weight_storage(library_.plan, library_.options) == codegen::WeightStorage::Blob;
    if (const CFile* weights = weights_file(library_); weights && is_blob) {
        command.push_back("--weights");
        command.push_back((directory_ / weights->path).string());
    }
    command.insert(command.end(), options.begin(), options.end());
    const ProcessResult result = run_process(command);
    if (result.status != 0) {
        throw DiagnosticError(
            {Severity::Bug,
             614,
             {},
             fmt::format("the emitted code failed (status {}): {}", result.status, result.output),
             "Please report this with the program; --keep DIR leaves sources and executable."});
    }
    return result.output;
}

std::vector<Literal> BuiltLibrary::run(const std::vector<Literal>& arguments, std::size_t number) const {
    const TemporaryDirectory exchange;
    const scheduler::FunctionPlan& function = library_.plan.functions.at(number);
    start(arguments, number, exchange.path(), {"--function", function.name});
    std::vector<Literal> results(function.outputs.size());
    for (std::size_t i = 0; i < function.outputs.size(); i++) {
        const scheduler::Port& port = function.outputs[i];
        const std::string text = read_file(array_file(exchange.path() / "out", i));
        std::vector<std::byte> bytes(text.size());
        std::memcpy(bytes.data(), text.data(), text.size());
        results[static_cast<std::size_t>(port.position)] = Literal(port.type, std::move(bytes));
    }
    return results;
}

Json BuiltLibrary::measure(const std::vector<Literal>& arguments, double seconds) const {
    const TemporaryDirectory exchange;
    const std::string output = start(arguments, 0, exchange.path(),
                                     {"--bench", "--profile", "--seconds", fmt::format("{}", seconds)});
    return Json::parse(output);
}

}  // namespace hlo2c::driver
