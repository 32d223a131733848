#include <fmt/format.h>

#include <algorithm>

#include "frontend/forms/hlo/import.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/ir/library_calls.h"

namespace hlo2c::frontend {
namespace {

/// The row of the collective that a start such as "all-gather-start" begins.
const OpcodeRow& row_of_start(const InstructionImport& import) {
    const std::string_view opcode = import.instruction().opcode();
    const OpcodeRow* row = row_of(opcode.substr(0, opcode.size() - std::string_view("-start").size()));
    HLO2C_CHECK(row != nullptr, "a collective that begins has no row");
    return *row;
}

ValueId zero(InstructionImport& import) {
    return import.integer(0, ElementType::UI32);
}

/// Parses "{{0,1},{1,0}}" to a table of two columns.
Literal pair_table(const std::string& text, const Site& site) {
    std::vector<std::int64_t> ids;
    bool in_number = false;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        site.require(is_digit || std::string_view("{}, ").find(c) != std::string_view::npos,
                     "the pairs of the transfer are not lists of numbers");
        if (is_digit && !in_number) ids.push_back(0);
        if (is_digit) ids.back() = ids.back() * 10 + (c - '0');
        site.require(ids.empty() || ids.back() <= INT32_MAX,
                     "an id in the pairs of the transfer is out of range");
        in_number = is_digit;
    }
    site.require(ids.size() % 2 == 0, "the pairs of the transfer have an odd number of ids");
    const auto rows = static_cast<std::int64_t>(ids.size() / 2);
    return Literal::from_values<std::int64_t>(TensorType{{rows, 2}, ElementType::I64, {}, {}}, ids);
}

/// `host_type` is the type of the channel if the transfer is one with the host. Either half of a transfer may
/// have the pairs as a frontend attribute.
std::vector<NamedAttribute> transfer_attributes(const InstructionImport& import, std::int64_t host_type,
                                                const wire::HloInstructionProto& begin,
                                                const wire::HloInstructionProto& end) {
    const bool host = begin.is_host_transfer();
    std::vector<NamedAttribute> attributes = {attr::channel_handle.with(channel_handle_attribute(
                                                  begin.channel_id(), host ? host_type : device_to_device)),
                                              attr::is_host_transfer.with(host)};
    for (const wire::HloInstructionProto* half : {&end, &begin}) {
        const auto& notes = half->frontend_attributes().map();
        const auto found = notes.find(std::string(transfer_pairs_note));
        if (found == notes.end()) continue;
        attributes.emplace_back(attr::source_target_pairs, pair_table(found->second, import.site()));
        break;
    }
    return attributes;
}

/// A region that consists of `op` and returns its results.
Region region_of(InstructionImport& import, Op op, const std::vector<Type>& results) {
    Op last;
    last.code = OpCode::Return;
    import.place(op, results);
    import.place(last, {});
    last.operands = op.results;
    Region region;
    region.ops = {std::move(op), std::move(last)};
    return region;
}

}  // namespace

/// Without a dimension, operand i goes to process i of the group: the operands are stacked, the stack is
/// exchanged, and the result is sliced into the received arrays.
Leaves import_all_to_all(InstructionImport& import) {
    if (import.instruction().dimensions_size() > 0) return import_row(import);
    const auto count = static_cast<std::int64_t>(import.operand_count());
    import.site().require(count > 0, "there is nothing to exchange");
    std::vector<std::vector<std::int64_t>> groups = replica_groups(import.instruction(), import.site());
    if (groups.empty()) {
        groups.emplace_back();
        for (std::int64_t i = 0; i < count; i++) groups[0].push_back(i);
    }
    const TensorType part = import.tensor(import.value(0));
    TensorType one = part, all = part;
    one.shape.insert(one.shape.begin(), 1);
    all.shape.insert(all.shape.begin(), count);
    Leaves parts;
    for (std::size_t i = 0; i < import.operand_count(); i++) {
        import.site().require(import.tensor(import.value(i)) == part, "the operands have different types");
        parts.push_back(import.emit(OpCode::Reshape, {import.value(i)}, one));
    }
    const ValueId stack = import.emit(OpCode::Concatenate, std::move(parts), all, {attr::dimension.with(0)});
    Op op;
    op.code = OpCode::AllToAll;
    op.operands = {stack};
    op.attributes = {attr::split_dimension.with(0), attr::concat_dimension.with(0),
                     attr::split_count.with(count), attr::replica_groups.with(group_table(groups))};
    channel_field.read(import.instruction(), import.function(), import.site(), op);
    const ValueId exchanged = import.emit(std::move(op), {all}).front();
    Leaves results;
    for (std::int64_t i = 0; i < count; i++) {
        std::vector<std::int64_t> starts{i}, limits{i + 1}, strides{1};
        for (const std::int64_t size : part.shape) {
            starts.push_back(0);
            limits.push_back(size);
            strides.push_back(1);
        }
        const ValueId slice = import.emit(OpCode::Slice, {exchanged}, one,
                                          {attr::start_indices.with(starts), attr::limit_indices.with(limits),
                                           attr::strides.with(strides)});
        results.push_back(import.reshape(slice, part.shape));
    }
    return results;
}

/// If the computation has another element type than the operands, they are converted to it and the results
/// converted back.
Leaves import_reducing_collective(InstructionImport& import) {
    const OpcodeRow* row = row_of(import.instruction().opcode());
    HLO2C_CHECK(row != nullptr, "a collective has no row");
    const wire::HloComputationProto& computation =
        import.module().computation(import.called(0), import.site());
    const auto parameter = std::find_if(computation.instructions().begin(), computation.instructions().end(),
                                        [](const auto& each) { return each.opcode() == "parameter"; });
    const std::vector<Type> results = import.result_types();
    if (parameter == computation.instructions().end()) return import_row(import);
    const ElementType element = tensor_type(parameter->shape(), import.site()).element;
    Leaves operands = import.all_operands();
    std::vector<Type> reduced = results;
    for (ValueId& operand : operands)
        if (operand != no_value && import.type(operand).is_tensor())
            operand = import.converted(operand, element);
    for (Type& type : reduced)
        if (type.is_tensor()) type.as_tensor().element = element;
    Leaves leaves = import.emit_row(*row, std::move(reduced), std::move(operands));
    for (std::size_t i = 0; i < leaves.size(); i++)
        if (results[i].is_tensor()) leaves[i] = import.converted(leaves[i], results[i].as_tensor().element);
    return leaves;
}

/// Result: the results alone.
Leaves import_all_reduce_start(InstructionImport& import) {
    return import.started(import.emit_row(row_of_start(import), import.result_types()));
}

/// Result: (operands, results, contexts).
Leaves import_collective_start(InstructionImport& import) {
    const OpcodeRow& row = row_of_start(import);
    const wire::ShapeProto& shape = import.instruction().shape();
    import.site().require(shape.element_type() == wire::TUPLE && shape.tuple_shapes_size() >= 2,
                          "the shape is not a tuple of operands and results");
    Leaves leaves = import.all_operands();
    const Leaves results =
        import.started(import.emit_row(row, leaf_types(shape.tuple_shapes(1), import.site())));
    leaves.insert(leaves.end(), results.begin(), results.end());
    const std::size_t wanted = leaf_count(shape, import.site());
    while (leaves.size() < wanted) leaves.push_back(zero(import));
    return leaves;
}

Leaves import_collective_permute_start(InstructionImport& import) {
    const wire::ShapeProto& shape = import.instruction().shape();
    if (shape.tuple_shapes_size() >= 2 &&
        leaf_count(shape.tuple_shapes(1), import.site()) != import.all_operands().size())
        import.site().reject("a permutation into an existing buffer is not supported",
                             "Export the program before collectives are split.");
    return import_collective_start(import);
}

/// Becomes the custom call that StableHLO uses for it.
Leaves import_ragged_all_to_all(InstructionImport& import) {
    const wire::HloInstructionProto& instruction = import.instruction();
    Op op;
    op.code = OpCode::CustomCall;
    op.operands = import.all_operands();
    DictionaryAttribute configuration;
    configuration.entries.emplace_back("replica_groups",
                                       group_table(replica_groups(instruction, import.site())));
    if (instruction.channel_id() > 0)
        configuration.entries.emplace_back("channel_id", IntegerAttribute{instruction.channel_id()});
    op.attributes = {attr::call_target_name.with(std::string(ragged_all_to_all_target)),
                     attr::api_version.with(4), attr::backend_config.with(std::move(configuration))};
    return import.emit(std::move(op), import.result_types());
}

/// Result: (data, context, token). The send op goes here, and the token is its result.
Leaves import_send(InstructionImport& import) {
    const std::size_t last = import.operand_count() - 1;
    import.site().require(import.operand_count() == 2, "a send does not have data and a token as operands");
    Leaves leaves = import.operand(0);
    Leaves operands = leaves;
    operands.push_back(import.value(last));
    const ValueId token =
        import.emit(OpCode::Send, std::move(operands), TokenType{},
                    transfer_attributes(import, device_to_host, import.instruction(), import.instruction()));
    if (import.instruction().shape().element_type() != wire::TUPLE) return {token};  // an older form
    leaves.push_back(zero(import));
    leaves.push_back(token);
    return leaves;
}

/// Result: (data, context, token). No data has been received yet; the token marks the start of the receive.
/// If the receive does not end in this computation, the context identifies it.
Leaves import_recv(InstructionImport& import) {
    const wire::HloInstructionProto& instruction = import.instruction();
    const wire::ShapeProto& shape = instruction.shape();
    import.site().require(shape.element_type() == wire::TUPLE && shape.tuple_shapes_size() == 3,
                          "the shape is not a tuple of data, context and token");
    Leaves leaves = import.data_to_come(shape.tuple_shapes(0));
    leaves.push_back(import.integer(import.ends_here() ? 0 : import.module().number_of_receive(instruction),
                                    ElementType::UI32));
    leaves.push_back(import.emit(OpCode::AfterAll, {import.value(0)}, TokenType{}));
    return leaves;
}

Leaves import_send_done(InstructionImport& import) {
    import.site().require(!import.operand(0).empty(), "the operand is not a send");
    return {import.operand(0).back()};
}

/// The recv op goes where the program waits for the data, so that two processes that both start with a recv
/// do not deadlock. A receive that a loop carries may have several possible starts, each with its own
/// channel; the program selects the actual one at run time.
Leaves import_recv_done(InstructionImport& import) {
    const Leaves& begun = import.operand(0);
    const std::vector<const wire::HloInstructionProto*> receives = import.receives_of(0);
    import.site().require(begun.size() > 1 && begun.back() != no_value && !receives.empty(),
                          "the operand is not a recv");
    const std::vector<Type> results = import.result_types();
    const ValueId token = begun.back(), context = begun[begun.size() - 2];
    std::vector<Op> ways;
    for (const wire::HloInstructionProto* receive : receives) {
        Op& way = ways.emplace_back();
        way.code = OpCode::Recv;
        way.operands = {token};
        way.attributes = transfer_attributes(import, host_to_device, *receive, import.instruction());
    }
    Op op = ways.back();
    for (std::size_t i = ways.size() - 1; i-- > 0;) {
        if (ways[i].attributes == op.attributes && op.code == OpCode::Recv) continue;
        const ValueId number =
            import.integer(import.module().number_of_receive(*receives[i]), ElementType::UI32);
        Op choice;
        choice.code = OpCode::If;
        choice.operands = {import.emit(OpCode::Compare, {context, number},
                                       TensorType{{}, ElementType::I1, {}, {}},
                                       {attr::comparison_direction.with(ComparisonDirection::Eq),
                                        attr::compare_type.with(ComparisonType::Unsigned)})};
        choice.regions.push_back(region_of(import, std::move(ways[i]), results));
        choice.regions.push_back(region_of(import, std::move(op), results));
        op = std::move(choice);
    }
    return import.emit(std::move(op), results);
}

}  // namespace hlo2c::frontend
