// Reads every HLO text in a folder of public cases in one process. Accepted texts must print and read back to
// the same message, and match the binary message stored beside them. Rejected texts must be rejected at the
// marked line. Arguments: the folder, and a file that lists excluded cases with reasons.
#include <fmt/format.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo_text/parser.h"
#include "frontend/forms/hlo_text/printer.h"
#include "tests/unit/hlo_text/differences.h"

namespace {

using namespace hlo2c;
using namespace hlo2c::frontend;
namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

/// The rows of a CSV file with quoted fields; the first row names the columns.
std::vector<std::map<std::string, std::string>> read_csv(const fs::path& path) {
    const std::string text = read_file(path);
    std::vector<std::vector<std::string>> rows(1);
    std::string field;
    bool in_quotes = false;
    for (std::size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        if (in_quotes) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"')
                field += text[++i];
            else if (c == '"')
                in_quotes = false;
            else
                field += c;
        } else if (c == '"') {
            in_quotes = true;
        } else if (c == ',' || c == '\n') {
            rows.back().push_back(std::move(field));
            field.clear();
            if (c == '\n') rows.emplace_back();
        } else if (c != '\r') {
            field += c;
        }
    }
    std::vector<std::map<std::string, std::string>> table;
    for (std::size_t i = 1; i < rows.size(); i++) {
        if (rows[i].size() < rows[0].size()) continue;
        auto& row = table.emplace_back();
        for (std::size_t k = 0; k < rows[0].size(); k++) row[rows[0][k]] = rows[i][k];
    }
    return table;
}

/// Removes empty submessages, which are equivalent to absent ones.
void drop_empty(google::protobuf::Message& message) {
    const auto* reflection = message.GetReflection();
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    reflection->ListFields(message, &fields);
    for (const auto* field : fields) {
        if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
        if (field->is_repeated()) {
            if (field->is_map()) continue;
            for (int i = 0; i < reflection->FieldSize(message, field); i++)
                drop_empty(*reflection->MutableRepeatedMessage(&message, field, i));
            continue;
        }
        if (field->containing_oneof()) continue;
        auto* part = reflection->MutableMessage(&message, field);
        drop_empty(*part);
        if (part->ByteSizeLong() == 0) reflection->ClearField(&message, field);
    }
}

/// Compares two modules from their entries on, ignoring names and ids; returns the first difference, or "".
class Comparison {
public:
    Comparison(const wire::HloModuleProto& a, const wire::HloModuleProto& b) : sides_{&a, &b} {
        for (int side = 0; side < 2; side++)
            for (const auto& computation : sides_[side]->computations())
                computations_[side][computation.id()] = &computation;
    }
    std::string run() {
        compare_computations(sides_[0]->entry_computation_id(), sides_[1]->entry_computation_id());
        wire::HloModuleProto a = module_of(*sides_[0]), b = module_of(*sides_[1]);
        if (!a.has_stack_frame_index()) b.clear_stack_frame_index();
        compare_messages("module", a, b);
        return difference_;
    }

private:
    static wire::HloModuleProto module_of(const wire::HloModuleProto& module) {
        wire::HloModuleProto rest = module;
        rest.clear_computations();
        rest.clear_id();
        rest.clear_name();
        rest.clear_entry_computation_name();
        rest.clear_entry_computation_id();
        rest.clear_schedule();
        rest.clear_device_assignment();
        rest.clear_is_dynamic();
        rest.clear_use_auto_spmd_partitioning();
        rest.mutable_host_program_shape()->clear_parameter_names();
        rest.clear_spmd_output_sharding();
        rest.clear_spmd_parameters_shardings();
        return rest;
    }
    void compare_messages(const std::string& where, google::protobuf::Message& a,
                          google::protobuf::Message& b) {
        drop_empty(a);
        drop_empty(b);
        google::protobuf::util::MessageDifferencer differencer;
        differencer.set_float_comparison(google::protobuf::util::MessageDifferencer::EXACT);
        std::string report;
        differencer.ReportDifferencesToString(&report);
        differencer.TreatAsSet(wire::OriginalValueProto::descriptor()->FindFieldByName("elements"));
        google::protobuf::util::DefaultFieldComparator comparator;
        comparator.set_treat_nan_as_equal(true);
        differencer.set_field_comparator(&comparator);
        if (!differencer.Compare(a, b) && difference_.empty())
            difference_ = fmt::format("{}: {}", where, report.substr(0, 300));
    }
    const wire::HloInstructionProto* find(int side, const wire::HloComputationProto& computation,
                                          std::int64_t id) {
        auto& index = instructions_[side][&computation];
        if (index.empty())
            for (const auto& instruction : computation.instructions()) index[instruction.id()] = &instruction;
        const auto found = index.find(id);
        return found == index.end() ? nullptr : found->second;
    }
    void compare_computations(std::int64_t a, std::int64_t b) {
        if (!difference_.empty() || !seen_.insert({a, b}).second) return;
        const auto* left = computations_[0][a];
        const auto* right = computations_[1][b];
        if (!left || !right || left->instructions_size() != right->instructions_size()) {
            difference_ = fmt::format("computation {} differs in size", left ? left->name() : "?");
            return;
        }
        std::vector<std::pair<std::int64_t, std::int64_t>> pending{{left->root_id(), right->root_id()}};
        std::map<std::int64_t, const wire::HloInstructionProto*> parameters;
        for (const auto& instruction : left->instructions())
            if (instruction.opcode() == "parameter")
                parameters[instruction.parameter_number()] = &instruction;
        for (const auto& instruction : right->instructions())
            if (instruction.opcode() == "parameter" && parameters.count(instruction.parameter_number()))
                pending.push_back({parameters[instruction.parameter_number()]->id(), instruction.id()});
        std::set<std::pair<std::int64_t, std::int64_t>> visited;
        while (!pending.empty() && difference_.empty()) {
            const auto [x, y] = pending.back();
            pending.pop_back();
            if (!visited.insert({x, y}).second) continue;
            const auto* p = find(0, *left, x);
            const auto* q = find(1, *right, y);
            if (!p || !q || p->operand_ids_size() != q->operand_ids_size() ||
                p->called_computation_ids_size() != q->called_computation_ids_size() ||
                p->control_predecessor_ids_size() != q->control_predecessor_ids_size()) {
                difference_ = fmt::format("{}: other operands or computations", p ? p->name() : "?");
                return;
            }
            for (int i = 0; i < p->operand_ids_size(); i++)
                pending.push_back({p->operand_ids(i), q->operand_ids(i)});
            for (int i = 0; i < p->called_computation_ids_size(); i++)
                compare_computations(p->called_computation_ids(i), q->called_computation_ids(i));
            wire::HloInstructionProto c = stripped(*p), d = stripped(*q);
            if (!p->has_literal()) d.clear_literal();      // omitted data is made up there
            if (!p->has_metadata()) d.clear_metadata();    // texts may be printed without
            if (c.sharding().last_tile_dims_size() > 0) {  // their order has no meaning
                c.clear_sharding();
                d.clear_sharding();
            }
            compare_messages(fmt::format("{} {}", p->opcode(), p->name()), c, d);
        }
    }
    static wire::HloInstructionProto stripped(const wire::HloInstructionProto& instruction) {
        wire::HloInstructionProto rest = instruction;
        rest.clear_name();
        rest.clear_id();
        rest.clear_operand_ids();
        rest.clear_called_computation_ids();
        rest.clear_control_predecessor_ids();
        return rest;
    }

    const wire::HloModuleProto* sides_[2];
    std::unordered_map<std::int64_t, const wire::HloComputationProto*> computations_[2];
    std::unordered_map<const wire::HloComputationProto*,
                       std::unordered_map<std::int64_t, const wire::HloInstructionProto*>>
        instructions_[2];
    std::set<std::pair<std::int64_t, std::int64_t>> seen_;
    std::string difference_;
};

/// Checks a text that must be accepted; returns the problem, or "".
std::string check_accepted(const fs::path& path) {
    const std::string text = read_file(path);
    HloText read;
    try {
        read = read_hlo_text(text, path.string());
    } catch (const DiagnosticError& error) {
        return fmt::format("refused: {}", error.what());
    }
    const std::string printed = print_hlo_text(read.module);
    try {
        const HloText again = read_hlo_text(printed, "printed");
        const std::string found = differences(read.module, again.module);
        if (!found.empty()) return fmt::format("prints to another message: {}", found.substr(0, 300));
    } catch (const DiagnosticError& error) {
        return fmt::format("what it prints is refused: {}", error.what());
    }
    std::string binary = path.string();
    if (binary.ends_with(".hlo.txt"))
        binary.replace(binary.size() - 4, 4, ".pb");
    else
        binary += ".pb";
    if (!fs::exists(binary)) return {};
    const std::string bytes = read_file(binary);
    wire::HloModuleProto expected;
    wire::HloProto wrapped;
    if (wrapped.ParseFromString(bytes) && wrapped.hlo_module().computations_size() > 0)
        expected = wrapped.hlo_module();
    else if (!expected.ParseFromString(bytes))
        return "the message beside it cannot be read";
    const std::string difference = Comparison(read.module, expected).run();
    return difference.empty() ? "" : "not the message beside it: " + difference;
}

/// Checks a text that must be rejected; returns the problem, or "". `expected` contains "was parsing
/// LINE:COLUMN" if a line is marked.
std::string check_refused(const fs::path& path, const std::string& expected) {
    try {
        read_hlo_text(read_file(path), path.string());
    } catch (const DiagnosticError& error) {
        const std::size_t mark = expected.find("was parsing ");
        if (mark == std::string::npos) return {};
        const int line = std::stoi(expected.substr(mark + 12));
        // XLA's reader reports the token after the rejected one, which may be in the next line.
        const int found = error.diagnostic().place.line;
        if (found == line || found == line - 1) return {};
        return fmt::format("refused in line {}, not {}: {}", error.diagnostic().place.line, line,
                           error.what());
    }
    return "accepted";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        fmt::print(stderr, "usage: hlo_text_conformance SHARED LIST [NAME-PART]\n");
        return 70;
    }
    const fs::path shared = argv[1];
    const std::string part = argc > 3 ? argv[3] : "";
    std::map<std::string, std::string> left_out;
    std::ifstream list(argv[2]);
    for (std::string line; std::getline(list, line);)
        if (!line.empty() && line[0] != '#') left_out[line.substr(0, line.find(' '))] = line;
    std::map<std::string, std::pair<fs::path, std::string>> cases;  // by id: path, why refused
    for (const auto& row : read_csv(shared / "conformance" / "manifest.csv")) {
        const std::string& id = row.at("id");
        const fs::path path = shared / "conformance" / (id + ".hlo");
        if ((row.at("files") + " ").find(".hlo ") == std::string::npos || !fs::exists(path)) continue;
        cases[id] = {path, row.at("category") == "hlo_parse" && row.at("check") == "reject"
                               ? "refuse " + row.at("tolerance")
                               : ""};
    }
    if (fs::exists(shared / "models"))
        for (const auto& folder : fs::directory_iterator(shared / "models"))
            for (const auto& file : fs::directory_iterator(folder.path()))
                if (file.path().string().ends_with("hlo.txt"))
                    cases["models/" + folder.path().filename().string() + "/" +
                          file.path().filename().string()] = {file.path(), ""};
    int passed = 0, skipped = 0, failed = 0;
    const auto start = std::chrono::steady_clock::now();
    for (const auto& [id, item] : cases) {
        if (id.find(part) == std::string::npos) continue;
        std::string why;
        try {
            why = item.second.empty() ? check_accepted(item.first) : check_refused(item.first, item.second);
        } catch (const std::exception& error) {
            why = error.what();
        }
        const bool is_left_out = left_out.count(id) > 0;
        if (why.empty() && is_left_out)
            why = "passes, but is in the list of cases left out";
        else if (is_left_out) {
            skipped++;
            continue;
        }
        if (why.empty()) {
            passed++;
            continue;
        }
        failed++;
        fmt::print("FAILED {}: {}\n", id, why);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{} passed, {} failed, {} left out, {:.1f} s\n", passed, failed, skipped, seconds.count());
    return failed > 0 || passed == 0 ? 1 : 0;
}
