#pragma once

#include <map>
#include <string>
#include <vector>

#include "codegen/library/library.h"
#include "codegen/text/names.h"

namespace hlo2c::codegen {

/// An input or output as the emitted C names it.
struct PortModel {
    const scheduler::Port* port = nullptr;
    std::string member;        ///< of the inputs or outputs structure
    std::string element_type;  ///< C type of an element in memory: "float", "uint16_t" for bf16
    int element_bytes = 1;     ///< alignment of the tensor: that of `element_type`
    std::int64_t bytes = 0;
    int donated_to = -1;  ///< input: output that may have the same address, or -1
};

/// An entry point with every name decided.
struct FunctionModel {
    const scheduler::FunctionPlan* plan = nullptr;
    std::string name;                       ///< "main"
    std::string upper;                      ///< "MAIN": unlike that of any other function
    std::string symbol;                     ///< "lenet_main"
    std::string checker, caller;            ///< "check_main", "call_main": functions of the source file
    std::string input_table, output_table;  ///< "main_inputs", "main_outputs": arrays of the source file
    std::map<const scheduler::WhileStep*, std::string>
        slot_functions;  ///< per loop that slots divide: "loop1_of_main"
    std::vector<PortModel> inputs, outputs;
    std::vector<std::string> buffer_constants;  ///< per buffer: "AT_CONV1" for those in the arena, else ""
    std::int64_t arena_bytes = 0;               ///< the plan's, plus the area for NAME_call if it needs one
    std::int64_t call_area = -1;                ///< offset of that area, or -1
    std::string arena_macro;                    ///< "LENET_ARENA_BYTES"
};

/// A pool of values as the emitted C names it.
struct PoolModel {
    scheduler::MemoryPool pool;
    std::string macro;       ///< "LENET_POOL_PSRAM": constants of its size and alignment begin with it
    std::string address;     ///< "pool_psram": the variable of an entry point; "arena" for the first pool
    std::string array;       ///< "lenet_memory_psram": the array that the header offers to define
    std::int64_t bytes = 0;  ///< the most that any function uses
};

/// A function that the caller implements for the custom calls of one target with the same element types.
struct CustomFunctionModel {
    std::string member;              ///< of the structure NAME_custom_calls: "solve"
    std::vector<std::size_t> calls;  ///< of the plan's custom calls, in program order
};

/// A plan with the decisions of the library writer, such as names and the storage of weights. Refers to the
/// plan and the kernels, which must outlive it.
struct LibraryModel {
    const scheduler::Plan* plan = nullptr;
    const PrintedKernels* kernels = nullptr;
    const LibraryOptions* options = nullptr;
    std::string name, upper;
    WeightStorage storage = WeightStorage::C;
    std::vector<FunctionModel> functions;
    std::vector<std::string>
        weight_names;               ///< per weight: symbol of the array (C), constant of the offset (else)
    std::int64_t weight_bytes = 0;  ///< of all weights, with the gaps between them
    std::uint64_t weights_checksum = 0;  ///< of the weights' file
    std::int64_t arena_bytes = 0;        ///< the largest arena of any function
    std::vector<PoolModel> pools;  ///< the target's pools of values, if it has any; the first is the arena
    std::int64_t arena_alignment = scheduler::arena_alignment;
    std::vector<CustomFunctionModel> custom_functions;
    bool has_parallel_loops = false;

    /// The program's name, or the library's for a program without one.
    const std::string& program_name() const { return plan->program_name.empty() ? name : plan->program_name; }
    /// True if the library communicates with other processes or uses feeds.
    bool has_processes() const { return !plan->collectives.empty() || !plan->transfers.empty(); }
    /// True if a call may be refused, because the caller provides no hook or an assertion of the program
    /// fails.
    bool may_refuse() const { return has_processes() || !plan->custom_calls.empty(); }
    bool has_weights() const { return !plan->weights.empty(); }
    /// True if the target has pools of values besides the arena.
    bool has_further_pools() const { return pools.size() > 1; }
    /// True if weights are one block of memory behind a pointer.
    bool has_blob() const { return has_weights() && storage != WeightStorage::C; }
};

/// Alignment of tensors in memory that the library itself lays out: the weights' blob, and areas in the
/// arena.
inline constexpr std::int64_t area_alignment = 64;
inline constexpr std::int64_t blob_header_bytes = 64;
/// Bytes that the weights take in the target's pool of weights.
std::int64_t weight_pool_bytes(const LibraryModel& model);
/// The largest alignment of any memory that the library asks for.
std::int64_t largest_alignment(const LibraryModel& model);

LibraryModel make_model(const scheduler::Plan& plan, const PrintedKernels& kernels,
                        const LibraryOptions& options);

/// C type of one element at the boundary: sub-byte types are bytes, complex numbers are pairs of their part.
std::string c_type(frontend::ElementType type);
std::string c_type(scheduler::ScalarKind kind);
/// "f32[1,28,28,1]".
std::string short_type(const frontend::TensorType& type);
/// "HLO2C_F32".
std::string dtype_constant(frontend::ElementType type);

/// The comment at the top of an emitted file: its name, what it is, and the notice.
std::string file_notice(const LibraryModel& model, const std::string& file, const std::string& what);
/// The notice alone, as one sentence or two.
std::string notice_text(const LibraryModel& model);

}  // namespace hlo2c::codegen
