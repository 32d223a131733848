#include "frontend/evaluate/evaluate.h"

#include <fmt/format.h>

#include "frontend/error_numbers.h"
#include "frontend/evaluate/interpreter.h"
#include "frontend/ir/elided.h"

namespace hlo2c::frontend {
namespace {

bool fits(const Literal& literal, const Type& type) {
    if (!type.is_tensor()) return false;
    const TensorType &given = literal.type(), &wanted = type.as_tensor();
    if (given.element != wanted.element || given.rank() != wanted.rank()) return false;
    for (std::size_t i = 0; i < wanted.shape.size(); i++)
        if (wanted.shape[i] != dynamic_size && wanted.shape[i] != given.shape[i]) return false;
    return true;
}

std::vector<Literal> tensors(std::vector<Datum> data, const Program& program, const std::string& name) {
    std::vector<Literal> literals;
    for (Datum& datum : data) {
        if (std::holds_alternative<Token>(datum.value)) continue;
        if (!datum.is_tensor())
            unsupported(evaluation_error::arguments, Place{.file = program.source_path},
                        fmt::format("@{} returns a tuple, which has no array", name),
                        "Return the elements of the tuple separately.");
        literals.push_back(std::get<Literal>(std::move(datum.value)));
    }
    return literals;
}

}  // namespace

std::vector<Literal> evaluate(const Program& program, const Function& function,
                              std::span<const Literal> arguments, Process* process) {
    const std::vector<ValueId>& wanted = function.arguments();
    if (wanted.size() != arguments.size())
        fail(evaluation_error::arguments, Place{.file = program.source_path},
             fmt::format("@{} takes {} arguments, but {} are given", function.name, wanted.size(),
                         arguments.size()),
             "Give one array per argument.");
    require_data(program);
    std::vector<Datum> data;
    for (std::size_t i = 0; i < arguments.size(); i++) {
        if (std::holds_alternative<TokenType>(function.type(wanted[i]).value)) {
            data.emplace_back(Token{});
            continue;
        }
        if (!fits(arguments[i], function.type(wanted[i])))
            fail(evaluation_error::arguments, Place{.file = program.source_path},
                 fmt::format("argument {} of @{} is {}, but the given array is {}", i, function.name,
                             to_string(function.type(wanted[i])), to_string(arguments[i].type())),
                 "Give an array of the argument's type.");
        data.emplace_back(arguments[i]);
    }
    return tensors(run_function(program, function, std::move(data), process), program, function.name);
}

std::vector<Literal> evaluate(const Program& program, std::span<const Literal> arguments) {
    return evaluate(program, program.main(), arguments);
}

std::vector<Literal> evaluate_op(const Program& program, const Function& function, const Op& op,
                                 std::span<const Literal> operands, ProductSums sums) {
    Frame frame{std::vector<Datum>(op.regions.empty() ? 0 : function.values.size())};
    const std::vector<Datum> data(operands.begin(), operands.end());
    std::vector<const Datum*> pointers;
    for (const Datum& datum : data) pointers.push_back(&datum);
    OpCall call(program, function, op, &frame);
    call.set_operands(std::move(pointers));
    call.set_product_sums(sums);
    run_op(call);
    return tensors(std::move(call.results()), program, function.name);
}

}  // namespace hlo2c::frontend
