#include "driver/ranks.h"

#include <fmt/format.h>

#include <algorithm>

#include "driver/error_numbers.h"
#include "driver/rank_folders.h"
#include "driver/results.h"
#include "driver/shardings_file.h"
#include "frontend/data/arguments.h"
#include "frontend/data/shards.h"
#include "frontend/diagnostic.h"
#include "frontend/files.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"
#include "frontend/processes/mesh.h"
#include "scheduler/processes/describe.h"

namespace hlo2c::driver {
namespace {

using frontend::Box;
using frontend::Literal;
using frontend::ProgramShards;
using frontend::Type;

std::vector<Type> tensor_types(const std::vector<Type>& types) {
    std::vector<Type> tensors;
    for (const Type& type : types)
        if (type.is_tensor()) tensors.push_back(type);
    return tensors;
}

/// `types` with the shapes of whole tensors.
std::vector<Type> whole_types(std::vector<Type> types, const std::vector<std::vector<std::int64_t>>& shapes) {
    std::size_t next = 0;
    for (Type& type : types)
        if (type.is_tensor()) type.as_tensor().shape = shapes.at(next++);
    return types;
}

/// Number of processes of the program's grid or mesh.
int process_count(const frontend::Program& program) {
    const int declared = frontend::declared_grid(program).count();
    if (declared > 1) return declared;
    for (const frontend::Op& op : program.symbols)
        if (op.code == frontend::OpCode::SdyMesh)
            return static_cast<int>(
                frontend::find_mesh(program, op[attr::sym_name].name, place_of(program, op)).count());
    return 1;
}

void require_unbound(const LoadedProgram& loaded, const ProgramShards& shards) {
    for (const auto& [position, literal] : loaded.bound) {
        const std::vector<Box>& boxes = shards.inputs.at(static_cast<std::size_t>(position));
        if (std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) { return box != boxes.front(); }))
            unsupported(
                option_error::binding, {},
                fmt::format("argument {} is bound, but every process holds a different part of it", position),
                "Give it with --args.");
    }
}

/// Cuts arrays for one rank if there is a rule.
std::vector<Literal> cut_all(const std::vector<Literal>& whole, const std::vector<std::vector<Box>>& boxes,
                             int rank) {
    std::vector<Literal> parts;
    for (std::size_t i = 0; i < whole.size(); i++)
        parts.push_back(frontend::cut(whole[i], boxes.at(i).at(static_cast<std::size_t>(rank))));
    return parts;
}

/// Whether the parts of whole results that each process holds are known.
bool has_result_shards(const RankedProgram& program) {
    return program.shards &&
           program.shards->results.size() == tensor_types(program.loaded.program.main().result_types).size();
}

ExpectedResults expected_of_rank(const RankedProgram& program, const std::string& path, int rank) {
    if (has_rank_folders(path, program.grid.count()))
        return read_results(program.loaded.program, rank_folder(path, rank));
    if (!has_result_shards(program)) return read_results(program.loaded.program, path);
    frontend::Program whole = program.loaded.program;
    whole.main().result_types = whole_types(whole.main().result_types, program.shards->result_shapes);
    ExpectedResults expected = read_results(whole, path);
    for (std::size_t i = 0; i < expected.size(); i++)
        if (expected[i])
            expected[i] =
                frontend::cut(*expected[i], program.shards->results.at(i).at(static_cast<std::size_t>(rank)));
    return expected;
}

void write_results(const RankedProgram& program, const std::vector<std::vector<Literal>>& results,
                   bool by_rank, const std::string& directory) {
    if (by_rank || !has_result_shards(program)) {
        for (std::size_t rank = 0; rank < results.size(); rank++)
            frontend::write_arrays(rank_folder(directory, static_cast<int>(rank)), results[rank]);
        return;
    }
    std::vector<Literal> whole;
    for (std::size_t i = 0; i < results.front().size(); i++) {
        std::vector<Literal> parts;
        for (const std::vector<Literal>& of_rank : results) parts.push_back(of_rank[i]);
        whole.push_back(
            frontend::put_together(program.shards->result_shapes[i], program.shards->results[i], parts));
    }
    frontend::write_arrays(directory, whole);
}

}  // namespace

void prepare_process(LoadedProgram& loaded, int ranks, const frontend::Observer& observer) {
    if (ranks > 1) {
        loaded = prepare_ranks(std::move(loaded), {.ranks = ranks}, observer).loaded;
        return;
    }
    if (frontend::has_manual_regions(loaded.program))
        require_unbound(loaded, frontend::partition(loaded.program, process_count(loaded.program)));
    if (observer) observer("shards", loaded.program);
}

bool has_process_ops(const frontend::Program& program) {
    bool found = frontend::has_manual_regions(program);
    for (const frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [&](const frontend::Op& op) {
            const bool is_id = frontend::has_trait(op.code, frontend::op_trait::ProcessId);
            found = found || scheduler::is_collective(op) || (scheduler::is_process_op(op.code) && !is_id);
        });
    return found;
}

bool needs_ranks(const frontend::Program& program, const RankOptions& options) {
    return options.ranks > 1 || options.transport != Transport::Threads || !options.shardings.empty() ||
           has_process_ops(program);
}

void require_single_process(const LoadedProgram& loaded) {
    if (has_process_ops(loaded.program))
        unsupported(run_error::processes, Place{.file = loaded.program.source_path},
                    "the program communicates with other processes or uses feeds, which this command does "
                    "not serve",
                    "Use 'hlo2c run', with --ranks N for several processes.");
}

RankedProgram prepare_ranks(LoadedProgram loaded, const RankOptions& options,
                            const frontend::Observer& observer) {
    RankedProgram program{std::move(loaded), {}, std::nullopt};
    frontend::Program& source = program.loaded.program;
    const bool is_manual = frontend::has_manual_regions(source);
    if (is_manual && options.ranks != process_count(source))
        fail(run_error::processes, Place{.file = source.source_path},
             fmt::format("the program is written for {} processes", process_count(source)),
             fmt::format("Give --ranks {}.", process_count(source)));
    program.grid = frontend::grid_for(source, options.ranks);
    // A module of HLO may state the devices in its shardings alone.
    const int written_for = process_count(source);
    const bool may_be_divided = options.ranks > 1 && (written_for == options.ranks || written_for == 1);
    if (is_manual || (may_be_divided && frontend::has_shardings(source, options.ranks))) {
        program.shards = frontend::partition(source, options.ranks);
        program.grid = frontend::grid_for(source, options.ranks);
    }
    if (observer) observer("shards", source);
    if (!program.shards && options.ranks > 1)
        program.shards = frontend::shards_of_parts(source, options.ranks);
    if (!options.shardings.empty())
        program.shards = parse_shardings(frontend::read_file(options.shardings), options.shardings,
                                         tensor_types(frontend::argument_types(source.main())),
                                         tensor_types(source.main().result_types), options.ranks);
    if (program.shards) require_unbound(program.loaded, *program.shards);
    return program;
}

std::vector<std::vector<Literal>> load_rank_arguments(const RankedProgram& program,
                                                      const ArgumentOptions& given) {
    std::vector<std::vector<Literal>> arguments;
    if (has_rank_folders(given.directory, program.grid.count())) {
        for (int rank = 0; rank < program.grid.count(); rank++)
            arguments.push_back(load_arguments(program.loaded, {rank_folder(given.directory, rank), {}}));
        return arguments;
    }
    if (!program.shards)
        return std::vector<std::vector<Literal>>(static_cast<std::size_t>(program.grid.count()),
                                                 load_arguments(program.loaded, given));
    LoadedProgram whole = program.loaded;
    frontend::Function& main = whole.program.main();
    std::size_t next = 0;
    for (frontend::ValueId argument : main.arguments())
        if (main.type(argument).is_tensor())
            main.values[argument].type.as_tensor().shape = program.shards->input_shapes.at(next++);
    const std::vector<Literal> arrays = load_arguments(whole, given);
    for (int rank = 0; rank < program.grid.count(); rank++)
        arguments.push_back(cut_all(arrays, program.shards->inputs, rank));
    return arguments;
}

Report report_rank_results(const RankedProgram& program, const std::vector<std::vector<Literal>>& results,
                           const ArgumentOptions& given, const ResultOptions& options) {
    Report report;
    report.json["ranks"] = Json::array();
    bool equal = true;
    for (int rank = 0; rank < program.grid.count(); rank++) {
        const std::vector<Literal>& own = results[static_cast<std::size_t>(rank)];
        Report part;
        if (!options.expected.empty()) {
            part = compare_results(program.loaded.program, own,
                                   expected_of_rank(program, options.expected, rank), options);
        } else {
            part.json["results"] = Json::array();
            for (std::size_t i = 0; i < own.size(); i++) {
                part.json["results"].push_back({{"index", i}, {"type", to_string(own[i].type())}});
                part.text += fmt::format("result {}: {}\n", i, describe(own[i]));
            }
        }
        report.text += fmt::format("rank {}\n{}", rank, part.text);
        report.json["ranks"].push_back(part.json);
        report.exit_code = std::max(report.exit_code, part.exit_code);
        equal = equal && part.exit_code == 0;
    }
    if (!options.expected.empty()) report.json["equal"] = equal;
    if (!options.output_directory.empty())
        write_results(program, results, has_rank_folders(given.directory, program.grid.count()),
                      options.output_directory);
    return report;
}

}  // namespace hlo2c::driver
