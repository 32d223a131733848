#include <fmt/format.h>

#include <algorithm>

#include "frontend/evaluate/collectives.h"
#include "frontend/evaluate/dynamic_calls.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/lapack.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/rendezvous.h"
#include "frontend/evaluate/sort.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/shape_assertion.h"
#include "frontend/ops/shape_operands.h"

namespace hlo2c::frontend {
namespace {

/// Sends and receives need several processes.
Process& process_of(const OpCall& call) {
    if (call.process() == nullptr)
        call.fail_here("the program runs as one process, so no other process can answer",
                       "Run it as several processes: --ranks N.");
    return *call.process();
}

std::string failed_assertion(const OpCall& call) {
    std::vector<std::optional<std::int64_t>> values;
    for (int i = 1; i < call.operand_count(); i++) values.emplace_back(call.operand(i).integer(0));
    return shape_assertion_message(call.op(), values);
}

/// Runs the call without the operands at `positions`, which hold the result shapes, and with the shapes that
/// are now known.
void evaluate_with_shapes(OpCall& call, const std::vector<std::size_t>& positions) {
    Function sized;
    Op op = call.op();
    std::vector<const Datum*> operands;
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        const Datum& datum = call.datum(static_cast<int>(i));
        op.operands[i] = sized.add_value(datum.is_tensor() ? Type(datum.tensor().type())
                                                           : call.function().type(call.op().operands[i]));
        if (std::find(positions.begin(), positions.end(), i) == positions.end()) operands.push_back(&datum);
    }
    for (std::size_t i = 0; i < op.results.size(); i++) {
        const Shape shape = integer_list(call.operand(static_cast<int>(positions[i])));
        const bool is_negative = std::any_of(shape.begin(), shape.end(), [](auto size) { return size < 0; });
        if (is_negative || !is_possible_shape(shape))
            call.fail_here(fmt::format("the program computes the invalid shape {} for result {}",
                                       fmt::join(shape, "x"), i),
                           "Check the sizes of the arguments.");
        op.results[i] = sized.add_value(call.typed(shape, static_cast<int>(i)));
    }
    op = without_shape_operands(op, positions);
    OpCall inner(call.program(), sized, op, nullptr, call.process());
    inner.set_operands(std::move(operands));
    evaluate_CustomCall(inner);
    for (Datum& result : inner.results()) call.give(std::move(result));
}

}  // namespace

void evaluate_PartitionId(OpCall& call) {
    const Process* process = call.process();
    call.give(from_integers(call.result_type(),
                            {process != nullptr ? process->grid().partition(process->rank) : 0}));
}
void evaluate_ReplicaId(OpCall& call) {
    const Process* process = call.process();
    call.give(
        from_integers(call.result_type(), {process != nullptr ? process->grid().replica(process->rank) : 0}));
}

void evaluate_Send(OpCall& call) {
    Process& process = process_of(call);
    std::vector<Datum> data;
    for (int i = 0; i + 1 < call.operand_count(); i++) data.push_back(call.datum(i));
    const auto pairs = process_pairs(group_table(call.program(), call.op()), process.grid());
    const auto pair = std::find_if(pairs.begin(), pairs.end(),
                                   [&](const auto& candidate) { return candidate.first == process.rank; });
    if (pair != pairs.end())
        process.rendezvous.send(channel_of(call.op()), process.rank, pair->second, std::move(data));
    else if (pairs.empty())
        process.rendezvous.send(channel_of(call.op()), process.rank, -1, std::move(data));
    call.give(Datum(Token{}));
}

void evaluate_Recv(OpCall& call) {
    Process& process = process_of(call);
    const auto pairs = process_pairs(group_table(call.program(), call.op()), process.grid());
    const auto pair = std::find_if(pairs.begin(), pairs.end(),
                                   [&](const auto& candidate) { return candidate.second == process.rank; });
    if (!pairs.empty() && pair == pairs.end()) {
        for (std::size_t i = 0; i + 1 < call.op().results.size(); i++)
            call.give(zeros(call.result_type(static_cast<int>(i))));
    } else {
        std::vector<Datum> data = process.rendezvous.receive(call, process.rank, channel_of(call.op()),
                                                             pairs.empty() ? -1 : pair->first);
        if (data.size() + 1 != call.op().results.size())
            call.fail_here(fmt::format("{} values are received, but {} are expected", data.size(),
                                       call.op().results.size() - 1),
                           "Receive the values that are sent on the channel.");
        for (Datum& datum : data) call.give(std::move(datum));
    }
    call.give(Datum(Token{}));
}

/// An array of another element type of the same width is reinterpreted as the type that the program reads.
void evaluate_Infeed(OpCall& call) {
    Process* process = call.process();
    for (std::size_t i = 0; i + 1 < call.op().results.size(); i++) {
        if (process == nullptr || process->infeed.empty())
            call.fail_here("the infeed has no more data", "Feed as many arrays as the program reads.");
        const Literal next = std::move(process->infeed.front());
        process->infeed.pop_front();
        const TensorType& wanted = call.result_type(static_cast<int>(i));
        if (next.type().shape != wanted.shape ||
            byte_width(next.type().element) != byte_width(wanted.element))
            call.fail_here(fmt::format("the next array of the infeed is {}, but the program reads {}",
                                       to_string(next.type()), to_string(wanted)),
                           "Feed arrays of the types that the program reads.");
        call.give(Literal(wanted, next.expanded()));
    }
    call.give(Datum(Token{}));
}

void evaluate_Outfeed(OpCall& call) {
    Process* process = call.process();
    for (int i = 0; process != nullptr && i + 1 < call.operand_count(); i++)
        process->outfeed.push_back(call.operand(i));
    call.give(Datum(Token{}));
}

/// Runs `programs`, a list of replicas, each a list of partitions; each gets its share of the operands. The
/// functions in `infeed` take no arguments; each one's results are an entry of the infeed queue that all
/// processes read.
void evaluate_InterpreterRunParallel(OpCall& call) {
    const auto names = [&](const Attribute& list) {
        std::vector<std::string> found;
        if (const auto* array = list.get_if<ArrayAttribute>())
            for (const Attribute& element : array->elements)
                if (const auto* symbol = element.get_if<SymbolAttribute>()) found.push_back(symbol->name);
        return found;
    };
    const auto function = [&](const std::string& name) -> const Function& {
        const Function* found = call.program().function(name);
        if (found == nullptr)
            call.fail_here(fmt::format("there is no function @{} to run", name),
                           "Add the function to the program, or correct the name.");
        return *found;
    };
    const Attribute* programs = call.op().attribute(attr::programs);
    const auto* rows = programs != nullptr ? programs->get_if<ArrayAttribute>() : nullptr;
    if (rows == nullptr || rows->elements.empty())
        call.fail_here("programs is not a table of functions", "Give one list of functions per replica.");
    ProcessGrid grid{static_cast<int>(rows->elements.size()),
                     static_cast<int>(names(rows->elements[0]).size())};
    std::vector<Literal> infeed;
    if (const Attribute* feeds = call.op().attribute(attr::infeed))
        for (const std::string& name : names(*feeds))
            for (Datum& datum : run_function(call.program(), function(name), {}))
                if (datum.is_tensor()) infeed.push_back(datum.tensor());
    std::vector<ProcessTask> tasks;
    int next = 0;
    for (const Attribute& row : rows->elements) {
        if (static_cast<int>(names(row).size()) != grid.partitions)
            call.fail_here("the replicas have different partition counts",
                           "Give the same number of functions for each replica.");
        for (const std::string& name : names(row)) {
            ProcessTask task{&function(name), {}, infeed};
            for (std::size_t i = 0; i < task.function->arguments().size(); i++, next++) {
                if (next >= call.operand_count())
                    call.fail_here("there are fewer operands than the functions take",
                                   "Give the arguments of each process.");
                task.arguments.push_back(call.datum(next));
            }
            tasks.push_back(std::move(task));
        }
    }
    for (ProcessResult& result : run_processes(call.program(), grid, std::move(tasks)))
        for (Datum& datum : result.results) call.give(std::move(datum));
}

void evaluate_SdyReshard(OpCall& call) {
    call.give(call.datum(0));
}
void evaluate_SdyShardingConstraint(OpCall& call) {
    call.give(call.datum(0));
}

namespace {

bool check_assertion(OpCall& call) {
    if (call.operand(0).integer(0) == 0)
        call.fail_here(failed_assertion(call), "Give arguments of sizes that the program allows.");
    return true;
}

bool allocate_buffer(OpCall& call) {
    for (std::size_t i = 0; i < call.op().results.size(); i++)
        call.give(zeros(call.result_type(static_cast<int>(i))));
    return true;
}

/// Placement, layout and sharding change nothing in one process.
bool give_operands(OpCall& call) {
    for (std::size_t i = 0; i < call.op().results.size(); i++) call.give(call.datum(static_cast<int>(i)));
    return true;
}

/// Evaluates a call; false for a form of it that the evaluator does not know.
using CallEvaluation = bool (*)(OpCall&);

constexpr auto call_evaluations = by_enumerator<last_library_call, CallEvaluation>({
    {LibraryCall::AllocateBuffer, allocate_buffer},
    {LibraryCall::Annotation, give_operands},
    {LibraryCall::ApproximateTopK, evaluate_approximate_top_k},
    {LibraryCall::DynamicApproximateTopK, evaluate_approximate_top_k},
    {LibraryCall::DynamicRandomBits, evaluate_dynamic_random_bits},
    {LibraryCall::DynamicReduceWindow, evaluate_dynamic_reduce_window},
    {LibraryCall::DynamicTopK, evaluate_custom_top_k},
    {LibraryCall::FullToShard, give_operands},
    {LibraryCall::Lapack, evaluate_lapack},
    {LibraryCall::Pin, give_operands},
    {LibraryCall::RaggedAllToAll, evaluate_ragged_all_to_all},
    {LibraryCall::ResultSharding, give_operands},
    {LibraryCall::ShapeAssertion, check_assertion},
    {LibraryCall::ShardToFull, give_operands},
    {LibraryCall::Sharding, give_operands},
    {LibraryCall::TopK, evaluate_custom_top_k},
    {LibraryCall::Unpin, give_operands},
});

}  // namespace

void evaluate_CustomCall(OpCall& call) {
    if (const auto positions = shape_operands(call.function(), call.op()); !positions.empty())
        return evaluate_with_shapes(call, positions);
    const LibraryRow& row = library_row(call.op());
    const CallEvaluation evaluate = call_evaluations[static_cast<std::size_t>(row.call)];
    if (evaluate == nullptr || !has_counts(row, call.op()) || !evaluate(call))
        call.refuse("the custom call @" + std::string(call.op()[attr::call_target_name]));
}

}  // namespace hlo2c::frontend
