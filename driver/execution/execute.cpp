#include "driver/execution/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "driver/error_numbers.h"
#include "driver/execution/harness.h"
#include "driver/execution/harness_files.h"
#include "driver/execution/port_sizes.h"
#include "driver/execution/ranks_harness.h"
#include "driver/without_effect.h"
#include "frontend/counted.h"
#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/files.h"

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

fs::path rank_folder(const fs::path& parent, std::size_t rank) {
    return parent / fmt::format("rank{}", rank);
}

void write_arrays(const std::vector<Literal>& arrays, const fs::path& folder) {
    for (std::size_t i = 0; i < arrays.size(); i++)
        frontend::write_file(array_file(folder, i), text_of(arrays[i].expanded()));
}

Literal read_array(const fs::path& file, const frontend::TensorType& type) {
    const std::string text = frontend::read_file(file);
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return Literal(type, std::move(bytes));
}

/// Reads the arrays that a harness wrote in order of arrival; the file `types` has a line for each: element
/// type number, rank, sizes.
std::vector<Literal> read_arrays_with_types(const fs::path& folder) {
    std::vector<Literal> arrays;
    std::ifstream types(folder / "types");
    for (int element = 0, rank = 0; types >> element >> rank;) {
        frontend::TensorType type;
        type.element = static_cast<frontend::ElementType>(element);
        type.shape.resize(static_cast<std::size_t>(rank));
        for (std::int64_t& size : type.shape) types >> size;
        arrays.push_back(read_array(array_file(folder, arrays.size()), type));
    }
    return arrays;
}

const CFile* weights_file(const CompiledLibrary& library) {
    for (const CFile& file : library.files)
        if (file.part == FilePart::Weights && file.path.ends_with(".weights")) return &file;
    return nullptr;
}

/// Writes the harness below `folder`, and a file that links the weights if the caller must do so; returns the
/// C files among them.
std::vector<fs::path> write_program(const CompiledLibrary& library, const std::vector<CFile>& harness,
                                    const fs::path& directory, const fs::path& folder) {
    std::vector<fs::path> sources;
    for (const CFile& file : harness) {
        fs::create_directories((folder / file.path).parent_path());
        frontend::write_file(folder / file.path, file.text);
        if (file.path.ends_with(".c")) sources.push_back(folder / file.path);
    }
    if (const CFile* weights = weights_file(library);
        weights && codegen::weight_storage(library.plan, library.options) == codegen::WeightStorage::Extern) {
        sources.push_back(folder / "linked_weights.c");
        frontend::write_file(
            sources.back(),
            fmt::format("__asm__(\".section .rodata\\n.balign 64\\n.global {0}_weights\\n{0}_weights:\\n\"\n"
                        "        \".incbin \\\"{1}\\\"\\n\");\n",
                        library.name, fs::absolute(directory / weights->path).string()));
    }
    return sources;
}

}  // namespace

void check_refusal(const ProcessResult& result) {
    if (result.status == failed_assertion_status)
        fail(frontend::pass_error::assertion, {},
             result.output.substr(0, result.output.find_last_not_of('\n') + 1),
             "Give arguments that the program allows.");
    if (result.status == failed_hook_status)
        fail(run_error::hook, {}, "the hook given with --custom-calls fails",
             "The hook returns HLO2C_OK, or the status with which the call of the library ends.",
             result.output);
    if (result.status != missing_hook_status) return;
    fail(run_error::no_hook, {}, "the program calls functions that its caller must implement",
         "Implement them in `int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)`, which "
         "receives the target, operands and results, and pass the file with --custom-calls FILE.c; your own "
         "program assigns the function to hlo2c_hooks.",
         result.output);
}

void check_run(const ProcessResult& result) {
    check_refusal(result);
    if (result.status == 0) return;
    throw DiagnosticError(
        {Severity::Bug,
         run_error::emitted_code,
         {},
         fmt::format("the emitted code failed (status {})", result.status),
         "Please report this with the program; --keep DIR keeps the sources and the executable.",
         result.output});
}

void require_use(const scheduler::Plan& plan, const BuildOptions& options, Console& console) {
    const bool calls_hook = std::any_of(plan.custom_calls.begin(), plan.custom_calls.end(),
                                        [](const scheduler::CustomCall& call) { return !call.is_assertion; });
    if (!options.custom_calls.empty() && !calls_hook)
        no_effect("--custom-calls", "no custom call of the compiled program needs a hook");
    require_slots(plan.target, options.threads, fmt::format("--slots {}", options.threads), console);
}

void require_slots(const scheduler::Target& target, int threads, const std::string& remedy,
                   Console& console) {
    if (threads <= target.cores) return;
    if (target.cores == 1)
        no_effect(fmt::format("--threads {}", threads),
                  "the code is compiled for one slot, so all loops are serial",
                  fmt::format("More slots come from {}.", remedy));
    console.note(fmt::format("at most {} of {} threads work, one per slot; more slots come from {}",
                             target.cores, threads, remedy));
}

BuiltLibrary::BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options,
                           const char* optimisation, Console& console)
    : library_(library),
      toolchain_(choose_toolchain(library.plan.target, options.compiler)),
      temporary_(std::make_unique<TemporaryDirectory>()),
      threads_(options.threads) {
    build(write_harness(library.plan, library.options, !options.custom_calls.empty()), options, optimisation,
          {}, {}, console);
}

BuiltLibrary::BuiltLibrary(const CompiledLibrary& library, const BuildOptions& options,
                           const RankOptions& ranks, Console& console)
    : library_(library),
      toolchain_(choose_toolchain(library.plan.target, options.compiler)),
      temporary_(std::make_unique<TemporaryDirectory>()),
      threads_(options.threads),
      ranks_(ranks) {
    MpiToolchain mpi;
    if (ranks.transport != Transport::Threads) mpi = choose_mpi(ranks.ranks);
    build(write_ranks_harness(library.plan, library.options, ranks.transport, !options.custom_calls.empty()),
          options, "-O2", mpi.compile_options, mpi.link_options, console);
}

void BuiltLibrary::build(const std::vector<CFile>& harness, const BuildOptions& options,
                         const char* optimisation, const std::vector<std::string>& compile_options,
                         const std::vector<std::string>& link_options, Console& console) {
    directory_ =
        options.keep_directory.empty() ? temporary_->path() / "library" : fs::path(options.keep_directory);
    codegen::write_directory(library_.files, directory_);
    Sources sources;
    sources.written = write_program(library_, harness, directory_, temporary_->path());
    for (const CFile& file : library_.files) {
        const bool is_library = file.part == FilePart::Code || file.part == FilePart::Weights;
        if (is_library && file.path.ends_with(".c")) sources.written.push_back(directory_ / file.path);
    }
    if (!options.custom_calls.empty()) {
        if (!fs::is_regular_file(options.custom_calls))
            fail(frontend::file_error::unreadable, Place{.file = options.custom_calls},
                 "the file with the hook for custom calls does not exist", "--custom-calls names a C file.");
        sources.hook = options.custom_calls;
    }
    executable_ = directory_ / library_.name;
    if (fs::is_directory(executable_)) executable_ += "_run";  // a program may be called "src" or "test"
    console.step(
        fmt::format("building {} with {}",
                    frontend::counted(sources.written.size() + (sources.hook.empty() ? 0 : 1), "file"),
                    toolchain_.compiler.front()));
    std::vector<std::string> flags = {optimisation, "-std=gnu11", "-I" + (directory_ / "include").string(),
                                      "-I" + (directory_ / "src").string(),
                                      "-I" + (temporary_->path() / "harness").string()};
    flags.insert(flags.end(), compile_options.begin(), compile_options.end());
    build_executable(toolchain_, sources, flags, temporary_->path(), executable_, link_options);
}

void BuiltLibrary::write_inputs(const std::vector<Literal>& arguments, const fs::path& folder,
                                std::size_t number) const {
    const scheduler::FunctionPlan& function = library_.plan.functions.at(number);
    fs::create_directories(folder);
    for (std::size_t i = 0; i < function.inputs.size(); i++) {
        const auto position = static_cast<std::size_t>(function.inputs[i].position);
        frontend::write_file(array_file(folder, i), text_of(arguments[position].expanded()));
    }
}

std::vector<Literal> BuiltLibrary::read_outputs(const fs::path& folder, std::size_t number) const {
    const scheduler::FunctionPlan& function = library_.plan.functions.at(number);
    std::vector<Literal> results(function.outputs.size());
    for (std::size_t i = 0; i < function.outputs.size(); i++) {
        const scheduler::Port& port = function.outputs[i];
        results[static_cast<std::size_t>(port.position)] = read_array(array_file(folder, i), port.type);
    }
    return cut_to_sizes(function.outputs, std::move(results));
}

std::vector<std::string> BuiltLibrary::weights_option() const {
    const bool is_blob =
        codegen::weight_storage(library_.plan, library_.options) == codegen::WeightStorage::Blob;
    const CFile* weights = weights_file(library_);
    if (weights == nullptr || !is_blob) return {};
    return {"--weights", fs::absolute(directory_ / weights->path).string()};
}

RankResults BuiltLibrary::run_ranks(const RankRun& run) const {
    const TemporaryDirectory exchange;
    const fs::path inputs = exchange.path() / "in", outputs = exchange.path() / "out",
                   infeed = exchange.path() / "infeed", outfeed = exchange.path() / "outfeed";
    const auto ranks = static_cast<std::size_t>(run.grid.count());
    std::vector<std::size_t> numbers = run.functions;
    numbers.resize(ranks, 0);
    std::string names;
    for (std::size_t rank = 0; rank < ranks; rank++) {
        write_inputs(run.arguments[rank], rank_folder(inputs, rank), numbers[rank]);
        for (const fs::path& folder : {outputs, infeed, outfeed})
            fs::create_directories(rank_folder(folder, rank));
        if (!run.infeed.empty()) write_arrays(run.infeed[rank], rank_folder(infeed, rank));
        names += (rank > 0 ? "," : "") + library_.plan.functions.at(numbers[rank]).name;
    }
    std::vector<std::string> command;
    if (ranks_.transport != Transport::Threads) command = choose_mpi(run.grid.count()).launcher;
    command.insert(command.end(), toolchain_.launcher.begin(), toolchain_.launcher.end());
    for (const std::string& word :
         {fs::absolute(executable_).string(), std::string("--replicas"), std::to_string(run.grid.replicas),
          std::string("--partitions"), std::to_string(run.grid.partitions), std::string("--timeout"),
          fmt::format("{}", ranks_.timeout), std::string("--inputs"), inputs.string(),
          std::string("--outputs"), outputs.string(), std::string("--infeed"), infeed.string(),
          std::string("--outfeed"), outfeed.string(), std::string("--functions"), names,
          std::string("--threads"), std::to_string(threads_)})
        command.push_back(word);
    const std::vector<std::string> weights = weights_option();
    command.insert(command.end(), weights.begin(), weights.end());
    const ProcessResult result = run_process(command);
    check_refusal(result);
    if (result.status != 0)
        fail(run_error::rank, {}, fmt::format("a rank failed (status {})", result.status),
             "All ranks must run the same operations; --timeout sets how long they wait for each other, and "
             "--infeed gives the arrays that infeed reads.",
             result.output);
    RankResults left;
    for (std::size_t rank = 0; rank < ranks; rank++) {
        left.results.push_back(read_outputs(rank_folder(outputs, rank), numbers[rank]));
        left.outfeed.push_back(read_arrays_with_types(rank_folder(outfeed, rank)));
        left.infeed_read.push_back(std::stoul(frontend::read_file(rank_folder(outfeed, rank) / "read")));
    }
    return left;
}

std::string BuiltLibrary::start(const std::vector<Literal>& arguments, std::size_t number,
                                const fs::path& exchange, const std::vector<std::string>& options) const {
    const fs::path inputs = exchange / "in", outputs = exchange / "out";
    write_inputs(arguments, inputs, number);
    fs::create_directories(outputs);
    std::vector<std::string> command = toolchain_.launcher;
    for (const std::string& word :
         {fs::absolute(executable_).string(), std::string("--inputs"), inputs.string(),
          std::string("--outputs"), outputs.string(), std::string("--threads"), std::to_string(threads_)})
        command.push_back(word);
    const std::vector<std::string> weights = weights_option();
    command.insert(command.end(), weights.begin(), weights.end());
    command.insert(command.end(), options.begin(), options.end());
    const ProcessResult result = run_process(command);
    check_run(result);
    return result.output;
}

std::vector<Literal> BuiltLibrary::run(const std::vector<Literal>& arguments, std::size_t number) const {
    const TemporaryDirectory exchange;
    start(arguments, number, exchange.path(), {"--function", library_.plan.functions.at(number).name});
    return read_outputs(exchange.path() / "out", number);
}

Json BuiltLibrary::measure(const std::vector<Literal>& arguments, double seconds) const {
    const TemporaryDirectory exchange;
    const std::string output = start(arguments, 0, exchange.path(),
                                     {"--bench", "--profile", "--seconds", fmt::format("{}", seconds)});
    return Json::parse(output);
}

}  // namespace hlo2c::driver
