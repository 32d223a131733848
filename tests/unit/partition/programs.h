#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "frontend/data/shards.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/processes.h"
#include "frontend/forms/text/parser.h"
#include "frontend/ops/verify.h"
#include "frontend/partition/partition.h"

namespace hlo2c::frontend {

/// A module for as many processes as the mesh has places. `mesh` is the text between the angle brackets.
inline std::string module_of(int ranks, const std::string& mesh, const std::string& functions) {
    return "module @parts attributes {mhlo.num_partitions = " + std::to_string(ranks) +
           " : i32} {\n  sdy.mesh @mesh = <" + mesh + ">\n" + functions + "\n}\n";
}

/// ` {sdy.sharding = ...}` for an argument or a result.
inline std::string sharded(const std::string& dimensions) {
    return " {sdy.sharding = #sdy.sharding<@mesh, " + dimensions + ">}";
}

/// Small integers, so that sums are exact in every order.
inline Literal numbers(const TensorType& type, int seed) {
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < type.element_count(); i++) values.push_back((i * 7 + seed * 5) % 13 - 4);
    return Literal::from_values(type, values);
}

/// Partitions the program, and compares the results of all processes with those of one process that runs the
/// program as it is. Returns the partitioned program.
inline Program require_equal_parts(const std::string& text, int ranks) {
    const Program whole = read_stablehlo_text(text, "test.mlir");
    verify(whole);
    std::vector<Literal> arguments;
    for (const ValueId argument : whole.main().arguments())
        arguments.push_back(numbers(whole.main().tensor(argument), static_cast<int>(arguments.size())));
    const std::vector<Literal> expected = evaluate(whole, arguments);

    Program parts = whole;
    const ProgramShards shards = partition(parts, ranks);
    verify(parts);
    std::vector<std::vector<Literal>> by_rank(static_cast<std::size_t>(ranks));
    for (std::size_t rank = 0; rank < by_rank.size(); rank++)
        for (std::size_t i = 0; i < arguments.size(); i++)
            by_rank[rank].push_back(cut(arguments[i], shards.inputs[i][rank]));
    const auto results = evaluate(parts, ProcessGrid{1, ranks}, by_rank);
    for (std::size_t rank = 0; rank < by_rank.size(); rank++)
        for (std::size_t i = 0; i < expected.size(); i++) {
            INFO("rank " << rank << ", result " << i);
            CHECK(results[rank][i] == cut(expected[i], shards.results[i][rank]));
        }
    return parts;
}

}  // namespace hlo2c::frontend
