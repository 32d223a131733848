#include "frontend/forms/hlo/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo/fields.h"
#include "frontend/forms/hlo/legal_name.h"
#include "frontend/forms/hlo/shapes.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/declarations.h"
#include "frontend/ops/op_traits.h"
#include "frontend/processes/process_groups.h"
#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {
namespace {

const Location* first_file(const LocationTable& table, LocationId id, int depth) {
    const Location& location = table[id];
    if (location.kind == Location::Kind::File) return &location;
    if (depth > 100) return nullptr;
    for (const LocationId child : location.children)
        if (const Location* found = first_file(table, child, depth + 1)) return found;
    return nullptr;
}

std::vector<Type> types_of(const Function& function, const std::vector<ValueId>& values) {
    std::vector<Type> types;
    for (const ValueId value : values) types.push_back(function.type(value));
    return types;
}

/// Whether arguments or results of the function are one process's parts of tensors, so that the program is
/// already partitioned. XLA marks such a module by the suffix of the entry's name.
bool is_one_part(const Function& function) {
    const auto is_part = [](const DictionaryAttribute& attributes) {
        return find_attribute(attributes.entries, part_attribute) != nullptr;
    };
    return std::any_of(function.argument_attributes.begin(), function.argument_attributes.end(), is_part) ||
           std::any_of(function.result_attributes.begin(), function.result_attributes.end(), is_part);
}

bool has_hlo_form(const Type& type) {
    if (const auto* tuple = std::get_if<TupleType>(&type.value)) {
        for (const Type& element : tuple->elements)
            if (!has_hlo_form(element)) return false;
        return true;
    }
    if (!type.is_tensor()) return true;
    return !type.as_tensor().is_quantized() &&
           primitive_type(type.as_tensor().element) != wire::PRIMITIVE_TYPE_INVALID;
}

}  // namespace

wire::HloModuleProto ModuleExport::run() {
    const Function& main = program_.main();
    module_.set_name(program_.name.empty() ? "module" : program_.name);
    const std::int64_t entry = computation_of(main.name);
    for (wire::HloComputationProto& computation : *module_.mutable_computations())
        if (computation.id() == entry) {
            if (is_one_part(main)) computation.set_name(computation.name() + "_spmd");
            module_.set_entry_computation_name(computation.name());
            *module_.mutable_host_program_shape() = computation.program_shape();
        }
    module_.set_entry_computation_id(entry);
    module_.set_id(1);
    const auto count = [&](std::string_view name) {
        return find_attribute<IntegerAttribute>(program_.attributes, name);
    };
    if (const auto* replicas = count(declarations::num_replicas))
        module_.mutable_device_assignment()->set_replica_count(static_cast<int>(replicas->value));
    if (const auto* partitions = count(declarations::num_partitions))
        module_.mutable_device_assignment()->set_computation_count(static_cast<int>(partitions->value));
    std::string meshes;
    for (const Op& symbol : program_.symbols) {
        const Attribute* mesh = symbol.attribute(attr::mesh);
        const auto* axes = mesh != nullptr ? mesh->get_if<StructAttribute>() : nullptr;
        if (symbol.code == OpCode::SdyMesh && axes != nullptr && !axes->raw.empty())
            meshes += fmt::format("{}{} = #sdy.mesh<{}>", meshes.empty() ? "{" : ", ",
                                  symbol[attr::sym_name].name, axes->raw);
    }
    if (!meshes.empty())
        (*module_.mutable_frontend_attributes()->mutable_map())["xla.sdy.meshes"] = meshes + "}";
    describe_entry(main);
    shard_entry(main);
    return std::move(module_);
}

void ModuleExport::describe_entry(const Function& function) {
    module_.mutable_input_output_alias();
    module_.mutable_buffer_donor();
    const bool tuple = function.result_types.size() != 1;
    for (std::size_t i = 0; i < function.argument_attributes.size(); i++) {
        const std::vector<NamedAttribute>& entries = function.argument_attributes[i].entries;
        const auto number = static_cast<std::int64_t>(i);
        if (const auto* output = find_attribute<IntegerAttribute>(entries, declarations::aliasing_output)) {
            auto& alias = *module_.mutable_input_output_alias()->add_entries();
            alias.set_parameter_number(number);
            if (tuple) alias.add_output_shape_index(output->value);
            alias.set_kind(wire::MAY_ALIAS);
        }
        if (find_attribute(entries, declarations::buffer_donor) != nullptr)
            module_.mutable_buffer_donor()->add_entries()->set_parameter_number(number);
    }
}

wire::OpSharding ModuleExport::sharding(const std::string& text, const std::string& what) const {
    try {
        return read_sharding_(text);
    } catch (const DiagnosticError& error) {
        fail(write_error::no_hlo_form, Place{.file = program_.source_path, .op = what},
             fmt::format("the sharding '{}' cannot be written in HLO: {}", text, error.diagnostic().message),
             "Correct the attribute mhlo.sharding.");
    }
}

/// Attaches shardings to the parameters, and to the root if every result has a sharding.
void ModuleExport::shard_entry(const Function& function) {
    wire::HloComputationProto* entry = nullptr;
    for (wire::HloComputationProto& computation : *module_.mutable_computations())
        if (computation.id() == module_.entry_computation_id()) entry = &computation;
    HLO2C_CHECK(entry != nullptr, "a module is written without its entry");
    const auto text_of = [](const DictionaryAttribute& attributes) -> const std::string* {
        for (const NamedAttribute& named : attributes.entries)
            if (named.first == attr::mhlo_sharding.name || named.first == part_attribute)
                return named.second.get_if<std::string>();
        return nullptr;
    };
    std::vector<wire::OpSharding> results;
    for (const DictionaryAttribute& attributes : function.result_attributes)
        if (const std::string* text = text_of(attributes))
            results.push_back(sharding(*text, "a result of @" + function.name));
    for (wire::HloInstructionProto& instruction : *entry->mutable_instructions()) {
        const auto number = static_cast<std::size_t>(instruction.parameter_number());
        if (instruction.opcode() == "parameter" && number < function.argument_attributes.size())
            if (const std::string* text = text_of(function.argument_attributes[number]))
                *instruction.mutable_sharding() = sharding(*text, "an argument of @" + function.name);
        if (instruction.id() != entry->root_id() || instruction.has_sharding() || results.empty() ||
            results.size() != function.result_types.size())
            continue;
        if (results.size() == 1) {
            *instruction.mutable_sharding() = results[0];
            continue;
        }
        instruction.mutable_sharding()->set_type(wire::OpSharding::TUPLE);
        for (const wire::OpSharding& result : results)
            *instruction.mutable_sharding()->add_tuple_shardings() = result;
    }
}

std::int64_t ModuleExport::computation_of(const std::string& name) {
    if (const auto known = functions_.find(name); known != functions_.end()) {
        if (known->second == 0)
            fail(write_error::no_hlo_form, Place{.file = program_.source_path, .op = "@" + name},
                 "the function calls itself, which HLO cannot express", "Write it as a loop.");
        return known->second;
    }
    functions_[name] = 0;
    const Function* function = named_.find(name);
    HLO2C_CHECK(function != nullptr, "a call names an unknown function");
    ComputationExport computation(*this, *function, name);
    computation.add_parameters(function->arguments());
    const std::vector<ValueId> root = computation.add_ops(function->body);
    computation.finish(root, false);
    functions_[name] = computation.id();
    return computation.id();
}

void ModuleExport::add(wire::HloComputationProto computation) {
    *module_.add_computations() = std::move(computation);
}

std::string ModuleExport::unique_name(const std::string& wanted) {
    return names_.claim(legal_hlo_name(wanted, "_"));
}

void ModuleExport::describe(LocationId location, wire::OpMetadata& metadata) {
    if (location == unknown_location) return;
    metadata.set_op_name(program_.locations.name(location));
    const Location& outermost = program_.locations[location];
    const bool named = outermost.kind == Location::Kind::Name && !outermost.children.empty();
    if (const int frame = frames_.frame_of(named ? outermost.children[0] : location); frame > 0)
        metadata.set_stack_frame_id(frame);
    const Location* file = first_file(program_.locations, location, 0);
    if (file == nullptr) return;
    metadata.set_source_file(file->text);
    metadata.set_source_line(file->line);
    metadata.set_source_column(file->column);
    metadata.set_source_end_line(file->end_line);
    metadata.set_source_end_column(file->end_column);
}

ComputationExport::ComputationExport(ModuleExport& module, const Function& function, const std::string& name)
    : module_(module),
      function_(function),
      constants_(std::make_shared<std::unordered_map<ValueId, const Op*>>()) {
    computation_.set_id(module.next_computation());
    computation_.set_name(module.unique_name(name));
}

ComputationExport ComputationExport::inner(std::string_view name) {
    ComputationExport computation(module_, function_, std::string(name));
    computation.constants_ = constants_;
    return computation;
}

wire::HloInstructionProto& ComputationExport::add(std::string_view opcode, wire::ShapeProto shape,
                                                  const Op* op) {
    wire::HloInstructionProto& instruction = *computation_.add_instructions();
    instruction.set_id(computation_.id() << 32 | computation_.instructions_size());
    instruction.set_opcode(std::string(opcode));
    const bool named =
        op != nullptr && op->results.size() == 1 && !function_.values[op->results[0]].name.empty();
    instruction.set_name(
        module_.unique_name(named ? function_.values[op->results[0]].name : std::string(opcode)));
    *instruction.mutable_shape() = std::move(shape);
    instruction.mutable_metadata();
    if (op != nullptr) module_.describe(op->location, *instruction.mutable_metadata());
    return instruction;
}

std::int64_t ComputationExport::add_simple(std::string_view opcode, wire::ShapeProto shape, const Op* op,
                                           const std::vector<std::int64_t>& ids) {
    wire::HloInstructionProto& instruction = add(opcode, std::move(shape), op);
    for (const std::int64_t id : ids) instruction.add_operand_ids(id);
    return instruction.id();
}

void ComputationExport::add_parameters(const std::vector<ValueId>& values) {
    for (const ValueId value : values) {
        if (!has_hlo_form(type(value)))
            fail(write_error::no_hlo_form,
                 Place{.file = module_.program().source_path, .op = "@" + function_.name},
                 fmt::format("an argument of type {} cannot be written in HLO", to_string(type(value))),
                 "Write the program as StableHLO text.");
        wire::HloInstructionProto& parameter = add("parameter", shape_of(type(value)), nullptr);
        const std::string& name = function_.values[value].name;
        if (!name.empty()) parameter.set_name(module_.unique_name(name));
        parameter.set_parameter_number(computation_.program_shape().parameters_size());
        module_.describe(function_.values[value].location, *parameter.mutable_metadata());
        *computation_.mutable_program_shape()->add_parameters() = parameter.shape();
        computation_.mutable_program_shape()->add_parameter_names(parameter.name());
        define(value, parameter.id());
    }
}

void ComputationExport::add_tuple_parameter(const std::vector<ValueId>& values) {
    wire::HloInstructionProto& parameter =
        add("parameter", tuple_shape(types_of(function_, values)), nullptr);
    *computation_.mutable_program_shape()->add_parameters() = parameter.shape();
    computation_.mutable_program_shape()->add_parameter_names(parameter.name());
    const std::int64_t tuple = parameter.id();
    for (std::size_t i = 0; i < values.size(); i++)
        define(values[i], add_element(tuple, static_cast<int>(i), type(values[i]), nullptr));
}

std::int64_t ComputationExport::add_tuple(const std::vector<ValueId>& values, const Op* op) {
    std::vector<std::int64_t> ids;
    for (const ValueId value : values) ids.push_back(instruction_of(value));
    return add_simple("tuple", tuple_shape(types_of(function_, values)), op, ids);
}

std::int64_t ComputationExport::add_element(std::int64_t tuple, int index, const Type& element,
                                            const Op* op) {
    wire::HloInstructionProto& instruction = add("get-tuple-element", shape_of(element), op);
    instruction.add_operand_ids(tuple);
    instruction.set_tuple_index(index);
    return instruction.id();
}

std::int64_t ComputationExport::instruction_of(ValueId value) {
    if (const auto known = instructions_.find(value); known != instructions_.end()) return known->second;
    const auto constant = constants_->find(value);
    if (constant == constants_->end())
        fail(write_error::no_hlo_form,
             Place{.file = module_.program().source_path, .op = computation_.name()},
             "a computation uses a value from outside, which HLO cannot express",
             "Give the value as an operand.");
    add_op(*constant->second);
    return instructions_.at(value);
}

std::vector<std::int64_t> ComputationExport::operands(const Op& op) {
    std::vector<std::int64_t> ids;
    for (const ValueId operand : op.operands) ids.push_back(instruction_of(operand));
    return ids;
}

std::vector<Type> ComputationExport::result_types(const Op& op) const {
    for (const ValueId result : op.results)
        if (!has_hlo_form(type(result))) refuse(op, "the type " + to_string(type(result)));
    return types_of(function_, op.results);
}

void ComputationExport::define_results(const Op& op, std::int64_t instruction) {
    if (op.results.size() == 1) return define(op.results[0], instruction);
    for (std::size_t i = 0; i < op.results.size(); i++)
        define(op.results[i], add_element(instruction, static_cast<int>(i), type(op.results[i]), &op));
}

std::int64_t ComputationExport::add_region(const Region& region, std::string_view name) {
    ComputationExport computation = inner(name);
    computation.add_parameters(region.arguments);
    const std::vector<ValueId> root = computation.add_ops(region);
    computation.finish(root, false);
    return computation.id();
}

std::vector<ValueId> ComputationExport::captured(const std::vector<Region>& regions) const {
    std::set<ValueId> used, defined;
    for (const Region& region : regions) {
        defined.insert(region.arguments.begin(), region.arguments.end());
        for_each_op(region, [&](const Op& op) {
            used.insert(op.operands.begin(), op.operands.end());
            defined.insert(op.results.begin(), op.results.end());
            for (const Region& inner_region : op.regions)
                defined.insert(inner_region.arguments.begin(), inner_region.arguments.end());
        });
    }
    std::vector<ValueId> outside;
    for (const ValueId value : used)
        if (defined.count(value) == 0 && constants_->count(value) == 0) outside.push_back(value);
    return outside;
}

std::vector<ValueId> ComputationExport::add_ops(const Region& region) {
    for (const Op& op : region.ops) {
        if (has_trait(op.code, op_trait::Terminator)) return op.operands;
        if (op.code == OpCode::Constant) constants_->emplace(op.results.at(0), &op);
        add_op(op);
    }
    return {};
}

void ComputationExport::add_op(const Op& op) {
    if (const ExportFunction function = export_function(op.code)) return function(*this, op);
    const OpcodeRow* row = row_of(op.code);
    if (row == nullptr) refuse(op, "the op");
    const std::vector<std::int64_t> ids = operands(op);
    std::vector<std::int64_t> called;
    for (const Region& region : op.regions)
        called.push_back(add_region(region, std::string(row->opcode) + "_body"));
    wire::HloInstructionProto& instruction = add(row->opcode, shape_of(result_types(op)), &op);
    for (const std::int64_t id : ids) instruction.add_operand_ids(id);
    for (const std::int64_t id : called) instruction.add_called_computation_ids(id);
    for (const Field* field : *row->fields) field->write(op, function_, instruction);
    define_results(op, instruction.id());
}

void ComputationExport::finish(const std::vector<ValueId>& root, bool always_tuple) {
    const std::int64_t id =
        root.size() == 1 && !always_tuple ? instruction_of(root[0]) : add_tuple(root, nullptr);
    computation_.set_root_id(id);
    for (const wire::HloInstructionProto& instruction : computation_.instructions())
        if (instruction.id() == id)
            *computation_.mutable_program_shape()->mutable_result() = instruction.shape();
    module_.add(computation_);
}

void ComputationExport::refuse(const Op& op, const std::string& reason) const {
    fail(write_error::no_hlo_form, place_of(module_.program(), op), reason + " cannot be written in HLO",
         "Write the program as StableHLO text.");
}

namespace {

bool names_mesh_axes(const Op& op) {
    const Attribute* groups = op.attribute(attr::replica_groups);
    return groups != nullptr && groups->get_if<StructAttribute>() != nullptr;
}

/// Replica groups that are written as axes of a mesh become tables: a module has no mesh.
Program with_group_tables(Program program) {
    const Program& meshes = program;
    for (Function& function : program.functions)
        for_each_op(function.body, [&](Op& op) {
            if (names_mesh_axes(op))
                op.set_attribute(attr::replica_groups, group_table(group_table(meshes, op).rows));
        });
    return program;
}

}  // namespace

wire::HloModuleProto module_of_program(const Program& program, ShardingReader read_sharding) {
    bool has_mesh_axes = false;
    for (const Function& function : program.functions)
        for_each_op(function.body,
                    [&](const Op& op) { has_mesh_axes = has_mesh_axes || names_mesh_axes(op); });
    if (has_mesh_axes) return ModuleExport(with_group_tables(program), read_sharding).run();
    return ModuleExport(program, read_sharding).run();
}

}  // namespace hlo2c::frontend
