#include "scheduler/rewrite/line_sums.h"

#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/evaluated_program.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

/// A reduction by `op`, from the number `initial`.
Program reducing(const std::string& op, const std::string& initial, const std::string& dimensions,
                 const std::string& from, const std::string& to) {
    return program_of("(%x: tensor<" + from + ">) -> tensor<" + to + ">",
                      "  %i = stablehlo.constant dense<" + initial + R"(> : tensor<f32>
  %r = stablehlo.reduce(%x init: %i) applies stablehlo.)" +
                          op + " across dimensions = [" + dimensions + "] : (tensor<" + from +
                          ">, tensor<f32>) -> tensor<" + to + ">\n  return %r : tensor<" + to + ">\n");
}

/// The dimensions of each reduction after the rewrite, whose results stay the same.
std::vector<std::vector<std::int64_t>> reductions_after(const Program& before) {
    Program after = before;
    sum_lines_first(after);
    hlo2c::frontend::verify(after);
    CHECK(results_of(after) == results_of(before));
    std::vector<std::vector<std::int64_t>> reductions;
    for (const Op& op : after.main().body.ops)
        if (op.code == OpCode::Reduce) reductions.push_back(op[hlo2c::attr::dimensions]);
    return reductions;
}

using Dimensions = std::vector<std::vector<std::int64_t>>;

}  // namespace

TEST_CASE("the pixels of an image are summed line by line, then the lines") {
    CHECK(reductions_after(reducing("add", "0.0", "1, 2", "1x32x32x16xf32", "1x16xf32")) ==
          Dimensions{{2}, {1}});
    CHECK(reductions_after(reducing("maximum", "0xFF800000", "1, 2", "2x8x32x32xf32", "2x32xf32")) ==
          Dimensions{{2}, {1}});
    CHECK(reductions_after(reducing("minimum", "0x7F800000", "0, 1", "32x32x16xf32", "16xf32")) ==
          Dimensions{{1}, {0}});
    CHECK(reductions_after(reducing("add", "0.0", "2, 0, 1", "1x32x32x16xf32", "16xf32")) ==
          Dimensions{{0, 2}, {0}});
    CHECK(reductions_after(reducing("add", "0.0", "0, 1, 2", "8x16x16x16xf32", "16xf32")) ==
          Dimensions{{1, 2}, {0}});
}

TEST_CASE("sums of pixels stay whole where lines would change or cost more") {
    const auto stays = [](const Program& program) { return reductions_after(program).size() == 1; };
    CHECK(stays(reducing("add", "1.0", "1, 2", "1x32x32x16xf32", "1x16xf32")));       // another initial value
    CHECK(stays(reducing("multiply", "1.0", "1, 2", "1x32x32x16xf32", "1x16xf32")));  // no order of ours
    CHECK(stays(reducing("add", "0.0", "1, 2", "1x16x16x16xf32", "1x16xf32")));       // small
    CHECK(stays(reducing("add", "0.0", "1, 2", "8x32x32x16xf32", "8x16xf32")));       // many images
    CHECK(stays(reducing("add", "0.0", "2, 3", "1x16x32x32xf32", "1x16xf32")));       // rows
    CHECK(stays(reducing("add", "0.0", "1, 2", "1x1x1024x16xf32", "1x16xf32")));      // one line
    CHECK(stays(reducing("add", "0.0", "1, 2", "1x1024x2x16xf32", "1x16xf32")));      // short lines
}
