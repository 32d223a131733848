#include "frontend/ops/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "frontend/error_numbers.h"
#include "frontend/file_bytes.h"
#include "frontend/ir/elided.h"
#include "frontend/ops/attribute_rules.h"
#include "frontend/ops/check_row.h"
#include "frontend/ops/op_row.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

constexpr std::int64_t longest_list = 1 << 20;
constexpr int deepest_calls = 2000;

class Verifier {
public:
    explicit Verifier(const Program& program) : program_(program), functions_(program) {}

    void run() {
        for (const Function& function : program_.functions) verify_function(function);
        for (const Function& function : program_.functions) follow_calls(function);
    }

private:
    enum class State : std::uint8_t { Undefined, Visible, OutOfScope };

    Place place_in(const Function& function) const {
        Place place{
            .file = program_.source_path, .line = function.position.line, .column = function.position.column};
        place.op = "@" + function.name;
        return with_line(std::move(place));
    }
    /// The place of the op that owns a region; without an owner, the region is the function's body.
    Place place_around(const Op* owner) const {
        return owner != nullptr ? place_of(program_, *owner) : place_in(*function_);
    }

    void verify_function(const Function& function) {
        function_ = &function;
        constants_.clear();
        states_.assign(function.values.size(), State::Undefined);
        if (function.body.ops.empty()) return;
        require_terminator(function.body, OpCode::FuncReturn, nullptr);
        verify_region(function.body, nullptr);
        const Op& terminator = function.body.ops.back();
        const OpContext context(program_, function, terminator);
        if (terminator.operands.size() != function.result_types.size())
            context.refuse_as(verify_error::region,
                              fmt::format("@{} returns {} values where {} are declared", function.name,
                                          terminator.operands.size(), function.result_types.size()),
                              "Return one value per result of the function.");
        for (std::size_t i = 0; i < terminator.operands.size(); i++)
            if (!compatible(function.type(terminator.operands[i]), function.result_types[i]))
                context.refuse_as(verify_error::region,
                                  fmt::format("@{} returns {} as result {}, which is declared as {}",
                                              function.name, to_string(function.type(terminator.operands[i])),
                                              i, to_string(function.result_types[i])),
                                  "Make the types agree.");
    }

    void define(ValueId id, const Op* owner, std::vector<ValueId>& scope) {
        HLO2C_CHECK(id < states_.size(), "an op refers to a value that its function does not have");
        if (states_[id] != State::Undefined)
            fail(verify_error::value, place_around(owner),
                 fmt::format("the value %{} is defined twice", function_->values[id].name),
                 "Each value is defined by one op or as one argument.");
        states_[id] = State::Visible;
        scope.push_back(id);
    }

    /// Requires the region to end with its only terminator.
    void require_terminator(const Region& region, OpCode terminator, const Op* owner) const {
        if (region.ops.empty())
            fail(verify_error::region, place_around(owner), "a region is empty",
                 fmt::format("End the region with {}.", spelling(terminator)));
        for (const Op& op : region.ops) {
            const bool last = &op == &region.ops.back();
            if (has_trait(op.code, op_trait::Terminator) != last || (last && op.code != terminator))
                fail(verify_error::region, place_of(program_, op),
                     last ? fmt::format("a region ends with {} where {} was expected", spelling(op.code),
                                        spelling(terminator))
                          : fmt::format("{} is not the last op of its region", spelling(op.code)),
                     fmt::format("End the region with {}.", spelling(terminator)));
        }
    }

    void verify_region(const Region& region, const Op* owner) {
        std::vector<ValueId> scope;
        for (const ValueId argument : region.arguments) define(argument, owner, scope);
        for (const Op& op : region.ops) verify_op(op, scope);
        for (const ValueId id : scope) states_[id] = State::OutOfScope;
    }

    void verify_op(const Op& op, std::vector<ValueId>& scope) {
        for (const ValueId operand : op.operands) {
            HLO2C_CHECK(operand < states_.size(), "an op refers to a value that its function does not have");
            if (states_[operand] != State::Visible)
                fail(verify_error::value, place_of(program_, op),
                     fmt::format("{} uses %{} where it is not defined", spelling(op.code),
                                 function_->values[operand].name),
                     "Define a value before its first use, in the same region or an enclosing one.");
        }
        require_counts(OpContext(program_, *function_, op));
        require_tables(op);
        require_list_sizes(op);
        require_value_kinds(OpContext(program_, *function_, op));
        if (!op.regions.empty()) {
            for (const Region& region : op.regions) require_terminator(region, row(op.code).region_end, &op);
            infer_and_compare(op);
            for (const Region& region : op.regions) verify_region(region, &op);
        } else {
            infer_and_compare(op);
        }
        if (op.code == OpCode::Constant && op.results.size() == 1) constants_[op.results.front()] = &op;
        if (has_trait(op.code, op_trait::Calling)) calls_[function_].calls.push_back(&op);
        for (const ValueId result : op.results) {
            HLO2C_CHECK(result < states_.size(), "an op has a result that its function does not have");
            if (states_[result] != State::Undefined) define(result, &op, scope);
            states_[result] = State::Visible;
            scope.push_back(result);
        }
    }

    /// Only constants may lack their data; tables in attributes of other ops may not.
    void require_tables(const Op& op) const {
        if (op.code == OpCode::Constant) return;
        for (const auto& [name, attribute] : op.attributes)
            if (const auto* table = attribute.get_if<Literal>(); table != nullptr && is_elided(*table))
                refuse_elided(place_of(program_, op));
    }

    /// Limits splats in attributes of ops other than constants, since they are expanded to lists.
    void require_list_sizes(const Op& op) const {
        if (op.code == OpCode::Constant) return;
        for (const auto& [name, value] : op.attributes)
            if (const std::int64_t count = longest_splat(value); count > longest_list)
                fail(verify_error::attribute, place_of(program_, op),
                     fmt::format("the attribute '{}' of {} has a list of {} elements", name,
                                 spelling(op.code), count),
                     fmt::format("A list of an op has at most {} elements.", longest_list));
    }

    /// True unless an op that only moves elements changes a per-tensor scale or zero point.
    static bool keeps_quantization(const Op& op, const Type& inferred, const Type& declared) {
        const OpFamily family = family_of(op.code);
        if ((family != OpFamily::Movement && family != OpFamily::Indexing) || !inferred.is_tensor() ||
            !declared.is_tensor() || !inferred.as_tensor().is_quantized() ||
            !declared.as_tensor().is_quantized())
            return true;
        const Quantization& from = inferred.as_tensor().quantization.front();
        const Quantization& to = declared.as_tensor().quantization.front();
        return from.axis >= 0 || to.axis >= 0 ||
               (from.scales == to.scales && from.zero_points == to.zero_points);
    }

    void infer_and_compare(const Op& op) const {
        const OpContext context(program_, *function_, op, &constants_, &functions_);
        const Types inferred = row(op.code).verify(context);
        require_attributes(context);
        if (inferred.size() != op.results.size())
            context.refuse_as(verify_error::result_type,
                              fmt::format("{} has {} results where {} were expected", spelling(op.code),
                                          op.results.size(), inferred.size()),
                              "Check the results of this op.");
        for (std::size_t i = 0; i < inferred.size(); i++)
            if (const Type& declared = function_->type(op.results[i]);
                !compatible(inferred[i], declared) || !keeps_quantization(op, inferred[i], declared))
                refuse_result(context, i, inferred[i], declared);
    }

    [[noreturn]] static void refuse_result(const OpContext& context, std::size_t i, const Type& inferred,
                                           const Type& declared) {
        const OpCode code = context.op().code;
        const bool same = inferred.is_tensor() && declared.is_tensor() &&
                          same_shape(inferred.as_tensor().shape, declared.as_tensor().shape);
        const ResultLabels& labels = row(code).result_labels;
        const std::string_view label = same ? labels.element : labels.shape;
        const std::string subject =
            label.empty() ? fmt::format("result {} of {}", i, spelling(code))
                          : fmt::format("{} violates ({}): result {}", spelling(code), label, i);
        context.refuse_as(verify_error::result_type,
                          fmt::format("{} is declared as {}, but operands and attributes give {}", subject,
                                      to_string(declared), to_string(inferred)),
                          "Correct the declared type, or the operands and attributes of the op.");
    }

    struct Calls {
        std::vector<const Op*> calls;
        bool is_open = false;  ///< on the path from the first function to the current one
        int depth = -1;        ///< call depth from here, once it is known
    };

    /// Rejects recursion, direct or indirect, and call chains too deep for passes that follow them
    /// recursively.
    void follow_calls(const Function& first) {
        struct Level {
            Calls& function;
            std::size_t next = 0;
        };
        std::vector<Level> path;
        const auto enter = [&](Calls& function) {
            function.is_open = true;
            path.push_back({function});
        };
        if (Calls& calls = calls_[&first]; calls.depth < 0) enter(calls);
        while (!path.empty()) {
            Level& level = path.back();
            Calls& at = level.function;
            if (level.next == at.calls.size()) {
                at.is_open = false;
                at.depth = std::max(at.depth, 0);
                path.pop_back();
                continue;
            }
            const Op& call = *at.calls[level.next];
            const std::string name = callee_name(call);
            Calls& callee = calls_[functions_.find(name)];
            if (callee.is_open)
                unsupported(verify_error::call, place_of(program_, call),
                            fmt::format("@{} calls itself, directly or through other functions", name),
                            "Use stablehlo.while instead of recursion.");
            if (callee.depth < 0) {
                enter(callee);
                continue;
            }
            at.depth = std::max(at.depth, callee.depth + 1);
            if (at.depth > deepest_calls)
                unsupported(verify_error::call, place_of(program_, call),
                            fmt::format("the call of @{} starts a chain of more than {} nested calls", name,
                                        deepest_calls),
                            "Inline some of the functions.");
            level.next++;
        }
    }

    const Program& program_;
    const Function* function_ = nullptr;
    std::vector<State> states_;
    Constants constants_;  ///< of the current function
    FunctionIndex functions_;
    std::unordered_map<const Function*, Calls> calls_;
};

}  // namespace

std::vector<Type> infer_result_types(const Program& program, const Function& function, const Op& op) {
    return row(op.code).verify(OpContext(program, function, op));
}

void verify(const Program& program) {
    Verifier(program).run();
}

namespace {

void require_scalar_reducer(const Program& program, const Function& function, const Op& op) {
    for (const ValueId argument : op.regions.front().arguments)
        if (function.tensor(argument).rank() != 0)
            unsupported(verify_error::constraint, place_of(program, op),
                        fmt::format("the body of {} takes {} instead of scalars", spelling(op.code),
                                    to_string(function.type(argument))),
                        "Write a reducer of scalars.");
}

}  // namespace

void require_function(const Program& program) {
    if (program.functions.empty())
        fail(verify_error::call, {.file = program.source_path}, "the file holds no function",
             "A program has at least one func.func.");
}

void require_executable(const Program& program) {
    const auto refuse = [&](const Function& function) {
        Place place{
            .file = program.source_path, .line = function.position.line, .column = function.position.column};
        place.op = "@" + function.name;
        unsupported(verify_error::call, with_line(std::move(place)),
                    fmt::format("the function @{} is declared but has no body", function.name),
                    "Define the function in this module.");
    };
    require_function(program);
    if (program.main().body.ops.empty()) refuse(program.main());
    require_data(program);
    const FunctionIndex functions(program);
    for (const Function& function : program.functions) {
        for (const Value& value : function.values)
            if (std::holds_alternative<ForeignType>(value.type.value))
                unsupported(verify_error::operands, {.file = program.source_path, .op = "@" + function.name},
                            fmt::format("%{} has the type {}, which is not supported", value.name,
                                        to_string(value.type)),
                            "Export the program with tensors.");
        for_each_op(function.body, [&](const Op& op) {
            if (has_trait(op.code, op_trait::Reducing)) require_scalar_reducer(program, function, op);
            if (!has_trait(op.code, op_trait::Calling)) return;
            const Function* callee = functions.find(callee_name(op));
            if (callee != nullptr && callee->body.ops.empty()) refuse(*callee);
        });
    }
}

}  // namespace hlo2c::frontend
