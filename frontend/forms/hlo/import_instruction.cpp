#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo/import.h"
#include "frontend/forms/hlo/opcodes.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {
namespace {

constexpr int deepest_region = 200;

/// Ops that pass values on without reading them.
constexpr OpSet carrying = {OpCode::Call, OpCode::OptimizationBarrier, OpCode::While};

}  // namespace

Site ComputationImport::site() const {
    return {module_.origin().path, computation_.name(), {}, {}};
}

std::vector<const wire::HloInstructionProto*> ComputationImport::parameters() const {
    std::vector<const wire::HloInstructionProto*> list;
    for (const wire::HloInstructionProto& instruction : computation_.instructions()) {
        if (instruction.opcode() != "parameter") continue;
        const std::int64_t number = instruction.parameter_number();
        if (number < 0 || number >= computation_.instructions_size())
            site().refuse(fmt::format("a parameter has the number {}", number));
        const auto at = static_cast<std::size_t>(number);
        if (list.size() <= at) list.resize(at + 1, nullptr);
        if (list[at] != nullptr) site().refuse(fmt::format("two parameters have the number {}", number));
        list[at] = &instruction;
    }
    site().require(std::find(list.begin(), list.end(), nullptr) == list.end(),
                   "the parameters are not numbered 0, 1, 2, ...");
    return list;
}

Leaves ComputationImport::run(const std::vector<Leaves>& bound, Region& region) {
    site().require(depth_ < deepest_region, "computations are nested too deeply");
    region_ = &region;
    for (const wire::HloInstructionProto& instruction : computation_.instructions()) {
        InstructionImport import(*this, instruction);
        Done done{&instruction, {}};
        if (instruction.opcode() == "parameter") {
            const auto number = static_cast<std::size_t>(instruction.parameter_number());
            import.site().require(number < bound.size(), "a computation is called with too few operands");
            done.leaves = bound[number];
        } else if (const ImportFunction function = import_function(instruction.opcode())) {
            done.leaves = function(import);
        } else {
            done.leaves = import_row(import);
        }
        if (done.leaves.size() != leaf_count(instruction.shape(), import.site()))
            import.site().refuse(fmt::format(
                "the instruction gives {} arrays, which does not match its shape", done.leaves.size()));
        if (!done_.emplace(instruction.id(), std::move(done)).second)
            import.site().refuse("two instructions of a computation have the same id");
    }
    const auto root = done_.find(computation_.root_id());
    if (root == done_.end()) site().refuse("the root of the computation is not in it");
    for (const ValueId value : root->second.leaves)
        if (value == no_value) site().refuse("the root is a send or recv without its matching -done");
    return root->second.leaves;
}

InstructionImport::InstructionImport(ComputationImport& computation,
                                     const wire::HloInstructionProto& instruction)
    : computation_(computation), instruction_(instruction), site_(computation.site()) {
    site_.instruction = fmt::format("{} ({})", instruction.name(), instruction.opcode());
    const auto& positions = computation.module_.origin().positions;
    if (const auto position = positions.find(instruction.id()); position != positions.end())
        site_.position = position->second;
    location_ = computation.module_.location_of(instruction);
    for (const std::int64_t id : instruction.operand_ids()) {
        const auto done = computation.done_.find(id);
        if (done == computation.done_.end())
            site_.refuse(fmt::format("the operand with the id {} is not defined before its use", id));
        operands_.push_back(&done->second);
    }
}

const Leaves& InstructionImport::operand(std::size_t i) const {
    if (i >= operands_.size())
        site_.refuse(fmt::format("operand {} is missing: there are {}", i, operands_.size()));
    return operands_[i]->leaves;
}

Leaves InstructionImport::element(std::size_t i, std::int64_t index) const {
    const Leaves& leaves = operand(i);
    const wire::ShapeProto& shape = operand_shape(i);
    if (shape.element_type() != wire::TUPLE || index < 0 || index >= shape.tuple_shapes_size())
        site_.refuse(fmt::format("the shape has no element {}", index));
    std::vector<std::size_t>& ends = operands_[i]->ends;
    for (auto next = static_cast<int>(ends.size()); next <= index; next++)
        ends.push_back((ends.empty() ? 0 : ends.back()) + leaf_count(shape.tuple_shapes(next), site_));
    const auto at = static_cast<std::size_t>(index);
    const auto place = [&](std::size_t leaf) { return leaves.begin() + static_cast<std::ptrdiff_t>(leaf); };
    return Leaves(place(at == 0 ? 0 : ends[at - 1]), place(ends[at]));
}

const wire::HloInstructionProto& InstructionImport::operand_instruction(std::size_t i) const {
    operand(i);
    return *operands_[i]->instruction;
}

ValueId InstructionImport::value(std::size_t i) const {
    const Leaves& leaves = operand(i);
    if (leaves.size() != 1) site_.refuse(fmt::format("operand {} is not a single value", i));
    if (leaves[0] == no_value)
        site_.refuse(fmt::format("operand {} is a send or recv without its matching -done", i));
    return leaves[0];
}

Leaves InstructionImport::all_operands(std::size_t first) const {
    Leaves all;
    for (std::size_t i = first; i < operands_.size(); i++)
        all.insert(all.end(), operands_[i]->leaves.begin(), operands_[i]->leaves.end());
    return all;
}

const TensorType& InstructionImport::tensor(ValueId id) const {
    if (id == no_value || !type(id).is_tensor()) site_.refuse("an operand is not an array");
    return type(id).as_tensor();
}

TensorType InstructionImport::result() const {
    return tensor_type(instruction_.shape(), site_);
}

Leaves InstructionImport::emit(Op op, std::vector<Type> results) {
    computation_.module_.count_op(site_);
    for (const ValueId operand : op.operands)
        if (operand == no_value || (computation_.is_stand_in(operand) && !carrying.contains(op.code)))
            site_.refuse("data is used that has not been received yet", "Use the data of the recv-done.");
    place(op, results);
    sort_by_name(op.attributes);
    Leaves leaves = op.results;
    computation_.region_->ops.push_back(std::move(op));
    return leaves;
}

void InstructionImport::place(Op& op, const std::vector<Type>& types) {
    op.location = location_;
    op.position = site_.position;
    op.results.clear();
    for (const Type& type : types) {
        if (type.is_tensor())
            site_.require(is_possible_shape(type.as_tensor().shape, type.as_tensor().bounds),
                          "the instruction expands to ops with more than 2^56 elements");
        op.results.push_back(computation_.function_.add_value(Type(type), {}, location_));
    }
}

ValueId InstructionImport::emit(OpCode code, Leaves operands, Type result,
                                std::vector<NamedAttribute> attributes) {
    Op op;
    op.code = code;
    op.operands = std::move(operands);
    op.attributes = std::move(attributes);
    return emit(std::move(op), {std::move(result)}).front();
}

ValueId InstructionImport::constant(Literal literal) {
    Type type = literal.type();
    return emit(OpCode::Constant, {}, std::move(type), {attr::value.with(std::move(literal))});
}

ValueId InstructionImport::integer(std::int64_t value, ElementType type) {
    return constant(Literal::scalar<std::int64_t>(type, value));
}

ValueId InstructionImport::reshape(ValueId operand, std::vector<std::int64_t> shape) {
    if (tensor(operand).shape == shape) return operand;
    return emit(OpCode::Reshape, {operand}, TensorType{std::move(shape), tensor(operand).element, {}, {}});
}

ValueId InstructionImport::converted(ValueId operand, ElementType element) {
    TensorType type = tensor(operand);
    if (type.element == element) return operand;
    type.element = element;
    return emit(OpCode::Convert, {operand}, type);
}

ValueId InstructionImport::broadcast(ValueId scalar, const TensorType& type) {
    TensorType result = type;
    result.element = tensor(scalar).element;
    return emit(OpCode::BroadcastInDim, {scalar}, result, {attr::broadcast_dimensions.with({})});
}

std::int64_t InstructionImport::called(int index) const {
    if (index >= instruction_.called_computation_ids_size())
        site_.refuse(fmt::format("called computation {} is missing", index));
    return instruction_.called_computation_ids(index);
}

Region InstructionImport::bound_region(int index, const std::vector<Leaves>& parameters) {
    ModuleImport& module = computation_.module_;
    ComputationImport inner(module, computation_.function_, module.computation(called(index), site_),
                            computation_.depth_ + 1);
    Region region;
    Op terminator;
    terminator.code = OpCode::Return;
    terminator.operands = inner.run(parameters, region);
    terminator.location = location_;
    region.ops.push_back(std::move(terminator));
    return region;
}

Region InstructionImport::region(int index) {
    ModuleImport& module = computation_.module_;
    const wire::HloComputationProto& called_computation = module.computation(called(index), site_);
    const ComputationImport inner(module, computation_.function_, called_computation, 0);
    std::vector<Leaves> parameters;
    std::vector<ValueId> arguments;
    for (const wire::HloInstructionProto* parameter : inner.parameters()) {
        Leaves leaves;
        for (Type& type : leaf_types(parameter->shape(), site_)) {
            leaves.push_back(
                computation_.function_.add_value(std::move(type), {}, module.location_of(*parameter)));
            arguments.push_back(leaves.back());
        }
        parameters.push_back(std::move(leaves));
    }
    Region region = bound_region(index, parameters);
    region.arguments = std::move(arguments);
    return region;
}

Region InstructionImport::comparator(const std::vector<ElementType>& elements, ComparisonType compare_type) {
    Function& function = computation_.function_;
    Region region;
    for (const ElementType element : elements)
        region.arguments.push_back(function.add_value(TensorType{{}, element, {}, {}}, {}, location_));
    Op compare, terminator;
    compare.code = OpCode::Compare;
    compare.operands = {region.arguments.at(0), region.arguments.at(1)};
    compare.attributes = {attr::compare_type.with(compare_type),
                          attr::comparison_direction.with(ComparisonDirection::Lt)};
    compare.results = {function.add_value(TensorType{{}, ElementType::I1, {}, {}}, {}, location_)};
    terminator.code = OpCode::Return;
    terminator.operands = compare.results;
    compare.location = terminator.location = location_;
    region.ops = {std::move(compare), std::move(terminator)};
    return region;
}

bool ComputationImport::ends_here(const wire::HloInstructionProto& start) {
    if (users_.empty())
        for (const wire::HloInstructionProto& user : computation_.instructions())
            for (const std::int64_t operand : user.operand_ids()) users_[operand].push_back(&user);
    const auto gives_operands = [](const wire::HloInstructionProto* user) {
        return user->opcode() == "get-tuple-element" && user->tuple_index() == 0;
    };
    for (const wire::HloInstructionProto* at = &start;;) {
        if (at->id() == computation_.root_id()) return false;
        std::vector<const wire::HloInstructionProto*> users = users_[at->id()];
        std::erase_if(users, gives_operands);
        if (users.size() != 1) return false;
        at = users.front();
        if (at->opcode().ends_with("-done")) return true;
        if (at->opcode() != "async-update") return false;
    }
}

Leaves InstructionImport::started(Leaves results) {
    if (!computation_.ends_here(instruction_)) return results;
    std::vector<Op>& ops = computation_.region_->ops;
    Op inner = std::move(ops.back());
    ops.pop_back();
    HLO2C_CHECK(inner.results == results, "the op that begins has been emitted last");
    Op start, terminator;
    start.code = OpCode::AsyncStart;
    start.operands = inner.operands;
    Region body;
    Function& function = computation_.function_;
    for (ValueId& operand : inner.operands) {
        operand = function.add_value(Type(type(operand)), {}, location_);
        body.arguments.push_back(operand);
    }
    FutureType future;
    for (const ValueId result : results) future.elements.push_back(type(result));
    terminator.code = OpCode::Return;
    terminator.operands = results;
    terminator.location = location_;
    body.ops = {std::move(inner), std::move(terminator)};
    start.regions.push_back(std::move(body));
    return Leaves(results.size(), emit(std::move(start), {Type(std::move(future))}).front());
}

Leaves InstructionImport::started_call(const std::vector<Type>& results) {
    const wire::HloComputationProto& wrapped = module().computation(called(0), site_);
    const auto root = std::find_if(wrapped.instructions().begin(), wrapped.instructions().end(),
                                   [&](const auto& each) { return each.id() == wrapped.root_id(); });
    constexpr std::string_view collectives[] = {
        "all-gather",         "all-reduce",        "all-to-all",    "collective-broadcast",
        "collective-permute", "ragged-all-to-all", "reduce-scatter"};
    const bool is_collective =
        root != wrapped.instructions().end() &&
        std::find(std::begin(collectives), std::end(collectives), root->opcode()) != std::end(collectives);
    if (!is_collective || results.empty() || !computation_.ends_here(instruction_)) return {};
    Op start;
    start.code = OpCode::AsyncStart;
    start.operands = all_operands();
    start.regions.push_back(region(0));
    const Region& body = start.regions[0];
    if (body.ops.size() != 2 || body.ops[0].results != body.ops[1].operands) return {};
    return Leaves(results.size(), emit(std::move(start), {Type(FutureType{results})}).front());
}

Leaves InstructionImport::finished(Leaves leaves) {
    if (leaves.empty() || leaves.front() == no_value) return leaves;
    const auto* future = std::get_if<FutureType>(&type(leaves.front()).value);
    if (future == nullptr) return leaves;
    Op done;
    done.code = OpCode::AsyncDone;
    done.operands = {leaves.front()};
    return emit(std::move(done), std::vector<Type>(future->elements));
}

Leaves InstructionImport::data_to_come(const wire::ShapeProto& shape) {
    Leaves leaves(leaf_count(shape, site_), no_value);
    if (ends_here()) return leaves;
    const std::vector<Type> types = leaf_types(shape, site_);
    for (std::size_t i = 0; i < leaves.size(); i++) {
        site_.require(types[i].is_tensor(), "the received value is not an array");
        const TensorType& tensor = types[i].as_tensor();
        if (!tensor.is_static())
            site_.reject(
                "an array of bounded size is passed on before it has been received",
                "End the receive in the computation where it begins, or receive an array of fixed size.");
        const std::vector<std::byte> zero(static_cast<std::size_t>(byte_width(tensor.element)));
        leaves[i] = constant(Literal(tensor, zero, true));
        computation_.stand_ins_.insert(leaves[i]);
    }
    return leaves;
}

std::vector<const wire::HloInstructionProto*> InstructionImport::receives_of(std::size_t i) const {
    return module().origins().of(computation_.computation_, operand_instruction(i), "recv");
}

Leaves import_row(InstructionImport& import) {
    const wire::HloInstructionProto& instruction = import.instruction();
    const OpcodeRow* row = row_of(instruction.opcode());
    if (row == nullptr)
        import.site().reject(fmt::format("the opcode {} is not supported", instruction.opcode()),
                             "`hlo2c ops` lists the supported ops.");
    return import.emit_row(*row, import.result_types());
}

Leaves InstructionImport::emit_row(const OpcodeRow& row, std::vector<Type> results, Leaves operands) {
    Op op;
    op.code = row.code;
    op.operands = std::move(operands);
    const OpRow& known = frontend::row(row.code);
    if (!known.takes_operands(op.operands.size()))
        site_.refuse(fmt::format("the instruction has {} operands", op.operands.size()));
    const int regions = instruction_.called_computation_ids_size();
    if (known.regions > 0 && regions != known.regions)
        site_.refuse(fmt::format("the instruction calls {} computations", regions));
    for (int i = 0; known.regions != 0 && i < regions; i++) op.regions.push_back(region(i));
    // Create the results first, since attributes may depend on their types.
    Function& made = computation_.function_;
    std::vector<ValueId> values;
    for (const Type& type : results) values.push_back(made.add_value(type, {}, location_));
    op.results = values;
    for (const Field* field : *row.fields) field->read(instruction_, made, site_, op);
    made.values.resize(made.values.size() - values.size());
    return emit(std::move(op), std::move(results));
}

}  // namespace hlo2c::frontend
