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

/// What all computations of a program share while it becomes a module.
class ModuleExport {
public:
    ModuleExport(const Program& program, ShardingReader read_sharding)
        : program_(program),
          read_sharding_(read_sharding),
          named_(program),
          frames_(program.locations, module_) {}
    wire::HloModuleProto run();

    const Program& program() const { return program_; }
    /// The id of the computation of a function, which is written when it is asked for first.
    std::int64_t computation_of(const std::string& function);
    std::int64_t next_computation() { return ++computations_; }
    void add(wire::HloComputationProto computation);
    /// A name that no instruction or computation has yet.
    std::string unique_name(const std::string& wanted);
    void describe(LocationId location, wire::OpMetadata& metadata);
    /// The sharding of this text, which belongs to `what`.
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

/// A function's body or a region becoming a computation.
class ComputationExport {
public:
    ComputationExport(ModuleExport& module, const Function& function, const std::string& name);

    ModuleExport& module() const { return module_; }
    const Function& function() const { return function_; }
    const Type& type(ValueId id) const { return function_.type(id); }
    std::int64_t id() const { return computation_.id(); }

    /// Parameters for the values, one each.
    void add_parameters(const std::vector<ValueId>& values);
    /// One parameter, a tuple of the values.
    void add_tuple_parameter(const std::vector<ValueId>& values);
    /// Writes the ops up to the terminator; the values that it returns.
    std::vector<ValueId> add_ops(const Region& region);
    /// Closes the computation with the values as its root: the one value, or a tuple.
    void finish(const std::vector<ValueId>& root, bool always_tuple);

    /// A new instruction with this shape; `op` gives its metadata, or nullptr.
    wire::HloInstructionProto& add(std::string_view opcode, wire::ShapeProto shape, const Op* op);
    std::int64_t add_simple(std::string_view opcode, wire::ShapeProto shape, const Op* op,
                            const std::vector<std::int64_t>& operands);
    std::int64_t add_tuple(const std::vector<ValueId>& values, const Op* op);
    std::int64_t add_element(std::int64_t tuple, int index, const Type& type, const Op* op);
    /// The instruction of a value; constants from outside are written anew.
    std::int64_t instruction_of(ValueId value);
    void define(ValueId value, std::int64_t instruction) { instructions_[value] = instruction; }
    /// The results are the elements of the tuple that `instruction` gives, or its one result.
    void define_results(const Op& op, std::int64_t instruction);
    std::vector<std::int64_t> operands(const Op& op);
    std::vector<Type> result_types(const Op& op) const;
    /// The region as a computation with one parameter per argument; the id.
    std::int64_t add_region(const Region& region, std::string_view name);
    /// Values of outside that the regions use, in order of their number, constants left out.
    std::vector<ValueId> captured(const std::vector<Region>& regions) const;

    [[noreturn]] void refuse(const Op& op, const std::string& reason) const;

    /// Where constants of the function are, so that regions can repeat them.
    std::unordered_map<ValueId, const Op*>& constants() { return *constants_; }
    /// A computation inside of this one.
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
/// The function for an op that is not written by its row, or nullptr.
ExportFunction export_function(OpCode code);

// Ops that call computations, or exchange data with what is outside: export_control.cpp.
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
