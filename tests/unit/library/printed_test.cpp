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

}  // namespace

TEST_CASE(
    "printed kernels build with the files around them, and parallel loops bring the thread pool along") {
    Sample sample = scale_and_sum();
    sample.plan.kernels[0].nest = parallel_multiply();
    sample.plan.kernels[1].nest = LoopNest{};
    sample.plan.functions[0].steps.pop_back();
    sample.plan.kernels.pop_back();
    sample.plan.functions[0].outputs.pop_back();
    const std::vector<CFile> files = write_library(sample.plan, options_for_tests());
    CHECK(has_file(files, "hooks/hlo2c_threads.c"));
    TemporaryDirectory directory;
    write_directory(files, directory.path() / "lib");
    for (const std::string& compiler : compilers()) {
        const CommandResult result =
            run_command(directory.path() / "lib",
                        compiler + strict_flags + "src/*.c weights/*.c test/scale_test.c -o t && ./t");
        INFO(compiler << "\n" << result.output);
        CHECK(result.status == 0);
    }
    const CommandResult cmake = run_command(directory.path(),
                                            "cmake -S lib -B b -DCMAKE_INSTALL_PREFIX=$PWD/i && cmake "
                                            "--build b && cmake --install b && ls i/lib");
    INFO(cmake.output);
    CHECK(cmake.status == 0);
    CHECK(cmake.output.find("libscale_threads.a") != std::string::npos);
}

TEST_CASE("a kernel whose name would collide with the interface gets another prefix") {
    Sample sample = scale_and_sum();
    CHECK(kernel_prefix(sample.plan, options_for_tests()) == "scale");
    sample.plan.kernels[1].name = "call";
    CHECK(kernel_prefix(sample.plan, options_for_tests()) == "scale_kernel");
    sample.plan.kernels[1].name = "main_loop";
    CHECK(kernel_prefix(sample.plan, options_for_tests()) == "scale_kernel");
}
