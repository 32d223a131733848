#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/dynamic_reduce_window.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"
#include "frontend/ops/output_operand_alias.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {
namespace {

TensorType scalar(ElementType element) {
    return TensorType{{}, element, {}, {}};
}

bool is_token(const Type& type) {
    return std::holds_alternative<TokenType>(type.value);
}

/// Result types of the branches; a size stays unknown if it is unknown in any branch.
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

/// Requires a token as the last operand, and tensors before it.
void require_tensors_and_token(const OpContext& op) {
    op.require(is_token(op.operand_type(op.operand_count() - 1)), "I2", "the last operand is not a token");
    for (std::size_t i = 0; i + 1 < op.operand_count(); i++) op.operand(i);
}

void require_tensor_results(const OpContext& op, std::string_view label) {
    for (std::size_t i = 0; i + 1 < op.result_count(); i++)
        op.require(op.result_type(i).is_tensor(), label,
                   fmt::format("result {} is {}, which is not a tensor", i, to_string(op.result_type(i))));
}

/// Requires the channel type to match `is_host_transfer`, and checks the table of process pairs.
void require_channel_type(const OpContext& op, std::int64_t between_host_and_device) {
    const bool host = op[attr::is_host_transfer];
    if (const std::optional<ChannelHandle> channel = channel_handle(op.op()); channel && channel->type)
        op.require(
            *channel->type == (host ? between_host_and_device : device_to_device), "C5",
            fmt::format("the channel type {} contradicts is_host_transfer = {}", *channel->type, host));
    if (op.op().has(attr::source_target_pairs)) require_pairs(op, "C1");
}

/// Typed calls are configured by dictionaries, all others by strings.
void require_backend_config(const OpContext& op) {
    constexpr std::int64_t typed = 4;
    const std::int64_t version = op[attr::api_version];
    op.require(version >= 0 && version <= typed, "I5", fmt::format("there is no api_version {}", version));
    const Attribute* config = op.op().attribute(attr::backend_config);
    if (config == nullptr) return;
    op.require(version == typed ? config->get_if<DictionaryAttribute>() != nullptr
                                : config->get_if<std::string>() != nullptr,
               "I4",
               fmt::format("with api_version {}, backend_config is {}", version,
                           version == typed ? "a dictionary" : "a string"));
}

bool is_buffer(const Type& type) {
    const auto* foreign = std::get_if<ForeignType>(&type.value);
    return foreign != nullptr && foreign->text.substr(0, 7) == "memref<";
}

/// True if both, tensors or buffers, have the same shape and element type.
bool same_contents(const Type& a, const Type& b) {
    const auto contents = [](const Type& type) {
        const std::string text = to_string(type);
        return text.substr(std::min(text.find('<'), text.size()));
    };
    return contents(a) == contents(b);
}

/// Checks calls that create buffers, and those that turn tensors into buffers and back.
void require_buffer_call(const OpContext& op) {
    const LibraryRow& row = library_row(op.op());
    if (op[attr::api_version] != 4 || (!row.takes_buffer && !row.gives_buffer)) return;
    const bool creates = row.most_operands == 0;
    const std::string target = op[attr::call_target_name];
    op.require(
        op.operand_count() == (creates ? 0 : 1), "",
        fmt::format("{} {}", target, creates ? "has an operand" : "does not have exactly one operand"));
    op.require(op.result_count() == 1, "", fmt::format("{} does not have exactly one result", target));
    op.require(
        is_buffer(op.result_type(0)) == row.gives_buffer, "",
        fmt::format("the result of {} is {}", target, row.gives_buffer ? "not a buffer" : "not a tensor"));
    if (creates) return;
    op.require(
        is_buffer(op.operand_type(0)) == row.takes_buffer, "",
        fmt::format("the operand of {} is {}", target, row.takes_buffer ? "not a buffer" : "not a tensor"));
    op.require(same_contents(op.operand_type(0), op.result_type(0)), "",
               fmt::format("{} of {} cannot return {}", target, to_string(op.operand_type(0)),
                           to_string(op.result_type(0))));
}

/// The part of `whole` at the path of tuple indices, or nullptr.
const Type* part_of(const Type& whole, const Sizes& indices) {
    const Type* part = &whole;
    for (const std::int64_t index : indices) {
        const auto* tuple = std::get_if<TupleType>(&part->value);
        if (tuple == nullptr || index < 0 || index >= static_cast<std::int64_t>(tuple->elements.size()))
            return nullptr;
        part = &tuple->elements[static_cast<std::size_t>(index)];
    }
    return part;
}

/// Adds the paths to all buffers inside `type`.
void add_buffers(const Type& type, Sizes& path, std::vector<Sizes>& buffers) {
    if (is_buffer(type)) buffers.push_back(path);
    const auto* tuple = std::get_if<TupleType>(&type.value);
    for (std::size_t i = 0; tuple != nullptr && i < tuple->elements.size(); i++) {
        path.push_back(static_cast<std::int64_t>(i));
        add_buffers(tuple->elements[i], path, buffers);
        path.pop_back();
    }
}

/// Each alias pairs a part of an operand with a part of the results, of the same type; each result buffer has
/// one alias.
void require_aliases(const OpContext& op) {
    const Attribute* attribute = op.op().attribute(attr::output_operand_aliases);
    const auto* aliases = attribute != nullptr ? attribute->get_if<ArrayAttribute>() : nullptr;
    op.require(attribute == nullptr || aliases != nullptr, "I7", "output_operand_aliases is not a list");
    const Type whole = op.result_count() == 1 ? op.result_type(0) : Type(TupleType{op.declared()});
    std::vector<Sizes> operands, results;
    for (std::size_t i = 0; aliases != nullptr && i < aliases->elements.size(); i++) {
        const auto alias = output_operand_alias(aliases->elements[i]);
        op.require(alias.has_value(), "I7", "an alias is not an #stablehlo.output_operand_alias<...>");
        Sizes from = alias->operand_tuple_indices, to = alias->output_tuple_indices;
        const std::int64_t operand = alias->operand_index;
        op.require(operand >= 0 && operand < static_cast<std::int64_t>(op.operand_count()), "I7",
                   fmt::format("an alias names the operand {}, which does not exist", operand));
        const Type* source = part_of(op.operand_type(static_cast<std::size_t>(operand)), from);
        const Type* target = part_of(whole, to);
        op.require(source != nullptr, "I7",
                   "the tuple indices of an alias do not lead to an element of the operand");
        op.require(target != nullptr, "I7",
                   "the tuple indices of an alias do not lead to an element of the results");
        op.require(is_buffer(*source) == is_buffer(*target) &&
                       (compatible(*source, *target) || same_contents(*source, *target)),
                   "I7", fmt::format("an alias pairs {} with {}", to_string(*source), to_string(*target)));
        if (!is_buffer(*source)) continue;
        from.insert(from.begin(), operand);
        op.require(std::find(operands.begin(), operands.end(), from) == operands.end(), "I7",
                   "an operand buffer is aliased twice");
        op.require(std::find(results.begin(), results.end(), to) == results.end(), "I7",
                   "a result buffer is aliased twice");
        operands.push_back(std::move(from));
        results.push_back(std::move(to));
    }
    if (op[attr::api_version] == 4 && library_row(op.op()).gives_buffer) return;
    std::vector<Sizes> buffers;
    Sizes path;
    add_buffers(whole, path, buffers);
    for (const Sizes& buffer : buffers)
        op.require(std::find(results.begin(), results.end(), buffer) != results.end(), "I7",
                   "a result buffer is aliased with no operand");
}

/// Requires one layout per type: a permutation of a tensor's dimensions, empty for other types.
void require_layouts(const OpContext& op, std::string_view name, const Types& types) {
    const auto& layouts = op.op().attribute(name)->get_if<ArrayAttribute>()->elements;
    for (std::size_t i = 0; i < types.size(); i++) {
        op.require(std::get_if<TupleType>(&types[i].value) == nullptr, "", "tuples have no layouts");
        const auto* literal = layouts[i].get_if<Literal>();
        op.require(literal != nullptr && literal->type().rank() == 1 && is_integer(literal->type().element),
                   "", fmt::format("entry {} of {} is not a list of dimensions", i, name));
        const std::int64_t size = literal->type().element_count();
        if (!types[i].is_tensor()) {
            op.require(size == 0 || std::get_if<ForeignType>(&types[i].value) != nullptr, "",
                       fmt::format("entry {} of {} is a layout of {}", i, name, to_string(types[i])));
            continue;
        }
        Sizes order;
        for (std::int64_t d = 0; d < size; d++) order.push_back(literal->integer(d));
        std::sort(order.begin(), order.end());
        bool permutation = size == types[i].as_tensor().rank();
        for (std::size_t d = 0; d < order.size(); d++)
            permutation &= order[d] == static_cast<std::int64_t>(d);
        op.require(permutation, "",
                   fmt::format("entry {} of {} is not an order of the dimensions of {}", i, name,
                               to_string(types[i])));
    }
}

/// True if the text names a dialect and an op, like `my.op` or `my.op.v1`: letters, digits, _ and $ between
/// the dots.
bool is_namespaced(std::string_view name) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    if (name.empty() || !is_letter(name.front())) return false;
    bool dotted = false;
    for (std::size_t i = 0; i < name.size(); i++) {
        const char c = name[i];
        if (c == '.') {
            if (i + 1 == name.size() || name[i + 1] == '.') return false;
            dotted = true;
        } else if (!is_letter(c) && !(c >= '0' && c <= '9') && !(dotted && (c == '$' || c == '-'))) {
            return false;
        }
    }
    return dotted;
}

}  // namespace

Types infer_if(const OpContext& op) {
    return branch_results(op, "C1", "C2");  // (C3)
}

Types infer_case(const OpContext& op) {
    op.require(op.operand(0).element == ElementType::I32, "I1", "the index is not a tensor<i32>");
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

namespace {

/// The types of the results of the function `name`, which the op's operands must suit.
Types infer_called(const OpContext& op, const std::string& name) {
    const Function* callee = op.function_called(name);
    if (callee == nullptr)  // (C2)
        op.refuse_as(verify_error::call, fmt::format("the function @{} is not defined", name),
                     "Call a function of this module.");
    const std::vector<ValueId>& arguments = callee->arguments();
    if (arguments.size() != op.operand_count())
        op.refuse_as(verify_error::call,
                     fmt::format("@{} takes {} arguments but is called with {}", name, arguments.size(),
                                 op.operand_count()),
                     "Pass each argument.");
    for (std::size_t i = 0; i < arguments.size(); i++)  // (C3)
        if (!compatible(callee->type(arguments[i]), op.operand_type(i)))
            op.refuse_as(verify_error::call,
                         fmt::format("argument {} of @{} is {} but is called with {}", i, name,
                                     to_string(callee->type(arguments[i])), to_string(op.operand_type(i))),
                         "Make the types agree.");
    return callee->result_types;  // (C4)
}

}  // namespace

Types infer_call(const OpContext& op) {
    return infer_called(op, op[attr::callee].name);
}

Types infer_composite(const OpContext& op) {
    const std::string full_name = op[attr::composite_name];
    op.require(is_namespaced(full_name), "C1",
               fmt::format("'{}' is not a name with a namespace, like my.op", full_name));
    return infer_called(op, op[attr::decomposition].name);
}

Types infer_optimization_barrier(const OpContext& op) {
    return op.operand_types(0, op.operand_count());  // (C1)
}

Types infer_after_all(const OpContext& op) {
    for (std::size_t i = 0; i < op.operand_count(); i++)
        op.require(is_token(op.operand_type(i)), "I1", fmt::format("input {} is not a token", i));
    return {TokenType{}};
}

Types infer_create_token(const OpContext&) {
    return {TokenType{}};
}

Types infer_process_id(const OpContext&) {
    return {scalar(ElementType::UI32)};
}

Types infer_custom_call(const OpContext& op) {
    op.require(!op[attr::call_target_name].empty(), "I2", "call_target_name is missing");
    require_backend_config(op);
    require_buffer_call(op);
    require_aliases(op);
    require_dynamic_window(op);
    const auto count = [&](std::string_view name) -> std::optional<std::size_t> {
        const Attribute* attribute = op.op().attribute(name);
        if (attribute == nullptr) return std::nullopt;
        const auto* list = attribute->get_if<ArrayAttribute>();
        op.require(list != nullptr, "", fmt::format("{} is not a list", name));
        return list->elements.size();
    };
    const std::optional<std::size_t> operands = count(attr::operand_layouts),
                                     results = count(attr::result_layouts);
    op.require(operands.has_value() == results.has_value(), "",
               "layouts are given only for the operands, or only for the results");
    op.require(!operands || *operands == op.operand_count(), "", "there is not one layout per operand");
    const auto* tuple = op.result_count() == 1 ? std::get_if<TupleType>(&op.result_type(0).value) : nullptr;
    op.require(!results || *results == (tuple != nullptr ? tuple->elements.size() : op.result_count()), "",
               "there is not one layout per result");
    if (!operands) return op.declared();
    require_layouts(op, attr::operand_layouts, op.operand_types(0, op.operand_count()));
    require_layouts(op, attr::result_layouts, tuple != nullptr ? tuple->elements : op.declared());
    return op.declared();
}

Types infer_tuple(const OpContext& op) {
    return {TupleType{op.operand_types(0, op.operand_count())}};  // (C1)
}

Types infer_get_tuple_element(const OpContext& op) {
    const auto* tuple = std::get_if<TupleType>(&op.operand_type(0).value);
    op.require(tuple != nullptr, "I1", "the operand is not a tuple");
    const std::int64_t index = op[attr::index];
    op.require_in_range({index}, static_cast<std::int64_t>(tuple->elements.size()), "C1", attr::index);
    return {tuple->elements[static_cast<std::size_t>(index)]};  // (C2)
}

namespace {

/// Requires a list of the tensor's dimensions; a scalar may be laid out like a tensor of one dimension.
void require_layout(const OpContext& op, const TensorType& type, const Attribute& layout) {
    const auto* order = layout.get_if<ArrayAttribute>();
    op.require(order != nullptr, "", "an entry of layout is not a list");
    Sizes dimensions;
    for (const Attribute& dimension : order->elements) {
        const auto* integer = dimension.get_if<IntegerAttribute>();
        op.require(integer != nullptr, "", "an entry of layout holds no integers");
        dimensions.push_back(integer->value);
    }
    if (type.rank() == 0 && dimensions.empty()) return;
    const std::int64_t rank = std::max<std::int64_t>(type.rank(), 1);
    op.require_size(dimensions, static_cast<std::size_t>(rank), "",
                    fmt::format("the layout of {}", to_string(type)));
    op.require_in_range(dimensions, rank, "", "an entry of layout");
    op.require_unique(dimensions, "", "an entry of layout");
}

}  // namespace

Types infer_infeed(const OpContext& op) {
    op.require(is_token(op.operand_type(0)), "I1", "the operand is not a token");
    op.require(op.result_count() > 0, "C1", "there is no result");
    op.require(is_token(op.result_type(op.result_count() - 1)), "C3", "the last result is not a token");
    require_tensor_results(op, "C2");
    if (!op.op().has(attr::layout)) return op.declared();
    const auto* layouts = op.op().attribute(attr::layout)->get_if<ArrayAttribute>();
    op.require(
        layouts != nullptr && layouts->elements.size() == op.result_count() - 1, "",
        fmt::format("layout does not have one entry for each of the {} tensors", op.result_count() - 1));
    for (std::size_t i = 0; i < layouts->elements.size(); i++)
        require_layout(op, op.result(i), layouts->elements[i]);
    return op.declared();
}

Types infer_outfeed(const OpContext& op) {
    require_tensors_and_token(op);
    return {TokenType{}};
}

Types infer_send(const OpContext& op) {
    require_tensors_and_token(op);
    require_channel_type(op, device_to_host);
    return {TokenType{}};
}

Types infer_recv(const OpContext& op) {
    op.require(is_token(op.operand_type(0)), "I1", "the operand is not a token");
    op.require(op.result_count() > 0, "C6", "there is no result");
    op.require(is_token(op.result_type(op.result_count() - 1)), "C8", "the last result is not a token");
    require_tensor_results(op, "C7");
    require_channel_type(op, host_to_device);
    return op.declared();
}

Types infer_async_start(const OpContext& op) {
    const Region& body = op.op().regions[0];
    op.require(body.ops.size() == 2, "C1", "the body does not hold a single op and a return");
    const OpCode code = body.ops[0].code;
    op.require(has_trait(code, op_trait::Asynchronous) || is_ragged_all_to_all(body.ops[0]), "C2",
               fmt::format("{} cannot run asynchronously", spelling(code)));
    op.require_region(0, op.operand_types(0, op.operand_count()), std::nullopt, "C3");
    return {FutureType{op.returned_types(0)}};  // (C4)
}

Types infer_async_done(const OpContext& op) {
    const auto* future = std::get_if<FutureType>(&op.operand_type(0).value);
    op.require(future != nullptr, "I1", "the operand is not a future");
    return future->elements;  // (C1)
}

Types infer_mesh(const OpContext&) {
    return {};
}

/// True if `part` may be a shard of `whole`: same element type and rank; its sizes depend on the mesh.
bool is_shard(const Type& part, const Type& whole) {
    if (!part.is_tensor() || !whole.is_tensor()) return part == whole;
    return part.as_tensor().element == whole.as_tensor().element &&
           part.as_tensor().rank() == whole.as_tensor().rank();
}

Types infer_manual_computation(const OpContext& op) {
    op.require(op.op().regions[0].arguments.size() == op.operand_count(), "",
               "the body does not have one argument per operand");
    op.require(op.returned_types(0).size() == op.result_count(), "",
               "the body does not return one value per result");
    const Types returned = op.returned_types(0);
    for (std::size_t i = 0; i < op.operand_count(); i++)
        op.require(is_shard(op.function().type(op.op().regions[0].arguments[i]), op.operand_type(i)), "",
                   fmt::format("argument {} of the body is not a shard of operand {}", i, i));
    for (std::size_t i = 0; i < op.result_count(); i++)
        op.require(is_shard(returned[i], op.result_type(i)), "",
                   fmt::format("what the body returns is not a shard of result {}", i));
    return op.declared();
}

Types infer_check(const OpContext& op) {
    if (op.operand_count() == 2)
        op.require(compatible(op.operand_type(0), op.operand_type(1)), "",
                   "the two operands have different types");
    if (op.op().has(attr::value))
        op.require(compatible(op.operand_type(0), op[attr::value].type()), "",
                   "the expected value has a different type");
    return {};
}

Types infer_probe(const OpContext& op) {
    return {op.operand_type(0)};
}

Types infer_run_parallel(const OpContext& op) {
    const Attribute* attribute = op.op().attribute(attr::programs);
    const auto* programs = attribute != nullptr ? attribute->get_if<ArrayAttribute>() : nullptr;
    op.require(programs != nullptr && !programs->elements.empty(), "",
               "programs is not a list of functions to run");
    const auto function_of = [&](const Attribute& named) {
        const auto* symbol = named.get_if<SymbolAttribute>();
        op.require(symbol != nullptr, "", "an entry of programs or infeed is not the name of a function");
        const Function* function = op.function_called(symbol->name);
        if (function == nullptr)
            op.refuse_as(verify_error::call, fmt::format("the function @{} is not defined", symbol->name),
                         "Name a function of this module.");
        return function;
    };
    std::size_t arguments = 0, width = 0;
    Types results;
    for (const Attribute& row : programs->elements) {
        const auto* replica = row.get_if<ArrayAttribute>();
        op.require(replica != nullptr && !replica->elements.empty(), "",
                   "programs is not a table of functions");
        op.require(width == 0 || width == replica->elements.size(), "",
                   "the rows of programs have different lengths");
        width = replica->elements.size();
        for (const Attribute& named : replica->elements) {
            const Function* function = function_of(named);
            arguments += function->arguments().size();
            results.insert(results.end(), function->result_types.begin(), function->result_types.end());
        }
    }
    op.require(
        arguments == op.operand_count(), "",
        fmt::format("the programs take {} arguments and the op has {}", arguments, op.operand_count()));
    op.require(results.size() == op.result_count(), "",
               fmt::format("the programs return {} values and the op has {} results", results.size(),
                           op.result_count()));
    const Attribute* queue = op.op().attribute(attr::infeed);
    if (queue == nullptr) return results;
    const auto* functions = queue->get_if<ArrayAttribute>();
    op.require(functions != nullptr && !functions->elements.empty(), "", "infeed is not a list of functions");
    for (const Attribute& named : functions->elements) {
        const Function* function = function_of(named);
        op.require(function->arguments().empty() && function->result_types.size() == 1 &&
                       function->result_types[0].is_tensor(),
                   "", fmt::format("@{} does not return a single tensor without arguments", function->name));
    }
    return results;
}

}  // namespace hlo2c::frontend
