// Reads, verifies, prints and rereads every StableHLO text in a folder of public cases. Cases that must be
// rejected have to be rejected as user errors, at exactly the marked lines, with the messages of a list.
// Arguments: the folder, the list of excluded cases, the list of messages, and optionally a substring of the
// names of the cases to run, or "--write" to rewrite the list of messages.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "frontend/forms/read.h"
#include "frontend/forms/text/parser.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ops/verify.h"

namespace {

namespace fs = std::filesystem;
using namespace hlo2c;

std::string content_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The fields of one record of comma-separated values; quoted fields may hold commas and line breaks.
std::vector<std::string> read_record(std::istream& in) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (int next = in.get(); next != EOF; next = in.get()) {
        const char c = static_cast<char>(next);
        if (c == '"' && quoted && in.peek() == '"') {
            fields.back() += '"';
            in.get();
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            fields.emplace_back();
        } else if (c == '\n' && !quoted) {
            return fields;
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    return fields;
}

/// The lines marked by `// expected-error@+1 {{...}}` and its variants.
std::set<int> marked_lines(const std::string& text) {
    static const std::regex mark(R"(expected-error(?:-re)?\s*(@([+-]\d+|below|above|\d+))?)");
    std::set<int> lines;
    std::istringstream in(text);
    std::string line;
    for (int number = 1; std::getline(in, line); number++) {
        for (std::sregex_iterator match(line.begin(), line.end(), mark), end; match != end; ++match) {
            const std::string where = (*match)[2];
            if (where.empty()) {
                lines.insert(number);
            } else if (where == "below") {
                lines.insert(number + 1);
            } else if (where == "above") {
                lines.insert(number - 1);
            } else {
                const bool relative = where[0] == '+' || where[0] == '-';
                lines.insert((relative ? number : 0) + std::stoi(where));
            }
        }
    }
    return lines;
}

/// True if the reader created ops, whose values get names only when printed.
bool has_values_without_names(const frontend::Program& program) {
    for (const frontend::Function& function : program.functions)
        for (const frontend::Value& value : function.values)
            if (value.name.empty()) return true;
    return false;
}

/// The program with only one function defined; the others become declarations.
frontend::Program function_alone(frontend::Program program, std::size_t number) {
    for (std::size_t i = 0; i < program.functions.size(); i++)
        if (i != number) program.functions[i].body = {};
    return program;
}

/// The errors of reading and verifying a text: the first error of each function, or of the whole program.
std::vector<Diagnostic> errors_of(const fs::path& path) {
    std::vector<Diagnostic> errors;
    try {
        for (const frontend::Program& program : frontend::read_programs(path.string())) {
            const std::size_t before = errors.size();
            for (std::size_t i = 0; program.functions.size() > 1 && i < program.functions.size(); i++) {
                try {
                    frontend::verify(function_alone(program, i));
                } catch (const DiagnosticError& error) {
                    errors.push_back(error.diagnostic());
                }
            }
            if (errors.size() == before) frontend::verify(program);
        }
    } catch (const DiagnosticError& error) {
        errors.push_back(error.diagnostic());
    }
    return errors;
}

std::string messages_of(const std::vector<Diagnostic>& errors) {
    std::string text;
    for (const Diagnostic& error : errors)
        text += fmt::format("{}H{:04} {}", text.empty() ? "" : " | ", error.number, error.message);
    return text;
}

/// Checks a text that must be rejected; returns the problem, or "".
std::string refusal_outcome(const fs::path& path, const std::string& wanted) {
    const std::vector<Diagnostic> errors = errors_of(path);
    if (errors.empty()) return "accepted, but has to be refused";
    std::set<int> lines;
    for (const Diagnostic& error : errors) {
        const std::string said =
            fmt::format("line {}: H{:04} {}", error.place.line, error.number, error.message);
        if (error.severity != Severity::UserError) return "refused, but not as a mistake, " + said;
        if (error.place.line_text.empty() || error.place.column == 0) return "no place, " + said;
        lines.insert(error.place.line);
    }
    const std::set<int> marked = marked_lines(content_of(path));
    if (!marked.empty() && lines != marked)
        return fmt::format("refused at lines {} and not {}: {}", fmt::join(lines, ", "),
                           fmt::join(marked, ", "), messages_of(errors));
    if (messages_of(errors) != wanted)
        return fmt::format("refused with '{}', and the list has '{}'", messages_of(errors), wanted);
    return "";
}

/// Checks a text that must be accepted; returns the problem, or "".
std::string reading_outcome(const fs::path& path) {
    try {
        for (const frontend::Program& program : frontend::read_programs(path.string())) {
            frontend::verify(program);
            const std::string printed = frontend::print_stablehlo_text(program);
            const frontend::Program again = frontend::read_stablehlo_text(printed, path.string());
            const bool is_same = program == again || has_values_without_names(program);
            if (!is_same || frontend::print_stablehlo_text(again) != printed)
                return "reads differently after printing";
            frontend::verify(again);
        }
    } catch (const DiagnosticError& error) {
        const Diagnostic& diagnostic = error.diagnostic();
        return fmt::format("refused, line {}: H{:04} {}", diagnostic.place.line, diagnostic.number,
                           diagnostic.message);
    } catch (const std::exception& error) {
        return fmt::format("an exception: {}", error.what());
    }
    return "";
}

/// Excluded cases: `name: reason`, or `*message*: reason` for all cases whose outcome contains the message; #
/// begins a comment.
struct LeftOut {
    std::map<std::string, std::string> names, messages;

    bool has(const std::string& name, const std::string& wrong) const {
        return names.count(name) > 0 || std::any_of(messages.begin(), messages.end(), [&](const auto& entry) {
                   return wrong.find(entry.first) != std::string::npos;
               });
    }
};

LeftOut read_left_out(const fs::path& path) {
    LeftOut left_out;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(": ");
        if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
        const std::string what = line.substr(0, colon), reason = line.substr(colon + 2);
        const bool is_message = what.size() > 2 && what.front() == '*' && what.back() == '*';
        (is_message ? left_out.messages[what.substr(1, what.size() - 2)] : left_out.names[what]) = reason;
    }
    return left_out;
}

/// `name: message` per line.
std::map<std::string, std::string> read_messages(const fs::path& path) {
    std::map<std::string, std::string> messages;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(": ");
        if (!line.empty() && line[0] != '#' && colon != std::string::npos)
            messages[line.substr(0, colon)] = line.substr(colon + 2);
    }
    return messages;
}

struct Case {
    std::string name;  ///< path below the folder of cases
    bool must_be_refused = false;
};

std::vector<Case> list_cases(const fs::path& root) {
    std::ifstream manifest(root / "manifest.csv");
    const std::vector<std::string> head = read_record(manifest);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
    };
    const std::size_t id = column("id"), check = column("check");
    std::vector<Case> cases;
    while (manifest) {
        const std::vector<std::string> record = read_record(manifest);
        if (record.size() != head.size()) continue;
        constexpr std::array suffixes = {".mlir", ".src.mlir", ".dyn.mlir", ".generic.mlir", ".txt.mlir"};
        for (const char* suffix : suffixes)
            if (fs::exists(root / (record[id] + suffix)))
                cases.push_back({record[id] + suffix, record[check] == "reject"});
    }
    return cases;
}

void write_messages(const fs::path& root, const fs::path& list) {
    std::ofstream out(list);
    out << "# What each case that has to be refused is refused with.\n";
    for (const Case& one : list_cases(root))
        if (one.must_be_refused) out << one.name << ": " << messages_of(errors_of(root / one.name)) << "\n";
}

}  // namespace

int main(int count, char** words) {
    const fs::path root = words[1];
    const LeftOut left_out = read_left_out(words[2]);
    const std::string part = count > 4 ? words[4] : "";
    if (part == "--write") {
        write_messages(root, words[3]);
        return 0;
    }
    std::map<std::string, std::string> messages = read_messages(words[3]);
    std::array<std::array<int, 2>, 2> figures{};  // by expected outcome, then by whether it occurred
    int skipped = 0, mistaken = 0;
    for (const Case& one : list_cases(root)) {
        if (one.name.find(part) == std::string::npos) continue;
        const std::string wrong = one.must_be_refused ? refusal_outcome(root / one.name, messages[one.name])
                                                      : reading_outcome(root / one.name);
        messages.erase(one.name);
        if (left_out.names.count(one.name) > 0 && wrong.empty()) {
            std::cout << one.name << ": stands in the list of cases left out, but is as it should be\n";
            mistaken++;
        } else if (!wrong.empty() && left_out.has(one.name, wrong)) {
            skipped++;
        } else {
            figures[one.must_be_refused][wrong.empty()]++;
            if (!wrong.empty()) std::cout << one.name << ": " << wrong << "\n";
        }
    }
    for (const auto& [name, message] : messages) {
        if (!part.empty()) break;
        std::cout << name << ": stands in the list of messages, and is no case that is refused\n";
        mistaken++;
    }
    std::cout << fmt::format("accepted {} of {}, refused {} of {}, {} left out\n", figures[0][1],
                             figures[0][0] + figures[0][1], figures[1][1], figures[1][0] + figures[1][1],
                             skipped);
    return figures[0][0] + figures[1][0] + mistaken == 0 && figures[0][1] + figures[1][1] > 0 ? 0 : 1;
}
