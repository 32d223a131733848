#include "scheduler/rewrite/flat_gathers.h"

#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

/// %x[%i, %j, %k], with the indices side by side.
Program by_three_indices(const std::string& index, const std::string& offsets = "", int last = 1) {
    const std::string one = "tensor<9x1x" + index + ">", all = "tensor<9x3x" + index + ">";
    const std::string result = last == 1 ? "tensor<9xf32>" : "tensor<9x2xf32>";
    return program_of(
        "(%x: tensor<4x5x6xf32>, %i: " + one + ", %j: " + one + ", %k: " + one + ") -> " + result,
        "  %p = stablehlo.concatenate %i, %j, %k, dim = 1 : (" + one + ", " + one + ", " + one + ") -> " +
            all + "\n  %r = \"stablehlo.gather\"(%x, %p) <{dimension_numbers = #stablehlo.gather<" + offsets +
            (last == 1 ? "collapsed_slice_dims = [0, 1, 2]" : "collapsed_slice_dims = [0, 1]") +
            ", start_index_map = [0, 1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, " +
            std::to_string(last) + ">}> : (tensor<4x5x6xf32>, " + all + ") -> " + result +
            "\n  return %r : " + result + "\n");
}

std::vector<std::int64_t> indexed_dimensions(const Program& program) {
    std::vector<std::int64_t> dimensions;
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::Gather) dimensions = op[hlo2c::attr::gather_dimension_numbers].start_index_map;
    return dimensions;
}

}  // namespace

TEST_CASE("a gather of elements by three indices becomes one by a flat index, clamped as before") {
    for (const char* type : {"i32", "i64", "ui32"}) {
        const Program before = by_three_indices(type);
        Program after = before;
        flatten_gathers(after);
        hlo2c::frontend::verify(after);
        CHECK(indexed_dimensions(after) == std::vector<std::int64_t>{0});
        std::vector<Literal> arguments;
        for (const auto argument : before.main().arguments()) {
            const auto& tensor = before.main().tensor(argument);
            std::vector<std::int64_t> elements;
            const auto step = static_cast<std::int64_t>(arguments.size()) * 5 + 1;
            for (std::int64_t i = 0; i < tensor.element_count(); i++)
                elements.push_back(arguments.empty() ? i : i * step % 13 - (type[0] == 'u' ? 0 : 3));
            arguments.push_back(Literal::from_values<std::int64_t>(tensor, elements));
        }
        CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
    }
}

TEST_CASE("indices side by side need no array of their own") {
    const Plan plan = schedule(by_three_indices("i32"), load_target("x86-64-v3"));
    CHECK(plan.kernels.size() == 1);
}

TEST_CASE("gathers of longer slices keep their indices") {
    Program rows = by_three_indices("i32", "offset_dims = [1], ", 2);
    flatten_gathers(rows);
    CHECK(indexed_dimensions(rows) == std::vector<std::int64_t>{0, 1, 2});
}
