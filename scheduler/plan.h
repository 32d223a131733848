#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/ir/literal.h"
#include "scheduler/loops/float_rules.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/processes/process_constants.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler {

using BufferId = std::uint32_t;
using KernelId = std::uint32_t;

/// Where a kernel comes from, for the report: lowered by Halide, a unit of runtime_c, or written as LoopNest
/// directly.
enum class KernelOrigin : std::uint8_t { Halide, Runtime, Direct };

/// One distinct kernel. Steps that compute the same thing on other buffers share it.
struct Kernel {
    std::string name;  ///< a C identifier without the library's prefix: "dot_bias_relu_f32_128x64x256"
    LoopNest nest;
    KernelOrigin origin = KernelOrigin::Halide;
    std::string runtime_function;  ///< Runtime: function of runtime_c that is called, with its unit below
    std::string runtime_unit;
    /// Runtime: the type of the constants that the function takes after its buffers, and their members in
    /// order;
    /// "" where it takes none. A function with scratch (nest.scratch_bytes) takes it before the constants.
    std::string runtime_structure;
    std::vector<std::pair<std::string, std::int64_t>> runtime_constants;
    std::vector<std::string> ops;      ///< "%3 stablehlo.convolution", ... in program order, of the first use
    std::vector<std::string> sources;  ///< "model.py:41", first use, without repeats
    std::string shapes;                ///< "f32[1,28,28,1] * f32[5,5,1,32] -> f32[1,24,24,32]"
    std::string schedule;              ///< words for people: "tile: 6 rows x 2 vectors of 8 in registers"
    std::string estimate;              ///< its cost, by which it was chosen; "" where there was no choice
    std::string tile;                  ///< short form for NAME.json: "6x16"
    int vector_lanes = 1;
    std::int64_t flops = 0;  ///< per call
    std::int64_t bytes = 0;  ///< read and written per call, each buffer once
};

enum class BufferRole : std::uint8_t {
    Argument,  ///< the caller's, read only
    Result,    ///< the caller's, written
    Weight,    ///< constant data of the library
    Arena,     ///< placed by the memory plan
};

/// A stretch of memory that steps name.
struct Buffer {
    std::string name;  ///< a C identifier: "conv1", "arg0", "loop3_state"
    BufferRole role = BufferRole::Arena;
    int index = -1;  ///< argument or result number, or weight number
    std::int64_t bytes = 0;
    ScalarKind element = ScalarKind::F32;
    std::string type;          ///< "f32[1,24,24,32]" for comments
    std::int64_t offset = -1;  ///< Arena: bytes from the arena's start; Weight: bytes from the blob's start
    int first_step = 0, last_step = 0;  ///< Arena: closed range of step times in which it is live
    bool is_scratch = false;            ///< Arena: a kernel's or a hook's own, no value of the program
    std::vector<std::string> sources;
};

/// The content of a buffer that holds nothing known, and of one that holds weight `number`.
inline constexpr std::int64_t no_content = -1;
constexpr std::int64_t weight_content(int number) {
    return -2 - std::int64_t{number};
}

struct BufferRange {
    BufferId buffer = 0;
    std::int64_t byte_offset = 0;
};

/// A buffer and what it holds: the number of a value, of what a loop carries, or of a weight.
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
/// memcpy of `bytes`; the ranges do not overlap. With `unless_shared` the caller may have passed one address
/// for both, and nothing is copied then.
struct CopyStep {
    BufferRange destination, source;
    std::int64_t bytes = 0;
    bool unless_shared = false;
};
/// A scalar that counts a loop: it is at `counter` while the body runs, and grows by `step` afterwards.
struct LoopCounter {
    BufferRange counter;
    ScalarKind kind = ScalarKind::I32;
    std::optional<std::int64_t> first;  ///< nothing: it is there already
    std::string comparison;             ///< with the limit, in C; the loop goes on while it holds
    std::optional<std::int64_t> last;   ///< the limit where it is a constant
    BufferRange limit;                  ///< where it lies otherwise
    std::int64_t step = 1;
};
/// Runs `condition`, reads one u8 at `predicate`, runs `body` and starts again while it is not 0; or, with a
/// `count`, runs `body` for as long as that says.
struct WhileStep {
    std::vector<Step> condition;
    BufferRange predicate;
    std::vector<Step> body;
    std::int64_t trip_count = -1;  ///< known at compile time, or -1
    std::optional<LoopCounter> count;
    /// A buffer that holds `initial` before the loop and `next` at the end of a turn: `content` in each turn
    /// and after the loop. Counters have no `next`, and no `initial` where it is a constant.
    struct Carried {
        BufferId buffer = 0;
        std::int64_t initial = no_content, next = no_content, content = no_content;
    };
    std::vector<Carried> carried = {};
};
/// Runs branch `index` read at `selector`: u8 0/1 picks branch 1-value of two (If), i32 picks with the last
/// branch for everything out of range (Case).
struct BranchStep {
    BufferRange selector;
    bool is_if = false;
    std::vector<std::vector<Step>> branches;
    std::vector<Held> results = {};
    std::vector<std::vector<std::int64_t>> branch_contents = {};  ///< of the results' buffers, by branch
};

/// Runs collective number `collective` of the plan, or starts or ends it. Ends name the same buffers as their
/// starts, so that these stay alive in between.
struct CollectiveStep {
    std::uint32_t collective = 0;
    Phase phase = Phase::Whole;
    BufferRange input, output;
    std::int64_t scratch = -1;  ///< buffer for the transport to use, or -1
    std::int64_t request = -1;  ///< buffer that holds the hook's request
    std::vector<BufferRange>
        numbers;  ///< the roots of broadcast and reduce; the four lists of a ragged exchange
};
/// Hands data to a hook, or gets it from there. Sends have a start and an end. Those that `repeat` may start
/// any number of times, each after the end of the one before; they are idle before the first.
struct TransferStep {
    std::uint32_t transfer = 0;
    Phase phase = Phase::Whole;
    bool repeats = false;
    BufferRange data;
    std::int64_t request = -1;
};
/// Hands operands to the hook for custom calls, which writes the results. An operand that shares memory with
/// a result names the result's range.
struct CustomCallStep {
    std::uint32_t custom_call = 0;
    std::vector<BufferRange> inputs, outputs;
    std::int64_t request = -1;  ///< buffer that holds the hook's request and its lists of addresses
};
/// Writes this process's replica or partition as u32.
struct ProcessIdStep {
    bool is_replica = false;
    BufferRange destination;
};

struct Step {
    std::variant<CallStep, CopyStep, WhileStep, BranchStep, CollectiveStep, TransferStep, CustomCallStep,
                 ProcessIdStep>
        action;
    int time = 0;                               ///< position in the one linear order that liveness uses
    std::string comment;                        ///< ops it implements and their sources, for the emitted C
    std::vector<Held> reads = {}, writes = {};  ///< of anything but loops, branches and copies
};

/// One argument or result of the entry point.
struct Port {
    std::string name;  ///< C identifier, unique among inputs or outputs: "image"
    frontend::TensorType type;
    int position = 0;  ///< number in the program as read (bound arguments keep theirs and are left out)
    BufferId buffer = 0;
    std::int64_t content = no_content;  ///< what the buffer holds at the beginning, or at the end
    int donated_to = -1;      ///< input: result number for which the caller may pass the same address, or -1
    std::string description;  ///< jax.result_info, argument location, ...
    /// For a tensor at its bound: the number of the input or output, an i32, that says the size of a
    /// dimension.
    std::map<std::int64_t, int> sizes;
};

struct Weight {
    std::string name;
    std::vector<std::byte> bytes;  ///< as kernels read it (packed where the schedule says so)
    ScalarKind element = ScalarKind::F32;
    std::string type;  ///< "f32[5,5,1,32]" of the program, "packed [2,25,16]" where repacked
    std::string source;
    std::int64_t program_bytes = 0;  ///< of the constants that it is made of; 0 for a table of the library's
    std::int64_t offset = 0;         ///< from the start of the blob, 64-byte aligned
};

/// One entry point.
struct FunctionPlan {
    std::string name;  ///< "main"
    std::vector<Port> inputs, outputs;
    std::vector<Buffer> buffers;
    std::vector<Step> steps;
    std::int64_t arena_bytes = 0;
    std::int64_t arena_lower_bound = 0;
    std::int64_t value_bytes = 0;    ///< the most bytes of values in the arena at one time
    std::int64_t scratch_bytes = 0;  ///< the same of scratch
    std::string memory_proof;        ///< "optimal" or "open"
};

/// All that codegen needs to write a library.
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
};

/// Room for the request of a hook; and for each address in the lists that follow that of a custom call.
inline constexpr std::int64_t request_bytes = 512, address_bytes = 8;

std::string to_json(const Plan& plan);

}  // namespace hlo2c::scheduler
