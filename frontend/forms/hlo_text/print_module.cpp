#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo/legal_name.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/module_printer.h"
#include "frontend/forms/hlo_text/opcodes.h"
#include "frontend/forms/hlo_text/printer.h"
#include "frontend/name_table.h"

namespace hlo2c::frontend {
namespace {

class ModulePrinter {
public:
    explicit ModulePrinter(const wire::HloModuleProto& module) : module_(module) {}
    std::string print();

private:
    void print_header();
    void print_stack_frames();
    void print_computation(const wire::HloComputationProto& computation);
    void print_with_callees(const wire::HloComputationProto& computation);
    void print_instruction(const wire::HloInstructionProto& instruction, bool is_root,
                           const std::unordered_map<std::int64_t, const wire::HloInstructionProto*>& by_id,
                           const InstructionNames& names);

    const wire::HloModuleProto& module_;
    std::string text_;
    std::unordered_map<std::int64_t, const wire::HloComputationProto*> computations_;
    std::unordered_map<std::int64_t, std::string> names_;
    std::unordered_set<std::int64_t> begun_;
};

std::string ModulePrinter::print() {
    NameTable names(".", 1);
    for (const auto& computation : module_.computations()) {
        computations_[computation.id()] = &computation;
        names_[computation.id()] = names.claim(legal_hlo_name(computation.name(), "computation"));
    }
    print_header();
    print_stack_frames();
    for (const auto& computation : module_.computations()) print_with_callees(computation);
    return std::move(text_);
}

void ModulePrinter::print_header() {
    text_ += "HloModule " + legal_hlo_name(module_.name(), "module");
    if (module_.has_schedule() && module_.schedule().sequences_size() > 0) text_ += ", is_scheduled=true";
    if (module_.has_input_output_alias() && module_.input_output_alias().entries_size() > 0) {
        text_ += ", input_output_alias={ ";
        bool first = true;
        for (const auto& entry : module_.input_output_alias().entries()) {
            text_ +=
                fmt::format("{}{}: ({}, {}, {})", first ? "" : ", ", print_list(entry.output_shape_index()),
                            entry.parameter_number(), print_list(entry.parameter_shape_index()),
                            entry.kind() == wire::MUST_ALIAS ? "must-alias" : "may-alias");
            first = false;
        }
        text_ += " }";
    }
    if (module_.has_buffer_donor() && module_.buffer_donor().entries_size() > 0) {
        text_ += ", buffer_donor={ ";
        bool first = true;
        for (const auto& entry : module_.buffer_donor().entries()) {
            text_ += fmt::format("{}({}, {})", first ? "" : ", ", entry.parameter_number(),
                                 print_list(entry.parameter_shape_index()));
            first = false;
        }
        text_ += " }";
    }
    if (module_.has_host_program_shape()) {
        text_ += ", entry_computation_layout={(";
        const auto& shape = module_.host_program_shape();
        for (int i = 0; i < shape.parameters_size(); i++)
            text_ += (i > 0 ? ", " : "") + print_shape(shape.parameters(i), true);
        text_ += ")->" + print_shape(shape.result(), true) + "}";
    }
    if (module_.has_device_assignment()) {
        if (module_.device_assignment().replica_count() > 1)
            text_ += fmt::format(", replica_count={}", module_.device_assignment().replica_count());
        if (module_.device_assignment().computation_count() > 1 ||
            module_.device_assignment().replica_count() <= 1)
            text_ += fmt::format(", num_partitions={}", module_.device_assignment().computation_count());
    }
    if (module_.has_frontend_attributes() && module_.frontend_attributes().map_size() > 0)
        text_ += ", frontend_attributes=" + print_frontend_attributes(module_.frontend_attributes());
    text_ += "\n";
}

void ModulePrinter::print_stack_frames() {
    const auto& index = module_.stack_frame_index();
    const auto title = [&](std::string_view name, int count) {
        if (count > 0) text_ += fmt::format("\n{}\n", name);
    };
    title("FileNames", index.file_names_size());
    for (int i = 0; i < index.file_names_size(); i++)
        text_ += fmt::format("{} {}\n", i + 1, quoted(index.file_names(i)));
    title("FunctionNames", index.function_names_size());
    for (int i = 0; i < index.function_names_size(); i++)
        text_ += fmt::format("{} {}\n", i + 1, quoted(index.function_names(i)));
    title("FileLocations", index.file_locations_size());
    for (int i = 0; i < index.file_locations_size(); i++) {
        const auto& location = index.file_locations(i);
        text_ += fmt::format(
            "{} {{file_name_id={} function_name_id={} line={} end_line={} column={} end_column={}}}\n", i + 1,
            location.file_name_id(), location.function_name_id(), location.line(), location.end_line(),
            location.column(), location.end_column());
    }
    title("StackFrames", index.stack_frames_size());
    for (int i = 0; i < index.stack_frames_size(); i++)
        text_ += fmt::format("{} {{file_location_id={} parent_frame_id={}}}\n", i + 1,
                             index.stack_frames(i).file_location_id(),
                             std::int64_t{index.stack_frames(i).parent_frame_id()} + 1);
}

void ModulePrinter::print_with_callees(const wire::HloComputationProto& computation) {
    if (!begun_.insert(computation.id()).second) return;
    for (const auto& instruction : computation.instructions())
        for (const std::int64_t id : instruction.called_computation_ids())
            if (const auto callee = computations_.find(id); callee != computations_.end())
                print_with_callees(*callee->second);
    print_computation(computation);
}

void ModulePrinter::print_computation(const wire::HloComputationProto& computation) {
    std::unordered_map<std::int64_t, const wire::HloInstructionProto*> by_id;
    InstructionNames names;
    NameTable table(".", 1);
    std::vector<const wire::HloInstructionProto*> order;
    for (const auto& instruction : computation.instructions()) {
        by_id[instruction.id()] = &instruction;
        names[instruction.id()] = table.claim(legal_hlo_name(instruction.name(), instruction.opcode()));
        order.push_back(&instruction);
    }
    const auto& sequences = module_.schedule().sequences();
    if (const auto sequence = sequences.find(computation.id());
        sequence != sequences.end() &&
        sequence->second.instruction_ids_size() == computation.instructions_size()) {
        order.clear();
        for (const std::int64_t id : sequence->second.instruction_ids()) {
            HLO2C_CHECK(by_id.contains(id), "a schedule names the instructions of its computation");
            order.push_back(by_id.at(id));
        }
    }
    text_ += '\n';
    if (computation.id() == module_.entry_computation_id()) text_ += "ENTRY ";
    text_ += '%' + names_.at(computation.id());
    if (computation.has_program_shape()) {
        const auto& shape = computation.program_shape();
        text_ += " (";
        for (int i = 0; i < shape.parameters_size(); i++)
            text_ += fmt::format(
                "{}{}: {}", i > 0 ? ", " : "",
                legal_hlo_name(i < shape.parameter_names_size() ? shape.parameter_names(i) : "", "p"),
                print_shape(shape.parameters(i), false));
        text_ += ") -> " + print_shape(shape.result(), false);
    }
    text_ += " {\n";
    for (const auto* instruction : order)
        print_instruction(*instruction, instruction->id() == computation.root_id(), by_id, names);
    text_ += "}";
    if (!computation.execution_thread().empty() && computation.execution_thread() != "main")
        text_ += ", execution_thread=" + quoted(computation.execution_thread());
    text_ += "\n";
}

void ModulePrinter::print_instruction(
    const wire::HloInstructionProto& instruction, bool is_root,
    const std::unordered_map<std::int64_t, const wire::HloInstructionProto*>& by_id,
    const InstructionNames& names) {
    const Opcode* opcode = find_opcode(instruction.opcode());
    HLO2C_CHECK(opcode != nullptr, "an instruction has an opcode of HLO");
    text_ += fmt::format("  {}%{} = {} {}(", is_root ? "ROOT " : "", names.at(instruction.id()),
                         print_shape(instruction.shape(), true), instruction.opcode());
    if (instruction.opcode() == "parameter") {
        text_ += std::to_string(instruction.parameter_number());
    } else if (instruction.opcode() == "constant") {
        text_ += instruction.has_literal() ? print_literal(instruction.literal()) : "{...}";
    } else {
        for (int i = 0; i < instruction.operand_ids_size(); i++) {
            const auto operand = names.find(instruction.operand_ids(i));
            HLO2C_CHECK(operand != names.end(), "operands are instructions of the same computation");
            text_ += (i > 0 ? ", %" : "%") + operand->second;
        }
    }
    text_ += ')';
    const wire::PrimitiveType operand_type =
        instruction.operand_ids_size() > 0 ? by_id.at(instruction.operand_ids(0))->shape().element_type()
                                           : wire::PRIMITIVE_TYPE_INVALID;
    const PrintedInstruction printed{instruction, names_, names, operand_type};
    const auto print_one = [&](std::string_view name) {
        const std::string value = print_attribute(name, printed);
        if (!value.empty()) text_ += fmt::format(", {}={}", name, value);
    };
    std::string_view rest = opcode->attributes;
    while (!rest.empty()) print_one(take_attribute(rest).name);
    for (const std::string_view name : common_attributes) print_one(name);
    text_ += '\n';
}

}  // namespace

std::string print_hlo_text(const wire::HloModuleProto& module) {
    return ModulePrinter(module).print();
}

}  // namespace hlo2c::frontend
