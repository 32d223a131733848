#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/forms/hlo/module.h"
#include "frontend/forms/hlo/opcodes.h"
#include "frontend/forms/hlo/stack_frames.h"
#include "frontend/ir/function_index.h"
#include "frontend/name_table.h"

namespace hlo2c::frontend {

/// State shared by all computations while a program is exported to a module.
class ModuleExport {
public:
    ModuleExport(const Program& program, ShardingReader read_sharding)
        : program_(program),
          read_sharding_(read_sharding),
          named_(program),
          frames_(program.locations, module_) {}
    wire::HloModuleProto run();

    const Program& program() const { return program_; }
    /// The id of a function's computation, which is exported on first use.
    std::int64_t computation_of(const std::string& function);
    std::int64_t next_computation() { return ++computations_; }
    void add(wire::HloComputationProto computation);
    /// An unused name for an instruction or computation, based on `wanted`.
    std::string unique_name(const std::string& wanted);
    void describe(LocationId location, wire::OpMetadata& metadata);
    /// Parses a sharding; `what` names its owner in diagnostics.
    wire::OpSharding sharding(const std::string& text, const std::string& what) const;

private:
    void describe_entry(const Function& function);
    void shard_entry(const Function& function);

    const Program& program_;
    ShardingReader read_sharding_;
    FunctionIndex named_;
    wire::HloModuleProto module_;
    StackFrames frames_;
    std::map<std::string, std::int64_t> functions_;
    NameTable names_{".", 1};
    std::int64_t computations_ = 0;
};

/// Exports the body of a function, or a region, to a computation.
class ComputationExport {
public:
    ComputationExport(ModuleExport& module, const Function& function, const std::string& name);

    ModuleExport& module() const { return module_; }
    const Function& function() const { return function_; }
    const Type& type(ValueId id) const { return function_.type(id); }
    std::int64_t id() const { return computation_.id(); }

    /// Adds one parameter per value.
    void add_parameters(const std::vector<ValueId>& values);
    /// Adds a single parameter, a tuple of the values.
    void add_tuple_parameter(const std::vector<ValueId>& values);
    /// Exports the ops before the terminator; returns the terminator's operands.
    std::vector<ValueId> add_ops(const Region& region);
    /// Finishes the computation; its root is a tuple of the values, or the single value unless
    /// `always_tuple`.
    void finish(const std::vector<ValueId>& root, bool always_tuple);

    /// Appends an instruction with this shape, with its name and metadata from `op` unless that is nullptr.
    wire::HloInstructionProto& add(std::string_view opcode, wire::ShapeProto shape, const Op* op);
    std::int64_t add_simple(std::string_view opcode, wire::ShapeProto shape, const Op* op,
                            const std::vector<std::int64_t>& operands);
    std::int64_t add_tuple(const std::vector<ValueId>& values, const Op* op);
    std::int64_t add_element(std::int64_t tuple, int index, const Type& type, const Op* op);
    /// The id of a value's instruction. A constant from outside the computation is repeated inside it.
    std::int64_t instruction_of(ValueId value);
    void define(ValueId value, std::int64_t instruction) { instructions_[value] = instruction; }
    /// Maps the op's results to the elements of the tuple `instruction`, or its only result to `instruction`
    /// itself.
    void define_results(const Op& op, std::int64_t instruction);
    std::vector<std::int64_t> operands(const Op& op);
    std::vector<Type> result_types(const Op& op) const;
    /// Exports a region to a computation with one parameter per argument; returns its id.
    std::int64_t add_region(const Region& region, std::string_view name);
    /// The values from outside that the regions use, without constants, in ascending order of their ids.
    std::vector<ValueId> captured(const std::vector<Region>& regions) const;

    [[noreturn]] void refuse(const Op& op, const std::string& reason) const;

    /// The constants of the function so far, which regions can repeat.
    std::unordered_map<ValueId, const Op*>& constants() { return *constants_; }
    /// A computation nested in this one.
    ComputationExport inner(std::string_view name);

private:
    void add_op(const Op& op);

    ModuleExport& module_;
    const Function& function_;
    wire::HloComputationProto computation_;
    std::unordered_map<ValueId, std::int64_t> instructions_;
    std::shared_ptr<std::unordered_map<ValueId, const Op*>> constants_;
};

using ExportFunction = void (*)(ComputationExport&, const Op&);
/// The export function of an op; nullptr for ops that are exported by their row of opcodes.cpp.
ExportFunction export_function(OpCode code);

// Ops that call computations or exchange data with other processes or the host: export_control.cpp.
void export_while(ComputationExport& to, const Op& op);
void export_branches(ComputationExport& to, const Op& op);
void export_call(ComputationExport& to, const Op& op);
void export_custom_call(ComputationExport& to, const Op& op);
void export_async_start(ComputationExport& to, const Op& op);
void export_async_done(ComputationExport& to, const Op& op);
void export_infeed(ComputationExport& to, const Op& op);
void export_outfeed(ComputationExport& to, const Op& op);
void export_send(ComputationExport& to, const Op& op);
void export_recv(ComputationExport& to, const Op& op);

}  // namespace hlo2c::frontend
