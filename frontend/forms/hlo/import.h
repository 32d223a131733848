#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/forms/hlo/module.h"
#include "frontend/forms/hlo/opcodes.h"
#include "frontend/forms/hlo/origins.h"
#include "frontend/forms/hlo/shapes.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/keywords.h"
#include "frontend/name_table.h"

namespace hlo2c::frontend {

/// The values of one instruction: one per leaf of its shape.
using Leaves = std::vector<ValueId>;

/// State shared by all computations while a module is imported to a program.
class ModuleImport {
public:
    ModuleImport(const wire::HloModuleProto& module, const ModuleOrigin& origin);
    Program run();

    const wire::HloModuleProto& module() const { return module_; }
    const ModuleOrigin& origin() const { return origin_; }
    Program& program() { return program_; }
    const wire::HloComputationProto& computation(std::int64_t id, const Site& site) const;
    /// The name of a computation's function; schedules its import on first use.
    const std::string& function_of(std::int64_t id, const Site& site);
    LocationId location_of(const wire::HloInstructionProto& instruction);
    /// Counts an op against the limit for a module of this size, because a computation that becomes a region
    /// is copied at each of its uses.
    void count_op(const Site& site);
    const Origins& origins();
    /// A number that identifies a receive whose recv-done is in another computation; that computation gets
    /// the number as the context of the recv.
    std::int64_t number_of_receive(const wire::HloInstructionProto& receive) {
        return receive_numbers_.emplace(&receive, static_cast<std::int64_t>(receive_numbers_.size()))
            .first->second;
    }

private:
    void order_computations();
    void import_meshes();
    Function function(const wire::HloComputationProto& computation, bool entry);
    void describe_entry(const wire::HloComputationProto& computation, Function& function);
    LocationId frame_location(int frame, int depth);

    const wire::HloModuleProto& module_;
    const ModuleOrigin& origin_;
    Program program_;
    std::unordered_map<std::int64_t, const wire::HloComputationProto*> computations_;
    std::map<std::int64_t, std::string> names_;  ///< function names by computation id
    NameTable taken_{"_", 1};
    std::vector<std::int64_t> waiting_;  ///< ids of computations that are called but not imported yet
    std::unordered_map<int, LocationId> frames_;
    std::size_t ops_left_ = 0;
    std::optional<Origins> origins_;
    std::unordered_map<const wire::HloInstructionProto*, std::int64_t> receive_numbers_;
};

/// Imports a computation to the ops of a region.
class ComputationImport {
public:
    ComputationImport(ModuleImport& module, Function& function, const wire::HloComputationProto& computation,
                      int depth)
        : module_(module), function_(function), computation_(computation), depth_(depth) {}

    /// Appends the computation's ops to `region`; parameter i has the values `parameters[i]`. Returns the
    /// root.
    Leaves run(const std::vector<Leaves>& parameters, Region& region);
    /// The parameter instructions by number.
    std::vector<const wire::HloInstructionProto*> parameters() const;
    Site site() const;
    /// Whether the value is a placeholder for data that has not been received yet, which may only be passed
    /// on.
    bool is_stand_in(ValueId value) const { return stand_ins_.contains(value); }

    ModuleImport& module() { return module_; }

private:
    friend class InstructionImport;
    /// Whether the asynchronous operation of `start` ends exactly once, in this computation, and nothing else
    /// reads its results.
    bool ends_here(const wire::HloInstructionProto& start);
    ModuleImport& module_;
    Function& function_;
    const wire::HloComputationProto& computation_;
    int depth_;
    Region* region_ = nullptr;
    struct Done {
        const wire::HloInstructionProto* instruction = nullptr;
        Leaves leaves;
        mutable std::vector<std::size_t>
            ends;  ///< end of each tuple element among the leaves, computed on demand
    };
    std::unordered_map<std::int64_t, Done> done_;
    std::unordered_map<std::int64_t, std::vector<const wire::HloInstructionProto*>> users_;
    std::unordered_set<ValueId> stand_ins_;
};

/// Imports an instruction to ops. The functions `import_...` read the instruction and append ops through it.
class InstructionImport {
public:
    InstructionImport(ComputationImport& computation, const wire::HloInstructionProto& instruction);

    const wire::HloInstructionProto& instruction() const { return instruction_; }
    const Site& site() const { return site_; }
    const Function& function() const { return computation_.function_; }

    std::size_t operand_count() const { return operands_.size(); }
    const Leaves& operand(std::size_t i) const;
    /// The leaves of element `index` of operand `i`, which must be a tuple.
    Leaves element(std::size_t i, std::int64_t index) const;
    const wire::ShapeProto& operand_shape(std::size_t i) const { return operand_instruction(i).shape(); }
    const wire::HloInstructionProto& operand_instruction(std::size_t i) const;
    /// The operand's value; it must have a single leaf.
    ValueId value(std::size_t i) const;
    /// The leaves of all operands from number `first` on.
    Leaves all_operands(std::size_t first = 0) const;
    const Type& type(ValueId id) const { return function().type(id); }
    /// The type of a value, which must be a tensor.
    const TensorType& tensor(ValueId id) const;
    std::vector<Type> result_types() const { return leaf_types(instruction_.shape(), site_); }
    /// The type of the result, which must be an array.
    TensorType result() const;

    /// Appends an op with these operands, attributes and result types.
    Leaves emit(Op op, std::vector<Type> results);
    /// Appends the op of a row of opcodes.cpp, with the instruction's operands, computations and fields.
    Leaves emit_row(const OpcodeRow& row, std::vector<Type> results) {
        return emit_row(row, std::move(results), all_operands());
    }
    Leaves emit_row(const OpcodeRow& row, std::vector<Type> results, Leaves operands);
    ValueId emit(OpCode code, Leaves operands, Type result, std::vector<NamedAttribute> attributes = {});
    ValueId constant(Literal literal);
    ValueId integer(std::int64_t value, ElementType type);
    ValueId reshape(ValueId operand, std::vector<std::int64_t> shape);
    ValueId converted(ValueId operand, ElementType element);
    ValueId broadcast(ValueId scalar, const TensorType& type);
    /// Makes the last emitted collective asynchronous if it ends in this computation. Returns `results`, or
    /// one copy of the future per result.
    Leaves started(Leaves results);
    /// The same for a called computation that consists of a single collective; returns an empty list for any
    /// other computation.
    Leaves started_call(const std::vector<Type>& results);
    /// Waits for a started operation; returns its results.
    Leaves finished(Leaves leaves);
    /// The leaves for the data of a started receive: `no_value` if it ends in this computation, else
    /// placeholders that may be passed on to its end.
    Leaves data_to_come(const wire::ShapeProto& shape);
    bool ends_here() const { return computation_.ends_here(instruction_); }
    /// The recv instructions that operand `i` may come from.
    std::vector<const wire::HloInstructionProto*> receives_of(std::size_t i) const;
    /// Sets the location and position of `op` and gives it results of these types, without appending it.
    void place(Op& op, const std::vector<Type>& types);
    /// Elementwise op on equal types.
    ValueId binary(OpCode code, ValueId lhs, ValueId rhs) { return emit(code, {lhs, rhs}, type(lhs)); }

    /// The called computation as a region with one argument per leaf of its parameters, in order.
    Region region(int called);
    /// The same without arguments: its parameters are bound to existing values.
    Region bound_region(int called, const std::vector<Leaves>& parameters);
    std::int64_t called(int index) const;
    /// A region with scalar arguments of these types that compares the first two by LT.
    Region comparator(const std::vector<ElementType>& elements, ComparisonType compare_type);
    ModuleImport& module() const { return computation_.module(); }

private:
    ComputationImport& computation_;
    const wire::HloInstructionProto& instruction_;
    Site site_;
    LocationId location_;
    std::vector<const ComputationImport::Done*> operands_;
};

using ImportFunction = Leaves (*)(InstructionImport&);
/// The import function of an opcode; nullptr for opcodes that are imported by their row of opcodes.cpp.
ImportFunction import_function(std::string_view opcode);
/// Imports the instruction by its opcode's row of opcodes.cpp.
Leaves import_row(InstructionImport& import);

// Control: import_control.cpp.
Leaves import_while(InstructionImport& import);
Leaves import_conditional(InstructionImport& import);
Leaves import_call(InstructionImport& import);
Leaves import_async_start(InstructionImport& import);
Leaves import_async_update(InstructionImport& import);
Leaves import_async_done(InstructionImport& import);
Leaves import_all_reduce_done(InstructionImport& import);
Leaves import_custom_call(InstructionImport& import);
Leaves import_rng_state(InstructionImport& import);
Leaves import_after_all(InstructionImport& import);

// Data movement: import_movement.cpp.
Leaves import_constant(InstructionImport& import);
Leaves import_tuple(InstructionImport& import);
Leaves import_get_tuple_element(InstructionImport& import);
Leaves import_identity(InstructionImport& import);
Leaves import_copy_start(InstructionImport& import);
Leaves import_first_element(InstructionImport& import);
Leaves import_dynamic_reshape(InstructionImport& import);

// Memory layout: import_bitcast.cpp.
Leaves import_bitcast(InstructionImport& import);

// Opcodes with special cases, and decompositions: import_decompositions.cpp.
Leaves import_iota(InstructionImport& import);
Leaves import_real(InstructionImport& import);
Leaves import_reduce_precision(InstructionImport& import);
Leaves import_select(InstructionImport& import);
Leaves import_dynamic_slice(InstructionImport& import);
Leaves import_rng(InstructionImport& import);
Leaves import_rng_bit_generator(InstructionImport& import);
Leaves import_scaled_dot(InstructionImport& import);
Leaves import_stochastic_convert(InstructionImport& import);
Leaves import_bitcast_convert(InstructionImport& import);
Leaves import_contraction(InstructionImport& import);
Leaves import_topk(InstructionImport& import);

// Processes: import_processes.cpp.
Leaves import_all_to_all(InstructionImport& import);
Leaves import_reducing_collective(InstructionImport& import);
Leaves import_all_reduce_start(InstructionImport& import);
Leaves import_collective_start(InstructionImport& import);
Leaves import_collective_permute_start(InstructionImport& import);
Leaves import_ragged_all_to_all(InstructionImport& import);
Leaves import_send(InstructionImport& import);
Leaves import_recv(InstructionImport& import);
Leaves import_send_done(InstructionImport& import);
Leaves import_recv_done(InstructionImport& import);

}  // namespace hlo2c::frontend
