#include "frontend/evaluate/interpreter.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/quantization.h"
#include "frontend/evaluate/uses.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

void run_op_in(const Program& program, const Function& function, Frame& frame, const Op& op,
               Process* process) {
    OpCall call(program, function, op, &frame, process);
    std::vector<const Datum*> operands;
    operands.reserve(op.operands.size());
    for (ValueId operand : op.operands) operands.push_back(&frame[operand]);
    call.set_operands(std::move(operands));
    run_op(call);
    HLO2C_CHECK(call.results().size() == op.results.size(),
                std::string(spelling(op.code)) + " gave an unexpected number of results");
    for (std::size_t i = 0; i < op.results.size(); i++) frame[op.results[i]] = std::move(call.results()[i]);
}

}  // namespace

const Literal& Datum::tensor() const {
    HLO2C_CHECK(is_tensor(), "a value that is not a tensor is read as one");
    return std::get<Literal>(value);
}

const std::vector<Datum>& Datum::parts() const {
    HLO2C_CHECK(std::holds_alternative<std::vector<Datum>>(value),
                "a value that is not a tuple is read as one");
    return std::get<std::vector<Datum>>(value);
}

std::vector<Datum> OpCall::data() const {
    std::vector<Datum> all;
    for (const Datum* operand : operands_) all.push_back(*operand);
    return all;
}

const TensorType& OpCall::result_type(int index) const {
    const auto at = static_cast<std::size_t>(index);
    if (!result_types_.empty()) return result_types_.at(at).as_tensor();
    return function_.tensor(op_.results.at(at));
}

TensorType OpCall::typed(std::vector<std::int64_t> shape, int index) const {
    return with_shape(result_type(index), std::move(shape));
}

std::vector<Datum> OpCall::run_region(const Region& region, std::vector<Datum> arguments) {
    HLO2C_CHECK(frame_ != nullptr, "a region is run outside a function");
    return hlo2c::frontend::run_region(program_, function_, *frame_, region, std::move(arguments), process_);
}

std::vector<Datum> OpCall::call_function(const std::string& name, std::vector<Datum> arguments) {
    const FunctionIndex* functions = frame_ != nullptr ? frame_->functions : nullptr;
    const Function* callee = functions != nullptr ? functions->find(name) : program_.function(name);
    if (callee == nullptr)
        fail_here(fmt::format("there is no function @{} to call", name),
                  "Add the function to the program, or correct the name.");
    return run_function(program_, *callee, std::move(arguments), process_, functions);
}

void OpCall::refuse(const std::string& what) const {
    unsupported(evaluation_error::op, place_of(program_, op_),
                fmt::format("{} is not evaluated: {}", spelling(op_.code), what),
                "Report the program if it should be.");
}

void OpCall::fail_here(const std::string& what, const std::string& remedy) const {
    fail(evaluation_error::failed, place_of(program_, op_), what, remedy);
}

void run_op(OpCall& call) {
    if (computes_on_quantized_values(call))
        run_dequantized(call);
    else
        hook_of(call.op().code)(call);
}

std::vector<Datum> run_region(const Program& program, const Function& function, Frame& frame,
                              const Region& region, std::vector<Datum> arguments, Process* process) {
    HLO2C_CHECK(arguments.size() == region.arguments.size(),
                "a region is given an unexpected number of arguments");
    for (std::size_t i = 0; i < arguments.size(); i++) frame[region.arguments[i]] = std::move(arguments[i]);
    for (const Op& op : region.ops) {
        if (!has_trait(op.code, op_trait::Terminator)) {
            run_op_in(program, function, frame, op, process);
            continue;
        }
        std::vector<Datum> returned;
        for (ValueId operand : op.operands) returned.push_back(frame[operand]);
        return returned;
    }
    return {};
}

std::vector<Datum> run_function(const Program& program, const Function& function,
                                std::vector<Datum> arguments, Process* process,
                                const FunctionIndex* functions) {
    HLO2C_CHECK(arguments.size() == function.arguments().size(),
                fmt::format("@{} is called with {} arguments", function.name, arguments.size()));
    if (functions == nullptr) {
        const FunctionIndex index(program);
        return run_function(program, function, std::move(arguments), process, &index);
    }
    Frame frame{std::vector<Datum>(function.values.size()), functions};
    const Uses uses = uses_of(function);
    for (std::size_t i = 0; i < arguments.size(); i++)
        frame[function.arguments()[i]] = std::move(arguments[i]);
    for (std::size_t i = 0; i < function.body.ops.size(); i++) {
        if (!uses.runs[i]) continue;
        const Op& op = function.body.ops[i];
        if (has_trait(op.code, op_trait::Terminator)) {
            std::vector<Datum> returned;
            for (ValueId operand : op.operands) returned.push_back(frame[operand]);
            return returned;
        }
        run_op_in(program, function, frame, op, process);
        for (ValueId operand : op.operands)
            if (uses.last[operand] == i) frame[operand] = {};
    }
    return {};
}

}  // namespace hlo2c::frontend
