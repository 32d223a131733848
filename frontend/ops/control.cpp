#include <algorithm>

#include "frontend/ops/hooks.h"

namespace hlo2c::frontend {
namespace {

TensorType scalar(ElementType element) {
    return TensorType{{}, element, {}, {}};
}

bool is_token(const Type& type) {
    return std::holds_alternative<TokenType>(type.value);
}

/// Results as the branches return them; where one branch knows a size that another does not, it stays
/// unknown.
Types branch_results(const OpContext& op, std::string_view arguments_label, std::string_view same_label) {
    Types results = op.returned_types(0);
    for (std::size_t i = 0; i < op.op().regions.size(); i++) {
        op.require(op.op().regions[i].arguments.empty(), arguments_label, "a branch has arguments");
        const Types other = op.returned_types(i);
        op.require(
            other.size() == results.size(), same_label,
            fmt::format("branch {} returns {} values and branch 0 {}", i, other.size(), results.size()));
        for (std::size_t r = 0; r < results.size(); r++) {
            if (!compatible(results[r], other[r]))
                op.refuse(same_label, fmt::format("branch {} returns {} where branch 0 returns {}", i,
                                                  to_string(other[r]), to_string(results[r])));
            if (!results[r].is_tensor()) continue;
            TensorType& type = results[r].as_tensor();
            for (std::size_t d = 0; d < type.shape.size(); d++)
                if (other[r].as_tensor().shape[d] == dynamic_size) type.shape[d] = dynamic_size;
        }
    }
    return results;
}

}  // namespace

Types infer_if(const OpContext& op) {
    op.require(op.operand(0).rank() == 0 && op.operand(0).element == ElementType::I1, "I1",
               "pred is no tensor<i1>");
    return branch_results(op, "C1", "C2");  // (C3)
}

Types infer_case(const OpContext& op) {
    op.require(op.operand(0).rank() == 0 && op.operand(0).element == ElementType::I32, "I1",
               "the index is no tensor<i32>");
    op.require(!op.op().regions.empty(), "C1", "there is no branch");
    return branch_results(op, "C2", "C3");  // (C4)
}

Types infer_while(const OpContext& op) {
    const Types operands = op.operand_types(0, op.operand_count());
    op.require_region(0, operands, Types{scalar(ElementType::I1)}, "C1");
    op.require_region(1, operands, operands, "C2");
    return operands;  // (C3)
}

Types infer_return(const OpContext&) {
    return {};
}

Types infer_call(const OpContext& op) {
    const bool composite = op.op().code == OpCode::Composite;
    const std::string_view attribute = composite ? "decomposition" : "callee";
    const std::string name = op.text(attribute, "");
    if (composite) {
        const std::string full_name = op.text("name", "");
        const std::size_t dot = full_name.find('.');
        op.require(dot != std::string::npos && dot > 0 && dot + 1 < full_name.size(), "C1",
                   fmt::format("'{}' is no name with a namespace, like my.op", full_name));
    }
    const Function* callee = op.program().function(name);
    if (callee == nullptr)
        op.refuse_as(verify_error::call, fmt::format("the function @{} is not defined", name),
                     "Call a function of this module.");
    if (callee->body.ops.empty())
        op.refuse_as(verify_error::call, fmt::format("the function @{} is declared but has no body", name),
                     "Define the function in this module.");
    const std::vector<ValueId>& arguments = callee->arguments();
    if (arguments.size() != op.operand_count())
        op.refuse_as(verify_error::call,
                     fmt::format("@{} takes {} arguments but is called with {}", name, arguments.size(),
                                 op.operand_count()),
                     "Give each argument.");
    for (std::size_t i = 0; i < arguments.size(); i++)
        if (!compatible(callee->type(arguments[i]), op.operand_type(i)))
            op.refuse_as(verify_error::call,
                         fmt::format("argument {} of @{} is {} but is called with {}", i, name,
                                     to_string(callee->type(arguments[i])), to_string(op.operand_type(i))),
                         "Make the types agree.");
    return callee->result_types;
}

Types infer_optimization_barrier(const OpContext& op) {
    return op.operand_types(0, op.operand_count());  // (C1)
}

Types infer_after_all(const OpContext& op) {
    for (std::size_t i = 0; i < op.operand_count(); i++)
        op.require(is_token(op.operand_type(i)), "I1", fmt::format("input {} is no token", i));
    return {TokenType{}};
}

Types infer_create_token(const OpContext&) {
    return {TokenType{}};
}

Types infer_process_id(const OpContext&) {
    return {scalar(ElementType::UI32)};
}

Types infer_custom_call(const OpContext& op) {
    op.require(!op.text("call_target_name", "").empty(), "I2", "call_target_name is missing");
    const auto count = [&](std::string_view name) -> std::optional<std::size_t> {
        const Attribute* attribute = op.op().attribute(name);
        if (attribute == nullptr) return std::nullopt;
        const auto* list = attribute->get_if<ArrayAttribute>();
        op.require(list != nullptr, "", fmt::format("{} is no list", name));
        return list->elements.size();
    };
    const std::optional<std::size_t> operands = count("operand_layouts"), results = count("result_layouts");
    op.require(operands.has_value() == results.has_value(), "",
               "layouts are given for operands or results only");
    op.require(!operands || *operands == op.operand_count(), "", "there is not one layout per operand");
    const auto* tuple = op.result_count() == 1 ? std::get_if<TupleType>(&op.result_type(0).value) : nullptr;
    op.require(!results || *results == (tuple != nullptr ? tuple->elements.size() : op.result_count()), "",
               "there is not one layout per result");
    return op.declared();
}

Types infer_tuple(const OpContext& op) {
    return {TupleType{op.operand_types(0, op.operand_count())}};  // (C1)
}

Types infer_get_tuple_element(const OpContext& op) {
    const auto* tuple = std::get_if<TupleType>(&op.operand_type(0).value);
    op.require(tuple != nullptr, "I1", "the operand is no tuple");
    const std::int64_t index = op.integer("index");
    op.require_in_range({index}, static_cast<std::int64_t>(tuple->elements.size()), "C1", "index");
    return {tuple->elements[static_cast<std::size_t>(index)]};  // (C2)
}

Types infer_infeed(const OpContext& op) {
    op.require(is_token(op.operand_type(0)), "I1", "the operand is no token");
    op.require(op.result_count() > 0, "C1", "there is no result");
    op.require(is_token(op.result_type(op.result_count() - 1)), "C3", "the last result is no token");
    return op.declared();
}

Types infer_outfeed(const OpContext& op) {
    op.require(is_token(op.operand_type(op.operand_count() - 1)), "I2", "the last operand is no token");
    return {TokenType{}};
}

Types infer_send(const OpContext& op) {
    op.require(is_token(op.operand_type(op.operand_count() - 1)), "I2", "the last operand is no token");
    return {TokenType{}};
}

Types infer_recv(const OpContext& op) {
    op.require(is_token(op.operand_type(0)), "I1", "the operand is no token");
    op.require(op.result_count() > 0 && is_token(op.result_type(op.result_count() - 1)), "",
               "the last result is no token");
    for (std::size_t i = 0; i + 1 < op.result_count(); i++) op.result(i);
    return op.declared();
}

Types infer_async_start(const OpContext& op) {
    const Region& body = op.op().regions[0];
    op.require(body.ops.size() == 2, "C1", "the body does not hold a single op and a return");
    const OpCode code = body.ops[0].code;
    constexpr OpCode allowed[] = {OpCode::AllReduce,        OpCode::AllGather,
                                  OpCode::AllToAll,         OpCode::CollectivePermute,
                                  OpCode::ReduceScatter,    OpCode::CollectiveBroadcast,
                                  OpCode::CollectiveReduce, OpCode::Slice,
                                  OpCode::DynamicSlice,     OpCode::DynamicUpdateSlice};
    op.require(std::find(std::begin(allowed), std::end(allowed), code) != std::end(allowed), "C2",
               fmt::format("{} cannot run asynchronously", spelling(code)));
    op.require_region(0, op.operand_types(0, op.operand_count()), std::nullopt, "C3");
    return {FutureType{op.returned_types(0)}};  // (C4)
}

Types infer_async_done(const OpContext& op) {
    const auto* future = std::get_if<FutureType>(&op.operand_type(0).value);
    op.require(future != nullptr, "I1", "the operand is no future");
    return future->elements;  // (C1)
}

Types infer_mesh(const OpContext&) {
    return {};
}

Types infer_manual_computation(const OpContext& op) {
    op.require(op.op().regions[0].arguments.size() == op.operand_count(), "",
               "the body does not have one argument per operand");
    op.require(op.returned_types(0).size() == op.result_count(), "",
               "the body does not return one value per result");
    return op.declared();
}

Types infer_check(const OpContext& op) {
    if (op.operand_count() == 2)
        op.require(compatible(op.operand_type(0), op.operand_type(1)), "",
                   "the two operands have different types");
    if (op.op().has("value"))
        op.require(compatible(op.operand_type(0), op.literal("value").type()), "",
                   "the expected value has another type");
    return {};
}

Types infer_probe(const OpContext& op) {
    return {op.operand_type(0)};
}

Types infer_run_parallel(const OpContext& op) {
    return op.declared();
}

}  // namespace hlo2c::frontend
