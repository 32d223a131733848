#include "scheduler/groups/grouping.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "scheduler/rewrite/explicit_padding.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;

namespace {

Grouping group(const hlo2c::frontend::Program& program) {
    const hlo2c::frontend::Function& function = program.main();
    const Constants constants = constants_of(function);
    return group_region(RegionGraph(function, function.body, constants));
}

int kernels(const Grouping& grouping) {
    int count = 0;
    for (const Group& group : grouping.groups) count += group.kind != GroupKind::Control;
    return count;
}

}  // namespace

TEST_CASE("bias and activation join the contraction before them") {
    const auto program =
        program_of("(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32>", R"(
  %z = stablehlo.constant dense<0.0> : tensor<4x16xf32>
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %a = stablehlo.add %d, %c : tensor<4x16xf32>
  %m = stablehlo.maximum %a, %z : tensor<4x16xf32>
  return %m : tensor<4x16xf32>
)");
    const Grouping grouping = group(program);
    REQUIRE(kernels(grouping) == 1);
    CHECK(grouping.groups[0].kind == GroupKind::Contraction);
    CHECK(grouping.groups[0].members().size() == 3);
}

TEST_CASE("in a long sum of contractions, at most one term waits for each of them") {
    std::string body;
    for (int i = 0; i < 5; i++)
        body += fmt::format(
            "  %d{0} = stablehlo.dot_general %x, %w{0}, contracting_dims = [1] x [0] : "
            "(tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>\n",
            i);
    for (int i = 1; i < 5; i++)
        body += fmt::format("  %s{} = stablehlo.add %{}{}, %d{} : tensor<4x16xf32>\n", i, i == 1 ? "d" : "s",
                            i - 1, i);
    std::string signature = "(%x: tensor<4x8xf32>";
    for (int i = 0; i < 5; i++) signature += fmt::format(", %w{}: tensor<8x16xf32>", i);
    const auto program =
        program_of(signature + ") -> tensor<4x16xf32>", body + "  return %s4 : tensor<4x16xf32>\n");
    const Grouping grouping = group(program);
    std::vector<std::size_t> sizes;
    for (const Group& each : grouping.groups)
        if (each.kind == GroupKind::Contraction) sizes.push_back(each.members().size());
    CHECK(sizes == std::vector<std::size_t>{2, 1, 3, 1, 2});
}

TEST_CASE("a contraction writes its results directly inside the padding") {
    const auto padded = [](const std::string& low, const std::string& results, const std::string& more) {
        return program_of(
            "(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> " + results,
            R"(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %a = stablehlo.tanh %d : tensor<4x16xf32>
  %p = stablehlo.pad %a, %z, low = [)" +
                low +
                R"(, 0], high = [2, 1], interior = [0, 0] : (tensor<4x16xf32>, tensor<f32>) -> tensor<7x17xf32>
)" + more);
    };
    const auto alone = padded("1", "tensor<7x17xf32>", "  return %p : tensor<7x17xf32>\n");
    const Grouping grouping = group(alone);
    REQUIRE(kernels(grouping) == 1);
    CHECK(grouping.groups[0].kind == GroupKind::Contraction);
    CHECK(grouping.groups[0].members().size() == 3);
    CHECK(kernels(group(padded("1", "(tensor<7x17xf32>, tensor<4x16xf32>)",
                               "  return %p, %a : tensor<7x17xf32>, tensor<4x16xf32>\n"))) == 2);
    const auto more =
        padded("1", "tensor<7x17xf32>",
               "  %q = stablehlo.negate %p : tensor<7x17xf32>\n  return %q : tensor<7x17xf32>\n");
    CHECK(kernels(group(more)) == 2);
}

TEST_CASE("slices that keep the first elements of sorted rows join the sort") {
    const auto sorted = [](const std::string& slices, const std::string& results,
                           const char* comparison = "GT") {
        return group(
            program_of(fmt::format("(%x: tensor<4x50xf32>) -> {}", results), fmt::format(R"(
  %i = stablehlo.iota dim = 1 : tensor<4x50xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{{dimension = 1 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare {}, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}) : (tensor<4x50xf32>, tensor<4x50xi32>) -> (tensor<4x50xf32>, tensor<4x50xi32>)
)",
                                                                                         comparison) +
                                                                                 slices));
    };
    const std::string first =
        "  %f = stablehlo.slice %s#0 [0:4, 0:3] : (tensor<4x50xf32>) -> tensor<4x3xf32>\n";
    const std::string number =
        "  %n = stablehlo.slice %s#1 [0:4, 0:3] : (tensor<4x50xi32>) -> tensor<4x3xi32>\n";
    const Grouping both = sorted(first + number + "  return %f, %n : tensor<4x3xf32>, tensor<4x3xi32>\n",
                                 "(tensor<4x3xf32>, tensor<4x3xi32>)");
    CHECK(kernels(both) == 1);
    CHECK(both.groups[0].roots.size() == 2);
    CHECK(kernels(sorted(number + "  return %n : tensor<4x3xi32>\n", "tensor<4x3xi32>")) == 1);
    CHECK(kernels(sorted("  %f = stablehlo.slice %s#0 [0:4, 1:3] : (tensor<4x50xf32>) -> tensor<4x2xf32>\n"
                         "  return %f : tensor<4x2xf32>\n",
                         "tensor<4x2xf32>")) == 2);
    CHECK(kernels(sorted(first + "  return %f, %s#0 : tensor<4x3xf32>, tensor<4x50xf32>\n",
                         "(tensor<4x3xf32>, tensor<4x50xf32>)")) == 2);
    CHECK(kernels(sorted(first + "  return %f : tensor<4x3xf32>\n", "tensor<4x3xf32>", "GE")) == 2);
}

TEST_CASE("softmax is one group of rows") {
    const Grouping grouping = group(softmax_of(4, 32));
    REQUIRE(kernels(grouping) == 1);
    CHECK(grouping.groups[0].kind == GroupKind::Row);
}

TEST_CASE("an expensive value that two groups read is stored in memory") {
    const auto program =
        program_of("(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)", R"(
  %e = stablehlo.exponential %x : tensor<8xf32>
  %a = stablehlo.add %e, %y : tensor<8xf32>
  %t = stablehlo.reverse %e, dims = [0] : tensor<8xf32>
  return %a, %t : tensor<8xf32>, tensor<8xf32>
)");
    const Grouping grouping = group(program);
    CHECK(kernels(grouping) == 3);
    CHECK(grouping.materialised.count(program.main().body.ops[0].results[0]) == 1);
}

TEST_CASE(
    "a scatter reads its updates through slices and conversions, but not out of the tensor it updates") {
    const auto scattering = [](const std::string& updates) {
        return program_of("(%x: tensor<8xf64>, %i: tensor<4x1xi32>, %y: tensor<9xf32>) -> tensor<8xf64>",
                          updates + R"(
  %r = "stablehlo.scatter"(%x, %i, %u) ({
   ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>} : (tensor<8xf64>, tensor<4x1xi32>, tensor<4xf64>) -> tensor<8xf64>
  return %r : tensor<8xf64>
)");
    };
    const Grouping through = group(scattering(R"(
  %p = stablehlo.slice %y [2:6] : (tensor<9xf32>) -> tensor<4xf32>
  %u = stablehlo.convert %p : (tensor<4xf32>) -> tensor<4xf64>)"));
    CHECK(kernels(through) == 1);
    const Grouping apart =
        group(scattering("\n  %u = stablehlo.slice %x [2:6] : (tensor<8xf64>) -> tensor<4xf64>"));
    CHECK(kernels(apart) == 2);
}

TEST_CASE("maps that share ops or operands are one kernel") {
    // The moments of an optimizer, and the parameter that it updates: %m and %v are results and operands.
    const auto program = program_of(
        "(%g: tensor<8xf32>, %m0: tensor<8xf32>, %v0: tensor<8xf32>, %p: tensor<8xf32>)"
        " -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)",
        R"(
  %m = stablehlo.add %m0, %g : tensor<8xf32>
  %q = stablehlo.multiply %g, %g : tensor<8xf32>
  %v = stablehlo.add %v0, %q : tensor<8xf32>
  %d = stablehlo.rsqrt %v : tensor<8xf32>
  %u = stablehlo.multiply %m, %d : tensor<8xf32>
  %r = stablehlo.subtract %p, %u : tensor<8xf32>
  return %m, %v, %r : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
)");
    const Grouping grouping = group(program);
    REQUIRE(kernels(grouping) == 1);
    CHECK(grouping.groups[0].roots.size() == 3);
}

TEST_CASE("maps are not one kernel if another kernel runs between them") {
    const auto program =
        program_of("(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)", R"(
  %a = stablehlo.add %x, %y : tensor<8xf32>
  %t = stablehlo.reverse %a, dims = [0] : tensor<8xf32>
  %s = stablehlo.subtract %x, %t : tensor<8xf32>
  return %a, %s : tensor<8xf32>, tensor<8xf32>
)");
    CHECK(kernels(group(program)) == 2);
}

TEST_CASE("results that many paths connect are grouped in bounded time") {
    std::string body =
        "  %s = stablehlo.multiply %x, %y : tensor<8xf32>\n  %b0 = stablehlo.add %s, %y : tensor<8xf32>\n";
    for (int i = 0; i < 40; i++)
        body += fmt::format(R"(
  %u{0} = stablehlo.add %b{0}, %s : tensor<8xf32>
  %v{0} = stablehlo.subtract %b{0}, %y : tensor<8xf32>
  %b{1} = stablehlo.add %u{0}, %v{0} : tensor<8xf32>)",
                            i, i + 1);
    const auto program =
        program_of("(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)",
                   body + "\n  return %b0, %b40 : tensor<8xf32>, tensor<8xf32>\n");
    CHECK(kernels(group(program)) == 1);
}

TEST_CASE("a value between two results of a kernel, stored for a third reader, belongs to that kernel") {
    const std::string x = "tensor<8xf32>";
    const auto program = program_of("(%x: " + x + ", %y: " + x + ") -> (" + x + ", " + x + ", " + x + ")", R"(
  %a = stablehlo.add %x, %y : tensor<8xf32>
  %e = stablehlo.exponential %a : tensor<8xf32>
  %b = stablehlo.multiply %e, %y : tensor<8xf32>
  %t = stablehlo.reverse %e, dims = [0] : tensor<8xf32>
  return %a, %b, %t : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
)");
    const Grouping grouping = group(program);
    CHECK(kernels(grouping) == 2);
    CHECK(grouping.groups[0].roots.size() == 3);
}

TEST_CASE("two reductions each compute the pairs of few values") {
    const auto groups_of_pairs = [](int rows, int columns) {
        const std::string pairs = fmt::format("tensor<{}x{}xf32>", rows, columns);
        const std::string text = fmt::format(R"(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<{0}xf32>) -> {2}
  %b = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<{1}xf32>) -> {2}
  %d = stablehlo.subtract %a, %b : {2}
  %q = stablehlo.multiply %d, %d : {2}
  %s = stablehlo.sqrt %q : {2}
  %r = stablehlo.reduce(%s init: %z) applies stablehlo.maximum across dimensions = [1] : ({2}, tensor<f32>) -> tensor<{0}xf32>
  %c = stablehlo.reduce(%s init: %z) applies stablehlo.maximum across dimensions = [0] : ({2}, tensor<f32>) -> tensor<{1}xf32>
  return %r, %c : tensor<{0}xf32>, tensor<{1}xf32>
)",
                                             rows, columns, pairs);
        return kernels(group(program_of(
            fmt::format("(%x: tensor<{0}xf32>, %y: tensor<{1}xf32>) -> (tensor<{0}xf32>, tensor<{1}xf32>)",
                        rows, columns),
            text)));
    };
    CHECK(groups_of_pairs(64, 96) == 2);
    CHECK(groups_of_pairs(16, 24) == 3);
}

TEST_CASE("a table is computed before elements of it are gathered, if that takes long or reads several") {
    const auto kernels_with = [](const std::string& table) {
        return kernels(group(program_of(
            "(%t: tensor<256xf32>, %u: tensor<256xf32>, %i: tensor<4096x1xi32>) -> tensor<4096xf32>", R"(
  %e = )" + table + R"( : tensor<256xf32>
  %g = "stablehlo.gather"(%e, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<256xf32>, tensor<4096x1xi32>) -> tensor<4096xf32>
  return %g : tensor<4096xf32>
)")));
    };
    CHECK(kernels_with("stablehlo.exponential %t") == 2);
    CHECK(kernels_with("stablehlo.divide %t, %u") == 2);
    CHECK(kernels_with("stablehlo.add %t, %u") == 2);
    CHECK(kernels_with("stablehlo.add %t, %t") == 1);
    CHECK(kernels_with("stablehlo.negate %t") == 1);
}

TEST_CASE("a column that looks like a row is not mistaken for one") {
    // %c has as many elements as there are rows, but runs along the columns.
    const auto program = program_of("(%x: tensor<4x4xf32>) -> tensor<4x4xf32>", R"(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %c = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %a = stablehlo.add %x, %c : tensor<4x4xf32>
  return %a : tensor<4x4xf32>
)");
    CHECK(kernels(group(program)) == 2);
}

namespace {

/// A convolution of an image of 14 lines, padded by one on each side.
hlo2c::frontend::Program padded_convolution(int width) {
    const std::string image = fmt::format("tensor<1x14x{}x8xf32>", width),
                      result = fmt::format("tensor<1x14x{}x16xf32>", width);
    hlo2c::frontend::Program program =
        program_of("(%x: " + image + ", %w: tensor<3x3x8x16xf32>) -> " + result,
                   R"(
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : ()" +
                       image + ", tensor<3x3x8x16xf32>) -> " + result + "\n  return %0 : " + result + "\n");
    make_padding_explicit(program);
    return program;
}

}  // namespace

TEST_CASE("a convolution stages the padding around a value in memory") {
    const Grouping grouping = group(padded_convolution(14));
    REQUIRE(kernels(grouping) == 1);
    CHECK(grouping.groups[0].kind == GroupKind::Contraction);
    CHECK(grouping.groups[0].members().size() == 2);
    CHECK(grouping.materialised.size() == 1);  // no buffer for the padded image
}

TEST_CASE("padding whose lines do not fit into scratch is in memory") {
    CHECK(kernels(group(padded_convolution(400))) == 2);
}

TEST_CASE("products with padding are left out where all weights are finite constants") {
    const auto depthwise = [](const std::string& weights, const std::string& features) {
        auto program = program_of(
            "(%x: tensor<1x400x400x" + features + "xf32>) -> tensor<1x400x400x" + features + "xf32>",
            "  %w = stablehlo.constant dense<" + weights + "> : tensor<3x3x1x" + features +
                R"(xf32>
  %r = stablehlo.convolution(%x, )" +
                "%w" +
                R"() dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = )" +
                features + " : i64} : (tensor<1x400x400x" + features + "xf32>, tensor<3x3x1x" + features +
                "xf32>) -> tensor<1x400x400x" + features + "xf32>\n  return %r : tensor<1x400x400x" +
                features + "xf32>\n");
        make_padding_explicit(program);
        return program;
    };
    const auto finite = depthwise("1.5", "32");
    const Grouping grouping = group(finite);
    REQUIRE(kernels(grouping) == 1);
    REQUIRE(grouping.groups[0].staged);
    const std::vector<PeeledDimension>& peeled = grouping.groups[0].staged->peeled;
    REQUIRE(peeled.size() == 2);
    CHECK(peeled[1] == PeeledDimension{.result_loop = 2, .reduction = 1, .low = 1, .size = 400});
    CHECK(kernels(group(depthwise("0x7F800000", "32"))) == 2);  // zero by infinity is NaN
    const auto few = depthwise("1.5", "3");                     // features fill no vectors
    CHECK(group(few).groups[0].staged->peeled.empty());
}

TEST_CASE("a reduction computes once what neighbouring results share") {
    const auto weighted = [](const std::string& weight, const std::string& dimensions,
                             const std::string& reduced) {
        return program_of("(%a: tensor<8x40xf32>, %x: tensor<8x40x3xf32>) -> tensor<" + reduced + "xf32>",
                          R"(
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.)" + weight + R"( %a : tensor<8x40xf32>
  %b = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<8x40xf32>) -> tensor<8x40x3xf32>
  %m = stablehlo.multiply %b, %x : tensor<8x40x3xf32>
  %s = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [)" +
                              dimensions + R"(] : (tensor<8x40x3xf32>, tensor<f32>) -> tensor<)" + reduced +
                              R"(xf32>
  return %s : tensor<)" + reduced +
                              R"(xf32>
)");
    };
    const Grouping grouping = group(weighted("tanh", "1", "8x3"));
    REQUIRE(kernels(grouping) == 1);
    REQUIRE(grouping.groups[0].shared.size() == 1);
    const SharedRow& row = grouping.groups[0].shared[0];
    CHECK(row.result_dimensions == 1);
    CHECK(row.lane_dimension == 1);
    CHECK(row.elements == 40);
    // What is cheap is computed again, what one result alone reads is inlined.
    CHECK(group(weighted("negate", "1", "8x3")).groups[0].shared.empty());
    CHECK(group(weighted("tanh", "1, 2", "8")).groups[0].shared.empty());
    // Rows that all results share are computed before the kernel.
    CHECK(kernels(group(weighted("tanh", "0, 1", "3"))) == 2);
}

TEST_CASE("a contraction writes its results in the order of the transpose after it") {
    const auto program =
        program_of("(%x: tensor<4x8x16xf32>, %w: tensor<4x16x32xf32>) -> tensor<32x4x8xf32>", R"(
  %d = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x16xf32>, tensor<4x16x32xf32>) -> tensor<4x8x32xf32>
  %t = stablehlo.transpose %d, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
  return %t : tensor<32x4x8xf32>
)");
    CHECK(kernels(group(program)) == 1);
}

TEST_CASE("a contraction computes cheap operands as it reads them") {
    const auto dequantised = [](const std::string& function, int rows, const std::string& contracted) {
        const std::string x = fmt::format("tensor<{}x64xf32>", rows);
        const std::string result = fmt::format("tensor<{}x64xf32>", rows);
        return program_of("(%x: " + x + ", %w: tensor<64x64xi8>, %s: tensor<64xf32>) -> " + result,
                          R"(
  %c = stablehlo.convert %w : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %m = stablehlo.multiply %c, %b : tensor<64x64xf32>
  %f = stablehlo.)" + function +
                              R"( %m : tensor<64x64xf32>
  %d = stablehlo.dot_general %x, %f, contracting_dims = [1] x [)" +
                              contracted + "] : (" + x + ", tensor<64x64xf32>) -> " + result + R"(
  return %d : )" + result + "\n");
    };
    // The operand's neighbours are the lanes of panels.
    CHECK(kernels(group(dequantised("negate", 1, "0"))) == 1);
    CHECK(kernels(group(dequantised("negate", 100, "0"))) == 1);
    // The sums run in lanes for few rows only.
    CHECK(kernels(group(dequantised("negate", 4, "1"))) == 1);
    CHECK(kernels(group(dequantised("negate", 5, "1"))) == 2);
    CHECK(kernels(group(dequantised("tanh", 1, "0"))) == 2);
}

TEST_CASE("an update computes its window unless it reads other elements of what it updates") {
    const auto updated = [](const std::string& window, const std::string& start) {
        return program_of(
            "(%x: tensor<8x9xf32>, %y: tensor<4x9xf32>, %i: tensor<i32>) -> tensor<8x9xf32>",
            R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %w2 = stablehlo.slice %x [2:6, 0:9] : (tensor<8x9xf32>) -> tensor<4x9xf32>
  %w = stablehlo.)" +
                window + R"( -> tensor<4x9xf32>
  %t = stablehlo.tanh %y : tensor<4x9xf32>
  %s = stablehlo.add %w, %t : tensor<4x9xf32>
  %r = stablehlo.dynamic_update_slice %x, %s, )" +
                start +
                R"(, %zero : (tensor<8x9xf32>, tensor<4x9xf32>, tensor<i32>, tensor<i32>) -> tensor<8x9xf32>
  return %r : tensor<8x9xf32>
)");
    };
    const auto count = [&](const std::string& window, const std::string& start) {
        return kernels(group(updated(window, start)));
    };
    const std::string from_two = "slice %x [2:6, 0:9] : (tensor<8x9xf32>)";
    const std::string from_i =
        "dynamic_slice %x, %i, %zero, sizes = [4, 9] : (tensor<8x9xf32>, tensor<i32>, tensor<i32>)";
    CHECK(count("negate %y : (tensor<4x9xf32>)", "%i") == 1);
    CHECK(count(from_two, "%two") == 1);
    CHECK(count(from_i, "%i") == 1);
    CHECK(count("slice %x [1:5, 0:9] : (tensor<8x9xf32>)", "%two") == 2);
    CHECK(count("slice %x [0:8:2, 0:9] : (tensor<8x9xf32>)", "%zero") == 2);
    CHECK(count(from_two, "%i") == 2);
    CHECK(count(from_i, "%two") == 2);
    CHECK(count("reverse %w2, dims = [0] : (tensor<4x9xf32>)", "%two") == 2);
}

TEST_CASE("a function that takes long does not run on the short rows of a transpose") {
    const auto count = [](int channels, const std::string& function) {
        const std::string from = fmt::format("tensor<4x2x8x{}xf32>", channels);
        const std::string to = fmt::format("tensor<4x8x2x{}xf32>", channels);
        return kernels(group(program_of("(%x: " + from + ") -> " + to, R"(
  %t = stablehlo.transpose %x, dims = [0, 2, 1, 3] : ()" + from + ") -> " + to +
                                                                           "\n  %r = stablehlo." + function +
                                                                           " %t : " + to +
                                                                           "\n  return %r : " + to + "\n")));
    };
    CHECK(count(3, "tanh") == 2);
    CHECK(count(8, "tanh") == 1);
    CHECK(count(3, "negate") == 1);
}

TEST_CASE("what a contraction and another kernel read is in memory") {
    const auto program = program_of(
        "(%x: tensor<4x64xf32>, %w: tensor<64x64xi8>) -> (tensor<4x64xf32>, tensor<64x64xf32>)", R"(
  %c = stablehlo.convert %w : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %d = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>
  return %d, %c : tensor<4x64xf32>, tensor<64x64xf32>
)");
    CHECK(kernels(group(program)) == 2);
}

TEST_CASE("convolutions along a line share a pad, those of images have one each") {
    const auto pads = [](int lines) {
        const std::string image = fmt::format("tensor<1x{}x20x4xf32>", lines);
        const std::string convolution = fmt::format(
            "window = {{pad = [[0, 0], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : "
            "i64}} : "
            "({0}, tensor<1x3x4x4xf32>) -> {0}\n",
            image);
        auto program = program_of(
            fmt::format("(%x: {0}, %v: tensor<1x3x4x4xf32>, %w: tensor<1x3x4x4xf32>) -> {0}", image),
            "  %a = stablehlo.convolution(%x, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], " +
                convolution +
                "  %b = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, "
                "f], " +
                convolution + "  %c = stablehlo.add %a, %b : " + image + "\n  return %c : " + image + "\n");
        make_padding_explicit(program);
        int count = 0;
        hlo2c::frontend::for_each_op(program.main().body, [&](const hlo2c::frontend::Op& op) {
            count += op.code == hlo2c::frontend::OpCode::Pad ? 1 : 0;
        });
        return count;
    };
    CHECK(pads(1) == 1);
    CHECK(pads(2) == 2);
}
