#include "codegen/library/steps.h"

#include <fmt/format.h>

#include <utility>

#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

using scheduler::Buffer;
using scheduler::BufferRange;
using scheduler::BufferRole;
using scheduler::ScalarKind;
using scheduler::Step;

const PortModel& port_of(const std::vector<PortModel>& ports, const BufferRange& range,
                         const Buffer& buffer) {
    const auto number = static_cast<std::size_t>(buffer.index);
    HLO2C_CHECK(number < ports.size() && ports[number].port->buffer == range.buffer,
                "no input or output is the buffer " + buffer.name);
    return ports[number];
}

std::string plus(const std::string& base, std::int64_t offset) {
    return offset == 0 ? base : fmt::format("{} + {}", base, offset);
}

/// `pointer` has type `pointer_type` *; the result has type `element_type` * and is `byte_offset` further on.
std::string convert(const std::string& pointer, const std::string& pointer_type,
                    const std::string& element_type, int element_bytes, std::int64_t byte_offset,
                    bool written) {
    if (pointer_type == element_type && byte_offset % element_bytes == 0)
        return plus(pointer, byte_offset / element_bytes);
    const std::string constant = written ? "" : "const ";
    if (byte_offset == 0) return fmt::format("({}{} *){}", constant, element_type, pointer);
    return fmt::format("({0}{1} *)(({0}unsigned char *){2} + {3})", constant, element_type, pointer,
                       byte_offset);
}

class StepWriter {
public:
    StepWriter(TextWriter& writer, const LibraryModel& model, const FunctionModel& function)
        : writer_(writer), model_(model), function_(function) {}

    void write(const std::vector<Step>& steps) {
        for (std::size_t i = 0; i < steps.size(); i++) {
            const bool is_call = std::holds_alternative<scheduler::CallStep>(steps[i].action);
            if (i > 0 && (!steps[i].comment.empty() || !is_call)) writer_.line();
            if (!steps[i].comment.empty()) writer_.comment(steps[i].comment);
            std::visit([&](const auto& action) { write(action); }, steps[i].action);
        }
    }

private:
    std::string value(const BufferRange& range, ScalarKind element) const {
        const std::string pointer = address(model_, function_, range, element, false);
        const bool is_sum = pointer.front() != '(' && pointer.find(' ') != std::string::npos;
        return is_sum ? "*(" + pointer + ")" : "*" + pointer;
    }

    void write(const scheduler::CallStep& call) {
        const scheduler::Kernel& kernel = model_.plan->kernels.at(call.kernel);
        const PrintedKernel& printed = model_.kernels->kernels.at(call.kernel);
        std::vector<std::string> arguments;
        for (std::size_t i = 0; i < call.arguments.size(); i++) {
            const scheduler::BufferParameter& parameter = kernel.nest.parameters[i];
            arguments.push_back(
                address(model_, function_, call.arguments[i], parameter.element, parameter.written));
        }
        if (printed.takes_scratch) {
            HLO2C_CHECK(call.scratch >= 0, "a kernel with scratch gets a buffer for it: " + kernel.name);
            const auto buffer = static_cast<std::size_t>(call.scratch);
            arguments.push_back("arena + " + function_.buffer_constants.at(buffer));
        }
        if (printed.takes_context) arguments.push_back("context");
        if (!kernel.runtime_structure.empty()) {
            // Members count as arguments where lines are broken; what is left out is 0.
            std::string member = fmt::format("&(const {}){{", kernel.runtime_structure);
            for (const auto& [name, constant] : kernel.runtime_constants) {
                if (constant == 0) continue;
                if (member.back() != '{') arguments.push_back(std::exchange(member, ""));
                member += fmt::format(".{} = {}", name, constant);
            }
            if (member.back() == '{') member += '0';
            arguments.push_back(member + "}");
        }
        writer_.call((printed.takes_context ? "status = " : "") + printed.name, arguments, ";");
        if (printed.takes_context) stop_on_error();
        writer_.line(fmt::format("hlo2c_profile_mark(context, {});", call.kernel));
    }

    void write(const scheduler::CopyStep& copy) {
        const bool in_place = copy.destination.buffer == copy.source.buffer &&
                              copy.destination.byte_offset == copy.source.byte_offset;
        if (in_place || copy.bytes == 0) return;
        const std::string to = raw(copy.destination, true), from = raw(copy.source, false);
        if (copy.unless_shared)
            writer_.open(fmt::format("if ((const void *){} != (const void *){})", to, from));
        writer_.call("memcpy", {to, from, std::to_string(copy.bytes)}, ";");
        if (copy.unless_shared) writer_.close();
    }

    void stop_on_error() {
        writer_.open("if (status != HLO2C_OK)");
        writer_.line("return status;");
        writer_.close();
    }

    /// Where a buffer begins, for hooks that take any pointer.
    std::string raw(const BufferRange& range, bool written) const {
        const Buffer& buffer = function_.plan->buffers.at(range.buffer);
        if (buffer.role == BufferRole::Arena)
            return plus("arena + " + function_.buffer_constants[range.buffer], range.byte_offset);
        return address(model_, function_, range, buffer.element, written);
    }

    std::string raw(std::int64_t buffer) const {
        return "arena + " + function_.buffer_constants.at(static_cast<std::size_t>(buffer));
    }

    void write(const scheduler::CollectiveStep& step) {
        if (step.phase == scheduler::Phase::Done) {
            writer_.line(
                fmt::format("status = hlo2c_collective_done((hlo2c_collective *)({}));", raw(step.request)));
            stop_on_error();
            return;
        }
        const scheduler::Collective& collective = model_.plan->collectives.at(step.collective);
        writer_.line("{");
        writer_.indent();
        std::vector<std::string> arguments = {
            raw(step.request), fmt::format("&{}_collectives[{}]", model_.name, step.collective),
            raw(step.input, false), raw(step.output, true)};
        if (step.scratch >= 0) {
            const auto bytes = function_.plan->buffers.at(static_cast<std::size_t>(step.scratch)).bytes;
            arguments.push_back(raw(step.scratch));
            arguments.push_back(std::to_string(bytes));
        } else {
            arguments.insert(arguments.end(), {"NULL", "0"});
        }
        writer_.call("hlo2c_collective *const request = hlo2c_prepare_collective", arguments, ";");
        static constexpr const char* lists[] = {"input_offsets", "send_sizes", "output_offsets",
                                                "recv_sizes"};
        for (std::size_t i = 0; i < step.numbers.size(); i++) {
            const bool is_ragged = collective.kind == scheduler::CollectiveKind::RaggedAllToAll;
            writer_.line(fmt::format("request->{} = {};", is_ragged ? lists[i] : "root",
                                     address(model_, function_, step.numbers[i],
                                             is_ragged ? ScalarKind::I64 : ScalarKind::I32, false)));
        }
        writer_.line(fmt::format("status = hlo2c_{}(context, request);", step.phase == scheduler::Phase::Start
                                                                             ? "collective_start"
                                                                             : "run_collective"));
        writer_.outdent();
        writer_.line("}");
        stop_on_error();
    }

    void write(const scheduler::TransferStep& step) {
        const scheduler::TransferKind kind = model_.plan->transfers.at(step.transfer).kind;
        if (step.phase == scheduler::Phase::Idle) {
            writer_.line(fmt::format("hlo2c_no_send({});", raw(step.request)));
            return;
        }
        if (step.phase == scheduler::Phase::Done) {
            writer_.line(fmt::format("status = hlo2c_{}((hlo2c_transfer *)({}));",
                                     step.repeats                               ? "end_send"
                                     : kind == scheduler::TransferKind::Receive ? "receive_done"
                                                                                : "send_done",
                                     raw(step.request)));
            stop_on_error();
            return;
        }
        const char* const calls[] = {"run_infeed", "run_outfeed", "send_start",
                                     step.phase == scheduler::Phase::Start ? "receive_start" : "run_receive"};
        const bool written =
            kind == scheduler::TransferKind::Infeed || kind == scheduler::TransferKind::Receive;
        const std::string data = raw(step.data, written);
        writer_.call(
            fmt::format("status = hlo2c_{}", calls[static_cast<int>(kind)]),
            {"context",
             fmt::format("hlo2c_prepare_transfer({}, &transfers[{}], {}{})", raw(step.request), step.transfer,
                         written ? "" : "(void *)(uintptr_t)", written ? data : "(" + data + ")")},
            ";");
        stop_on_error();
    }

    /// The request lies in the arena, with the lists of addresses behind it.
    void write(const scheduler::CustomCallStep& step) {
        const auto lists = [&](std::size_t addresses) {
            return plus(
                raw(step.request),
                scheduler::request_bytes + scheduler::address_bytes * static_cast<std::int64_t>(addresses));
        };
        writer_.line("{");
        writer_.indent();
        if (!step.inputs.empty())
            writer_.line(fmt::format("const void **const operands = (const void **)({});", lists(0)));
        if (!step.outputs.empty())
            writer_.line(fmt::format("void **const results = (void **)({});", lists(step.inputs.size())));
        for (std::size_t i = 0; i < step.inputs.size(); i++)
            writer_.line(fmt::format("operands[{}] = {};", i, raw(step.inputs[i], false)));
        for (std::size_t i = 0; i < step.outputs.size(); i++)
            writer_.line(fmt::format("results[{}] = {};", i, raw(step.outputs[i], true)));
        writer_.call("hlo2c_custom_call *const request = hlo2c_prepare_custom_call",
                     {raw(step.request), fmt::format("&custom_calls[{}]", step.custom_call),
                      step.inputs.empty() ? "NULL" : "operands", step.outputs.empty() ? "NULL" : "results"},
                     ";");
        const bool is_assertion = model_.plan->custom_calls.at(step.custom_call).is_assertion;
        writer_.line(fmt::format("status = hlo2c_{}(context, request);",
                                 is_assertion ? "check_assertion" : "run_custom_call"));
        writer_.outdent();
        writer_.line("}");
        stop_on_error();
    }

    void write(const scheduler::ProcessIdStep& step) {
        const std::string pointer = address(model_, function_, step.destination, ScalarKind::U32, true);
        const bool is_sum = pointer.front() != '(' && pointer.find(' ') != std::string::npos;
        writer_.line(fmt::format("*{} = hlo2c_{}_id(context);", is_sum ? "(" + pointer + ")" : pointer,
                                 step.is_replica ? "replica" : "partition"));
    }

    static std::string literal(std::int64_t number, ScalarKind kind) {
        const bool is_wide = number > INT32_MAX || number < -INT32_MAX;
        if (number == INT64_MIN) return "INT64_MIN";
        if (!is_wide) return std::to_string(number) + (scheduler::is_signed(kind) ? "" : "u");
        return fmt::format("{}({})", scheduler::is_signed(kind) ? "INT64_C" : "UINT64_C", number);
    }

    void write(const scheduler::LoopCounter& count, const scheduler::WhileStep& loop) {
        const std::string name = depth_ == 0 ? "counter" : fmt::format("counter{}", depth_ + 1);
        const std::string pointer = address(model_, function_, count.counter, count.kind, true);
        if (count.first) {
            const bool is_sum = pointer.front() != '(' && pointer.find(' ') != std::string::npos;
            writer_.line(fmt::format("*{} = {};", is_sum ? "(" + pointer + ")" : pointer,
                                     literal(*count.first, count.kind)));
        }
        const std::string limit =
            count.last ? literal(*count.last, count.kind) : value(count.limit, count.kind);
        const std::string step = count.step < 0 ? "-= " + literal(-count.step, count.kind)
                                                : "+= " + literal(count.step, count.kind);
        writer_.open(fmt::format("for ({0} *const {1} = {2}; *{1} {3} {4}; *{1} {5})", c_type(count.kind),
                                 name, pointer, count.comparison, limit, step));
        depth_++;
        write(loop.body);
        depth_--;
        writer_.close();
    }

    void write(const scheduler::WhileStep& loop) {
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

    TextWriter& writer_;
    const LibraryModel& model_;
    const FunctionModel& function_;
    int depth_ = 0;  // of loops with a counter
};

}  // namespace

std::string address(const LibraryModel& model, const FunctionModel& function, const BufferRange& range,
                    ScalarKind element, bool written) {
    const Buffer& buffer = function.plan->buffers.at(range.buffer);
    const std::string type = c_type(element), constant = written ? "" : "const ";
    const int bytes = scheduler::byte_width(element);
    switch (buffer.role) {
        case BufferRole::Argument: {
            const PortModel& port = port_of(function.inputs, range, buffer);
            return convert("inputs->" + port.member, port.element_type, type, bytes, range.byte_offset,
                           written);
        }
        case BufferRole::Result: {
            const PortModel& port = port_of(function.outputs, range, buffer);
            return convert("outputs->" + port.member, port.element_type, type, bytes, range.byte_offset,
                           written);
        }
        case BufferRole::Weight: {
            HLO2C_CHECK(!written, "no step writes to the weight " + buffer.name);
            const std::string& name = model.weight_names.at(static_cast<std::size_t>(buffer.index));
            if (model.storage != WeightStorage::C)
                return fmt::format("(const {} *)(weights + {})", type, plus(name, range.byte_offset));
            const ScalarKind stored = model.plan->weights[static_cast<std::size_t>(buffer.index)].element;
            return convert(name + (scheduler::is_float(stored) ? ".values" : ""), c_type(stored), type, bytes,
                           range.byte_offset, false);
        }
        case BufferRole::Arena: break;
    }
    return fmt::format("({}{} *)(arena + {})", constant, type,
                       plus(function.buffer_constants[range.buffer], range.byte_offset));
}

void write_steps(TextWriter& writer, const LibraryModel& model, const FunctionModel& function) {
    StepWriter(writer, model, function).write(function.plan->steps);
}

}  // namespace hlo2c::codegen
