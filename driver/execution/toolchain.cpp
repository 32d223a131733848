#include "driver/execution/toolchain.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "driver/error_numbers.h"
#include "driver/execution/process.h"
#include "frontend/diagnostic.h"
#include "frontend/files.h"

namespace hlo2c::driver {
namespace {

constexpr int not_found = 127;
constexpr std::string_view hook_signature =
    "int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)";

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

std::vector<std::string> compiler_command(const scheduler::Target& target, const std::string& requested) {
    if (!requested.empty()) return split_words(requested);
    if (target.architecture != scheduler::this_machine().architecture) return {target.triple + "-gcc"};
    const char* variable = std::getenv("CC");
    std::vector<std::string> words = split_words(variable ? variable : "");
    return words.empty() ? std::vector<std::string>{"cc"} : words;
}

[[noreturn]] void compiler_failed(const std::vector<std::string>& command, const ProcessResult& result) {
    throw DiagnosticError({Severity::Bug,
                           build_error::emitted_code,
                           {},
                           fmt::format("the C compiler rejected emitted code (status {})", result.status),
                           "Unless the compiler is older than gcc 11 or clang 13, please report this with "
                           "the program; --keep DIR keeps the sources.",
                           command_text(command) + "\n" + result.output});
}

[[noreturn]] void hook_rejected(const std::filesystem::path& hook, const ProcessResult& result) {
    fail(build_error::hook, Place{.file = hook.string()}, "the C compiler rejects the file with the hook",
         fmt::format("Write a C file that includes hlo2c_runtime.h and defines `{}`.", hook_signature),
         result.output);
}

/// A header that declares the hook, so that the compiler compares the user's definition with it.
std::filesystem::path hook_prototype(const std::filesystem::path& work) {
    const std::filesystem::path header = work / "hook_prototype.h";
    frontend::write_file(header, fmt::format("#include \"hlo2c_runtime.h\"\n{};\n", hook_signature));
    return header;
}

std::vector<std::string> compile_command(const Toolchain& toolchain, const std::vector<std::string>& options,
                                         const std::filesystem::path& source, const std::string& object) {
    std::vector<std::string> command = toolchain.compiler;
    append(command, options);
    append(command, {"-c", source.string(), "-o", object});
    return command;
}

/// Fails if the compiler rejects an empty file, too.
void require_working_compiler(const Toolchain& toolchain, const std::vector<std::string>& options,
                              const std::filesystem::path& work) {
    const std::filesystem::path empty = work / "empty.c";
    frontend::write_file(empty, "");
    const std::vector<std::string> command =
        compile_command(toolchain, options, empty, (work / "empty.o").string());
    const ProcessResult result = run_process(command);
    if (result.status == 0) return;
    fail(build_error::compiler, {},
         fmt::format("the C compiler '{}' does not compile an empty file", toolchain.compiler.front()),
         "Correct its options, or name another compiler with --cc.",
         command_text(command) + "\n" + result.output);
}

}  // namespace

Toolchain choose_toolchain(const scheduler::Target& target, const std::string& requested) {
    Toolchain toolchain;
    toolchain.compiler = compiler_command(target, requested);
    if (toolchain.compiler.empty())
        fail(build_error::compiler, {}, "--cc is empty", "Give the name of a C compiler.");
    if (run_process({toolchain.compiler.front(), "--version"}).status == not_found) {
        fail(build_error::compiler, {},
             fmt::format("there is no C compiler '{}'", toolchain.compiler.front()),
             fmt::format("Install it (Debian: gcc, or gcc-{} for this target), or name another with --cc.",
                         target.triple));
    }
    append(toolchain.compiler, split_words(target.c_flags));
    if (scheduler::runs_here(target)) return toolchain;
    toolchain.launcher = split_words(target.emulator);
    if (toolchain.launcher.empty() ||
        run_process({toolchain.launcher.front(), "--version"}).status == not_found) {
        const std::string emulator = toolchain.launcher.empty()
                                         ? "no emulator is known for it"
                                         : fmt::format("there is no '{}'", toolchain.launcher[0]);
        unsupported(build_error::machine, {},
                    fmt::format("code for {} does not run on this machine, and {}", target.name, emulator),
                    "Install qemu-user, or choose another --target; 'hlo2c compile' works for every target.");
    }
    return toolchain;
}

MpiToolchain choose_mpi(int ranks) {
    const auto ask = [](const std::vector<std::string>& command) {
        const ProcessResult result = run_process(command);
        return result.status == 0 ? result.output : std::string();
    };
    const std::string version = ask({"mpirun", "--version"});
    MpiToolchain mpi;
    if (version.find("Open MPI") != std::string::npos) {
        mpi.compile_options = split_words(ask({"mpicc", "--showme:compile"}));
        mpi.link_options = split_words(ask({"mpicc", "--showme:link"}));
        mpi.launcher = {
            "mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "btl_base_warn_component_unused",
            "0"};
    } else if (!version.empty()) {
        // MPICH prints the compiler first.
        mpi.compile_options = split_words(ask({"mpicc", "-compile_info"}));
        mpi.link_options = split_words(ask({"mpicc", "-link_info"}));
        for (std::vector<std::string>* words : {&mpi.compile_options, &mpi.link_options})
            if (!words->empty()) words->erase(words->begin());
        mpi.launcher = {"mpirun"};
    }
    if (mpi.link_options.empty())
        fail(build_error::mpi, {}, "there is no MPI on this machine: mpirun or mpicc is missing",
             "Install one (Debian: libopenmpi-dev and openmpi-bin), or use --transport threads.");
    append(mpi.launcher, {"-n", std::to_string(ranks)});
    return mpi;
}

void build_executable(const Toolchain& toolchain, const Sources& sources,
                      const std::vector<std::string>& options, const std::filesystem::path& work,
                      const std::filesystem::path& executable, const std::vector<std::string>& link_options) {
    const bool has_hook = !sources.hook.empty();
    std::vector<std::filesystem::path> all = sources.written;
    if (has_hook) all.push_back(sources.hook);
    std::vector<std::vector<std::string>> commands;
    std::vector<std::string> link = toolchain.compiler;
    append(link, {"-o", executable.string()});
    for (std::size_t i = 0; i < all.size(); i++) {
        const std::string object = (work / fmt::format("{}_{}.o", i, all[i].stem().string())).string();
        std::vector<std::string> own = options;
        if (has_hook && i + 1 == all.size()) append(own, {"-include", hook_prototype(work).string()});
        commands.push_back(compile_command(toolchain, own, all[i], object));
        link.push_back(object);
    }
    append(link, link_options);
    append(link, {"-lm", "-pthread"});
    const std::vector<ProcessResult> results = run_processes(commands, 2);
    for (std::size_t i = 0; i < results.size(); i++) {
        if (results[i].status == 0) continue;
        require_working_compiler(toolchain, options, work);
        if (has_hook && i + 1 == results.size()) hook_rejected(sources.hook, results[i]);
        compiler_failed(commands[i], results[i]);
    }
    if (const ProcessResult result = run_process(link); result.status != 0) {
        if (has_hook) hook_rejected(sources.hook, result);
        compiler_failed(link, result);
    }
}

}  // namespace hlo2c::driver
