#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/ir/keywords.h"
#include "frontend/ir/literal.h"
#include "scheduler/loops/float_rules.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/processes/process_constants.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

using BufferId = std::uint32_t;
using KernelId = std::uint32_t;

/// How a kernel was made: lowered by Halide, a call of a function of runtime_c, or built directly as a
/// LoopNest.
enum class KernelOrigin : std::uint8_t { Halide, Runtime, Direct };
const char* name_of(KernelOrigin origin);

/// One distinct kernel. Steps that run the same computation on different buffers share it.
struct Kernel {
    std::string name;  ///< a C identifier without the library's prefix: "dot_bias_relu_f32_128x64x256"
    LoopNest nest;
    KernelOrigin origin = KernelOrigin::Halide;
    std::string runtime_function;  ///< Runtime: the function of runtime_c that is called; its unit is below
    std::string runtime_unit;
    /// Runtime: the structure type of the constants, a parameter after the buffers, and its members in order;
    /// "" if the function takes none. A function with scratch (nest.scratch_bytes) takes the scratch before
    /// the constants.
    std::string runtime_structure;
    std::vector<std::pair<std::string, std::int64_t>> runtime_constants;
    std::vector<std::string> ops;      ///< "%3 stablehlo.convolution", ... in program order, of the first use
    std::vector<std::string> scopes;   ///< parts of the model, "Net/Conv_0", of the first use
    std::vector<std::string> sources;  ///< "model.py:41", first use, without repeats
    std::string operation;             ///< of a contraction or a call: "f32[2,64], f32[64,8] -> f32[2,8]"
    std::string schedule;              ///< for people: "tile: 6 rows x 2 vectors of 8 in registers"
    std::string estimate;  ///< the estimated cost that ranked its schedule; "" if it has no estimate
    std::string tile;      ///< short form for NAME.json: "6x16"
    int vector_lanes = 1;
    std::string problem;     ///< the text of its problem; "" for a kernel without one
    bool is_tuned = false;   ///< a tuning chose its schedule
    std::int64_t flops = 0;  ///< per call
    std::int64_t bytes = 0;  ///< read and written per call
};

/// The types of a kernel's operation, or of its parameters.
inline std::string shapes_of(const Kernel& kernel) {
    return kernel.operation.empty() ? parameter_types(kernel.nest) : kernel.operation;
}

enum class BufferRole : std::uint8_t {
    Argument,  ///< the caller's, read only
    Result,    ///< the caller's, written
    Weight,    ///< constant data of the library
    Arena,     ///< placed by the memory plan
    /// In the caller's memory for result `index`, until the result itself is written.
    WithinResult,
};
const char* name_of(BufferRole role);

/// A contiguous range of memory that steps refer to by its id.
struct Buffer {
    std::string name;  ///< a C identifier: "conv1", "arg0", "loop3_state"
    BufferRole role = BufferRole::Arena;
    int index = -1;  ///< argument, result or weight number
    std::int64_t bytes = 0;
    ScalarKind element = ScalarKind::F32;
    std::string type;          ///< "f32[1,24,24,32]" for comments
    std::int64_t offset = -1;  ///< bytes from the start of the pool, of the result or of the weights' blob
    int pool = 0;              ///< Arena: number of the pool; 0 is the arena itself
    int first_step = 0, last_step = 0;  ///< Arena, WithinResult: first and last time at which it is live
    bool is_scratch = false;            ///< Arena: scratch of a kernel or hook, not a value of the program
    /// Arena: copies, one after another in `bytes`, one for each slot of the loop that uses the buffer.
    int slots = 1;
    std::vector<std::string> sources;

    std::int64_t bytes_per_slot() const { return bytes / slots; }
};

/// Content numbers: of a buffer with unknown content, and of a buffer that holds weight `number`.
inline constexpr std::int64_t no_content = -1;
constexpr std::int64_t weight_content(int number) {
    return -2 - std::int64_t{number};
}

struct BufferRange {
    BufferId buffer = 0;
    std::int64_t byte_offset = 0;
};

/// A buffer and its content: the number of a value, of a loop carry, or of a weight.
struct Held {
    BufferId buffer = 0;
    std::int64_t content = no_content;
};

struct Step;

/// Runs a kernel; one range per parameter. `scratch` is the arena buffer with the kernel's scratch, or -1.
struct CallStep {
    KernelId kernel = 0;
    std::vector<BufferRange> arguments;
    std::int64_t scratch = -1;
};
/// memcpy of `bytes` between ranges that do not overlap. With `unless_shared` the caller may pass one address
/// for both; then nothing is copied.
struct CopyStep {
    BufferRange destination, source;
    std::int64_t bytes = 0;
    bool unless_shared = false;
};
/// The scalar counter of a loop: it is in `counter` while the body runs, and `step` is added after the body.
struct LoopCounter {
    BufferRange counter;
    ScalarKind kind = ScalarKind::I32;
    std::optional<std::int64_t> first;  ///< nullopt: `counter` already holds it
    /// Of counter and limit; the loop continues while it is true.
    frontend::ComparisonDirection comparison = frontend::ComparisonDirection::Lt;
    std::optional<std::int64_t> last;  ///< the limit, if it is a constant
    BufferRange limit;                 ///< otherwise the memory that holds it
    std::int64_t step = 1;
};
/// Runs `condition` and reads one u8 at `predicate`; if it is not 0, runs `body` and repeats. With a `count`,
/// runs `body` while the counter's comparison is true instead. With several `slots` it counts from 0 by 1 to
/// a constant, and the slots run their trips side by side: each has its own copies of the buffers that only
/// the body uses, and of the counter, and writes other bytes of the buffers that all share.
struct WhileStep {
    std::vector<Step> condition;
    BufferRange predicate;
    std::vector<Step> body;
    std::int64_t trip_count = -1;  ///< known at compile time, or -1
    std::optional<LoopCounter> count;
    int slots = 1;
    /// A loop carry. `initial`, `next` and `content` are numbers of what its buffer holds: before the loop,
    /// at the end of an iteration, and during each iteration and after the loop. A counter has no `next`, and
    /// no `initial` if that is a constant; nor has a carry whose elements are all written before they are
    /// read.
    struct Carried {
        BufferId buffer = 0;
        std::int64_t initial = no_content, next = no_content, content = no_content;
    };
    std::vector<Carried> carried = {};

    bool is_parallel() const { return slots > 1; }
};
/// Runs the branch that `selector` picks. If: a u8; 1 picks branch 0, 0 picks branch 1. Case: an i32; values
/// out of range pick the last branch.
struct BranchStep {
    BufferRange selector;
    bool is_if = false;
    std::vector<std::vector<Step>> branches;
    std::vector<Held> results = {};
    std::vector<std::vector<std::int64_t>> branch_contents =
        {};  ///< of the result buffers at the end of each branch
};

/// Runs, starts or ends collective number `collective` of the plan. An end names the same buffers as its
/// start, which keeps them live in between.
struct CollectiveStep {
    std::uint32_t collective = 0;
    Phase phase = Phase::Whole;
    BufferRange input, output;
    std::int64_t scratch = -1;  ///< buffer that the transport uses as scratch, or -1
    std::int64_t request = -1;  ///< buffer that holds the hook's request
    std::vector<BufferRange>
        numbers;  ///< the dynamic root of a broadcast or reduce, or the four lists of a ragged all-to-all
};
/// Passes data to a hook or gets data from it. A send has a start and an end. A send that `repeats` may start
/// any number of times, each time after the previous one has ended; before the first start it is idle.
struct TransferStep {
    std::uint32_t transfer = 0;
    Phase phase = Phase::Whole;
    bool repeats = false;
    BufferRange data;
    std::int64_t request = -1;
};
/// Passes operands to the custom-call hook, which writes the results. An operand that shares memory with a
/// result names the result's range.
struct CustomCallStep {
    std::uint32_t custom_call = 0;
    std::vector<BufferRange> inputs, outputs;
    std::int64_t request = -1;  ///< buffer that holds the hook's request and its lists of addresses
};
/// Writes the replica or partition number of this process as u32.
struct ProcessIdStep {
    bool is_replica = false;
    BufferRange destination;
};

struct Step {
    std::variant<CallStep, CopyStep, WhileStep, BranchStep, CollectiveStep, TransferStep, CustomCallStep,
                 ProcessIdStep>
        action;
    int time = 0;                               ///< position on the time axis of the live ranges
    std::string comment;                        ///< ops it implements and their sources, for the emitted C
    std::vector<Held> reads = {}, writes = {};  ///< empty for loops, branches and copies
};

/// One argument or result of the entry point.
struct Port {
    std::string name;  ///< C identifier, unique among inputs or outputs: "image"
    frontend::TensorType type;
    int position = 0;  ///< position in the program as read; bound arguments count, but have no port
    BufferId buffer = 0;
    std::int64_t content = no_content;  ///< content of the buffer at entry (input) or at return (output)
    int donated_to = -1;       ///< input: result number for which the caller may pass the same address, or -1
    std::string description;   ///< jax.result_info, argument location, ...
    std::string quantization;  ///< what its integers stand for: "f32 = 0.5 * (i8 - 3)", or ""
    std::string whole;         ///< of a part: the HLO sharding of the tensor that all processes have, or ""
    /// For a bounded tensor: by dimension, the number of the i32 input or output that holds the dimension's
    /// size.
    std::map<std::int64_t, int> sizes;
};

struct Weight {
    std::string name;
    frontend::SharedBytes bytes;  ///< as kernels read it (packed where the schedule says so)
    ScalarKind element = ScalarKind::F32;
    std::string type;  ///< "f32[5,5,1,32]" of the program, "packed [2,25,16]" where repacked
    std::string source;
    std::int64_t program_bytes =
        0;  ///< of the constants that it was made from; 0 for a table that the compiler adds
    std::int64_t offset = 0;  ///< from the start of the blob, 64-byte aligned
};

/// What a function uses of a pool.
struct PoolUse {
    std::int64_t bytes = 0, lower_bound = 0;
    std::string proof;  ///< "optimal" or "open"
};

/// One entry point.
struct FunctionPlan {
    std::string name;  ///< "main"
    std::vector<Port> inputs, outputs;
    std::vector<Buffer> buffers;
    std::vector<Step> steps;
    std::int64_t arena_bytes = 0;
    std::int64_t arena_lower_bound = 0;
    std::int64_t value_bytes = 0;    ///< peak of the live bytes of values in the arena
    std::int64_t scratch_bytes = 0;  ///< peak of the live bytes of scratch
    std::string memory_proof;        ///< "optimal" or "open"
    /// Of the target's pools of values after the first, which is the arena.
    std::vector<PoolUse> further_pools;
};

/// A problem that several schedules solve, all with the same bits unless the rules are `Fast`.
struct ProblemChoice {
    std::string problem;
    std::vector<std::string> candidates;  ///< decisions of each, the best estimate first
    std::size_t chosen = 0;
    bool is_tuned = false;  ///< a tuning chose it
};

/// Everything that codegen needs to write a library.
struct Plan {
    std::string program_name;
    std::string source_file;  ///< base name of the file read
    Target target;
    FloatRules float_rules = FloatRules::Strict;
    std::vector<FunctionPlan> functions;
    std::vector<Kernel> kernels;
    std::vector<Weight> weights;
    std::vector<Collective> collectives;
    std::vector<Combiner> combiners;
    std::vector<Transfer> transfers;
    std::vector<CustomCall> custom_calls;
    std::vector<ProblemChoice> choices;  ///< one per problem

    /// The bytes of all weights, without the gaps that align them.
    std::int64_t weight_bytes() const;
};

/// Bytes that buffers in the arena are aligned to, unless the target's pools say otherwise.
inline constexpr std::int64_t arena_alignment = 64;

/// Bytes reserved for a hook's request, and for each address in the lists that follow a custom call's
/// request.
inline constexpr std::int64_t request_bytes = 512, address_bytes = 8;

/// Bytes after the arena in which NAME_call builds the structures of inputs and outputs; 0 if there are so
/// few pointers that the stack has room.
std::int64_t call_area_bytes(const FunctionPlan& function);

/// Runs `visit` on every step in order, those inside loops and branches included.
template <typename Steps, typename Visit>
void for_each_step(Steps& steps, const Visit& visit) {
    for (auto& step : steps) {
        visit(step);
        if (auto* const loop = std::get_if<WhileStep>(&step.action)) {
            for_each_step(loop->condition, visit);
            for_each_step(loop->body, visit);
        } else if (auto* const branch = std::get_if<BranchStep>(&step.action)) {
            for (auto& each : branch->branches) for_each_step(each, visit);
        }
    }
}

/// Per kernel, the steps that call it.
std::vector<std::int64_t> calls_of_kernels(const Plan& plan);

/// Where each function's values are in the arena: a line for each buffer.
std::string memory_text(const Plan& plan);
/// The steps and buffers of a function.
nlohmann::ordered_json json_of(const FunctionPlan& function);
nlohmann::ordered_json json_of(const Plan& plan);

}  // namespace hlo2c::scheduler
