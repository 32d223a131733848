#include "codegen/c/kernel_printer.h"

#include <algorithm>

#include "codegen/c/statement_printer.h"
#include "codegen/c/vector_support.h"
#include "codegen/text/names.h"
#include "codegen/text/text.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

namespace {

using scheduler::Kernel;
using scheduler::KernelOrigin;

/// What the kernel does, its sources, and how it is scheduled.
std::string description(const Kernel& kernel) {
    std::vector<std::string> lines;
    std::string first = join(kernel.ops, ", ");
    const std::string sources = join(kernel.sources, ", ");
    if (first.empty()) first = kernel.name;
    if (!sources.empty()) {
        const std::size_t column = 64, widest = 100;
        if (first.size() + 2 < column && column + sources.size() <= widest) {
            lines.push_back(first + std::string(column - first.size(), ' ') + sources);
        } else {
            lines.push_back(first);
            lines.push_back(sources);
        }
    } else {
        lines.push_back(first);
    }
    if (const std::string shapes = shapes_of(kernel); !shapes.empty()) lines.push_back(shapes);
    if (!kernel.schedule.empty()) lines.push_back(kernel.schedule);
    for (std::string& line : lines) std::replace(line.begin(), line.end(), '\n', ' ');
    Writer writer;
    writer.comment(join(lines, "\n"), 2);
    return writer.text();
}

PrintedKernel print_kernel(const Kernel& kernel, const std::string& prefix, VectorSupport& support) {
    PrintedKernel printed;
    printed.name =
        kernel.origin == KernelOrigin::Runtime ? kernel.runtime_function : prefix + "_" + kernel.name;
    printed.takes_scratch = kernel.nest.scratch_bytes > 0;
    StatementPrinter statements(kernel.nest, support, printed.name);
    std::string parameters = statements.parameters();
    if (kernel.origin != KernelOrigin::Runtime) {
        statements.print_body();
        printed.takes_context = statements.takes_context();
    }
    const auto append = [&](const std::string& parameter) {
        parameters += (parameters.empty() ? "" : ", ") + parameter;
    };
    if (printed.takes_scratch) append("unsigned char *restrict scratch");
    if (printed.takes_context) append("const hlo2c_context *context");
    if (parameters.empty()) parameters = "void";
    const std::string head =
        (printed.takes_context ? "int " : "void ") + printed.name + "(" + parameters + ")";
    printed.prototype = break_line(head + ";", 0);
    printed.prototype.pop_back();
    if (kernel.origin == KernelOrigin::Runtime) return printed;
    for (const SupportCall& function : statements.calls()) support.require(function);
    printed.definition =
        statements.outlined() + description(kernel) + break_line(head, 0) + "{\n" + statements.body() + "}\n";
    return printed;
}

}  // namespace

PrintedKernels print_kernels(const scheduler::Plan& plan, const std::string& prefix) {
    PrintedKernels result;
    VectorSupport support(plan.target.has_fma, plan.target.vector_bytes);
    std::string definitions;
    for (const Kernel& kernel : plan.kernels) {
        result.kernels.push_back(print_kernel(kernel, prefix, support));
        definitions += result.kernels.back().definition;
    }
    result.support_header = support.header(upper_case(prefix + "_vector_h"), definitions);
    return result;
}

}  // namespace hlo2c::codegen
