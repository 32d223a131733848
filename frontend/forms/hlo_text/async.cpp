#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view main_thread = "main";

/// The root of a computation; in an async computation, the wrapped instruction.
const wire::HloInstructionProto& root_of(const wire::HloComputationProto& computation) {
    for (const auto& instruction : computation.instructions())
        if (instruction.id() == computation.root_id()) return instruction;
    return computation.instructions(computation.instructions_size() - 1);
}

/// Whether the operand is the state of an asynchronous operation, (operands, results, contexts), passed on by
/// a loop, a conditional or one of their computations' parameters.
bool is_carried(const wire::HloInstructionProto& operand) {
    constexpr std::string_view carriers[] = {"async-update", "conditional", "get-tuple-element",
                                             "opt-barrier",  "parameter",   "while"};
    const wire::ShapeProto& shape = operand.shape();
    return shape.element_type() == wire::TUPLE && shape.tuple_shapes_size() >= 2 &&
           shape.tuple_shapes(0).element_type() == wire::TUPLE &&
           std::find(std::begin(carriers), std::end(carriers), operand.opcode()) != std::end(carriers);
}

}  // namespace

/// Turns `X-start(operands), attributes` into an async-start of a computation that contains only X.
void TextReader::wrap_async(Draft& draft) {
    wire::HloInstructionProto& start = *draft.instruction;
    wire::HloComputationProto& computation = *new_computation(unused_name("async_wrapped"), draft.begin);
    wire::HloInstructionProto wrapped = start;
    const wire::ShapeProto& shape = start.shape();
    *wrapped.mutable_shape() = shape.tuple_shapes(1);
    wrapped.clear_operand_ids();
    wrapped.clear_control_predecessor_ids();
    wrapped.clear_sharding();
    wrapped.clear_original_value();
    const std::int64_t first = computation.id() << 32;
    for (std::size_t i = 0; i < draft.operands.size(); i++) {
        wire::HloInstructionProto& parameter = *computation.add_instructions();
        parameter.set_name(i == 0 ? "async_param" : fmt::format("async_param.{}", i));
        parameter.set_opcode("parameter");
        parameter.set_id(first | static_cast<std::int64_t>(i));
        parameter.set_parameter_number(static_cast<std::int64_t>(i));
        *parameter.mutable_shape() = draft.operands[i]->shape();
        wrapped.add_operand_ids(parameter.id());
        result_.origin.positions.emplace(parameter.id(), cursor_.position(draft.begin));
    }
    wrapped.set_id(first | static_cast<std::int64_t>(draft.operands.size()));
    wrapped.set_name(std::string(draft.opcode->name));
    result_.origin.positions.emplace(wrapped.id(), cursor_.position(draft.begin));
    wire::HloInstructionProto& root = *computation.add_instructions();
    root = std::move(wrapped);

    wire::HloInstructionProto plain;
    plain.set_name(start.name());
    plain.set_id(start.id());
    plain.set_opcode("async-start");
    plain.mutable_shape()->Swap(start.mutable_shape());
    *plain.mutable_operand_ids() = start.operand_ids();
    *plain.mutable_control_predecessor_ids() = start.control_predecessor_ids();
    if (start.has_sharding()) *plain.mutable_sharding() = start.sharding();
    if (start.has_metadata()) *plain.mutable_metadata() = start.metadata();
    if (start.has_original_value()) *plain.mutable_original_value() = start.original_value();
    if (draft.execution_thread && *draft.execution_thread != main_thread) {
        plain.set_async_execution_thread(*draft.execution_thread);
        computation.set_execution_thread(*draft.execution_thread);
    }
    plain.add_called_computation_ids(keep_computation(&computation, &root));
    wrapped_[plain.id()] = computation.id();
    start = std::move(plain);
}

/// Checks that the parts of an asynchronous operation match; handles -start, -update and -done in either
/// spelling.
void TextReader::refuse_async(const Draft& draft, std::string message) const {
    fail_at(read_error::type_mismatch, draft.opcode_begin, std::move(message),
            "See XLA's async operations: start, any number of updates, done, with the same shapes.");
}

void TextReader::check_async_start(Draft& draft) {
    wire::HloInstructionProto& instruction = *draft.instruction;
    const std::int64_t computation = instruction.called_computation_ids(0);
    for (const auto& [start, id] : wrapped_)
        if (id == computation)
            refuse_async(draft, fmt::format("the computation {} already belongs to another async-start",
                                            known(id).computation->name()));
    wrapped_[instruction.id()] = computation;
    if (draft.execution_thread && *draft.execution_thread != main_thread)
        instruction.set_async_execution_thread(*draft.execution_thread);
}

/// An update or done names what its start wraps.
void TextReader::check_wrapped(const Draft& draft, std::int64_t computation) const {
    const CalledComputation& wrapped = known(computation);
    if (!draft.calls.empty() && draft.calls[0] != computation)
        refuse_async(draft,
                     fmt::format("the async-start calls {}, but {} is written here",
                                 wrapped.computation->name(), known(draft.calls[0]).computation->name()));
    const std::string_view inner = root_of(*wrapped.computation).opcode();
    if (draft.async_part != AsyncPart::None && inner != draft.opcode->name)
        refuse_async(draft, fmt::format("the async-start wraps {}, but {} is written here", inner,
                                        draft.opcode->name));
    const std::string_view thread = wrapped.computation->execution_thread().empty()
                                        ? main_thread
                                        : std::string_view(wrapped.computation->execution_thread());
    if (draft.execution_thread && *draft.execution_thread != thread)
        refuse_async(draft, fmt::format("the async-start runs on thread \"{}\", but \"{}\" is written here",
                                        thread, *draft.execution_thread));
}

void TextReader::check_async(Draft& draft) {
    wire::HloInstructionProto& instruction = *draft.instruction;
    const std::string opcode = draft.async_part == AsyncPart::Start ? "async-start" : instruction.opcode();
    const auto refuse = [&](std::string message) { refuse_async(draft, std::move(message)); };
    if (opcode != "async-start" && opcode != "async-update" && opcode != "async-done") return;
    if (opcode != "async-done") {
        const wire::ShapeProto& shape = instruction.shape();
        if (shape.element_type() != wire::TUPLE || shape.tuple_shapes_size() < 2 ||
            shape.tuple_shapes(0).element_type() != wire::TUPLE)
            refuse(
                fmt::format("{} has a shape of at least two parts, the first of which is the tuple of the "
                            "operands' shapes, but {} is written",
                            opcode, spell_shape(shape)));
    }
    if (opcode == "async-start") {
        if (draft.async_part != AsyncPart::Start) check_async_start(draft);
        return;
    }
    if (draft.operands.size() != 1)
        fail_at(read_error::count, draft.opcode_begin,
                fmt::format("{} takes one operand, but {} are written", opcode, draft.operands.size()),
                "Give all operands to the async-start.");
    const wire::HloInstructionProto& operand = *draft.operands[0];
    const auto chain = wrapped_.find(operand.id());
    if (chain == wrapped_.end()) {
        // The body of a loop is read before the loop, so the start of the operation is unknown here.
        if (!is_carried(operand))
            refuse(fmt::format("{} takes the result of an async-start or async-update", opcode));
        const wire::ShapeProto& result =
            opcode == "async-update" ? operand.shape() : operand.shape().tuple_shapes(1);
        if (!same_shape(instruction.shape(), result))
            refuse(fmt::format("the shape of {} for this operand is {}, but {} is written", opcode,
                               spell_shape(result), spell_shape(instruction.shape())));
        return;
    }
    check_wrapped(draft, chain->second);
    if (opcode == "async-update") {
        if (!same_shape(instruction.shape(), operand.shape()))
            refuse("the shape of an async-update is that of its operand");
        wrapped_[instruction.id()] = chain->second;
    }
}

}  // namespace hlo2c::frontend
