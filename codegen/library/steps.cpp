#include "codegen/library/steps.h"

#include <fmt/format.h>

#include "codegen/text/literals.h"
#include "codegen/text/text.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

using scheduler::Buffer;
using scheduler::BufferRange;
using scheduler::BufferRole;
using scheduler::ScalarKind;
using scheduler::Step;

/// Functions that run or start a transfer.
constexpr auto transfer_calls = frontend::by_every_enumerator<scheduler::TransferKind::Receive, const char*>({
    {scheduler::TransferKind::Infeed, "run_infeed"},
    {scheduler::TransferKind::Outfeed, "run_outfeed"},
    {scheduler::TransferKind::Send, "send_start"},
    {scheduler::TransferKind::Receive, "receive_start"},
});

const PortModel& port_of(const std::vector<PortModel>& ports, const Buffer& buffer) {
    const auto number = static_cast<std::size_t>(buffer.index);
    HLO2C_CHECK(number < ports.size(), "no input or output has the memory of " + buffer.name);
    return ports[number];
}

Expression plus(const Expression& base, std::int64_t offset) {
    return offset == 0 ? base : Expression{fmt::format("{} + {}", base.within(additive), offset), additive};
}

/// `pointer` has type `pointer_type` *; the result has type `element_type` * and points `byte_offset` bytes
/// further.
Expression convert(const Expression& pointer, const std::string& pointer_type,
                   const std::string& element_type, int element_bytes, std::int64_t byte_offset,
                   bool written) {
    if (pointer_type == element_type && byte_offset % element_bytes == 0)
        return plus(pointer, byte_offset / element_bytes);
    const std::string constant = written ? "" : "const ", base = pointer.within(unary);
    if (byte_offset == 0) return {fmt::format("({}{} *){}", constant, element_type, base), unary};
    return {
        fmt::format("({0}{1} *)(({0}unsigned char *){2} + {3})", constant, element_type, base, byte_offset),
        unary};
}

const char* c_operator(frontend::ComparisonDirection comparison) {
    switch (comparison) {
        using enum frontend::ComparisonDirection;
        case Lt: return "<";
        case Le: return "<=";
        case Gt: return ">";
        case Ge: return ">=";
        case Eq: return "==";
        case Ne: return "!=";
    }
    return "";
}

std::string dereferenced(const Expression& pointer) {
    return "*" + pointer.within(unary);
}

/// A variable that a function of slots gets from the entry point.
struct Captured {
    std::string declaration, name;
};

/// Copies of so many bytes take longer than the clock of a profile.
constexpr std::int64_t least_bytes_apart = 4096;

bool is_copy(const Step& step) {
    return std::holds_alternative<scheduler::CopyStep>(step.action);
}

class StepWriter {
public:
    StepWriter(Writer& functions, Writer& writer, const LibraryModel& model, const FunctionModel& function,
               bool is_in_slot = false)
        : functions_(functions),
          writer_(writer),
          model_(model),
          function_(function),
          is_in_slot_(is_in_slot) {}

    void write(const std::vector<Step>& steps) {
        std::int64_t copied = 0;  // bytes of neighbouring copies
        for (std::size_t i = 0; i < steps.size(); i++) {
            const bool is_call = std::holds_alternative<scheduler::CallStep>(steps[i].action);
            if (i > 0 && (!steps[i].comment.empty() || !is_call)) writer_.line();
            if (!steps[i].comment.empty()) writer_.comment(steps[i].comment);
            std::visit([&](const auto& action) { write(action); }, steps[i].action);
            const auto* copy = std::get_if<scheduler::CopyStep>(&steps[i].action);
            copied = copy ? copied + copy->bytes : 0;
            const bool follows = i + 1 < steps.size();
            if (copied < least_bytes_apart || !follows || is_copy(steps[i + 1])) continue;
            // The kernel that follows would count the time of the copies.
            writer_.line("hlo2c_profile_start(context);");
        }
    }

    const StepUses& uses() const { return uses_; }

private:
    /// The address of `range`, of type `element` *: a member of inputs or outputs, a weight, or a place in
    /// a pool.
    Expression address(const BufferRange& range, ScalarKind element, bool written) {
        const Buffer& buffer = function_.plan->buffers.at(range.buffer);
        const std::string type = c_type(element), constant = written ? "" : "const ";
        const int bytes = scheduler::byte_width(element);
        switch (buffer.role) {
            case BufferRole::Argument: {
                const PortModel& port = port_of(function_.inputs, buffer);
                uses_.inputs = true;
                return convert({"inputs->" + port.member}, port.element_type, type, bytes, range.byte_offset,
                               written);
            }
            case BufferRole::Result:
            case BufferRole::WithinResult: {
                const PortModel& port = port_of(function_.outputs, buffer);
                uses_.outputs = true;
                const std::int64_t begin = buffer.role == BufferRole::WithinResult ? buffer.offset : 0;
                return convert({"outputs->" + port.member}, port.element_type, type, bytes,
                               begin + range.byte_offset, written);
            }
            case BufferRole::Weight: {
                HLO2C_CHECK(!written, "no step writes to the weight " + buffer.name);
                return weight_address(static_cast<std::size_t>(buffer.index), range.byte_offset, type, bytes);
            }
            case BufferRole::Arena: break;
        }
        return {fmt::format("({}{} *)({})", constant, type, in_arena(range.buffer, range.byte_offset).text),
                unary};
    }

    Expression weight_address(std::size_t weight, std::int64_t byte_offset, const std::string& type,
                              int bytes) {
        const std::string& name = model_.weight_names.at(weight);
        if (model_.storage != WeightStorage::C) {
            uses_.weights = true;
            return {fmt::format("(const {} *)({})", type,
                                plus({"weights + " + name, additive}, byte_offset).text),
                    unary};
        }
        const ScalarKind stored = model_.plan->weights[weight].element;
        return convert({name + (scheduler::is_float(stored) ? ".values" : "")}, c_type(stored), type, bytes,
                       byte_offset, false);
    }

    Expression in_arena(std::size_t number, std::int64_t byte_offset = 0) {
        const Buffer& buffer = function_.plan->buffers.at(number);
        uses_.pools.insert(buffer.pool);
        std::string place = pool_address(buffer.pool) + " + " + function_.buffer_constants.at(number);
        if (buffer.slots > 1) {
            HLO2C_CHECK(is_in_slot_, "only slots use their copies of the buffer " + buffer.name);
            place += fmt::format(" + slot * {}", buffer.bytes_per_slot());
        }
        return plus({place, additive}, byte_offset);
    }

    std::string pool_address(int pool) const {
        return pool == 0 ? "arena" : model_.pools.at(static_cast<std::size_t>(pool)).address;
    }

    std::string value(const BufferRange& range, ScalarKind element) {
        return dereferenced(address(range, element, false));
    }

    void write(const scheduler::CallStep& call) {
        const scheduler::Kernel& kernel = model_.plan->kernels.at(call.kernel);
        const PrintedKernel& printed = model_.kernels->kernels.at(call.kernel);
        std::vector<std::string> arguments;
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const scheduler::BufferParameter& parameter = kernel.nest.parameters[i];
            arguments.push_back(address(call.arguments[i], parameter.element, parameter.written).text);
        }
        if (printed.takes_scratch) {
            HLO2C_CHECK(call.scratch >= 0, "a kernel with scratch gets a buffer for it: " + kernel.name);
            arguments.push_back(in_arena(static_cast<std::size_t>(call.scratch)).text);
        }
        HLO2C_CHECK(!printed.takes_context || !is_in_slot_, "a slot runs no parallel loop: " + kernel.name);
        if (printed.takes_context) arguments.push_back("context");
        if (!kernel.runtime_structure.empty()) {
            // For line breaks, members count as arguments. Members with value 0 are omitted.
            std::vector<std::string> members;
            for (const auto& [name, constant] : kernel.runtime_constants)
                if (constant != 0) members.push_back(fmt::format(".{} = {}", name, constant));
            if (members.empty()) members = {"0"};
            members.front() = fmt::format("&(const {}){{{}", kernel.runtime_structure, members.front());
            members.back() += "}";
            arguments.insert(arguments.end(), members.begin(), members.end());
        }
        writer_.call((printed.takes_context ? "status = " : "") + printed.name, arguments, ";");
        if (printed.takes_context) stop_on_error();
        writer_.line(fmt::format("hlo2c_profile_mark(context, {});", call.kernel));
    }

    void write(const scheduler::CopyStep& copy) {
        const bool in_place = copy.destination.buffer == copy.source.buffer &&
                              copy.destination.byte_offset == copy.source.byte_offset;
        if (in_place || copy.bytes == 0) return;
        const Expression to = raw(copy.destination, true), from = raw(copy.source, false);
        uses_.memcpy = true;
        if (copy.unless_shared)
            writer_.open(fmt::format("if ((const void *){} != (const void *){})", to.within(unary),
                                     from.within(unary)));
        writer_.call("memcpy", {to.text, from.text, std::to_string(copy.bytes)}, ";");
        if (copy.unless_shared) writer_.close();
    }

    void stop_on_error() {
        writer_.open("if (status != HLO2C_OK)");
        writer_.line("return status;");
        writer_.close();
    }

    /// The address of a range, for hooks that take any pointer.
    Expression raw(const BufferRange& range, bool written) {
        const Buffer& buffer = function_.plan->buffers.at(range.buffer);
        if (buffer.role == BufferRole::Arena) return in_arena(range.buffer, range.byte_offset);
        return address(range, buffer.element, written);
    }

    Expression raw(std::int64_t buffer) { return in_arena(static_cast<std::size_t>(buffer)); }

    void write(const scheduler::CollectiveStep& step) {
        if (step.phase == scheduler::Phase::Done) {
            writer_.line(fmt::format("status = hlo2c_collective_done((hlo2c_collective *)({}));",
                                     raw(step.request).text));
            stop_on_error();
            return;
        }
        const scheduler::Collective& collective = model_.plan->collectives.at(step.collective);
        writer_.begin();
        std::vector<std::string> arguments = {
            raw(step.request).text, fmt::format("&{}_collectives[{}]", model_.name, step.collective),
            raw(step.input, false).text, raw(step.output, true).text};
        if (step.scratch >= 0) {
            const auto bytes = function_.plan->buffers.at(static_cast<std::size_t>(step.scratch)).bytes;
            arguments.push_back(raw(step.scratch).text);
            arguments.push_back(std::to_string(bytes));
        } else {
            arguments.insert(arguments.end(), {"NULL", "0"});
        }
        writer_.call("hlo2c_collective *const request = hlo2c_prepare_collective", arguments, ";");
        static constexpr const char* lists[] = {"input_offsets", "send_sizes", "output_offsets",
                                                "recv_sizes"};
        for (std::size_t i = 0; i < step.numbers.size(); i++) {
            const bool is_ragged = collective.kind == scheduler::CollectiveKind::RaggedAllToAll;
            writer_.line(fmt::format(
                "request->{} = {};", is_ragged ? lists[i] : "root",
                address(step.numbers[i], is_ragged ? ScalarKind::I64 : ScalarKind::I32, false).text));
        }
        writer_.line(fmt::format("status = hlo2c_{}(context, request);", step.phase == scheduler::Phase::Start
                                                                             ? "collective_start"
                                                                             : "run_collective"));
        writer_.close();
        stop_on_error();
    }

    void write(const scheduler::TransferStep& step) {
        const scheduler::TransferKind kind = model_.plan->transfers.at(step.transfer).kind;
        if (step.phase == scheduler::Phase::Idle) {
            writer_.line(fmt::format("hlo2c_no_send({});", raw(step.request).text));
            return;
        }
        if (step.phase == scheduler::Phase::Done) {
            writer_.line(fmt::format("status = hlo2c_{}((hlo2c_transfer *)({}));",
                                     step.repeats                               ? "end_send"
                                     : kind == scheduler::TransferKind::Receive ? "receive_done"
                                                                                : "send_done",
                                     raw(step.request).text));
            stop_on_error();
            return;
        }
        const bool waits = kind == scheduler::TransferKind::Receive && step.phase == scheduler::Phase::Whole;
        const bool written =
            kind == scheduler::TransferKind::Infeed || kind == scheduler::TransferKind::Receive;
        const std::string data = raw(step.data, written).text;
        writer_.call(
            fmt::format("status = hlo2c_{}",
                        waits ? "run_receive" : transfer_calls[static_cast<std::size_t>(kind)]),
            {"context", fmt::format("hlo2c_prepare_transfer({}, &transfers[{}], {}{})",
                                    raw(step.request).text, step.transfer,
                                    written ? "" : "(void *)(uintptr_t)", written ? data : "(" + data + ")")},
            ";");
        stop_on_error();
    }

    /// The request is in the arena, followed by the lists of addresses.
    void write(const scheduler::CustomCallStep& step) {
        const auto lists = [&](std::size_t addresses) {
            return plus(raw(step.request),
                        scheduler::request_bytes +
                            scheduler::address_bytes * static_cast<std::int64_t>(addresses))
                .text;
        };
        writer_.begin();
        if (!step.inputs.empty())
            writer_.line(fmt::format("const void **const operands = (const void **)({});", lists(0)));
        if (!step.outputs.empty())
            writer_.line(fmt::format("void **const results = (void **)({});", lists(step.inputs.size())));
        for (std::size_t i = 0; i < step.inputs.size(); i++)
            writer_.line(fmt::format("operands[{}] = {};", i, raw(step.inputs[i], false).text));
        for (std::size_t i = 0; i < step.outputs.size(); i++)
            writer_.line(fmt::format("results[{}] = {};", i, raw(step.outputs[i], true).text));
        writer_.call("hlo2c_custom_call *const request = hlo2c_prepare_custom_call",
                     {raw(step.request).text, fmt::format("&custom_calls[{}]", step.custom_call),
                      step.inputs.empty() ? "NULL" : "operands", step.outputs.empty() ? "NULL" : "results"},
                     ";");
        const bool is_assertion = model_.plan->custom_calls.at(step.custom_call).is_assertion;
        writer_.line(fmt::format("status = hlo2c_{}(context, request);",
                                 is_assertion ? "check_assertion" : "run_custom_call"));
        writer_.close();
        stop_on_error();
    }

    void write(const scheduler::ProcessIdStep& step) {
        writer_.line(fmt::format("{} = hlo2c_{}_id(context);",
                                 dereferenced(address(step.destination, ScalarKind::U32, true)),
                                 step.is_replica ? "replica" : "partition"));
    }

    std::vector<Captured> captured(const StepUses& uses) const {
        std::vector<Captured> all;
        const auto capture = [&](bool is_used, const std::string& type, const std::string& name) {
            if (is_used) all.push_back({type + name, name});
        };
        capture(uses.inputs, fmt::format("const {}_inputs *", function_.symbol), "inputs");
        capture(uses.outputs, fmt::format("const {}_outputs *", function_.symbol), "outputs");
        for (const int pool : uses.pools) capture(true, "unsigned char *", pool_address(pool));
        capture(uses.weights, "const unsigned char *", "weights");
        capture(true, "const hlo2c_context *", "context");
        return all;
    }

    /// Writes the function that runs the trips of one slot, and returns what it captures.
    std::vector<Captured> write_slot_function(const std::string& name, const scheduler::WhileStep& loop) {
        Writer body(1);
        StepWriter slot(functions_, body, model_, function_, true);
        slot.write_trips_of_slot(loop);
        const StepUses& uses = slot.uses();
        uses_.pools.insert(uses.pools.begin(), uses.pools.end());
        uses_.weights = uses_.weights || uses.weights;
        uses_.memcpy = uses_.memcpy || uses.memcpy;
        const std::vector<Captured> all = captured(uses);
        std::vector<std::string> parameters;
        for (const Captured& each : all) parameters.push_back(each.declaration);
        parameters.push_back("size_t slot");
        functions_.comment(fmt::format("The iterations of one of {} slots.", loop.slots));
        functions_.call("static void " + name, parameters, "");
        functions_.line("{");
        functions_.lines(body.text());
        functions_.line("}");
        functions_.line();
        return all;
    }

    void write_trips_of_slot(const scheduler::WhileStep& loop) {
        const scheduler::LoopCounter& count = *loop.count;
        const std::string type = c_type(count.kind);
        const Expression pointer = address(count.counter, count.kind, true);
        const auto first_trip = [&](const std::string& slot) {
            return loop.trip_count % loop.slots == 0
                       ? fmt::format("({})({} * {})", type, slot, loop.trip_count / loop.slots)
                       : fmt::format("({})({} * {} / {})", type, slot, loop.trip_count, loop.slots);
        };
        writer_.line(fmt::format("{} *const counter = {};", type, pointer.text));
        writer_.line(fmt::format("const {} end = {};", type, first_trip("(slot + 1)")));
        writer_.open(fmt::format("for (*counter = {}; *counter < end; *counter += 1)", first_trip("slot")));
        write(loop.body);
        writer_.close();
    }

    /// The hook runs NAME_slots, which takes its variables out of a structure and calls NAME for each slot.
    void write_parallel(const scheduler::WhileStep& loop) {
        HLO2C_CHECK(!is_in_slot_, "a slot runs no parallel loop");
        const std::string& name = function_.slot_functions.at(&loop);
        const std::vector<Captured> all = write_slot_function(name, loop);
        std::vector<std::string> names, arguments;
        functions_.open(fmt::format("struct {}_closure", name));
        for (const Captured& each : all) {
            functions_.line(each.declaration + ";");
            names.push_back(each.name);
            if (each.name != "context") arguments.push_back("captured->" + each.name);
        }
        functions_.close(";");
        functions_.line();
        functions_.line(fmt::format("static int {}_slots(void *closure, int begin, int end)", name));
        functions_.begin();
        functions_.line(fmt::format("const struct {}_closure *const captured = closure;", name));
        functions_.open("for (int slot = begin; slot < end; slot++)");
        arguments.insert(arguments.end(), {"hlo2c_context_of_slot(captured->context, slot)", "(size_t)slot"});
        functions_.call(name, arguments, ";");
        functions_.close();
        functions_.line("return HLO2C_OK;");
        functions_.close();
        functions_.line();
        writer_.line(
            fmt::format("struct {}_closure {} = {{{}}};", name, name + "_captured", join(names, ", ")));
        writer_.line(fmt::format("status = hlo2c_parallel_for(context, {0}, {1}_slots, &{1}_captured);",
                                 loop.slots, name));
        stop_on_error();
        writer_.line("hlo2c_profile_start(context);");
    }

    void write(const scheduler::LoopCounter& count, const scheduler::WhileStep& loop) {
        const std::string name = depth_ == 0 ? "counter" : fmt::format("counter{}", depth_ + 1);
        const Expression pointer = address(count.counter, count.kind, true);
        const auto literal = [&](std::int64_t number) { return integer_literal(count.kind, number).text; };
        if (count.first) writer_.line(fmt::format("{} = {};", dereferenced(pointer), literal(*count.first)));
        const std::string limit = count.last ? literal(*count.last) : value(count.limit, count.kind);
        const std::string step = count.step < 0 ? "-= " + literal(-count.step) : "+= " + literal(count.step);
        writer_.open(fmt::format("for ({0} *const {1} = {2}; *{1} {3} {4}; *{1} {5})", c_type(count.kind),
                                 name, pointer.text, c_operator(count.comparison), limit, step));
        depth_++;
        write(loop.body);
        depth_--;
        writer_.close();
    }

    void write(const scheduler::WhileStep& loop) {
        if (loop.is_parallel()) {
            write_parallel(loop);
            return;
        }
        if (loop.count) {
            write(*loop.count, loop);
            return;
        }
        writer_.open("for (;;)");
        if (loop.trip_count >= 0) writer_.comment(fmt::format("runs {} times", loop.trip_count));
        write(loop.condition);
        writer_.open(fmt::format("if ({} == 0)", value(loop.predicate, ScalarKind::U8)));
        writer_.line("break;");
        writer_.close();
        write(loop.body);
        writer_.close();
    }

    void write(const scheduler::BranchStep& branch) {
        if (branch.is_if) {
            HLO2C_CHECK(branch.branches.size() == 2, "an if has two branches");
            writer_.open(fmt::format("if ({} != 0)", value(branch.selector, ScalarKind::U8)));
            write(branch.branches[0]);
            writer_.reopen("else");
            write(branch.branches[1]);
            writer_.close();
            return;
        }
        HLO2C_CHECK(!branch.branches.empty(), "a case has a branch");
        writer_.line(fmt::format("switch ({}) {{", value(branch.selector, ScalarKind::I32)));
        for (std::size_t i = 0; i < branch.branches.size(); i++) {
            writer_.line(i + 1 == branch.branches.size() ? "default:" : fmt::format("case {}:", i));
            writer_.indent();
            write(branch.branches[i]);
            writer_.line("break;");
            writer_.outdent();
        }
        writer_.line("}");
    }

    Writer &functions_, &writer_;
    const LibraryModel& model_;
    const FunctionModel& function_;
    const bool is_in_slot_;
    StepUses uses_;
    int depth_ = 0;  // of loops with a counter
};

}  // namespace

StepUses write_steps(Writer& functions, Writer& writer, const LibraryModel& model,
                     const FunctionModel& function) {
    StepWriter steps(functions, writer, model, function);
    steps.write(function.plan->steps);
    return steps.uses();
}

}  // namespace hlo2c::codegen
