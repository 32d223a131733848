#include "scheduler/halide/lowered_statement.h"

#include <mutex>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler::halide {
namespace {

namespace ir = Halide::Internal;
using ir::Stmt;

/// Captures the first statement it is given. As the last lowering pass, it sees the finished loops before
/// parallel loops become closures.
class Capture : public ir::IRMutator {
public:
    explicit Capture(Stmt* target) : target_(target) {}
    using ir::IRMutator::mutate;
    Stmt mutate(const Stmt& statement) override {
        if (!target_->defined()) *target_ = statement;
        return statement;
    }

private:
    Stmt* target_;
};

/// Treats Halide's warnings as errors: Halide warns where it continues with a wrong or slow kernel. Halide
/// has one reporter for all pipelines of a process.
class StrictReporter : public Halide::CompileTimeErrorReporter {
public:
    void warning(const char* message) override { throw Halide::CompileError(message); }
    void error(const char* message) override { throw Halide::CompileError(message); }
};

}  // namespace

Stmt lowered_statement(Halide::Pipeline pipeline) {
    static StrictReporter reporter;
    static std::once_flag is_installed;
    std::call_once(is_installed, Halide::set_custom_compile_time_error_reporter, &reporter);
    Stmt statement;
    Capture capture(&statement);
    pipeline.add_custom_lowering_pass(&capture, nullptr);
    const Halide::Target target("x86-64-linux-no_asserts-no_bounds_query-no_runtime");
    pipeline.compile_to_module(pipeline.infer_arguments(), "kernel", target);
    HLO2C_CHECK(statement.defined(), "Halide finished without a statement");
    return statement;
}

}  // namespace hlo2c::scheduler::halide
