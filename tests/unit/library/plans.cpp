#include "plans.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "codegen/library/model.h"

namespace hlo2c::codegen::testing {
namespace {

using frontend::ElementType;
using frontend::TensorType;
using scheduler::Buffer;
using scheduler::BufferRole;
using scheduler::FunctionPlan;
using scheduler::ScalarKind;
using scheduler::Step;

void add_kernel(Sample& sample, const std::string& name,
                const std::vector<scheduler::BufferParameter>& parameters, const std::string& body) {
    scheduler::Kernel kernel;
    kernel.name = name;
    kernel.nest.parameters = parameters;
    kernel.origin = scheduler::KernelOrigin::Direct;
    kernel.ops = {"%0 test." + name};
    kernel.schedule = "one by one";
    sample.plan.kernels.push_back(kernel);
    std::string signature = "void " + sample.plan.program_name + "_" + name + "(";
    for (std::size_t i = 0; i < parameters.size(); i++)
        signature +=
            fmt::format("{}{}{} *restrict {}", i == 0 ? "" : ", ", parameters[i].written ? "" : "const ",
                        c_type(parameters[i].element), parameters[i].name);
    signature += ")";
    PrintedKernel printed;
    printed.name = sample.plan.program_name + "_" + name;
    printed.prototype = signature + ";";
    printed.definition = "/* " + name + " */\n" + signature + "\n{\n" + body + "}\n";
    sample.kernels.kernels.push_back(printed);
}

Buffer buffer(const std::string& name, BufferRole role, std::int64_t bytes, ScalarKind element,
              const std::string& type) {
    Buffer result;
    result.name = name;
    result.role = role;
    result.bytes = bytes;
    result.element = element;
    result.type = type;
    return result;
}

scheduler::Port port(const std::string& name, ElementType element, std::vector<std::int64_t> shape,
                     scheduler::BufferId id, int position) {
    scheduler::Port result;
    result.name = name;
    result.type = TensorType{std::move(shape), element, {}, {}};
    result.buffer = id;
    result.position = position;
    return result;
}

/// Buffers of arguments and results have the number of their port, or of the first of several ports.
FunctionPlan numbered(FunctionPlan function) {
    const auto number = [&](const std::vector<scheduler::Port>& ports, BufferRole role) {
        for (std::size_t i = ports.size(); i-- > 0;)
            if (scheduler::Buffer& buffer = function.buffers[ports[i].buffer]; buffer.role == role)
                buffer.index = static_cast<int>(i);
    };
    number(function.inputs, BufferRole::Argument);
    number(function.outputs, BufferRole::Result);
    return function;
}

Step call(scheduler::KernelId kernel, const std::vector<scheduler::BufferRange>& arguments,
          const std::string& comment = "") {
    Step step;
    step.action = scheduler::CallStep{kernel, arguments, -1};
    step.comment = comment;
    return step;
}

Sample named(const std::string& name) {
    Sample sample;
    sample.plan.program_name = name;
    sample.plan.source_file = name + ".mlir";
    sample.plan.target.name = "x86-64-v3";
    sample.plan.target.c_flags = "";
    sample.plan.target.has_fma = true;
    sample.kernels.support_header = "#ifndef SUPPORT_H\n#define SUPPORT_H\n#include <stdint.h>\n#endif\n";
    return sample;
}

}  // namespace

Sample scale_and_sum() {
    Sample sample = named("scale");
    add_kernel(sample, "multiply_f32_6",
               {{"a", ScalarKind::F32, 6, false},
                {"b", ScalarKind::F32, 6, false},
                {"out", ScalarKind::F32, 6, true}},
               "    for (int i = 0; i < 6; i++) {\n        out[i] = a[i] * b[i];\n    }\n");
    add_kernel(sample, "sum_f32_6", {{"a", ScalarKind::F32, 6, false}, {"out", ScalarKind::F32, 1, true}},
               "    float sum = 0;\n    for (int i = 0; i < 6; i++) {\n        sum += a[i];\n    }\n    "
               "out[0] = sum;\n");
    scheduler::Weight weight;
    weight.name = "factor";
    weight.type = "f32[2,3]";
    weight.source = "scale.mlir:4";
    const std::array<float, 6> values = {1, -2, 0.5f, 4, -0.0f, 0.1f};
    std::vector<std::byte> bytes(24);
    std::memcpy(bytes.data(), values.data(), 24);
    weight.bytes = std::move(bytes);
    sample.plan.weights.push_back(weight);

    FunctionPlan function;
    function.name = "main";
    function.buffers = {buffer("x", BufferRole::Argument, 24, ScalarKind::F32, "f32[2,3]"),
                        buffer("factor", BufferRole::Weight, 24, ScalarKind::F32, "f32[2,3]"),
                        buffer("product", BufferRole::Arena, 24, ScalarKind::F32, "f32[2,3]"),
                        buffer("scaled", BufferRole::Result, 24, ScalarKind::F32, "f32[2,3]"),
                        buffer("total", BufferRole::Result, 4, ScalarKind::F32, "f32[]")};
    function.buffers[1].index = 0;
    function.buffers[2].offset = 0;
    function.buffers[2].last_step = 2;
    function.inputs = {port("x", ElementType::F32, {2, 3}, 0, 0)};
    function.outputs = {port("scaled", ElementType::F32, {2, 3}, 3, 0),
                        port("total", ElementType::F32, {}, 4, 1)};
    Step copy;
    copy.action = scheduler::CopyStep{{3, 0}, {2, 0}, 24};
    function.steps = {call(0, {{0, 0}, {1, 0}, {2, 0}}, "x * factor    scale.mlir:5"), copy,
                      call(1, {{2, 0}, {4, 0}}, "sum    scale.mlir:6")};
    function.arena_bytes = 64;
    function.arena_lower_bound = 24;
    function.memory_proof = "optimal";
    sample.plan.functions = {numbered(std::move(function))};
    return sample;
}

Sample control_flow() {
    Sample sample = named("flow");
    const auto i32 = [](const std::string& name, bool written) {
        return scheduler::BufferParameter{name, ScalarKind::I32, 1, written};
    };
    add_kernel(sample, "less_i32", {i32("a", false), i32("b", false), {"out", ScalarKind::U8, 1, true}},
               "    out[0] = a[0] < b[0];\n");
    add_kernel(sample, "increment_i32", {i32("a", true)}, "    a[0] += 1;\n");
    add_kernel(sample, "add_i32", {i32("a", false), i32("b", true)}, "    b[0] += a[0];\n");
    add_kernel(sample, "zero_i32", {i32("a", true)}, "    a[0] = 0;\n");
    add_kernel(sample, "add_hundred_i32", {i32("a", true)}, "    a[0] += 100;\n");
    add_kernel(sample, "negate_i32", {i32("a", true)}, "    a[0] = -a[0];\n");
    add_kernel(sample, "double_i32", {i32("a", false), i32("out", true)}, "    out[0] = 2 * a[0];\n");

    FunctionPlan function;
    function.name = "main";
    function.buffers = {buffer("count", BufferRole::Argument, 4, ScalarKind::I32, "i32[]"),
                        buffer("selector", BufferRole::Argument, 4, ScalarKind::I32, "i32[]"),
                        buffer("flag", BufferRole::Argument, 1, ScalarKind::U8, "i1[]"),
                        buffer("state", BufferRole::Argument, 4, ScalarKind::I32, "i32[]"),
                        buffer("i", BufferRole::Arena, 4, ScalarKind::I32, "i32[]"),
                        buffer("goes_on", BufferRole::Arena, 1, ScalarKind::U8, "i1[]"),
                        buffer("doubled", BufferRole::Result, 4, ScalarKind::I32, "i32[]"),
                        buffer("new_state", BufferRole::Result, 4, ScalarKind::I32, "i32[]")};
    function.buffers[4].offset = 64;
    function.buffers[5].offset = 128;
    function.inputs = {port("count", ElementType::I32, {}, 0, 0),
                       port("selector", ElementType::I32, {}, 1, 1), port("flag", ElementType::I1, {}, 2, 2),
                       port("state", ElementType::I32, {}, 3, 3)};
    function.inputs[3].donated_to = 0;
    function.outputs = {port("state", ElementType::I32, {}, 7, 0),
                        port("doubled", ElementType::I32, {}, 6, 1)};
    Step loop, choice, condition;
    loop.comment = "while i < count: state += i";
    loop.action = scheduler::WhileStep{
        {call(0, {{4, 0}, {0, 0}, {5, 0}})}, {5, 0}, {call(2, {{4, 0}, {7, 0}}), call(1, {{4, 0}})}, -1};
    choice.comment = "case";
    choice.action = scheduler::BranchStep{{1, 0}, false, {{call(4, {{7, 0}})}, {call(5, {{7, 0}})}, {}}};
    condition.action =
        scheduler::BranchStep{{2, 0}, true, {{call(6, {{7, 0}, {6, 0}})}, {call(3, {{6, 0}})}}};
    Step donated;
    donated.action = scheduler::CopyStep{{7, 0}, {3, 0}, 4, true};
    function.steps = {donated, call(3, {{4, 0}}, "i = 0"), loop, choice, condition};
    function.arena_bytes = 192;
    function.arena_lower_bound = 192;
    sample.plan.functions = {numbered(std::move(function))};
    return sample;
}

Sample two_functions() {
    Sample sample = named("pair");
    add_kernel(sample, "fill_f32_2", {{"out", ScalarKind::F32, 2, true}},
               "    out[0] = 1;\n    out[1] = 2;\n");
    add_kernel(sample, "double_f32_2", {{"a", ScalarKind::F32, 2, false}, {"out", ScalarKind::F32, 2, true}},
               "    out[0] = 2 * a[0];\n    out[1] = 2 * a[1];\n");
    FunctionPlan init, step;
    init.name = "init";
    init.buffers = {buffer("out", BufferRole::Result, 8, ScalarKind::F32, "f32[2]")};
    init.outputs = {port("out", ElementType::F32, {2}, 0, 0)};
    init.steps = {call(0, {{0, 0}})};
    step.name = "step";
    step.buffers = {buffer("value", BufferRole::Argument, 8, ScalarKind::F32, "f32[2]"),
                    buffer("out", BufferRole::Result, 8, ScalarKind::F32, "f32[2]"),
                    buffer("same", BufferRole::Arena, 8, ScalarKind::F32, "f32[2]"),
                    buffer("out again", BufferRole::Result, 8, ScalarKind::F32, "f32[2]"),
                    buffer("value", BufferRole::Result, 8, ScalarKind::F32, "f32[2]"),
                    buffer("same", BufferRole::Result, 8, ScalarKind::F32, "f32[2]")};
    step.buffers[2].offset = 0;
    step.inputs = {port("value", ElementType::F32, {2}, 0, 0)};
    step.outputs = {port("out", ElementType::F32, {2}, 1, 0), port("out", ElementType::F32, {2}, 3, 1),
                    port("value", ElementType::F32, {2}, 4, 2), port("same", ElementType::F32, {2}, 5, 3)};
    const auto copy = [](scheduler::BufferId to, scheduler::BufferId from) {
        Step step_of_copy;
        step_of_copy.action = scheduler::CopyStep{{to, 0}, {from, 0}, 8, false};
        return step_of_copy;
    };
    step.steps = {call(1, {{0, 0}, {1, 0}}), call(0, {{2, 0}}), copy(3, 1), copy(4, 0), copy(5, 2)};
    step.arena_bytes = 64;
    sample.plan.functions = {numbered(std::move(init)), numbered(std::move(step))};
    return sample;
}

Sample many_inputs(int count) {
    Sample sample = named("many");
    add_kernel(sample, "zero_f32", {{"a", ScalarKind::F32, 1, true}}, "    a[0] = 0;\n");
    add_kernel(sample, "add_f32", {{"a", ScalarKind::F32, 1, false}, {"b", ScalarKind::F32, 1, true}},
               "    b[0] += a[0];\n");
    FunctionPlan function;
    function.name = "main";
    function.buffers = {buffer("sum", BufferRole::Result, 4, ScalarKind::F32, "f32[1]")};
    function.outputs = {port("sum", ElementType::F32, {1}, 0, 0)};
    function.steps = {call(0, {{0, 0}})};
    for (int i = 0; i < count; i++) {
        const auto id = static_cast<scheduler::BufferId>(i + 1);
        function.buffers.push_back(
            buffer(fmt::format("arg{}", i), BufferRole::Argument, 4, ScalarKind::F32, "f32[1]"));
        function.inputs.push_back(port(fmt::format("arg{}", i), ElementType::F32, {1}, id, i));
        function.steps.push_back(call(1, {{id, 0}, {0, 0}}));
    }
    sample.plan.functions = {numbered(std::move(function))};
    return sample;
}

LibraryOptions options_for_tests() {
    LibraryOptions options;
    options.version = "0.1.0";
    return options;
}

const CFile& file_named(const std::vector<CFile>& files, const std::string& path) {
    for (const CFile& file : files)
        if (file.path == path) return file;
    throw std::runtime_error("no file " + path);
}

bool has_file(const std::vector<CFile>& files, const std::string& path) {
    for (const CFile& file : files)
        if (file.path == path) return true;
    return false;
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TemporaryDirectory::TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "hlo2c_library_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

CommandResult run_command(const std::filesystem::path& directory, const std::string& command) {
    const std::string line = "cd '" + directory.string() + "' && (" + command + ") 2>&1";
    FILE* pipe = popen(line.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("no shell");
    CommandResult result;
    std::array<char, 4096> block;
    for (std::size_t got = 1; got > 0;) {
        got = fread(block.data(), 1, block.size(), pipe);
        result.output.append(block.data(), got);
    }
    const int status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return result;
}

std::vector<std::string> compilers() {
    std::vector<std::string> found;
    for (const char* compiler : {"gcc", "clang-14"})
        if (run_command("/", std::string("command -v ") + compiler).status == 0)
            for (const char* mode : {" -std=c11", " -std=gnu11"})
                found.push_back(compiler + std::string(mode));
    return found;
}

}  // namespace hlo2c::codegen::testing
