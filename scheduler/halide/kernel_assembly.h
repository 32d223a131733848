#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/halide/statement_to_loop_nest.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {

/// Assembles one kernel: its parameters in order of first use, and one Halide pipeline per box of the output.
class KernelAssembly {
public:
    explicit KernelAssembly(const LoweringContext& context);

    const LoweringContext& context() const { return context_; }
    /// Reads memory; the loader for ElementBuilder.
    Halide::Expr load(frontend::ValueId value, const Halide::Expr& flat_index);
    /// Declares that the kernel reads these values, in this order; other values follow in the order in which
    /// they are loaded.
    void declare_inputs(const std::vector<frontend::ValueId>& values);
    /// Gives the parameter for a value in memory this name, if the kernel reads it. The others have numbers.
    void name_input(frontend::ValueId value, const std::string& name) { input_names_[value] = name; }
    int add_packed(PackedWeight packed);
    /// Appends a block to a packed weight; the parameter that reads it grows.
    void append_packed_block(int packed, PackedBlock block);
    Halide::Expr load_packed(int packed, ScalarKind kind, const Halide::Expr& flat_index);
    /// An i32 scalar that the kernel computes before its loops; the result is a variable that holds it.
    Halide::Expr hold(const std::string& name, const Halide::Expr& value);
    /// Declares that the kernel writes `root`; with `start`, an expression from `hold`, from this element on.
    void add_output(frontend::ValueId root, const Halide::Expr& start = {});

    struct OutputLoop {
        std::int64_t extent, stride;
    };
    /// Lowers `output`, whose arguments are `loops` innermost first, into memory of the declared outputs from
    /// element `offset` on. A tuple writes one output per element. `slots`: those of a parallel loop. `gaps`:
    /// what the strides leave out.
    void add_box(Halide::Func output, const std::vector<OutputLoop>& loops, std::int64_t offset,
                 int slots = 0, const std::vector<ResultGap>& gaps = {});

    // For kernels that are written as loops directly.

    /// Name in the nest of the parameter that holds a value in memory; it is declared at the first call.
    std::string input_name(frontend::ValueId value);
    std::string output_name(int number) const;
    /// The nodes of an expression; `variables` maps its Halide variables to names in the nest.
    NodeId expression(const Halide::Expr& e, const std::map<std::string, std::string>& variables);
    void add_statement(NodeId statement) { statements_.push_back(statement); }

    /// Records what the kernel computes: its name, ops, sources, shapes, FLOPs. `builder` knows the inlined
    /// ops.
    void describe(const ElementBuilder& builder, const Group& group);
    /// Records how it is scheduled.
    void describe(const Schedule& schedule);

    void set_updates(frontend::ValueId initial) { result_.updates = initial; }
    /// The loops added so far write elements that the ones added later neither read nor write.
    void share_loops() { shared_ = statements_.size(); }
    void set_stores_twice() { result_.stores_twice = true; }
    Kernel& kernel() { return result_.kernel; }
    /// The finished kernel, parameters in the order inputs, packed weights, outputs.
    LoweredKernel finish();

private:
    Halide::ImageParam& input(frontend::ValueId value);
    void name_inputs();
    Halide::ImageParam& parameter(const std::string& name, ScalarKind kind, std::int64_t elements,
                                  KernelArgument argument);

    const LoweringContext& context_;
    LoweredKernel result_;
    std::map<frontend::ValueId, Halide::ImageParam> inputs_;
    std::map<frontend::ValueId, std::string> input_names_;
    std::map<int, Halide::ImageParam> packed_inputs_;
    std::map<std::string, int> parameter_of_image_;
    std::vector<int> outputs_;
    std::string output_start_;
    std::map<std::string, std::string> variables_;      // of held values: Halide's name, the nest's name
    std::vector<std::pair<std::string, NodeId>> held_;  // name in the nest, value
    std::vector<NodeId> statements_;
    std::size_t shared_ = 0;  ///< number of the first statements that ranges of a parallel loop may share
};

}  // namespace hlo2c::scheduler::halide
