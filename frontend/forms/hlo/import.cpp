#include "frontend/forms/hlo/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "frontend/forms/hlo/sharding.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/declarations.h"
#include "frontend/ir/location_order.h"
#include "frontend/processes/sharding.h"

namespace hlo2c::frontend {
namespace {

/// Makes a name legal in StableHLO text: only letters, digits and _ $ . -, not starting with a digit.
std::string printable_name(std::string_view name, std::string_view otherwise) {
    std::string result;
    for (const char c : name) {
        const bool fits =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.' || c == '-';
        result += fits ? c : '_';
    }
    if (result.empty()) return std::string(otherwise);
    if (std::isdigit(static_cast<unsigned char>(result.front())) != 0) result.insert(0, "_");
    return result;
}

/// The index of the leaf at `path` of a shape; nullopt if the path does not lead to a leaf.
std::optional<std::size_t> leaf_at(const wire::ShapeProto& shape,
                                   const google::protobuf::RepeatedField<google::protobuf::int64>& path,
                                   const Site& site) {
    const wire::ShapeProto* at = &shape;
    std::size_t leaf = 0;
    for (const std::int64_t index : path) {
        if (at->element_type() != wire::TUPLE || index < 0 || index >= at->tuple_shapes_size())
            return std::nullopt;
        leaf += element_leaves(*at, index, site).begin;
        at = &at->tuple_shapes(static_cast<int>(index));
    }
    if (at->element_type() == wire::TUPLE) return std::nullopt;
    return leaf;
}

}  // namespace

ModuleImport::ModuleImport(const wire::HloModuleProto& module, const ModuleOrigin& origin)
    : module_(module), origin_(origin) {
    const Site site{origin.path, {}, {}, {}};
    std::size_t instructions = 0;
    for (const wire::HloComputationProto& computation : module.computations()) {
        if (!computations_.emplace(computation.id(), &computation).second)
            site.refuse(fmt::format("two computations have the id {}", computation.id()));
        instructions += static_cast<std::size_t>(computation.instructions_size());
    }
    ops_left_ = 100000 + 64 * instructions;
}

const wire::HloComputationProto& ModuleImport::computation(std::int64_t id, const Site& site) const {
    const auto found = computations_.find(id);
    if (found == computations_.end())
        site.refuse(fmt::format("the computation with the id {} is not in the module", id));
    return *found->second;
}

/// Refuses modules with direct or indirect recursion.
void ModuleImport::order_computations() {
    enum class State : std::uint8_t { Open, Done };
    struct Step {
        const wire::HloComputationProto* computation;
        int instruction = 0, called = 0;
    };
    std::unordered_map<std::int64_t, State> states;
    std::vector<Step> path;
    const auto enter = [&](std::int64_t id, const Site& site) {
        const wire::HloComputationProto& next = computation(id, site);
        const auto [state, added] = states.emplace(id, State::Open);
        if (added) path.push_back({&next});
        if (!added && state->second == State::Open)
            site.refuse(fmt::format("the computation {} calls itself", next.name()),
                        "Only programs without recursion are supported.");
    };
    for (const wire::HloComputationProto& first : module_.computations()) {
        enter(first.id(), {origin_.path, first.name(), {}, {}});
        while (!path.empty()) {
            Step& step = path.back();
            const wire::HloComputationProto& at = *step.computation;
            if (step.instruction == at.instructions_size()) {
                states[at.id()] = State::Done;
                path.pop_back();
                continue;
            }
            const wire::HloInstructionProto& instruction = at.instructions(step.instruction);
            if (step.called == instruction.called_computation_ids_size()) {
                step.instruction++;
                step.called = 0;
                continue;
            }
            enter(instruction.called_computation_ids(step.called++),
                  {origin_.path, at.name(), instruction.name(), {}});
        }
    }
}

/// Imports `xla.sdy.meshes={mesh = #sdy.mesh<["x"=4]>, ...}`, whose axes the partitioner's custom calls refer
/// to.
void ModuleImport::import_meshes() {
    const auto& attributes = module_.frontend_attributes().map();
    const auto found = attributes.find("xla.sdy.meshes");
    if (found == attributes.end()) return;
    constexpr std::string_view opens = "#sdy.mesh<";
    const std::string_view text = found->second;
    std::size_t begin = 0;
    for (std::size_t at = text.find(opens); at != std::string_view::npos; at = text.find(opens, begin)) {
        const std::size_t first = at + opens.size(), last = text.find('>', first);
        const std::size_t equals = text.rfind('=', at);
        if (last == std::string_view::npos || equals == std::string_view::npos || equals < begin) return;
        std::string_view name = text.substr(begin, equals - begin);
        name.remove_prefix(std::min(name.find_first_not_of("{, \""), name.size()));
        name = name.substr(0, name.find_last_not_of(" \"") + 1);
        Op mesh;
        mesh.code = OpCode::SdyMesh;
        StructAttribute axes{.name = "sdy.mesh"};
        axes.raw = text.substr(first, last - first);
        mesh.attributes = {{"mesh", std::move(axes)}, {"sym_name", std::string(name)}};
        program_.symbols.push_back(std::move(mesh));
        begin = last + 1;
    }
}

Program ModuleImport::run() {
    const Site site{origin_.path, {}, {}, {}};
    site.require(module_.computations_size() > 0, "the module has no computation");
    order_computations();
    program_.name = module_.name();
    program_.source_path = origin_.path;
    const wire::DeviceAssignmentProto& devices = module_.device_assignment();
    if (devices.computation_count() > 0)
        program_.attributes.emplace_back(declarations::num_partitions,
                                         IntegerAttribute{devices.computation_count(), "i32"});
    if (devices.replica_count() > 0)
        program_.attributes.emplace_back(declarations::num_replicas,
                                         IntegerAttribute{devices.replica_count(), "i32"});
    import_meshes();
    taken_.take("main");
    const bool named = module_.entry_computation_id() == 0 && !module_.entry_computation_name().empty();
    const wire::HloComputationProto* entry = nullptr;
    for (const wire::HloComputationProto& candidate : module_.computations())
        if (named ? candidate.name() == module_.entry_computation_name()
                  : candidate.id() == module_.entry_computation_id())
            entry = &candidate;
    if (entry == nullptr) site.refuse("the entry computation is not in the module");
    names_[entry->id()] = "main";
    program_.functions.push_back(function(*entry, true));
    while (!waiting_.empty()) {
        const std::int64_t next = waiting_.back();
        waiting_.pop_back();
        program_.functions.push_back(function(computation(next, site), false));
    }
    order_locations(program_);
    return std::move(program_);
}

Function ModuleImport::function(const wire::HloComputationProto& computation, bool entry) {
    Function made;
    made.name = names_.at(computation.id());
    made.is_public = entry;
    ComputationImport import(*this, made, computation, 0);
    std::vector<Leaves> parameters;
    for (const wire::HloInstructionProto* parameter : import.parameters()) {
        Site site = import.site();
        site.instruction = parameter->name();
        if (const auto at = origin_.positions.find(parameter->id()); at != origin_.positions.end())
            site.position = at->second;
        const std::string name = printable_name(parameter->name(), "argument");
        const LocationId location = location_of(*parameter);
        Leaves leaves;
        for (Type& type : leaf_types(parameter->shape(), site)) {
            leaves.push_back(made.add_value(std::move(type), name, location));
            made.body.arguments.push_back(leaves.back());
        }
        parameters.push_back(std::move(leaves));
    }
    const Leaves root = import.run(parameters, made.body);
    for (const ValueId value : root) {
        if (entry && import.is_stand_in(value))
            import.site().refuse("the program returns data that has not been received",
                                 "Return the data of the recv-done.");
        made.result_types.push_back(made.type(value));
    }
    Op terminator;
    terminator.code = OpCode::FuncReturn;
    terminator.operands = root;
    made.body.ops.push_back(std::move(terminator));
    made.argument_attributes.resize(made.body.arguments.size());
    made.result_attributes.resize(made.result_types.size());
    if (entry) describe_entry(computation, made);
    return made;
}

/// Whether XLA has already partitioned the program: it then computes one process's part, and a parameter's
/// sharding is that of the whole tensor. Signs of it in text are a schedule, or the partitioner's suffix of
/// the entry's name.
static bool is_partitioned(const wire::HloModuleProto& module) {
    return module.has_schedule() || module.spmd_parameters_shardings_size() > 0 ||
           module.entry_computation_name().ends_with("_spmd");
}

/// Attaches shardings, aliases and donations to the entry's arguments and results.
void ModuleImport::describe_entry(const wire::HloComputationProto& computation, Function& function) {
    ComputationImport import(*this, function, computation, 0);
    const Site site = import.site();
    const std::vector<const wire::HloInstructionProto*> parameters = import.parameters();
    std::vector<std::size_t> first(parameters.size() + 1, 0);
    const auto give = [](DictionaryAttribute& to, std::string name, Attribute value) {
        for (const NamedAttribute& entry : to.entries)
            if (entry.first == name) return;
        to.entries.emplace_back(std::move(name), std::move(value));
    };
    const std::string name(is_partitioned(module_) ? part_attribute : attr::mhlo_sharding.name);
    const auto shard = [&](const wire::OpSharding& sharding, std::size_t begin, std::size_t count,
                           std::vector<DictionaryAttribute>& attributes) {
        const bool tuple = sharding.type() == wire::OpSharding::TUPLE;
        if (tuple && static_cast<std::size_t>(sharding.tuple_shardings_size()) != count) return;
        for (std::size_t i = 0; i < count; i++)
            give(attributes[begin + i], name,
                 sharding_text(tuple ? sharding.tuple_shardings(static_cast<int>(i)) : sharding));
    };
    for (std::size_t i = 0; i < parameters.size(); i++) {
        const std::size_t count = leaf_count(parameters[i]->shape(), site);
        first[i + 1] = first[i] + count;
        if (parameters[i]->has_sharding())
            shard(parameters[i]->sharding(), first[i], count, function.argument_attributes);
    }
    const wire::HloInstructionProto* root = nullptr;
    for (const wire::HloInstructionProto& instruction : computation.instructions())
        if (instruction.id() == computation.root_id()) root = &instruction;
    if (root == nullptr) return;
    if (module_.has_spmd_output_sharding() || root->has_sharding())
        shard(root->has_sharding() ? root->sharding() : module_.spmd_output_sharding(), 0,
              function.result_types.size(), function.result_attributes);
    const auto argument = [&](std::int64_t number,
                              const google::protobuf::RepeatedField<google::protobuf::int64>& path)
        -> std::optional<std::size_t> {
        if (number < 0 || number >= static_cast<std::int64_t>(parameters.size())) return std::nullopt;
        const auto at = static_cast<std::size_t>(number);
        const std::optional<std::size_t> leaf = leaf_at(parameters[at]->shape(), path, site);
        return leaf ? std::optional(first[at] + *leaf) : std::nullopt;
    };
    for (const auto& alias : module_.input_output_alias().entries()) {
        const auto from = argument(alias.parameter_number(), alias.parameter_shape_index());
        const auto to = leaf_at(root->shape(), alias.output_shape_index(), site);
        if (!from || !to) site.refuse("an alias names an argument or result that does not exist");
        give(function.argument_attributes[*from], declarations::aliasing_output,
             IntegerAttribute{static_cast<std::int64_t>(*to), "i32"});
    }
    for (const auto& donor : module_.buffer_donor().entries())
        if (const auto from = argument(donor.parameter_number(), donor.parameter_shape_index()))
            give(function.argument_attributes[*from], declarations::buffer_donor, true);
}

const std::string& ModuleImport::function_of(std::int64_t id, const Site& site) {
    if (const auto known = names_.find(id); known != names_.end()) return known->second;
    const std::string wanted = printable_name(computation(id, site).name(), "computation");
    std::string name = taken_.claim(wanted);
    waiting_.push_back(id);
    return names_.emplace(id, std::move(name)).first->second;
}

const Origins& ModuleImport::origins() {
    if (!origins_) origins_.emplace(module_);
    return *origins_;
}

void ModuleImport::count_op(const Site& site) {
    if (ops_left_-- == 0)
        site.reject("the module becomes too large when its computations are inlined",
                    "Use call instructions for computations that are used often.");
}

LocationId ModuleImport::frame_location(int frame, int depth) {
    const wire::StackFrameIndexProto& index = module_.stack_frame_index();
    if (frame <= 0 || frame > index.stack_frames_size() || depth > 500) return unknown_location;
    if (const auto known = frames_.find(frame); known != frames_.end()) return known->second;
    const wire::StackFrameIndexProto::StackFrame& entry = index.stack_frames(frame - 1);
    if (entry.file_location_id() <= 0 || entry.file_location_id() > index.file_locations_size())
        return unknown_location;
    const wire::StackFrameIndexProto::FileLocation& file = index.file_locations(entry.file_location_id() - 1);
    const auto text = [](const auto& list, int id) {
        return id > 0 && id <= list.size() ? list.Get(id - 1) : std::string();
    };
    Location location{Location::Kind::File, text(index.file_names(), file.file_name_id()), file.line(),
                      file.column()};
    location.end_line = file.end_line();
    location.end_column = file.end_column();
    LocationId id = program_.locations.intern(std::move(location));
    if (const std::string name = text(index.function_names(), file.function_name_id()); !name.empty())
        id = program_.locations.intern({Location::Kind::Name, name, 0, 0, 0, 0, {id}});
    if (const LocationId parent = frame_location(entry.parent_frame_id(), depth + 1);
        parent != unknown_location)
        id = program_.locations.intern({Location::Kind::CallSite, {}, 0, 0, 0, 0, {id, parent}});
    frames_.emplace(frame, id);
    return id;
}

LocationId ModuleImport::location_of(const wire::HloInstructionProto& instruction) {
    const wire::OpMetadata& metadata = instruction.metadata();
    LocationId id = frame_location(metadata.stack_frame_id(), 0);
    if (id == unknown_location && !metadata.source_file().empty()) {
        Location location{Location::Kind::File, metadata.source_file(), metadata.source_line(),
                          metadata.source_column()};
        location.end_line = metadata.source_end_line();
        location.end_column = metadata.source_end_column();
        id = program_.locations.intern(std::move(location));
    }
    if (metadata.op_name().empty()) return id;
    Location named{Location::Kind::Name, metadata.op_name()};
    if (id != unknown_location) named.children.push_back(id);
    return program_.locations.intern(std::move(named));
}

Program program_of_module(const wire::HloModuleProto& module, const ModuleOrigin& origin) {
    return ModuleImport(module, origin).run();
}

}  // namespace hlo2c::frontend
