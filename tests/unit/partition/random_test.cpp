// Random programs with random shardings: each process must have its part of what one process computes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <random>

#include "frontend/data/compare.h"
#include "frontend/data/shards.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/processes.h"
#include "frontend/forms/text/printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/verify.h"
#include "frontend/partition/partition.h"
#include "frontend/random_programs/generator.h"

using namespace hlo2c::frontend;

namespace {

/// Programs with ops between processes are written for one of several already.
bool has_process_ops(const Program& program) {
    bool found = false;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            found = found || has_trait(op.code, op_trait::SideEffect | op_trait::ProcessId) ||
                    op.code == OpCode::CustomCall;
        });
    return found;
}

/// `{devices=[..]<=[..]T(..) last_tile_dim_replicate}`
std::string random_sharding(std::mt19937& random, std::size_t rank, int ranks) {
    std::vector<std::int64_t> tiles(rank, 1);
    std::int64_t rest = ranks;
    for (std::int64_t prime : {2, 3, 5})
        for (; rest % prime == 0; rest /= prime)
            if (const std::size_t d = random() % (rank + 1); d < rank)
                tiles[d] *= prime;
            else
                tiles.push_back(prime);
    std::int64_t copies = 1;
    while (tiles.size() > rank) {
        copies *= tiles.back();
        tiles.pop_back();
    }
    if (copies > 1) tiles.push_back(copies);
    const bool is_reordered = ranks == 4 && random() % 3 == 0;
    return fmt::format("{{devices=[{}]<={}{}}}", fmt::join(tiles, ","),
                       is_reordered ? "[2,2]T(1,0)" : fmt::format("[{}]", ranks),
                       copies > 1 ? " last_tile_dim_replicate" : "");
}

void add_shardings(std::mt19937& random, std::vector<DictionaryAttribute>& attributes,
                   const std::vector<Type>& types, int ranks) {
    attributes.resize(types.size());
    for (std::size_t i = 0; i < types.size(); i++)
        if (types[i].is_tensor() && random() % 3 != 0)
            attributes[i].entries.emplace_back(
                hlo2c::attr::mhlo_sharding.name,
                random_sharding(random, types[i].as_tensor().shape.size(), ranks));
}

}  // namespace

TEST_CASE("random programs give the same in parts") {
    constexpr int seed = 77, count = 300;
    int cut_programs = 0;
    for (int number = 0; number < count; number++) {
        random_programs::RandomProgram whole =
            random_programs::random_program(seed, static_cast<std::uint64_t>(number));
        if (has_process_ops(whole.program)) continue;
        std::mt19937 random(static_cast<unsigned>(number));
        const int ranks = std::vector{2, 3, 4, 4, 5, 8}[random() % 6];
        Program parts = whole.program;
        Function& main = parts.main();
        std::vector<Type> arguments;
        for (const ValueId argument : main.arguments()) arguments.push_back(main.type(argument));
        add_shardings(random, main.argument_attributes, arguments, ranks);
        add_shardings(random, main.result_attributes, main.result_types, ranks);
        INFO("program " << number << " on " << ranks << " processes\n" << print_stablehlo_text(parts));
        std::vector<Literal> expected;
        try {
            expected = evaluate(whole.program, whole.arguments);
        } catch (const hlo2c::DiagnosticError&) {
            continue;  // undefined for these arguments
        }
        const std::vector<Tolerance> tolerances = default_tolerances(whole.program);
        const ProgramShards shards = partition(parts, ranks);
        INFO("partitioned\n" << print_stablehlo_text(parts));
        verify(parts);
        std::vector<std::vector<Literal>> by_rank(static_cast<std::size_t>(ranks));
        for (std::size_t rank = 0; rank < by_rank.size(); rank++)
            for (std::size_t i = 0; i < whole.arguments.size(); i++)
                by_rank[rank].push_back(cut(whole.arguments[i], shards.inputs[i][rank]));
        const auto results = evaluate(parts, ProcessGrid{1, ranks}, by_rank);
        for (std::size_t rank = 0; rank < by_rank.size(); rank++)
            for (std::size_t i = 0; i < expected.size(); i++) {
                const Literal own = cut(expected[i], shards.results[i][rank]);
                cut_programs += rank == 0 && own.type() != expected[i].type();
                // Sums in floats of 8 bits stop growing where each step is rounded; partial sums are not.
                if (tolerances[i].relative > 0.1) continue;
                INFO("rank " << rank << ", result " << i);
                const Comparison comparison = compare(results[rank][i], own, tolerances[i]);
                INFO(comparison.text);
                CHECK(comparison.equal);
            }
    }
    CHECK(cut_programs > count / 4);
}
