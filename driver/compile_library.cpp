#include "driver/compile_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <set>

#include "codegen/check/check.h"
#include "codegen/report/report.h"
#include "codegen/text/escape.h"
#include "driver/error_numbers.h"
#include "driver/notes.h"
#include "driver/schedule_choice.h"
#include "driver/version.h"
#include "frontend/counted.h"
#include "frontend/data/arguments.h"
#include "frontend/diagnostic.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/passes/refine_shapes.h"
#include "frontend/pipeline.h"
#include "scheduler/merge_plans.h"
#include "scheduler/schedule.h"
#include "scheduler/target/settings.h"

namespace hlo2c::driver {
namespace {

using codegen::CFile;
using codegen::FilePart;

codegen::LibraryOptions library_options(const CompilationOptions& options, const frontend::Program& program) {
    codegen::LibraryOptions library;
    library.name = options.name.empty() ? program_name(program.source_path) : options.name;
    library.version = version_text;
    library.weights = options.weights;
    library.is_freestanding = options.is_freestanding;
    return library;
}

/// Fails for sizes that are neither known nor bounded, which have no static plan; names each of them.
void require_static_arguments(const frontend::Program& program) {
    const std::vector<frontend::Type> types = frontend::argument_types(program.main());
    std::string names;
    for (const frontend::FreeDimension& free : frontend::free_dimensions(program)) {
        const frontend::Type& type = types[static_cast<std::size_t>(free.argument)];
        const std::vector<std::int64_t> sizes = frontend::filled(type.as_tensor()).shape;
        if (sizes[static_cast<std::size_t>(free.dimension)] != frontend::dynamic_size) continue;
        names += fmt::format("{}dimension {}{} of argument {} ({})", names.empty() ? "" : ", ",
                             free.dimension, free.name.empty() ? "" : fmt::format(" '{}'", free.name),
                             free.argument, to_string(type));
    }
    if (names.empty()) return;
    unsupported(option_error::open_size, Place{.file = program.source_path},
                fmt::format("sizes are not known: {}", names),
                "Give them with --shape 0=5x64, or keep them open up to a bound with --bound 0.0=64.");
}

codegen::Certificate certificate_of(const CompiledLibrary& library) {
    std::vector<codegen::SourceFile> sources;
    for (const CFile& file : library.files) {
        const bool is_weights = file.part == FilePart::Weights && file.data.empty();
        if (file.part == FilePart::Interface || file.part == FilePart::Code || is_weights)
            sources.push_back({file.path, file.text});
    }
    const scheduler::Target& target = library.plan.target;
    codegen::CertificateOptions options{
        .prefix = library.name, .c_flags = target.c_flags, .triple = target.triple};
    if (library.options.is_freestanding) options.allowed_imports = {};
    return codegen::check_sources(sources, options);
}

/// Checks the sources that go into the library and puts the certificate into NAME.json.
void certify(CompiledLibrary& library, Dump& dump) {
    const codegen::Certificate certificate = certificate_of(library);
    const auto json = [&] { return codegen::json_of(certificate); };
    dump.ended("check", {[&] { return json_text(json()); }, json});
    codegen::require_certified(certificate);
    codegen::insert_certificate(library.files, codegen::json_of(certificate));
}

/// The plans of the entry points, each step shown. They choose the same order for each constant.
std::vector<scheduler::Plan> plans_of(const std::vector<EntryPoint>& entries, const scheduler::Target& target,
                                      const scheduler::ScheduleChoice& choice, scheduler::FloatRules rules,
                                      Dump& dump, Console& console) {
    const auto show = [&](const std::string& step, const scheduler::StageResult& result) {
        dump.ended(step, result);
    };
    std::list<scheduler::GroupedProgram> grouped;
    scheduler::LibraryWeights weights;
    for (const auto& [name, part, loaded] : entries) {
        dump.begin_part(part);
        console.step("simplifying");
        require_static_arguments(loaded.program);
        grouped.emplace_back(frontend::run_pipeline(loaded.program, {.bound = loaded.bound}, dump.observer()),
                             target, rules, choice, show);
        scheduler::add_weight_readers(grouped.back(), weights);
    }
    std::vector<scheduler::Plan> plans;
    for (const EntryPoint& entry : entries) {
        dump.begin_part(entry.part);
        console.step("scheduling");
        plans.push_back(scheduler::schedule(grouped.front(), show, &weights,
                                            [&](double share) { console.progress(share); }));
        grouped.pop_front();
    }
    return plans;
}

/// One plan with the functions of all of them, under the names of the entry points.
scheduler::Plan merged(const std::vector<EntryPoint>& entries, const std::vector<scheduler::Plan>& plans,
                       const std::string& name) {
    std::set<std::string> seen;
    std::string sources;
    for (const scheduler::Plan& plan : plans)
        if (seen.insert(plan.source_file).second) sources += (sources.empty() ? "" : ", ") + plan.source_file;
    scheduler::MergedPlan merged(seen.size() == 1 ? plans.front().program_name : name, sources,
                                 plans.front().target);
    for (std::size_t i = 0; i < plans.size(); i++) merged.add(plans[i], entries[i].name);
    return merged.plan();
}

}  // namespace

scheduler::Target target_of(const CompilationOptions& options) {
    scheduler::Target target =
        scheduler::with_settings(scheduler::load_target(options.target), options.settings);
    if (options.slots > 0) target.cores = options.slots;
    return target;
}

CompiledLibrary compile_library(const std::vector<EntryPoint>& entries, const CompilationOptions& options,
                                const SelfTest& self_test, Console& console, Dump& dump) {
    const scheduler::Target target = target_of(options);
    const scheduler::ScheduleChoice choice = schedule_choice(options, target);
    CompiledLibrary library;
    library.options = library_options(options, entries.front().loaded.program);

    std::vector<scheduler::Plan> plans =
        plans_of(entries, target, choice, scheduler::parse_float_rules(options.float_rules), dump, console);
    require_candidate(choice.candidate, plans);
    if (self_test)
        for (std::size_t i = 0; i < entries.size(); i++) self_test(entries[i], plans[i], library.options);
    dump.times().ended("self-test");
    if (!options.tuning.empty()) library.notes = tuning_notes(choice.tuning, plans);
    library.plan =
        entries.size() == 1 ? std::move(plans.front()) : merged(entries, plans, library.options.name);
    dump.times().ended("merge");
    dump.begin_part("");
    console.step("writing C");
    library.name = codegen::library_name(library.plan, library.options);
    const codegen::PrintedKernels kernels =
        codegen::print_kernels(library.plan, codegen::kernel_prefix(library.plan, library.options));
    dump.times().ended("print");
    library.files = codegen::write_library(library.plan, kernels, library.options);
    dump.times().ended("library");
    console.step("checking the C");
    certify(library, dump);
    library.files.push_back(
        {library.name + ".html", codegen::html_report(library.plan, library.files), FilePart::Document});
    dump.times().ended("report");
    std::sort(library.files.begin(), library.files.end(),
              [](const CFile& a, const CFile& b) { return a.path < b.path; });
    dump.require_all_shown();
    for (const EntryPoint& entry : entries)
        for (std::string& note : notes_of(entry.loaded.program, library.plan, library.name))
            if (std::find(library.notes.begin(), library.notes.end(), note) == library.notes.end())
                library.notes.push_back(std::move(note));
    return library;
}

void require_certified(const CompiledLibrary& library) {
    codegen::require_certified(certificate_of(library));
}

CompiledLibrary compile_library(const LoadedProgram& loaded, const CompilationOptions& options,
                                Console& console, Dump& dump) {
    return compile_library({{loaded.program.main().name, "", loaded}}, options, {}, console, dump);
}

scheduler::Plan make_plan(const frontend::Program& program, const std::map<int, frontend::Literal>& bound,
                          const scheduler::Target& target, scheduler::FloatRules rules,
                          const frontend::Observer& observer) {
    require_static_arguments(program);
    return scheduler::schedule(frontend::run_pipeline(program, {.bound = bound}, observer), target, {},
                               rules);
}

const CFile& find_file(const CompiledLibrary& library, const std::string& path) {
    const auto file = std::find_if(library.files.begin(), library.files.end(),
                                   [&](const CFile& candidate) { return candidate.path == path; });
    HLO2C_CHECK(file != library.files.end(), "a library has the file " + path);
    return *file;
}

Json summary_json(const CompiledLibrary& library) {
    Json json{{"name", library.name},
              {"target", library.plan.target.name},
              {"float_rules", scheduler::spelling(library.plan.float_rules)}};
    const std::vector<scheduler::MemoryPool> pools = library.plan.target.value_pools();
    json["functions"] = Json::array();
    for (const scheduler::FunctionPlan& function : library.plan.functions) {
        json["functions"].push_back({{"name", function.name},
                                     {"inputs", function.inputs.size()},
                                     {"outputs", function.outputs.size()},
                                     {"arena_bytes", function.arena_bytes},
                                     {"arena_lower_bound", function.arena_lower_bound},
                                     {"memory_proof", function.memory_proof}});
        for (std::size_t i = 0; i < function.further_pools.size(); i++)
            json["functions"].back()["further_pools"].push_back(
                {{"name", pools.at(i + 1).name}, {"bytes", function.further_pools[i].bytes}});
    }
    json["kernels"] = library.plan.kernels.size();
    json["weight_bytes"] = library.plan.weight_bytes();
    json["files"] = Json::array();
    for (const CFile& file : library.files) json["files"].push_back(file.path);
    json["notes"] = library.notes;
    return json;
}

std::string summary_text(const CompiledLibrary& library) {
    std::string text =
        fmt::format("{} for {}: {}, {} bytes of weights\n", library.name,
                    codegen::terminal_line(library.plan.target.name),
                    frontend::counted(library.plan.kernels.size(), "kernel"), library.plan.weight_bytes());
    const std::vector<scheduler::MemoryPool> pools = library.plan.target.value_pools();
    for (const scheduler::FunctionPlan& function : library.plan.functions) {
        text += fmt::format("  {}: {}, {}, arena {} bytes (lower bound {}, {})",
                            codegen::terminal_line(function.name),
                            frontend::counted(function.inputs.size(), "input"),
                            frontend::counted(function.outputs.size(), "output"), function.arena_bytes,
                            function.arena_lower_bound, function.memory_proof);
        for (std::size_t i = 0; i < function.further_pools.size(); i++) {
            const scheduler::PoolUse& use = function.further_pools[i];
            text += fmt::format(", {} {} bytes (lower bound {}, {})", pools.at(i + 1).name, use.bytes,
                                use.lower_bound, use.proof);
        }
        text += "\n";
    }
    return text;
}

}  // namespace hlo2c::driver
