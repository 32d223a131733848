#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {
namespace {

template <typename Entry>
using Setter = std::pair<std::string_view, void (*)(Entry&, std::int32_t)>;

using FileLocation = wire::StackFrameIndexProto::FileLocation;
constexpr auto location_setters = std::to_array<Setter<FileLocation>>({
    {"file_name_id", [](FileLocation& location, std::int32_t value) { location.set_file_name_id(value); }},
    {"function_name_id",
     [](FileLocation& location, std::int32_t value) { location.set_function_name_id(value); }},
    {"line", [](FileLocation& location, std::int32_t value) { location.set_line(value); }},
    {"column", [](FileLocation& location, std::int32_t value) { location.set_column(value); }},
    {"end_line", [](FileLocation& location, std::int32_t value) { location.set_end_line(value); }},
    {"end_column", [](FileLocation& location, std::int32_t value) { location.set_end_column(value); }},
});

using StackFrame = wire::StackFrameIndexProto::StackFrame;
constexpr auto frame_setters = std::to_array<Setter<StackFrame>>({
    {"file_location_id", [](StackFrame& frame, std::int32_t value) { frame.set_file_location_id(value); }},
    // In text, ids are one higher.
    {"parent_frame_id", [](StackFrame& frame, std::int32_t value) { frame.set_parent_frame_id(value - 1); }},
});

constexpr bool is_module_name_character(char c) {
    return c != ',' && c != ' ' && c != '\n' && c != '\r' && c != '\t' && c != '{';
}

}  // namespace

HloText read_hlo_text(std::string_view text, const std::string& path) {
    return TextReader(text, path).read();
}

HloText TextReader::read() {
    if (cursor_.accept_word("HloModule")) {
        read_header();
        read_stack_frames();
    }
    if (cursor_.at_end()) cursor_.unexpected("a computation");
    if (result_.module.name().empty() && at_instruction()) read_lone_instruction();
    while (!cursor_.at_end()) read_computation();
    finish_module();
    result_.origin.path = cursor_.path();
    return std::move(result_);
}

/// Whether an instruction comes next instead of a computation: `name = ...`, or a shape without a name.
bool TextReader::at_instruction() {
    if (at_shape() || cursor_.at_word("ROOT")) return true;
    const std::size_t begin = cursor_.offset();
    bool has_equals = false;
    if (cursor_.at('%') || !cursor_.peek_word().empty()) {
        cursor_.name("a name");
        has_equals = cursor_.at('=');
    }
    cursor_.seek(begin);
    return has_equals;
}

/// Reads a text of one instruction; the entry computation consists of it and a parameter per operand.
void TextReader::read_lone_instruction() {
    constexpr std::string_view name = "entry_computation";
    Scope scope;
    scope.computation = new_computation(std::string(name), cursor_.offset());
    scope.defines_operands = true;
    if (at_shape()) {
        wire::HloInstructionProto instruction;
        Draft draft;
        draft.begin = cursor_.offset();
        draft.instruction = &instruction;
        draft.has_shape = true;
        read_shape(*instruction.mutable_shape());
        instruction.set_name(std::string(cursor_.peek_word()));
        scope.root = read_definition(scope, draft, true);
    } else {
        read_instruction(scope);
        scope.root = scope.computation->mutable_instructions(scope.computation->instructions_size() - 1);
    }
    if (!cursor_.at_end())
        fail_at(read_error::syntax, cursor_.offset(), "there is text after the only instruction",
                "Begin a module of several instructions with 'HloModule name', and write them in an ENTRY "
                "computation.");
    finish_computation(scope);
    entry_ = keep_computation(scope.computation, scope.root);
}

void TextReader::read_header() {
    std::string_view name = cursor_.run(is_module_name_character);
    if (name.ends_with(':')) name.remove_suffix(1);
    if (name.empty()) cursor_.unexpected("the name of the module");
    result_.module.set_name(std::string(name));
    std::set<std::string_view> seen;
    while (cursor_.accept(',')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view attribute = cursor_.word("an attribute of the module");
        if (!seen.insert(attribute).second)
            fail_at(read_error::redefinition, begin,
                    fmt::format("the attribute '{}' is written twice", attribute), "Remove one of them.");
        cursor_.expect('=', "after the attribute's name");
        read_header_attribute(attribute, begin);
    }
}

void TextReader::read_header_attribute(std::string_view name, std::size_t begin) {
    if (name == "is_scheduled") {
        scheduled_ = cursor_.boolean("true or false");
    } else if (name == "replica_count") {
        replica_count_ = cursor_.integer("the number of replicas");
    } else if (name == "num_partitions") {
        partition_count_ = cursor_.integer("the number of partitions");
    } else if (name == "entry_computation_layout") {
        entry_layout_begin_ = begin;
        read_entry_layout();
    } else if (name == "input_output_alias") {
        read_aliases();
    } else if (name == "buffer_donor") {
        read_donors();
    } else if (name == "frontend_attributes") {
        wire::FrontendAttributes attributes;
        read_frontend_attributes(attributes);
        if (attributes.map_size() > 0) *result_.module.mutable_frontend_attributes() = std::move(attributes);
    } else if (name == "alias_passthrough_params") {
        cursor_.boolean("true or false");
    } else if (name == "origin_recovery_table" || name == "original_value_recovery_table") {
        // Tells how to recompute arrays that optimisation removed; it does not affect the module's results.
        if (!cursor_.at('{')) cursor_.unexpected("'{' before the table");
        cursor_.braced();
    } else if (name == "allow_spmd_sharding_propagation_to_parameters" ||
               name == "allow_spmd_sharding_propagation_to_output") {
        // Both only control XLA's sharding propagation.
        if (!cursor_.accept('{')) {
            cursor_.boolean("true, false or a list of them");
            return;
        }
        cursor_.entries('}', "at the end of the list", [&] { cursor_.boolean("true or false"); });
    } else {
        fail_at(read_error::syntax, begin, fmt::format("a module has no attribute '{}'", name),
                "Remove the attribute.");
    }
}

void TextReader::read_entry_layout() {
    has_entry_layout_ = true;
    wire::ProgramShapeProto& shape = *result_.module.mutable_host_program_shape();
    cursor_.expect('{', "before the layout of the entry computation");
    cursor_.expect('(', "before the shapes of the parameters");
    cursor_.entries(')', "after the shapes of the parameters", [&] { read_shape(*shape.add_parameters()); });
    cursor_.expect("->", "before the shape of the result");
    read_shape(*shape.mutable_result());
    cursor_.expect('}', "after the layout of the entry computation");
}

void TextReader::read_aliases() {
    wire::HloInputOutputAliasProto alias;
    cursor_.expect('{', "before the list of aliases");
    cursor_.entries('}', "at the end of the list of aliases", [&] {
        auto& entry = *alias.add_entries();
        if (!cursor_.at('{')) cursor_.unexpected("'{', the index of a result");
        read_integers(entry.mutable_output_shape_index());
        cursor_.expect(':', "after the index of the result");
        cursor_.expect('(', "before the parameter");
        entry.set_parameter_number(cursor_.integer("the number of a parameter"));
        cursor_.expect(',', "after the number of the parameter");
        if (!cursor_.at('{')) cursor_.unexpected("'{', the index within the parameter");
        read_integers(entry.mutable_parameter_shape_index());
        entry.set_kind(wire::MAY_ALIAS);
        if (cursor_.accept(',')) {
            const std::size_t begin = cursor_.offset();
            const std::string_view kind = cursor_.word("may-alias or must-alias");
            if (kind != "may-alias" && kind != "must-alias")
                fail_at(read_error::syntax, begin, fmt::format("'{}' is not a kind of alias", kind),
                        "Write may-alias or must-alias.");
            if (kind == "must-alias") entry.set_kind(wire::MUST_ALIAS);
        }
        cursor_.expect(')', "after the parameter");
    });
    if (alias.entries_size() > 0) *result_.module.mutable_input_output_alias() = std::move(alias);
}

void TextReader::read_donors() {
    wire::HloBufferDonorProto donors;
    cursor_.expect('{', "before the list of donated parameters");
    cursor_.entries('}', "at the end of the list of donated parameters", [&] {
        auto& entry = *donors.add_entries();
        cursor_.expect('(', "before the parameter");
        entry.set_parameter_number(cursor_.integer("the number of a parameter"));
        cursor_.expect(',', "after the number of the parameter");
        if (!cursor_.at('{')) cursor_.unexpected("'{', the index within the parameter");
        read_integers(entry.mutable_parameter_shape_index());
        cursor_.expect(')', "after the parameter");
    });
    if (donors.entries_size() > 0) *result_.module.mutable_buffer_donor() = std::move(donors);
}

void TextReader::read_stack_frames() {
    // Each table has one line per entry: its number, starting at 1, and the entry.
    const auto entries = [&](std::string_view title, auto&& read_entry) {
        if (!cursor_.accept_word(title)) return;
        for (std::int64_t number = 1; cursor_.at_integer(); number++) {
            const std::size_t begin = cursor_.offset();
            if (cursor_.integer("the number of an entry") != number)
                fail_at(read_error::syntax, begin, fmt::format("entry {} of {} is missing", number, title),
                        "Number the entries from 1 without gaps.");
            read_entry();
        }
    };
    // `setters` has the known fields; others are skipped because they do not affect results.
    const auto fields = [&]<typename Entry>(Entry& entry, const auto& setters) {
        cursor_.expect('{', "before the fields of the entry");
        while (!cursor_.at('}')) {
            const std::size_t begin = cursor_.offset();
            const std::string_view name = cursor_.word("a field of the entry");
            cursor_.expect('=', "after the field's name");
            const auto setter = std::find_if(setters.begin(), setters.end(),
                                             [&](const auto& known) { return known.first == name; });
            if (setter == setters.end()) {
                skip_value();
            } else {
                const std::int64_t value = cursor_.integer("the field's value");
                if (value <= INT32_MIN || value > INT32_MAX)
                    fail_at(read_error::syntax, begin, "this value does not fit 32 bits",
                            "Correct the table.");
                setter->second(entry, static_cast<std::int32_t>(value));
            }
            cursor_.accept(',');
        }
        cursor_.expect('}', "after the fields of the entry");
    };
    wire::StackFrameIndexProto index;
    entries("FileNames", [&] { index.add_file_names(cursor_.string("the name of a file")); });
    entries("FunctionNames", [&] { index.add_function_names(cursor_.string("the name of a function")); });
    entries("FileLocations", [&] { fields(*index.add_file_locations(), location_setters); });
    entries("StackFrames", [&] { fields(*index.add_stack_frames(), frame_setters); });
    if (index.ByteSizeLong() > 0) *result_.module.mutable_stack_frame_index() = std::move(index);
}

/// Renumbers computations in the order in which they end, the order of the module: a computation inside an
/// instruction starts after the enclosing one but ends before it.
void TextReader::renumber() {
    std::unordered_map<std::int64_t, std::int64_t> numbers;
    bool is_ordered = true;
    for (std::size_t i = 0; i < finished_.size(); i++) {
        numbers[finished_[i]->id()] = static_cast<std::int64_t>(i);
        is_ordered = is_ordered && finished_[i]->id() == static_cast<std::int64_t>(i);
    }
    if (is_ordered) return;
    const auto renamed = [&](std::int64_t id) { return numbers.at(id >> 32) << 32 | (id & 0xffffffff); };
    std::unordered_map<std::int64_t, CalledComputation> known;
    for (wire::HloComputationProto* computation : finished_) {
        known[numbers.at(computation->id())] = known_.at(computation->id());
        computation->set_id(numbers.at(computation->id()));
        computation->set_root_id(renamed(computation->root_id()));
        for (auto& instruction : *computation->mutable_instructions()) {
            instruction.set_id(renamed(instruction.id()));
            for (auto& id : *instruction.mutable_operand_ids()) id = renamed(id);
            for (auto& id : *instruction.mutable_control_predecessor_ids()) id = renamed(id);
            for (auto& id : *instruction.mutable_called_computation_ids()) id = numbers.at(id);
        }
    }
    known_ = std::move(known);
    if (entry_) entry_ = numbers.at(*entry_);
    std::unordered_map<std::int64_t, SourcePosition> positions;
    for (const auto& [id, position] : result_.origin.positions) positions.emplace(renamed(id), position);
    result_.origin.positions = std::move(positions);
}

void TextReader::finish_module() {
    wire::HloModuleProto& module = result_.module;
    renumber();
    for (wire::HloComputationProto* computation : finished_)
        for (auto& instruction : *computation->mutable_instructions())
            if (instruction.metadata().stack_frame_id() > module.stack_frame_index().stack_frames_size())
                instruction.mutable_metadata()->clear_stack_frame_id();  // the table lacks this frame
    // Without ENTRY the last computation is the entry. An inline computation ends before its enclosing one.
    if (!entry_) entry_ = finished_.back()->id();
    const wire::HloComputationProto& entry = *known(*entry_).computation;
    if (module.name().empty()) module.set_name(entry.name());
    module.set_entry_computation_name(entry.name());
    module.set_entry_computation_id(entry.id());
    wire::ProgramShapeProto& shape = *module.mutable_host_program_shape();
    if (has_entry_layout_) {
        // Like XLA, takes only the layouts from here; element types and sizes are those of the computation.
        const wire::ProgramShapeProto& own = entry.program_shape();
        if (own.parameters_size() != shape.parameters_size())
            fail_at(read_error::count, entry_layout_begin_,
                    fmt::format("{} has {} parameters, but entry_computation_layout has {}", entry.name(),
                                own.parameters_size(), shape.parameters_size()),
                    "Correct the layout, or leave it out.");
        *shape.mutable_parameter_names() = own.parameter_names();
    } else {
        shape = entry.program_shape();
    }
    if (scheduled_) {
        auto& sequences = *module.mutable_schedule()->mutable_sequences();
        for (const wire::HloComputationProto* computation : finished_) {
            if (computation->is_fusion_computation()) continue;
            auto& sequence = sequences[computation->id()];
            for (const auto& instruction : computation->instructions())
                sequence.add_instruction_ids(instruction.id());
        }
    }
    if (replica_count_ > INT32_MAX || partition_count_ > INT32_MAX || replica_count_ < 0 ||
        partition_count_ < 0)
        fail_at(read_error::syntax, 0, "the module has an invalid number of replicas or partitions",
                "Correct replica_count or num_partitions.");
    if (replica_count_ > 0 || partition_count_ > 0) {
        auto& devices = *module.mutable_device_assignment();
        devices.set_replica_count(static_cast<std::int32_t>(std::max<std::int64_t>(replica_count_, 1)));
        devices.set_computation_count(static_cast<std::int32_t>(std::max<std::int64_t>(partition_count_, 1)));
    }
    module.mutable_computations()->Reserve(static_cast<int>(finished_.size()));
    for (wire::HloComputationProto* computation : finished_) module.add_computations()->Swap(computation);
}

}  // namespace hlo2c::frontend
