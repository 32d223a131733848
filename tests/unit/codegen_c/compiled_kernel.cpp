#include "tests/unit/codegen_c/compiled_kernel.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "codegen/c/support_function.h"
#include "scheduler/loops/finish_loops.h"

namespace hlo2c::codegen::testing {

namespace {

class Folder {
public:
    Folder() {
        std::string pattern = std::filesystem::temp_directory_path() / "hlo2c_kernels_XXXXXX";
        path_ = mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

void write(const std::string& path, const void* data, std::size_t bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
    REQUIRE(file.good());
}

/// main() that reads a file per buffer, runs the kernel and writes the buffers back.
std::string driver(const scheduler::Plan& plan, const PrintedKernel& kernel) {
    const scheduler::LoopNest& nest = plan.kernels[0].nest;
    std::string text =
        "#include <stdio.h>\n#include <stdlib.h>\n\nint main(int argc, char **argv)\n{\n"
        "    static _Alignas(64) unsigned char scratch[" +
        std::to_string(nest.scratch_bytes + 64) + "];\n    void *data[" +
        std::to_string(nest.parameters.size() + 1) + "] = {NULL};\n    long sizes[" +
        std::to_string(nest.parameters.size() + 1) +
        "] = {0};\n    (void)scratch;\n    for (int i = 1; i < argc; i++) {\n"
        "        FILE *file = fopen(argv[i], \"rb\");\n        if (!file) return 1;\n"
        "        fseek(file, 0, SEEK_END);\n        sizes[i - 1] = ftell(file);\n"
        "        rewind(file);\n        data[i - 1] = malloc((size_t)sizes[i - 1] + 1);\n"
        "        if (fread(data[i - 1], 1, (size_t)sizes[i - 1], file) != (size_t)sizes[i - 1]) return 1;\n"
        "        fclose(file);\n    }\n    " +
        kernel.name + "(";
    for (std::size_t i = 0; i < nest.parameters.size(); i++) {
        text += (i ? ", data[" : "data[") + std::to_string(i) + "]";
    }
    if (kernel.takes_scratch) text += ", scratch";
    if (kernel.takes_context) text += ", NULL";
    text +=
        ");\n    for (int i = 1; i < argc; i++) {\n        FILE *file = fopen(argv[i], \"wb\");\n"
        "        if (!file || fwrite(data[i - 1], 1, (size_t)sizes[i - 1], file) != (size_t)sizes[i - 1]) "
        "return 1;\n"
        "        fclose(file);\n        free(data[i - 1]);\n    }\n    return 0;\n}\n";
    return text;
}

}  // namespace

std::string temporary_path(const std::string& name) {
    static const Folder folder;
    static int number = 0;
    return folder.path() + "/" + std::to_string(number++) + "_" + name;
}

std::string shell(const std::string& command) {
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string output;
    std::array<char, 4096> buffer;
    for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        output.append(buffer.data(), count);
    }
    const int status = pclose(pipe);
    INFO(command << "\n" << output);
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 0);
    return output;
}

std::string run_program(const std::string& text, const Build& build) {
    VectorSupport support;
    const Definition used = instantiate(text, {"main", "main", {ScalarKind::I32, 1}, std::nullopt});
    for (const ValueType type : used.types) support.require_type(type);
    for (const SupportCall& call : used.calls) support.require(call);
    const std::string source = support.header("PROGRAM_VECTOR_H", text) + "\n" + text;
    const std::string file = temporary_path("program.c"), program = temporary_path("program");
    write(file, source.data(), source.size());
    INFO(file);
    shell(build.compiler + " " + build.flags + " -Wall -Wextra -pedantic -Werror " + file + " -lm -o " +
          program);
    return shell(program);
}

std::vector<Build> all_builds() {
    return {
        {"gcc", "-std=gnu11 -O3 -march=x86-64-v3"},
        {"gcc", "-std=c11 -O1 -march=x86-64-v3"},
        {"clang-14", "-std=gnu11 -O3 -march=x86-64-v3"},
        {"clang-14", "-std=c11 -O1 -march=x86-64-v3 -ffp-contract=fast"},
        {"gcc", "-std=gnu11 -O2"},
        {"clang-14", "-std=gnu11 -O2"},
        {"gcc", "-std=c11 -O2 -march=x86-64-v3 -DHLO2C_SCALAR"},
        {"clang-14", "-std=c11 -O2 -DHLO2C_SCALAR"},
        {"gcc", "-std=gnu11 -O2 -march=x86-64-v3 -fsanitize=address,undefined -fno-sanitize-recover=all"},
    };
}

scheduler::Plan plan_of(scheduler::LoopNest nest, int vector_bytes, const std::string& name) {
    scheduler::Plan plan;
    plan.target.vector_bytes = vector_bytes;
    plan.target.has_fma = true;
    scheduler::Kernel kernel;
    kernel.name = name;
    kernel.nest = scheduler::finish_loops(std::move(nest), plan.target, name);
    kernel.origin = scheduler::KernelOrigin::Direct;
    plan.kernels.push_back(std::move(kernel));
    return plan;
}

std::string source_of(const scheduler::Plan& plan) {
    const PrintedKernels printed = print_kernels(plan, "test");
    std::string text = printed.support_header;
    if (printed.kernels[0].takes_context) text += "#include \"hlo2c_runtime.h\"\n";
    return text + printed.kernels[0].prototype + "\n\n" + printed.kernels[0].definition;
}

Buffers run_kernel(const scheduler::Plan& plan, const Build& build, const Buffers& buffers) {
    const PrintedKernels printed = print_kernels(plan, "test");
    const std::string source = source_of(plan) + "\n" + driver(plan, printed.kernels[0]);
    const std::string file = temporary_path("kernel.c"), program = temporary_path("kernel");
    write(file, source.data(), source.size());
    INFO(source);
    shell(build.compiler + " " + build.flags +
          " -Wall -Wextra -pedantic -Werror -I" HLO2C_RUNTIME_FOLDER " " + file + " -o " + program);
    std::string command = program;
    std::vector<std::string> files;
    for (const auto& buffer : buffers) {
        files.push_back(temporary_path("data"));
        write(files.back(), buffer.data(), buffer.size());
        command += " " + files.back();
    }
    shell(command);
    Buffers results;
    for (const std::string& each : files) {
        std::ifstream stream(each, std::ios::binary);
        results.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return results;
}

}  // namespace hlo2c::codegen::testing
