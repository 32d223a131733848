#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <tuple>

#include "codegen/check/call_graph.h"
#include "codegen/check/facts.h"
#include "codegen/error_numbers.h"
#include "frontend/diagnostic.h"
#include "scheduler/error_numbers.h"

namespace hlo2c::codegen {
namespace {

bool is_translation_unit(const SourceFile& file) {
    return file.path.ends_with(".c") && !file.path.starts_with("test/");
}

/// True for functions that allocate or free memory, even if the list of allowed imports has them.
bool allocates(const std::string& name) {
    static const std::set<std::string> names = {
        "alloca",     "alloca_with_align", "aligned_alloc", "brk",    "calloc",         "free",
        "malloc",     "memalign",          "mmap",          "munmap", "posix_memalign", "pvalloc",
        "realloc",    "reallocarray",      "sbrk",          "strdup", "strndup",        "valloc",
        "_mm_malloc", "_mm_free"};
    return names.count(name) != 0;
}

bool has_prefix(const std::string& name, const std::string& prefix) {
    return name.starts_with(prefix + "_") || name.starts_with("hlo2c_");
}

/// Reads the translation units in parallel, one thread per core, and merges their facts in the order of
/// `sources`.
SourceFacts read_sources(const std::vector<SourceFile>& sources, const CertificateOptions& options) {
    std::vector<std::string> units;
    for (const SourceFile& file : sources)
        if (is_translation_unit(file)) units.push_back(file.path);
    std::vector<SourceFacts> found(units.size());
    const std::size_t workers =
        std::min<std::size_t>(units.size(), std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::future<void>> pending;
    std::atomic<std::size_t> next{0};
    for (std::size_t worker = 0; worker < workers; ++worker)
        pending.push_back(std::async(std::launch::async, [&] {
            for (std::size_t unit = next++; unit < units.size(); unit = next++)
                found[unit] = scan_translation_unit(sources, units[unit], options);
        }));
    for (auto& each : pending) each.wait();
    for (auto& each : pending) each.get();
    SourceFacts facts;
    for (SourceFacts& each : found) facts.merge(std::move(each));
    return facts;
}

void check_symbols(const SourceFacts& facts, const CertificateOptions& options, Certificate& certificate) {
    std::set<std::string> exports, imports, own;
    for (const auto& [key, function] : facts.functions) {
        if (!function.external) {
            own.insert(function.name);
            continue;
        }
        exports.insert(function.name);
        if (!has_prefix(function.name, options.prefix))
            certificate.violations.push_back(
                {"export", function.file, function.line,
                 fmt::format("'{}' has external linkage but does not begin with '{}_'", function.name,
                             options.prefix)});
    }
    for (const auto& [name, place] : facts.external_objects) {
        exports.insert(name);
        const std::size_t colon = place.rfind(':');
        if (!has_prefix(name, options.prefix))
            certificate.violations.push_back(
                {"export", place.substr(0, colon), std::stoi(place.substr(colon + 1)),
                 fmt::format("'{}' has external linkage but does not begin with '{}_'", name,
                             options.prefix)});
    }
    std::set<std::string> allowed(options.allowed_imports.begin(), options.allowed_imports.end());
    allowed.insert(options.prefix + "_weights");  // the caller links in weights that the library leaves to it
    for (const ExternalUse& use : facts.external_uses) {
        if (exports.count(use.name) != 0 || own.count(use.name) != 0) continue;
        imports.insert(use.name);
        if (allocates(use.name))
            certificate.violations.push_back(
                {"allocation", use.file, use.line, fmt::format("'{}' is used", use.name)});
        else if (allowed.count(use.name) == 0)
            certificate.violations.push_back(
                {"import", use.file, use.line,
                 fmt::format("'{}' is neither defined here nor an allowed import", use.name)});
    }
    certificate.exports.assign(exports.begin(), exports.end());
    certificate.imports.assign(imports.begin(), imports.end());
}

void check_calls(const SourceFacts& facts, Certificate& certificate) {
    const CallGraph graph = build_call_graph(facts);
    for (const auto& group : find_recursion(graph)) {
        const FunctionFacts& first = facts.functions.at(group.front());
        std::string names;
        for (const FunctionKey& key : group)
            names += (names.empty() ? "" : ", ") + facts.functions.at(key).name;
        certificate.violations.push_back({"recursion", first.file, first.line, "recursive calls: " + names});
    }
    const DeepestPath deepest = find_deepest_path(graph, facts);
    certificate.deepest_stack = deepest.bytes;
    for (const FunctionKey& key : deepest.functions)
        certificate.deepest_path.push_back(facts.functions.at(key).name);
}

void check_frames(const SourceFacts& facts, const CertificateOptions& options, Certificate& certificate) {
    certificate.stack_limit = options.stack_limit;
    for (const auto& [key, function] : facts.functions) {
        std::set<std::string> calls;
        for (const FunctionUse& use : function.uses) calls.insert(use.is_call ? use.name : "&" + use.name);
        for (const IndirectCall& call : function.indirect_calls) calls.insert("*" + call.name);
        certificate.functions.push_back(
            {function.name, function.file, function.stack_bytes, {calls.begin(), calls.end()}});
        certificate.largest_stack = std::max(certificate.largest_stack, function.stack_bytes);
        if (function.stack_bytes > options.stack_limit)
            certificate.violations.push_back(
                {"stack", function.file, function.line,
                 fmt::format("'{}' declares {} bytes of locals, more than {}", function.name,
                             function.stack_bytes, options.stack_limit)});
    }
    std::sort(certificate.functions.begin(), certificate.functions.end(),
              [](const FunctionReport& left, const FunctionReport& right) {
                  return std::tie(left.file, left.name) < std::tie(right.file, right.name);
              });
}

}  // namespace

void SourceFacts::merge(SourceFacts other) {
    functions.merge(other.functions);
    external_objects.merge(other.external_objects);
    const auto append = [](auto& to, auto& from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    append(table_entries, other.table_entries);
    append(external_uses, other.external_uses);
    append(violations, other.violations);
}

Certificate check_sources(const std::vector<SourceFile>& sources, const CertificateOptions& options) {
    const SourceFacts facts = read_sources(sources, options);
    Certificate certificate;
    certificate.violations = facts.violations;
    check_symbols(facts, options, certificate);
    check_calls(facts, certificate);
    check_frames(facts, options, certificate);
    auto& violations = certificate.violations;
    const auto key = [](const Violation& violation) {
        return std::tie(violation.file, violation.line, violation.rule, violation.text);
    };
    std::sort(violations.begin(), violations.end(),
              [&](const Violation& left, const Violation& right) { return key(left) < key(right); });
    violations.erase(
        std::unique(violations.begin(), violations.end(),
                    [&](const Violation& left, const Violation& right) { return key(left) == key(right); }),
        violations.end());
    return certificate;
}

nlohmann::ordered_json json_of(const Certificate& certificate) {
    nlohmann::ordered_json json;
    json["imports"] = certificate.imports;
    json["exports"] = certificate.exports;
    json["stack_limit"] = certificate.stack_limit;
    json["largest_stack"] = certificate.largest_stack;
    json["deepest_stack"] = certificate.deepest_stack;
    json["deepest_path"] = certificate.deepest_path;
    json["functions"] = nlohmann::ordered_json::array();
    for (const FunctionReport& function : certificate.functions)
        json["functions"].push_back({{"name", function.name},
                                     {"file", function.file},
                                     {"stack_bytes", function.stack_bytes},
                                     {"calls", function.calls}});
    json["violations"] = nlohmann::ordered_json::array();
    for (const Violation& violation : certificate.violations)
        json["violations"].push_back({{"rule", violation.rule},
                                      {"file", violation.file},
                                      {"line", violation.line},
                                      {"text", violation.text}});
    return json;
}

void require_certified(const Certificate& certificate) {
    if (certificate.violations.empty()) return;
    // Violations are sorted by file. A parse error without a file concerns Clang's command line; absolute
    // paths are files that the command line includes.
    const Violation& first = certificate.violations.front();
    const std::string correct = "Correct 'c_flags' and 'triple' in the target's description.";
    if (first.file.empty() && first.rule == "parse")
        fail(scheduler::target_error::c_flags, {},
             "the compiler does not accept the flags of the target: " + first.text, correct);
    if (first.file.starts_with('/'))
        fail(scheduler::target_error::c_flags, {},
             fmt::format("the flags of the target break a guarantee of the library: {}:{}: {}: {}",
                         first.file, first.line, first.rule, first.text),
             correct);
    constexpr std::size_t shown = 20;
    std::string rows;
    for (std::size_t each = 0; each < std::min(shown, certificate.violations.size()); ++each) {
        const Violation& violation = certificate.violations[each];
        rows +=
            fmt::format("{}:{}: {}: {}\n", violation.file, violation.line, violation.rule, violation.text);
    }
    if (certificate.violations.size() > shown) rows += "...\n";
    Diagnostic diagnostic;
    diagnostic.severity = Severity::Bug;
    diagnostic.number = library_error::guarantee;
    diagnostic.message =
        fmt::format("the emitted library violates {} of its guarantees", certificate.violations.size());
    diagnostic.details = std::move(rows);
    diagnostic.remedy = "this is a bug in hlo2c, not in the program; please report it with the program";
    throw DiagnosticError(std::move(diagnostic));
}

}  // namespace hlo2c::codegen
