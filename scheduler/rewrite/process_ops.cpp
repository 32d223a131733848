#include "scheduler/rewrite/process_ops.h"

#include <algorithm>
#include <map>
#include <set>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/bind_arguments.h"
#include "scheduler/error_numbers.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/processes/custom_call.h"
#include "scheduler/processes/describe.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// Ops that give a token and do nothing else.
constexpr frontend::OpSet making_tokens = {OpCode::AfterAll, OpCode::CreateToken};

/// Ops that take no time.
constexpr frontend::OpSet without_work = {OpCode::AfterAll, OpCode::Constant, OpCode::CreateToken,
                                          OpCode::Recv};

using frontend::ElementType;

/// True for collectives with a computation.
bool is_reduction(OpCode code) {
    const OpRule& rule = rule_of(code);
    return rule.step == StepKind::Collective &&
           (rule.collective == CollectiveKind::AllReduce ||
            rule.collective == CollectiveKind::ReduceScatter || rule.collective == CollectiveKind::Reduce);
}

class Preparation {
public:
    Preparation(const frontend::Program& program, Function& function)
        : program_(program), function_(function) {}

    void run() {
        refuse_signature_futures();
        find_ends(function_.body);
        erase_signature_tokens();
        region(function_.body);
    }

private:
    bool is_token(ValueId value) const {
        return std::holds_alternative<frontend::TokenType>(function_.type(value).value);
    }

    void erase_tokens(std::vector<ValueId>& values) const {
        std::erase_if(values, [&](ValueId value) { return is_token(value); });
    }

    void refuse_signature_futures() const {
        const auto is_future = [](const frontend::Type& type) {
            return std::holds_alternative<frontend::FutureType>(type.value);
        };
        const auto& arguments = function_.body.arguments;
        const bool has_future =
            std::any_of(arguments.begin(), arguments.end(),
                        [&](ValueId value) { return is_future(function_.type(value)); }) ||
            std::any_of(function_.result_types.begin(), function_.result_types.end(), is_future);
        if (!has_future) return;
        Place place{.file = program_.source_path,
                    .line = function_.position.line,
                    .column = function_.position.column,
                    .op = "@" + function_.name};
        unsupported(lowering_error::future, std::move(place),
                    "a future is an argument or result of the function",
                    "End it with async_done inside the program, and return its results.");
    }

    /// Finds the futures whose only use is an end in the region in which they begin.
    void find_ends(const Region& source) {
        std::map<ValueId, int> begun;  // uses, by future
        for (const Op& op : source.ops) {
            if (op.code == OpCode::AsyncStart) begun.emplace(op.results[0], 0);
            if (op.code == OpCode::AsyncDone && begun.count(op.operands[0]))
                ends_here_.insert(op.operands[0]);
            for (const Region& inner : op.regions) find_ends(inner);
        }
        if (begun.empty()) return;
        for (const Op& op : source.ops) {
            const auto count = [&](const Op& user) {
                for (ValueId operand : user.operands)
                    if (const auto future = begun.find(operand); future != begun.end()) future->second++;
            };
            count(op);
            for (const Region& inner : op.regions) frontend::for_each_op(inner, count);
        }
        for (const auto& [future, uses] : begun)
            if (uses != 1) ends_here_.erase(future);
    }

    /// The values that replace a future whose op has run at its start.
    const std::vector<ValueId>& values_of(ValueId future) {
        const auto [entry, is_new] = finished_.try_emplace(future);
        if (is_new) {
            const auto type = std::get<frontend::FutureType>(function_.type(future).value);
            for (const frontend::Type& element : type.elements)
                entry->second.push_back(function_.add_value(frontend::Type(element)));
        }
        return entry->second;
    }

    void expand_futures(std::vector<ValueId>& values) {
        std::vector<ValueId> expanded;
        for (ValueId value : values) {
            if (!std::holds_alternative<frontend::FutureType>(function_.type(value).value)) {
                expanded.push_back(value);
                continue;
            }
            const std::vector<ValueId>& parts = values_of(value);
            expanded.insert(expanded.end(), parts.begin(), parts.end());
        }
        values = std::move(expanded);
    }

    void erase_signature_tokens() {
        const auto& arguments = function_.body.arguments;
        const auto& types = function_.result_types;
        const auto token_type = [](const frontend::Type& type) {
            return std::holds_alternative<frontend::TokenType>(type.value);
        };
        const bool has_tokens =
            std::any_of(arguments.begin(), arguments.end(), [&](ValueId v) { return is_token(v); }) ||
            std::any_of(types.begin(), types.end(), token_type);
        if (!has_tokens) return;
        // The other arguments keep their original positions.
        std::vector<frontend::DictionaryAttribute> argument_attributes, result_attributes;
        for (std::size_t i = 0; i < arguments.size(); i++) {
            if (is_token(arguments[i])) continue;
            frontend::DictionaryAttribute attributes;
            if (i < function_.argument_attributes.size()) attributes = function_.argument_attributes[i];
            const auto position = frontend::original_position(function_, static_cast<int>(i));
            std::erase_if(attributes.entries,
                          [](const auto& named) { return named.first == frontend::position_attribute; });
            attributes.entries.emplace_back(std::string(frontend::position_attribute),
                                            frontend::IntegerAttribute{position, "i64"});
            argument_attributes.push_back(std::move(attributes));
        }
        for (std::size_t i = 0; i < types.size(); i++)
            if (!token_type(types[i]) && i < function_.result_attributes.size())
                result_attributes.push_back(function_.result_attributes[i]);
        function_.argument_attributes = std::move(argument_attributes);
        function_.result_attributes = std::move(result_attributes);
        std::erase_if(function_.result_types, token_type);
    }

    void region(Region& source) {
        erase_tokens(source.arguments);
        expand_futures(source.arguments);
        std::vector<Op> ops = std::move(source.ops);
        source.ops.clear();
        const std::map<std::size_t, std::vector<std::size_t>> early = early_receives(ops);
        for (std::size_t i = 0; i < ops.size(); i++) {
            if (const auto receives = early.find(i); receives != early.end())
                for (const std::size_t receive : receives->second) begin_receive(ops[receive], source.ops);
            place(std::move(ops[i]), source.ops);
        }
        end_late(source.ops);
    }

    /// By position, the receives that can begin before the op there, earlier than the program waits for them.
    /// A receive begins after its token, and in the order of its channel.
    std::map<std::size_t, std::vector<std::size_t>> early_receives(const std::vector<Op>& ops) const {
        std::map<std::size_t, std::vector<std::size_t>> early;
        std::map<ValueId, std::size_t> made;
        std::map<std::int64_t, std::size_t> first;  // by channel
        std::size_t barrier = 0, work = 0;          // work: after the last op that takes time
        for (std::size_t i = 0; i < ops.size(); i++) {
            const Op& op = ops[i];
            for (const Region& inner : op.regions)
                frontend::for_each_op(inner, [&](const Op& nested) {
                    if (nested.code == OpCode::Recv) barrier = i + 1;
                });
            for (ValueId result : op.results) made[result] = i + 1;
            const bool has_data = op.results.size() > 1 || (!op.results.empty() && !is_token(op.results[0]));
            if (op.code == OpCode::Recv && has_data && !op[attr::is_host_transfer]) {
                const auto token = made.find(op.operands[0]);
                std::size_t& begin = first[frontend::channel_of(op)];
                begin = std::max({begin, barrier, token != made.end() ? token->second : 0});
                if (begin < work)
                    early[begin].push_back(i);
                else
                    begin = i;
            }
            if (!without_work.contains(op.code)) work = i + 1;
        }
        return early;
    }

    /// Splits `receive` into its start, which is appended to `ops`, and the wait for it, which replaces it.
    void begin_receive(Op& receive, std::vector<Op>& ops) {
        erase_tokens(receive.operands);
        erase_tokens(receive.results);
        Op start{.code = OpCode::AsyncStart}, last{.code = OpCode::Return}, inner = receive;
        frontend::FutureType future;
        for (ValueId& result : inner.results) {
            future.elements.push_back(function_.type(result));
            result = function_.add_value(frontend::Type(function_.type(result)));
        }
        last.operands = inner.results;
        Op wait{.code = OpCode::AsyncDone,
                .operands = {function_.add_value(frontend::Type(std::move(future)))},
                .results = receive.results};
        start.results = wait.operands;
        wait.location = start.location = receive.location;
        wait.position = start.position = receive.position;
        Region body;
        body.ops = {std::move(inner), std::move(last)};
        start.regions.push_back(std::move(body));
        receive = std::move(wait);
        ops.push_back(std::move(start));
    }

    /// True if `op` only computes and needs no result of `wait`: then it may run before `wait`.
    static bool may_go_before(const Op& op, const Op& wait) {
        bool may = !frontend::has_trait(op.code, frontend::op_trait::Terminator);
        const auto look = [&](const Op& each) {
            may =
                may && !is_process_op(each.code) && each.code != OpCode::CustomCall &&
                !frontend::has_trait(each.code, frontend::op_trait::SideEffect) &&
                std::none_of(each.operands.begin(), each.operands.end(), [&](ValueId operand) {
                    return std::find(wait.results.begin(), wait.results.end(), operand) != wait.results.end();
                });
        };
        look(op);
        for (const Region& inner : op.regions) frontend::for_each_op(inner, look);
        return may;
    }

    /// Moves each wait down to the first op that needs its results or has another side effect.
    static void end_late(std::vector<Op>& ops) {
        for (std::size_t i = ops.size(); i-- > 0;) {
            if (ops[i].code != OpCode::AsyncDone) continue;
            std::size_t to = i;
            while (to + 1 < ops.size() && may_go_before(ops[to + 1], ops[i])) to++;
            const auto at = [&](std::size_t place) {
                return ops.begin() + static_cast<std::ptrdiff_t>(place);
            };
            std::rotate(at(i), at(i + 1), at(to + 1));
        }
    }

    /// Replaces operands of this op only; `region` handles nested ops.
    void replace_operands(Op& op) const {
        for (ValueId& operand : op.operands)
            for (auto found = replaced_.find(operand); found != replaced_.end();
                 found = replaced_.find(operand))
                operand = found->second;
    }

    void place(Op op, std::vector<Op>& ops) {
        replace_operands(op);
        if (making_tokens.contains(op.code)) return;
        if (op.code == OpCode::AsyncStart) return place_start(std::move(op), ops);
        if (op.code == OpCode::AsyncDone && finished_.count(op.operands[0])) {
            const std::vector<ValueId>& values = finished_.at(op.operands[0]);
            for (std::size_t i = 0; i < op.results.size(); i++) replaced_[op.results[i]] = values[i];
            return;
        }
        if (is_hook_call(op)) forget_tokens(function_, op);
        erase_tokens(op.operands);
        erase_tokens(op.results);
        if (op.code != OpCode::AsyncDone) {
            expand_futures(op.operands);
            expand_futures(op.results);
        }
        convert_operands(op, ops, nullptr);
        for (Region& inner : op.regions) region(inner);
        ops.push_back(std::move(op));
    }

    /// Places an async_start. The op inside it reads the operands of the start.
    void place_start(Op start, std::vector<Op>& ops) {
        Region& body = start.regions[0];
        for (std::size_t i = 0; i < body.arguments.size() && i < start.operands.size(); i++)
            replaced_[body.arguments[i]] = start.operands[i];
        Op inner = std::move(body.ops.front());
        replace_operands(inner);
        if (!is_collective(inner) || !ends_here_.count(start.results[0])) {
            finished_[start.results[0]] = inner.results;
            place(std::move(inner), ops);
            return;
        }
        convert_operands(inner, ops, &start);
        start.operands = inner.operands;
        body.arguments.clear();
        body.ops.front() = std::move(inner);
        ops.push_back(std::move(start));
    }

    ValueId converted(ValueId value, ElementType element, const Op& op, std::vector<Op>& ops) {
        TensorType type = function_.tensor(value);
        if (type.element == element) return value;
        type.element = element;
        const ValueId result = function_.add_value(type, {}, op.location);
        Op convert{.code = OpCode::Convert, .operands = {value}, .results = {result}};
        convert.location = op.location;
        ops.push_back(std::move(convert));
        return result;
    }

    void convert_operands(Op& op, std::vector<Op>& ops, const Op* start) {
        if (is_reduction(op.code)) {
            const ElementType element = function_.tensor(op.regions[0].arguments[0]).element;
            const std::size_t count = data_operands(op).size();
            for (std::size_t i = 0; i < count; i++)
                op.operands[i] = converted(op.operands[i], element, start ? *start : op, ops);
        } else if (op.code == OpCode::CustomCall && is_collective(op)) {
            for (std::size_t i = 2; i < op.operands.size(); i++)
                op.operands[i] = converted(op.operands[i], ElementType::I64, start ? *start : op, ops);
        }
    }

    const frontend::Program& program_;
    Function& function_;
    std::map<ValueId, ValueId> replaced_;
    std::map<ValueId, std::vector<ValueId>> finished_;  // futures of ops that ran at their start
    std::set<ValueId> ends_here_;
};

}  // namespace

void prepare_process_ops(frontend::Program& program) {
    for (Function& function : program.functions) Preparation(program, function).run();
}

}  // namespace hlo2c::scheduler
