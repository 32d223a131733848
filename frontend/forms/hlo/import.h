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

/// The values that stand for one instruction: one per leaf of its shape.
using Leaves = std::vector<ValueId>;

/// What all computations of a module share while it becomes a program.
class ModuleImport {
public:
    ModuleImport(const wire::HloModuleProto& module, const ModuleOrigin& origin);
    Program run();

    const wire::HloModuleProto& module() const { return module_; }
    const ModuleOrigin& origin() const { return origin_; }
    Program& program() { return program_; }
    const wire::HloComputationProto& computation(std::int64_t id, const Site& site) const;
    /// The name of the function that a computation becomes.
    const std::string& function_of(std::int64_t id, const Site& site);
    LocationId location_of(const wire::HloInstructionProto& instruction);
    /// Counts an op against what a module of this size may become; computations that are regions are copied
    /// wherever they are called.
    void count_op(const Site& site);
    const Origins& origins();
    /// A number for each receive that is carried on before it is done, by which its end knows it.
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
    std::map<std::int64_t, std::string> names_;  ///< of the functions in use
    NameTable taken_{"_", 1};
    std::vector<std::int64_t> waiting_;  ///< functions that are called but not made yet
    std::unordered_map<int, LocationId> frames_;
    std::size_t ops_left_ = 0;
    std::optional<Origins> origins_;
    std::unordered_map<const wire::HloInstructionProto*, std::int64_t> receive_numbers_;
};

/// One computation becoming the ops of a region.
class ComputationImport {
public:
    ComputationImport(ModuleImport& module, Function& function, const wire::HloComputationProto& computation,
                      int depth)
        : module_(module), function_(function), computation_(computation), depth_(depth) {}

    /// Appends the computation's ops to `region`; parameter i stands for `parameters[i]`. Returns the root.
    Leaves run(const std::vector<Leaves>& parameters, Region& region);
    /// The parameter instructions by number.
    std::vector<const wire::HloInstructionProto*> parameters() const;
    Site site() const;
    /// True for a value that stands in for data which has not been received: it may be carried on, no more.
    bool is_stand_in(ValueId value) const { return stand_ins_.contains(value); }

    ModuleImport& module() { return module_; }

private:
    friend class InstructionImport;
    /// True where an operation that `start` begins is ended once, in this computation, and nobody else reads
    /// what it gives.
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
            ends;  ///< of the elements of a tuple among its leaves, when asked for
    };
    std::unordered_map<std::int64_t, Done> done_;
    std::unordered_map<std::int64_t, std::vector<const wire::HloInstructionProto*>> users_;
    std::unordered_set<ValueId> stand_ins_;
};

/// One instruction becoming ops: what the functions `import_...` look at and append to.
class InstructionImport {
public:
    InstructionImport(ComputationImport& computation, const wire::HloInstructionProto& instruction);

    const wire::HloInstructionProto& instruction() const { return instruction_; }
    const Site& site() const { return site_; }
    const Function& function() const { return computation_.function_; }

    std::size_t operand_count() const { return operands_.size(); }
    const Leaves& operand(std::size_t i) const;
    /// Element `index` of the tuple that operand `i` is.
    Leaves element(std::size_t i, std::int64_t index) const;
    const wire::ShapeProto& operand_shape(std::size_t i) const { return operand_instruction(i).shape(); }
    const wire::HloInstructionProto& operand_instruction(std::size_t i) const;
    /// The operand as one value.
    ValueId value(std::size_t i) const;
    /// The leaves of all operands, from the first on.
    Leaves all_operands(std::size_t first = 0) const;
    const Type& type(ValueId id) const { return function().type(id); }
    /// The tensor type of a value; another type is refused.
    const TensorType& tensor(ValueId id) const;
    std::vector<Type> result_types() const { return leaf_types(instruction_.shape(), site_); }
    /// The type of the one array that is the result.
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
    /// Runs the collective that has been emitted last beside the program where that ends in this computation:
    /// `results`, or as many times the future of them.
    Leaves started(Leaves results);
    /// The same for a computation that holds one collective and nothing else; an empty list where it does
    /// not.
    Leaves started_call(const std::vector<Type>& results);
    /// What a start gave, when it is done.
    Leaves finished(Leaves leaves);
    /// The data of a receive that has begun: nothing where that ends in this computation, or values that
    /// stand in for it on their way to the end.
    Leaves data_to_come(const wire::ShapeProto& shape);
    bool ends_here() const { return computation_.ends_here(instruction_); }
    /// The receives that may have begun what operand `i` is.
    std::vector<const wire::HloInstructionProto*> receives_of(std::size_t i) const;
    /// Gives `op` its place in the program and results of these types; appends it to nothing.
    void place(Op& op, const std::vector<Type>& types);
    /// Elementwise op on equal types.
    ValueId binary(OpCode code, ValueId lhs, ValueId rhs) { return emit(code, {lhs, rhs}, type(lhs)); }

    /// The called computation as a region with arguments of its own: one per leaf of the parameters, in
    /// order.
    Region region(int called);
    /// The same with its parameters bound to values that are there already.
    Region bound_region(int called, const std::vector<Leaves>& parameters);
    std::int64_t called(int index) const;
    /// A region that takes scalars of these types and compares the first two by LT.
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
/// The function for an opcode that is no row of opcodes.cpp, or nullptr.
ImportFunction import_function(std::string_view opcode);
/// By the opcode's row.
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

// Data that moves or stays: import_movement.cpp.
Leaves import_constant(InstructionImport& import);
Leaves import_tuple(InstructionImport& import);
Leaves import_get_tuple_element(InstructionImport& import);
Leaves import_identity(InstructionImport& import);
Leaves import_copy_start(InstructionImport& import);
Leaves import_first_element(InstructionImport& import);
Leaves import_dynamic_reshape(InstructionImport& import);

// The order of memory: import_bitcast.cpp.
Leaves import_bitcast(InstructionImport& import);

// Rows that need a look first, and decompositions: import_decompositions.cpp.
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
Leaves import_collective_start(InstructionImport& import);
Leaves import_ragged_all_to_all(InstructionImport& import);
Leaves import_send(InstructionImport& import);
Leaves import_recv(InstructionImport& import);
Leaves import_send_done(InstructionImport& import);
Leaves import_recv_done(InstructionImport& import);

}  // namespace hlo2c::frontend
