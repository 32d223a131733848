#include <catch2/catch.hpp>
#include <cstring>

#include "plans.h"

using namespace hlo2c;
using namespace hlo2c::codegen;
using namespace hlo2c::codegen::testing;
using scheduler::LoopNest;
using scheduler::Node;
using scheduler::NodeId;
using scheduler::NodeKind;
using scheduler::ScalarKind;
using scheduler::ValueType;

namespace {

NodeId load(LoopNest& nest, const std::string& buffer, NodeId index) {
    Node node;
    node.kind = NodeKind::Load;
    node.type = {ScalarKind::F32, 1};
    node.operands = {index};
    node.symbol = buffer;
    return nest.add(node);
}

/// out[i] = a[i] * b[i], the loop over threads.
LoopNest parallel_multiply() {
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::F32, 6, false},
                       {"b", ScalarKind::F32, 6, false},
                       {"out", ScalarKind::F32, 6, true}};
    const NodeId index = nest.variable("i", {ScalarKind::I32, 1});
    const NodeId product = nest.binary(NodeKind::Multiply, load(nest, "a", index), load(nest, "b", index));
    Node store;
    store.kind = NodeKind::Store;
    store.operands = {index, product};
    store.symbol = "out";
    const NodeId body = nest.add(store);
    const NodeId begin = nest.integer(0), extent = nest.integer(6);
    Node loop;
    loop.kind = NodeKind::For;
    loop.symbol = "i";
    loop.operands = {begin, extent, body};
    loop.loop = scheduler::LoopKind::Parallel;
    nest.body = nest.block({nest.add(loop)});
    return nest;
}

/// The same with two columns of three rows; each range of the parallel loop over rows has both columns.
LoopNest multiply_columns() {
    LoopNest nest;
    nest.parameters = parallel_multiply().parameters;
    const NodeId row = nest.variable("row", {ScalarKind::I32, 1});
    const NodeId column = nest.variable("column", {ScalarKind::I32, 1});
    const NodeId index =
        nest.binary(NodeKind::Add, nest.binary(NodeKind::Multiply, row, nest.integer(2)), column);
    const NodeId product = nest.binary(NodeKind::Multiply, load(nest, "a", index), load(nest, "b", index));
    const NodeId store = nest.add({.kind = NodeKind::Store, .operands = {index, product}, .symbol = "out"});
    const NodeId rows = nest.add({.kind = NodeKind::For,
                                  .operands = {nest.integer(0), nest.integer(3), store},
                                  .symbol = "row",
                                  .loop = scheduler::LoopKind::Parallel});
    nest.body = nest.add({.kind = NodeKind::For,
                          .operands = {nest.integer(0), nest.integer(2), rows},
                          .symbol = "column",
                          .loop = scheduler::LoopKind::AroundParallel});
    return nest;
}

/// The same: the ranges of a parallel loop over the last two elements share the loop over the first four.
LoopNest multiply_in_shares() {
    LoopNest nest;
    nest.parameters = parallel_multiply().parameters;
    std::vector<NodeId> loops;
    for (const bool is_shared : {true, false}) {
        const std::string name = is_shared ? "first" : "last";
        const NodeId variable = nest.variable(name, {ScalarKind::I32, 1});
        const NodeId index = is_shared ? variable : nest.binary(NodeKind::Add, variable, nest.integer(4));
        const NodeId product =
            nest.binary(NodeKind::Multiply, load(nest, "a", index), load(nest, "b", index));
        const NodeId store =
            nest.add({.kind = NodeKind::Store, .operands = {index, product}, .symbol = "out"});
        loops.push_back(
            nest.add({.kind = NodeKind::For,
                      .operands = {nest.integer(0), nest.integer(is_shared ? 4 : 2), store},
                      .symbol = name,
                      .loop = is_shared ? scheduler::LoopKind::Shared : scheduler::LoopKind::Parallel}));
    }
    nest.body = nest.block(loops);
    return nest;
}

/// A library whose only kernel is `nest`, which multiplies.
Sample multiply_by(const LoopNest& nest) {
    Sample sample = scale_and_sum();
    sample.plan.kernels[0].nest = nest;
    sample.plan.functions[0].steps.pop_back();
    sample.plan.kernels.pop_back();
    sample.plan.functions[0].outputs.pop_back();
    return sample;
}

/// Builds the library in a directory with each compiler, and runs its self-test.
void check_builds(const std::filesystem::path& library) {
    for (const std::string& compiler : compilers()) {
        const CommandResult result = run_command(
            library, compiler + strict_flags + "src/*.c weights/*.c test/scale_test.c -o t && ./t");
        INFO(compiler << "\n" << result.output);
        CHECK(result.status == 0);
    }
}

}  // namespace

TEST_CASE(
    "printed kernels build with the files around them, and parallel loops bring the thread pool along") {
    const Sample sample = multiply_by(parallel_multiply());
    const std::vector<CFile> files = write_library(sample.plan, options_for_tests());
    CHECK(has_file(files, "hooks/hlo2c_threads.c"));
    TemporaryDirectory directory;
    write_directory(files, directory.path() / "lib");
    check_builds(directory.path() / "lib");
    const CommandResult cmake = run_command(directory.path(),
                                            "cmake -S lib -B b -DCMAKE_INSTALL_PREFIX=$PWD/i && cmake "
                                            "--build b && cmake --install b && ls i/lib");
    INFO(cmake.output);
    CHECK(cmake.status == 0);
    CHECK(cmake.output.find("libscale_threads.a") != std::string::npos);
}

TEST_CASE("each range of a parallel loop runs all of the loops around it") {
    const std::vector<CFile> files = write_library(multiply_by(multiply_columns()).plan, options_for_tests());
    std::string kernels;
    for (const CFile& file : files)
        if (file.path.find("kernels") != std::string::npos) kernels += file.text;
    const std::size_t columns = kernels.find("for (int column = 0; column < 2; column++)");
    const std::size_t rows = kernels.find("for (int row = begin; row < end; row++)");
    INFO(kernels);
    REQUIRE(rows != std::string::npos);
    CHECK(columns < rows);
    CHECK(kernels.find("hlo2c_parallel_for(context, 3,") != std::string::npos);
    TemporaryDirectory directory;
    write_directory(files, directory.path() / "lib");
    check_builds(directory.path() / "lib");
}

TEST_CASE("ranges of a parallel loop share the loops before it") {
    const std::vector<CFile> files =
        write_library(multiply_by(multiply_in_shares()).plan, options_for_tests());
    std::string kernels;
    for (const CFile& file : files)
        if (file.path.find("kernels") != std::string::npos) kernels += file.text;
    INFO(kernels);
    CHECK(kernels.find("for (int first = begin * 4 / 2; first < end * 4 / 2; first++)") != std::string::npos);
    TemporaryDirectory directory;
    write_directory(files, directory.path() / "lib");
    check_builds(directory.path() / "lib");
}

TEST_CASE("a kernel whose name would collide with the interface gets another prefix") {
    Sample sample = scale_and_sum();
    CHECK(kernel_prefix(sample.plan, options_for_tests()) == "scale");
    sample.plan.kernels[1].name = "call";
    CHECK(kernel_prefix(sample.plan, options_for_tests()) == "scale_kernel");
    sample.plan.kernels[1].name = "main_loop";
    CHECK(kernel_prefix(sample.plan, options_for_tests()) == "scale_kernel");
}
