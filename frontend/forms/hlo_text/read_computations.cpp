#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/counted.h"
#include "frontend/error_numbers.h"
#include "frontend/file_bytes.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {

bool Draft::has(std::string_view attribute) const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](const WrittenAttribute& written) { return written.name == attribute; });
}

wire::HloComputationProto* TextReader::new_computation(std::string name, std::size_t begin) {
    const std::int64_t id = next_computation_++;
    if (!names_.emplace(name, id).second)
        fail_at(read_error::redefinition, begin, fmt::format("there is already a computation '{}'", name),
                "Give each computation a name of its own.");
    wire::HloComputationProto& computation = computations_.emplace_back();
    computation.set_name(std::move(name));
    computation.set_id(id);
    return &computation;
}

std::int64_t TextReader::keep_computation(wire::HloComputationProto* computation,
                                          const wire::HloInstructionProto* root) {
    computation->set_root_id(root->id());
    wire::ProgramShapeProto& shape = *computation->mutable_program_shape();
    std::vector<const wire::HloInstructionProto*> parameters;
    for (const auto& instruction : computation->instructions())
        if (instruction.opcode() == "parameter") parameters.push_back(&instruction);
    std::stable_sort(parameters.begin(), parameters.end(), [](const auto* a, const auto* b) {
        return a->parameter_number() < b->parameter_number();
    });
    for (const auto* parameter : parameters) {
        *shape.add_parameters() = parameter->shape();
        shape.add_parameter_names(parameter->name());
    }
    *shape.mutable_result() = root->shape();
    known_[computation->id()] = {computation, root};
    finished_.push_back(computation);
    return computation->id();
}

void TextReader::read_computation() {
    const std::size_t begin = cursor_.offset();
    const bool is_entry = cursor_.accept_word("ENTRY");
    if (is_entry && entry_)
        fail_at(read_error::redefinition, begin, "there is already an ENTRY computation",
                "Mark one computation with ENTRY.");
    const std::size_t name_begin = cursor_.offset();
    const std::string name(cursor_.name("the name of a computation"));
    std::optional<wire::ShapeProto> result;
    if (cursor_.accept('(')) {
        cursor_.entries(')', "after the parameters", [&] {
            cursor_.name("the name of a parameter");
            cursor_.accept(':');
            wire::ShapeProto parameter;
            read_shape(parameter);
        });
        cursor_.expect("->", "before the shape of the result");
        read_shape(result.emplace());
    }
    const std::int64_t id = read_computation_body(name, name_begin, result ? &*result : nullptr);
    if (is_entry) entry_ = id;
    if (cursor_.accept(',')) {
        const std::size_t attribute = cursor_.offset();
        const std::string_view written = cursor_.word("an attribute of the computation");
        cursor_.expect('=', "after the attribute's name");
        if (written != "execution_thread")
            fail_at(read_error::syntax, attribute,
                    fmt::format("a computation has no attribute '{}'", written), "Remove the attribute.");
        finished_.back()->set_execution_thread(cursor_.string("the name of a thread in quotes"));
        if (finished_.back()->execution_thread() == "main") finished_.back()->clear_execution_thread();
    }
}

std::int64_t TextReader::read_computation_body(std::string name, std::size_t begin,
                                               const wire::ShapeProto* result) {
    const Nesting nesting(cursor_, depth_);
    Scope scope;
    scope.computation = new_computation(std::move(name), begin);
    cursor_.expect('{', "before the instructions of the computation");
    while (!cursor_.at('}')) read_instruction(scope);
    const std::size_t end = cursor_.offset();
    cursor_.expect('}', "after the instructions of the computation");
    if (scope.computation->instructions_size() == 0)
        fail_at(read_error::count, end, "the computation has no instruction", "Add an instruction.");
    if (!scope.root)
        scope.root = scope.computation->mutable_instructions(scope.computation->instructions_size() - 1);
    if (result && !same_shape(*result, scope.root->shape()))
        fail_at(read_error::type_mismatch, begin,
                fmt::format("the computation is declared to give {}, but its root {} has {}",
                            spell_shape(*result), scope.root->name(), spell_shape(scope.root->shape())),
                "Correct the shape after '->'.");
    finish_computation(scope);
    return keep_computation(scope.computation, scope.root);
}

void TextReader::finish_computation(Scope& scope) {
    // Parameters are numbered from 0 without gaps; the error is reported at the first line that violates
    // this.
    std::vector<const wire::HloInstructionProto*> parameters;
    for (const auto& instruction : scope.computation->instructions())
        if (instruction.opcode() == "parameter") parameters.push_back(&instruction);
    std::vector<bool> seen(parameters.size(), false);
    for (const auto* parameter : parameters) {
        const std::int64_t number = parameter->parameter_number();
        const auto count = static_cast<std::int64_t>(parameters.size());
        if (number >= 0 && number < count && !seen[static_cast<std::size_t>(number)]) {
            seen[static_cast<std::size_t>(number)] = true;
            continue;
        }
        const SourcePosition at = result_.origin.positions.at(parameter->id());
        Place place{.file = cursor_.path(), .line = at.line, .column = at.column};
        fail(read_error::count, with_line(std::move(place)),
             fmt::format("{} has {}, but {} is number {}", scope.computation->name(),
                         counted(count, "parameter"), parameter->name(), number),
             "Number the parameters of a computation from 0, each once.");
    }
}

std::string TextReader::unused_name(const std::string& stem) const {
    std::string name = stem;
    for (int i = 1; names_.contains(name); i++) name = fmt::format("{}.{}", stem, i);
    return name;
}

std::int64_t TextReader::read_called_computation(const Draft& draft) {
    const std::size_t begin = cursor_.offset();
    if (cursor_.at('{'))
        return read_computation_body(unused_name(draft.instruction->name() + "_computation"), begin, nullptr);
    const std::string name(cursor_.name("the name of a computation"));
    const auto found = names_.find(name);
    if (found == names_.end() || !known_.contains(found->second))
        fail_at(read_error::undefined_name, begin, fmt::format("there is no computation '{}' above", name),
                "Computations must precede those that call them.");
    return found->second;
}

std::vector<std::int64_t> TextReader::read_called_computations(const Draft& draft) {
    std::vector<std::int64_t> computations;
    cursor_.expect('{', "before the list of computations");
    cursor_.entries('}', "after the list of computations",
                    [&] { computations.push_back(read_called_computation(draft)); });
    return computations;
}

void TextReader::read_instruction(Scope& scope) {
    Draft draft;
    draft.begin = cursor_.offset();
    bool is_root = false;
    if (cursor_.at_word("ROOT")) {
        cursor_.accept_word("ROOT");
        is_root = true;
        if (scope.root)
            fail_at(read_error::redefinition, draft.begin, "the computation already has a ROOT",
                    "Mark one instruction with ROOT.");
    }
    const std::size_t name_begin = cursor_.offset();
    const std::string_view name = cursor_.name("the name of an instruction, or '}'");
    wire::HloInstructionProto instruction;
    draft.instruction = &instruction;
    instruction.set_name(std::string(name));
    cursor_.expect('=', "after the name of an instruction");
    if (at_shape()) {
        read_shape(*instruction.mutable_shape());
        draft.has_shape = true;
    }
    wire::HloInstructionProto* added = read_definition(scope, draft, true);
    if (!scope.instructions.emplace(name, added).second)
        fail_at(read_error::redefinition, name_begin,
                fmt::format("there is already an instruction '{}'", name),
                "Give each instruction of a computation a name of its own.");
    if (is_root) scope.root = added;
}

/// Reads an instruction, starting at its opcode, and adds it to the computation.
wire::HloInstructionProto* TextReader::read_definition(Scope& scope, Draft& draft, bool has_attributes) {
    const Nesting nesting(cursor_, depth_);
    wire::HloInstructionProto& instruction = *draft.instruction;
    draft.opcode_begin = cursor_.offset();
    const std::string_view written = cursor_.word("the opcode of the instruction");
    draft.opcode = find_opcode(written);
    if (!draft.opcode) {
        const AsyncSugar sugar = find_async_sugar(written);
        draft.opcode = sugar.opcode;
        draft.async_part = sugar.part;
    }
    if (!draft.opcode)
        fail_at(read_error::unknown_op, draft.opcode_begin,
                fmt::format("expected a shape or an opcode, but found '{}'", written),
                "Opcodes and element types are written as XLA prints them.");
    instruction.set_opcode(std::string(draft.opcode->name));
    read_operands(scope, draft);
    if (has_attributes) read_attributes(scope, draft);
    check_required(draft);
    instruction.set_id(scope.computation->id() << 32 | scope.computation->instructions_size());
    if (draft.async_part == AsyncPart::Update) instruction.set_opcode("async-update");
    if (draft.async_part == AsyncPart::Done) instruction.set_opcode("async-done");
    check_counts(draft);
    check_layout_constraints(draft);
    check_channel(draft);
    finish_called(draft);
    add_left_out(draft);
    if (!draft.has_shape) infer_shape(draft);
    check_async(draft);
    check_shape(draft);
    spread_sharding(draft);
    if (draft.async_part == AsyncPart::Start) wrap_async(draft);
    result_.origin.positions.emplace(instruction.id(), cursor_.position(draft.begin));
    wire::HloInstructionProto* added = scope.computation->add_instructions();
    added->Swap(&instruction);
    return added;
}

void TextReader::read_operands(Scope& scope, Draft& draft) {
    wire::HloInstructionProto& instruction = *draft.instruction;
    cursor_.expect('(', "before the operands");
    if (draft.opcode->name == "parameter") {
        instruction.set_parameter_number(cursor_.integer("the number of the parameter"));
    } else if (draft.opcode->name == "constant") {
        if (!draft.has_shape)
            fail_at(read_error::type, draft.opcode_begin, "the shape of the constant is missing",
                    "Write the shape before the word 'constant'.");
        if (instruction.shape().element_type() == wire::TUPLE || !accept_elided())
            read_literal(*instruction.mutable_literal(), instruction.shape());
    } else {
        while (!cursor_.at(')')) {
            read_operand(scope, draft);
            if (!cursor_.accept(',')) break;
        }
    }
    cursor_.expect(')', "after the operands");
}

/// Whether a word followed by '(' comes next.
bool TextReader::at_call() {
    const std::string_view word = cursor_.peek_word();
    if (word.empty()) return false;
    const std::size_t begin = cursor_.offset();
    cursor_.seek(begin + word.size());
    const bool is_call = cursor_.at('(');
    cursor_.seek(begin);
    return is_call;
}

void TextReader::read_operand(Scope& scope, Draft& draft) {
    std::optional<wire::ShapeProto> shape;
    const std::size_t shape_begin = cursor_.offset();
    if (at_shape()) read_shape(shape.emplace());
    const std::size_t begin = cursor_.offset();
    if (at_call()) {  // a nested instruction without a name
        wire::HloInstructionProto instruction;
        Draft inner;
        inner.begin = shape_begin;
        inner.instruction = &instruction;
        instruction.set_name(fmt::format("{}.{}", draft.instruction->name(), draft.operands.size()));
        if (shape) *instruction.mutable_shape() = *shape;
        inner.has_shape = shape.has_value();
        const wire::HloInstructionProto* added = read_definition(scope, inner, false);
        draft.operands.push_back(added);
        draft.operand_begins.push_back(begin);
        draft.instruction->add_operand_ids(added->id());
        return;
    }
    const std::string_view name = cursor_.name("an operand");
    if (scope.defines_operands && shape && !scope.instructions.contains(name))
        add_parameter(scope, name, *shape, shape_begin);
    const auto found = scope.instructions.find(name);
    if (found == scope.instructions.end())
        fail_at(read_error::undefined_name, begin, fmt::format("there is no instruction '{}' above", name),
                "Instructions must precede those that use them, in the same computation.");
    if (shape && !same_shape(*shape, found->second->shape()))
        fail_at(read_error::type_mismatch, shape_begin,
                fmt::format("{} is written as {}, but it has {}", name, spell_shape(*shape),
                            spell_shape(found->second->shape())),
                "Correct the shape of the operand, or leave it out.");
    draft.operands.push_back(found->second);
    draft.operand_begins.push_back(begin);
    draft.instruction->add_operand_ids(found->second->id());
}

void TextReader::add_parameter(Scope& scope, std::string_view name, const wire::ShapeProto& shape,
                               std::size_t begin) {
    wire::HloInstructionProto& parameter = *scope.computation->add_instructions();
    parameter.set_id(scope.computation->id() << 32 | (scope.computation->instructions_size() - 1));
    parameter.set_name(std::string(name));
    parameter.set_opcode("parameter");
    parameter.set_parameter_number(static_cast<std::int64_t>(scope.instructions.size()));
    *parameter.mutable_shape() = shape;
    result_.origin.positions.emplace(parameter.id(), cursor_.position(begin));
    scope.instructions.emplace(name, &parameter);
}

void TextReader::read_attributes(Scope& scope, Draft& draft) {
    while (cursor_.accept(',')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view name = cursor_.word("an attribute");
        const bool of_async =
            draft.async_part != AsyncPart::None && (name == "async_execution_thread" || name == "calls");
        const bool is_common =
            std::find(common_attributes.begin(), common_attributes.end(), name) != common_attributes.end();
        if (!is_common && !draft.opcode->takes(name) && !of_async)
            fail_at(read_error::syntax, begin,
                    fmt::format("{} has no attribute '{}'", draft.opcode->name, name),
                    "Remove the attribute.");
        if (draft.has(name))
            fail_at(read_error::redefinition, begin, fmt::format("the attribute '{}' is written twice", name),
                    "Remove one of them.");
        cursor_.expect('=', "after the attribute's name");
        draft.attributes.push_back({name, begin});
        read_attribute(scope, draft, name);
    }
}

void TextReader::check_required(const Draft& draft) {
    if (draft.async_part == AsyncPart::Update || draft.async_part == AsyncPart::Done) return;
    std::string_view rest = draft.opcode->attributes;
    while (!rest.empty()) {
        const OpcodeAttribute attribute = take_attribute(rest);
        if (attribute.is_required && !draft.has(attribute.name))
            fail_at(read_error::syntax, draft.opcode_begin,
                    fmt::format("{} needs the attribute '{}'", draft.opcode->name, attribute.name),
                    "Add the attribute.");
    }
}

/// If a custom call gives the shapes of its operands, it must give the actual shapes of all operands.
void TextReader::check_layout_constraints(const Draft& draft) const {
    if (!draft.has("operand_layout_constraints")) return;
    const auto& shapes = draft.instruction->operand_shapes_with_layout();
    if (static_cast<std::size_t>(shapes.size()) != draft.operands.size())
        fail_at(read_error::count, draft.opcode_begin,
                fmt::format("operand_layout_constraints has {} shapes for {} operands", shapes.size(),
                            draft.operands.size()),
                "Write one shape for each operand.");
    for (int i = 0; i < shapes.size(); i++) {
        const auto at = static_cast<std::size_t>(i);
        if (!same_shape(shapes[i], draft.operands[at]->shape()))
            fail_at(read_error::type_mismatch, draft.operand_begins[at],
                    fmt::format("operand_layout_constraints has {} for an operand of {}",
                                spell_shape(shapes[i]), spell_shape(draft.operands[at]->shape())),
                    "Write the shape of the operand with the wanted layout.");
    }
}

/// A transfer must end on the channel on which it started.
void TextReader::check_channel(const Draft& draft) const {
    const std::string& opcode = draft.instruction->opcode();
    if ((opcode != "send-done" && opcode != "recv-done") || draft.operands.size() != 1) return;
    const wire::HloInstructionProto& begun = *draft.operands.front();
    if (begun.opcode() != "send" && begun.opcode() != "recv") return;
    if (begun.channel_id() != draft.instruction->channel_id())
        fail_at(read_error::type_mismatch, draft.opcode_begin,
                fmt::format("{} is on channel {}, and its {} on channel {}", opcode,
                            draft.instruction->channel_id(), begun.opcode(), begun.channel_id()),
                "Give both the same channel_id.");
}

void TextReader::check_counts(const Draft& draft) const {
    if (draft.async_part != AsyncPart::None) return;
    if (draft.opcode->has_one_dimension && draft.instruction->dimensions_size() != 1)
        fail_at(read_error::count, draft.opcode_begin,
                fmt::format("{} has one dimension, but {} are written", draft.opcode->name,
                            draft.instruction->dimensions_size()),
                "Write as in dimensions={0}.");
    const auto count = static_cast<int>(draft.operands.size());
    const Opcode& opcode = *draft.opcode;
    if (count >= opcode.least && (opcode.most < 0 || count <= opcode.most)) return;
    const std::string expected = opcode.most == opcode.least ? fmt::format("{}", opcode.least)
                                 : opcode.most < 0           ? fmt::format("{} or more", opcode.least)
                                                   : fmt::format("{} to {}", opcode.least, opcode.most);
    fail_at(read_error::count, draft.opcode_begin,
            fmt::format("{} takes {} operands, but {} are written", opcode.name, expected, count),
            "Correct the operands.");
}

void TextReader::finish_called(Draft& draft) {
    auto& called = *draft.instruction->mutable_called_computation_ids();
    const auto add = [&](const std::optional<std::int64_t>& id) {
        if (id) called.Add(*id);
    };
    const std::string_view opcode = draft.opcode->name;
    add(draft.body);
    add(draft.condition);
    add(draft.select);
    add(draft.scatter);
    if (opcode == "conditional") {
        if (draft.true_branch.has_value() != draft.false_branch.has_value() ||
            draft.true_branch.has_value() == draft.has("branch_computations"))
            fail_at(read_error::syntax, draft.opcode_begin,
                    "a conditional has either true_computation and false_computation, or branch_computations",
                    "Write the computations of the branches.");
        const auto branches = draft.true_branch ? 2 : static_cast<int>(draft.branches.size());
        if (!draft.operands.empty()) {
            const auto type = draft.operands[0]->shape().element_type();
            if (type != (draft.true_branch ? wire::PRED : wire::S32))
                fail_at(read_error::type_mismatch, draft.operand_begins[0],
                        "the first operand of a conditional is pred[] for true_computation and "
                        "false_computation, s32[] for branch_computations",
                        "Correct the operand.");
        }
        if (static_cast<int>(draft.operands.size()) != branches + 1)
            fail_at(read_error::count, draft.opcode_begin,
                    fmt::format("a conditional of {} branches has {} operands, but {} are written", branches,
                                branches + 1, draft.operands.size()),
                    "Write the operand of each branch.");
        add(draft.true_branch);
        add(draft.false_branch);
    }
    for (const std::int64_t id : draft.branches) called.Add(id);
    for (const std::int64_t id : draft.to_apply) called.Add(id);
    if (opcode == "fusion" || opcode == "custom-call" || opcode == "async-start")
        for (const std::int64_t id : draft.calls) called.Add(id);
    if (opcode == "fusion")
        for (const std::int64_t id : draft.calls) known(id).computation->set_is_fusion_computation(true);
}

}  // namespace hlo2c::frontend
